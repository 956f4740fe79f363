//! What a unit under test did with a case.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

/// What a unit under test did with a case. They are never merged: only the first three are answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// It decoded the file to its end.
    Accepted,
    /// It said that the file, or a ring of it, cannot be read, by a `refused` or `corrupt` record.
    Rejected,
    /// A kind of [`Outcome::Rejected`]: it said that the file is not ready yet.
    NotReady,
    /// It ended in another way than an answer does.
    Crashed,
    /// It did not answer within its budget.
    Hung,
    /// It took more memory than its budget, where that is watched.
    Outgrew,
    /// It answered, and what it said is no answer: a line that is no event record, a wrong number, endless output.
    BrokeProtocol,
}

impl Outcome {
    /// The word for it, in reports and in lists of deviations.
    pub fn name(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Rejected => "rejected",
            Self::NotReady => "not-ready",
            Self::Crashed => "crashed",
            Self::Hung => "hung",
            Self::Outgrew => "outgrew",
            Self::BrokeProtocol => "broke-protocol",
        }
    }

    /// Whether a unit may do so where `self` is expected: a file that is not ready may be rejected as well
    /// (clause file.not-ready).
    pub fn allows(self, found: Self) -> bool {
        self == found || (self == Self::NotReady && found == Self::Rejected)
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_not_ready_has_two_right_answers() {
        let all = [
            Outcome::Accepted,
            Outcome::Rejected,
            Outcome::NotReady,
            Outcome::Crashed,
            Outcome::Hung,
            Outcome::Outgrew,
            Outcome::BrokeProtocol,
        ];
        for expected in all {
            for found in all {
                let rejected_for_not_ready =
                    expected == Outcome::NotReady && found == Outcome::Rejected;
                assert_eq!(expected.allows(found), expected == found || rejected_for_not_ready);
            }
        }
    }
}
