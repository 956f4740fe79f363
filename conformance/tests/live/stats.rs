use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::producer::Producer;

fn eventring() -> Command {
    Command::new(env!("CARGO_BIN_EXE_eventring"))
}

/// Waits until the reader has attached.
pub(crate) fn wait_until_mapped(reader: &Child, producer: &Producer) {
    let maps = format!("/proc/{}/maps", reader.id());
    let file = producer.path.to_str().unwrap();
    let until = Instant::now() + Duration::from_secs(60);
    while !std::fs::read_to_string(&maps).unwrap().contains(file) {
        assert!(Instant::now() < until, "never attached");
        std::thread::yield_now();
    }
}

fn totals(stats: &Value) -> [u64; 4] {
    ["events", "words", "padding_words", "lost_words"]
        .map(|name| stats["all"][name].as_u64().unwrap())
}

#[test]
fn words_of_every_kind_add_up_to_what_was_written() {
    let folder = tempfile::tempdir().unwrap();
    for log2 in [4, 6, 12] {
        let mut producer = Producer::start(folder.path(), log2);
        producer.tell("write 10");
        let mut child = eventring()
            .args(["stats", "--format", "json", &producer.id().to_string()])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        wait_until_mapped(&child, &producer);
        assert_eq!(producer.tell("flood"), "flood");
        // However fast the reader is, it is lapped now and then, or not.
        let tail: u64 = {
            producer.order("calm");
            producer.answer("done ").parse().unwrap()
        };
        producer.end();
        let mut json = String::new();
        child.stdout.take().unwrap().read_to_string(&mut json).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(0));
        let stats: Value = serde_json::from_str(&json).unwrap();
        let [events, words, padding_words, lost_words] = totals(&stats);
        // ring_stop has two words, with a word of padding before it where only one is left.
        let written = words + padding_words + lost_words;
        assert!((tail + 2..tail + 4).contains(&written), "{tail} {stats}");
        let losses = stats["losses"].as_array().unwrap().iter();
        let since: u64 = losses.map(|loss| loss["words"].as_u64().unwrap()).sum();
        let before = stats["all"]["lost_before_words"].as_u64().unwrap();
        assert_eq!(before + since, lost_words, "{stats}");
        assert!(events >= 1 && stats["watched_ns"].as_u64() > Some(0));
        assert!(stats["rings"][0]["fault"].is_null(), "{stats}");
    }
}

#[test]
fn a_time_to_watch_is_kept_and_a_file_can_be_watched() {
    let folder = tempfile::tempdir().unwrap();
    let mut producer = Producer::start(folder.path(), 8);
    producer.tell("write 3");
    for place in [producer.id().to_string(), producer.path.to_str().unwrap().to_owned()] {
        let output =
            eventring().args(["stats", "--for", "0.01", "--format=json", &place]).output().unwrap();
        let stats: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(totals(&stats), [5, 3 + 2 + 9, 0, 0]);
        assert!(stats["watched_ns"].as_u64() >= Some(10_000_000));
    }
    let output = eventring().arg("stats").arg(&producer.path).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.lines().any(|line| line.starts_with(" all              5             14")),
        "{text}"
    );
}

#[test]
fn of_a_recording_it_counts_what_dump_delivers() {
    let path = eventring_spec::recordings::folder().join("5.3/domains-small.events.zst");
    let output = eventring().args(["stats", "--format", "json"]).arg(&path).output().unwrap();
    let stats: Value = serde_json::from_slice(&output.stdout).unwrap();
    let [events, words, padding_words, lost_words] = totals(&stats);
    assert_eq!((events, lost_words), (329, 1_529_891 + 819_261));
    // The windows of the three rings, as `info` shows them.
    assert_eq!(words + padding_words, 255 + 254 + 216);
    assert!(stats["watched_ns"].is_null());
    assert_eq!(stats["rings"].as_array().unwrap().len(), 3);
}

/// Losses that a session tells by events of its own are losses, read while it is written as well as from its file.
#[test]
fn what_a_session_tells_of_losses_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let mut producer = Producer::start(folder.path(), 8);
    producer.tell("write 3");
    let json = |producer: &Producer, arguments: &[&str]| -> Value {
        let place = producer.path.to_str().unwrap();
        let output = eventring().args(arguments).arg(place).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let values = serde_json::Deserializer::from_slice(&output.stdout).into_iter();
        values.collect::<Result<Vec<Value>, _>>().unwrap().into()
    };
    let stats = ["stats", "--format=json"];
    let live = ["stats", "--format=json", "--for=0.01"];
    let counts = ["stats", "--format=json", "--for=0.01", "--counts"];
    assert_eq!(json(&producer, &live)[0]["all"]["lost_words"], 0);
    // Its name comes into the table late.
    for (told, all) in [("7", 7), ("-1", 7), ("0", 7), ("5", 12)] {
        producer.tell(&format!("lose {told}"));
        producer.tell("write 1");
        for arguments in [&stats[..], &live, &counts] {
            let stats = &json(&producer, arguments)[0];
            assert_eq!(stats["all"]["lost_words"], all, "{stats}");
            assert_eq!(stats["all"]["lost_before_words"], 0);
        }
    }
    for arguments in [&stats[..], &live] {
        let stats = &json(&producer, arguments)[0];
        let incomplete = &stats["run"]["incomplete"][0];
        assert_eq!((&incomplete["losses"], &incomplete["lost_words"]), (&2.into(), &12.into()));
    }
    for arguments in
        [&["export", "--format=jsonl"][..], &["export", "--format=jsonl", "--for=0.01"]]
    {
        let lines = json(&producer, arguments);
        let lost = lines.as_array().unwrap().iter().filter(|line| line["kind"] == "lost");
        assert_eq!(lost.map(|line| line["words"].as_u64().unwrap()).collect::<Vec<_>>(), [7, 5]);
    }
    producer.end();
}
