//! Runs cases against a unit, several at once, and says what became of each.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use eventring_spec::clauses::{self, Level};
use eventring_spec::deviations::Deviation;

use super::compare::line as record_line;
use super::deviations::{Fit, Lists};
use super::judge::{Failure, judge};
use super::keep::{Keep, Remains};
use super::options::{NARROWS_RELEASE, ONLY_EIO};
use super::parallel::parallel;
use super::unit::{Declared, Ending, NOBODY, Request, Transcript, Trouble, Unit};
use super::{Case, Origin, Outcome, Probe};

/// What became of a case.
#[derive(Clone, Debug)]
pub struct CaseResult {
    /// Its name.
    pub name: String,
    /// Where it is from.
    pub origin: Origin,
    /// What it shows.
    pub purpose: String,
    /// The clauses of consumers that it exercises; empty where it was not run.
    pub clauses: BTreeSet<String>,
    /// What the unit did; none where it was not run.
    pub outcome: Option<Outcome>,
    /// The verdict.
    pub verdict: Verdict,
    /// What the unit said on standard error.
    pub log: String,
    /// Whether a unit that does nothing would have failed it.
    pub silence_fails: bool,
    /// The folder in which its file and its transcript are kept, where it failed and that was asked for.
    pub kept: Option<String>,
    /// The end of what went to and fro, where it failed while a unit was asked or told step by step.
    pub exchange: Transcript,
}

/// The verdict on a case.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// The unit did what a conforming one does.
    Passed,
    /// It did not.
    Failed(Failure),
    /// It did not, only clauses of level SHOULD are concerned, and the run is not strict.
    Warned(Failure),
    /// It did not, in the way that a list expects.
    Deviated(Failure, Deviation),
    /// It passed, or failed in another way than a list expects.
    Unexpected(Option<Failure>, Deviation),
    /// Nothing was seen that is wrong, and what was seen does not prove that it is right.
    Observed(String),
    /// The unit does not declare what the case is about.
    NotApplicable(String),
    /// It was not run.
    Skipped(String),
}

impl Verdict {
    /// It was not run since the unit did not start.
    pub fn not_started(why: &str) -> Self {
        Self::Skipped(format!("the unit did not start: {why}"))
    }
}

/// How to run.
#[derive(Clone, Copy, Debug)]
pub struct Settings<'a> {
    /// What the unit declares.
    pub declared: &'a Declared,
    /// What it is expected to fail.
    pub lists: &'a Lists,
    /// How many cases at once; at least one.
    pub jobs: usize,
    /// Whether a SHOULD counts like a MUST.
    pub strict: bool,
    /// Where failures are kept that no list expects.
    pub keep: Option<&'a Keep>,
}

/// What running cases came to.
#[derive(Clone, Debug)]
pub struct Ran {
    /// The results, in the order of the cases.
    pub results: Vec<CaseResult>,
    /// How a unit ended that was told to stop after its last case, where it did not exit with 0 within its budget.
    pub stop: Option<Ending>,
}

/// Runs the cases and gives their results in the same order. Each worker has a unit of its own, which is told to stop in
/// the end. `progress` is called after each case.
///
/// # Errors
///
/// The environment failed, so that nothing can be said of the unit.
pub fn run(
    cases: &[&dyn Case],
    settings: Settings<'_>,
    unit: &(dyn Fn() -> Result<Box<dyn Unit>, Trouble> + Sync),
    progress: &(dyn Fn(&CaseResult) + Sync),
) -> Result<Ran, Trouble> {
    let stop = Mutex::new(None);
    let put = |unit: &mut Box<dyn Unit>, case: &&dyn Case| {
        let result = run_case(*case, settings, unit.as_mut())?;
        progress(&result);
        Ok(result)
    };
    let results = parallel(cases, settings.jobs, unit, &put, &|mut unit| {
        if let Some(ending) = unit.stop()? {
            *stop.lock().unwrap_or_else(PoisonError::into_inner) = Some(ending);
        }
        Ok(())
    })?;
    Ok(Ran { results, stop: stop.into_inner().unwrap_or_else(PoisonError::into_inner) })
}

fn run_case(
    case: &dyn Case,
    settings: Settings<'_>,
    unit: &mut dyn Unit,
) -> Result<CaseResult, Trouble> {
    let result = |verdict| CaseResult::not_run(case.name(), case.origin(), case.purpose(), verdict);
    let has_option = |id: &str| settings.declared.options.iter().any(|option| option == id);
    if let Some(option) = case.option().filter(|option| !has_option(option)) {
        let why = format!("the unit does not declare the option {option}");
        return Ok(result(Verdict::NotApplicable(why)));
    }
    if case.probe() != Probe::Typed && has_option(ONLY_EIO) {
        let why = format!("the unit declares the option {ONLY_EIO}");
        return Ok(result(Verdict::NotApplicable(why)));
    }
    let broken =
        |problem: String| Trouble(format!("the case {} is broken: {problem}", case.name()));
    let bytes = case.bytes().map_err(broken)?;
    let expected = case.expected(&bytes).map_err(broken)?;
    let with_names = match case.release() {
        Some(release) => settings.declared.releases.iter().any(|declared| declared == release),
        None => has_option(NARROWS_RELEASE),
    };
    let reply = unit.decode(&Request {
        bytes: &bytes,
        release: case.release(),
        limit: case.probe().limit(),
    })?;
    let judgement = judge(&expected, &reply, case.probe(), with_names);
    let clauses: BTreeSet<String> = expected.clauses.iter().map(ToString::to_string).collect();
    let only_should = !clauses.is_empty() && clauses.iter().all(|name| is_should(name));
    let verdict = settings.verdict(case.name(), judgement.failure, only_should);
    let kept = settings.keep_if_wrong(&verdict, |keep| {
        let files = [(format!("{NOBODY}.events"), &*bytes)];
        let lines = expected.records.iter().map(|placed| record_line(&placed.record) + "\n");
        let (lines, log) = (lines.collect::<String>(), &reply.log);
        let transcript = &reply.transcript;
        keep.failure(case.name(), Remains { files: &files, transcript, log, expected: &lines })
    })?;
    Ok(CaseResult {
        clauses,
        outcome: Some(judgement.outcome),
        log: reply.log,
        silence_fails: expected.silence_fails(case.probe()),
        kept,
        ..result(verdict)
    })
}

impl Settings<'_> {
    /// Keeps what a verdict is about, where it is that something is wrong which no list expects, and says where.
    pub(super) fn keep_if_wrong(
        &self,
        verdict: &Verdict,
        keep: impl FnOnce(&Keep) -> Result<String, Trouble>,
    ) -> Result<Option<String>, Trouble> {
        let is_wrong = matches!(
            verdict,
            Verdict::Failed(_) | Verdict::Warned(_) | Verdict::Unexpected(Some(_), _)
        );
        self.keep.filter(|_| is_wrong).map(keep).transpose()
    }

    /// The verdict on a case that failed so, or passed; `only_should` says that no MUST is concerned.
    pub(super) fn verdict(
        &self,
        name: &str,
        failure: Option<Failure>,
        only_should: bool,
    ) -> Verdict {
        match (self.lists.fit(name, failure.as_ref()), failure) {
            (Fit::Unlisted, None) | (Fit::Expected(_), None) => Verdict::Passed,
            (Fit::Unlisted, Some(failure)) if only_should && !self.strict => {
                Verdict::Warned(failure)
            }
            (Fit::Unlisted, Some(failure)) => Verdict::Failed(failure),
            (Fit::Expected(deviation), Some(failure)) => {
                Verdict::Deviated(failure, deviation.clone())
            }
            (Fit::Otherwise(deviation) | Fit::Stale(deviation), failure) => {
                Verdict::Unexpected(failure, deviation.clone())
            }
        }
    }
}

/// Whether a clause is of level SHOULD.
pub(crate) fn is_should(name: &str) -> bool {
    clauses::find(name).is_some_and(|clause| clause.level() == Level::Should)
}

impl CaseResult {
    /// The result of a case that was not put to the unit.
    pub fn not_run(name: &str, origin: Origin, purpose: &str, verdict: Verdict) -> Self {
        Self {
            name: name.to_owned(),
            origin,
            purpose: purpose.to_owned(),
            clauses: BTreeSet::new(),
            outcome: None,
            verdict,
            log: String::new(),
            silence_fails: false,
            kept: None,
            exchange: Transcript::default(),
        }
    }

    /// What is wrong, if anything is, expected or not.
    pub fn failure(&self) -> Option<&Failure> {
        match &self.verdict {
            Verdict::Failed(failure) | Verdict::Warned(failure) | Verdict::Deviated(failure, _) => {
                Some(failure)
            }
            Verdict::Unexpected(failure, _) => failure.as_ref(),
            Verdict::Passed
            | Verdict::Observed(_)
            | Verdict::NotApplicable(_)
            | Verdict::Skipped(_) => None,
        }
    }

    /// Whether the unit was asked.
    pub fn ran(&self) -> bool {
        self.outcome.is_some()
    }
}
