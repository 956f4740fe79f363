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

/// Of what a unit makes something else than a conforming one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding<S> {
    /// Its name in the folder.
    pub name: String,
    /// What is wrong.
    pub failure: Failure,
    /// The file or scenario, as small as it could be made.
    pub subject: S,
    /// The number of the case in which it was found.
    pub case: u64,
    /// Whether it was there again when the case was repeated.
    pub repeats: bool,
}

impl<S> fmt::Display for Finding<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Failure { failure, clause, message, .. } = &self.failure;
        write!(f, "{}: {} ({clause}): {message}", self.name, failure.name())
    }
}
