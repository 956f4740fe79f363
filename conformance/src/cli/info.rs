//! `eventring info`.

use super::failure::Failure;
use super::input::{InputArgs, snapshot};
use super::message;
use super::print::{TextOrJson, print};
use super::progress::waiting;
use crate::exit::Exit;
use crate::inspect::{FileInfo, Info};

/// Show what a file holds: header, geometry, rings in use, names, release
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,

    /// Text for people, or one JSON object for programs
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    format: TextOrJson,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let input = args.input.read()?;
    let snapshot = snapshot(&input)?;
    let file = FileInfo {
        what: input.what.clone(),
        bytes: input.bytes.len() as u64,
        data_bytes: input.data_bytes,
    };
    let looking = waiting(format!("looking through {}", input.what));
    let info = Info::new(&snapshot, file, args.input.releases(&snapshot));
    drop(looking);
    print(&info, args.format)?;
    message::warn_of_release(&input.what, &info.release);
    message::warn_of_faults(&input.what, info.corrupt_rings(), info.short_events());
    Ok(if info.corrupt_rings() > 0 { Exit::NonConforming } else { Exit::Fine })
}

const AFTER_HELP: &str = "\
What the columns mean:
  head, tail   positions in words since the ring was made: of the oldest item
               that is still whole, and after the newest
  words, full  what lies between them, and the part of the ring that it takes
  lost words   what the producer has overwritten: everything before head

Exit codes: 0 fine, 1 does not conform, 2 usage, 3 environment or limit, 5 not ready

Examples:
  eventring info 4711.events
  eventring info trace.events.zst --format json
  eventring info 4711               the file of process 4711";
