//! `eventring manual`.

use std::fs::{create_dir_all, read_dir};
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
    clap_mangen::generate_to(Cli::command(), &args.folder).map_err(cannot)?;
    let pages = read_dir(&args.folder).map_err(cannot)?.flatten().filter(|entry| {
        entry.path().extension().is_some_and(|section| section == "1")
            && entry.file_name().to_string_lossy().starts_with("eventring")
    });
    writeln!(stdout(), "{} pages in {}", pages.count(), args.folder.display())
        .map_err(Failure::Output)?;
    Ok(Exit::Fine)
}

const AFTER_HELP: &str = "\
The pages are eventring.1 and one for each command, such as eventring-dump.1.

Exit codes: 0 fine, 2 usage, 3 environment

Examples:
  eventring manual ~/.local/share/man/man1
  eventring manual pages && man pages/eventring-dump.1";
