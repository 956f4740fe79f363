//! The registry against facts of OCaml's releases that are stated here a second time.

use eventring_spec::registry::{MaxDomains, Registry, Space, Unit};

fn registry() -> Registry {
    Registry::load().unwrap_or_else(|errors| panic!("{errors}"))
}

/// The keys of a release's table, by id.
fn keys<'a>(registry: &'a Registry, release: &str, space: Space) -> Vec<&'a str> {
    let release = registry.release(release).unwrap();
    registry.table(release, space).iter().map(|row| row.key).collect()
}

#[test]
fn counts_of_every_release() {
    let registry = registry();
    for (release, runtime_types, user_types, lifecycles, phases, counters) in [
        ("5.0", 7, 0, 8, 40, 11),
        ("5.1", 7, 5, 8, 40, 17),
        ("5.2", 7, 5, 8, 44, 17),
        ("5.3", 7, 5, 8, 48, 26),
        ("5.4", 7, 5, 8, 50, 26),
        ("5.5", 7, 5, 8, 50, 28),
        ("trunk", 0, 0, 0, 0, 0),
        ("oxcaml", 7, 5, 8, 50, 24),
    ] {
        let counts = Space::ALL.map(|space| keys(&registry, release, space).len());
        assert_eq!(counts, [runtime_types, user_types, lifecycles, phases, counters], "{release}");
    }
    assert_eq!(registry.releases.len(), 8);
}

#[test]
fn phases_moved_in_5_3_and_only_there() {
    let registry = registry();
    let [v5_0, v5_1, v5_2, v5_3, v5_4, v5_5] = ["5.0", "5.1", "5.2", "5.3", "5.4", "5.5"]
        .map(|release| keys(&registry, release, Space::Phase));
    for (old_id, name) in v5_2.iter().enumerate() {
        let moved_by = match old_id {
            0..=8 => 0,
            9..=11 => 1,
            12..=33 => 3,
            34..=43 => 4,
            _ => panic!("5.2 has 44 phases"),
        };
        assert_eq!(v5_3[old_id + moved_by], *name);
    }
    let new: Vec<_> = (0..v5_3.len()).filter(|id| !v5_2.contains(&v5_3[*id])).collect();
    assert_eq!(new, [9, 13, 14, 37]);
    for (earlier, later) in [(&v5_0, &v5_1), (&v5_1, &v5_2), (&v5_3, &v5_4), (&v5_4, &v5_5)] {
        assert!(later.starts_with(earlier));
    }
}

#[test]
fn counters_only_grew() {
    let registry = registry();
    for (earlier, later) in
        [("5.0", "5.1"), ("5.1", "5.2"), ("5.2", "5.3"), ("5.3", "5.4"), ("5.4", "5.5")]
    {
        let earlier = keys(&registry, earlier, Space::Counter);
        assert!(keys(&registry, later, Space::Counter).starts_with(&earlier));
    }
}

#[test]
fn names_at_the_ends_of_the_tables() {
    let registry = registry();
    for (release, space, id, name) in [
        ("5.0", Space::Phase, 12, "minor_finalized"),
        ("5.2", Space::Phase, 10, "minor"),
        ("5.2", Space::Phase, 43, "compaction_release"),
        ("5.3", Space::Phase, 11, "minor"),
        ("5.3", Space::Phase, 47, "compaction_release"),
        ("5.4", Space::Phase, 48, "empty_minor"),
        ("5.4", Space::Phase, 49, "minor_ephe_clean"),
        ("oxcaml", Space::Phase, 47, "compaction_release"),
        ("oxcaml", Space::Phase, 48, "minor_ephe_clean"),
        ("oxcaml", Space::Phase, 49, "minor_dependent"),
        ("5.0", Space::Counter, 10, "request_minor_realloc_custom_table"),
        ("5.1", Space::Counter, 16, "major_heap_large_blocks"),
        ("5.3", Space::Counter, 25, "major_slice_budget"),
        ("5.5", Space::Counter, 26, "minor_allocated_words"),
        ("5.5", Space::Counter, 27, "minor_promoted_words"),
        ("oxcaml", Space::Counter, 16, "major_heap_large_blocks"),
        ("oxcaml", Space::Counter, 17, "request_minor_realloc_dependent_table"),
        ("oxcaml", Space::Counter, 22, "major_slice_budget"),
        ("5.0", Space::Lifecycle, 0, "ring_start"),
        ("5.5", Space::Lifecycle, 7, "domain_terminate"),
        ("5.0", Space::RuntimeType, 0, "padding"),
        ("5.0", Space::RuntimeType, 5, "alloc"),
        ("5.1", Space::UserType, 4, "custom"),
    ] {
        assert_eq!(keys(&registry, release, space)[id], name, "{release} {} {id}", space.name());
    }
}

#[test]
fn minor_allocations_are_in_bytes_and_in_words() {
    let counters = registry().counter;
    let unit = |key: &str| counters[key].unit;
    assert_eq!(unit("minor_promoted"), Some(Unit::Bytes));
    assert_eq!(unit("minor_allocated"), Some(Unit::Bytes));
    assert_eq!(unit("minor_allocated_words"), Some(Unit::Words));
    assert_eq!(unit("major_heap_pool_live_blocks"), Some(Unit::Blocks));
    assert_eq!(unit("force_minor_alloc_small"), Some(Unit::Occurrences));
    assert!(counters["minor_allocated_words"].note.as_ref().unwrap().contains("5.5.0"));
}

#[test]
fn what_releases_differ_in_besides_ids() {
    let registry = registry();
    for release in registry.complete() {
        let is_old = ["5.0", "5.1", "5.2"].contains(&release.name.as_str());
        let wanted = if is_old {
            MaxDomains::Fixed { one_of: vec![16, 128] }
        } else {
            MaxDomains::Parameter { from: 1, to: 4096 }
        };
        assert_eq!(release.max_domains, Some(wanted), "{}", release.name);
        assert_eq!(release.name_table, release.name != "5.0", "{}", release.name);
    }
    assert_eq!(registry.phase["minor_finalized"].not_emitted, ["5.0"]);
    assert_eq!(registry.phase["minor_ephe_clean"].no_constructor, ["5.4"]);
    assert_eq!(registry.phase["major_ephe_mark"].begun_without_end, ["5.1"]);
    assert_eq!(registry.lifecycle["ring_pause"].not_emitted.len(), 6);
}

#[test]
fn alloc_buckets_count_single_sizes_and_then_tens() {
    for (bucket, least) in registry().alloc.bucket_least_words.iter().enumerate() {
        let wanted = if bucket < 10 { bucket } else { 10 * (bucket - 9) };
        assert_eq!(*least, wanted as u64, "bucket {bucket}");
    }
}

#[test]
fn item_header_fields_hold_what_they_should() {
    let header = registry().item_header;
    assert_eq!([header.length.most(), header.length.low.into()], [1023, 54]);
    assert_eq!([header.user.most(), header.user.low.into()], [1, 53]);
    assert_eq!([header.kind.most(), header.kind.low.into()], [15, 49]);
    assert_eq!([header.id.most(), header.id.low.into()], [8191, 36]);
    assert_eq!([header.reserved.most(), header.reserved.low.into()], [(1 << 36) - 1, 0]);
}
