//! Two readers of ring files, format/ and the plain one, against every vector and every recording.

use std::collections::BTreeSet;

use eventring::reader::Snapshot;
use eventring_conformance::inspect::{Naming, ReleaseChoice, Releases, RingRecords};
use eventring_conformance::plain::{NotOpen, RuntimeNames, open};
use eventring_conformance::record::Record;
use eventring_conformance::source::{Argument, Limits, read};
use eventring_conformance::vectors::{Case, load};
use eventring_spec::clauses;
use eventring_spec::recordings::{Recordings, folder};
use eventring_spec::registry::Registry;

#[test]
fn both_readers_make_of_every_vector_what_it_expects() {
    let mut wrong = Vec::new();
    let mut files = 0;
    for vector in load().unwrap() {
        let given = &vector.front.release;
        for (case, order) in vector
            .cases
            .iter()
            .flat_map(|case| vector.byte_orders().map(move |order| (case, order)))
        {
            files += 1;
            let bytes = case.encode(order).unwrap().bytes;
            let (expected, records) = (case.expected.exit, case.expected.records());
            for (reader, (exit, found)) in
                [("format/", by_format(&bytes, given)), ("plain", by_plain(&bytes, given))]
            {
                if let Some(difference) = difference(&records, &found) {
                    wrong.push(format!("{} {order}: {reader}: {difference}", case.name));
                } else if exit != expected {
                    wrong.push(format!(
                        "{} {order}: {reader}: exit {exit}, not {expected}",
                        case.name
                    ));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(files > 0);
}

/// Names of clauses, of cases, and what is expected, make sense together.
#[test]
fn vectors_are_sound() {
    let vectors = load().unwrap();
    assert!(!vectors.is_empty());
    let mut names = BTreeSet::new();
    for vector in &vectors {
        assert!(!vector.cases.is_empty(), "{}", vector.name);
        for case in &vector.cases {
            assert!(names.insert(&case.name), "{} twice", case.name);
            expectation_is_sound(case);
            for clause in &case.breaks {
                let clause =
                    clauses::find(clause).unwrap_or_else(|| panic!("{}: {clause}", case.name));
                assert!(clause.role().binds_producers(), "{}: {}", case.name, clause.name());
            }
        }
    }
}

fn expectation_is_sound(Case { name, breaks, expected, .. }: &Case) {
    let records = expected.records();
    let faults: Vec<&Record<'_>> = records
        .iter()
        .filter(|record| matches!(record, Record::Corrupt(_) | Record::Refused { .. }))
        .collect();
    match expected.exit {
        0 => assert!(faults.is_empty(), "{name}: exit 0 with a fault"),
        1 => assert!(!faults.is_empty() && !breaks.is_empty(), "{name}: exit 1 without a fault"),
        5 => assert!(records.is_empty(), "{name}: not ready, with records"),
        other => panic!("{name}: exit {other}"),
    }
    for fault in faults {
        let clause = match fault {
            Record::Corrupt(corrupt) => &corrupt.clause,
            Record::Refused { clause, .. } => clause,
            Record::Event(_) | Record::Lost { .. } => continue,
        };
        assert!(clauses::find(clause).is_some(), "{name}: {clause}");
    }
}

#[test]
fn both_readers_agree_on_every_recording() {
    let recordings = Recordings::load(&folder()).unwrap();
    let mut count = 0;
    for recording in recordings.list() {
        let argument = Argument::parse(folder().join(&recording.file).into()).unwrap();
        let input = read(&argument, None, Limits { max_bytes: 1 << 30 }).unwrap();
        let (_, one) = by_format(&input.bytes, &recording.release);
        let (_, two) = by_plain(&input.bytes, &recording.release);
        assert_eq!(difference(&one, &two), None, "{}", recording.file);
        count += one.len();
    }
    assert!(count > 0);
}

type Reading<'a> = (u8, Vec<Record<'a>>);

fn by_format<'a>(bytes: &'a [u8], release: &str) -> Reading<'a> {
    let snapshot = match Snapshot::new(bytes) {
        Ok(snapshot) => snapshot,
        Err(refusal) if refusal.is_not_ready() => return (5, Vec::new()),
        Err(refusal) => {
            let (clause, message) = (refusal.clause().into(), refusal.to_string().into());
            return (1, vec![Record::Refused { clause, message }]);
        }
    };
    let choice: ReleaseChoice = release.parse().unwrap();
    let releases = Releases::of(&snapshot, choice);
    let naming = Naming::new(releases.remaining(), snapshot.names());
    let records = snapshot.rings().flat_map(|ring| RingRecords::new(&ring, &naming));
    with_exit(records.collect())
}

fn by_plain<'a>(bytes: &'a [u8], release: &str) -> Reading<'a> {
    let file = match open(bytes) {
        Ok(file) => file,
        Err(NotOpen::NotReady { .. }) => return (5, Vec::new()),
        Err(not_open) => return (1, not_open.record().into_iter().collect()),
    };
    let registry = Registry::load().unwrap();
    let names = match release {
        "none" => RuntimeNames::none(),
        release => RuntimeNames::given(&registry, release).unwrap(),
    };
    let names = Box::leak(Box::new(names));
    with_exit(file.records(names).collect())
}

fn with_exit(records: Vec<Record<'_>>) -> Reading<'_> {
    let corrupt = records.iter().any(|record| matches!(record, Record::Corrupt(_)));
    (u8::from(corrupt), records)
}

/// Where two lists of records part, `message` aside.
fn difference(wanted: &[Record<'_>], found: &[Record<'_>]) -> Option<String> {
    let longest = wanted.len().max(found.len());
    (0..longest).find_map(|place| {
        let [wanted, found] = [wanted, found].map(|records| records.get(place).map(said));
        (wanted != found).then(|| format!("record {place}: {found:?}, not {wanted:?}"))
    })
}

fn said(record: &Record<'_>) -> String {
    let mut record = record.clone();
    match &mut record {
        Record::Corrupt(corrupt) => corrupt.message = "".into(),
        Record::Refused { message, .. } => *message = "".into(),
        Record::Event(_) | Record::Lost { .. } => {}
    }
    serde_json::to_string(&record).unwrap()
}
