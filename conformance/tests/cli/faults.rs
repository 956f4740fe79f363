//! Files with faults: what is delivered, what is said, and how the run ends.

use serde_json::json;

use crate::run::run_with;
use crate::sample::{INT, RING_WORDS, Ring, UNIT, bytes, item};

fn sound() -> Ring {
    Ring::new(0, &[&[UNIT, 50]])
}

#[test]
fn a_framing_fault_ends_its_ring_and_no_other() {
    let broken = Ring::new(3, &[&[UNIT, 40], &[0, 0]]);
    let file = bytes(&[broken, sound()]);
    for (order, kinds) in [
        ("--order=ring", ["lost", "unit", "corrupt", "unit"]),
        ("--order=time", ["lost", "unit", "corrupt", "unit"]),
    ] {
        let run = run_with(["dump", "-", "--format=jsonl", order], &file);
        assert_eq!(run.code, Some(1));
        assert_eq!(run.kinds(), kinds, "{order}");
        let corrupt = &run.records()[2];
        let offset = 64 + 2 * 80 + 8 * 5;
        assert_eq!(
            (&corrupt["ring"], &corrupt["position"], &corrupt["offset"]),
            (&json!(0), &json!(5), &json!(offset))
        );
        assert_eq!(corrupt["clause"], "item.length.zero");
        assert!(run.err.contains("eventring snapshot PID -o F"), "{run:?}");
    }
    let info = run_with(["info", "-", "--format=json"], &file);
    assert_eq!(info.code, Some(1));
    assert_eq!(info.json()["rings"][0]["corrupt"]["position"], 5);
    assert_eq!(info.json()["rings"][1]["corrupt"], json!(null));
    let other = run_with(["dump", "-", "--ring=1"], &file);
    assert_eq!((other.code, other.err.as_str()), (Some(0), ""), "the ring asked for is sound");
}

#[test]
fn a_bad_window_is_corrupt_without_lost() {
    for tail in [8, 9 + RING_WORDS as u64 + 1, u64::MAX] {
        let ring = Ring { head: 9, tail: Some(tail), ..sound() };
        let run = run_with(["dump", "-", "--format=jsonl"], &bytes(&[sound(), ring]));
        assert_eq!(run.kinds(), ["unit", "corrupt"], "{tail}");
        let corrupt = &run.records()[1];
        assert_eq!((&corrupt["position"], &corrupt["offset"]), (&json!(9), &json!(64 + 80)));
        assert_eq!(corrupt["clause"], "ring.window");
    }
}

#[test]
fn a_payload_fault_is_a_warning_once() {
    let short_int = [item(2, true, 1, 1), 2];
    let no_custom = [item(2, true, 4, 0), 3];
    let outside = [item(3, true, 4, 0), 4, 8 << 56];
    let ring = Ring::new(0, &[&short_int, &no_custom, &outside, &[UNIT, 9]]);
    let file = bytes(&[ring]);
    let run = run_with(["dump", "-", "--format=jsonl"], &file);
    assert_eq!(run.code, Some(0));
    assert_eq!(run.kinds(), ["int", "custom", "custom", "unit"]);
    let records = run.records();
    for (place, member) in [(0, "value"), (1, "data"), (2, "data")] {
        assert_eq!(records[place].get(member), Some(&json!(null)));
    }
    assert_eq!(run.err.lines().count(), 1);
    assert!(run.err.contains("3 events have fewer words"), "{run:?}");
    let info = run_with(["info", "-", "--format=json"], &file);
    assert_eq!((info.code, &info.json()["rings"][0]["short_events"]), (Some(0), &json!(3)));
}

#[test]
fn a_ring_stop_without_payload_is_no_fault() {
    let ring = Ring::new(0, &[&[item(2, false, 1, 1), 2]]);
    let run = run_with(["dump", "-"], &bytes(&[ring]));
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
}

#[test]
fn a_truncated_file_gives_what_is_whole() {
    let rings = [sound(), Ring::new(0, &[&[UNIT, 1], &[INT, 2, 3]])];
    let whole = bytes(&rings);
    let second_ring = 64 + 2 * 80 + 8 * RING_WORDS;
    let names = second_ring + 8 * RING_WORDS;
    let run = |len: usize| run_with(["dump", "-", "--format=jsonl"], &whole[..len]);

    let nameless = run(names);
    assert_eq!(
        (nameless.code, nameless.kinds()),
        (Some(0), ["unit", "unit", "int"].map(str::to_owned).to_vec())
    );
    assert!(nameless.records().iter().all(|record| record["name"].is_null()));
    let one_name = run(names + 128);
    assert_eq!(one_name.records()[0]["name"], "a unit");
    assert!(one_name.records()[2]["name"].is_null());

    let cut = run(second_ring + 8 * 4);
    assert_eq!(
        (cut.code, cut.kinds()),
        (Some(1), ["unit", "unit", "corrupt"].map(str::to_owned).to_vec())
    );
    assert_eq!(cut.records()[2]["clause"], "file.truncated");
    let refused = run(64 + 2 * 80 - 1);
    assert_eq!((refused.code, refused.kinds()), (Some(1), vec!["refused".to_owned()]));
}
