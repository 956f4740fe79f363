//! What the one who writes should not do.

use std::fs::{OpenOptions, remove_file, rename};
use std::os::unix::fs::FileExt;
use std::process::{Command, Stdio};

use crate::follow::begin;
use crate::producer::Producer;

#[test]
fn a_producer_that_is_killed_leaves_whole_events() {
    let folder = tempfile::tempdir().unwrap();
    let mut producer = Producer::start(folder.path(), 10);
    let following = begin(&producer);
    producer.tell("flood");
    producer.kill();
    let (records, code, err) = following.finish();
    assert_eq!((code, err.as_str()), (Some(0), ""));
    let values = records.iter().filter(|record| record["kind"] == "int");
    let values: Vec<u64> = values.map(|record| record["value"].as_u64().unwrap()).collect();
    assert!(values.is_sorted_by(|a, b| a < b));
    // Its file is still there and reads to its end.
    let output = Command::new(env!("CARGO_BIN_EXE_eventring"))
        .args(["dump", "--format", "jsonl"])
        .arg(&producer.path)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_file_that_is_removed_is_followed_while_its_process_lives() {
    let folder = tempfile::tempdir().unwrap();
    let mut producer = Producer::start(folder.path(), 8);
    let mut following = begin(&producer);
    remove_file(&producer.path).unwrap();
    producer.tell("write 1");
    assert_eq!(following.next().unwrap()["kind"], "int");
    producer.end();
    let (rest, code, _) = following.finish();
    assert_eq!((rest.len(), code), (1, Some(0)));
}

#[test]
fn a_file_that_is_replaced_is_read_to_its_end_and_then_the_other() {
    let folder = tempfile::tempdir().unwrap();
    let mut producer = Producer::start(folder.path(), 8);
    let mut other = Producer::start(folder.path(), 8);
    other.tell("write 3");
    let mut following = begin(&producer);
    producer.tell("write 1");
    assert_eq!(following.next().unwrap()["kind"], "int");
    // The process goes on writing the file that has no name any more; nobody can find it again.
    rename(&other.path, &producer.path).unwrap();
    let kinds: Vec<_> = (0..5).map(|_| following.next().unwrap()["kind"].clone()).collect();
    assert_eq!(kinds, ["lifecycle", "unit", "int", "int", "int"]);
    other.end();
    producer.end();
    let (_, code, err) = following.finish();
    assert_eq!(code, Some(0));
    assert!(err.contains("another file has taken its place"), "{err}");
}

#[test]
fn a_file_that_is_cut_short_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let producer = Producer::start(folder.path(), 8);
    let following = begin(&producer);
    // The producer waits and touches nothing; the reader looks at the size before it does.
    OpenOptions::new().write(true).open(&producer.path).unwrap().set_len(100).unwrap();
    let (records, code, err) = following.finish();
    // The one instant between its look and its load may have been hit: then a signal has ended it.
    if let Some(code) = code {
        assert_eq!((records.len(), code), (0, 3), "{err}");
        assert!(err.contains("made shorter"), "{err}");
    }
}

#[test]
fn bytes_that_are_rewritten_at_random_end_in_a_record_or_an_error() {
    let folder = tempfile::tempdir().unwrap();
    for seed in 1..=8_u64 {
        let mut producer = Producer::start(folder.path(), 6);
        producer.tell("write 15");
        let mut stats = Command::new(env!("CARGO_BIN_EXE_eventring"))
            .args(["stats", "--for", "1", "--format", "json"])
            .arg(&producer.path)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let following = begin(&producer);
        let file = OpenOptions::new().write(true).open(&producer.path).unwrap();
        let mut state = seed;
        let mut random = || {
            // xorshift64; the seed is the number of the turn.
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        // File header, ring headers, and the data of both rings.
        let len = 64 + 2 * (80 + 8 * 64);
        for _ in 0..20_000 {
            let offset = random() % len / 8 * 8;
            let word = random() >> (random() % 64);
            file.write_all_at(&word.to_ne_bytes(), offset).unwrap();
        }
        producer.kill();
        let (_, code, err) = following.finish();
        assert!(matches!(code, Some(0 | 1 | 3 | 5)), "seed {seed}: {code:?} {err}");
        assert!(!err.contains("panicked"), "seed {seed}: {err}");
        let status = stats.wait().unwrap();
        assert!(matches!(status.code(), Some(0 | 1 | 3 | 5)), "seed {seed}: {status:?}");
    }
}
