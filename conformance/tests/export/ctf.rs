//! A plain reader of the Common Trace Format as our description has it; and babeltrace2, which reads that description.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::recordings::{exported, recordings};
use crate::seen::{Seen, Trace, What, gap};

struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take<const N: usize>(&mut self) -> [u8; N] {
        let (bytes, rest) = self.0.split_first_chunk().expect("bytes");
        self.0 = rest;
        *bytes
    }

    fn u64(&mut self) -> u64 {
        u64::from_le_bytes(self.take())
    }

    fn u32(&mut self) -> u32 {
        u32::from_le_bytes(self.take())
    }

    fn text(&mut self) -> &'a str {
        let len = self.0.iter().position(|byte| *byte == 0).expect("an end");
        let (text, rest) = self.0.split_at(len);
        self.0 = &rest[1..];
        str::from_utf8(text).expect("UTF-8")
    }
}

/// The streams of a folder, ring by ring.
pub(crate) fn read(folder: &Path) -> Trace {
    let mut trace = Trace::default();
    for ring in 0..4096 {
        let Ok(bytes) = std::fs::read(folder.join(format!("ring_{ring}"))) else { continue };
        stream(&bytes, ring, &mut trace);
    }
    trace
}

fn stream(bytes: &[u8], ring: u32, trace: &mut Trace) {
    let (mut rest, mut now_ns) = (bytes, 0);
    while !rest.is_empty() {
        let mut packet = Bytes(rest);
        assert_eq!((packet.u32(), packet.u32()), (0xC1FC_1FC1, 0));
        let (begin_ns, end_ns) = (packet.u64(), packet.u64());
        let (content_bits, packet_bits) = (packet.u64(), packet.u64());
        assert_eq!((content_bits, packet.u32()), (packet_bits, ring));
        let len = (packet_bits / 8) as usize;
        packet.0 = &rest[rest.len() - packet.0.len()..len];
        rest = &rest[len..];
        assert!(now_ns <= begin_ns);
        now_ns = begin_ns;
        while !packet.0.is_empty() {
            let [id] = packet.take();
            let timestamp_ns = packet.u64();
            assert!(now_ns <= timestamp_ns, "times go back");
            now_ns = timestamp_ns;
            event(id, &mut packet, (ring, timestamp_ns), trace);
        }
        assert_eq!(now_ns, end_ns);
    }
}

fn event(id: u8, packet: &mut Bytes<'_>, (ring, timestamp_ns): (u32, u64), trace: &mut Trace) {
    let track = packet.u64();
    let mut labelled = |what| {
        let (category, name) = (packet.text(), packet.text());
        assert!(!category.is_empty());
        let mut seen = Seen::new(what, track, timestamp_ns, name);
        let link = |number| (number != 0).then_some(number);
        seen.links = (link(packet.u64()), link(packet.u64()));
        if let details @ [_, ..] = packet.text().as_bytes() {
            let details: Value = serde_json::from_slice(details).expect("JSON");
            seen.details = details.as_object().expect("an object").clone().into_iter().collect();
        }
        Seen { ring: Some(ring), ..seen }
    };
    match id {
        0 => {
            let parent = packet.u64();
            let (_kind, name) = (packet.text(), packet.text().to_owned());
            let (_process_id, _unit) = (packet.u32(), packet.text());
            trace.tracks.insert(track, ((parent != 0).then_some(parent), name));
        }
        1 => trace.marks.push(labelled(What::Begin)),
        2 => trace.marks.push(labelled(What::End)),
        3 => trace.marks.push(labelled(What::Instant)),
        4 | 5 => {
            let mut seen = Seen::new(What::Counter, track, timestamp_ns, "");
            let value = packet.u64();
            let value = if id == 4 { value.into() } else { value.cast_signed().into() };
            seen.details.insert("value".to_owned(), value);
            trace.marks.push(Seen { ring: Some(ring), ..seen });
        }
        6 | 7 => {
            let since_ns = Some(packet.u64()).filter(|since_ns| *since_ns != 0);
            let words = (id == 6).then(|| packet.u64());
            trace.marks.extend(gap((Some(ring), track, timestamp_ns), since_ns, words));
        }
        other => panic!("event {other}"),
    }
}

pub(crate) fn export(file: &Path, folder: &Path) {
    let output = Command::new(env!("CARGO_BIN_EXE_eventring"))
        .args(["export", "--format", "ctf", "-o"])
        .args([folder, file])
        .output()
        .expect("it runs");
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}: {output:?}", file.display());
}

#[test]
fn a_folder_that_holds_something_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("mine"), "kept").unwrap();
    let file = &recordings()[0];
    for output in [Some(folder.path()), None] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_eventring"));
        command.args(["export", "--format", "ctf"]).arg(file);
        if let Some(folder) = output {
            command.arg("-o").arg(folder);
        }
        let code = command.output().unwrap().status.code();
        assert_eq!(code, Some(if output.is_some() { 3 } else { 2 }));
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// Run by `.ci/full`, where babeltrace2 is.
#[test]
#[ignore = "needs babeltrace2"]
fn babeltrace2_reads_every_recording() {
    for file in recordings() {
        let folder = tempfile::tempdir().unwrap();
        export(&file, folder.path());
        let output = Command::new("babeltrace2").arg(folder.path()).output().expect("it is there");
        let shown = file.display();
        assert!(output.status.success(), "{shown}: {}", String::from_utf8_lossy(&output.stderr));
        let lines = exported(&file, "jsonl");
        let count = |bytes: &[u8]| bytes.iter().filter(|byte| **byte == b'\n').count();
        let expected = count(&lines);
        // A track on which there is no mark has no time to be told at.
        let is_short = count(&output.stdout) == expected
            || str::from_utf8(&lines)
                .unwrap()
                .lines()
                .last()
                .is_some_and(|line| line.contains("\"kind\":\"track\""));
        assert!(is_short, "{shown}: {} of {expected}", count(&output.stdout));
    }
}
