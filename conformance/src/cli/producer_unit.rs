//! `eventring producer-unit`: the built-in producer, for `eventring certify producer`.

use std::io::{stdin, stdout};

use super::failure::Failure;
use crate::certify::producer::serve;
use crate::exit::Exit;

/// Write sessions as standard input says, as a unit under test
#[derive(clap::Args, Debug)]
#[command(hide = true)]
pub(super) struct Args {}

pub(super) fn run(_: &Args) -> Result<Exit, Failure> {
    serve(stdin().lock(), stdout().lock())
        .map_err(|error| Failure::System { what: "answer requests", error })?;
    Ok(Exit::Fine)
}
