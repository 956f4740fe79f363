//! The model of a run, over every recording.

mod outermost;
mod promises;

mod script;
mod trees;
mod vectors;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use eventring::reader::Snapshot;
use eventring::release::ReleaseSet;
use eventring_conformance::inspect::Replay;
use eventring_conformance::run::Retention;
use eventring_conformance::source::{Argument, Limits, read};
use eventring_spec::recordings::folder;

use crate::promises::Promises;

#[test]
fn every_recording_keeps_the_promises() {
    assert_eq!(check_folder(&folder()), BTreeMap::new());
}

#[test]
#[ignore = "needs EVENTRING_RECORDINGS, a folder of recordings"]
fn every_recording_of_another_folder_keeps_the_promises() {
    let folder = PathBuf::from(std::env::var_os("EVENTRING_RECORDINGS").unwrap());
    assert_eq!(check_folder(&folder), BTreeMap::new());
}

/// What does not fit in the recordings of a folder that have lost nothing.
fn check_folder(folder: &Path) -> BTreeMap<String, BTreeMap<String, u64>> {
    let mut flaws = BTreeMap::new();
    let files = recordings(folder);
    assert!(!files.is_empty());
    for path in files {
        let what = path.file_name().unwrap().to_string_lossy().into_owned();
        let path = Argument::parse(path.into_os_string()).unwrap();
        let input = read(&path, None, Limits::default()).unwrap();
        let Ok(snapshot) = Snapshot::new(&input.bytes) else { continue };
        let replay = Replay::new(snapshot, ReleaseSet::narrowable());
        let mut all = Promises::default();
        let (run, replayed) = replay.run(Retention::All, &mut all, |_| {});
        all.finished(&run);
        let mut living = Promises::default();
        let (_, again) = replay.run(Retention::Living, &mut living, |_| {});
        assert_eq!(replayed, again);
        if all.lost == 0 && !all.flaws.is_empty() {
            flaws.insert(what, all.flaws);
        }
    }
    flaws
}

fn recordings(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.append(&mut recordings(&path));
        } else if path.to_string_lossy().ends_with(".events.zst") {
            files.push(path);
        }
    }
    files.sort();
    files
}
