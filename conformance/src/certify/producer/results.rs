//! From what was judged to results: one for each clause of each session.

use std::path::Path;

use eventring_spec::clauses::Level;
use eventring_spec::registry::Registry;
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use super::evidence::{Evidence, Judged};
use super::play::play;
use super::script::Script;
use super::unit::{Ended, Producer};
use crate::certify::judge::FailureKind;
use crate::certify::parallel::parallel;
use crate::certify::unit::{Transcript, Trouble};
use crate::certify::{CaseResult, Origin, Outcome, Pattern, Settings, Verdict};
use crate::clauses;
use crate::counted::Counted;
use crate::record::Hex;

/// A started unit, or what is left of one that did not start.
pub type Begun = Result<Box<dyn Producer>, Ended>;

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
    let play = |(): &mut (), script: &Script| {
        let case = script.case_name();
        let mut results = of_script(script, &case, settings, registry, begin)?;
        if let Some(pattern) = pattern.filter(|pattern| !pattern.matches(&case)) {
            results.retain(|result| pattern.matches(&result.name));
        }
        progress(&case);
        Ok(results)
    };
    let results = parallel(scripts, settings.jobs, &|| Ok(()), &play, &|()| Ok(()))?;
    Ok(results.into_iter().flatten().collect())
}

/// Whether a pattern may fit a result of the script.
pub fn is_selected(script: &Script, pattern: Option<&Pattern>) -> bool {
    let Some(pattern) = pattern else { return true };
    let case = script.case_name();
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

/// The results of scripts that cannot be played since the unit does not start.
pub fn not_played(scripts: &[Script], pattern: Option<&Pattern>, why: &str) -> Vec<CaseResult> {
    let selected = scripts.iter().filter(|script| is_selected(script, pattern));
    let result = |script: &Script| {
        let name = script.case_name();
        let verdict = Verdict::not_started(why);
        CaseResult::not_run(&name, Origin::Session, script.purpose, verdict)
    };
    selected.map(result).collect()
}

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
        let verdict = Verdict::NotApplicable(why);
        return Ok(vec![CaseResult::not_run(case, Origin::Session, script.purpose, verdict)]);
    }
    let (evidence, log, transcript, folder) = match begin()? {
        Ok(unit) => {
            let played = play(script, unit, settings.declared, registry)?;
            (played.evidence, played.log, played.transcript, Some(played.folder))
        }
        Err(Ended { ending, log, transcript }) => {
            let mut evidence = Evidence::default();
            if let Some(ending) = ending {
                evidence.unanswered("producer.events", &ending);
            }
            (evidence, log, transcript, None)
        }
    };
    let folder = folder.as_ref().map(TempDir::path);
    let (origin, purpose) = (Origin::Session, script.purpose);
    About { case, origin, purpose, log: &log, transcript, folder }.results(&evidence, &[], settings)
}

/// What results of one unit's work have in common.
pub(super) struct About<'a> {
    pub(super) case: &'a str,
    pub(super) origin: Origin,
    pub(super) purpose: &'a str,
    pub(super) log: &'a str,
    pub(super) transcript: Transcript,
    /// Where its files are.
    pub(super) folder: Option<&'a Path>,
}

impl About<'_> {
    /// A result for each clause; of those in `observed` it is not proven that they hold where nothing is wrong.
    pub(super) fn results(
        &self,
        evidence: &Evidence,
        observed: &[&str],
        settings: Settings<'_>,
    ) -> Result<Vec<CaseResult>, Trouble> {
        let of = |(clause, judged): (&&'static str, &Judged)| {
            let name = format!("{}/{clause}", self.case);
            let level = clauses::find(clause).map(|clause| clause.level());
            let failure = judged.failure.clone();
            let outcome = match failure.as_ref().map(|failure| failure.failure) {
                Some(FailureKind::Outcome(outcome)) => outcome,
                _ => Outcome::Accepted,
            };
            let exchange = match failure {
                Some(_) => self.transcript.end(),
                None => Transcript::default(),
            };
            let is_proven = failure.is_some() || !observed.contains(clause);
            // What is only a MAY is judged where it was declared, and then it counts; so does a unit that crashes or
            // hangs, whatever it was asked last.
            let only_should = level == Some(Level::Should) && outcome == Outcome::Accepted;
            let verdict = match settings.verdict(&name, failure, only_should) {
                Verdict::Passed if !is_proven => {
                    let times = Counted(judged.times, "time");
                    Verdict::Observed(format!("held {times} between samples"))
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
                kept: None,
                exchange,
            }
        };
        let mut results: Vec<CaseResult> = evidence.clauses().iter().map(of).collect();
        self.keep(&mut results, settings)?;
        Ok(results)
    }

    /// Keeps the files once, whatever number of clauses they break.
    fn keep(&self, results: &mut [CaseResult], settings: Settings<'_>) -> Result<(), Trouble> {
        let mut place = None;
        for result in results {
            result.kept = settings.keep_if_wrong(&result.verdict, |keep| {
                if let Some(place) = &place {
                    return Ok(String::clone(place));
                }
                let kept = keep.failure_in(self.case, self.folder, &self.transcript, self.log)?;
                Ok(place.insert(kept).clone())
            })?;
        }
        Ok(())
    }
}
