//! What a whole run came to: counts, and how it exits.

use std::collections::{BTreeMap, BTreeSet};

use eventring_spec::clauses;
use eventring_spec::deviations::Kind;
use schemars::JsonSchema;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::deviations::Lists;
use super::run::{CaseResult, Verdict};
use super::unit::{Declared, Program};
use crate::exit::Exit;
use crate::record::Hex;

/// A run, with all that reports need.
#[derive(Debug)]
pub struct Certification {
    /// What the unit declares.
    pub declared: Declared,
    /// The conformance classes that it is held to.
    pub classes: Vec<String>,
    /// How it is driven: `built-in`, `easy` or `full`.
    pub mode: &'static str,
    /// Its command, as a shell takes it; none of the built-in one.
    pub command: Option<String>,
    /// The files of that command.
    pub programs: Vec<Program>,
    /// What a shell takes to run it again, before the command; `--select` goes between.
    pub repeat: Repeat,
    /// SHA-256 of all cases, of the vectors, of the recordings.
    pub digests: Digests,
    /// Every selected case.
    pub results: Vec<CaseResult>,
    /// Entries of lists that fit nothing.
    pub unused: Vec<String>,
    /// Why no case could be run, if so: the unit broke the protocol at its start.
    pub start: Option<String>,
    /// How it ended when it was told to stop, if not as it should: it exited with another code than 0, or not within its
    /// budget.
    pub stop: Option<String>,
}

/// The command that repeats a run, or a case of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repeat {
    /// The words before the unit's command.
    pub before: String,
    /// The `--select` of the run, if it had one.
    pub select: Option<String>,
    /// The unit's command with its `--`, or nothing.
    pub after: String,
}

/// SHA-256, in lower-case hex.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Digests {
    /// Of the names and digests of all cases.
    pub suite: String,
    /// Of those of the vectors.
    pub vectors: String,
    /// Of those of the recordings.
    pub recordings: String,
    /// Of `SPEC.md`.
    pub spec: String,
}

/// How many cases became what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Counts {
    /// What was asked for, whether it could be run or not: each result of the report, so the sum of all that follow but `ran`.
    pub planned: u64,
    /// Put to the unit.
    pub ran: u64,
    /// Passed.
    pub passed: u64,
    /// Failed.
    pub failed: u64,
    /// Failed in what is only a SHOULD.
    pub warned: u64,
    /// Failed as a list expects, and that will not be fixed.
    pub will_not_fix: u64,
    /// Failed as a list expects, and that is to be fixed.
    pub not_yet: u64,
    /// Passed or failed otherwise than a list expects.
    pub unexpected: u64,
    /// Nothing wrong was seen, which does not prove that it is right.
    pub observed: u64,
    /// Not run.
    pub skipped: u64,
    /// Not run, since the unit does not declare what they are about.
    pub not_applicable: u64,
}

/// What became of the cases of a clause.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ClauseCounts {
    /// The clause.
    pub clause: String,
    /// Its level.
    pub level: String,
    /// Cases that exercise it.
    pub cases: u64,
    /// Those that passed.
    pub passed: u64,
    /// Those whose failure shows it, not expected by a list.
    pub failed: u64,
    /// Those whose failure shows it, expected by a list.
    pub deviating: u64,
}

/// What a run says of its unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Conclusion {
    /// Every case that was run passed.
    Conforms,
    /// Every case that was run passed, or failed as a list expects.
    ConformsButForDeviations,
    /// It failed, or a list does not fit.
    DoesNotConform,
    /// Nothing was checked that a unit which does nothing would fail.
    NothingChecked,
}

impl Conclusion {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Conforms => "conforms",
            Self::ConformsButForDeviations => "conforms but for its deviations",
            Self::DoesNotConform => "does not conform",
            Self::NothingChecked => "nothing was checked",
        }
    }

    /// How the command exits.
    pub fn exit(self) -> Exit {
        match self {
            Self::Conforms | Self::ConformsButForDeviations => Exit::Fine,
            Self::DoesNotConform => Exit::NonConforming,
            Self::NothingChecked => Exit::NothingChecked,
        }
    }
}

/// Entries of lists that cover no failure among these results, by their list and number. `whole` says whether they are those
/// of the whole suite: only then can it be said that an entry is about nothing.
pub fn unused(lists: &Lists, results: &[CaseResult], whole: bool) -> Vec<String> {
    let (ran, not_ran): (Vec<&CaseResult>, Vec<_>) =
        results.iter().partition(|result| result.ran());
    let ran: Vec<_> =
        ran.into_iter().map(|result| (result.name.as_str(), result.failure())).collect();
    let not_ran: Vec<_> = not_ran.into_iter().map(|result| result.name.as_str()).collect();
    lists.unused(&ran, whole.then_some(&not_ran[..]))
}

impl Certification {
    /// How many cases became what.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts { planned: self.results.len() as u64, ..Counts::default() };
        for result in &self.results {
            counts.ran += u64::from(result.ran());
            *match &result.verdict {
                Verdict::Passed => &mut counts.passed,
                Verdict::Failed(_) => &mut counts.failed,
                Verdict::Warned(_) => &mut counts.warned,
                Verdict::Deviated(_, deviation) if deviation.kind == Kind::WillNotFix => {
                    &mut counts.will_not_fix
                }
                Verdict::Deviated(..) => &mut counts.not_yet,
                Verdict::Unexpected(..) => &mut counts.unexpected,
                Verdict::Observed(_) => &mut counts.observed,
                Verdict::NotApplicable(_) => &mut counts.not_applicable,
                Verdict::Skipped(_) => &mut counts.skipped,
            } += 1;
        }
        counts
    }

    /// What became of the cases of each clause that was exercised, by its place in `SPEC.md`.
    pub fn clauses(&self) -> Vec<ClauseCounts> {
        let mut by_name: BTreeMap<&str, ClauseCounts> = BTreeMap::new();
        for result in &self.results {
            for clause in &result.clauses {
                let counts = by_name.entry(clause).or_default();
                counts.cases += 1;
                counts.passed += u64::from(matches!(result.verdict, Verdict::Passed));
            }
            let Some(failure) = result.failure() else { continue };
            // A case that was to show a clause failed it, whatever else the failure shows.
            let shown: BTreeSet<&str> = match result.origin {
                super::Origin::Recording | super::Origin::Scenario => {
                    [failure.clause.as_str()].into()
                }
                _ => result.clauses.iter().map(String::as_str).collect(),
            };
            for clause in shown {
                let counts = by_name.entry(clause).or_default();
                if matches!(result.verdict, Verdict::Deviated(..)) {
                    counts.deviating += 1;
                } else {
                    counts.failed += 1;
                }
            }
        }
        let in_order = clauses::clauses().iter().filter_map(|clause| {
            let counts = by_name.remove(clause.name())?;
            let (clause, level) = (clause.name().to_owned(), clause.level().name().to_owned());
            Some(ClauseCounts { clause, level, ..counts })
        });
        in_order.collect()
    }

    /// What the run says of the unit.
    pub fn conclusion(&self) -> Conclusion {
        let counts = self.counts();
        let is_broken = self.start.is_some() || self.stop.is_some();
        if is_broken || counts.failed + counts.unexpected > 0 || !self.unused.is_empty() {
            return Conclusion::DoesNotConform;
        }
        // A unit that prints nothing must not pass.
        if !self.results.iter().any(|result| result.ran() && result.silence_fails)
            || counts.skipped > 0
        {
            return Conclusion::NothingChecked;
        }
        if counts.will_not_fix + counts.not_yet > 0 {
            Conclusion::ConformsButForDeviations
        } else {
            Conclusion::Conforms
        }
    }

    /// Whether the whole suite was run: nothing was selected, and the unit started.
    pub fn is_whole(&self) -> bool {
        self.repeat.select.is_none() && self.start.is_none()
    }

    /// What is wrong with the unit besides its cases, each in a sentence.
    pub fn breaches(&self) -> Vec<String> {
        let start = self.start.iter().map(|how| format!("the unit did not answer `start`: {how}"));
        let stop =
            self.stop.iter().map(|how| format!("the unit did not exit well at `stop`: {how}"));
        start.chain(stop).collect()
    }

    /// Two runs as one, of a unit that is both: the names are those of this one.
    pub fn with(mut self, other: Self) -> Self {
        let suites = format!("{} {}", self.digests.suite, other.digests.suite);
        self.digests.suite = Hex(&Sha256::digest(suites)).to_string();
        for option in other.declared.options {
            if !self.declared.options.contains(&option) {
                self.declared.options.push(option);
            }
        }
        self.results.extend(other.results);
        self.classes.extend(other.classes);
        self.start = self.start.or(other.start);
        self.stop = self.stop.or(other.stop);
        self
    }

    /// The command that repeats the run.
    pub fn repeat(&self) -> String {
        self.repeat.command(self.repeat.select.as_deref())
    }

    /// The command that repeats one case.
    pub fn repeat_case(&self, name: &str) -> String {
        self.repeat.command(Some(name))
    }
}

impl Repeat {
    fn command(&self, select: Option<&str>) -> String {
        let mut command = self.before.clone();
        if let Some(select) = select {
            command += " --select ";
            command += &super::unit::quoted(select);
        }
        command + &self.after
    }
}
