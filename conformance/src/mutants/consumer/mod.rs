//! Wrong consumers, against every vector.
//!
//! * [`CONSUMERS`]: what each does otherwise. The reader with its switch is beside it.
//! * [`play`](play()): one of them as a program.
//! * [`run`]: which cases each fails, by the comparison of [`crate::certify`].
//!
//! A case tests the clauses on consumers of its vector; what is asked besides records is a case of its own, and so is what
//! Eio's events say. A mutant of a
//! clause C is killed where it fails a case that tests C. Failing cases that do not test C are masked: they cannot be
//! read without it. A clause that all failing cases which test C test too is a rival of C, and the mutant is killed by C
//! alone if each rival is ruled out:
//!
//! * C presupposes it ([`PRESUPPOSED`]): what the records say of a thing cannot be right if the thing is not; or
//! * it is told apart: each mutant of the rival fails a case that this mutant passes.

mod body;
mod eio;
mod mutant;
mod play;
mod probes;
mod reader;
mod release;

use std::collections::{BTreeMap, BTreeSet};

use eventring_spec::clauses;
use eventring_spec::registry::Registry;

use mutant::Switch;
pub use mutant::{CONSUMERS, ConsumerMutant};
pub use play::play;
use reader::Answer;
use release::runtime_names;

use crate::certify::{
    Outcome, Placed, PlacedReading, SHOWN, first_difference, first_reading_difference, full_name,
};
use crate::exit::Exit;
use crate::record::ReadEvent;
use crate::vectors::{Case, Vector};

/// Clauses, each with those without which nobody can say anything of it.
pub const PRESUPPOSED: &[(&str, &[&str])] = &[
    ("record.refused", &["fault.refuse"]),
    ("record.corrupt", &["fault.framing"]),
    ("record.lost", &["ring.lost-at-start"]),
    ("record.name-hex", &["record.name", "names.bytes", "names.entry"]),
    ("names.bytes", &["names.entry"]),
];

/// What the mutants fail.
#[derive(Clone, Debug, Default)]
pub struct ConsumerRuns {
    /// By the name of a case with its byte order: the clauses that it tests.
    pub cases: BTreeMap<String, BTreeSet<String>>,
    /// The cases that the right consumer fails: none, a test says.
    pub right_fails: BTreeSet<String>,
    /// By the place of the mutant in [`CONSUMERS`].
    pub fails: Vec<BTreeSet<String>>,
}

/// Puts every case of every vector to every mutant.
///
/// # Errors
///
/// A case cannot be made; a message for its author.
pub fn run(vectors: &[Vector], registry: &Registry) -> Result<ConsumerRuns, String> {
    let mut runs =
        ConsumerRuns { fails: vec![BTreeSet::new(); CONSUMERS.len()], ..Default::default() };
    for vector in vectors {
        let cited = vector.front.clauses.iter();
        let binds = |clause: &&String| {
            clauses::find(clause).is_some_and(|clause| clause.role().binds_snapshot_consumers())
        };
        let cited: BTreeSet<String> = cited.filter(binds).cloned().collect();
        let (typed, cited): (BTreeSet<String>, _) =
            cited.into_iter().partition(|clause| clause.starts_with("eio."));
        let typed: BTreeSet<String> =
            typed.into_iter().filter(|clause| SHOWN.contains(&clause.as_str())).collect();
        for case in &vector.cases {
            for order in vector.byte_orders() {
                let image =
                    case.encode(order).map_err(|error| format!("{}: {error}", case.name))?;
                let name = full_name(&case.name, order);
                let expected = case.expected.records().into_iter();
                let expected: Vec<Placed<'_>> =
                    expected.map(|record| Placed { record, offset_bytes: None }).collect();
                let right_names = runtime_names(vector, case, registry, &image.bytes, None);
                let (readings, right) =
                    (readings_of(case)?, reader::read(&image.bytes, &right_names, None));
                let typed_fails = |switch: Option<Switch>| {
                    let fails =
                        !typed.is_empty() && typed_differs(&readings, &image.bytes, &right, switch);
                    fails.then(|| format!("{name}/typed"))
                };
                let fails = |switch: Option<Switch>| {
                    if switch.is_some_and(Switch::is_eio) {
                        return typed_fails(switch).into_iter().collect();
                    }
                    let renames = switch.is_some_and(Switch::renames);
                    let names = renames
                        .then(|| runtime_names(vector, case, registry, &image.bytes, switch));
                    let names = names.as_ref().unwrap_or(&right_names);
                    let answer = reader::read(&image.bytes, names, switch);
                    let differs = differs(case.expected.exit, &expected, &answer);
                    let failed = differs.then(|| name.clone()).into_iter();
                    let probe = |(_, suffix)| format!("{name}/{suffix}");
                    failed
                        .chain(probes::failed(&answer, switch).into_iter().map(probe))
                        .collect::<Vec<String>>()
                };
                runs.right_fails.extend(fails(None));
                runs.right_fails.extend(typed_fails(None));
                if !typed.is_empty() {
                    runs.cases.insert(format!("{name}/typed"), typed.clone());
                }
                for (place, mutant) in CONSUMERS.iter().enumerate() {
                    runs.fails[place].extend(fails(Some(mutant.switch)));
                }
                for (clause, suffix) in probes::ALL {
                    let tests = [clause.to_owned()].into();
                    runs.cases.insert(format!("{name}/{suffix}"), tests);
                }
                runs.cases.insert(name, cited.clone());
            }
        }
    }
    Ok(runs)
}

impl ConsumerRuns {
    /// Which clause tells of the mutant at this place: its own, and what cannot be told from it.
    ///
    /// # Errors
    ///
    /// What is wrong with it: nothing that tests its clause fails, or a rival is not ruled out.
    pub fn verdict(&self, place: usize) -> Result<(), String> {
        let (mutant, fails) = (&CONSUMERS[place], &self.fails[place]);
        let tests = |case: &&String| self.cases[*case].contains(mutant.clause);
        let mut own = fails.iter().filter(tests);
        let Some(first) = own.next() else {
            return Err(match fails.first() {
                None => "no case fails it".to_owned(),
                Some(case) => format!("no case that tests its clause fails it, but {case} does"),
            });
        };
        let mut rivals = self.cases[first].clone();
        for case in own {
            rivals.retain(|clause| self.cases[case].contains(clause));
        }
        rivals.remove(mutant.clause);
        rivals.retain(|rival| {
            !presupposes(mutant.clause, rival) && !self.is_told_apart(place, rival)
        });
        if rivals.is_empty() { Ok(()) } else { Err(format!("cannot be told from {rivals:?}")) }
    }

    fn is_told_apart(&self, place: usize, rival: &str) -> bool {
        let mut of_rival =
            (0..CONSUMERS.len()).filter(|other| CONSUMERS[*other].clause == rival).peekable();
        of_rival.peek().is_some()
            && of_rival.all(|other| !self.fails[other].is_subset(&self.fails[place]))
    }
}

fn presupposes(clause: &str, other: &str) -> bool {
    PRESUPPOSED.iter().any(|(name, others)| *name == clause && others.contains(&other))
}

/// What the events of Eio say, by the lines of a case.
fn readings_of(case: &Case) -> Result<Vec<PlacedReading>, String> {
    let lines = case.expected.lines().iter();
    let readings = lines.filter_map(|line| ReadEvent::of_line(line).transpose());
    readings.map(|event| Ok(PlacedReading { event: event?, offset_bytes: None })).collect()
}

/// Whether the consumer with this switch makes something else of Eio's events.
fn typed_differs(
    expected: &[PlacedReading],
    bytes: &[u8],
    right: &Answer<'_>,
    switch: Option<Switch>,
) -> bool {
    let readings = eio::readings(bytes, &right.records, switch);
    let events = right.records.iter().zip(readings);
    let events = events.filter_map(|(record, reading)| ReadEvent::of_record(record, reading?));
    first_reading_difference(expected, &events.collect::<Vec<_>>()).is_some()
}

/// Whether an answer is another than a conforming consumer gives.
fn differs(exit: u8, expected: &[Placed<'_>], answer: &Answer<'_>) -> bool {
    let wanted = match exit {
        exit if exit == Exit::Fine.code() => Outcome::Accepted,
        exit if exit == Exit::NotReady.code() => Outcome::NotReady,
        _ => Outcome::Rejected,
    };
    if !wanted.allows(answer.outcome) {
        return true;
    }
    // Of a file that is not ready nothing need be said.
    wanted != Outcome::NotReady && first_difference(expected, &answer.records, true).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vectors::load;

    #[test]
    fn each_mutant_is_known_by_its_clause_and_the_right_consumer_by_none() {
        let runs = run(&load().unwrap(), &Registry::load().unwrap()).unwrap();
        assert_eq!(runs.right_fails, BTreeSet::new());
        let wrong: Vec<String> = (0..CONSUMERS.len())
            .filter_map(|place| {
                let reason = runs.verdict(place).err()?;
                let ConsumerMutant { name, clause, .. } = CONSUMERS[place];
                Some(format!("{name} ({clause}), fails {}: {reason}", runs.fails[place].len()))
            })
            .collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
