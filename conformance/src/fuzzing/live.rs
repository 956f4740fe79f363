//! Scenarios by number: what happens while a unit reads.

use arbitrary::Unstructured;
use serde::{Deserialize, Serialize};

use super::choices::choices;
use super::{Finding, Known, Subject, Trial, Wrong};
use crate::certify::Failure;
use crate::certify::unit::Trouble;
use crate::generate::live;
use crate::plain::RuntimeNames;
use crate::scenarios::Plan;

/// A scenario to be played to a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Live {
    /// What happens.
    pub plan: Plan,
}

impl Subject for Live {
    const EXTENSION: &'static str = "scenario";

    fn new(seed: u64, number: u64) -> Result<Self, String> {
        let plan = live(&mut Unstructured::new(&choices(seed, number)))
            .map_err(|error| format!("no scenario for case {number} of seed {seed}: {error}"))?;
        Ok(Self { plan })
    }

    fn put(&self, trial: &mut Trial<'_>) -> Result<Option<Wrong>, Trouble> {
        trial.play(&self.plan)
    }

    fn simpler(&self) -> Vec<Self> {
        self.plan.simpler().into_iter().map(|plan| Self { plan }).collect()
    }

    fn is_known(&self, known: &Known<'_>, failure: &Failure) -> bool {
        known.expects_live(failure)
    }

    fn text(finding: &Finding<Self>, _: &RuntimeNames, repeat: &str) -> String {
        let Finding { wrong, subject, case, .. } = finding;
        let failure = &wrong.failure;
        let line = |text: &str| text.replace('\n', " ");
        let found = Found {
            clause: wrong.clause().unwrap_or_default().to_owned(),
            purpose: format!("Case {case}, {}.", line(&failure.message)),
            expected: line(&failure.expected),
            got: line(&failure.got),
            plan: subject.plan.clone(),
        };
        // All of it is words, numbers and lists of them.
        let text = toml::to_string_pretty(&found).unwrap_or_default();
        format!("# {repeat}\n{}{text}", finding.remarks())
    }

    fn release(&self) -> Option<&str> {
        None
    }

    fn bytes(&self) -> Option<Vec<u8>> {
        None
    }
}

/// A scenario that was found, as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// The clause that it shows; empty where the unit gave no answer.
    pub clause: String,
    /// What happened, in a sentence.
    pub purpose: String,
    /// What a conforming consumer does.
    pub expected: String,
    /// What the unit did.
    pub got: String,
    /// The scenario.
    pub plan: Plan,
}

impl Found {
    /// Reads it.
    ///
    /// # Errors
    ///
    /// It is no scenario, or one that a conforming consumer could fail; a message.
    pub fn parse(text: &str) -> Result<Self, String> {
        let found: Self = toml::from_str(text).map_err(|error| error.to_string())?;
        if !found.plan.is_sound() {
            return Err("the acts do not follow from each other".to_owned());
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certify::live::failure;
    use crate::certify::unit::{BuiltIn, Unit};
    use crate::mutants::live::{LIVE_CONSUMERS, unit};
    use crate::scenarios::Act;

    #[test]
    fn scenarios_are_sound_and_many_do_much() {
        let mut acts = 0;
        for number in 0..300 {
            let plan = Live::new(3, number).unwrap().plan;
            assert!(plan.is_sound(), "{plan:?}");
            assert!(plan.simpler().iter().all(|simpler| simpler != &plan));
            acts += plan.acts.len();
            let text = toml::to_string_pretty(&plan).unwrap();
            assert_eq!(toml::from_str::<Plan>(&text).unwrap(), plan, "{text}");
        }
        assert!(acts > 300 * 8, "{acts}");
    }

    #[test]
    fn our_own_reader_fails_none() {
        let mut unit = BuiltIn::default();
        for number in 0..150 {
            let plan = Live::new(4, number).unwrap().plan;
            let failure = failure(&plan.scenario(), unit.live().unwrap(), None).unwrap().0;
            assert_eq!(failure, None, "{number}: {plan:?}");
        }
    }

    /// Races are left out: in them every turn is run, which takes long.
    #[test]
    fn the_right_consumer_fails_none_and_wrong_ones_are_found() {
        let is_race = |act: &Act| act.is_race();
        let plans = || {
            let all = (0..400).map(|number| Live::new(5, number).unwrap().plan);
            all.filter(|plan| !plan.acts.iter().any(is_race))
        };
        let shown = |mutant| {
            plans().find_map(|plan| failure(&plan.scenario(), &mut unit(mutant), None).unwrap().0)
        };
        assert_eq!(shown(None), None);
        let found = LIVE_CONSUMERS.iter().filter(|mutant| shown(Some(*mutant)).is_some());
        let names: Vec<_> = found.map(|mutant| mutant.name).collect();
        assert!(names.len() > LIVE_CONSUMERS.len() / 2, "{names:?}");
    }
}
