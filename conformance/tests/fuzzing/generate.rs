//! Generated sessions: what the plain writer makes of them is what their kind promises, by the checks and by both readers.

use std::collections::BTreeMap;

use arbitrary::Unstructured;
use eventring::reader::Snapshot;
use eventring_conformance::checks::{self, Subject};
use eventring_conformance::finding::Grade;
use eventring_conformance::generate::{CLAUSES, Session, body_lines, broken, hostile, valid};
use eventring_conformance::inspect::{Naming, ReleaseChoice, Releases, RingRecords};
use eventring_conformance::plain::{NotOpen, RuntimeNames, open};
use eventring_conformance::record::Record;
use eventring_conformance::vectors::Vector;
use eventring_spec::registry::Registry;
use fastrand::Rng;

/// Sessions of each kind.
const SESSIONS: u64 = 400;

/// Bytes of choices for each.
const CHOICE_BYTES: usize = 2048;

fn choices(seed: u64) -> Vec<u8> {
    let mut bytes = vec![0; CHOICE_BYTES];
    Rng::with_seed(seed).fill(&mut bytes);
    bytes
}

fn bytes_of(session: &Session) -> Vec<u8> {
    session.encode().unwrap().bytes
}

/// The clauses of level MUST that the checks find broken.
fn broken_clauses(registry: &Registry, session: &Session) -> Vec<&'static str> {
    let bytes = bytes_of(session);
    let subject = Subject::new(&bytes, registry, Some(session.release));
    let outcomes = checks::run(&subject, checks::all(), 1);
    let broken = outcomes.iter().filter(|outcome| outcome.worst() == Some(Grade::Must));
    broken.map(|outcome| outcome.check.clause).collect()
}

#[test]
fn valid_sessions_break_nothing() {
    let registry = Registry::load().unwrap();
    let mut events = 0;
    for seed in 0..SESSIONS {
        let session = valid(&mut Unstructured::new(&choices(seed))).unwrap();
        assert_eq!(
            broken_clauses(&registry, &session),
            [""; 0],
            "{seed}: {}",
            body_lines(&session)
        );
        events += session.rings.iter().map(|ring| ring.entries.len()).sum::<usize>();
    }
    // Not for want of anything to break.
    assert!(events as u64 > 4 * SESSIONS, "{events}");
}

#[test]
fn a_broken_clause_is_found_by_its_check() {
    let registry = Registry::load().unwrap();
    let mut seen: BTreeMap<&str, u64> = BTreeMap::new();
    for seed in 0..SESSIONS {
        let broken = broken(&mut Unstructured::new(&choices(seed))).unwrap();
        *seen.entry(broken.clause).or_default() += 1;
        let found = broken_clauses(&registry, &broken.session);
        let shown =
            format!("{seed}: {}: {found:?}\n{}", broken.clause, body_lines(&broken.session));
        match broken.clause {
            // It is no fault of the file.
            "file.left-over" | "file.not-ready" | "names.last-byte" => {}
            // Named by the kind of event.
            "payload.short" | "payload.extra" | "custom.count.above-7" | "custom.count.outside" => {
                assert!(!found.is_empty(), "{shown}");
            }
            // It may be cut at its very end, and what stands within an item can be anything.
            "file.truncated" | "ring.boundary" => {}
            clause => assert!(found.contains(&clause), "{shown}"),
        }
    }
    for (clause, _) in CLAUSES {
        assert!(seen.contains_key(clause), "{clause} is never broken");
    }
}

#[test]
fn both_readers_agree_on_all_of_them() {
    let registry = Registry::load().unwrap();
    let mut exits = [0_u64; 3];
    for seed in 0..SESSIONS {
        let choices = choices(seed);
        for session in [
            valid(&mut Unstructured::new(&choices)).unwrap(),
            broken(&mut Unstructured::new(&choices)).unwrap().session,
            hostile(&mut Unstructured::new(&choices)).unwrap(),
        ] {
            let bytes = bytes_of(&session);
            let (one, two) = (by_format(&bytes, &session), by_plain(&bytes, &session, &registry));
            assert_eq!(one, two, "{seed}: {}", body_lines(&session));
            exits[usize::from(one.0)] += 1;
        }
    }
    assert!(exits.iter().all(|count| *count > SESSIONS / 100), "{exits:?}");
}

#[test]
fn a_session_is_the_same_from_its_text() {
    for seed in 0..SESSIONS {
        let choices = choices(seed);
        for session in [
            broken(&mut Unstructured::new(&choices)).unwrap().session,
            hostile(&mut Unstructured::new(&choices)).unwrap(),
        ] {
            let front = "purpose = \"p.\"\nclauses = []\neffect = \"e.\"\nrelease = \"none\"";
            let text = format!("+++\n{front}\n+++\n{}exit 0\n", body_lines(&session));
            let vector =
                Vector::parse("made", &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            let image = vector.cases[0].encode(session.order).unwrap();
            assert_eq!(image.bytes, bytes_of(&session), "{text}");
        }
    }
}

#[test]
fn cutting_down_ends_at_almost_nothing() {
    for seed in 0..50 {
        let mut session = hostile(&mut Unstructured::new(&choices(seed))).unwrap();
        let mut steps = 0;
        // Takes the last one each time, which leaves out the least.
        while let Some(simpler) = session.simpler().pop() {
            session = simpler;
            steps += 1;
            assert!(steps < 20_000, "{}", body_lines(&session));
        }
        assert!(session.rings.is_empty() && session.patches.is_empty() && session.names.is_empty());
        assert_eq!((session.max_domains, session.ring_words), (1, 1));
    }
}

/// The exit code and the records, without wording, of the library and of the plain reader.
type Answer = (u8, Vec<String>);

fn by_format(bytes: &[u8], session: &Session) -> Answer {
    let snapshot = match Snapshot::new(bytes) {
        Ok(snapshot) => snapshot,
        Err(refusal) => return (if refusal.is_not_ready() { 2 } else { 1 }, Vec::new()),
    };
    let choice: ReleaseChoice = session.release.parse().unwrap();
    let releases = Releases::of(&snapshot, choice);
    let naming = Naming::new(releases.remaining(), snapshot.names());
    answer(snapshot.rings().flat_map(|ring| RingRecords::new(&ring, &naming).collect::<Vec<_>>()))
}

fn by_plain(bytes: &[u8], session: &Session, registry: &Registry) -> Answer {
    let names = RuntimeNames::given(registry, session.release).unwrap_or_default();
    match open(bytes) {
        Ok(file) => answer(file.records(&names)),
        Err(NotOpen::NotReady { .. }) => (2, Vec::new()),
        Err(NotOpen::Refused { .. }) => (1, Vec::new()),
    }
}

fn answer<'a>(records: impl Iterator<Item = Record<'a>>) -> Answer {
    let mut exit = 0;
    let lines = records.map(|mut record| {
        if let Record::Corrupt(corrupt) = &mut record {
            exit = 1;
            (corrupt.clause, corrupt.message) = ("".into(), "".into());
        }
        serde_json::to_string(&record).unwrap()
    });
    let lines = lines.collect();
    (exit, lines)
}
