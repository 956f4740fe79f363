//! What is wrong with the text of a vector.

use std::fmt;

/// What is wrong with the text of a vector, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The vector's name.
    pub vector: String,
    /// The line of its text, from 1; 0 where it is no line but the whole.
    pub line: usize,
    /// What is wrong, a lower-case fragment.
    pub message: String,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { vector, line, message } = self;
        write!(f, "spec/vectors/{vector}.vector: ")?;
        if *line > 0 {
            write!(f, "line {line}: ")?;
        }
        f.write_str(message)
    }
}

impl std::error::Error for Error {}
