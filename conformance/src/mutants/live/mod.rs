//! Wrong live consumers, against the scenarios.
//!
//! * [`LIVE_CONSUMERS`]: what each does otherwise. The reader with its switch is beside it.
//! * [`unit`](unit()): one of them in this process. [`play`](play()): one as a program.
//! * [`found_in`]: the clauses that the failures of one show, over all scenarios: its own and no other.
//!
//! They run in this process, so that a producer can come in between any two of their loads: a race is run in all its
//! turns, and not left to chance.

mod mutant;
mod play;
mod reader;

use std::collections::BTreeMap;

use eventring::file::{Attached, Standing};

use mutant::Switch;
pub use mutant::{LIVE_CONSUMERS, LiveMutant};
pub use play::play;
use reader::{Lines, Memory, Not, Reader};

use crate::certify::live::failure;
use crate::certify::protocol::LiveOutcome;
use crate::certify::unit::{LiveSaid, LiveUnit, Place, Trouble};
use crate::scenarios::{self, Act, Scenario};

/// The largest ring in which every turn of a race is run, in words.
const MOST_RACE_WORDS: u64 = 64;

/// The scenarios that a mutant fails, or the right consumer, each with the clause that its failure shows.
///
/// # Errors
///
/// The environment failed: a message.
pub fn found_in(mutant: Option<&LiveMutant>) -> Result<BTreeMap<&'static str, String>, String> {
    let mut found = BTreeMap::new();
    for scenario in scenarios::all().filter(|scenario| is_played(scenario)) {
        let (failure, _) =
            failure(scenario, &mut unit(mutant), None).map_err(|Trouble(message)| message)?;
        if let Some(failure) = failure {
            found.insert(scenario.name, failure.clause);
        }
    }
    Ok(found)
}

/// A mutant as a unit, or the right consumer.
pub fn unit(mutant: Option<&LiveMutant>) -> impl LiveUnit + use<> {
    Consumer { switch: mutant.map(|mutant| mutant.switch), attached: None }
}

/// Clauses, each with those without which a failure says nothing of it.
const PRESUPPOSED: &[(&str, &str)] = &[
    // Half of an event that was copied above tail looks like half of one that was overwritten.
    ("live.recheck", "live.copy"),
];

/// What is wrong with how a mutant is killed: its failures have to show its clause, and no other that is not masked by it;
/// one of them in a scenario of that clause.
pub(super) fn wrong(mutant: &LiveMutant, found: &BTreeMap<&'static str, String>) -> Option<String> {
    let is_masked = |clause: &str| PRESUPPOSED.contains(&(clause, mutant.clause));
    let other = |clause: &str| clause != mutant.clause && !is_masked(clause);
    if let Some((scenario, clause)) = found.iter().find(|(_, clause)| other(clause)) {
        return Some(format!("{scenario} shows {clause}"));
    }
    let is_own = |(name, clause): (&&str, &String)| {
        let scenario = scenarios::all().find(|scenario| scenario.name == *name);
        clause == mutant.clause
            && scenario.is_some_and(|scenario| scenario.clauses.contains(&mutant.clause))
    };
    (!found.iter().any(is_own)).then(|| match found.len() {
        0 => "no scenario fails it".to_owned(),
        _ => "no scenario of its clause fails it".to_owned(),
    })
}

fn is_played(scenario: &Scenario<'_>) -> bool {
    if scenario.acts.contains(&Act::Spawn) {
        return false;
    }
    let has_race = scenario.acts.iter().any(|act| matches!(act, Act::Race { .. }));
    !has_race || (scenario.shape.rings == 1 && scenario.shape.ring_words <= MOST_RACE_WORDS)
}

/// The consumer of the mutants.
#[derive(Debug)]
struct Consumer {
    switch: Option<Switch>,
    attached: Option<(Attached, Reader)>,
}

impl LiveUnit for Consumer {
    fn attach(&mut self, place: &Place<'_>) -> Result<LiveSaid, Trouble> {
        let attached = Attached::to_file(place.file).map_err(|error| Trouble(error.to_string()))?;
        let mut memory = Memory { view: attached.memory(), between: &mut || {} };
        let reader = Reader::attach(&mut memory, self.switch);
        Ok(match reader {
            Ok(reader) => {
                self.attached = Some((attached, reader));
                said(LiveOutcome::Attached, Lines::default())
            }
            Err(Not::Ready) => said(LiveOutcome::NotReady, Lines::default()),
            Err(Not::ARingFile) => said(LiveOutcome::Rejected, Lines::default()),
        })
    }

    fn poll(&mut self, limit: u64) -> Result<LiveSaid, Trouble> {
        self.poll_between(limit, &mut || {})
    }

    fn detach(&mut self) -> Result<LiveSaid, Trouble> {
        self.attached = None;
        Ok(said(LiveOutcome::Detached, Lines::default()))
    }

    fn is_interposed(&self) -> bool {
        true
    }

    fn poll_between(
        &mut self,
        _limit: u64,
        between: &mut dyn FnMut(),
    ) -> Result<LiveSaid, Trouble> {
        let Some((attached, reader)) = &mut self.attached else {
            return Ok(said(LiveOutcome::Over, Lines::default()));
        };
        let mut lines = Lines::default();
        let mut memory = Memory { view: attached.memory(), between };
        let polled = reader.poll(&mut memory, &mut lines);
        // What the file holds comes first.
        let is_gone = lines.bytes.is_empty() && attached.standing() != Standing::InPlace;
        let outcome =
            if polled.is_err() || is_gone { LiveOutcome::Over } else { LiveOutcome::Live };
        Ok(said(outcome, lines))
    }
}

fn said(outcome: LiveOutcome, lines: Lines) -> LiveSaid {
    LiveSaid { outcome: Ok(outcome), output: lines.bytes, log: String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_mutant_shows_its_clause_alone_and_the_right_consumer_none() {
        assert_eq!(found_in(None).unwrap(), BTreeMap::new());
        let wrong: Vec<String> = LIVE_CONSUMERS
            .iter()
            .filter_map(|mutant| {
                let found = found_in(Some(mutant)).unwrap();
                let reason = wrong(mutant, &found)?;
                Some(format!("{} ({}): {reason}; {found:?}", mutant.name, mutant.clause))
            })
            .collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
