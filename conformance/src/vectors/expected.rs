//! What a consumer makes of a file.

use crate::record::Record;

/// What `dump --format jsonl` prints of a file, and how it exits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// The exit code.
    pub exit: u8,
    lines: Vec<String>,
}

impl Expected {
    /// From the lines of the records.
    ///
    /// # Errors
    ///
    /// The place of the first line that is no record, and why it is none.
    pub(super) fn new(exit: u8, lines: Vec<String>) -> Result<Self, (usize, String)> {
        for (place, line) in lines.iter().enumerate() {
            serde_json::from_str::<Record<'_>>(line).map_err(|error| (place, error.to_string()))?;
        }
        Ok(Self { exit, lines })
    }

    /// The records, in order of ring and position. `message` is free, and empty where the vector leaves it open.
    pub fn records(&self) -> Vec<Record<'_>> {
        // Each line was a record when this was made.
        self.lines.iter().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }

    /// The records as they are written, with members that a [`Record`] leaves out, such as `typed`.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }
}
