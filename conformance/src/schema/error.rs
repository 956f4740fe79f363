//! What is wrong with a schema file, and where.

use std::fmt;
use std::ops::Range;

/// A fault of a schema file: where it is, what is wrong, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaError {
    line: usize,
    column: usize,
    message: String,
}

impl SchemaError {
    /// Of the text of a file, at these of its bytes.
    pub(super) fn new(text: &str, span: Range<usize>, message: impl Into<String>) -> Self {
        let mut start = span.start.min(text.len());
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        let before = &text[..start];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            message: message.into(),
        }
    }

    /// The line, counted from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// The character in the line, counted from 1.
    pub fn column(&self) -> usize {
        self.column
    }
}

/// `LINE:COLUMN: message`, to stand after the name of the file and a colon.
impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}
