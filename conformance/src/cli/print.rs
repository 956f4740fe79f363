//! How a command prints what it made: text for people, or one JSON value for programs.

use std::fmt::Display;
use std::io::{self, BufWriter, Write, stdout};

use serde::Serialize;

use super::failure::Failure;

/// For whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum TextOrJson {
    Text,
    Json,
}

/// Prints it to standard output.
pub(super) fn print(value: &(impl Display + Serialize), form: TextOrJson) -> Result<(), Failure> {
    let mut out = BufWriter::new(stdout().lock());
    let printed = match form {
        TextOrJson::Text => write!(out, "{value}").and_then(|()| out.flush()),
        TextOrJson::Json => write_json(&mut out, value),
    };
    printed.map_err(Failure::Output)
}

/// One JSON value, and the end of its last line.
pub(super) fn write_json(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    out.write_all(b"\n")?;
    out.flush()
}
