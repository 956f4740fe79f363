//! What every finding of the vectors says: where it is, what is there, what the clause allows, and for the first of each
//! clause the bytes around it.
//!
//! `EVENTRING_UPDATE=1 cargo test -p eventring-conformance --test check findings` writes `expected/findings.txt` anew, to be
//! read by whoever changes it.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use eventring_conformance::checks::{self, Outcome, Subject};
use eventring_conformance::counted::Counted;
use eventring_conformance::finding::{Finding, Row};
use eventring_conformance::plain::ByteOrder;
use eventring_conformance::vectors::{Case, Vector, load};
use eventring_spec::registry::Registry;

use crate::expected::assert_expected;

const EXPECTED: &str = "check/expected/findings.txt";

/// What the checks say of a case: how much they judged, found and masked, and so many findings of each clause.
fn said(
    case: &Case,
    vector: &Vector,
    order: ByteOrder,
    registry: &Registry,
    shown: usize,
) -> (String, Vec<Finding>) {
    let bytes = case.encode(order).unwrap().bytes;
    let subject = Subject::new(&bytes, registry, vector.given_release());
    let outcomes = checks::run(&subject, checks::all(), shown);
    let judged: u64 = outcomes.iter().map(|outcome| outcome.judged).sum();
    let found: u64 = outcomes.iter().map(Outcome::findings).sum();
    let mut totals = format!("{judged} judged, {found} found");
    let masks: BTreeSet<(&str, u64)> = outcomes.iter().filter_map(|one| one.masked).collect();
    for (clause, times) in masks {
        write!(totals, ", masked by {clause} {times}").unwrap();
    }
    let findings: Vec<Finding> = outcomes.into_iter().flat_map(|outcome| outcome.shown).collect();
    for finding in &findings {
        excerpt_is_of_the_file(finding, &bytes);
    }
    (totals, findings)
}

/// The rows are those of the file, in its order, and the bytes in question are among them where the file has them.
fn excerpt_is_of_the_file(finding: &Finding, bytes: &[u8]) {
    let rows = &finding.excerpt.rows;
    for row in rows {
        let at = usize::try_from(row.offset_bytes).unwrap();
        assert_eq!(row.bytes, bytes[at..bytes.len().min(at + 8)], "{finding:?}");
        assert!(at.is_multiple_of(8) && !row.bytes.is_empty(), "{finding:?}");
    }
    assert!(rows.is_sorted_by(|a, b| a.offset_bytes < b.offset_bytes), "{finding:?}");
    let has = |byte: u64| rows.iter().any(|row| row.offset_bytes / 8 == byte / 8);
    let first = finding.place.offset_bytes;
    let last = first + finding.place.len_bytes.clamp(1, 8 * 1023) - 1;
    for byte in [first, last] {
        assert_eq!(has(byte), byte < bytes.len() as u64, "byte {byte} of {finding:?}");
    }
}

fn line(finding: &Finding) -> String {
    let Finding { clause, grade, place, found, allowed, .. } = finding;
    let bytes = Counted(place.len_bytes, "byte");
    format!("  {clause} ({grade}): {place}, {bytes}: {found}; allowed: {allowed}\n")
}

fn row(row: &Row) -> String {
    let bytes: Vec<String> = row.bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("    {:6} {:23} {}\n", row.offset_bytes, bytes.join(" "), row.meaning)
}

#[test]
fn each_is_as_it_was_read() {
    let registry = Registry::load().unwrap();
    let mut shown = BTreeSet::new();
    let mut text = String::new();
    for vector in load().unwrap() {
        for case in &vector.cases {
            let Some(order) = vector.byte_orders().next() else { continue };
            let (totals, findings) = said(case, &vector, order, &registry, 3);
            text += &format!("{} ({order}): {totals}\n", case.name);
            for finding in findings {
                text += &line(&finding);
                if shown.insert(finding.clause) {
                    finding.excerpt.rows.iter().for_each(|one| text += &row(one));
                }
            }
        }
    }
    assert_expected(Path::new(EXPECTED), &text);
}

/// A finding is in the same place whatever the byte order, and is the same but for words that the order swaps.
#[test]
fn each_is_in_the_same_place_in_both_byte_orders() {
    let registry = Registry::load().unwrap();
    for vector in load().unwrap() {
        for case in &vector.cases {
            let mut orders = vector.byte_orders().map(|order| {
                let (mut places, findings) = said(case, &vector, order, &registry, 1);
                for Finding { clause, place, .. } in findings {
                    write!(places, "; {clause}: {place}, {}", place.len_bytes).unwrap();
                }
                places
            });
            if let (Some(first), Some(second)) = (orders.next(), orders.next()) {
                assert_eq!(first, second, "{}", case.name);
            }
        }
    }
}
