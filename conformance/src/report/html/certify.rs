//! What a certification came to, as a page.

use serde::Serialize;

use super::super::certificate::{CaseReport, Certificate, CertifyReport};
use super::bytes::{Files, LineView};
use super::{RenderError, page};
use crate::certify::{CaseResult, Certification, Conclusion, Origin, Verdict};
use crate::clauses;

/// So many failures are shown in full.
const MOST_FAILURES: usize = 200;

#[derive(Serialize)]
struct Page<'a> {
    certificate: &'a Certificate,
    report: &'a CertifyReport,
    words: &'static str,
    class: &'static str,
    counts: Vec<Count>,
    failures: Vec<FailureView<'a>>,
    more_failures: usize,
}

#[derive(Serialize)]
struct Count {
    what: &'static str,
    cases: u64,
}

#[derive(Serialize)]
struct FailureView<'a> {
    case: &'a CaseReport,
    class: &'static str,
    purpose: &'a str,
    requirement: String,
    bytes: Vec<LineView>,
    /// The end of what went to and fro.
    told: String,
    said: String,
}

/// The page of a run; `complete` is whether it was of the whole suite.
///
/// # Errors
///
/// The template does not take it, which a test excludes.
pub fn certify_html(run: &Certification, complete: bool) -> Result<String, RenderError> {
    let report = CertifyReport::new(run, complete);
    let conclusion = run.conclusion();
    let class = match conclusion {
        Conclusion::Conforms => "good",
        Conclusion::ConformsButForDeviations | Conclusion::NothingChecked => "warn",
        Conclusion::DoesNotConform => "bad",
    };
    let is_shown = |result: &CaseResult| {
        matches!(result.verdict, Verdict::Failed(_) | Verdict::Warned(_) | Verdict::Unexpected(..))
    };
    let all = report.cases.iter().zip(&run.results).filter(|(_, result)| is_shown(result));
    let all: Vec<_> = all.collect();
    let files = Files::default();
    let shown = all.iter().take(MOST_FAILURES);
    let failures = shown.map(|(case, result)| failure(case, result, &files)).collect();
    page(
        "certify.html",
        Page {
            certificate: &report.certificate,
            report: &report,
            words: conclusion.name(),
            class,
            counts: counts(run),
            failures,
            more_failures: all.len().saturating_sub(MOST_FAILURES),
        },
    )
}

fn counts(run: &Certification) -> Vec<Count> {
    let counts = run.counts();
    let always = [
        ("planned", counts.planned),
        ("ran", counts.ran),
        ("passed", counts.passed),
        ("failed", counts.failed),
    ];
    let some = [
        ("warned (SHOULD)", counts.warned),
        ("deviate, will not fix", counts.will_not_fix),
        ("deviate, not yet", counts.not_yet),
        ("other than its list says", counts.unexpected),
        ("observed", counts.observed),
        ("skipped", counts.skipped),
        ("not applicable", counts.not_applicable),
    ];
    let some = some.into_iter().filter(|(_, cases)| *cases > 0);
    always.into_iter().chain(some).map(|(what, cases)| Count { what, cases }).collect()
}

fn failure<'a>(case: &'a CaseReport, result: &'a CaseResult, files: &Files) -> FailureView<'a> {
    let shown = result.failure();
    let clause = shown.and_then(|failure| clauses::find(&failure.clause));
    let requirement = clause.map_or_else(String::new, |clause| {
        format!("({}) {}", clause.level(), clauses::sentence(clause))
    });
    let offset_bytes = shown.and_then(|failure| failure.offset_bytes);
    let bytes = match result.origin {
        Origin::Vector => files.of_vector(&result.name, offset_bytes),
        Origin::Recording => files.of_recording(&result.name, offset_bytes),
        Origin::Scenario | Origin::Session | Origin::Run => None,
    };
    let side = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let class = if matches!(result.verdict, Verdict::Warned(_)) { "warn" } else { "bad" };
    FailureView {
        case,
        class,
        purpose: &result.purpose,
        requirement,
        bytes: bytes.unwrap_or_default(),
        told: side(&result.exchange.stdin),
        said: side(&result.exchange.stdout),
    }
}
