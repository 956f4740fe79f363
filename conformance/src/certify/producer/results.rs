//! From what was judged to results: one for each clause of each session.

use std::collections::BTreeSet;

use eventring_spec::clauses::Level;
use eventring_spec::registry::Registry;
use sha2::{Digest, Sha256};

use super::evidence::{Evidence, Judged};
use super::play::{Played, play};
use super::script::Script;
use super::unit::{Producer, outcome};
use crate::certify::judge::FailureKind;
use crate::certify::parallel::parallel;
use crate::certify::unit::{Ending, Trouble};
use crate::certify::{CaseResult, Origin, Outcome, Pattern, Settings, Verdict};
use crate::clauses;
use crate::record::Hex;

/// A started unit, or how it ended instead and what it said on standard error.
pub type Begun = Result<Box<dyn Producer>, (Ending, String)>;

/// Plays the scripts, several at once, and gives the results of each in their order. `progress` is called with the
/// name of each that is over.
///
/// # Errors
///
/// The environment failed, so that nothing can be said of the unit.
pub fn run(
    scripts: &[Script],
    pattern: Option<&Pattern>,
    settings: Settings<'_>,
    registry: &Registry,
    begin: &(dyn Fn() -> Result<Begun, Trouble> + Sync),
    progress: &(dyn Fn(&str) + Sync),
) -> Result<Vec<CaseResult>, Trouble> {
    let results = parallel(scripts, settings.jobs, &|| Ok(()), &|(), script| {
        let case = format!("{SESSIONS}{}", script.name);
        let mut results = of_script(script, &case, settings, registry, begin)?;
        if let Some(pattern) = pattern.filter(|pattern| !pattern.matches(&case)) {
            results.retain(|result| pattern.matches(&result.name));
        }
        progress(&case);
        Ok(results)
    })?;
    Ok(results.into_iter().flatten().collect())
}

/// Whether a pattern may fit a result of the script.
pub fn is_selected(script: &Script, pattern: Option<&Pattern>) -> bool {
    let Some(pattern) = pattern else { return true };
    let case = format!("{SESSIONS}{}", script.name);
    let fits = |clause: &str| pattern.matches(&format!("{case}/{clause}"));
    pattern.matches(&case) || clauses::in_force().any(|clause| fits(clause.name()))
}

/// SHA-256 over what is asked for.
pub fn sha256(scripts: &[Script]) -> String {
    let mut digest = Sha256::new();
    for script in scripts {
        digest.update(format!("{script:?}\n"));
    }
    Hex(&digest.finalize()).to_string()
}

/// What the names of these cases begin with.
const SESSIONS: &str = "sessions/";

fn of_script(
    script: &Script,
    case: &str,
    settings: Settings<'_>,
    registry: &Registry,
    begin: &(dyn Fn() -> Result<Begun, Trouble> + Sync),
) -> Result<Vec<CaseResult>, Trouble> {
    let declares = |option: &&str| settings.declared.options.iter().any(|known| known == *option);
    if let Some(option) = script.needs.iter().find(|option| !declares(option)) {
        let why = format!("the unit does not declare the option {option}");
        return Ok(vec![CaseResult {
            name: case.to_owned(),
            origin: Origin::Session,
            purpose: script.purpose.to_owned(),
            clauses: BTreeSet::new(),
            outcome: None,
            verdict: Verdict::NotApplicable(why),
            log: String::new(),
            silence_fails: false,
        }]);
    }
    let Played { evidence, log, .. } = match begin()? {
        Ok(unit) => play(script, unit, settings.declared, registry)?,
        Err((ending, log)) => {
            let mut evidence = Evidence::default();
            evidence.unanswered("producer.events", &ending);
            Played { evidence, outcome: outcome(&ending), log }
        }
    };
    let about = About { case, origin: Origin::Session, purpose: script.purpose, log: &log };
    Ok(about.results(&evidence, &[], settings))
}

/// What results of one unit's work have in common.
pub(super) struct About<'a> {
    pub(super) case: &'a str,
    pub(super) origin: Origin,
    pub(super) purpose: &'a str,
    pub(super) log: &'a str,
}

impl About<'_> {
    /// A result for each clause; of those in `observed` it is not proven that they hold where nothing is wrong.
    pub(super) fn results(
        &self,
        evidence: &Evidence,
        observed: &[&str],
        settings: Settings<'_>,
    ) -> Vec<CaseResult> {
        let of = |(clause, judged): (&&'static str, &Judged)| {
            let name = format!("{}/{clause}", self.case);
            let level = clauses::find(clause).map(|clause| clause.level());
            let failure = judged.failure.clone();
            let outcome = match failure.as_ref().map(|failure| failure.failure) {
                Some(FailureKind::Outcome(outcome)) => outcome,
                _ => Outcome::Accepted,
            };
            let is_proven = failure.is_some() || !observed.contains(clause);
            // What is only a MAY is judged where it was declared, and then it counts; so does a unit that crashes or
            // hangs, whatever it was asked last.
            let only_should = level == Some(Level::Should) && outcome == Outcome::Accepted;
            let verdict = match settings.verdict(&name, failure, only_should) {
                Verdict::Passed if !is_proven => {
                    let times = judged.times;
                    let s = if times == 1 { "" } else { "s" };
                    Verdict::Observed(format!("held {times} time{s} between samples"))
                }
                verdict => verdict,
            };
            CaseResult {
                name,
                origin: self.origin,
                purpose: self.purpose.to_owned(),
                clauses: [(*clause).to_owned()].into(),
                outcome: Some(outcome),
                verdict,
                log: self.log.to_owned(),
                silence_fails: true,
            }
        };
        evidence.clauses().iter().map(of).collect()
    }
}
