//! `eventring stats`.

use std::io::{self, Write, stdout};
use std::time::{Duration, Instant};

use super::failure::Failure;
use super::input::{PlaceArgs, attached_refused, snapshot};
use super::message;
use super::signals::stop_flag;
use crate::exit::Exit;
use crate::inspect::{Counting, Follow, Stats};
use crate::source::{Argument, Limits, attach, read};

/// Count events, words and losses of each ring; of a process while it runs
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    #[command(flatten)]
    place: PlaceArgs,

    /// Watch for so long, also a file; without it a process is watched until it ends, and a file is read as it lies
    #[arg(long = "for", value_name = "SECONDS", value_parser = parse_seconds)]
    time: Option<Duration>,

    /// A table for people, or one JSON object for programs
    #[arg(long, value_enum, default_value_t = FormatArg::Text)]
    format: FormatArg,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum FormatArg {
    Text,
    Json,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let is_live = args.time.is_some() || matches!(args.place.file, Argument::Process(_));
    let (stats, exit) = if is_live { watch(args)? } else { (of_file(args)?, Exit::Fine) };
    print(&stats, args.format).map_err(Failure::Output)?;
    message::warn_of_faults(&stats.file, stats.corrupt_rings(), 0);
    Ok(if stats.corrupt_rings() > 0 { exit.worst(Exit::NonConforming) } else { exit })
}

fn of_file(args: &Args) -> Result<Stats, Failure> {
    let input = read(&args.place.file, args.place.dir.as_deref(), Limits::default())?;
    let snapshot = snapshot(&input)?;
    Ok(Stats::of_snapshot(input.what.clone(), &input.bytes, &snapshot))
}

fn watch(args: &Args) -> Result<(Stats, Exit), Failure> {
    let attached = attach(&args.place.file, args.place.dir.as_deref())?;
    let what = attached.path().display().to_string();
    let stop = stop_flag()?;
    let mut follow = Follow::new(&attached).map_err(|refusal| attached_refused(&what, refusal))?;
    let mut counting = Counting::new(follow.reader().live().geometry().max_domains());
    let started = Instant::now();
    let mut ending = follow.catch_up(&mut counting);
    counting.begin(follow.reader());
    if ending.is_none() {
        let until = args.time.and_then(|time| started.checked_add(time));
        ending = Some(follow.run(until, &stop, &mut counting));
    }
    let stats = counting.finish(what.clone(), started.elapsed(), follow.reader());
    let exit = ending.map_or(Exit::Fine, |ending| message::note_of_ending(&what, ending));
    Ok((stats, exit))
}

fn print(stats: &Stats, format: FormatArg) -> io::Result<()> {
    let mut out = io::BufWriter::new(stdout().lock());
    match format {
        FormatArg::Text => write!(out, "{stats}")?,
        FormatArg::Json => {
            serde_json::to_writer_pretty(&mut out, stats)?;
            out.write_all(b"\n")?;
        }
    }
    out.flush()
}

/// Seconds, with a fraction if need be.
fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().map_err(|_| "not a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

const AFTER_HELP: &str = "\
Examples:
  eventring stats 4711 --for 10              watch process 4711 for ten seconds
  eventring stats 4711 --format json         until it ends, or Ctrl-C
  eventring stats 4711.events

What the columns mean:
  events, words   delivered, and how many words they took
  padding words   words that fill the end of a ring
  lost words      words that the producer had overwritten before they were read; together with the words and the
                  padding they are all that was written
  (before)        those of them that were lost before the first look: the past of a program that has run for a while
                  each loss since is a line of the JSON's `losses`, with the time that the reader had not looked: where it
                  is longer than a lap, the reader had been without a core
  time            from the first to the last timestamp, in JSON duration_ns

While events come in, watching takes one core, so that nothing is lost and the program is slowed as little as can be.

Exit codes: 0 fine, 1 does not conform, 2 usage, 3 environment or limit, 5 not ready";
