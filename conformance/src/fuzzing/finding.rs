//! What was found.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::certify::Failure;

/// What two failures have in common that are one finding.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Key {
    /// The wrong outcome, or `records`.
    pub failure: String,
    /// The clause; empty where the unit gave no answer, since that may be for the same reason in any file.
    pub clause: String,
    /// The member in which a record differs.
    pub member: String,
    /// How the unit crashed.
    pub crash: String,
    /// Whether it was in a scenario with a race.
    #[serde(default)]
    pub in_race: bool,
}

impl Key {
    pub(super) fn new(failure: &Failure, crash: String) -> Self {
        let is_answer = failure.failure.is_answer();
        Self {
            failure: failure.failure.name().to_owned(),
            clause: if is_answer { failure.clause.clone() } else { String::new() },
            member: failure.member.unwrap_or_default().to_owned(),
            crash,
            in_race: false,
        }
    }
}

/// What is wrong with what a unit made of a file or a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// What it has in common with what is the same finding.
    pub key: Key,
    /// What is wrong.
    pub failure: Failure,
    /// The last that the unit said on standard error.
    pub log: String,
}

impl Wrong {
    /// The clause that it shows; none where the unit gave no answer, since that may be for the same reason in any file.
    pub fn clause(&self) -> Option<&str> {
        self.failure.failure.is_answer().then_some(&self.failure.clause)
    }
}

/// Of what a unit makes something else than a conforming one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding<S> {
    /// Its name in the folder.
    pub name: String,
    /// What is wrong.
    pub wrong: Wrong,
    /// The file or scenario, as small as it could be made.
    pub subject: S,
    /// The number of the case in which it was found.
    pub case: u64,
    /// Whether it was there again when the case was repeated.
    pub repeats: bool,
    /// Whether time or trials were over before it was as small as it could be.
    pub is_cut_short: bool,
}

impl<S> Finding<S> {
    /// What a reader of its text has to know besides, each on a line that begins with `#`.
    pub(super) fn remarks(&self) -> String {
        let mut remarks = String::new();
        if !self.repeats {
            remarks += "# It was not there again in a second run.\n";
        }
        if self.is_cut_short {
            remarks += "# Time was over before it was as small as it could be.\n";
        }
        if self.wrong.clause().is_none() {
            remarks += "# No clause: the reader gave no answer, as to anything. The file beside this that ends in .stderr has its last words.\n";
        }
        remarks
    }
}

impl<S> fmt::Display for Finding<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Failure { failure, message, .. } = &self.wrong.failure;
        let clause = self.wrong.clause().unwrap_or("no clause: it gave no answer");
        write!(f, "{}: {} ({clause}): {message}", self.name, failure.name())?;
        f.write_str(if self.is_cut_short { "; cut down as far as time went" } else { "" })
    }
}
