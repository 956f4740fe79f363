//! What was judged of a producer, clause by clause.

use std::collections::BTreeMap;

use super::unit::outcome;
use crate::certify::judge::{Failure, FailureKind};
use crate::certify::unit::{Breach, Ending};
use crate::checks::Outcome as CheckOutcome;
use crate::finding::Grade;

/// What became of a clause.
#[derive(Clone, Debug, Default)]
pub struct Judged {
    /// How many things were judged.
    pub times: u64,
    /// The first that is not as the clause says.
    pub failure: Option<Failure>,
}

/// Everything that was judged, by clause.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    clauses: BTreeMap<&'static str, Judged>,
}

/// What is not as a clause says: what is there, what the clause allows, and where in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Broken {
    pub(super) found: String,
    pub(super) allowed: String,
    pub(super) offset_bytes: Option<u64>,
}

impl Broken {
    pub(super) fn new(found: impl Into<String>, allowed: impl Into<String>) -> Self {
        Self { found: found.into(), allowed: allowed.into(), offset_bytes: None }
    }

    pub(super) fn at(self, offset_bytes: u64) -> Self {
        Self { offset_bytes: Some(offset_bytes), ..self }
    }
}

impl Evidence {
    /// Judges one thing; `broken` is asked where the clause does not hold.
    pub(super) fn judge(
        &mut self,
        clause: &'static str,
        holds: bool,
        broken: impl FnOnce() -> Broken,
    ) {
        let judged = self.clauses.entry(clause).or_default();
        judged.times += 1;
        if !holds && judged.failure.is_none() {
            judged.failure = Some(failure(clause, FailureKind::FINDING, broken()));
        }
    }

    /// An answer that is none, or another than a clause asks for.
    pub(super) fn answer(&mut self, clause: &'static str, kind: FailureKind, broken: Broken) {
        let judged = self.clauses.entry(clause).or_default();
        judged.times += 1;
        judged.failure.get_or_insert_with(|| failure(clause, kind, broken));
    }

    /// An ending where an answer was expected.
    pub(super) fn unanswered(&mut self, clause: &'static str, ending: &Ending) {
        let broken = Broken::new(ending.to_string(), "an answer to each request");
        let kind = FailureKind::Outcome(outcome(ending));
        let judged = self.clauses.entry(clause).or_default();
        judged.times += 1;
        judged.failure.get_or_insert_with(|| {
            let failure = failure(clause, kind, broken);
            let Ending::BrokeProtocol(breach) = ending else { return failure };
            let Breach { how, said, place, wanted } = breach.clone();
            Failure {
                message: breach.to_string(),
                expected: wanted.unwrap_or(failure.expected),
                got: said.unwrap_or(how),
                output: place,
                ..failure
            }
        });
    }

    /// Adds what the checks of a file came to. Notes are for what a conforming producer may do.
    pub(super) fn checks(&mut self, what: &str, outcomes: Vec<CheckOutcome>) {
        for outcome in outcomes {
            if outcome.judged == 0 {
                continue;
            }
            let judged = self.clauses.entry(outcome.check.clause).or_default();
            judged.times += outcome.judged;
            let worst = outcome.worst() > Some(Grade::Note);
            let finding = outcome.shown.iter().find(|finding| finding.grade > Grade::Note);
            if let (true, None) = (worst, &judged.failure) {
                let broken = finding.map_or_else(
                    || Broken::new("a finding that was not kept", "none"),
                    |finding| {
                        let found = format!("{} ({what}, {})", finding.found, finding.place);
                        Broken::new(found, &*finding.allowed).at(finding.place.offset_bytes)
                    },
                );
                judged.failure = Some(failure(outcome.check.clause, FailureKind::FINDING, broken));
            }
        }
    }

    /// A file header that can be seen as ready is whole (clause order.header).
    pub fn header_is_whole(&mut self, holds: bool) {
        self.judge("order.header", holds, || {
            Broken::new("a data offset in a file header that is refused", "a whole file header")
        });
    }

    /// Head is at most tail, and the window no larger than the ring (clause ring.window).
    pub fn window_is_right(&mut self, holds: bool) {
        self.judge("ring.window", holds, || Broken::new("a window that cannot be", "one that can"));
    }

    /// What was judged of each clause.
    pub fn clauses(&self) -> &BTreeMap<&'static str, Judged> {
        &self.clauses
    }

    /// Whether a clause does not hold.
    pub(super) fn is_broken(&self, clause: &str) -> bool {
        self.clauses.get(clause).is_some_and(|judged| judged.failure.is_some())
    }

    /// The clauses that do not hold.
    pub fn broken(&self) -> impl Iterator<Item = &'static str> {
        let broken = self.clauses.iter().filter(|(_, judged)| judged.failure.is_some());
        broken.map(|(clause, _)| *clause)
    }
}

fn failure(clause: &'static str, failure: FailureKind, broken: Broken) -> Failure {
    let Broken { found, allowed, offset_bytes } = broken;
    Failure {
        failure,
        message: format!("{found}; allowed: {allowed}"),
        clause: clause.to_owned(),
        record: None,
        member: None,
        offset_bytes,
        expected: allowed,
        got: found,
        output: None,
    }
}
