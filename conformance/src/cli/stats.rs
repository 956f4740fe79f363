//! `eventring stats`.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use eventring::live::Found;

use super::failure::Failure;
use super::followed::{Opened, parse_seconds};
use super::input::{InputArgs, snapshot};
use super::message;
use super::print::{TextOrJson, print};
use super::progress::waiting;
use super::replayed::replayed;
use super::select::SelectArgs;
use crate::exit::Exit;
use crate::inspect::{
    Counting, Ending, FileReader, Follow, LiveRun, Selected, Sink, Stats, Summary,
};
use crate::run::{Retention, View};
use crate::source::Argument;

/// Count events, words and losses of each ring, and tell what the collector and the scheduler did
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    select: SelectArgs,

    /// Watch for so long, also a file, from what the rings still hold on; without it a process is watched until it ends, and a file is read as it lies
    #[arg(long = "for", value_name = "SECONDS", value_parser = parse_seconds, allow_hyphen_values = true)]
    time: Option<Duration>,

    /// Only the table of events, words and losses: the least work for a process that writes much
    #[arg(long, conflicts_with_all = ["from", "to", "event"])]
    counts: bool,

    /// A table for people, or one JSON object for programs
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    format: TextOrJson,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let is_live = args.time.is_some() || matches!(args.input.place.file, Argument::Process(_));
    let (mut stats, exit) = if is_live { watch(args)? } else { of_file(args)? };
    if let Some(ring) = args.select.ring() {
        stats.retain_ring(ring);
    }
    print(&stats, args.format)?;
    Ok(exit.worst(message::exit_of_faults(&stats.file, stats.corrupt_rings())))
}

fn of_file(args: &Args) -> Result<(Stats, Exit), Failure> {
    let input = args.input.read()?;
    let snapshot = snapshot(&input)?;
    let max_domains = snapshot.geometry().max_domains();
    let selection = args.select.selection(&input.what, max_domains)?;
    let mut stats = Stats::of_snapshot(input.what.clone(), &input.bytes, &snapshot);
    let mut exit = Exit::Fine;
    if !args.counts {
        let mut summary = Summary::default();
        let mut view = Selected::new(&mut summary, selection);
        let (until, kept) = (args.select.to(), Retention::Living);
        let (run, _) = replayed(&args.input, &input.what, snapshot, until, kept, &mut view);
        exit = message::exit_of_selection(&input.what, view.is_in_vain());
        stats.run = Some(summary.finish(&run));
    }
    Ok((stats, exit))
}

fn watch(args: &Args) -> Result<(Stats, Exit), Failure> {
    let opened = Opened::new(&args.input)?;
    let (what, stop) = (&opened.what, &opened.stop);
    let mut follow = opened.follow()?;
    let max_domains = follow.reader().live().geometry().max_domains();
    let selection = args.select.selection(what, max_domains)?;
    let counting = Counting::new(max_domains, &opened.attached);
    if args.counts {
        let mut counting = counting;
        let (ending, started) = go(args, &mut follow, &mut counting, Counting::begin, stop);
        let stats = counting.finish(what.clone(), started.elapsed(), follow.reader());
        return Ok((stats, message::note_of_ending(what, ending)));
    }
    let begun = opened.copy()?;
    let begun = snapshot(&begun)?;
    let mut summary = Summary::default();
    let view = Selected::new(&mut summary, selection);
    let run = LiveRun::new(view, &opened.attached, &begun, args.input.choice(), Retention::Living);
    let mut both = Both { counting, run };
    let begin = |both: &mut Both<'_, _>, reader: &FileReader<'_>| both.counting.begin(reader);
    let (ending, started) = go(args, &mut follow, &mut both, begin, stop);
    let mut stats = both.counting.finish(what.clone(), started.elapsed(), follow.reader());
    let (run, ..) = both.run.finish();
    stats.run = Some(summary.finish(&run));
    Ok((stats, message::note_of_ending(what, ending)))
}

/// Follows to the end; when it began. What is lost by the time of `begin` was lost before the first look.
fn go<S: Sink>(
    args: &Args,
    follow: &mut Follow<'_>,
    sink: &mut S,
    begin: impl FnOnce(&mut S, &FileReader<'_>),
    stop: &AtomicBool,
) -> (Ending, Instant) {
    let _waiting = waiting("watching");
    let started = Instant::now();
    let ending = follow.catch_up(sink);
    begin(sink, follow.reader());
    let ending = ending.unwrap_or_else(|| {
        let until = args.time.and_then(|time| started.checked_add(time));
        follow.run(until, stop, sink)
    });
    (ending, started)
}

/// Counts, and follows the run.
struct Both<'a, V> {
    counting: Counting<'a>,
    run: LiveRun<'a, V>,
}

impl<V: View> Sink for Both<'_, V> {
    fn found(&mut self, ring: u32, found: Found<'_>) -> ControlFlow<()> {
        self.counting.found(ring, found)?;
        self.run.found(ring, found)
    }

    fn look(&mut self, now: Instant) {
        self.counting.look(now);
    }

    fn pause(&mut self) -> ControlFlow<()> {
        self.run.pause()
    }
}

const AFTER_HELP: &str = "\
What the columns of the table mean:
  events, words   delivered, and how many words they took
  padding words   words that fill the end of a ring
  lost words      words that the producer had overwritten before they were
                  read; together with the words and the padding they are all
                  that was written
  (before)        those of them that were lost before the first look: the past
                  of a program that has run for a while
  time            from the first to the last timestamp, in JSON duration_ns
In JSON, each loss since the first look is in `losses`, with the time that the reader had not looked: where it is longer \
than a lap, the reader had been without a core.

Below it, of what --ring, --from, --to and --event choose:
  incomplete      where something is missing, and since when; all figures are
                  the least then
  pauses          phases of the runtime outside of all others, but for waiting:
                  how long a domain did not run the program
  phase           each kind of phase, with those inside of it; cut where its
                  begin or its end is not known
  counter         sum, least, greatest and latest value
  user span       each user event that has spans: how long they are
  user int        each user event that has an integer
  scheduler       fibers of Eio: how long they run at a stretch, how long they
                  wait in between, how long domains sleep

While events come in, watching takes one core, so that nothing is lost and the program is slowed as little as can be.

Exit codes: 0 fine, 1 does not conform, 2 usage, 3 environment or limit, 4 nothing fits, 5 not ready

Examples:
  eventring stats 4711.events          what collector and scheduler did
  eventring stats 4711 --for 10        watch process 4711 for ten seconds
  eventring stats 4711 --format json   until it ends, or Ctrl-C
  eventring stats 4711 --counts        events, words and losses only
  eventring stats 4711.events --from 20ms --to 1.5s --event 'minor*'";
