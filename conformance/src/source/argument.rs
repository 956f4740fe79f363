//! What a `FILE|PID` argument names.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::path::{Path, PathBuf};

/// What a `FILE|PID` argument names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// `-`: standard input.
    StandardInput,
    /// All digits: a process. (`./123` is a file.)
    Process(u32),
    /// Anything else: a path.
    File(PathBuf),
}

/// An all-digit argument that cannot be a process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgumentError {
    text: String,
}

impl Argument {
    /// Sorts an argument of the command line.
    ///
    /// # Errors
    ///
    /// Digits that are 0 or too large for a process id.
    pub fn parse(text: OsString) -> Result<Self, ArgumentError> {
        if text == OsStr::new("-") {
            return Ok(Self::StandardInput);
        }
        let bytes = text.as_encoded_bytes();
        if bytes.is_empty() || !bytes.iter().all(u8::is_ascii_digit) {
            return Ok(Self::File(PathBuf::from(text)));
        }
        let text = text.to_string_lossy().into_owned();
        // The kernel's process ids are positive 32-bit signed numbers.
        match text.parse::<i32>() {
            Ok(pid @ 1..) => Ok(Self::Process(pid.unsigned_abs())),
            _ => Err(ArgumentError { text }),
        }
    }

    /// The path, if the argument names a file.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::File(path) => Some(path),
            Self::StandardInput | Self::Process(_) => None,
        }
    }
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StandardInput => f.write_str("standard input"),
            Self::Process(pid) => write!(f, "process {pid}"),
            Self::File(path) => write!(f, "{}", path.display()),
        }
    }
}

impl fmt::Display for ArgumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = &self.text;
        write!(f, "{text} cannot be a process id; for a file of that name write ./{text}")
    }
}

impl std::error::Error for ArgumentError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Argument, ArgumentError> {
        Argument::parse(OsString::from(text))
    }

    #[test]
    fn digits_are_a_process_and_the_rest_is_a_file() {
        assert_eq!(parse("-"), Ok(Argument::StandardInput));
        assert_eq!(parse("1"), Ok(Argument::Process(1)));
        assert_eq!(parse("0123"), Ok(Argument::Process(123)));
        for file in ["./123", "123.events", "-1", "--", "", "１２"] {
            assert_eq!(parse(file), Ok(Argument::File(file.into())));
        }
    }

    #[test]
    fn process_ids_end_where_the_kernel_s_do() {
        assert_eq!(parse("2147483647"), Ok(Argument::Process(2_147_483_647)));
        for wrong in ["0", "000", "2147483648", "99999999999999999999999"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
