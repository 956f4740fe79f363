//! The report of a check, as data: what `--report json` prints, and what every other form is made from.

use schemars::JsonSchema;
use serde::Serialize;

use crate::exit::Exit;
use crate::finding::Finding;

/// What `eventring check` found.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(title = "Report of eventring check")]
pub struct Report {
    /// The version of this form: members may be added to it within a version.
    #[schemars(extend("const" = 1))]
    pub version: u32,
    /// What made the report.
    pub tool: Tool,
    /// One for each file, in the order in which they were named.
    pub files: Vec<FileReport>,
    /// Over all files.
    pub counts: Counts,
    /// Entries of the list of deviations for which nothing was found.
    pub unused_deviations: Vec<Deviation>,
    /// The exit code of the command.
    pub exit: u8,
}

/// What made a report.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Tool {
    /// Its name.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
}

/// What was found in one file.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FileReport {
    /// The file as it was named.
    pub file: String,
    /// Its size in bytes, unpacked; none where it could not be read.
    pub size: Option<u64>,
    /// What comes of it all.
    pub verdict: Verdict,
    /// Why the file could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
    /// The release whose tables runtime ids were judged by, where it was given or the file is stamped with one.
    pub release: Option<Release>,
    /// What a reader of the report should know besides.
    pub remarks: Vec<String>,
    /// How many checks were planned, and what became of them.
    pub counts: Counts,
    /// Each check that was planned, in the order of the list.
    pub checks: Vec<CheckReport>,
}

/// What comes of the checks of one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Nothing that counts was found.
    Conforms,
    /// A MUST is broken; with `--strict`, or anything else was found.
    DoesNotConform,
    /// The producer has not finished the file header.
    NotReady,
    /// No check that was selected had anything to judge.
    NothingChecked,
    /// The file could not be read.
    Unreadable,
}

impl Verdict {
    /// The exit code of a file like this.
    pub fn exit(self) -> Exit {
        match self {
            Self::Conforms => Exit::Fine,
            Self::DoesNotConform => Exit::NonConforming,
            Self::NotReady => Exit::NotReady,
            Self::NothingChecked => Exit::NothingChecked,
            Self::Unreadable => Exit::Environment,
        }
    }

    /// The verdict in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Conforms => "conforms",
            Self::DoesNotConform => "does not conform",
            Self::NotReady => {
                "is not ready: its producer has not finished the file header; try again"
            }
            Self::NothingChecked => {
                "was not checked: no check that was selected had anything to judge"
            }
            Self::Unreadable => "could not be read",
        }
    }
}

/// A release, and how it is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Release {
    /// Such as `5.3`.
    pub name: String,
    /// Whether it was given, or is stamped in the file.
    pub given: bool,
}

/// How many checks were planned, and what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Counts {
    /// Selected checks: the sum of those that ran, were masked and were idle.
    pub planned: u64,
    /// Had something to judge: the sum of the next five.
    pub ran: u64,
    /// Nothing found.
    pub passed: u64,
    /// Notes only.
    pub noted: u64,
    /// A SHOULD is not followed.
    pub warned: u64,
    /// A MUST is broken.
    pub failed: u64,
    /// All that was found is a known deviation.
    pub deviating: u64,
    /// Could not judge, since a clause that they presuppose is broken.
    pub masked: u64,
    /// Found nothing to judge.
    pub idle: u64,
}

/// What became of one check in one file.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CheckReport {
    /// The clause that it judges.
    pub clause: &'static str,
    /// The level of the clause, such as `MUST`.
    pub level: &'static str,
    /// What the clause requires.
    pub requirement: String,
    /// What became of the check.
    pub standing: Standing,
    /// How many words, rings, items or names it judged.
    pub judged: u64,
    /// How many findings there are of each grade.
    pub found: Found,
    /// The clause for whose sake the check left something out, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub masked: Option<Mask>,
    /// The entry of the list of deviations that covers the findings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deviation: Option<Deviation>,
    /// The first findings.
    pub shown: Vec<Finding>,
}

/// What became of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// Nothing found.
    Passed,
    /// Notes only.
    Noted,
    /// A SHOULD is not followed.
    Warned,
    /// A MUST is broken.
    Failed,
    /// All that was found is a known deviation.
    Deviating,
    /// A clause that it presupposes is broken.
    Masked,
    /// Nothing to judge.
    Idle,
}

impl Standing {
    /// Whether it counts against a file.
    pub fn counts_against(self, strict: bool) -> bool {
        match self {
            Self::Failed => true,
            Self::Warned | Self::Noted => strict,
            Self::Passed | Self::Deviating | Self::Masked | Self::Idle => false,
        }
    }
}

impl CheckReport {
    /// What was found first, or why nothing was judged or counts, on one line.
    pub fn why(&self) -> Option<String> {
        if let Some(deviation) = &self.deviation {
            return Some(format!("{}: {} ({})", deviation.kind, deviation.reason, deviation.link));
        }
        if let Some(finding) = self.shown.first() {
            let more = self.found.total().saturating_sub(1);
            let more = if more > 0 { format!(", and {more} more") } else { String::new() };
            let (found, allowed, place) = (&finding.found, &finding.allowed, finding.place);
            return Some(format!("{place}: {found}; allowed: {allowed}{more}"));
        }
        match (self.standing, &self.masked) {
            (Standing::Masked, Some(mask)) => Some(format!("masked by {}", mask.clause)),
            (Standing::Idle, _) => Some("nothing to judge".to_owned()),
            _ => None,
        }
    }
}

/// Findings of each grade.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Found {
    /// Broken MUST.
    pub must: u64,
    /// SHOULD that is not followed.
    pub should: u64,
    /// Notes.
    pub note: u64,
}

impl Found {
    /// All of them.
    pub fn total(self) -> u64 {
        self.must + self.should + self.note
    }
}

/// Why a check left something out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Mask {
    /// The first clause in its way.
    pub clause: &'static str,
    /// How often: files, rings or items.
    pub times: u64,
}

/// A known, reasoned way in which a producer breaks a clause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Deviation {
    /// The clause.
    pub clause: String,
    /// The files that it is about, a glob; none for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// `will-not-fix` or `not-yet`.
    pub kind: &'static str,
    /// Why it is so.
    pub reason: String,
    /// Where more is told.
    pub link: String,
}

impl Counts {
    /// Counts one check.
    pub(super) fn add(&mut self, standing: Standing) {
        self.planned += 1;
        let own = match standing {
            Standing::Passed => &mut self.passed,
            Standing::Noted => &mut self.noted,
            Standing::Warned => &mut self.warned,
            Standing::Failed => &mut self.failed,
            Standing::Deviating => &mut self.deviating,
            Standing::Masked => &mut self.masked,
            Standing::Idle => &mut self.idle,
        };
        *own += 1;
        if !matches!(standing, Standing::Masked | Standing::Idle) {
            self.ran += 1;
        }
    }

    /// Counts the checks of another file.
    pub(super) fn add_all(&mut self, other: &Self) {
        let Self { planned, ran, passed, noted, warned, failed, deviating, masked, idle } = other;
        self.planned += planned;
        self.ran += ran;
        self.passed += passed;
        self.noted += noted;
        self.warned += warned;
        self.failed += failed;
        self.deviating += deviating;
        self.masked += masked;
        self.idle += idle;
    }
}
