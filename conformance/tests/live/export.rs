use std::process::{Command, Stdio};

use serde_json::Value;

use crate::producer::Producer;
use crate::stats::wait_until_mapped;

fn marks(lines: &[u8]) -> Vec<Value> {
    let lines = str::from_utf8(lines).unwrap().lines();
    lines.map(|line| serde_json::from_str(line).expect("a JSON object")).collect()
}

/// Numbers that the events carry, in the order of the lines.
fn counts(marks: &[Value]) -> Vec<i64> {
    let counts = marks.iter().filter(|mark| mark["name"] == "test.count");
    counts.map(|mark| mark["details"]["value"].as_i64().unwrap()).collect()
}

#[test]
fn a_program_is_exported_until_it_ends() {
    let folder = tempfile::tempdir().unwrap();
    let mut producer = Producer::start(folder.path(), 12);
    producer.tell("write 10");
    let out = folder.path().join("run.jsonl");
    let mut child = Command::new(env!("CARGO_BIN_EXE_eventring"))
        .args(["export", "--format", "jsonl", &producer.id().to_string(), "-o"])
        .arg(&out)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_until_mapped(&child, &producer);
    producer.tell("write 90");
    let id = producer.id();
    producer.end();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let marks = marks(&std::fs::read(&out).unwrap());
    assert_eq!(marks[0]["process_id"], id);
    assert_eq!(counts(&marks), (0..100).collect::<Vec<_>>());
    // ring_start and ring_stop.
    let lifecycle = marks.iter().filter(|mark| mark["category"] == "lifecycle");
    let moments: Vec<&Value> = lifecycle.filter(|mark| mark["kind"] == "instant").collect();
    assert_eq!(moments.len(), 2, "{moments:?}");
}

#[test]
fn losses_are_told_where_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let mut producer = Producer::start(folder.path(), 6);
    producer.tell("write 100");
    let output = Command::new(env!("CARGO_BIN_EXE_eventring"))
        .args(["export", "--format", "jsonl", "--for", "0.01", &producer.id().to_string()])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
    let marks = marks(&output.stdout);
    let counts = counts(&marks);
    let lost = marks.iter().find(|mark| mark["kind"] == "lost").expect("a loss");
    assert_eq!(counts.last(), Some(&99));
    // Five words before the first of these, which have three each; a word of padding at most at each end of the ring.
    let words = lost["words"].as_u64().unwrap();
    let before = 5 + 3 * counts[0].unsigned_abs();
    assert!((before..=before + before / 63 + 1).contains(&words), "{words} {counts:?}");
    assert!(counts.windows(2).all(|pair| pair[1] == pair[0] + 1));
}

#[test]
fn the_file_that_is_written_is_never_the_output() {
    let folder = tempfile::tempdir().unwrap();
    let producer = Producer::start(folder.path(), 6);
    let before = std::fs::metadata(&producer.path).unwrap().len();
    for place in [producer.path.to_str().unwrap().to_owned(), producer.id().to_string()] {
        let output = Command::new(env!("CARGO_BIN_EXE_eventring"))
            .args(["export", &place, "-o"])
            .arg(&producer.path)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{output:?}");
    }
    assert_eq!(std::fs::metadata(&producer.path).unwrap().len(), before);
}
