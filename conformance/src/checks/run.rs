//! Runs checks over a file, and masks those that cannot judge.

use super::check::{Check, Judge};
use super::faults;
use super::sink::{Outcome, Sink};
use super::subject::Subject;
use crate::clauses;
use crate::finding::Grade;
use crate::plain::{Item, Ring};

/// A set of checks, by their place in the list.
type Set = u128;

/// Runs all of `checks` and gives what became of each, in their order. At most `shown` findings of a check are kept
/// whole; the others are counted.
///
/// A check must come after those of the clauses that it presupposes.
pub fn run(subject: &Subject<'_>, checks: &'static [Check], shown: usize) -> Vec<Outcome> {
    let mut run = Run::new(subject, checks, shown);
    run.file();
    if let Some(file) = subject.file() {
        for ring in file.rings() {
            run.ring(&ring);
        }
    }
    run.session();
    run.outcomes
}

struct Run<'s, 'a> {
    subject: &'s Subject<'a>,
    plans: Vec<Plan>,
    /// The places of those that look at single items, of which a file can have millions.
    of_items: Vec<usize>,
    outcomes: Vec<Outcome>,
    shown: usize,
    /// Broken for the file as a whole, anywhere in it, and in the ring at hand.
    in_file: Set,
    anywhere: Set,
    in_ring: Set,
}

/// A check with what does not change while it runs.
struct Plan {
    check: &'static Check,
    grade: Grade,
    /// What it presupposes, and what that presupposes in turn.
    presupposes: Set,
}

impl<'s, 'a> Run<'s, 'a> {
    fn new(subject: &'s Subject<'a>, checks: &'static [Check], shown: usize) -> Self {
        let place = |clause: &&str| checks.iter().position(|check| check.clause == *clause);
        let mut plans: Vec<Plan> = Vec::with_capacity(checks.len());
        for check in checks {
            let places = check.presupposes.iter().filter_map(place);
            // What a check presupposes may be masked itself, and then nobody knows whether it holds.
            let further = |place: usize| plans.get(place).map_or(0, |plan| plan.presupposes);
            let presupposes = places.fold(0, |all, place| all | set(place) | further(place));
            let level = clauses::find(check.clause).map(|clause| clause.level());
            let grade = level.map_or(Grade::Note, clauses::grade);
            plans.push(Plan { check, grade, presupposes });
        }
        Self {
            subject,
            of_items: (0..checks.len())
                .filter(|place| matches!(checks[*place].judge, Judge::Item(_)))
                .collect(),
            plans,
            outcomes: checks.iter().map(Outcome::new).collect(),
            shown,
            in_file: 0,
            anywhere: 0,
            in_ring: 0,
        }
    }

    /// The checks that need no ring.
    fn file(&mut self) {
        for place in 0..self.plans.len() {
            let check = self.plans[place].check;
            let broken = match check.judge {
                Judge::HeaderFault(words) => self.judge(place, self.in_file, |subject, sink| {
                    faults::in_header(subject, check.clause, words, sink);
                }),
                Judge::Header(judge) => self.judge(place, self.in_file, |subject, sink| {
                    if let Some(header) = subject.header() {
                        judge(subject, header, sink);
                    }
                }),
                Judge::File(judge) => self.judge(place, self.in_file, judge),
                Judge::RingFault(_) | Judge::Ring(_) | Judge::Item(_) | Judge::Session(_) => {
                    if let Some(clause) = self.subject.shut_by() {
                        self.outcomes[place].mask(clause);
                    }
                    continue;
                }
            };
            self.in_file |= broken;
        }
        self.anywhere = self.in_file;
    }

    fn ring(&mut self, ring: &Ring<'a>) {
        self.in_ring = self.in_file;
        let fault = ring.items().find_map(Result::err);
        for place in 0..self.plans.len() {
            let check = self.plans[place].check;
            let broken = match check.judge {
                Judge::RingFault(words) => self.judge(place, self.in_ring, |_, sink| {
                    faults::in_ring(ring, fault.as_ref(), check.clause, words, sink);
                }),
                Judge::Ring(judge) => self.judge(place, self.in_ring, |_, sink| judge(ring, sink)),
                _ => continue,
            };
            self.in_ring |= broken;
        }
        self.anywhere |= self.in_ring;
        for item in ring.items().map_while(Result::ok) {
            self.anywhere |= self.item(ring, &item);
        }
    }

    fn item(&mut self, ring: &Ring<'a>, item: &Item<'a>) -> Set {
        let mut in_item = self.in_ring;
        for index in 0..self.of_items.len() {
            let place = self.of_items[index];
            if let Judge::Item(judge) = self.plans[place].check.judge {
                in_item |=
                    self.judge(place, in_item, |subject, sink| judge(subject, ring, item, sink));
            }
        }
        in_item
    }

    /// The checks that look at all rings together.
    fn session(&mut self) {
        if self.subject.file().is_none() {
            return;
        }
        for place in 0..self.plans.len() {
            if let Judge::Session(judge) = self.plans[place].check.judge {
                self.anywhere |= self.judge(place, self.anywhere, judge);
            }
        }
    }

    /// Runs one check, unless what it presupposes is `broken`. Gives the check itself where it is broken now.
    fn judge(
        &mut self,
        place: usize,
        broken: Set,
        judge: impl FnOnce(&Subject<'a>, &mut Sink<'_, 'a>),
    ) -> Set {
        let (plan, outcome) = (&self.plans[place], &mut self.outcomes[place]);
        let in_the_way = plan.presupposes & broken;
        if in_the_way != 0 {
            outcome.mask(self.plans[in_the_way.trailing_zeros() as usize].check.clause);
            return 0;
        }
        let before = outcome.broken();
        let (subject, grade, shown) = (self.subject, plan.grade, self.shown);
        judge(subject, &mut Sink { subject, outcome, grade, shown });
        if self.outcomes[place].broken() > before { set(place) } else { 0 }
    }
}

fn set(place: usize) -> Set {
    // The list has fewer checks than a set has bits: a test says so.
    1 << place
}
