//! What was found, as a vector.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::certify::{Failure, FailureKind, Outcome, expected_of};
use crate::generate::{Session, body_lines};
use crate::plain::RuntimeNames;
use crate::record::Record;

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
}

impl Key {
    pub(super) fn new(failure: &Failure, crash: String) -> Self {
        let is_answer = match failure.failure {
            FailureKind::Outcome(outcome) => {
                matches!(outcome, Outcome::Accepted | Outcome::Rejected | Outcome::NotReady)
            }
            FailureKind::Records(_) | FailureKind::Finding(_) => true,
        };
        Self {
            failure: failure.failure.name().to_owned(),
            clause: if is_answer { failure.clause.clone() } else { String::new() },
            member: failure.member.unwrap_or_default().to_owned(),
            crash,
        }
    }
}

/// A file of which a unit makes something else than a conforming one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Its name in the folder.
    pub name: String,
    /// What is wrong.
    pub failure: Failure,
    /// The file, as small as it could be made.
    pub session: Session,
    /// The number of the case in which it was found.
    pub case: u64,
    /// Whether it was there again when the case was repeated.
    pub repeats: bool,
}

impl Finding {
    /// The text of a vector, which says how to repeat it: `repeat` is the command.
    pub fn vector(&self, names: &RuntimeNames, repeat: &str) -> String {
        let Self { failure, session, case, .. } = self;
        let (mut exit, mut lines) = (0, String::new());
        if let Ok(image) = session.encode() {
            let expected = expected_of(&image.bytes, names);
            exit = match expected.outcome {
                Outcome::Accepted => 0,
                Outcome::NotReady => 5,
                _ => 1,
            };
            for placed in expected.records {
                let record = serde_json::to_string(&without_message(placed.record));
                // A record is JSON always.
                lines.push_str(&record.unwrap_or_default());
                lines.push('\n');
            }
        }
        let quoted = |text: &str| toml::Value::from(text).to_string();
        let purpose = format!("{}.", failure.message.replace('\n', " "));
        let effect = format!("Found in case {case}: {}.", failure.got.replace('\n', " "));
        let flaky = if self.repeats { "" } else { "# It was not there again in a second run.\n" };
        format!(
            "+++\npurpose = {}\nclauses = [\"{}\"]\neffect = {}\nrelease = \"{}\"\nbyte_orders = [\"{}\"]\n+++\n\
             # {repeat}\n{flaky}{}exit {exit}\n{lines}",
            quoted(&purpose),
            failure.clause,
            quoted(&effect),
            session.release,
            session.order,
            body_lines(session),
        )
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Failure { failure, clause, message, .. } = &self.failure;
        write!(f, "{}: {} ({clause}): {message}", self.name, failure.name())
    }
}

/// `message` is free, and vectors leave it out.
fn without_message(mut record: Record<'_>) -> Record<'_> {
    match &mut record {
        Record::Corrupt(corrupt) => corrupt.message = "".into(),
        Record::Refused { message, .. } => *message = "".into(),
        Record::Event(_) | Record::Lost { .. } => {}
    }
    record
}
