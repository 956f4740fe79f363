//! What the commands print.

use serde_json::json;

use crate::run::{recording, run, run_with};
use crate::sample::{INT, Ring, UNIT, big_endian_bytes, bytes, item};

/// Two rings whose events interleave; the second has lost its start.
fn two_rings() -> [Ring; 2] {
    [
        Ring::new(0, &[&[item(3, false, 1, 0), 10, 77], &[UNIT, 30], &[INT, 30, u64::MAX]]),
        Ring::new(1 << 40, &[&[INT, 20, 1 << 62], &[UNIT, 30], &[item(2, false, 1, 1), u64::MAX]]),
    ]
}

#[test]
fn records_have_the_members_of_the_table() {
    let expected = [
        json!({"ring": 0, "ts": 10, "kind": "lifecycle", "id": 0, "name": "ring_start", "value": 77}),
        json!({"ring": 0, "ts": 30, "kind": "unit", "id": 0, "name": "a unit"}),
        json!({"ring": 0, "ts": 30, "kind": "int", "id": 1, "name": "an int", "value": -1}),
        json!({"ring": 1, "kind": "lost", "words": 1_u64 << 40}),
        json!({"ring": 1, "ts": 20, "kind": "int", "id": 1, "name": "an int", "value": 1_u64 << 62}),
        json!({"ring": 1, "ts": 30, "kind": "unit", "id": 0, "name": "a unit"}),
        json!({"ring": 1, "ts": u64::MAX, "kind": "lifecycle", "id": 1, "name": "ring_stop", "value": null}),
    ];
    for bytes in [bytes(&two_rings()), big_endian_bytes(&two_rings())] {
        let all = run_with(["dump", "-", "--format=jsonl"], &bytes);
        assert_eq!((all.code, all.err.as_str()), (Some(0), ""));
        assert_eq!(all.records(), expected);
        let one = run_with(["dump", "-", "--format=jsonl", "--ring=1"], &bytes);
        assert_eq!(one.records(), expected[3..]);
        let by_time = run_with(["dump", "-", "--format=jsonl", "--order=time"], &bytes);
        let order = [0, 3, 4, 1, 2, 5, 6].map(|place: usize| expected[place].clone());
        assert_eq!(by_time.records(), order);
    }
}

#[test]
fn text_says_the_same_in_columns() {
    let run = run_with(["dump", "-"], &bytes(&two_rings()));
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 1 + 7);
    assert!(lines[3].contains("int") && lines[3].contains("an int") && lines[3].ends_with(" -1"));
    assert!(lines[4].contains("lost") && lines[4].ends_with("1099511627776 words"));
    assert!(lines[7].contains("18446744073.709551615"), "{}", lines[7]);
}

#[test]
fn a_payload_larger_than_an_item_needs_is_cut_and_other_types_are_unknown() {
    let custom = [item(4, true, 4, 9), 1, 0x0807_0605_0403_0201, 4 << 56 | 0x00ab_cdef];
    let other = [item(3, true, 15, 2), 2, 0x0807_0605_0403_0201];
    let extra = [item(4, false, 4, 8191), 3, u64::MAX, 5];
    let run = run_with(
        ["dump", "-", "--format=jsonl"],
        &bytes(&[Ring::new(0, &[&custom, &other, &extra])]),
    );
    let expected = [
        json!({"ring": 0, "ts": 1, "kind": "custom", "id": 9, "name": null, "data": "0102030405060708efcdab"}),
        json!({"ring": 0, "ts": 2, "kind": "unknown", "user": true, "type": 15, "id": 2, "payload": "0102030405060708"}),
        json!({"ring": 0, "ts": 3, "kind": "counter", "id": 8191, "name": null, "value": u64::MAX}),
    ];
    assert_eq!(run.records(), expected);
}

#[test]
fn names_are_those_of_the_release_that_is_given() {
    let begin = |id| [item(2, false, 2, id), 1];
    let file = bytes(&[Ring::new(0, &[&begin(8), &begin(9), &begin(49)])]);
    let name = |release: &str, place: usize| {
        run_with(["dump", "-", "--format=jsonl", "--release", release], &file).records()[place]["name"].clone()
    };
    assert!(name("5.2", 0).is_string());
    assert_ne!(name("5.2", 1), name("5.3", 1));
    assert_eq!(name("5.3", 2), json!(null));
    assert!(name("5.4", 2).is_string());
    for unnamed in ["none", "trunk"] {
        assert_eq!(name(unnamed, 0), json!(null));
    }
}

#[test]
fn info_counts_what_is_there() {
    let run = run_with(
        ["info", "-", "--format=json"],
        &bytes(&[two_rings()[1].clone(), Ring::default()]),
    );
    let info = run.json();
    assert_eq!(info["header"]["max_domains"], 2);
    assert_eq!(info["rings"].as_array().map(Vec::len), Some(1));
    let ring = &info["rings"][0];
    assert_eq!((&ring["head"], &ring["lost_words"]), (&json!(1_u64 << 40), &json!(1_u64 << 40)));
    assert_eq!(ring["occupied_words"], 7);
    assert_eq!(ring["events"], json!({"int": 1, "unit": 1, "lifecycle": 1}));
    assert_eq!(
        info["time"],
        json!({"first_ns": 20, "last_ns": u64::MAX, "duration_ns": u64::MAX - 20})
    );
    assert_eq!(info["names"]["registered"], 2);
    let used =
        json!([{"id": 0, "name": "a unit", "events": 1}, {"id": 1, "name": "an int", "events": 1}]);
    assert_eq!(info["names"]["used"], used);
    assert_eq!(run_with(["info", "-"], &bytes(&[Ring::default()])).code, Some(0));
}

#[test]
fn help_stands_alone() {
    for args in [&["--help"][..], &["info", "--help"], &["dump", "--help"]] {
        let run = run(args);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
        assert!(run.out.contains("Exit codes"), "{}", run.out);
    }
    let dump = run(["dump", "--help"]).out;
    assert!(dump.contains("Examples:") && dump.contains("--release"));
}

#[test]
fn time_order_holds_over_a_real_file_of_several_domains() {
    let path = recording("5.3/domains-d8.events.zst");
    let args = |order| ["dump".as_ref(), path.as_os_str(), "--format=jsonl".as_ref(), order];
    let by_time = run(args("--order=time".as_ref()));
    let stamps: Vec<u64> =
        by_time.records().iter().filter_map(|record| record["ts"].as_u64()).collect();
    assert!(stamps.len() > 1000 && stamps.is_sorted());
    let sorted = |out: &str| {
        let mut lines: Vec<String> = out.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&by_time.out), sorted(&run(args("--order=ring".as_ref())).out));
}
