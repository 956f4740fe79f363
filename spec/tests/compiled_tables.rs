//! The crate eventring's compiled tables, asked id by id, against the registry.

use std::str::FromStr;

use eventring::registry as compiled;
use eventring_spec::registry::{Registry, Space};

/// Ids beyond every table, up to the largest that code can ask for.
const BEYOND: [u16; 3] = [1000, 8191, u16::MAX];

fn registry() -> Registry {
    Registry::load().unwrap_or_else(|errors| panic!("{errors}"))
}

#[test]
fn releases_are_the_same() {
    let registry = registry();
    let names: Vec<_> = registry.releases.iter().map(|release| release.name.as_str()).collect();
    assert_eq!(compiled::Release::ALL.map(compiled::Release::name), *names);
    let complete: Vec<_> = registry.complete().map(|release| release.name.as_str()).collect();
    assert_eq!(compiled::Release::NARROWABLE.map(compiled::Release::name), *complete);
    for (release, compiled) in registry.releases.iter().zip(compiled::Release::ALL) {
        assert_eq!(compiled::Release::from_str(&release.name), Ok(compiled));
        assert_eq!(compiled.to_string(), release.name);
        assert_eq!(compiled.is_complete(), release.complete);
        assert_eq!(compiled.has_names(), release.name_table);
    }
}

#[test]
fn every_id_has_the_same_name_unit_and_use() {
    let registry = registry();
    for (release, compiled) in registry.releases.iter().zip(compiled::Release::ALL) {
        let at = |id| format!("{} {id}", release.name);
        let phases = registry.table(release, Space::Phase);
        let counters = registry.table(release, Space::Counter);
        let lifecycles = registry.table(release, Space::Lifecycle);
        assert_eq!(compiled.phase_count(), phases.len());
        assert_eq!(compiled.counter_count(), counters.len());
        for id in (0..200).chain(BEYOND) {
            let index = usize::from(id);
            let phase = phases.get(index);
            assert_eq!(compiled.phase_name(id), phase.map(|row| row.key), "{}", at(id));
            let emitted = phase.is_some_and(|row| !row.entity.not_emitted.contains(&release.name));
            assert_eq!(compiled.emits_phase(id), emitted, "{}", at(id));
            let has_end = |row: &&_| is_ended(row, &release.name);
            assert_eq!(compiled.ends_phase(id), emitted && phase.filter(has_end).is_some());

            let counter = counters.get(index);
            assert_eq!(compiled.counter_name(id), counter.map(|row| row.key), "{}", at(id));
            let unit = counter.and_then(|row| row.entity.unit).map(|unit| format!("{unit:?}"));
            let compiled_unit = compiled.counter_unit(id);
            assert_eq!(compiled_unit.map(|unit| format!("{unit:?}")), unit, "{}", at(id));
            let name = compiled_unit.map(|unit| unit.name().to_owned());
            assert_eq!(name, unit.map(|unit| unit.to_lowercase()));
            assert_eq!(compiled_unit.map(|unit| unit.to_string()), name);

            let lifecycle = lifecycles.get(index);
            assert_eq!(compiled.lifecycle_name(id), lifecycle.map(|row| row.key), "{}", at(id));
            let emitted =
                lifecycle.is_some_and(|row| !row.entity.not_emitted.contains(&release.name));
            assert_eq!(compiled.emits_lifecycle(id), emitted, "{}", at(id));
        }
    }
}

fn is_ended(row: &eventring_spec::registry::Row<'_>, release: &String) -> bool {
    !row.entity.begun_without_end.contains(release)
}

#[test]
fn ring_counts_tell_old_releases_from_new_ones() {
    use compiled::Release::{Oxcaml, Trunk, V5_0, V5_2, V5_3, V5_5};
    for (release, count, allowed) in [
        (V5_0, 15, false),
        (V5_0, 16, true),
        (V5_0, 17, false),
        (V5_2, 127, false),
        (V5_2, 128, true),
        (V5_2, 129, false),
        (V5_3, 0, false),
        (V5_3, 1, true),
        (V5_5, 4096, true),
        (V5_5, 4097, false),
        (Trunk, 4096, true),
        (Oxcaml, 0, false),
    ] {
        assert_eq!(release.allows_max_domains(count), allowed, "{release} {count}");
    }
}

#[test]
fn a_name_that_is_no_release_is_refused_with_those_there_are() {
    for name in ["", "5", "5.10", "5.3.0", " 5.3", "5.3\n", "OxCaml", "none"] {
        let error = compiled::Release::from_str(name).unwrap_err();
        let there_are = "there are 5.0, 5.1, 5.2, 5.3, 5.4, 5.5, trunk and oxcaml";
        assert!(error.to_string().ends_with(there_are), "{error}");
    }
}

#[test]
fn layout_numbers_fit_each_other() {
    let fields = [
        u64::MAX << compiled::LENGTH_SHIFT,
        compiled::USER_BIT,
        compiled::TYPE_MASK << compiled::TYPE_SHIFT,
        compiled::ID_MASK << compiled::ID_SHIFT,
        compiled::RESERVED_MASK,
    ];
    assert_eq!(fields.iter().fold(0, |all, field| all | field), u64::MAX);
    assert_eq!(fields.iter().map(|field| field.count_ones()).sum::<u32>(), 64);
    assert_eq!(compiled::ITEM_MAX_WORDS, u64::MAX >> compiled::LENGTH_SHIFT);
    assert_eq!(compiled::ALLOC_BUCKETS as u64 + 2, compiled::len_words::ALLOC);
    assert_eq!(compiled::NAME_ENTRIES as u64, compiled::ID_MASK + 1);
    assert_eq!(compiled::runtime_type::ALLOC, 5);
    assert_eq!(compiled::user_type::CUSTOM, 4);
    assert_eq!(compiled::lifecycle::DOMAIN_TERMINATE, 7);
    assert_eq!(compiled::len_words::RING_STOP, 2);
}
