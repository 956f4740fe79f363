//! What is wrong with a registry file, and where.

use std::fmt;

/// One problem: where it is, and what is allowed there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The entry, as `phase.minor`, or the line where the text could not be read as far as that.
    pub entry: String,
    /// What was found and what is allowed, a lower-case fragment.
    pub message: String,
}

/// Every problem of one registry file; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Errors {
    /// The file's name, as it was given to [`Registry::parse`](super::Registry::parse).
    pub file: String,
    /// The problems, in the order of the file's sections.
    pub problems: Vec<Problem>,
}

impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.problems.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            write!(f, "{}: {}: {}", self.file, problem.entry, problem.message)?;
        }
        Ok(())
    }
}

impl std::error::Error for Errors {}
