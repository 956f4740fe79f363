//! What the consumer of the mutants says besides records: how many events there are, and at most so many.

use std::collections::BTreeMap;

use super::mutant::Switch;
use super::reader::Answer;
use crate::record::{Body, Event, Record};

/// The limit that is asked for.
const LIMIT: u64 = 1;

/// The probes that a consumer with this answer fails, each with its clause and the end of the name of its case. They are
/// judged as [`crate::certify`] does: by the events that the consumer itself delivers.
pub(super) fn failed(
    answer: &Answer<'_>,
    switch: Option<Switch>,
) -> Vec<(&'static str, &'static str)> {
    let events = || events(answer).count() as u64;
    let limited = limited(answer, switch);
    let mut failed = Vec::new();
    if counted(answer, switch) != events() {
        failed.push(COUNTED);
    }
    if limited > LIMIT || (limited == 0 && events() > 0) {
        failed.push(AT_MOST_1);
    }
    failed
}

/// Clause and end of the name of the case of each probe.
pub(super) const ALL: [(&str, &str); 2] = [COUNTED, AT_MOST_1];

const COUNTED: (&str, &str) = ("record.count", "counted");
const AT_MOST_1: (&str, &str) = ("record.limit", "at-most-1");

fn events<'r, 'a>(answer: &'r Answer<'a>) -> impl Iterator<Item = &'r Event<'a>> {
    answer.records.iter().filter_map(|record| match record {
        Record::Event(event) => Some(event),
        _ => None,
    })
}

fn counted(answer: &Answer<'_>, switch: Option<Switch>) -> u64 {
    let counts = |event: &&Event<'_>| {
        switch != Some(Switch::UnitsUncounted) || !matches!(event.body, Body::Unit { .. })
    };
    events(answer).filter(counts).count() as u64
}

/// How many events it delivers under the limit.
fn limited(answer: &Answer<'_>, switch: Option<Switch>) -> u64 {
    let mut by_ring: BTreeMap<u32, u64> = BTreeMap::new();
    for event in events(answer) {
        *by_ring.entry(event.ring).or_default() += 1;
    }
    match switch {
        Some(Switch::LimitByRing) => by_ring.values().map(|events| LIMIT.min(*events)).sum(),
        _ => LIMIT.min(by_ring.values().sum()),
    }
}
