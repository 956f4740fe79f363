//! `eventring tree`.

use std::time::{Duration, Instant};

use super::failure::Failure;
use super::input::{InputArgs, attached_refused, check_ring, snapshot};
use super::message;
use super::print::{TextOrJson, print};
use super::progress::words_bar;
use super::signals::stop_flag;
use super::stats::parse_seconds;
use crate::exit::Exit;
use crate::inspect::{Follow, LiveRun, Moment, Replay, Tree};
use crate::run::Retention;
use crate::source::{Argument, attach, copy};

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
    #[arg(long, value_name = "N")]
    ring: Option<u32>,

    /// Show what has ended too, as it is for a file without --at
    #[arg(long)]
    all: bool,

    /// Watch a process for so long, and show what there is then; without it, show what there is now
    #[arg(long = "for", value_name = "SECONDS", value_parser = parse_seconds, conflicts_with = "at")]
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
    let releases = args.input.releases(&snapshot);
    let replay = Replay::new(snapshot, releases.remaining()).until(args.at);
    let bar = words_bar(replay.words());
    let (run, replayed) = replay.run(Retention::All, &mut (), |words| bar.set_position(words));
    bar.finish_and_clear();
    let is_process = matches!(args.input.place.file, Argument::Process(_));
    let with_ended = args.all || !is_process && args.at.is_none();
    let tree = Tree::of(input.what.clone(), &run, with_ended, args.ring);
    message::warn_of_release(&input.what, &releases);
    message::warn_of_faults(&input.what, replayed.corrupt_rings, 0);
    message::warn_of_typing(&input.what, Some(replay.typing()), 0);
    let is_fine = replayed.corrupt_rings == 0;
    Ok((tree, if is_fine { Exit::Fine } else { Exit::NonConforming }))
}

fn watch(args: &Args, time: Duration) -> Result<(Tree, Exit), Failure> {
    let place = &args.input.place;
    let attached = attach(&place.file, place.dir.as_deref())?;
    let what = attached.path().display().to_string();
    let stop = stop_flag()?;
    let mut follow = Follow::new(&attached).map_err(|refusal| attached_refused(&what, refusal))?;
    check_ring(args.ring, &what, follow.reader().live().geometry().max_domains())?;
    let begun = copy(&attached, args.input.limits())?;
    let begun = snapshot(&begun)?;
    let choice = args.input.choice();
    let mut live = LiveRun::new((), &attached, &begun, choice, Retention::All);
    let until = Instant::now().checked_add(time);
    let ending = follow.run(until, &stop, &mut live);
    let (run, (), found) = live.finish();
    let exit = message::note_of_ending(&what, ending);
    message::warn_of_faults(&what, found.corrupt_rings, 0);
    let exit = if found.corrupt_rings > 0 { exit.worst(Exit::NonConforming) } else { exit };
    Ok((Tree::of(what, &run, args.all, args.ring), exit))
}

const AFTER_HELP: &str = "\
Examples:
  eventring tree 4711                        what process 4711 does now, as far as its rings tell
  eventring tree 4711 --for 5                after it was watched for five seconds, so that more is known
  eventring tree 4711.events                 everything that there was
  eventring tree 4711.events --at 1.5s       what there was after 1.5 seconds
  eventring tree 4711.events --format json

A fiber is shown in the context that it was made in, a context in the one around it. What no event tells is shown as
unknown: the parent of what was made before the first event, what happened in words that were lost. Times are counted
back from the moment that is shown.

Exit codes: 0 fine, 1 does not conform, 2 usage, 3 environment or limit, 5 not ready";
