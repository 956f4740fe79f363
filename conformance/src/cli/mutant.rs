//! `eventring mutant`: one of the wrong consumers of the self-test as a program, driven in the full mode.
//!
//! It is there so that whatever looks for wrong consumers can be shown some.

use std::io::{stdin, stdout};

use eventring_spec::registry::Registry;

use super::failure::Failure;
use crate::exit::Exit;
use crate::mutants::consumer::{CONSUMERS, play};
use crate::mutants::live::{self, LIVE_CONSUMERS};

/// Be one of the wrong consumers of the self-test, in the full mode
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Its name, as `self-test` prints it
    name: String,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    if let Some(mutant) = LIVE_CONSUMERS.iter().find(|mutant| mutant.name == args.name) {
        live::play(mutant, stdin().lock(), stdout().lock()).map_err(Failure::Output)?;
        return Ok(Exit::Fine);
    }
    let registry = Registry::load().map_err(|errors| Failure::Registry(errors.to_string()))?;
    let mutant = CONSUMERS.iter().find(|mutant| mutant.name == args.name);
    let mutant = mutant.ok_or_else(|| Failure::Usage(format!("no mutant {}", args.name)))?;
    play(mutant, &registry, stdin().lock(), stdout().lock()).map_err(Failure::Output)?;
    Ok(Exit::Fine)
}
