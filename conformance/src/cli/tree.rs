//! `eventring tree`.

use std::time::{Duration, Instant};

use super::failure::Failure;
use super::followed::{Opened, parse_seconds};
use super::input::{InputArgs, check_ring, parse_ring, snapshot};
use super::message;
use super::print::{TextOrJson, print};
use super::progress::waiting;
use super::replayed::replayed;
use crate::exit::Exit;
use crate::inspect::{LiveRun, Moment, Tree};
use crate::run::Retention;
use crate::source::Argument;

/// Show fibers, contexts and objects of Eio: names, parents, lives, what they wait for
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,

    /// At this moment, not at the end: a timestamp in nanoseconds, or a time after the first event such as 1.5s, 20ms
    #[arg(long, value_name = "MOMENT")]
    at: Option<Moment>,

    /// Only what was first mentioned in this ring, or runs there
    #[arg(long, value_name = "N", value_parser = parse_ring)]
    ring: Option<u32>,

    /// Show what has ended too, as it is for a file without --at
    #[arg(long)]
    all: bool,

    /// Watch a process for so long, and show what there is then; without it, show what there is now
    #[arg(long = "for", value_name = "SECONDS", value_parser = parse_seconds, allow_hyphen_values = true, conflicts_with = "at")]
    time: Option<Duration>,

    /// Lines for people, or one JSON object for programs
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    format: TextOrJson,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let (tree, exit) = match args.time {
        Some(time) => watch(args, time)?,
        None => of_file(args)?,
    };
    print(&tree, args.format)?;
    Ok(exit)
}

fn of_file(args: &Args) -> Result<(Tree, Exit), Failure> {
    let input = args.input.read()?;
    let snapshot = snapshot(&input)?;
    check_ring(args.ring, &input.what, snapshot.geometry().max_domains())?;
    let (run, corrupt_rings) =
        replayed(&args.input, &input.what, snapshot, args.at, Retention::All, &mut ());
    let is_process = matches!(args.input.place.file, Argument::Process(_));
    let with_ended = args.all || !is_process && args.at.is_none();
    let exit = message::exit_of_faults(&input.what, corrupt_rings);
    Ok((Tree::of(input.what.clone(), &run, with_ended, args.ring), exit))
}

fn watch(args: &Args, time: Duration) -> Result<(Tree, Exit), Failure> {
    let opened = Opened::new(&args.input)?;
    let mut follow = opened.follow()?;
    check_ring(args.ring, &opened.what, follow.reader().live().geometry().max_domains())?;
    let begun = opened.copy()?;
    let begun = snapshot(&begun)?;
    let choice = args.input.choice();
    let mut live = LiveRun::new((), &opened.attached, &begun, choice, Retention::All);
    let until = Instant::now().checked_add(time);
    let watching = waiting("watching");
    let ending = follow.run(until, &opened.stop, &mut live);
    drop(watching);
    let (run, (), found) = live.finish();
    let exit = opened.conclude(Some(ending), found.corrupt_rings);
    Ok((Tree::of(opened.what, &run, args.all, args.ring), exit))
}

const AFTER_HELP: &str = "\
A fiber is shown in the context that it was made in, a context in the one around it. What no event tells is shown as \
unknown: the parent of what was made before the first event, what happened in words that were lost. Times are counted \
back from the moment that is shown.

Exit codes: 0 fine, 1 does not conform, 2 usage, 3 environment or limit, 5 not ready

Examples:
  eventring tree 4711                       what process 4711 does now
  eventring tree 4711 --for 5               after a look of five seconds
  eventring tree 4711.events                everything that there was
  eventring tree 4711.events --at 1.5s      what there was after 1.5 seconds
  eventring tree 4711.events --format json";
