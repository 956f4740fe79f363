//! Where a check puts what it finds.

use super::check::{Check, Words};
use super::excerpt::excerpt;
use super::subject::Subject;
use crate::finding::{Finding, Grade, Place};

/// What became of one check over a whole file.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The check.
    pub check: &'static Check,
    /// How many things it looked at: words, rings, items, names.
    pub judged: u64,
    /// How many findings there are, of each grade.
    pub found: [u64; Grade::ALL.len()],
    /// The first of them.
    pub shown: Vec<Finding>,
    /// The clause for whose sake the check left something out, and how often.
    pub masked: Option<(&'static str, u64)>,
}

impl Outcome {
    pub(super) fn new(check: &'static Check) -> Self {
        Self { check, judged: 0, found: [0; Grade::ALL.len()], shown: Vec::new(), masked: None }
    }

    /// How many findings there are.
    pub fn findings(&self) -> u64 {
        self.found.iter().sum()
    }

    /// The grade of the worst finding.
    pub fn worst(&self) -> Option<Grade> {
        Grade::ALL.into_iter().rev().find(|grade| self.found[*grade as usize] > 0)
    }

    pub(super) fn mask(&mut self, clause: &'static str) {
        self.masked.get_or_insert((clause, 0)).1 += 1;
    }

    /// Whether something was found that other checks cannot judge past.
    pub(super) fn broken(&self) -> u64 {
        self.found[Grade::Should as usize] + self.found[Grade::Must as usize]
    }
}

/// Where a check puts what it finds.
pub(super) struct Sink<'s, 'a> {
    pub(super) subject: &'s Subject<'a>,
    pub(super) outcome: &'s mut Outcome,
    pub(super) grade: Grade,
    /// The most findings that are kept whole.
    pub(super) shown: usize,
}

impl Sink<'_, '_> {
    /// Judges one thing; `words` is asked where the clause does not hold.
    pub(super) fn judge(&mut self, holds: bool, place: Place, words: impl FnOnce() -> Words) {
        self.judge_as(self.grade, holds, place, words);
    }

    /// Judges one thing that counts otherwise than the clause's level says.
    pub(super) fn judge_as(
        &mut self,
        grade: Grade,
        holds: bool,
        place: Place,
        words: impl FnOnce() -> Words,
    ) {
        if holds { self.holds() } else { self.broken(grade, place, words()) }
    }

    /// One thing was judged, and is as the clause says.
    pub(super) fn holds(&mut self) {
        self.outcome.judged += 1;
    }

    fn broken(&mut self, grade: Grade, place: Place, words: Words) {
        self.outcome.judged += 1;
        self.outcome.found[grade as usize] += 1;
        if self.outcome.shown.len() < self.shown {
            let Words { found, allowed } = words;
            let clause = self.outcome.check.clause;
            let excerpt = excerpt(self.subject, &place);
            self.outcome.shown.push(Finding { clause, grade, place, found, allowed, excerpt });
        }
    }
}
