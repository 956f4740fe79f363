//! Both readers of ring files, format/ and the plain one, say the same of every recording.

use std::path::PathBuf;

use eventring::reader::Snapshot;
use eventring::registry::Release;
use eventring::release::ReleaseSet;
use eventring_conformance::inspect::{Naming, RingRecords};
use eventring_conformance::plain::{RuntimeNames, open};
use eventring_conformance::record::Record;
use eventring_conformance::source::{Argument, Limits, read};
use eventring_spec::recordings::{Recordings, folder};
use eventring_spec::registry::Registry;

#[test]
fn both_readers_agree_on_every_recording() {
    let recordings = Recordings::load(&folder()).unwrap();
    let registry = Registry::load().unwrap();
    let mut count = 0;
    for recording in recordings.list() {
        let path: PathBuf = folder().join(&recording.file);
        let argument = Argument::parse(path.into()).unwrap();
        let input = read(&argument, None, Limits { max_bytes: 1 << 30 }).unwrap();
        let release: Release = recording.release.parse().unwrap();
        let snapshot = Snapshot::new(&input.bytes).unwrap();
        let naming = Naming::new(ReleaseSet::only(release), snapshot.names());
        let one = snapshot.rings().flat_map(|ring| RingRecords::new(&ring, &naming));
        let file = open(&input.bytes).unwrap();
        let names = RuntimeNames::given(&registry, &recording.release).unwrap();
        let mut two = file.records(&names);
        for record in one {
            assert_eq!(Some(said(record)), two.next().map(said), "{}", recording.file);
            count += 1;
        }
        assert_eq!(two.next(), None, "{}", recording.file);
    }
    assert!(count > 0);
}

/// A record without its message, in which two readers may differ.
fn said(mut record: Record<'_>) -> Record<'_> {
    match &mut record {
        Record::Corrupt(corrupt) => corrupt.message = "".into(),
        Record::Refused { message, .. } => *message = "".into(),
        Record::Event(_) | Record::Lost { .. } => {}
    }
    record
}
