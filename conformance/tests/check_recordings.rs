//! Every healthy recording of a real runtime passes every check, with and without its release.
//!
//! The same runs over another folder laid out like `spec/recordings`, by its manifest, with
//! `EVENTRING_RECORDINGS=FOLDER cargo test -p eventring-conformance --test check_recordings -- --ignored`.

use std::path::{Path, PathBuf};

use eventring_conformance::checks::{self, Subject};
use eventring_conformance::finding::Grade;
use eventring_conformance::source::{Argument, Limits, read};
use eventring_spec::recordings::{Recording, Recordings, folder};
use eventring_spec::registry::Registry;

/// The program that uses one event index more than there are: its last unit event reads as an int of 2 words.
const UNHEALTHY: &str = "many-8193-unit";

#[test]
fn every_healthy_recording_passes() {
    check_folder(&folder());
}

#[test]
#[ignore = "needs EVENTRING_RECORDINGS, a folder laid out as spec/recordings"]
fn every_healthy_recording_of_another_folder_passes() {
    check_folder(&PathBuf::from(std::env::var_os("EVENTRING_RECORDINGS").unwrap()));
}

fn check_folder(folder: &Path) {
    let recordings = Recordings::load(folder).unwrap();
    let registry = Registry::load().unwrap();
    assert!(!recordings.list().is_empty());
    let wrong: Vec<String> = recordings
        .list()
        .iter()
        .flat_map(|recording| check(&recordings, recording, &registry))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whatever is not as it should be with one recording.
fn check(recordings: &Recordings, recording: &Recording, registry: &Registry) -> Vec<String> {
    let argument = Argument::File(recordings.path(&recording.file));
    let input = read(&argument, None, Limits::default()).unwrap();
    let expected: &[&str] =
        if recording.workload.starts_with(UNHEALTHY) { &["user.int.length"] } else { &[] };
    let mut wrong = Vec::new();
    for release in [None, Some(recording.release.as_str())] {
        let subject = Subject::new(&input.bytes, registry, release);
        let outcomes = checks::run(&subject, checks::all(), 1);
        assert!(outcomes.iter().filter(|outcome| outcome.judged > 0).count() > 20);
        let broken = outcomes.iter().filter(|outcome| outcome.worst() > Some(Grade::Note));
        let clauses: Vec<&str> = broken.clone().map(|outcome| outcome.check.clause).collect();
        if clauses != expected {
            let shown = broken.flat_map(|outcome| &outcome.shown);
            let shown: Vec<_> =
                shown.map(|finding| format!("{}: {}", finding.place, finding.found)).collect();
            wrong.push(format!("{} ({release:?}): {clauses:?} {shown:?}", recording.file));
        }
    }
    wrong
}
