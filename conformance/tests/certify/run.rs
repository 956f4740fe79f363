//! Runs the command line, and makes units that misbehave.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_eventring");

/// A recording of a few events of every kind.
pub(crate) const RECORDING: &str = "recordings/5.4/eio-basic";

/// A vector whose file is refused, in both byte orders.
pub(crate) const REFUSED: &str = "vectors/header/max-domains/*";

/// How a run ended, and what it said.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

pub(crate) fn certify<S: AsRef<std::ffi::OsStr>>(arguments: &[S]) -> Run {
    let output = Command::new(PROGRAM).arg("certify").args(arguments).output().unwrap();
    Run {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

impl Run {
    /// The report, where JSON was asked for.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Which outcomes occur, of the cases that were run.
    pub(crate) fn outcomes(&self) -> Vec<String> {
        let json = self.json();
        let mut outcomes: Vec<String> = json["cases"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|case| Some(case["outcome"].as_str()?.to_owned()))
            .collect();
        outcomes.sort();
        outcomes.dedup();
        outcomes
    }
}

/// A folder with a unit in it: a shell script, in which `$1` is the file and `eventring` the command line.
pub(crate) struct Script {
    pub(crate) folder: TempDir,
}

impl Script {
    pub(crate) fn new(text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("unit");
        fs::write(&path, format!("#!/bin/sh\neventring() {{ '{PROGRAM}' \"$@\"; }}\n{text}\n"))
            .unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        Self { folder }
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join("unit")
    }

    pub(crate) fn file(&self, name: &str, text: &str) -> String {
        let path = self.folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }

    /// Certifies it in the easy mode, on the cases whose name fits.
    pub(crate) fn certify(&self, select: &str, more: &[&str]) -> Run {
        self.certify_mode("easy", select, more)
    }

    pub(crate) fn certify_mode(&self, mode: &str, select: &str, more: &[&str]) -> Run {
        let path = self.path();
        let path = path.to_str().unwrap();
        let mut arguments =
            vec!["consumer", "--report", "json", "--mode", mode, "--select", select];
        arguments.extend(more);
        arguments.extend(["--", path]);
        if mode == "easy" {
            arguments.push("{file}");
        }
        certify(&arguments)
    }
}

/// Certifies a unit in the full mode as a producer.
impl Script {
    pub(crate) fn certify_producer(&self, select: &str, more: &[&str]) -> Run {
        let path = self.path();
        let mut arguments =
            vec!["producer", "--report", "json", "--mode", "full", "--select", select];
        arguments.extend(more);
        arguments.extend(["--", path.to_str().unwrap()]);
        certify(&arguments)
    }
}

/// The first failure of a report.
pub(crate) fn first_failure(run: &Run) -> Value {
    let json = run.json();
    let cases = json["cases"].as_array().unwrap();
    cases.iter().map(|case| &case["failure"]).find(|failure| failure.is_object()).cloned().unwrap()
}

pub(crate) fn exists(path: &Path) -> bool {
    path.exists()
}
