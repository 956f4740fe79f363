//! `eventring fuzz`.

use std::fs;
use std::io::{IsTerminal, stderr};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread::available_parallelism;
use std::time::{Duration, Instant};

use clap::builder::PossibleValuesParser;
use eventring_spec::registry::Registry;
use indicatif::{ProgressBar, ProgressStyle};

use super::failure::Failure;
use super::list::lists;
use super::signals::stop_flag;
use super::unit::{Named, UnitArgs};
use crate::certify::unit::{BuiltIn, Declared, Trouble, Unit, quoted};
use crate::certify::{Lists, Settings as CertifySettings, cases_of, run as run_cases};
use crate::exit::Exit;
use crate::fuzzing::{
    Budget, Folder, Known, Progress, Settings, State, Totals, run as run_fuzzing,
};
use crate::inspect::ReleaseChoice;
use crate::vectors::Vector;

/// Fuzz a consumer: look for files that it crashes on, hangs on, or makes something else of than SPEC.md says
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    #[command(flatten)]
    unit: UnitArgs,

    /// Where findings are kept; a run that finds a state there goes on from it
    #[arg(long, value_name = "DIR", default_value = "eventring-fuzz")]
    folder: PathBuf,

    /// The seed of all cases of a new folder [default: one by chance]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Stop after so many seconds
    #[arg(long = "for", value_name = "SECONDS", default_value_t = 60)]
    seconds: u64,

    /// Stop after so many files
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

    /// Put these vectors to the consumer, such as those that were found, and nothing else (may be repeated)
    #[arg(long, value_name = "FILE.vector", conflicts_with_all = ["seed", "runs"])]
    replay: Vec<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let environment = |Trouble(message)| Failure::Environment(message);
    let mut named = args.unit.consumer()?;
    let declared = declared(args, named.as_mut())?;
    let unit = || match &named {
        Some(named) => named.adapter.unit(),
        None => Ok(Box::new(BuiltIn::default()) as Box<dyn Unit>),
    };
    let jobs =
        args.jobs.map_or_else(|| available_parallelism().map_or(1, usize::from), usize::from);
    if !args.replay.is_empty() {
        return replay(args, &declared, jobs, &unit);
    }
    let registry = Registry::load().map_err(|errors| Failure::Registry(errors.to_string()))?;
    let cannot = |error| Failure::Write { path: args.folder.clone(), error };
    let (folder, state) = Folder::open(&args.folder).map_err(cannot)?;
    let mut state = state.unwrap_or_else(|| State {
        seed: args.seed.unwrap_or_else(|| fastrand::u64(..)),
        ..State::default()
    });
    if args.seed.is_some_and(|seed| seed != state.seed) {
        let (path, seed) = (args.folder.display(), state.seed);
        return Err(Failure::Usage(format!(
            "the run in {path} has seed {seed}; take another --folder"
        )));
    }
    println!("seed {}, from case {}, {jobs} at once", state.seed, state.next_case);
    let stop = stop_flag()?;
    let lists = lists(&args.deviations, None)?;
    let known = Known::new(&lists).map_err(Failure::Environment)?;
    let settings = Settings {
        declared: &declared,
        known: &known,
        jobs,
        most_cases: args.runs.unwrap_or(u64::MAX),
        time: Duration::from_secs(args.seconds),
        budget: Budget::default(),
        stop: &stop,
    };
    let repeat = |vector: &str| repeat(args, named.as_ref(), vector);
    let teller = Teller::new();
    let totals =
        run_fuzzing(&mut state, &folder, settings, &registry, &unit, &repeat, &|progress| {
            teller.tell(progress)
        });
    teller.bar.finish_and_clear();
    let totals = totals.map_err(environment)?;
    print!("{}", summary(&totals, &args.folder, state.findings.len()));
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
            let environment = |Trouble(message)| Failure::Environment(message);
            adapter.command.program().map_err(environment)?;
            adapter.ask().map_err(environment)?.map_err(Failure::Environment)?;
            adapter.declared.clone()
        }
        None => {
            let releases = ReleaseChoice::names().filter(|name| *name != "auto");
            Declared { releases: releases.map(str::to_owned).collect(), ..Declared::default() }
        }
    };
    if !args.release.is_empty() {
        declared.releases.clone_from(&args.release);
    }
    Ok(declared)
}

/// The command that puts a vector to the same unit again.
fn repeat(args: &Args, named: Option<&Named>, vector: &str) -> String {
    let mut text = "eventring fuzz".to_owned();
    if let Some(named) = named {
        text += &named.options;
    }
    for release in &args.release {
        text += &format!(" --release {release}");
    }
    let Args { timeout, memory, .. } = args;
    text += &format!(" --timeout {timeout} --memory {memory} --replay {}", quoted(vector));
    text + named.map_or("", |named| &named.command)
}

fn replay(
    args: &Args,
    declared: &Declared,
    jobs: usize,
    unit: &(dyn Fn() -> Result<Box<dyn Unit>, Trouble> + Sync),
) -> Result<Exit, Failure> {
    let mut cases = Vec::new();
    for path in &args.replay {
        let name = path.display().to_string();
        let text = fs::read_to_string(path)
            .map_err(|error| Failure::Environment(format!("cannot read {name}: {error}")))?;
        let vector =
            Vector::parse(&name, &text).map_err(|error| Failure::Usage(error.to_string()))?;
        cases.extend(cases_of(vector));
    }
    let cases: Vec<_> = cases.iter().map(AsRef::as_ref).collect();
    let lists = Lists::default();
    let settings = CertifySettings { declared, lists: &lists, jobs, strict: true };
    let results = run_cases(&cases, settings, unit, &|_| {})
        .map_err(|Trouble(message)| Failure::Environment(message))?;
    let mut exit = Exit::Fine;
    for result in &results {
        match result.failure() {
            Some(failure) => {
                exit = Exit::NonConforming;
                println!("{}: {} ({})", result.name, failure.message, failure.clause);
                println!("  expected {}", failure.expected);
                println!("  got      {}", failure.got);
                for line in result.log.lines().rev().take(5).collect::<Vec<_>>().into_iter().rev() {
                    println!("  stderr   {}", line.escape_debug());
                }
            }
            None => println!("{}: as expected", result.name),
        }
    }
    Ok(exit)
}

/// Tells how far a run is: on a terminal at every moment, elsewhere now and then.
struct Teller {
    bar: ProgressBar,
    next: Mutex<Instant>,
    start: Instant,
}

/// How often a run is told of where nobody watches.
const EVERY: Duration = Duration::from_secs(10);

impl Teller {
    fn new() -> Self {
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {pos} files, {per_sec}") {
            bar.set_style(style);
        }
        let start = Instant::now();
        Self { bar, next: Mutex::new(start + EVERY), start }
    }

    fn tell(&self, progress: Progress<'_>) {
        match progress {
            Progress::Found(finding) => {
                let seconds = self.start.elapsed().as_secs_f64();
                self.bar.suspend(|| println!("{seconds:.1} s: case {}: {finding}", finding.case));
            }
            Progress::Case(judged) => {
                self.bar.set_position(judged);
                let Ok(mut next) = self.next.try_lock() else { return };
                if !stderr().is_terminal() && *next <= Instant::now() {
                    *next += EVERY;
                    println!("{judged} files in {} s", self.start.elapsed().as_secs());
                }
            }
        }
    }
}

fn summary(totals: &Totals, folder: &Path, known: usize) -> String {
    let Totals { cases, failed, known: expected, time, findings } = totals;
    let seconds = time.as_secs_f64().max(0.001);
    let rate = *cases as f64 / seconds;
    format!(
        "{cases} files in {seconds:.1} s ({rate:.0}/s), {failed} failed, {expected} of them as is known: {} new findings, {known} in {}\n",
        findings.len(),
        folder.display()
    )
}

const AFTER_HELP: &str = "\
The consumer is driven as `eventring certify consumer` drives it, and judged in the same way: by how it ends, and by its
records against those of a conforming one. Nothing in it need be instrumented. Files come from generators: such as a
conforming producer writes, such with one clause broken, and such as nobody writes. Without a command it is the built-in
consumer, in this process.

Each finding is cut down as far as it goes and kept as a vector (the notation of spec/vectors) with the clause that it
concerns and the command that repeats it, and as a file beside it. The same seed gives the same files.

Examples:
  eventring fuzz --for 600 -- ./reader {file}
  eventring fuzz --adapter reader.toml --folder found
  eventring fuzz --replay found/crashed-1.vector -- ./reader {file}

Exit codes: 0 nothing found, 1 found something, now or before in that folder, 2 usage, 3 environment, 4 nothing was run";
