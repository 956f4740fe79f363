//! `eventring snapshot`.

use std::path::{Path, PathBuf};

use super::failure::Failure;
use super::input::{PlaceArgs, snapshot};
use super::progress::waiting;
use super::size::parse_size;
use crate::exit::Exit;
use crate::inspect::write_sparse;
use crate::source::{Limits, attach, copy};

/// Take a true copy of a file that is being written
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    #[command(flatten)]
    place: PlaceArgs,

    /// Where to write the copy; a file that is there is replaced
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Copy at most this much data (K, M, G, T)
    #[arg(long, value_name = "SIZE", default_value = "2G", value_parser = parse_size)]
    max_size: u64,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let attached = attach(&args.place.file, args.place.dir.as_deref())?;
    if is_same(attached.path(), &args.output) {
        return Err(Failure::SameFile { path: args.output.clone() });
    }
    let _waiting = waiting(format!("copying {}", attached.path().display()));
    let input = copy(&attached, Limits { max_bytes: args.max_size })?;
    // Only what can be read is worth a file.
    snapshot(&input)?;
    write_sparse(&args.output, input.bytes.len() as u64, input.bytes.pages())
        .map_err(|error| Failure::Write { path: args.output.clone(), error })?;
    Ok(Exit::Fine)
}

/// Whether both are one file.
pub(super) fn is_same(one: &Path, other: &Path) -> bool {
    one.canonicalize().is_ok_and(|one| other.canonicalize().is_ok_and(|other| one == other))
}

const AFTER_HELP: &str = "\
A plain copy of a file that is being written has its parts from different moments, and can look corrupt. Here, each \
ring is copied as a live reader reads it: what was overwritten meanwhile is left out, and what is there is whole. \
The copy is sparse: it takes about as much room as the events in it.

Exit codes: 0 fine, 1 the file header does not conform, 2 usage, 3 environment or limit, 5 not ready

Examples:
  eventring snapshot 4711 -o 4711-now.events
  eventring snapshot traces/4711.events -o 4711-now.events";
