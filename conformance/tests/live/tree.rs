use std::process::Command;

use serde_json::Value;

use crate::producer::Producer;

#[test]
fn the_fibers_of_a_process_are_shown_now_and_after_a_while() {
    let folder = tempfile::tempdir().unwrap();
    let mut producer = Producer::start(folder.path(), 12);
    producer.tell("fiber first");
    producer.tell("fiber second");
    for more in [&[][..], &["--for", "0.05"]] {
        let output = Command::new(env!("CARGO_BIN_EXE_eventring"))
            .args(["tree", "--format", "json", &producer.id().to_string()])
            .args(more)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0));
        let tree: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(tree["eio_wire"], "generation 2");
        let fibers = tree["things"].as_array().unwrap().iter();
        let fibers: Vec<_> = fibers.filter(|thing| thing["class"] == "fiber").collect();
        assert_eq!(fibers.len(), 2);
        assert_eq!([&fibers[0]["name"], &fibers[1]["name"]], ["first", "second"]);
        // The second was made while the first was current, and took its place.
        assert_eq!([&fibers[0]["state"], &fibers[1]["state"]], ["ready", "running"]);
    }
    // It lives.
    producer.tell("write 1");
}
