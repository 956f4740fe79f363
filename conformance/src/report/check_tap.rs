//! A report of checks as TAP, version 14: a line for each check of each file.

use std::fmt::Write;

use super::model::{Report, Standing, Verdict};
use super::tap::one_line;

/// The report as TAP; `strict` says what counts.
pub fn check_tap(report: &Report, strict: bool) -> String {
    let mut lines = Vec::new();
    for file in &report.files {
        let name = one_line(&file.file);
        if file.verdict == Verdict::Unreadable {
            let problem = file.problem.as_deref().unwrap_or_default();
            lines.push((false, format!("{name}: {}", one_line(problem)), String::new()));
        }
        for check in &file.checks {
            let why = one_line(&check.why().unwrap_or_default());
            let what = format!("{name}: {}", check.clause);
            lines.push(match check.standing {
                standing if standing.counts_against(strict) => {
                    (false, format!("{what}: {why}"), String::new())
                }
                Standing::Passed | Standing::Noted => (true, what, String::new()),
                Standing::Deviating => (false, what, format!(" # TODO {why}")),
                _ => (true, what, format!(" # SKIP {why}")),
            });
        }
    }
    for deviation in &report.unused_deviations {
        let what = format!("unused deviation of {}", deviation.clause);
        lines.push((false, what, String::new()));
    }
    let mut out = format!("TAP version 14\n1..{}\n", lines.len());
    for (place, (holds, what, directive)) in lines.into_iter().enumerate() {
        let not = if holds { "" } else { "not " };
        // Writing to a string does not fail.
        let _ = writeln!(out, "{not}ok {} - {what}{directive}", place + 1);
    }
    out
}
