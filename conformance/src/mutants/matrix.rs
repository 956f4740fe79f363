//! Clauses and mutants: who kills whom, and what is wrong with that.

use std::collections::BTreeSet;

use eventring_spec::clauses::{Clause, Level};
use eventring_spec::registry::Registry;
use schemars::JsonSchema;
use serde::Serialize;

use super::consumer::{self, CONSUMERS};
use super::live::{self, LIVE_CONSUMERS, LiveMutant};
use super::producer;
use super::reasons::{NOT_YET, Side, reason};
use crate::clauses;
use crate::vectors::Vector;

/// All mutants and all clauses in force.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Matrix {
    /// Each mutant, producers first.
    pub mutants: Vec<Mutant>,
    /// Each clause, in the order of `SPEC.md`.
    pub clauses: Vec<Row>,
    /// What the producer and the consumer fail that do nothing wrong: nothing.
    pub right_ones_fail: Vec<String>,
}

/// A mutant, and what became of it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Mutant {
    /// Its permanent name, unique among those of its side.
    pub name: &'static str,
    /// What it plays.
    pub side: Side,
    /// The clause that it breaks.
    pub clause: &'static str,
    /// What it does, for people.
    pub does: &'static str,
    /// Of a producer: the clauses whose checks find something, masked ones left out. Of a consumer: the cases that it
    /// fails, with their byte order, and the scenarios.
    pub failed: BTreeSet<String>,
    /// Why it is not killed as it should be, if so.
    pub wrong: Option<String>,
}

/// A clause, and the mutants that show that breaking it is seen.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Row {
    /// The clause.
    pub clause: &'static str,
    /// Its level, such as `MUST`.
    pub level: &'static str,
    /// Whom it binds, such as `both`.
    pub role: &'static str,
    /// The producer mutants of this clause that are killed.
    pub producers: Vec<&'static str>,
    /// The consumer mutants of this clause that are killed.
    pub consumers: Vec<&'static str>,
    /// Why there is no mutant where one is missing, by side.
    pub reasons: Vec<(Side, String)>,
    /// The sides for which a mutant is still to be made.
    pub not_yet: Vec<Side>,
    /// The sides for which neither a mutant nor a reason is there.
    pub gaps: Vec<Side>,
}

impl Matrix {
    /// Runs every mutant.
    ///
    /// # Errors
    ///
    /// Something of the program's own cannot be made: a message.
    pub fn run(vectors: &[Vector], registry: &Registry) -> Result<Self, String> {
        let found_in = |mutant| {
            producer::found_in(mutant, registry)
                .map(|found| found.into_iter().map(str::to_owned).collect::<BTreeSet<String>>())
        };
        let mut mutants = Vec::new();
        for mutant in producer::all() {
            let failed = found_in(Some(mutant))?;
            let wrong = wrong_producer(mutant, &failed);
            let producer::ProducerMutant { name, clause, does, .. } = *mutant;
            mutants.push(Mutant { name, side: Side::Producer, clause, does, failed, wrong });
        }
        let runs = consumer::run(vectors, registry)?;
        for (place, mutant) in CONSUMERS.iter().enumerate() {
            let (failed, wrong) = (runs.fails[place].clone(), runs.verdict(place).err());
            let consumer::ConsumerMutant { name, clause, does, .. } = *mutant;
            mutants.push(Mutant { name, side: Side::Consumer, clause, does, failed, wrong });
        }
        for mutant in LIVE_CONSUMERS {
            let found = live::found_in(Some(mutant))?;
            let wrong = live::wrong(mutant, &found);
            let failed = found.into_keys().map(str::to_owned).collect();
            let LiveMutant { name, clause, does, .. } = *mutant;
            mutants.push(Mutant { name, side: Side::Consumer, clause, does, failed, wrong });
        }
        let mut right_ones_fail: Vec<String> = found_in(None)?.into_iter().collect();
        right_ones_fail.extend(runs.right_fails);
        right_ones_fail.extend(live::found_in(None)?.into_keys().map(str::to_owned));
        let clauses = clauses::in_force().map(|clause| Row::of(clause, &mutants)).collect();
        Ok(Self { mutants, clauses, right_ones_fail })
    }

    /// Whether every clause that must hold has its mutants or a reason, and every mutant is killed as it should be.
    pub fn is_sound(&self) -> bool {
        self.right_ones_fail.is_empty()
            && self.mutants.iter().all(|mutant| mutant.wrong.is_none())
            && self.clauses.iter().all(|row| row.gaps.is_empty())
    }
}

fn wrong_producer(mutant: &producer::ProducerMutant, failed: &BTreeSet<String>) -> Option<String> {
    let own = [mutant.clause];
    let wanted = if mutant.shows.is_empty() { &own } else { mutant.shows };
    let wanted: BTreeSet<String> = wanted.iter().copied().map(str::to_owned).collect();
    let list = |clauses: &BTreeSet<String>| clauses.iter().cloned().collect::<Vec<_>>().join(", ");
    if failed.is_empty() {
        return Some("no check finds anything".to_owned());
    }
    (*failed != wanted)
        .then(|| format!("the checks find {}, and should {}", list(failed), list(&wanted)))
}

impl Row {
    fn of(clause: &'static Clause, mutants: &[Mutant]) -> Self {
        let (name, role) = (clause.name(), clause.role());
        let of = |side| -> Vec<&'static str> {
            let killed = |mutant: &&Mutant| {
                mutant.side == side && mutant.clause == name && mutant.wrong.is_none()
            };
            mutants.iter().filter(killed).map(|mutant| mutant.name).collect()
        };
        let mut row = Self {
            clause: name,
            level: clause.level().name(),
            role: role.name(),
            producers: of(Side::Producer),
            consumers: of(Side::Consumer),
            reasons: Vec::new(),
            not_yet: Vec::new(),
            gaps: Vec::new(),
        };
        if clause.level() != Level::Must {
            return row;
        }
        let producers = role.binds_producers();
        for (side, binds, mutants) in [
            (Side::Producer, producers, &row.producers),
            // Whoever is no producer is a consumer of some kind.
            (Side::Consumer, !producers || role.binds_snapshot_consumers(), &row.consumers),
        ] {
            if !binds || !mutants.is_empty() {
                continue;
            }
            match reason(side, name) {
                Some(reason) => row.reasons.push((side, reason)),
                None if side == Side::Consumer && NOT_YET.contains(&name) => row.not_yet.push(side),
                None => row.gaps.push(side),
            }
        }
        row
    }
}
