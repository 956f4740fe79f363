//! A certification as JSON: the certificate, and with it what became of every case.
//!
//! A certificate is the same whenever and wherever the run is repeated: it holds digests and counts, no time and no
//! place.

use eventring_spec::deviations::Kind;
use schemars::JsonSchema;
use serde::Serialize;

use crate::certify::{
    CaseResult, Certification, ClauseCounts, Conclusion, Counts, Digests, Failure, Origin, Outcome,
    Verdict,
};
use crate::clauses;

/// The version of the form. Members may be added within it.
const SCHEMA: u32 = 1;

/// What was certified, and that it was.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Certificate {
    /// The version of this form.
    pub schema: u32,
    /// The harness.
    pub harness: Program,
    /// What was tested.
    pub unit: Unit,
    /// The document to which it was held.
    pub specification: Specification,
    /// The conformance classes of that document to which it was held.
    pub classes: Vec<String>,
    /// What the run says of it.
    pub conclusion: Conclusion,
    /// Whether the whole suite was run: a part of it certifies only that part.
    pub complete: bool,
    /// SHA-256 of what it was tested against.
    pub digests: Digests,
    /// How many cases became what.
    pub counts: Counts,
    /// The clauses that the cases exercise.
    pub clauses: Vec<ClauseCounts>,
    /// Failures that a list expects, each reason once.
    pub deviations: Vec<DeviationReport>,
    /// Entries of lists that fit nothing.
    pub unused_deviations: Vec<String>,
    /// The command that repeats the run.
    pub repeat: String,
}

/// A program and its version.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Program {
    /// What it is called.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// A version of `SPEC.md`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Specification {
    /// What it says of itself.
    pub version: u32,
    /// SHA-256 of its bytes.
    pub sha256: String,
}

/// The unit under test.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Unit {
    /// What it is called.
    pub name: String,
    /// Its version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Where the public can read about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub homepage: Option<String>,
    /// `built-in`, `easy` or `full`.
    pub mode: String,
    /// Its command, as a shell takes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The files of the command.
    pub files: Vec<FileDigest>,
    /// The releases whose runtime names were compared.
    pub releases: Vec<String>,
    /// The options that it declares.
    pub options: Vec<String>,
}

/// A file that belongs to a unit.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FileDigest {
    /// What the command calls it.
    pub file: String,
    /// SHA-256 of its bytes.
    pub sha256: String,
}

/// A known way to fail, and how often it was seen.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DeviationReport {
    /// `will-not-fix` or `not-yet`.
    pub kind: String,
    /// Why.
    pub reason: String,
    /// Where it can be read about.
    pub link: String,
    /// The clauses that its failures show.
    pub clauses: Vec<String>,
    /// Cases that failed so.
    pub cases: u64,
}

/// A certificate with every case.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct CertifyReport {
    /// The certificate.
    pub certificate: Certificate,
    /// Why no case could be put to the unit, if so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// How the unit ended when it was told to stop, if not as it should.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stop: Option<String>,
    /// Every selected case.
    pub cases: Vec<CaseReport>,
}

/// What became of a case.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CaseReport {
    /// Its permanent name.
    pub name: String,
    /// Where it is from.
    pub origin: Origin,
    /// What became of it.
    pub verdict: VerdictWord,
    /// What the unit did, where it was run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// What is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    /// Why it is expected, does not fit, or was not run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// What the unit said on standard error, where something is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log: Option<String>,
    /// The folder in which its file and its transcript are kept, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept: Option<String>,
    /// The command that repeats the case, where something is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeat: Option<String>,
}

/// The words for what became of a case, one for each count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum VerdictWord {
    Passed,
    Failed,
    Warned,
    WillNotFix,
    NotYet,
    Unexpected,
    Observed,
    Skipped,
    NotApplicable,
}

impl Certificate {
    /// The certificate of a run.
    pub fn new(run: &Certification, complete: bool) -> Self {
        let declared = &run.declared;
        let file = |program: &crate::certify::unit::Program| FileDigest {
            file: program.word.clone(),
            sha256: program.sha256.clone(),
        };
        Self {
            schema: SCHEMA,
            harness: Program {
                name: "eventring".to_owned(),
                version: env!("CARGO_PKG_VERSION").to_owned(),
            },
            unit: Unit {
                name: declared.name.clone(),
                version: declared.version.clone(),
                homepage: declared.homepage.clone(),
                mode: run.mode.to_owned(),
                command: run.command.clone(),
                files: run.programs.iter().map(file).collect(),
                releases: declared.releases.clone(),
                options: declared.options.clone(),
            },
            specification: Specification {
                // A test proves that it says its version.
                version: clauses::document_version().unwrap_or_default(),
                sha256: run.digests.spec.clone(),
            },
            classes: run.classes.clone(),
            conclusion: run.conclusion(),
            complete,
            digests: run.digests.clone(),
            counts: run.counts(),
            clauses: run.clauses(),
            deviations: deviations(run),
            unused_deviations: run.unused.clone(),
            repeat: run.repeat(),
        }
    }
}

impl CertifyReport {
    /// The report of a run.
    pub fn new(run: &Certification, complete: bool) -> Self {
        Self {
            certificate: Certificate::new(run, complete),
            start: run.start.clone(),
            stop: run.stop.clone(),
            cases: run.results.iter().map(|result| case(run, result)).collect(),
        }
    }
}

fn case(run: &Certification, result: &CaseResult) -> CaseReport {
    let (verdict, note) = match &result.verdict {
        Verdict::Passed => (VerdictWord::Passed, None),
        Verdict::Failed(_) => (VerdictWord::Failed, None),
        Verdict::Warned(_) => (VerdictWord::Warned, None),
        Verdict::Deviated(_, deviation) => {
            let word = match deviation.kind {
                Kind::WillNotFix => VerdictWord::WillNotFix,
                Kind::NotYet => VerdictWord::NotYet,
            };
            (word, Some(format!("{} ({})", deviation.reason, deviation.link)))
        }
        Verdict::Unexpected(_, deviation) => {
            let note = format!(
                "a list expects that it fails ({}): {}",
                deviation.failure, deviation.reason
            );
            (VerdictWord::Unexpected, Some(note))
        }
        Verdict::Observed(why) => (VerdictWord::Observed, Some(why.clone())),
        Verdict::NotApplicable(why) => (VerdictWord::NotApplicable, Some(why.clone())),
        Verdict::Skipped(why) => (VerdictWord::Skipped, Some(why.clone())),
    };
    let wrong = result.failure().is_some();
    CaseReport {
        name: result.name.clone(),
        origin: result.origin,
        verdict,
        outcome: result.outcome,
        failure: result.failure().cloned(),
        note,
        log: Some(result.log.clone()).filter(|log| wrong && !log.is_empty()),
        kept: result.kept.clone(),
        repeat: wrong.then(|| run.repeat_case(&result.name)),
    }
}

fn deviations(run: &Certification) -> Vec<DeviationReport> {
    let mut reports: Vec<DeviationReport> = Vec::new();
    for result in &run.results {
        let Verdict::Deviated(failure, deviation) = &result.verdict else { continue };
        let known = reports
            .iter_mut()
            .find(|report| report.reason == deviation.reason && report.link == deviation.link);
        let report = match known {
            Some(report) => report,
            None => {
                let (reason, link) = (deviation.reason.clone(), deviation.link.clone());
                let kind = deviation.kind.name().to_owned();
                reports.push(DeviationReport { kind, reason, link, clauses: Vec::new(), cases: 0 });
                // It was just put there.
                let Some(report) = reports.last_mut() else { continue };
                report
            }
        };
        report.cases += 1;
        if !report.clauses.contains(&failure.clause) {
            report.clauses.push(failure.clause.clone());
        }
    }
    reports
}
