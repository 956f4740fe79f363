//! Runs the binary.

use std::ffi::OsStr;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What a run of the binary left.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Run {
    /// The records of `dump --format jsonl`.
    pub(crate) fn records(&self) -> Vec<serde_json::Value> {
        self.out.lines().map(|line| serde_json::from_str(line).expect("a JSON line")).collect()
    }

    /// The `kind` of each record.
    pub(crate) fn kinds(&self) -> Vec<String> {
        let records = self.records();
        records.iter().map(|record| record["kind"].as_str().unwrap_or("-").to_owned()).collect()
    }

    /// The object of `info --format json`.
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).expect("one JSON object")
    }
}

/// The binary, ready for arguments.
pub(crate) fn eventring() -> Command {
    Command::new(env!("CARGO_BIN_EXE_eventring"))
}

/// Runs it with nothing on standard input.
pub(crate) fn run(args: impl IntoIterator<Item: AsRef<OsStr>>) -> Run {
    run_with(args, b"")
}

/// Runs it with `input` through a pipe on standard input.
pub(crate) fn run_with(args: impl IntoIterator<Item: AsRef<OsStr>>, input: &[u8]) -> Run {
    let mut child = eventring()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let output = std::thread::scope(|scope| {
        // A run that does not read its input closes the pipe, as it may.
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().expect("the binary ends")
    });
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// The path of a recording.
pub(crate) fn recording(name: &str) -> PathBuf {
    let path = eventring_spec::recordings::folder().join(name);
    assert!(path.is_file(), "no recording {}", path.display());
    path
}

/// The bytes of a recording, unpacked.
pub(crate) fn unpacked(name: &str) -> Vec<u8> {
    let packed = std::fs::read(recording(name)).expect("readable");
    zstd::stream::decode_all(&packed[..]).expect("sound zstd")
}
