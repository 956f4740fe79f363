use std::os::unix::fs::MetadataExt;
use std::process::{Command, Output};

use eventring::event::Kind;
use eventring::reader::Snapshot;

use crate::producer::Producer;

fn eventring() -> Command {
    Command::new(env!("CARGO_BIN_EXE_eventring"))
}

fn assert_fine(output: &Output) {
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), err.as_ref()), (Some(0), ""));
}

#[test]
fn a_copy_of_a_busy_file_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.events");
    for log2 in [4, 8, 16] {
        let mut producer = Producer::start(folder.path(), log2);
        producer.tell("flood");
        for _ in 0..5 {
            let output = eventring()
                .args(["snapshot", &producer.id().to_string(), "-o"])
                .arg(&copy)
                .output()
                .unwrap();
            assert_fine(&output);
            let bytes = std::fs::read(&copy).unwrap();
            let snapshot = Snapshot::new(&bytes).unwrap();
            let ring = snapshot.ring(0).unwrap();
            let mut last = None;
            for event in ring.events() {
                let event = event.unwrap_or_else(|fault| panic!("{fault}"));
                // Each number is written once, in order.
                if let Kind::Int { value, .. } = event.kind {
                    assert!(last.is_none_or(|last| value == Some(last + 1)), "{value:?} {last:?}");
                    last = value;
                }
            }
            let check = eventring().arg("check").arg(&copy).output().unwrap();
            assert_eq!(check.status.code(), Some(0), "{}", String::from_utf8_lossy(&check.stdout));
        }
        producer.tell("calm");
        producer.end();
    }
}

#[test]
fn a_copy_of_a_quiet_file_is_equal_and_small() {
    let folder = tempfile::tempdir().unwrap();
    let mut producer = Producer::start(folder.path(), 16);
    producer.tell("write 1000");
    let copy = folder.path().join("copy");
    let output =
        eventring().arg("snapshot").arg(&producer.path).arg("-o").arg(&copy).output().unwrap();
    assert_fine(&output);
    assert_eq!(std::fs::read(&copy).unwrap(), std::fs::read(&producer.path).unwrap());
    let metadata = std::fs::metadata(&copy).unwrap();
    // 3007 words, and pages that are not full of headers and names.
    assert!(metadata.blocks() * 512 < 64 * 1024, "{} blocks", metadata.blocks());
    assert_eq!(metadata.mode() & 0o777, 0o600);
    // `info` of the process shows the same.
    let info = eventring().args(["info", &producer.id().to_string()]).output().unwrap();
    assert_fine(&info);
    let text = String::from_utf8(info.stdout).unwrap();
    assert!(text.contains("1000 int") && text.contains("release   none"), "{text}");
}

#[test]
fn a_file_is_not_copied_onto_itself() {
    let folder = tempfile::tempdir().unwrap();
    let producer = Producer::start(folder.path(), 8);
    let before = std::fs::metadata(&producer.path).unwrap().ino();
    let output = eventring()
        .arg("snapshot")
        .arg(&producer.path)
        .arg("-o")
        .arg(folder.path().join(".").join(producer.path.file_name().unwrap()))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(std::fs::metadata(&producer.path).unwrap().ino(), before);
}

#[test]
fn what_cannot_be_copied_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy");
    let empty = folder.path().join("1.events");
    std::fs::write(&empty, b"").unwrap();
    let junk = folder.path().join("junk");
    std::fs::write(&junk, [7; 4096]).unwrap();
    let missing = folder.path().join("missing");
    for (path, code) in
        [(empty.as_path(), 5), (&junk, 1), (&missing, 3), (folder.path(), 3), ("-".as_ref(), 3)]
    {
        let output = eventring().arg("snapshot").arg(path).arg("-o").arg(&copy).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{}", path.display());
        assert!(!copy.exists() && !output.stderr.is_empty());
    }
    let producer = Producer::start(folder.path(), 8);
    let nowhere = folder.path().join("nowhere").join("copy");
    let output =
        eventring().arg("snapshot").arg(&producer.path).arg("-o").arg(nowhere).output().unwrap();
    assert_eq!(output.status.code(), Some(3));
}
