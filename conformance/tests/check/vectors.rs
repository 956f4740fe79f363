//! Every vector breaks exactly the clauses that it names, and every check is shown by a vector to be able to fail.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use eventring_conformance::checks::{self, ReleaseKnown, Subject};
use eventring_conformance::finding::Grade;
use eventring_conformance::plain::ByteOrder;
use eventring_conformance::report::{Deviations, ReportBuilder, text};
use eventring_conformance::vectors::load;
use eventring_spec::registry::Registry;

/// What the checks say of a file: the clauses that are broken, those that could not be judged for that, and those for
/// which something is only worth a note.
#[derive(Default)]
struct Said {
    broken: BTreeSet<String>,
    masked: BTreeSet<String>,
    noted: BTreeSet<String>,
}

fn check(bytes: &[u8], registry: &Registry, release: Option<&str>) -> Said {
    let subject = Subject::new(bytes, registry, release);
    let mut said = Said::default();
    for outcome in checks::run(&subject, checks::all(), 1) {
        let clause = outcome.check.clause.to_owned();
        if outcome.worst() > Some(Grade::Note) {
            said.broken.insert(clause);
        } else if outcome.findings() > 0 {
            said.noted.insert(clause);
        } else if outcome.masked.is_some() {
            said.masked.insert(clause);
        }
    }
    said
}

/// Every case in each of its byte orders: its name, the clauses that it says it breaks, and what the checks say.
fn judged() -> &'static [(String, BTreeSet<String>, Said)] {
    static JUDGED: OnceLock<Vec<(String, BTreeSet<String>, Said)>> = OnceLock::new();
    JUDGED.get_or_init(|| {
        let registry = Registry::load().unwrap();
        let mut judged = Vec::new();
        for vector in load().unwrap() {
            for case in &vector.cases {
                // What a file alone cannot show is for whoever sees more than the file.
                let shown = case.breaks.iter().filter(|clause| checks::of(clause).is_some());
                let says: BTreeSet<String> = shown.cloned().collect();
                for order in vector.byte_orders() {
                    let image = case.encode(order).unwrap();
                    let said = check(&image.bytes, &registry, vector.given_release());
                    judged.push((format!("{} ({order})", case.name), says.clone(), said));
                }
            }
        }
        judged
    })
}

/// What is broken and not said is a false finding; what is said and not found has to be masked, or worth a note.
#[test]
fn each_vector_breaks_what_it_says_and_nothing_else() {
    let mut wrong = Vec::new();
    for (name, says, said) in judged() {
        let unsaid: Vec<_> = said.broken.difference(says).collect();
        let seen = |clause: &&String| {
            [&said.broken, &said.masked, &said.noted].iter().any(|set| set.contains(*clause))
        };
        let unseen: Vec<_> = says.iter().filter(|clause| !seen(clause)).collect();
        if !unsaid.is_empty() || !unseen.is_empty() {
            wrong.push(format!(
                "{name}: broken but not said {unsaid:?}, said but not broken {unseen:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_check_is_failed_by_a_vector() {
    let broken: BTreeSet<&str> =
        judged().iter().flat_map(|(_, _, said)| &said.broken).map(String::as_str).collect();
    let never = checks::all().iter().filter(|check| !broken.contains(check.clause));
    // A note is all that it can give.
    let never = never.filter(|check| check.clause != "runtime.balance");
    let never: Vec<&str> = never.map(|check| check.clause).collect();
    assert!(never.is_empty(), "no vector breaks {never:?}");
    let noted = judged().iter().any(|(_, _, said)| said.noted.contains("runtime.balance"));
    assert!(noted, "no vector is unbalanced");
}

/// No stamp says nothing; two that differ cancel each other.
#[test]
fn a_release_is_known_by_the_stamps() {
    let registry = Registry::load().unwrap();
    let vectors = load().unwrap();
    let two = vec!["5.2".to_owned(), "5.3".to_owned()];
    for (name, known) in [
        ("item/id", ReleaseKnown::Unknown),
        ("release/stamp/emitted-none", ReleaseKnown::Stamped("none".to_owned())),
        ("release/stamp/emitted-two", ReleaseKnown::Conflict(two)),
    ] {
        let case = vectors.iter().flat_map(|vector| &vector.cases).find(|case| case.name == name);
        let case = case.unwrap_or_else(|| panic!("{name}"));
        let bytes = case.encode(ByteOrder::Little).unwrap().bytes;
        assert_eq!(*Subject::new(&bytes, &registry, None).release(), known, "{name}");
    }
}

/// A file without an event of Eio does not pass the checks of its profile: there is nothing to judge.
#[test]
fn the_eio_profile_is_for_files_with_events_of_eio() {
    let registry = Registry::load().unwrap();
    for vector in load().unwrap().iter().filter(|vector| vector.name.starts_with("item/")) {
        for case in &vector.cases {
            let order = vector.byte_orders().next().unwrap();
            let bytes = case.encode(order).unwrap().bytes;
            let subject = Subject::new(&bytes, &registry, vector.given_release());
            for outcome in checks::run(&subject, checks::all(), 1) {
                let of_eio = outcome.check.clause.starts_with("eio.");
                assert!(!of_eio || outcome.judged == 0, "{} {}", case.name, outcome.check.clause);
            }
        }
    }
}

/// Cut anywhere, and with any word of its first part turned to ones, a file is judged and the report can be printed.
#[test]
fn no_bytes_stop_a_check() {
    let registry = Registry::load().unwrap();
    let mut files = 0;
    let mut judge = |bytes: &[u8]| {
        let subject = Subject::new(bytes, &registry, Some("5.3"));
        let mut builder = ReportBuilder::new(Deviations::default(), true);
        builder.file("x.events".to_owned(), &subject, checks::run(&subject, checks::all(), 1));
        let report = builder.finish();
        assert_eq!(report.counts.planned, checks::all().len() as u64);
        assert!(report.exit <= 5 && !text(&report, false).is_empty());
        files += 1;
    };
    for vector in load().unwrap() {
        let Some(case) = vector.cases.first() else { continue };
        // The reader settles the byte order before anything else: one of them is enough.
        let Some(order) = vector.byte_orders().last() else { continue };
        let mut bytes = case.encode(order).unwrap().bytes;
        bytes.truncate(1024);
        for end in (0..bytes.len()).step_by(41) {
            judge(&bytes[..end]);
        }
        for start in (0..bytes.len().min(320)).step_by(8) {
            let end = (start + 8).min(bytes.len());
            let word = bytes[start..end].to_vec();
            bytes[start..end].fill(0xff);
            judge(&bytes);
            bytes[start..end].copy_from_slice(&word);
        }
    }
    assert!(files > 1000);
}
