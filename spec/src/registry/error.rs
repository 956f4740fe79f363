//! What is wrong with a registry file, and where.

use std::fmt;

use serde::de::DeserializeOwned;

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

impl Errors {
    /// Reads TOML; an error says the line.
    pub(super) fn of_toml<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, Self> {
        toml::from_str(text).map_err(|error| {
            let before = error.span().map_or("", |span| text.get(..span.start).unwrap_or(text));
            let entry = format!("line {}", before.matches('\n').count() + 1);
            let problems = vec![Problem { entry, message: error.message().to_owned() }];
            Self { file: file.to_owned(), problems }
        })
    }

    /// An error where lints found something.
    pub(super) fn of_lints(file: &str, problems: Vec<Problem>) -> Result<(), Self> {
        if problems.is_empty() { Ok(()) } else { Err(Self { file: file.to_owned(), problems }) }
    }
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
