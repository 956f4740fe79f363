//! `dump` of a part: of a time, of some events.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::run::{recording, run};
use crate::sample::{INT, Ring, UNIT, bytes, file};

fn dump(args: &[&str]) -> Vec<Value> {
    let ran = run(["dump", "--format", "jsonl"].iter().chain(args));
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{args:?}");
    ran.records()
}

/// Which rings and times there are, by the records' own words.
fn seen(records: &[Value]) -> Vec<String> {
    let shown = |record: &Value| {
        let what = if record["kind"] == "int" { "ts" } else { "kind" };
        format!("{}:{}", record["ring"], record[what]).replace('"', "")
    };
    records.iter().map(shown).collect()
}

#[test]
fn records_are_of_the_part_that_is_asked_for() {
    let zero = Ring::new(5, &[&[INT, 10, 1], &[INT, 20, 2], &[INT, 30, 3]]);
    let one = Ring::new(3, &[&[INT, 15, 1], &[INT, 25, 2]]);
    let file = file(&bytes(&[zero, one, Ring { head: 4, ..Ring::default() }]));
    let path = file.path().to_str().unwrap();
    for (args, expected) in [
        (&["--from", "0"][..], "0:lost 0:10 0:20 0:30 1:lost 1:15 1:25 2:lost"),
        (&["--from", "10", "--to", "10"], "0:lost 0:10 2:lost"),
        (&["--from", "0ns", "--to", "5ns"], "0:lost 0:10 1:lost 1:15 2:lost"),
        (&["--from", "11", "--to", "20"], "0:20 1:lost 1:15"),
        (&["--from", "11", "--to", "20", "--ring", "1"], "1:lost 1:15"),
        (&["--order", "time", "--from", "15"], "1:lost 1:15 0:20 1:25 0:30"),
        (&["--event", "an*", "--to", "19"], "0:lost 0:10 1:lost 1:15 2:lost"),
    ] {
        let records = dump(&[args, &[path]].concat());
        assert_eq!(seen(&records).join(" "), expected, "{args:?}");
    }
    for args in [&["--event", "no such"][..], &["--from", "31"], &["--to", "9"]] {
        let ran = run(["dump", path].iter().chain(args));
        assert_eq!(ran.code, Some(4), "{args:?}: {}", ran.err);
    }
    for args in [&["--from", "2s", "--to", "1s"][..], &["--event", "[a"], &["--from", "now"]] {
        assert_eq!(run(["dump", path].iter().chain(args)).code, Some(2), "{args:?}");
    }
}

#[test]
fn a_ring_that_ends_early_is_told_whatever_is_chosen() {
    let broken = Ring::new(0, &[&[UNIT, 5], &[0, 0]]);
    let file = file(&bytes(&[broken]));
    let path = file.path().to_str().unwrap();
    for args in [&["--from", "6"][..], &["--event", "an *"], &["--to", "4"]] {
        let ran = run(["dump", "--format", "jsonl", path].iter().chain(args));
        assert_eq!((ran.code, ran.kinds()), (Some(1), vec!["corrupt".to_owned()]), "{args:?}");
    }
}

/// Two halves are the whole, and globs find by name.
#[test]
fn parts_of_a_recording_are_the_whole() {
    let path = recording("5.4/eio-domains.events.zst");
    let path = path.to_str().unwrap();
    let all = dump(&[path]);
    let first_ns = all.iter().filter_map(|record| record["ts"].as_u64()).min().unwrap();
    let middle = (first_ns + 10_000_000).to_string();
    let next = (first_ns + 10_000_001).to_string();
    let halves = [dump(&[path, "--to", &middle]), dump(&[path, "--from", &next])];
    assert!(halves.iter().all(|half| !half.is_empty()));
    let lines =
        |records: &[Value]| -> BTreeSet<String> { records.iter().map(Value::to_string).collect() };
    assert_eq!(lines(&halves.concat()), lines(&all));
    assert_eq!(dump(&[path, "--to", "10ms"]), halves[0]);
    let minor = dump(&[path, "--event", "minor*", "--event", "eio.fiber"]);
    let expected = all.iter().filter(|record| {
        let name = record["name"].as_str().unwrap_or_default();
        name.starts_with("minor") || name == "eio.fiber"
    });
    assert_eq!(minor, expected.cloned().collect::<Vec<_>>());
}
