//! `eventring completions`.

use std::io::{Write, stdout};

use clap::{Command, CommandFactory};
use clap_complete::{Shell, generate};

use super::Cli;
use super::failure::Failure;
use crate::exit::Exit;

/// Print what a shell needs to complete the commands and options of this program
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    /// The shell
    shell: Shell,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    // Made first, since the generator takes it for granted that it can be written.
    let mut script = Vec::new();
    generate(args.shell, &mut without_secrets(&Cli::command()), "eventring", &mut script);
    stdout().lock().write_all(&script).map_err(Failure::Output)?;
    Ok(Exit::Fine)
}

/// The command line as its help shows it: a generator would offer what is hidden, too.
fn without_secrets(whole: &Command) -> Command {
    let commands = whole.get_subcommands().filter(|command| !command.is_hide_set());
    Command::new("eventring")
        .version(env!("CARGO_PKG_VERSION"))
        .args(whole.get_arguments())
        .subcommands(commands.cloned())
}

const AFTER_HELP: &str = "\
A new shell completes when the file is where it looks for such files; for bash that needs the package bash-completion.

Exit codes: 0 fine, 2 usage, 3 the output cannot be written

Examples:
  eventring completions bash > /etc/bash_completion.d/eventring
  eventring completions zsh > ~/.zfunc/_eventring
  eventring completions fish > ~/.config/fish/completions/eventring.fish
  eventring completions elvish >> ~/.config/elvish/rc.elv
  eventring completions powershell >> $PROFILE";
