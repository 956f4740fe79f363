//! What a certification came to, as a page.

use serde::Serialize;

use super::super::certificate::{CaseReport, Certificate, CertifyReport};
use super::{RenderError, page};
use crate::certify::{CaseResult, Certification, Conclusion, Origin, Verdict};
use crate::clauses;
use crate::plain::ByteOrder;
use crate::vectors::{HexView, Vector, load};

/// So many failures are shown in full.
const MOST_FAILURES: usize = 200;

/// So many lines of a file are shown, around the byte in question.
const MOST_LINES: usize = 48;

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
}

#[derive(Serialize)]
struct LineView {
    text: String,
    marked: bool,
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
    let vectors = if all.is_empty() { Vec::new() } else { load().unwrap_or_default() };
    let shown = all.iter().take(MOST_FAILURES);
    let failures = shown.map(|(case, result)| failure(case, result, &vectors)).collect();
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

fn failure<'a>(
    case: &'a CaseReport,
    result: &'a CaseResult,
    vectors: &[Vector],
) -> FailureView<'a> {
    let shown = result.failure();
    let clause = shown.and_then(|failure| clauses::find(&failure.clause));
    let requirement = clause.map_or_else(String::new, |clause| {
        format!("({}) {}", clause.level(), clauses::sentence(clause))
    });
    let bytes = match result.origin {
        Origin::Vector => bytes(&result.name, shown.and_then(|f| f.offset_bytes), vectors),
        _ => None,
    };
    let class = if matches!(result.verdict, Verdict::Warned(_)) { "warn" } else { "bad" };
    FailureView {
        case,
        class,
        purpose: &result.purpose,
        requirement,
        bytes: bytes.unwrap_or_default(),
    }
}

/// Lines of the file of a vector around a byte, or from its start.
fn bytes(name: &str, offset_bytes: Option<u64>, vectors: &[Vector]) -> Option<Vec<LineView>> {
    let (name, order) = name.strip_prefix("vectors/")?.rsplit_once('/')?;
    let order = ByteOrder::ALL.into_iter().find(|known| known.name() == order)?;
    let mut cases = vectors.iter().flat_map(|vector| &vector.cases);
    let image = cases.find(|case| case.name == name)?.encode(order).ok()?;
    let text = HexView(&image).to_string();
    let offset_of = |line: &str| line.trim_start().split(' ').next()?.parse::<u64>().ok();
    let lines: Vec<&str> = text.lines().collect();
    let place = offset_bytes.and_then(|offset| {
        lines.iter().rposition(|line| offset_of(line).is_some_and(|at| at <= offset))
    });
    let first = place.unwrap_or(0).saturating_sub(MOST_LINES / 2);
    let shown = lines.iter().enumerate().skip(first).take(MOST_LINES);
    let line = |(at, text): (usize, &&str)| LineView {
        text: (*text).to_owned(),
        marked: Some(at) == place,
    };
    Some(shown.map(line).collect())
}
