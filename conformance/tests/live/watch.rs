use std::process::Command;

use crate::producer::Producer;

/// What it draws is tested where it is drawn.
#[test]
fn without_a_terminal_it_says_what_there_is_instead() {
    let folder = tempfile::tempdir().unwrap();
    let mut producer = Producer::start(folder.path(), 6);
    let output = Command::new(env!("CARGO_BIN_EXE_eventring"))
        .args(["watch", &producer.id().to_string()])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("eventring stats"));
    // It lives.
    producer.tell("write 1");
}
