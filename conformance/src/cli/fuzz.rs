//! `eventring fuzz`.

use std::io::{Write, stdout};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use eventring_spec::registry::Registry;

use super::failure::Failure;
use super::list::lists;
use super::signals::stop_flag;
use super::unit::{Named, UnitArgs};
use crate::certify::options;
use crate::certify::unit::{BuiltIn, Declared, Trouble, Unit, quoted};
use crate::exit::Exit;
use crate::fuzzing::{
    Budget, Case, Folder, Known, Live, Progress, Settings, State, Subject, Tools, Totals,
    run as run_fuzzing,
};
use crate::inspect::ReleaseChoice;

mod replay;
mod teller;

use replay::replay;
use teller::Teller;

/// Fuzz a consumer: look for files, or with --live for what a producer may do meanwhile, on which it crashes, hangs, or
/// makes something else of than SPEC.md says
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    #[command(flatten)]
    unit: UnitArgs,

    /// Instead of files, scenarios: a producer writes, laps and disturbs the consumer while it reads; it has to declare
    /// the option `live` and be driven in the full mode
    #[arg(long)]
    live: bool,

    /// Where findings are kept; a run that finds a state there goes on from it
    #[arg(long, value_name = "DIR", default_value = "eventring-fuzz")]
    folder: PathBuf,

    /// The seed of all cases of a new folder [default: one by chance]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Stop after so many seconds; what is found last is cut down for 2 s more at most
    #[arg(long = "for", value_name = "SECONDS", default_value_t = 60)]
    seconds: u64,

    /// Stop after so many files or scenarios
    #[arg(long, value_name = "N")]
    runs: Option<u64>,

    /// How many units at once [default: one a processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,

    /// Seconds that a file may take
    #[arg(long, value_name = "SECONDS", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    timeout: u32,

    /// MiB of memory that the consumer may allocate
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..))]
    memory: u32,

    /// A release whose runtime ids the consumer names, to have those names compared (may be repeated)
    #[arg(long, value_name = "R", value_parser = PossibleValuesParser::new(ReleaseChoice::names().filter(|name| *name != "auto")))]
    release: Vec<String>,

    /// Failures that are known, which are counted and are no findings: a file, or the name of a list of spec/deviations
    /// (may be repeated)
    #[arg(long, value_name = "FILE|NAME")]
    deviations: Vec<String>,

    /// Put these vectors and scenarios to the consumer, such as those that were found, and nothing else (may be repeated)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["seed", "runs", "live"])]
    replay: Vec<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let mut named = args.unit.consumer()?;
    let declared = declared(args, named.as_mut())?;
    let unit = || match &named {
        Some(named) => named.adapter.unit(),
        None => Ok(Box::new(BuiltIn::default()) as Box<dyn Unit>),
    };
    if !args.replay.is_empty() {
        return replay(&args.replay, &declared, args.jobs(), &unit);
    }
    let repeat = |text: &str| repeat(args, named.as_ref(), text);
    if !args.live {
        return fuzz::<Case>(args, &declared, &unit, &repeat);
    }
    let is_live = declared.options.iter().any(|option| option == options::LIVE);
    if !is_live || unit().map_err(environment)?.live().is_none_or(|unit| unit.only_follows()) {
        let why = "it does not declare `live`, or nobody can ask it when to look";
        return Err(Failure::Usage(format!("--live is not for this consumer: {why}")));
    }
    fuzz::<Live>(args, &declared, &unit, &repeat)
}

fn environment(Trouble(message): Trouble) -> Failure {
    Failure::Environment(message)
}

impl Args {
    fn jobs(&self) -> usize {
        self.jobs.map_or_else(|| available_parallelism().map_or(1, usize::from), usize::from)
    }
}

fn fuzz<S: Subject>(
    args: &Args,
    declared: &Declared,
    unit: &(dyn Fn() -> Result<Box<dyn Unit>, Trouble> + Sync),
    repeat: &(dyn Fn(&str) -> String + Sync),
) -> Result<Exit, Failure> {
    let registry = Registry::load().map_err(|errors| Failure::Registry(errors.to_string()))?;
    let cannot = |error| Failure::Write { path: args.folder.clone(), error };
    let (folder, state) = Folder::open(&args.folder).map_err(cannot)?;
    let mut state = state.unwrap_or_else(|| State {
        seed: args.seed.unwrap_or_else(|| fastrand::u64(..)),
        live: args.live,
        ..State::default()
    });
    let path = args.folder.display();
    if args.seed.is_some_and(|seed| seed != state.seed) {
        let seed = state.seed;
        return Err(Failure::Usage(format!(
            "the run in {path} has seed {seed}; take another --folder"
        )));
    }
    if args.live != state.live {
        let what = if state.live { "scenarios" } else { "files" };
        return Err(Failure::Usage(format!(
            "the run in {path} is one of {what}; take another --folder"
        )));
    }
    let jobs = args.jobs();
    writeln!(stdout(), "seed {}, from case {}, {jobs} at once", state.seed, state.next_case)
        .map_err(Failure::Output)?;
    let stop = stop_flag()?;
    let lists = lists(&args.deviations, None)?;
    let known = Known::new(&lists).map_err(Failure::Environment)?;
    let settings = Settings {
        declared,
        known: &known,
        jobs,
        most_cases: args.runs.unwrap_or(u64::MAX),
        time: Duration::from_secs(args.seconds),
        budget: Budget::default(),
        stop: &stop,
    };
    let teller = Teller::new(if args.live { "scenarios" } else { "files" }, Arc::clone(&stop));
    let progress = |progress: Progress<'_>| teller.tell(progress);
    let tools = Tools { folder: &folder, registry: &registry, unit, repeat, progress: &progress };
    let totals = run_fuzzing::<S>(&mut state, settings, tools);
    teller.finish();
    let totals = totals.map_err(environment)?;
    let summary = summary(&totals, args, state.findings.len());
    stdout().write_all(summary.as_bytes()).map_err(Failure::Output)?;
    Ok(match state.findings.len() {
        0 if totals.cases == 0 => Exit::NothingChecked,
        0 => Exit::Fine,
        _ => Exit::NonConforming,
    })
}

fn declared(args: &Args, named: Option<&mut Named>) -> Result<Declared, Failure> {
    let mut declared = match named {
        Some(Named { adapter, .. }) => {
            adapter.limits.case = Duration::from_secs(args.timeout.into());
            adapter.limits.memory_bytes = Some(u64::from(args.memory) << 20);
            adapter.command.program().map_err(environment)?;
            adapter.ask().map_err(environment)?.map_err(Failure::Environment)?;
            adapter.declared.clone()
        }
        None => {
            let releases = ReleaseChoice::names().filter(|name| *name != "auto");
            let (releases, options) = (releases.map(str::to_owned), [options::LIVE.to_owned()]);
            Declared {
                releases: releases.collect(),
                options: options.into(),
                ..Declared::default()
            }
        }
    };
    if !args.release.is_empty() {
        declared.releases.clone_from(&args.release);
    }
    Ok(declared)
}

/// The command that puts a vector or a scenario to the same unit again.
fn repeat(args: &Args, named: Option<&Named>, path: &str) -> String {
    let mut text = "eventring fuzz".to_owned();
    if let Some(named) = named {
        text += &named.options;
    }
    for release in &args.release {
        text += &format!(" --release {release}");
    }
    let Args { timeout, memory, .. } = args;
    text += &format!(" --timeout {timeout} --memory {memory} --replay {}", quoted(path));
    text + named.map_or("", |named| &named.command)
}

fn summary(totals: &Totals, args: &Args, all: usize) -> String {
    let Totals { cases, failed, known, time, new } = totals;
    let seconds = time.as_secs_f64().max(0.001);
    let rate = *cases as f64 / seconds;
    let what = if args.live { "scenarios" } else { "files" };
    let folder = args.folder.display();
    format!(
        "{cases} {what} in {seconds:.1} s ({rate:.0}/s), {failed} failed, {known} of them as is known: \
         {new} new findings, {all} in {folder}\n"
    )
}

const AFTER_HELP: &str = "\
The consumer is driven as `eventring certify consumer` drives it, and judged in the same way: by how it ends, and by its \
records against those of a conforming one. Nothing in it need be instrumented. Files come from generators: such as a \
conforming producer writes, such with one clause broken, and such as nobody writes. Without a command it is the built-in \
consumer, in this process.

Each finding is cut down as far as it goes and kept as a vector (the notation of spec/vectors) with the clause that it \
concerns and the command that repeats it, and as a file beside it; what the consumer said on standard error is in NAME.stderr. \
A crash, a hang and what breaks the protocol concern no clause: the reader gave no answer, as to anything. The same seed gives \
the same files. With --live it is kept \
as a scenario: the acts of the producer, and when the consumer is asked.

Exit codes: 0 nothing found, 1 found something, now or before in that folder, 2 usage, 3 environment, 4 nothing was run

Examples:
  eventring fuzz --for 600 -- ./reader {file}
  eventring fuzz --adapter reader.toml --folder found
  eventring fuzz --live --adapter reader.toml --folder found-live
  eventring fuzz --replay found/crashed-1.vector -- ./reader {file}";
