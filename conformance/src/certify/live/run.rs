//! Plays scenarios to a unit, and says what became of each.

use std::path::Path;

use super::play::{Play, Stop};
use crate::certify::run::is_should;
use crate::certify::unit::{LiveUnit, Stage, Transcript, Trouble, Unit};
use crate::certify::{
    CaseResult, Failure, FailureKind, Origin, Outcome, Settings, Verdict, options,
};
use crate::scenarios::Scenario;

/// Plays the scenarios, one after the other, and gives their results in the same order. `program` is this one, which plays
/// the producer where that has to be a process of its own. `progress` is called after each scenario.
///
/// # Errors
///
/// The environment failed, so that nothing can be said of the unit.
pub fn run(
    scenarios: &[&Scenario<'_>],
    settings: Settings<'_>,
    unit: &mut dyn Unit,
    program: &Path,
    progress: &dyn Fn(&CaseResult),
) -> Result<Vec<CaseResult>, Trouble> {
    let is_declared = settings.declared.options.iter().any(|option| option == options::LIVE);
    let mut unit = unit.live().filter(|_| is_declared);
    let mut results = Vec::new();
    for scenario in scenarios {
        let result = match &mut unit {
            Some(unit) if unit.only_follows() && !scenario.can_be_followed() => {
                let why = "in the easy mode nobody can be asked when to look".to_owned();
                not_played(scenario, Verdict::NotApplicable(why))
            }
            Some(unit) => played(scenario, settings, *unit, program)?,
            None => {
                let why = format!("the unit does not declare the option {}", options::LIVE);
                not_played(scenario, Verdict::NotApplicable(why))
            }
        };
        progress(&result);
        results.push(result);
    }
    Ok(results)
}

/// What is wrong with how a unit takes a scenario, and what it said on standard error. Without a `program` no scenario can
/// be played whose producer is a process of its own.
///
/// # Errors
///
/// The environment failed.
pub fn failure(
    scenario: &Scenario<'_>,
    unit: &mut dyn LiveUnit,
    program: Option<&Path>,
) -> Result<(Option<Failure>, String), Trouble> {
    play(scenario, unit, program).map(|played| (played.failure, played.log))
}

/// What a scenario came to.
struct Played {
    failure: Option<Failure>,
    log: String,
    transcript: Transcript,
    /// Where its file is, if it is left.
    stage: Stage,
}

fn play(
    scenario: &Scenario<'_>,
    unit: &mut dyn LiveUnit,
    program: Option<&Path>,
) -> Result<Played, Trouble> {
    // What is kept is that of this scenario.
    unit.take_transcript();
    let mut play = Play::new(unit, scenario, program)?;
    let stop = play.run().err();
    let Play { log, stage, .. } = play;
    let failure = match stop {
        None => None,
        Some(Stop::Trouble(trouble)) => return Err(trouble),
        Some(Stop::Failed(failure)) => Some(*failure),
    };
    let transcript = unit.take_transcript();
    if failure.is_some() {
        // The next scenario begins with nothing attached; one that ended is started again.
        unit.detach()?;
    }
    Ok(Played { failure, log, transcript, stage })
}

fn played(
    scenario: &Scenario<'_>,
    settings: Settings<'_>,
    unit: &mut dyn LiveUnit,
    program: &Path,
) -> Result<CaseResult, Trouble> {
    let Played { failure, log, transcript, stage } = play(scenario, unit, Some(program))?;
    let outcome = match failure.as_ref().map(|failure| failure.failure) {
        Some(FailureKind::Outcome(outcome)) => outcome,
        Some(FailureKind::Records(_) | FailureKind::Finding(_)) | None => Outcome::Accepted,
    };
    let exchange = match failure {
        Some(_) => transcript.end(),
        None => Transcript::default(),
    };
    let only_should = failure.as_ref().is_some_and(|failure| is_should(&failure.clause));
    let verdict = settings.verdict(scenario.name, failure, only_should);
    let kept = settings.keep_if_wrong(&verdict, |keep| {
        keep.failure_in(scenario.name, Some(stage.folder()), &transcript, &log)
    })?;
    Ok(CaseResult {
        clauses: scenario.clauses.iter().map(ToString::to_string).collect(),
        outcome: Some(outcome),
        log,
        silence_fails: true,
        kept,
        exchange,
        ..not_played(scenario, verdict)
    })
}

fn not_played(scenario: &Scenario<'_>, verdict: Verdict) -> CaseResult {
    CaseResult::not_run(scenario.name, Origin::Scenario, scenario.purpose, verdict)
}
