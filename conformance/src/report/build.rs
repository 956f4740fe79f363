//! From what became of the checks to a report.

use super::deviations::Deviations;
use super::model::{
    CheckReport, Counts, FileReport, Found, Mask, Release, Report, Standing, Tool, Verdict,
};
use crate::checks::{Outcome, ReleaseKnown, Subject};
use crate::clauses;
use crate::exit::Exit;
use crate::finding::Grade;
use crate::plain::NotOpen;

/// Gathers what was found in several files.
#[derive(Debug)]
pub struct ReportBuilder {
    files: Vec<FileReport>,
    deviations: Deviations,
    strict: bool,
}

impl ReportBuilder {
    /// Nothing yet. With `strict`, every finding counts.
    pub fn new(deviations: Deviations, strict: bool) -> Self {
        Self { files: Vec::new(), deviations, strict }
    }

    /// Adds a file that was checked.
    pub fn file(&mut self, file: String, subject: &Subject<'_>, outcomes: Vec<Outcome>) {
        let mut checks = Vec::new();
        let mut counts = Counts::default();
        let mut counts_against = false;
        for outcome in outcomes {
            let check = self.check(&file, outcome);
            counts.add(check.standing);
            counts_against |= check.standing.counts_against(self.strict);
            checks.push(check);
        }
        let not_ready = matches!(subject.not_open(), Some(NotOpen::NotReady { .. }));
        let verdict = match counts.ran {
            _ if counts_against => Verdict::DoesNotConform,
            _ if not_ready => Verdict::NotReady,
            0 => Verdict::NothingChecked,
            _ => Verdict::Conforms,
        };
        let remarks = remarks(subject, &checks);
        let (size, release) = (Some(subject.len_bytes()), release(subject));
        self.files.push(FileReport {
            file,
            size,
            verdict,
            problem: None,
            release,
            remarks,
            counts,
            checks,
        });
    }

    /// Adds a file that could not be read, and how many checks were planned for it.
    pub fn unreadable(&mut self, file: String, problem: String, planned: usize) {
        self.files.push(FileReport {
            file,
            size: None,
            verdict: Verdict::Unreadable,
            problem: Some(problem),
            release: None,
            remarks: Vec::new(),
            counts: Counts { planned: planned as u64, ..Counts::default() },
            checks: Vec::new(),
        });
    }

    /// The report of all files.
    pub fn finish(self) -> Report {
        let mut counts = Counts::default();
        let mut exit = if self.files.is_empty() { Exit::NothingChecked } else { Exit::Fine };
        for file in &self.files {
            counts.add_all(&file.counts);
            exit = exit.worst(file.verdict.exit());
        }
        let unused_deviations = self.deviations.unused();
        if !unused_deviations.is_empty() {
            exit = exit.worst(Exit::NonConforming);
        }
        let tool = Tool { name: "eventring", version: env!("CARGO_PKG_VERSION") };
        let exit = exit.code();
        Report { version: 1, tool, files: self.files, counts, unused_deviations, exit }
    }

    fn check(&mut self, file: &str, outcome: Outcome) -> CheckReport {
        let clause = outcome.check.clause;
        let [note, should, must] = outcome.found;
        let found = Found { must, should, note };
        let covered = outcome.judged > 0;
        let deviation = match covered {
            true => self.deviations.cover(clause, file, found.total() > 0).cloned(),
            false => None,
        };
        let standing = match outcome.worst() {
            Some(_) if deviation.is_some() => Standing::Deviating,
            Some(Grade::Must) => Standing::Failed,
            Some(Grade::Should) => Standing::Warned,
            Some(Grade::Note) => Standing::Noted,
            None if outcome.judged > 0 => Standing::Passed,
            None if outcome.masked.is_some() => Standing::Masked,
            None => Standing::Idle,
        };
        let in_spec = clauses::find(clause);
        CheckReport {
            clause,
            level: in_spec.map_or("", |clause| clause.level().name()),
            requirement: in_spec.map(clauses::sentence).unwrap_or_default(),
            standing,
            judged: outcome.judged,
            found,
            masked: outcome.masked.map(|(clause, times)| Mask { clause, times }),
            deviation,
            shown: outcome.shown,
        }
    }
}

fn release(subject: &Subject<'_>) -> Option<Release> {
    let (name, given) = match subject.release() {
        ReleaseKnown::Given(name) => (name, true),
        ReleaseKnown::Stamped(name) => (name, false),
        ReleaseKnown::Unknown | ReleaseKnown::Conflict(_) => return None,
    };
    Some(Release { name: name.clone(), given })
}

fn remarks(subject: &Subject<'_>, checks: &[CheckReport]) -> Vec<String> {
    let mut remarks = Vec::new();
    if let ReleaseKnown::Conflict(stamps) = subject.release() {
        let stamps = stamps.join(", ");
        remarks.push(format!("stamps of different releases ({stamps}) are ignored"));
    }
    match subject.not_open() {
        Some(NotOpen::NotReady { message }) => remarks.push(format!("not ready: {message}")),
        Some(NotOpen::Refused { .. }) => remarks.push(
            "every consumer refuses the file for its header; nothing behind it was judged"
                .to_owned(),
        ),
        None => {}
    }
    let is_framing = |check: &CheckReport| FRAMING.contains(&check.clause) && check.found.must > 0;
    if checks.iter().any(is_framing) {
        remarks.push(COPY.to_owned());
    }
    remarks
}

/// The clauses that the parts of different moments in a plain copy break.
const FRAMING: &[&str] = &[
    "ring.window",
    "item.length.zero",
    "item.length.one",
    "item.within-ring",
    "item.within-window",
];

const COPY: &str = "a ring ends early, at an item that cannot be; a plain copy of a file that is being written looks the \
                    same: take a true one with `eventring snapshot PID -o F`";
