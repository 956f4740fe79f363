//! What `eventring check` found, as a page.

use serde::Serialize;

use super::super::model::{CheckReport, FileReport, Report, Standing, Verdict};
use super::{RenderError, page};
use crate::finding::{Finding, Grade, Row};

#[derive(Serialize)]
struct Page<'a> {
    report: &'a Report,
    files: Vec<FileView<'a>>,
}

#[derive(Serialize)]
struct FileView<'a> {
    report: &'a FileReport,
    words: &'static str,
    class: &'static str,
    findings: Vec<FindingView<'a>>,
}

#[derive(Serialize)]
struct FindingView<'a> {
    clause: &'static str,
    grade: &'static str,
    class: &'static str,
    requirement: &'a str,
    place: String,
    found: &'a str,
    allowed: &'a str,
    known: Option<String>,
    rows: Vec<RowView<'a>>,
    /// Findings of the clause that are not shown, said with the last that is.
    more: u64,
}

#[derive(Serialize)]
struct RowView<'a> {
    /// Whether rows before it are left out.
    gap: bool,
    offset: String,
    bytes: Vec<ByteView>,
    meaning: &'a str,
}

#[derive(Serialize)]
struct ByteView {
    hex: String,
    marked: bool,
}

/// The page of a report.
///
/// # Errors
///
/// The template does not take it, which a test excludes.
pub fn check_html(report: &Report) -> Result<String, RenderError> {
    page("check.html", Page { report, files: report.files.iter().map(file).collect() })
}

fn file(report: &FileReport) -> FileView<'_> {
    let class = match report.verdict {
        Verdict::Conforms => "good",
        Verdict::DoesNotConform | Verdict::Unreadable => "bad",
        Verdict::NotReady | Verdict::NothingChecked => "warn",
    };
    let findings = report.checks.iter().flat_map(|check| {
        let last = check.shown.len().saturating_sub(1);
        let hidden = check.found.total().saturating_sub(check.shown.len() as u64);
        let shown = check.shown.iter().enumerate();
        shown.map(move |(at, found)| finding(check, found, if at == last { hidden } else { 0 }))
    });
    FileView { report, words: report.verdict.words(), class, findings: findings.collect() }
}

fn finding<'a>(check: &'a CheckReport, found: &'a Finding, more: u64) -> FindingView<'a> {
    let class = match (check.standing, found.grade) {
        (Standing::Deviating, _) | (_, Grade::Note) => "",
        (_, Grade::Must) => "bad",
        (_, Grade::Should) => "warn",
    };
    let known = check.deviation.as_ref();
    let mut next = None;
    let rows = found.excerpt.rows.iter().map(|row| {
        let gap = next.is_some_and(|next| next != row.offset_bytes);
        next = Some(row.offset_bytes + 8);
        RowView {
            gap,
            offset: format!("{:>8x}", row.offset_bytes),
            bytes: bytes(row, found),
            meaning: &row.meaning,
        }
    });
    FindingView {
        clause: found.clause,
        grade: found.grade.name(),
        class,
        requirement: &check.requirement,
        place: format!("{} (0x{:x})", found.place, found.place.offset_bytes),
        found: &found.found,
        allowed: &found.allowed,
        known: known.map(|known| format!("{}: {} ({})", known.kind, known.reason, known.link)),
        rows: rows.collect(),
        more,
    }
}

fn bytes(row: &Row, finding: &Finding) -> Vec<ByteView> {
    let place = &finding.place;
    let question = place.offset_bytes..place.offset_bytes.saturating_add(place.len_bytes);
    let offsets = row.offset_bytes..;
    let byte = |(offset, byte): (u64, &u8)| ByteView {
        hex: format!("{byte:02x}"),
        marked: question.contains(&offset),
    };
    offsets.zip(&row.bytes).map(byte).collect()
}
