//! Every healthy recording of a real runtime passes every check, with its release given. Without it no clause is
//! stricter.
//!
//! The same runs over another folder laid out like `spec/recordings`, by its manifest, with
//! `EVENTRING_RECORDINGS=FOLDER cargo test -p eventring-conformance --test check recordings -- --ignored`.

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
    // One half for each of two threads.
    let (even, odd): (Vec<_>, Vec<_>) =
        recordings.list().iter().enumerate().partition(|(place, _)| place % 2 == 0);
    let half = |half: &[(usize, &Recording)]| -> Vec<String> {
        half.iter().flat_map(|(_, recording)| check(&recordings, recording, &registry)).collect()
    };
    let wrong = std::thread::scope(|scope| {
        let odd = scope.spawn(|| half(&odd));
        [half(&even), odd.join().unwrap()].concat()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is not as it should be with one recording.
fn check(recordings: &Recordings, recording: &Recording, registry: &Registry) -> Option<String> {
    let argument = Argument::File(recordings.path(&recording.file));
    let input = read(&argument, None, Limits::default()).unwrap();
    let expected: &[&str] =
        if recording.workload.starts_with(UNHEALTHY) { &["user.int.length"] } else { &[] };
    let subject = Subject::new(&input.bytes, registry, Some(&recording.release));
    let outcomes = checks::run(&subject, checks::all(), 1);
    assert!(outcomes.iter().filter(|outcome| outcome.judged > 0).count() > 20);
    let broken = outcomes.iter().filter(|outcome| outcome.worst() > Some(Grade::Note));
    let clauses: Vec<&str> = broken.clone().map(|outcome| outcome.check.clause).collect();
    if clauses == expected {
        return None;
    }
    let shown = broken.flat_map(|outcome| &outcome.shown);
    let shown: Vec<_> =
        shown.map(|finding| format!("{}: {}", finding.place, finding.found)).collect();
    Some(format!("{}: {clauses:?} {shown:?}", recording.file))
}
