//! Which phases stand outside of all others, in every release: pauses are counted by them.

use std::collections::{BTreeMap, BTreeSet};

use eventring::reader::Snapshot;
use eventring::release::ReleaseSet;
use eventring_conformance::inspect::{OUTERMOST, Replay};
use eventring_conformance::run::{Change, End, Origin, Retention, Run, View, What};
use eventring_conformance::source::{Argument, Limits, read};
use eventring_spec::recordings::{Recordings, folder};

/// The phases of each ring that were outside of all others, as far as that is certain.
#[derive(Default)]
struct Outer {
    rings: BTreeMap<u32, Option<BTreeSet<String>>>,
}

impl View for Outer {
    fn change(&mut self, run: &Run, change: &Change<'_>) {
        let ring = self.rings.entry(change.ring).or_insert_with(|| Some(BTreeSet::new()));
        match change.what {
            What::PhaseEnded { phase, depth: 0, began_ns: Some(_), end: End::Told } => {
                let name = run.name(Origin::Phase(phase)).unwrap();
                ring.iter_mut().for_each(|ring| {
                    ring.insert(String::from_utf8(name.to_vec()).unwrap());
                });
            }
            // What came before was inside of this one.
            What::PhaseEnded { began_ns: None, .. } => ring.iter_mut().for_each(BTreeSet::clear),
            What::Lost { .. } | What::Paused { .. } => *ring = None,
            _ => {}
        }
    }
}

#[test]
fn the_outermost_phases_are_those_of_the_recordings() {
    let recordings = Recordings::load(&folder()).unwrap();
    let mut seen = BTreeMap::<String, BTreeSet<String>>::new();
    for recording in recordings.list() {
        let path = Argument::parse(recordings.path(&recording.file).into()).unwrap();
        let input = read(&path, None, Limits::default()).unwrap();
        let Ok(snapshot) = Snapshot::new(&input.bytes) else { continue };
        let release = recording.release.parse().unwrap();
        let mut outer = Outer::default();
        Replay::new(snapshot, ReleaseSet::only(release)).run(Retention::All, &mut outer, |_| {});
        let names = outer.rings.into_values().flatten().flatten();
        seen.entry(recording.release.clone()).or_default().extend(names);
    }
    assert_eq!(seen.len(), 6);
    println!("{seen:#?}");
    let all: BTreeSet<&str> = seen.values().flatten().map(String::as_str).collect();
    assert_eq!(all, BTreeSet::from(OUTERMOST));
}
