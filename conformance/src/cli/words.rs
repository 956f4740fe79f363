//! `eventring words`.

use std::io::{BufWriter, Write, stdout};

use eventring_spec::registry::Registry;

use super::failure::Failure;
use super::input::{InputArgs, snapshot};
use crate::exit::Exit;
use crate::plain::{Ring, RuntimeNames, open, write_words};

/// Show a whole file word by word: its bytes, and what each word is
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let input = args.input.read()?;
    // It says what is wrong with a file header, and which releases can have written the file.
    let snapshot = snapshot(&input)?;
    let registry = Registry::load().map_err(|errors| Failure::Registry(errors.to_string()))?;
    let remaining = args.input.releases(&snapshot).remaining();
    let releases: Vec<_> =
        remaining.iter().filter_map(|release| registry.release(release.name())).collect();
    let names = RuntimeNames::agreed(&registry, &releases);
    let Ok(file) = open(&input.bytes) else { return Ok(Exit::NonConforming) };
    let mut out = BufWriter::new(stdout().lock());
    write_words(&mut out, &file, &names).and_then(|()| out.flush()).map_err(Failure::Output)?;
    let has_fault = |ring: Ring<'_>| ring.items().any(|item| item.is_err());
    Ok(if file.rings().any(has_fault) { Exit::NonConforming } else { Exit::Fine })
}

const AFTER_HELP: &str = "\
Offsets and bytes are hexadecimal, in the order of the file. Words without meaning, as those outside the window of a ring, \
are shown if they are few. A file whose header is refused is not shown: `eventring check` shows what is wrong with it.

Exit codes: 0 fine, 1 does not conform, 2 usage, 3 environment or limit, 5 not ready

Examples:
  eventring words 4711.events
  eventring words trace.events --release 5.4 | less";
