//! `eventring scenario-producer`: the plain producer of the scenarios, where it has to be a process of its own.

use std::io::{stdin, stdout};
use std::path::PathBuf;

use super::failure::Failure;
use crate::exit::Exit;
use crate::scenarios::{Script, Shape, serve};

/// Write a ring as standard input says, for `eventring certify`
#[derive(clap::Args, Debug)]
#[command(hide = true)]
pub(super) struct Args {
    /// The folder for its file
    folder: PathBuf,

    /// How many rings
    rings: u32,

    /// Words of each
    ring_words: u64,

    /// Which events: mixed or ones
    #[arg(value_parser = Script::named)]
    script: Script,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let shape = Shape::new(args.rings, args.ring_words);
    serve(&args.folder, shape, args.script, stdin().lock(), stdout().lock())
        .map_err(|error| Failure::System { what: "write the ring file", error })?;
    Ok(Exit::Fine)
}
