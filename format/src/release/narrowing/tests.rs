extern crate std;

use std::format;
use std::vec::Vec;

use super::*;
use crate::reader::Snapshot;
use crate::registry::Release;
use crate::sample::{Sample, SampleRing, header};
use crate::words::ByteOrder;

const BEGIN: u64 = 2;
const END: u64 = 3;

/// A file of 128 rings whose first holds `items`, with these names from index 0.
fn file(items: &[&[u64]], names: &[&str]) -> Vec<u8> {
    let rings = std::vec![SampleRing::holding(64, 0, &[]); 128];
    let mut sample = Sample { order: ByteOrder::Little, rings, names: true };
    sample.rings[0] = SampleRing::holding(64, 0, items);
    let mut bytes = sample.bytes();
    let table = bytes.len() - 128 * 8192;
    for (index, name) in names.iter().enumerate() {
        let at = table + 128 * index;
        bytes[at..at + name.len()].copy_from_slice(name.as_bytes());
    }
    bytes
}

fn narrowed(bytes: &[u8]) -> Narrowing {
    let snapshot = Snapshot::new(bytes).unwrap();
    let mut narrowing = Narrowing::new(snapshot.geometry(), &snapshot.names());
    for ring in snapshot.rings() {
        let mut history = RingHistory::default();
        for event in ring.events() {
            narrowing.observe(&mut history, ring.index(), &event.unwrap());
        }
    }
    narrowing
}

fn runtime(kind: u64, id: u64) -> [u64; 2] {
    [header(2, false, kind, id), 1]
}

fn remaining(items: &[&[u64]]) -> std::string::String {
    format!("{}", narrowed(&file(items, &[])).verdict(None).remaining)
}

#[test]
fn nothing_seen_excludes_only_what_has_no_name_table() {
    assert_eq!(remaining(&[]), "5.1, 5.2, 5.3, 5.4, 5.5");
}

#[test]
fn ids_exclude_the_releases_that_lack_them() {
    assert_eq!(remaining(&[&runtime(BEGIN, 39)]), "5.1, 5.2, 5.3, 5.4, 5.5");
    assert_eq!(remaining(&[&runtime(BEGIN, 40)]), "5.2, 5.3, 5.4, 5.5");
    assert_eq!(remaining(&[&runtime(BEGIN, 44)]), "5.3, 5.4, 5.5");
    assert_eq!(remaining(&[&runtime(END, 48)]), "5.4, 5.5");
    assert_eq!(remaining(&[&runtime(END, 50)]), "none");
    assert_eq!(remaining(&[&runtime(END, 17)]), "5.2, 5.3, 5.4, 5.5");
    let counter = |id| [header(3, false, 4, id), 1, 1];
    assert_eq!(remaining(&[&counter(16)]), "5.1, 5.2, 5.3, 5.4, 5.5");
    assert_eq!(remaining(&[&counter(17)]), "5.3, 5.4, 5.5");
    assert_eq!(remaining(&[&counter(26)]), "5.5");
    assert_eq!(remaining(&[&counter(28)]), "none");
}

#[test]
fn counters_inside_a_minor_collection_tell_5_2_from_5_3() {
    let counter: &[u64] = &[header(3, false, 4, 4), 1, 1];
    assert_eq!(remaining(&[&runtime(BEGIN, 10), counter]), "5.1, 5.2");
    assert_eq!(remaining(&[&runtime(BEGIN, 11), counter]), "5.3, 5.4, 5.5");
    // Not directly inside, or inside something else: says nothing.
    let all = "5.1, 5.2, 5.3, 5.4, 5.5";
    assert_eq!(remaining(&[&runtime(BEGIN, 10), &runtime(BEGIN, 35), counter]), all);
    assert_eq!(remaining(&[&runtime(BEGIN, 10), &runtime(END, 10), counter]), all);
    // What was inside has ended.
    let inside = [runtime(BEGIN, 35), runtime(END, 35)];
    let [begin, end] = inside.each_ref().map(<[u64; 2]>::as_slice);
    assert_eq!(remaining(&[&runtime(BEGIN, 10), begin, end, counter]), "5.1, 5.2");
    // An end that closes nothing leaves it unknown what is open.
    assert_eq!(remaining(&[&runtime(BEGIN, 10), &runtime(END, 9), counter]), all);
    let deep: Vec<[u64; 2]> = std::vec![runtime(BEGIN, 10); 20];
    let mut items: Vec<&[u64]> = deep.iter().map(<[u64; 2]>::as_slice).collect();
    items.push(counter);
    assert_eq!(remaining(&items), "5.1, 5.2");
}

#[test]
fn the_section_around_a_ring_tells_5_2_from_5_3() {
    let start: &[u64] = &[header(3, false, 1, 0), 1, 1];
    let stop: &[u64] = &[header(2, false, 1, 1), 1];
    assert_eq!(remaining(&[start, &runtime(END, 32)]), "5.1, 5.2");
    assert_eq!(remaining(&[start, &runtime(END, 35)]), "5.3, 5.4, 5.5");
    assert_eq!(remaining(&[stop, &runtime(BEGIN, 32)]), "5.1, 5.2");
    assert_eq!(remaining(&[stop, &runtime(BEGIN, 35)]), "5.3, 5.4, 5.5");
    let all = "5.1, 5.2, 5.3, 5.4, 5.5";
    assert_eq!(remaining(&[start, &runtime(BEGIN, 35)]), all);
    assert_eq!(remaining(&[start, &runtime(END, 6), &runtime(END, 35)]), all);
}

#[test]
fn an_emitted_stamp_decides_and_a_registered_one_is_evidence() {
    let unit: &[u64] = &[header(2, true, 0, 1), 1];
    let names = ["other", "eventring.release:5.4"];
    let registered = narrowed(&file(&[], &names)).verdict(None);
    assert_eq!(registered.decision, Decision::Narrowed);
    assert_eq!(registered.remaining, ReleaseSet::only(Release::V5_4));
    let emitted = narrowed(&file(&[unit], &names)).verdict(None);
    assert_eq!(emitted.decision, Decision::Stamped(Stamp::Release(Release::V5_4)));

    for (name, stamp) in [("none", Stamp::NotOcaml), ("6.1", Stamp::Unknown)] {
        let name = format!("eventring.release:{name}");
        let verdict = narrowed(&file(&[unit], &["", &name])).verdict(None);
        assert_eq!(verdict.decision, Decision::Stamped(stamp));
        let shown = if stamp == Stamp::NotOcaml { "none" } else { "unknown" };
        assert_eq!(format!("{stamp}"), shown);
        assert!(verdict.remaining.is_empty());
    }
    // Incomplete releases cannot be spoken against.
    let verdict = narrowed(&file(&[unit], &["", "eventring.release:oxcaml"])).verdict(None);
    assert_eq!(verdict.remaining, ReleaseSet::only(Release::Oxcaml));
}

#[test]
fn stamps_that_differ_or_are_excluded_are_ignored_with_a_warning() {
    let units: [&[u64]; 2] = [&[header(2, true, 0, 0), 1], &[header(2, true, 0, 1), 1]];
    let names = ["eventring.release:5.4", "eventring.release:5.5"];
    for items in [&units[..0], &units] {
        let verdict = narrowed(&file(items, &names)).verdict(None);
        assert_eq!(verdict.doubt, Some(Doubt::StampsDiffer));
        assert_eq!(format!("{}", verdict.remaining), "5.1, 5.2, 5.3, 5.4, 5.5");
    }
    // Of two registered ones, the one that is emitted decides.
    let verdict = narrowed(&file(&units[1..], &names)).verdict(None);
    assert_eq!(verdict.remaining, ReleaseSet::only(Release::V5_5));

    for items in [&[units[0], &runtime(BEGIN, 49)][..], &[&runtime(BEGIN, 49)]] {
        let verdict = narrowed(&file(items, &["eventring.release:5.2"])).verdict(None);
        assert!(matches!(verdict.doubt, Some(Doubt::StampExcluded { .. })));
        assert_eq!(format!("{}", verdict.remaining), "5.4, 5.5");
    }
}

#[test]
fn what_is_given_wins_and_what_speaks_against_it_is_told() {
    let narrowing = narrowed(&file(&[&runtime(BEGIN, 48)], &["eventring.release:5.4"]));
    let given = |release| narrowing.verdict(Some(Stamp::of_release(release)));
    assert_eq!(given("5.4").doubt, None);
    assert_eq!(given("5.5").doubt, None);
    assert!(matches!(given("5.3").doubt, Some(Doubt::GivenExcluded { .. })));
    assert_eq!(given("5.3").remaining, ReleaseSet::only(Release::V5_3));
    assert_eq!(given("oxcaml").doubt, None);
    assert_eq!(given("none").remaining, ReleaseSet::EMPTY);
}

#[test]
fn word_7_zero_means_5_0_unless_there_are_user_events() {
    let items: &[&[u64]] = &[&[header(2, true, 0, 0), 1]];
    let ring = |items| SampleRing::holding(64, 0, items);
    let of = |items| {
        let mut sample = Sample::of(ring(items));
        sample.rings.resize(16, ring(&[]));
        format!("{}", narrowed(&sample.bytes()).verdict(None).remaining)
    };
    assert_eq!(of(&[]), "5.0");
    assert_eq!(of(items), "5.1, 5.2, 5.3, 5.4, 5.5");
}

#[test]
fn another_number_of_rings_than_16_or_128_excludes_all_before_5_3() {
    let bytes = Sample::of(SampleRing::holding(64, 0, &[&runtime(BEGIN, 2)])).bytes();
    let narrowing = narrowed(&bytes);
    let evidence: Vec<_> = narrowing.evidence().map(|(evidence, _)| evidence).collect();
    assert_eq!(evidence, [Evidence::MaxDomains(1), Evidence::NoNameTable]);
    assert_eq!(narrowing.verdict(None).doubt, Some(Doubt::NoneLeft));
}

#[test]
fn a_loss_that_an_event_tells_is_a_loss() {
    let counter: &[u64] = &[header(3, false, 4, 4), 1, 1];
    let lost: &[u64] = &[header(3, true, 1, 1), 1, 1000];
    let remaining = |name: &str| {
        let file = file(&[&runtime(BEGIN, 10), lost, counter], &["other", name]);
        format!("{}", narrowed(&file).verdict(None).remaining)
    };
    assert_eq!(remaining("eventring.lost"), "5.1, 5.2, 5.3, 5.4, 5.5");
    assert_eq!(remaining("eventring.last"), "5.1, 5.2");
}
