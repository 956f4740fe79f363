//! `eventring manual`.

mod page;

use std::fs::create_dir_all;
use std::io::{Write, stdout};
use std::path::PathBuf;

use clap::CommandFactory;

use super::Cli;
use super::failure::Failure;
use crate::exit::Exit;

/// Write the manual pages of all commands
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    /// Where to; made if it is not there
    folder: PathBuf,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let cannot = |error| Failure::Write { path: args.folder.clone(), error };
    create_dir_all(&args.folder).map_err(cannot)?;
    let pages = page::write_all(Cli::command(), &args.folder).map_err(cannot)?;
    writeln!(stdout(), "{pages} pages in {}", args.folder.display()).map_err(Failure::Output)?;
    Ok(Exit::Fine)
}

const AFTER_HELP: &str = "\
The pages are eventring.1 and one for each command, such as eventring-dump.1.

Exit codes: 0 fine, 2 usage, 3 environment

Examples:
  eventring manual ~/.local/share/man/man1
  eventring manual pages && man pages/eventring-dump.1";
