//! The reader against the plain one, which was written from `SPEC.md` alone.

use std::sync::LazyLock;

use eventring::reader::Snapshot;
use eventring_conformance::inspect::{Naming, ReleaseChoice, Releases, RingRecords};
use eventring_conformance::plain::{NotOpen, RuntimeNames, open};
use eventring_conformance::record::Record;
use eventring_spec::registry::Registry;

use crate::file;

/// A release with all that is in the tables; which one does not matter here.
const RELEASE: &str = "5.5";

/// Its names, for the plain reader.
pub static NAMES: LazyLock<RuntimeNames> = LazyLock::new(|| {
    let registry = Registry::load().expect("the registry is part of this program and is linted");
    RuntimeNames::given(&registry, RELEASE).expect("a release of the registry")
});

/// Both make the same of every input, and of the file that it describes: the same records, or the same refusal. Where an item breaks
/// several clauses each may name another (section "Faults" of SPEC.md); messages are free.
pub fn body(input: &[u8]) {
    check(&file::make(input));
    check(input);
}

/// Both make the same of these bytes.
pub(crate) fn check(bytes: &[u8]) {
    match (Snapshot::new(bytes), open(bytes)) {
        (Ok(snapshot), Ok(plain)) => {
            let choice: ReleaseChoice = RELEASE.parse().expect("a release of the registry");
            let releases = Releases::of(&snapshot, choice);
            let naming = Naming::new(releases.remaining(), snapshot.names());
            let mut records = snapshot.rings().flat_map(|ring| RingRecords::new(&ring, &naming));
            for wanted in plain.records(&NAMES) {
                let found = records.next().expect("a record for each of the plain reader's");
                assert_eq!(without_wording(found), without_wording(wanted));
            }
            assert!(records.next().is_none(), "a record that the plain reader does not have");
        }
        (Err(refusal), Err(NotOpen::NotReady { .. })) => assert!(refusal.is_not_ready()),
        (Err(refusal), Err(NotOpen::Refused { faults, .. })) => {
            assert!(
                faults.iter().any(|fault| fault.clause == refusal.clause()),
                "{refusal}: {} is not among {faults:?}",
                refusal.clause()
            );
        }
        (format, plain) => panic!("{:?}, but {:?}", format.err(), plain.err()),
    }
}

fn without_wording(mut record: Record<'_>) -> Record<'_> {
    if let Record::Corrupt(corrupt) = &mut record {
        corrupt.message = "".into();
        corrupt.clause = "".into();
    }
    record
}
