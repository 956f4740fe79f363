//! Two readers of ring files, format/ and the plain one, against every vector and every recording.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;
use std::sync::LazyLock;

use eventring::reader::Snapshot;
use eventring_conformance::inspect::{Naming, ReleaseChoice, Releases, RingRecords};
use eventring_conformance::plain::{NotOpen, RuntimeNames, open};
use eventring_conformance::record::Record;
use eventring_conformance::source::{Argument, Limits, read};
use eventring_conformance::vectors::{Case, export, load};
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
            // What remains is expected of format/, and told to the plain reader.
            let remaining = case.remaining.clone().unwrap_or_else(|| match given.as_str() {
                "none" => Vec::new(),
                release => vec![release.to_owned()],
            });
            let told = told_releases(&bytes, given);
            if told.as_ref().is_some_and(|told| *told != remaining) {
                wrong.push(format!(
                    "{} {order}: format/: {told:?} remain, not {remaining:?}",
                    case.name
                ));
            }
            for (reader, (exit, found)) in
                [("format/", by_format(&bytes, given)), ("plain", by_plain(&bytes, &remaining))]
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

/// The whole way: exported files, read by the command line.
#[test]
fn dump_prints_what_is_exported() {
    let vectors = load().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let cases =
        vectors.iter().flat_map(|vector| vector.cases.iter().map(move |case| (vector, case)));
    let count = export(folder.path(), cases, false).unwrap();
    let index = fs::read_to_string(folder.path().join("index.json")).unwrap();
    let index: Vec<serde_json::Value> = serde_json::from_str(&index).unwrap();
    assert!(count > 0 && index.len() == count);
    for entry in &index {
        let text = |member: &str| entry[member].as_str().unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_eventring"))
            .args(["dump", "--format", "jsonl", "--release", text("release")])
            .arg(folder.path().join(text("file")))
            .output()
            .unwrap();
        let code = output.status.code().map(i64::from);
        assert_eq!(code, entry["exit"].as_i64(), "{}", text("file"));
        let records = fs::read_to_string(folder.path().join(text("records"))).unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        assert_eq!(difference(&parsed(&records), &parsed(&printed)), None, "{}", text("file"));
    }
}

/// Records that are missing, added or changed are told.
#[test]
fn a_difference_is_told() {
    let vectors = load().unwrap();
    let case =
        vectors.iter().flat_map(|vector| &vector.cases).find(|case| case.name == "file/minimal");
    let expected = &case.unwrap().expected;
    let records = expected.records();
    assert_eq!(difference(&records, &records), None);
    assert!(difference(&records, &[]).is_some());
    assert!(difference(&[], &records).is_some());
    let other = [Record::Lost { ring: 0, words: 1 }];
    assert!(difference(&records, &other).is_some());
}

fn parsed(lines: &str) -> Vec<Record<'_>> {
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_command_line_lists_shows_and_exports() {
    let run = |arguments: &[&str]| {
        let output =
            Command::new(env!("CARGO_BIN_EXE_eventring")).arg("vectors").args(arguments).output();
        let output = output.unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (code, listed) = run(&["list", "--select", "header/max-domains/*"]);
    assert_eq!(code, Some(0));
    assert!(listed.lines().any(|line| line.starts_with("header/max-domains/most ")), "{listed}");
    assert!(listed.lines().all(|line| line.contains("header.max-domains")), "{listed}");
    assert_eq!(run(&["list", "--select", "nothing/*"]).0, Some(4));
    let (code, shown) = run(&["show", "ring/wrap-and-lap/after-the-wrap", "--byte-order", "big"]);
    assert_eq!(code, Some(0));
    assert!(shown.contains("144  00 e2 00 20 00 00 00 00  ring 0, position 8: int 2, 3 words"));
    assert_eq!(run(&["show", "ring/none"]).0, Some(2));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new/one");
    assert_eq!(run(&["export", path.to_str().unwrap(), "--select", "file/minimal"]).0, Some(0));
    assert!(path.join("file/minimal.big.events").exists());
    let file = path.join("index.json");
    assert_eq!(run(&["export", file.to_str().unwrap()]).0, Some(3));
    assert_eq!(run(&["export", path.to_str().unwrap(), "--select", "nothing"]).0, Some(4));
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
            let is_auto = vector.front.release == "auto";
            assert_eq!(is_auto, case.remaining.is_some(), "{}: what remains", case.name);
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
        let (_, two) = by_plain(&input.bytes, std::slice::from_ref(&recording.release));
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

/// Which releases format/ says remain, if the file can be read at all.
fn told_releases(bytes: &[u8], release: &str) -> Option<Vec<String>> {
    let snapshot = Snapshot::new(bytes).ok()?;
    let releases = Releases::of(&snapshot, release.parse().unwrap());
    Some(releases.remaining().iter().map(|release| release.name().to_owned()).collect())
}

fn by_plain<'a>(bytes: &'a [u8], releases: &[String]) -> Reading<'a> {
    let file = match open(bytes) {
        Ok(file) => file,
        Err(NotOpen::NotReady { .. }) => return (5, Vec::new()),
        Err(not_open) => return (1, not_open.record().into_iter().collect()),
    };
    static REGISTRY: LazyLock<Registry> = LazyLock::new(|| Registry::load().unwrap());
    let registry = &*REGISTRY;
    let releases: Vec<_> = releases.iter().map(|name| registry.release(name).unwrap()).collect();
    // Records borrow their names; a test's life is short.
    let names = Box::leak(Box::new(RuntimeNames::agreed(registry, &releases)));
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
