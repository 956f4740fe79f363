//! A report for people: what was found, with the bytes that show it, and what became of all checks.

use std::fmt::Write;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use super::model::{CheckReport, Counts, FileReport, Report, Standing};
use crate::counted::Counted;
use crate::finding::{Excerpt, Finding, Grade, Place, Row};

/// The report as text; styled, it holds the escape sequences of a terminal.
pub fn text(report: &Report, styled: bool) -> String {
    let renderer = if styled { Renderer::styled() } else { Renderer::plain() };
    let mut out = String::new();
    for file in &report.files {
        file_text(&mut out, &renderer, file);
    }
    for deviation in &report.unused_deviations {
        let clause = &deviation.clause;
        let files = deviation.file.as_deref().unwrap_or("all files");
        line(
            &mut out,
            &format!(
                "unused deviation: {clause} ({files}): nothing was found; strike it from the list"
            ),
        );
    }
    if report.files.len() > 1 {
        let files = report.files.len();
        line(&mut out, &format!("{files} files: {}", counts(&report.counts)));
    }
    out
}

/// The counts of a report on one line.
pub fn counts(counts: &Counts) -> String {
    let Counts { planned, ran, passed, noted, warned, failed, deviating, masked, idle } = counts;
    let planned = Counted(*planned, "check");
    let mut text = format!("{planned} planned, {ran} ran: {passed} passed, {failed} failed");
    for (count, what) in [(warned, "warned"), (noted, "noted"), (deviating, "deviating")] {
        if *count > 0 {
            // Writing to a string cannot fail.
            let _ = write!(text, ", {count} {what}");
        }
    }
    if *masked > 0 {
        let _ = write!(text, "; {masked} masked by these");
    }
    if *idle > 0 {
        let _ = write!(text, "; {idle} had nothing to judge");
    }
    text
}

fn file_text(out: &mut String, renderer: &Renderer, file: &FileReport) {
    for check in &file.checks {
        for (index, finding) in check.shown.iter().enumerate() {
            line(out, &renderer.render(&[group(file, check, finding, index)]));
            line(out, "");
        }
        let hidden = check.found.total().saturating_sub(check.shown.len() as u64);
        if hidden > 0 {
            let hidden = Counted(hidden, "more finding");
            line(out, &format!("... and {hidden} of {}\n", check.clause));
        }
    }
    let mut verdict = format!("{}: {}", file.file, file.verdict.words());
    if let Some(release) = &file.release {
        let how = if release.given { "given" } else { "stamped" };
        let _ = write!(verdict, " (release {}, {how})", release.name);
    }
    line(out, &verdict);
    if let Some(problem) = &file.problem {
        line(out, &format!("  {problem}"));
    }
    for remark in &file.remarks {
        line(out, &format!("  {remark}"));
    }
    line(out, &format!("  {}", counts(&file.counts)));
}

fn group<'a>(
    file: &'a FileReport,
    check: &'a CheckReport,
    finding: &'a Finding,
    index: usize,
) -> Group<'a> {
    let level = match (check.standing, finding.grade) {
        (Standing::Deviating, _) => Level::NOTE.with_name("deviation"),
        (_, Grade::Must) => Level::ERROR,
        (_, Grade::Should) => Level::WARNING,
        (_, Grade::Note) => Level::NOTE,
    };
    let place = &finding.place;
    let (source, marks) = hex_view(&finding.excerpt, place);
    let path = format!("{}: {place} (0x{:x})", file.file, place.offset_bytes);
    let last = marks.len().saturating_sub(1);
    let marks = marks.into_iter().enumerate().map(|(mark, span)| {
        let annotation = AnnotationKind::Primary.span(span);
        if mark == last { annotation.label(finding.found.as_str()) } else { annotation }
    });
    let snippet = Snippet::source(source).line_numbering(false).fold(false);
    let mut group = level
        .primary_title(check.requirement.as_str())
        .id(check.clause)
        .element(snippet.annotations(marks))
        .element(Level::NOTE.with_name("at").message(path))
        .element(Level::NOTE.with_name("found").message(finding.found.as_str()))
        .element(Level::NOTE.with_name("allowed").message(finding.allowed.as_str()));
    // What is the same for all findings of a clause is said once.
    if let (Some(deviation), 0) = (&check.deviation, index) {
        let reason = format!("{} ({})", deviation.reason, deviation.link);
        group = group.element(Level::NOTE.with_name("known").message(reason));
    }
    group
}

/// Rows of hex with their meaning, and the spans of the bytes in question.
fn hex_view(excerpt: &Excerpt, place: &Place) -> (String, Vec<std::ops::Range<usize>>) {
    let mut text = String::new();
    let mut marks = Vec::new();
    let mut expected = None;
    for row in &excerpt.rows {
        if expected.is_some_and(|expected| expected != row.offset_bytes) {
            line(&mut text, "...");
        }
        expected = Some(row.offset_bytes + 8);
        let _ = write!(text, "{:>8x}  ", row.offset_bytes);
        let start = text.len();
        for byte in &row.bytes {
            let _ = write!(text, "{byte:02x} ");
        }
        marks.extend(mark(row, place).map(|(from, to)| start + 3 * from..start + 3 * to - 1));
        let _ = write!(
            text,
            "{:width$}{}",
            "",
            row.meaning,
            width = 3 * (8 - row.bytes.len().min(8)) + 1
        );
        line(&mut text, "");
    }
    text.truncate(text.trim_end_matches('\n').len());
    (text, marks)
}

/// The bytes of a row that are in question: from and up to.
fn mark(row: &Row, place: &Place) -> Option<(usize, usize)> {
    let start = place.offset_bytes.max(row.offset_bytes) - row.offset_bytes;
    let end = place.offset_bytes.saturating_add(place.len_bytes).checked_sub(row.offset_bytes)?;
    let (start, end) = (usize::try_from(start).ok()?, usize::try_from(end).ok()?);
    let end = end.min(row.bytes.len());
    (start < end).then_some((start, end))
}

fn line(out: &mut String, text: &str) {
    out.push_str(text);
    out.push('\n');
}
