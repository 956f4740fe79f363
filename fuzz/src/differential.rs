//! The reader against the plain one, which was written from `SPEC.md` alone.

use std::sync::LazyLock;

use eventring::reader::Snapshot;
use eventring_conformance::inspect::{Naming, ReleaseChoice, Releases, RingRecords, Typing};
use eventring_conformance::plain::{EioReader, NotOpen, RuntimeNames, open};
use eventring_conformance::record::{Reading, Record};
use eventring_spec::registry::Registry;

use crate::file;

/// A release with all that is in the tables; which one does not matter here.
const RELEASE: &str = "5.5";

/// Its names, for the plain reader.
pub static NAMES: LazyLock<RuntimeNames> = LazyLock::new(|| {
    let registry = Registry::load().expect("the registry is part of this program and is linted");
    RuntimeNames::given(&registry, RELEASE).expect("a release of the registry")
});

/// Both make the same of every input, and of the file that it describes: the same records with the same readings of Eio's events, or
/// the same refusal. Where an item breaks several clauses each may name another (section "Faults" of SPEC.md); messages are free.
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
            let typing = Typing::of(&snapshot);
            let wanted: Vec<_> = plain.records(&NAMES).collect();
            let reader = is_of_eio(&snapshot).then(|| EioReader::new(&wanted));
            let mut records = snapshot.rings().flat_map(|ring| RingRecords::new(&ring, &naming));
            for wanted in wanted {
                let found = records.next().expect("a record for each of the plain reader's");
                let reading = reader.and_then(|reader| reader.reading(&wanted));
                assert_eq!(read(&typing, &found), reading, "{wanted:?}");
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

/// Whether there is a name of Eio's: else there is nothing to be read.
fn is_of_eio(snapshot: &Snapshot<'_>) -> bool {
    snapshot.names().iter().any(|(_, name)| name.as_bytes().starts_with(b"eio."))
}

/// What the reader prints as the member `typed` (clause eio.record.typed).
fn read(typing: &Typing, record: &Record<'_>) -> Option<Option<Reading>> {
    let typed = serde_json::to_value(typing.typed(record)?).expect("a reading can be printed");
    Some(serde_json::from_value(typed).expect("what is printed is a reading"))
}

fn without_wording(mut record: Record<'_>) -> Record<'_> {
    if let Record::Corrupt(corrupt) = &mut record {
        corrupt.message = "".into();
        corrupt.clause = "".into();
    }
    record
}
