//! A certification as text.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::certificate::Certificate;
use crate::certify::{CaseResult, Certification, Failure, FailureKind, Origin, Outcome, Verdict};
use crate::clauses;

/// How many kinds of failure are shown, one case of each in full.
const MOST_SHOWN: usize = 20;

/// How many others of a kind are named.
const MOST_NAMED: usize = 3;

/// How many clauses of a case are shown.
const MOST_CLAUSES: usize = 4;

/// How much of a record or a log is shown.
const MOST_CHARS: usize = 400;

/// Writes what failed, what deviates, and the counts.
///
/// # Errors
///
/// `out` could not be written.
pub fn certify_text(out: &mut dyn Write, run: &Certification, complete: bool) -> io::Result<()> {
    let wrong = |result: &&CaseResult| {
        matches!(result.verdict, Verdict::Failed(_) | Verdict::Unexpected(..) | Verdict::Warned(_))
    };
    let groups = grouped(run.results.iter().filter(wrong));
    for group in groups.iter().take(MOST_SHOWN) {
        write_failure(out, run, group)?;
    }
    if let Some(rest) = groups.get(MOST_SHOWN..).filter(|rest| !rest.is_empty()) {
        writeln!(out, "and {} more kinds of failure (--report json has every case)\n", rest.len())?;
    }
    let certificate = Certificate::new(run, complete);
    for report in &certificate.deviations {
        writeln!(
            out,
            "known ({}): {} cases, {}: {}\n  {}",
            report.kind,
            report.cases,
            report.clauses.join(", "),
            report.reason,
            report.link
        )?;
    }
    for entry in &run.unused {
        writeln!(out, "FAIL  {entry}: it covers no failure; remove it")?;
    }
    for breach in run.breaches() {
        writeln!(out, "FAIL  {breach}")?;
    }
    write_counts(out, run, &certificate)
}

fn write_counts(
    out: &mut dyn Write,
    run: &Certification,
    certificate: &Certificate,
) -> io::Result<()> {
    let counts = run.counts();
    let mut line = format!(
        "{} planned, {} ran: {} passed, {} failed",
        counts.planned, counts.ran, counts.passed, counts.failed
    );
    for (count, what) in [
        (counts.warned, "warned (SHOULD)"),
        (counts.will_not_fix, "deviate as known (will not fix)"),
        (counts.not_yet, "deviate as known (not yet)"),
        (counts.unexpected, "other than its list says"),
        (counts.observed, "observed, not proven"),
        (counts.skipped, "skipped"),
        (counts.not_applicable, "not applicable"),
    ] {
        if count > 0 {
            // Writing to a string does not fail.
            let _ = write!(line, ", {count} {what}");
        }
    }
    writeln!(out, "{line}")?;
    let part = if certificate.complete { "" } else { ", in the selected part of the suite" };
    let name = &run.declared.name;
    let version =
        run.declared.version.as_ref().map(|version| format!(" {version}")).unwrap_or_default();
    writeln!(out, "{name}{version} {}{part}", run.conclusion().name())?;
    let version = certificate.specification.version;
    writeln!(out, "held to SPEC.md, version {version}, as {}", run.classes.join(", "))
}

/// Failures that look alike, in the order of the first of each kind: one cause often fails many cases.
fn grouped<'a>(failures: impl Iterator<Item = &'a CaseResult>) -> Vec<Vec<&'a CaseResult>> {
    let kind = |result: &CaseResult| {
        let failure = result.failure();
        let of_records =
            failure.filter(|failure| failure.record.is_some() && failure.output.is_none());
        // What a unit does with files of the other byte order is a kind of its own.
        let order = result.name.rsplit_once('/').map_or("", |(_, last)| last);
        (
            result.origin,
            failure.map(|failure| failure.failure.name()),
            // Cases of producers are about one clause each.
            failure
                .filter(|_| matches!(result.origin, Origin::Session | Origin::Run))
                .map(|failure| failure.clause.clone()),
            of_records.map(|failure| (failure.clause.clone(), failure.member)),
            ["little", "big"].into_iter().find(|known| *known == order),
            // The name of an exception, as many interpreters end with.
            failure.filter(|_| of_records.is_none()).and_then(|_| {
                let last = result.log.trim_end().lines().last()?;
                last.split(':').next().map(str::to_owned)
            }),
        )
    };
    let mut groups: Vec<(_, Vec<&CaseResult>)> = Vec::new();
    for result in failures {
        let kind = kind(result);
        match groups.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, group)) => group.push(result),
            None => groups.push((kind, vec![result])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

fn write_failure(
    out: &mut dyn Write,
    run: &Certification,
    group: &[&CaseResult],
) -> io::Result<()> {
    let Some((result, others)) = group.split_first() else { return Ok(()) };
    let (word, note) = match &result.verdict {
        Verdict::Warned(_) => ("WARN", None),
        Verdict::Unexpected(None, deviation) => (
            "FAIL",
            Some(format!("a list expects that it fails ({}), and it passes", deviation.failure)),
        ),
        Verdict::Unexpected(Some(_), deviation) => (
            "FAIL",
            Some(format!("a list expects that it fails otherwise ({})", deviation.failure)),
        ),
        _ => ("FAIL", None),
    };
    writeln!(out, "{word}  {}", result.name)?;
    let mut row = |label: &str, text: &str| writeln!(out, "  {label:<9} {}", shortened(text));
    if let Some(note) = note {
        row("list", &note)?;
    }
    if let Some(failure) = result.failure() {
        write_details(&mut row, result, failure)?;
    }
    let log = result.log.trim_end();
    if !log.is_empty() {
        let skipped = log.lines().count().saturating_sub(3);
        for line in log.lines().skip(skipped) {
            row("stderr", line)?;
        }
    }
    if !others.is_empty() {
        let names: Vec<&str> =
            others.iter().take(MOST_NAMED).map(|other| other.name.as_str()).collect();
        let more = if others.len() > MOST_NAMED { ", .." } else { "" };
        row("like it", &format!("{} more: {}{more}", others.len(), names.join(", ")))?;
    }
    if let Some(kept) = &result.kept {
        row("kept", kept)?;
    }
    writeln!(out, "  {:<9} {}\n", "repeat", run.repeat_case(&result.name))
}

fn write_details(
    row: &mut dyn FnMut(&str, &str) -> io::Result<()>,
    result: &CaseResult,
    failure: &Failure,
) -> io::Result<()> {
    row("what", &failure.message)?;
    row("expected", &failure.expected)?;
    row("got", &failure.got)?;
    if let Some(offset) = failure.offset_bytes {
        row("byte", &offset.to_string())?;
    }
    if result.origin == Origin::Vector {
        row("about", &result.purpose)?;
        let name = result.name.trim_start_matches("vectors/").trim_end_matches("/typed");
        // The last part is the byte order.
        if let Some((case, _)) = name.rsplit_once('/') {
            row("see", &format!("eventring vectors show {case}"))?;
        }
    }
    if failure.failure == FailureKind::Outcome(Outcome::BrokeProtocol) {
        return row(
            "clause",
            "none: it is no answer (conformance/adapters/PROTOCOL.md says what one is)",
        );
    }
    // What the vector is about, and what the difference shows, can be two things.
    let mut names = vec![failure.clause.as_str()];
    if result.origin == Origin::Vector {
        names.extend(
            result.clauses.iter().map(String::as_str).filter(|name| *name != failure.clause),
        );
    }
    for name in names.into_iter().take(MOST_CLAUSES) {
        if let Some(clause) = clauses::find(name) {
            row("clause", &format!("{name} ({}): {}", clause.level(), clauses::sentence(clause)))?;
        }
    }
    Ok(())
}

/// Text of others: escaped, so that it cannot steer a terminal, and cut.
fn shortened(text: &str) -> String {
    let mut shown: String = text
        .chars()
        .take(MOST_CHARS)
        .map(
            |char| {
                if char.is_control() { char.escape_debug().to_string() } else { char.to_string() }
            },
        )
        .collect();
    if text.chars().nth(MOST_CHARS).is_some() {
        shown += " ..";
    }
    shown
}
