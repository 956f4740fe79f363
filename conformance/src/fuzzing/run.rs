//! Several workers over the cases of a seed.

use std::fmt::Display;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use eventring_spec::registry::Registry;

use super::desk::Desk;
use super::{Budget, Finding, Folder, Known, Minimised, State, Subject, Trial, Wrong, minimise};
use crate::certify::unit::{Declared, Trouble, Unit};
use crate::plain::RuntimeNames;

/// How long a finding may be cut down when the time of the run is over.
const AFTER: Duration = Duration::from_secs(2);

/// How to run.
#[derive(Clone, Copy, Debug)]
pub struct Settings<'a> {
    /// What the unit declares.
    pub declared: &'a Declared,
    /// What is known of it already.
    pub known: &'a Known<'a>,
    /// How many workers, each with a unit of its own; at least one.
    pub jobs: usize,
    /// After how many cases to stop.
    pub most_cases: u64,
    /// After what time to stop.
    pub time: Duration,
    /// What cutting down a finding may cost.
    pub budget: Budget,
    /// Set from outside to stop early.
    pub stop: &'a AtomicBool,
}

/// What is told while it runs.
#[derive(Clone, Copy)]
pub enum Progress<'a> {
    /// A case was judged; so many were.
    Case(u64),
    /// Something new was found in a case.
    Found {
        /// The number of the case.
        case: u64,
        /// What it is.
        finding: &'a dyn Display,
    },
}

/// What a run works with.
#[derive(Clone, Copy)]
pub struct Tools<'a> {
    /// Where findings are kept.
    pub folder: &'a Folder,
    /// For the names of runtime ids.
    pub registry: &'a Registry,
    /// A unit for each worker.
    pub unit: &'a (dyn Fn() -> Result<Box<dyn Unit>, Trouble> + Sync),
    /// The command that repeats what the text at a path describes.
    pub repeat: &'a (dyn Fn(&str) -> String + Sync),
    /// Called as it goes.
    pub progress: &'a (dyn Fn(Progress<'_>) + Sync),
}

/// What came of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Totals {
    /// Cases of this run.
    pub cases: u64,
    /// How many of them failed.
    pub failed: u64,
    /// How many of those are known from lists.
    pub known: u64,
    /// How long it took.
    pub time: Duration,
    /// How many findings were new.
    pub new: u64,
}

/// Puts cases to the unit, from where the state is, until time or cases are over; every failure that is no repetition
/// of a known one is cut down and kept.
///
/// # Errors
///
/// The environment failed, so that nothing can be said of the unit.
pub fn run<S: Subject>(
    state: &mut State,
    settings: Settings<'_>,
    tools: Tools<'_>,
) -> Result<Totals, Trouble> {
    let start = Instant::now();
    let shared = Shared {
        desk: Mutex::new(Desk::new(state, settings.most_cases)),
        failed: AtomicU64::new(0),
        known: AtomicU64::new(0),
        judged: AtomicU64::new(0),
        until: start + settings.time,
        new: AtomicU64::new(0),
        over: AtomicBool::new(false),
        seed: state.seed,
    };
    // Whatever ends this run, the next one in the folder has the same seed.
    save(tools.folder, state)?;
    let workers: Vec<_> = thread::scope(|scope| {
        let work = || {
            let worked = Worker { shared: &shared, settings, tools }.work::<S>();
            if worked.is_err() {
                // The others stop too: what they would find could not be told.
                shared.over.store(true, Ordering::Relaxed);
            }
            worked
        };
        let handles: Vec<_> = (0..settings.jobs.max(1)).map(|_| scope.spawn(work)).collect();
        handles.into_iter().map(|handle| handle.join()).collect()
    });
    *state = shared.desk().state();
    save(tools.folder, state)?;
    for worker in workers {
        worker.map_err(|_| Trouble("a worker panicked".to_owned()))??;
    }
    Ok(Totals {
        cases: shared.judged.into_inner(),
        failed: shared.failed.into_inner(),
        known: shared.known.into_inner(),
        time: start.elapsed(),
        new: shared.new.into_inner(),
    })
}

/// What the workers have in common.
struct Shared {
    desk: Mutex<Desk>,
    failed: AtomicU64,
    known: AtomicU64,
    judged: AtomicU64,
    until: Instant,
    new: AtomicU64,
    over: AtomicBool,
    seed: u64,
}

impl Shared {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn save(folder: &Folder, state: &State) -> Result<(), Trouble> {
    folder.save(state).map_err(|error| Trouble(format!("cannot write the state: {error}")))
}

struct Worker<'a> {
    shared: &'a Shared,
    settings: Settings<'a>,
    tools: Tools<'a>,
}

impl Worker<'_> {
    fn work<S: Subject>(&self) -> Result<(), Trouble> {
        let Self { shared, settings, tools } = self;
        let mut trial = Trial::new(settings.declared, (tools.unit)()?, tools.registry);
        loop {
            let is_over = settings.stop.load(Ordering::Relaxed)
                || shared.over.load(Ordering::Relaxed)
                || Instant::now() > shared.until;
            if is_over {
                return Ok(());
            }
            let Some(number) = shared.desk().take() else { return Ok(()) };
            let subject = S::new(shared.seed, number).map_err(Trouble)?;
            if let Some(found) = subject.put(&mut trial)? {
                shared.failed.fetch_add(1, Ordering::Relaxed);
                if subject.is_known(settings.known, &found.failure) {
                    shared.known.fetch_add(1, Ordering::Relaxed);
                } else {
                    self.found(&mut trial, number, subject, found)?;
                }
            }
            shared.desk().done(number);
            let judged = shared.judged.fetch_add(1, Ordering::Relaxed) + 1;
            (tools.progress)(Progress::Case(judged));
        }
    }

    /// Keeps what was found, if it is new, and at once how far the run is: what was found must not be overwritten by
    /// the next run in the folder, however this one ends.
    fn found<S: Subject>(
        &self,
        trial: &mut Trial<'_>,
        number: u64,
        subject: S,
        wrong: Wrong,
    ) -> Result<(), Trouble> {
        let key = wrong.key.clone();
        let Some(name) = self.shared.desk().claim(&key) else { return Ok(()) };
        let finding = self.cut_down(trial, number, subject, wrong, name)?;
        {
            let mut desk = self.shared.desk();
            desk.kept(&key);
            save(self.tools.folder, &desk.state())?;
        }
        (self.tools.progress)(Progress::Found { case: number, finding: &finding });
        self.shared.new.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    /// Cuts a finding down and writes it.
    fn cut_down<S: Subject>(
        &self,
        trial: &mut Trial<'_>,
        number: u64,
        subject: S,
        wrong: Wrong,
        name: String,
    ) -> Result<Finding<S>, Trouble> {
        let Tools { folder, registry, repeat, .. } = self.tools;
        let again = subject.put(trial)?.filter(|other| other.key == wrong.key);
        let repeats = again.is_some();
        // The time of the run is for this too, but for a little: what was found last is cut down as well.
        let left = self.shared.until.saturating_duration_since(Instant::now());
        let time = self.settings.budget.time.min(left.max(AFTER));
        let minimised = match again {
            Some(again) => {
                minimise(trial, subject, again, Budget { time, ..self.settings.budget })?
            }
            None => Minimised { subject, wrong, is_cut_short: false },
        };
        let Minimised { subject, wrong, is_cut_short } = minimised;
        let finding = Finding { name, wrong, subject, case: number, repeats, is_cut_short };
        let release = finding.subject.release();
        let names = release.and_then(|release| RuntimeNames::given(registry, release));
        let repeat = repeat(&folder.text::<S>(&finding.name).to_string_lossy());
        let kept = folder.keep(&finding, &names.unwrap_or_default(), &repeat);
        kept.map_err(|error: io::Error| Trouble(format!("cannot write a finding: {error}")))?;
        Ok(finding)
    }
}
