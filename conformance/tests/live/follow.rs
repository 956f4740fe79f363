use std::io::{BufRead, BufReader, Lines};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::producer::Producer;

/// `dump --follow` on its way.
pub(crate) struct Following {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Following {
    pub(crate) fn start(place: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_eventring"))
            .args(["dump", "--follow", "--format", "jsonl", place])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, lines }
    }

    /// The next record, as soon as it is there.
    pub(crate) fn next(&mut self) -> Option<Value> {
        let line = self.lines.next()?.unwrap();
        Some(serde_json::from_str(&line).unwrap())
    }

    /// The `kind` of the next record.
    fn kind(&mut self) -> String {
        self.next().expect("a record")["kind"].as_str().unwrap().to_owned()
    }

    /// The rest of the records, the exit code, and what was said.
    pub(crate) fn finish(mut self) -> (Vec<Value>, Option<i32>, String) {
        let rest = std::iter::from_fn(|| self.next()).collect();
        let output = self.child.wait_with_output().unwrap();
        (rest, output.status.code(), String::from_utf8(output.stderr).unwrap())
    }
}

/// Follows a producer that has just begun, up to the end of what it wrote by itself.
pub(crate) fn begin(producer: &Producer) -> Following {
    let mut following = Following::start(&producer.id().to_string());
    assert_eq!(following.kind(), "lifecycle");
    assert_eq!(following.kind(), "unit"); // The stamp.
    following
}

#[test]
fn events_come_while_the_program_waits_and_the_end_is_seen() {
    let folder = tempfile::tempdir().unwrap();
    let mut producer = Producer::start(folder.path(), 8);
    let mut following = begin(&producer);
    for turn in 0..3 {
        producer.tell("write 1");
        let record = following.next().unwrap();
        assert_eq!((&record["name"], &record["value"]), (&"test.count".into(), &turn.into()));
    }
    // A name that came after the beginning.
    producer.tell("name late");
    assert_eq!(following.next().unwrap()["name"], "late");
    producer.end();
    let (rest, code, err) = following.finish();
    assert_eq!(rest.len(), 1, "{rest:?}");
    assert_eq!((&rest[0]["kind"], &rest[0]["id"]), (&"lifecycle".into(), &1.into()));
    assert_eq!((code, err.as_str()), (Some(0), ""));
}

#[test]
fn a_path_is_followed_as_a_process_is() {
    let folder = tempfile::tempdir().unwrap();
    let mut producer = Producer::start(folder.path(), 8);
    let mut following = Following::start(producer.path.to_str().unwrap());
    assert_eq!((following.kind(), following.kind()), ("lifecycle".into(), "unit".into()));
    producer.tell("write 2");
    assert_eq!((following.kind(), following.kind()), ("int".into(), "int".into()));
    producer.end();
    assert_eq!(following.finish().1, Some(0));
}

#[test]
fn what_was_lost_is_told_to_the_word() {
    let folder = tempfile::tempdir().unwrap();
    let mut producer = Producer::start(folder.path(), 4);
    producer.tell("write 100");
    let mut following = Following::start(&producer.id().to_string());
    let lost = following.next().unwrap();
    assert_eq!(lost["kind"], "lost");
    let first = following.next().unwrap()["value"].as_u64().unwrap();
    // ring_start, the stamp, and all before the first event, with the padding between.
    let words = lost["words"].as_u64().unwrap();
    assert!(words >= 5 + 3 * first && words % 16 != 15, "{lost} {first}");
    producer.end();
    assert_eq!(following.finish().1, Some(0));
}

#[test]
fn ctrl_c_ends_it_with_everything_printed() {
    let folder = tempfile::tempdir().unwrap();
    let mut producer = Producer::start(folder.path(), 8);
    let following = begin(&producer);
    producer.tell("write 5");
    kill_process(Pid::from_child(&following.child), Signal::INT).unwrap();
    let (rest, code, err) = following.finish();
    assert_eq!((rest.len(), code, err.as_str()), (5, Some(0), ""));
}

#[test]
fn another_session_is_noted_and_followed() {
    let folder = tempfile::tempdir().unwrap();
    let mut producer = Producer::start(folder.path(), 8);
    producer.tell("write 20");
    let mut following = begin(&producer);
    for _ in 0..20 {
        assert_eq!(following.kind(), "int");
    }
    producer.tell("restart");
    assert_eq!((following.kind(), following.kind()), ("lifecycle".into(), "unit".into()));
    producer.tell("write 1");
    assert_eq!(following.kind(), "int");
    producer.end();
    let (_, code, err) = following.finish();
    assert_eq!(code, Some(0));
    assert!(err.contains("another session"), "{err}");
}

#[test]
fn a_reader_that_leaves_ends_it_quietly() {
    let folder = tempfile::tempdir().unwrap();
    let mut producer = Producer::start(folder.path(), 8);
    let following = begin(&producer);
    let Following { child, lines } = following;
    drop(lines);
    producer.tell("write 1");
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
}

#[test]
fn what_is_not_there_or_not_ready_is_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let run = |place: &Path| {
        let following = Following::start(place.to_str().unwrap());
        let (records, code, err) = following.finish();
        (records.len(), code, err.is_empty())
    };
    let file = folder.path().join("9.events");
    assert_eq!(run(&file), (0, Some(3), false));
    let copied = |place: &Path| {
        let copy = folder.path().join("copy.events");
        let mut snapshot = Command::new(env!("CARGO_BIN_EXE_eventring"));
        let output = snapshot.arg("snapshot").arg(place).arg("-o").arg(copy).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    for (bytes, code, records) in [
        (vec![], 5, 0),
        (vec![0; 64], 5, 0),
        // Less than a word, which no producer leaves there.
        (vec![0; 1], 1, 1),
        (vec![b'a'; 7], 1, 1),
        (vec![1; 8], 1, 1),
        (vec![1; 10], 1, 1),
        (vec![9; 64], 1, 1),
    ] {
        std::fs::write(&file, &bytes).unwrap();
        assert_eq!(run(&file), (records, Some(code), false), "{bytes:?}");
        let (copied, err) = copied(&file);
        assert_eq!(copied, Some(code), "{bytes:?}");
        let size = format!("file of {} bytes", bytes.len());
        assert_eq!(err.contains(&size), code == 1 && bytes.len() < 64, "{bytes:?}: {err}");
    }
    let producer = Producer::start(folder.path(), 8);
    let output = Command::new(env!("CARGO_BIN_EXE_eventring"))
        .args(["dump", "--follow", "--ring", "2", &producer.id().to_string()])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
}
