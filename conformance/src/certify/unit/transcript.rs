//! What went to and fro between the harness and a unit, word for word, and where in it something stands.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

/// What went to and fro.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transcript {
    /// What the unit was told on its standard input.
    pub stdin: Vec<u8>,
    /// What it printed on its standard output.
    pub stdout: Vec<u8>,
}

/// So many lines of each side are its end.
const MOST_LINES: usize = 24;
/// And so many bytes of each of them.
const MOST_LINE_BYTES: usize = 400;

impl Transcript {
    /// The last lines of both sides, the longest of them cut.
    pub(in crate::certify) fn end(&self) -> Self {
        Self { stdin: last_lines(&self.stdin), stdout: last_lines(&self.stdout) }
    }

    /// Adds a line that the unit was told, with its line break.
    pub(super) fn told(&mut self, line: &[u8]) {
        self.stdin.extend_from_slice(line);
    }

    /// Adds a line that it printed, without its line break.
    pub(super) fn printed(&mut self, line: &[u8]) {
        self.stdout.extend_from_slice(line);
        self.stdout.push(b'\n');
    }
}

fn last_lines(text: &[u8]) -> Vec<u8> {
    let lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
    let left_out = lines.len().saturating_sub(MOST_LINES);
    let mut end = Vec::new();
    if left_out > 0 {
        end.extend_from_slice(format!(".. {left_out} lines before\n").as_bytes());
    }
    for line in &lines[left_out..] {
        match line.get(..MOST_LINE_BYTES) {
            Some(start) if line.len() > MOST_LINE_BYTES + 1 => {
                end.extend_from_slice(start);
                end.extend_from_slice(b" ..\n");
            }
            _ => end.extend_from_slice(line),
        }
    }
    end
}

/// Where in what a unit printed since it was started something stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OutputPlace {
    /// The number of the line, from 1.
    pub line: u64,
    /// Where that line begins, in bytes from the first that was printed.
    #[serde(rename = "byte")]
    pub offset_bytes: u64,
    /// Which of the records of the line it is, from 1, where a line is a reply with all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<u64>,
}

impl OutputPlace {
    /// The first line.
    pub const FIRST: Self = Self { line: 1, offset_bytes: 0, record: None };

    /// The place after a line of so many bytes, its line break included.
    pub(super) fn after(self, len_bytes: usize) -> Self {
        Self { line: self.line + 1, offset_bytes: self.offset_bytes + len_bytes as u64, ..self }
    }
}

impl fmt::Display for OutputPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(record) = self.record {
            write!(f, "record {record} in ")?;
        }
        write!(f, "line {} of its output, which begins at byte {}", self.line, self.offset_bytes)
    }
}

/// What a unit said that is no answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Breach {
    /// What is wrong with it.
    pub how: String,
    /// The start of what it said, as it stands there.
    pub said: Option<String>,
    /// Where that stands.
    pub place: Option<OutputPlace>,
    /// What the protocol wants in its place.
    pub wanted: Option<String>,
}

impl Breach {
    /// One of which no more is to be told than what is wrong.
    pub fn new(how: impl Into<String>) -> Self {
        Self { how: how.into(), ..Self::default() }
    }

    /// What was said, and where.
    #[must_use]
    pub fn said(self, said: &[u8], place: OutputPlace) -> Self {
        Self { said: Some(start_of(said)), place: Some(place), ..self }
    }

    /// What the protocol wants.
    #[must_use]
    pub fn wanted(self, wanted: impl Into<String>) -> Self {
        Self { wanted: Some(wanted.into()), ..self }
    }
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.how)?;
        match &self.place {
            Some(place) => write!(f, " ({place})"),
            None => Ok(()),
        }
    }
}

/// The start of a text of others, for a message; whoever shows it escapes what could steer a terminal.
fn start_of(text: &[u8]) -> String {
    const MOST_CHARS: usize = 300;
    let most_bytes = text.len().min(4 * (MOST_CHARS + 1));
    let text = String::from_utf8_lossy(&text[..most_bytes]);
    let start: String = text.chars().take(MOST_CHARS).collect();
    let more = if text.chars().nth(MOST_CHARS).is_some() { ".." } else { "" };
    format!("{start}{more}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_has_the_last_lines_and_the_start_of_long_ones() {
        let end = |text: &str| String::from_utf8(last_lines(text.as_bytes())).unwrap();
        assert_eq!(end(""), "");
        assert_eq!(end("a\nb"), "a\nb");
        for lines in [23, 24, 25, 26] {
            let text: String = (0..lines).map(|line| format!("{line}\n")).collect();
            let kept: String =
                (lines.max(24) - 24..lines).map(|line| format!("{line}\n")).collect();
            let before = if lines > 24 {
                format!(".. {} lines before\n", lines - 24)
            } else {
                String::new()
            };
            assert_eq!(end(&text), before + &kept);
        }
        for bytes in [399, 400] {
            let whole = format!("{}\n", "x".repeat(bytes));
            assert_eq!(end(&whole), whole);
        }
        assert_eq!(end(&format!("{}\n", "x".repeat(401))), format!("{} ..\n", "x".repeat(400)));
    }

    #[test]
    fn what_was_said_is_shown_as_it_stands_and_cut() {
        let said = |text: &str| Breach::new("").said(text.as_bytes(), OutputPlace::FIRST).said;
        assert_eq!(said(r#"{"a":"\""}"#).as_deref(), Some(r#"{"a":"\""}"#));
        assert_eq!(said("").as_deref(), Some(""));
        for chars in [299, 300, 301] {
            let text = "é".repeat(chars);
            let cut = if chars > 300 { format!("{}..", "é".repeat(300)) } else { text.clone() };
            assert_eq!(said(&text), Some(cut));
        }
        let place = OutputPlace::FIRST.after(10);
        assert_eq!((place.line, place.offset_bytes), (2, 10));
    }
}
