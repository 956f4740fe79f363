//! Evidence never excludes the release that wrote a recording, and leaves one name for each phase.

use std::collections::BTreeMap;

use eventring::reader::Snapshot;
use eventring::registry::Release;
use eventring::release::{Decision, Doubt, Narrowing, ReleaseSet, RingHistory, Verdict};
use eventring_conformance::source::{Argument, Limits, read};
use eventring_spec::recordings::{Recordings, folder};

#[test]
fn every_recording_is_narrowed_to_releases_that_agree_on_every_phase() {
    let recordings = Recordings::load(&folder()).unwrap();
    assert!(!recordings.list().is_empty());
    let mut sets = BTreeMap::<_, usize>::new();
    for recording in recordings.list() {
        let verdict = verdict(&recordings, &recording.file);
        let truth: Release = recording.release.parse().unwrap();
        assert!(verdict.remaining.contains(truth), "{}: {}", recording.file, verdict.remaining);
        assert_eq!((verdict.decision, verdict.doubt), (Decision::Narrowed, None::<Doubt>));
        assert!(agree_on_phases(verdict.remaining), "{}: {}", recording.file, verdict.remaining);
        *sets.entry((truth, verdict.remaining.to_string())).or_default() += 1;
    }
    for ((release, remaining), count) in sets {
        println!("{release}: {count} recordings narrowed to {remaining}");
    }
}

fn verdict(recordings: &Recordings, file: &str) -> Verdict {
    let argument = Argument::parse(recordings.path(file).into()).unwrap();
    let input = read(&argument, None, Limits::default()).unwrap();
    let snapshot = Snapshot::new(&input.bytes).unwrap();
    let mut narrowing = Narrowing::new(snapshot.geometry(), &snapshot.names());
    for ring in snapshot.rings() {
        let mut history = RingHistory::default();
        for event in ring.events() {
            narrowing.observe(&mut history, ring.index(), &event.unwrap());
        }
    }
    narrowing.verdict(None)
}

/// Whether no phase has two names among these releases; ids that only some of them have can be
/// left unnamed.
fn agree_on_phases(releases: ReleaseSet) -> bool {
    (0..50).all(|phase| {
        let mut names: Vec<_> = releases.iter().filter_map(|r| r.phase_name(phase)).collect();
        names.dedup();
        names.len() <= 1
    })
}
