use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use crate::producer::{IS_PRODUCER, command};

fn eventring() -> Command {
    Command::new(env!("CARGO_BIN_EXE_eventring"))
}

/// `record` in a folder of its own, of a producer that does as `commands` say.
struct Recorder {
    folder: TempDir,
    command: Command,
}

impl Recorder {
    fn new(args: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut command = eventring();
        command
            .arg("record")
            .args(args)
            .current_dir(folder.path())
            .env(IS_PRODUCER, "1")
            .env("OCAMLRUNPARAM", "e=16,d=2")
            .env_remove("OCAML_RUNTIME_EVENTS_DIR")
            .env_remove("OCAML_RUNTIME_EVENTS_PRESERVE");
        Self { folder, command }
    }

    fn start(&mut self) -> Child {
        let producer = command();
        self.command
            .arg("--")
            .arg(producer.get_program())
            .args(producer.get_args())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    fn run(&mut self, commands: &str) -> Output {
        let mut child = self.start();
        child.stdin.take().unwrap().write_all(commands.as_bytes()).unwrap();
        child.wait_with_output().unwrap()
    }

    fn run_well(&mut self, commands: &str) {
        let output = self.run(commands);
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{err}");
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn lines(&self, name: &str) -> Vec<Value> {
        lines(&fs::read(self.path(name)).unwrap())
    }

    /// The names of all files that are there now.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

/// What `dump` makes of a file.
fn dumped(path: &Path) -> Vec<Value> {
    let output = eventring().args(["dump", "--format", "jsonl"]).arg(path).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    lines(&output.stdout)
}

fn lines(bytes: &[u8]) -> Vec<Value> {
    let text = str::from_utf8(bytes).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn values(records: &[Value]) -> Vec<u64> {
    let ints = records.iter().filter(|record| record["name"] == "test.count");
    ints.map(|record| record["value"].as_u64().unwrap()).collect()
}

#[test]
fn a_ring_file_of_everything_is_put_together() {
    let mut recorder = Recorder::new(&["-o", "trace.events"]);
    recorder.run_well("write 10000\nname late\nend\n");
    assert_eq!(recorder.names(), ["trace.events"]);
    let records = dumped(&recorder.path("trace.events"));
    assert!(values(&records).into_iter().eq(0..10_000));
    // ring_start, the stamp, the name that came late, ring_stop.
    assert_eq!(records.len(), 10_004);
    assert_eq!(records[10_002]["name"], "late");
    let check = eventring().arg("check").arg(recorder.path("trace.events")).output().unwrap();
    assert_eq!(check.status.code(), Some(0), "{}", String::from_utf8_lossy(&check.stdout));
}

#[test]
fn lines_are_the_records_of_dump() {
    let mut recorder = Recorder::new(&["-o", "trace.jsonl"]);
    recorder.run_well("write 100\nend\n");
    let records = recorder.lines("trace.jsonl");
    assert!(values(&records).into_iter().eq(0..100));
    assert_eq!(records.len(), 103);
    let mut recorder = Recorder::new(&["--format", "jsonl"]);
    recorder.run_well("");
    assert_eq!(recorder.names(), ["recording.jsonl"]);
}

#[test]
fn what_was_lost_is_in_the_recording_at_its_place() {
    // So small a ring that the reader is lapped; where it is, the numbers tell how far.
    let mut recorder = Recorder::new(&["-o", "trace.events"]);
    recorder.command.env("OCAMLRUNPARAM", "e=4,d=2");
    recorder.run_well("write 30000\nend\n");
    let records = dumped(&recorder.path("trace.events"));
    let mut words = 0;
    for record in &records {
        let of = |name: &str| record[name].as_u64().unwrap();
        words += match record["kind"].as_str().unwrap() {
            "lost" => of("words"),
            "int" if record["name"] == "eventring.lost" => of("value"),
            "int" | "lifecycle" if record["value"].is_u64() => 3,
            _ => 2,
        };
    }
    // All but padding: of 16 words, one at most where it was read.
    let events = 3 + 2 + 30_000 * 3 + 2;
    let written = events * 16 / 15 + 16;
    assert!((written * 14 / 16..=written).contains(&words), "{words} {written}");
    assert!(values(&records).is_sorted_by(|a, b| a < b));

    // Who reads the recording is told as much as who reads the program.
    let lost: u64 = records
        .iter()
        .map(|record| match record["name"] == "eventring.lost" {
            true => record["value"].as_u64().unwrap(),
            false => record["words"].as_u64().unwrap_or(0),
        })
        .sum();
    assert!(lost > 0, "a ring this small is lapped");
    let output = eventring()
        .args(["stats", "--format", "json"])
        .arg(recorder.path("trace.events"))
        .output()
        .unwrap();
    let stats: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(stats["all"]["lost_words"], lost);
    let incomplete = stats["run"]["incomplete"].as_array().unwrap().iter();
    let told: u64 = incomplete.map(|ring| ring["lost_words"].as_u64().unwrap()).sum();
    assert_eq!(told, lost);
}

#[test]
fn the_program_s_code_is_passed_on() {
    for (commands, code) in [("exit 7\n", 7), ("exit 0\n", 0), ("abort\n", 128 + 6)] {
        let mut recorder = Recorder::new(&["--quiet"]);
        let output = recorder.run(&format!("write 3\n{commands}"));
        assert_eq!(output.status.code(), Some(code));
        assert_eq!(values(&dumped(&recorder.path("recording.events"))), [0, 1, 2]);
    }
}

#[test]
fn a_program_without_events_is_told_and_one_that_cannot_start_too() {
    let folder = tempfile::tempdir().unwrap();
    let run = |command: &[&str]| {
        let output = eventring()
            .args(["record", "--"])
            .args(command)
            .current_dir(folder.path())
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, err) = run(&["true"]);
    assert!(code == Some(3) && err.contains("no ring file"), "{code:?} {err}");
    let (code, err) = run(&["sh", "-c", "exit 9"]);
    assert!(code == Some(9) && err.contains("no ring file"), "{code:?} {err}");
    let (code, err) = run(&["./no-such-program"]);
    assert!(code == Some(3) && err.contains("cannot start"), "{code:?} {err}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn another_process_of_the_program_has_a_recording_of_its_own() {
    for folder in [None, Some("rings")] {
        let mut recorder = Recorder::new(&["-o", "trace.jsonl"]);
        if let Some(folder) = folder {
            fs::create_dir(recorder.path(folder)).unwrap();
            recorder.command.env("OCAML_RUNTIME_EVENTS_DIR", folder);
        }
        recorder.run_well("start another\nwrite 2\nend\n");
        let main = recorder.lines("trace.jsonl");
        assert_eq!(values(&main), [0, 1]);
        let fork = main.iter().find(|record| record["kind"] == "lifecycle" && record["id"] == 4);
        let child = &fork.unwrap()["value"];
        let other = recorder.lines(&format!("trace.{child}.jsonl"));
        assert_eq!((other.len(), &other[0]["value"]), (3, child));
        if let Some(folder) = folder {
            assert_eq!(fs::read_dir(recorder.path(folder)).unwrap().count(), 0);
        }
    }
}

#[test]
fn a_script_leaves_the_name_to_the_program_that_it_starts() {
    let mut recorder =
        Recorder::new(&["-o", "trace.events", "--", "sh", "-c", "\"$@\"; exit 5", "-"]);
    // What follows are arguments of the script: the program's own.
    let producer = command();
    recorder.command.arg(producer.get_program()).args(producer.get_args());
    let mut child = recorder
        .command
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"write 2\nend\n").unwrap();
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(5));
    assert_eq!(recorder.names(), ["trace.events"]);
    assert_eq!(values(&dumped(&recorder.path("trace.events"))), [0, 1]);
}

#[test]
fn the_user_s_variables_are_kept() {
    for value in ["", "0", "1"] {
        let mut recorder = Recorder::new(&["-o", "trace.events"]);
        recorder.command.env("OCAML_RUNTIME_EVENTS_PRESERVE", value);
        recorder.run_well("write 1\nend\n");
        let names = recorder.names();
        assert_eq!(names.len(), 2, "{names:?}");
        let kept = names.iter().find(|name| *name != "trace.events").unwrap();
        assert_eq!(dumped(&recorder.path(kept)), dumped(&recorder.path("trace.events")));
    }
    let mut recorder = Recorder::new(&["-o", "trace.events"]);
    recorder.command.env("OCAML_RUNTIME_EVENTS_DIR", "missing");
    // The program cannot make its file there; that it ends so is its own code.
    assert_eq!(recorder.run("end\n").status.code(), Some(101));
}

#[test]
fn one_session_after_the_other_gives_two_recordings() {
    let mut recorder = Recorder::new(&["-o", "trace.jsonl"]);
    let mut child = recorder.start();
    let mut commands = child.stdin.take().unwrap();
    commands.write_all(b"write 50\n").unwrap();
    // Lines are written as the events come.
    let until = Instant::now() + Duration::from_secs(60);
    let path = recorder.path("trace.jsonl");
    while fs::read(&path).map_or(0, |bytes| bytes.split(|byte| *byte == b'\n').count()) < 53 {
        assert!(Instant::now() < until, "never recorded");
        std::thread::yield_now();
    }
    commands.write_all(b"restart\nwrite 1\nend\n").unwrap();
    drop(commands);
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(0));
    assert!(values(&recorder.lines("trace.jsonl")).into_iter().eq(0..50));
    let other = recorder.names().into_iter().find(|name| *name != "trace.jsonl").unwrap();
    assert_eq!(values(&recorder.lines(&other)), [0]);
}
