//! The recipe for other people's CI, run as it stands.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::run::{PROGRAM, RECORDING};

/// Runs the recipe in an empty folder, with nothing of this repository in sight.
fn recipe(folder: &Path, arguments: &[&str]) -> Output {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/adapters/ci/certify");
    let copy = folder.join("certify");
    fs::copy(script, &copy).unwrap();
    let mut command = Command::new("sh");
    command.current_dir(folder).env("EVENTRING", PROGRAM).env("HOME", folder);
    command.arg("certify").args(arguments).output().unwrap()
}

const SELECT: [&str; 2] = ["--select", RECORDING];
/// As a foreign consumer would be.
const RIGHT: [&str; 6] = ["--", PROGRAM, "dump", "--format=jsonl", "--release={release}", "{file}"];
/// It loses the names of custom events.
const WRONG: [&str; 4] = ["--", "sh", "nameless", "{file}"];

fn nameless(folder: &Path) {
    let text = format!(
        "'{PROGRAM}' dump --format=jsonl \"$1\" > out\"$$\"; code=$?\n\
         sed 's/\"name\":\"[^\"]*\"/\"name\":null/' out\"$$\"; exit $code\n"
    );
    fs::write(folder.join("nameless"), text).unwrap();
}

fn arguments<'a>(pieces: &[&[&'a str]]) -> Vec<&'a str> {
    pieces.concat()
}

#[test]
fn what_conforms_passes_and_leaves_report_and_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let run = recipe(folder, &arguments(&[&["reports"], &SELECT, &RIGHT]));
    assert_eq!(run.status.code(), Some(0), "{run:?}");
    let read = |name: &str| fs::read_to_string(folder.join("reports").join(name)).unwrap();
    let certificate: serde_json::Value = serde_json::from_str(&read("certificate.json")).unwrap();
    assert_eq!(certificate["conclusion"], "conforms");
    let junit = read("eventring.xml");
    assert!(junit.contains("failures=\"0\"") && junit.contains("<testcase name=\"recordings/5.4/"));
    assert!(String::from_utf8_lossy(&run.stdout).contains("conforms, in the selected part"));
}

/// A failure that is not listed fails, one that is does not, and an entry that fits nothing does.
#[test]
fn what_is_not_expected_fails() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    nameless(folder);
    let entry = |clause: &str| {
        format!(
            "implementation = \"my reader\"\n[[deviation]]\n{clause}failure = \"records\"\nkind = \"not-yet\"\n\
             reason = \"names are not read yet\"\nlink = \"https://example.org/1\"\n"
        )
    };
    fs::write(folder.join("known.toml"), entry("case = \"recordings/5.4/eio-*\"\n")).unwrap();
    fs::write(
        folder.join("stale.toml"),
        entry("case = \"recordings/5.4/eio-*\"\nmember = \"ts\"\n"),
    )
    .unwrap();
    let list = |name| ["--deviations", name];
    let run = recipe(folder, &arguments(&[&["reports"], &SELECT, &WRONG]));
    assert_eq!(run.status.code(), Some(1), "{run:?}");
    let said = String::from_utf8_lossy(&run.stdout);
    assert!(said.starts_with("FAIL"), "{run:?}");
    assert_eq!(said.matches("does not conform").count(), 1, "the end is said once: {said}");
    let known = recipe(folder, &arguments(&[&["reports"], &SELECT, &list("known.toml"), &WRONG]));
    assert_eq!(known.status.code(), Some(0), "{known:?}");
    let stale = recipe(folder, &arguments(&[&["reports"], &SELECT, &list("stale.toml"), &RIGHT]));
    assert_eq!(stale.status.code(), Some(1), "{stale:?}");
}

#[test]
fn what_checks_nothing_fails() {
    let folder = tempfile::tempdir().unwrap();
    let run = recipe(folder.path(), &arguments(&[&["reports", "--select", "nothing"], &RIGHT]));
    assert_eq!(run.status.code(), Some(4), "{run:?}");
    assert_eq!(recipe(folder.path(), &["reports"]).status.code(), Some(2));
    // Nor does it leave files in which nothing is.
    let wrong = recipe(folder.path(), &["usage", "--no-such-option", "--", "true"]);
    assert_eq!(wrong.status.code(), Some(2), "{wrong:?}");
    let missing =
        recipe(folder.path(), &arguments(&[&["missing"], &SELECT, &["--", "./missing", "{file}"]]));
    assert_eq!(missing.status.code(), Some(3), "{missing:?}");
    for left in ["usage", "missing"] {
        assert_eq!(fs::read_dir(folder.path().join(left)).unwrap().count(), 0, "{left}");
    }
}

/// The workflow takes what it builds from the repository itself, so what it builds has to be there.
#[test]
fn the_workflow_builds_what_there_is() {
    let workflow = concat!(env!("CARGO_MANIFEST_DIR"), "/adapters/ci/workflow.yml");
    let workflow = fs::read_to_string(workflow).unwrap();
    assert!(workflow.contains("run: cargo install --path eventring/conformance --locked\n"));
    assert!(Path::new(env!("CARGO_MANIFEST_DIR")).ends_with("conformance"));
    assert!(workflow.contains("run: sh certify reports"));
}
