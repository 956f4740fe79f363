//! `eventring record`.

use std::ffi::OsString;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::sync::atomic::Ordering;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use indicatif::{HumanCount, ProgressBar};
use rustix::process::{Pid, Signal, kill_process};

use super::failure::Failure;
use super::message;
use super::signals::Passed;
use crate::counted::Counted;
use crate::exit::Exit;
use crate::inspect::{
    Launch, Progress, RecordError, RecordFormat, Recorded, Recording, ReleaseChoice, watch,
};

/// Run a program with its events on, and record them
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    /// Where to write; recording.events or recording.jsonl if not given
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// A ring file, or JSON lines; by the ending of the output if not given
    #[arg(long, value_enum)]
    format: Option<FormatArg>,

    /// Name runtime events in JSON lines as this release of OCaml does; auto as soon as the events tell it
    #[arg(long, value_name = "R", default_value = "auto",
        value_parser = PossibleValuesParser::new(ReleaseChoice::names()).try_map(|name| name.parse::<ReleaseChoice>()))]
    release: ReleaseChoice,

    /// Do not show progress, nor what was recorded
    #[arg(short, long)]
    quiet: bool,

    /// The program and its arguments
    #[arg(last = true, required = true, value_name = "CMD")]
    command: Vec<OsString>,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum FormatArg {
    Events,
    Jsonl,
}

impl Args {
    fn recording(&self) -> Recording {
        let is_lines = |output: &PathBuf| {
            output.extension().is_some_and(|extension| extension == "jsonl" || extension == "json")
        };
        let format = match self.format {
            Some(FormatArg::Events) => RecordFormat::Events,
            Some(FormatArg::Jsonl) => RecordFormat::JsonLines,
            None if self.output.as_ref().is_some_and(is_lines) => RecordFormat::JsonLines,
            None => RecordFormat::Events,
        };
        let default = match format {
            RecordFormat::Events => "recording.events",
            RecordFormat::JsonLines => "recording.jsonl",
        };
        let output = self.output.clone().unwrap_or_else(|| PathBuf::from(default));
        Recording { output, format, choice: self.release }
    }
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let recording = args.recording();
    let passed = Passed::listen()?;
    let launched = Launch { command: args.command.clone() }.start().map_err(|error| {
        Failure::Start { command: args.command[0].to_string_lossy().into_owned(), error }
    })?;
    let progress = Progress::default();
    // Shown on a terminal only.
    let bar = if args.quiet { ProgressBar::hidden() } else { ProgressBar::new_spinner() };
    let watched = watch(launched, &recording, &progress, |program| {
        if let Some(signal) = passed.take()
            && let Some(program) = Pid::from_raw(program.cast_signed())
            && let Some(signal) = Signal::from_named_raw(signal)
        {
            // It may just have ended.
            let _ = kill_process(program, signal);
        }
        show(&bar, &progress);
    });
    bar.finish_and_clear();
    let (status, sessions) =
        watched.map_err(|error| Failure::System { what: "wait for the program", error })?;
    let exit = tell(args, &sessions);
    Ok(match code(status) {
        0 => exit,
        code => Exit::Child(code),
    })
}

/// How a shell tells how a program ended.
fn code(status: ExitStatus) -> u8 {
    let code = status.code().or_else(|| status.signal().map(|signal| 128 + signal));
    code.and_then(|code| u8::try_from(code).ok()).unwrap_or(u8::MAX)
}

fn show(bar: &ProgressBar, progress: &Progress) {
    let of = |count: u64| HumanCount(count);
    let sessions = progress.sessions.load(Ordering::Relaxed);
    bar.set_message(format!(
        "recording {}: {} events, {} words lost",
        Counted(sessions.into(), "process"),
        of(progress.events.load(Ordering::Relaxed)),
        of(progress.lost_words.load(Ordering::Relaxed)),
    ));
    bar.tick();
}

/// Says what was recorded, and how to exit for it if the program itself was fine.
fn tell(args: &Args, sessions: &[Result<Recorded, RecordError>]) -> Exit {
    let mut exit = Exit::Fine;
    for session in sessions {
        match session {
            Ok(recorded) => {
                let Recorded { output, events, lost_words, unmarked_losses, .. } = recorded;
                let what = output.display().to_string();
                if !args.quiet {
                    message::note(&format_args!(
                        "{what}: {events} events, {lost_words} words lost"
                    ));
                }
                if *unmarked_losses > 0 {
                    message::warning(&format_args!(
                        "{what}: {unmarked_losses} losses are not marked in it, since its release has no names"
                    ));
                }
                message::warn_of_faults(&what, recorded.corrupt_rings, 0);
                if recorded.corrupt_rings > 0 {
                    exit = exit.worst(Exit::NonConforming);
                }
            }
            Err(error) => {
                let failure = Failure::from(error);
                message::error(&failure);
                exit = exit.worst(failure.exit());
            }
        }
    }
    if sessions.is_empty() {
        let program = args.command[0].to_string_lossy().into_owned();
        let failure = Failure::NothingRecorded { program };
        message::error(&failure);
        exit = failure.exit();
    }
    exit
}

const AFTER_HELP: &str = "\
The variables of the OCaml runtime that you have set stay as they are: OCAMLRUNPARAM (e=N makes rings of 2^N words), \
OCAML_RUNTIME_EVENTS_DIR, and OCAML_RUNTIME_EVENTS_PRESERVE, with which the ring files are kept where they are made.

A process that the program forks or starts is recorded too, in a file of its own beside the first one, with its number \
in the name: trace.4712.jsonl. If the program itself makes no events, as a script, the first process that does gets the \
name that was asked for. When the program ends, so does the recording.

A ring file is put together at the end, with rings as large as what they hold. Words that were lost on the way are told \
by an event eventring.lost in their place. JSON lines are written as the events come.

Exit code: that of the program, 128 and its number for a signal. If that is 0: 0 fine, 1 a ring ends early, 3 not \
started, not written, or nothing to record

Examples:
  eventring record -- ./server --port 80
  eventring record -o trace.jsonl -- dune exec ./main.exe";
