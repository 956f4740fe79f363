//! Several workers over the cases of a seed.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use eventring_spec::registry::Registry;

use super::desk::Desk;
use super::{Budget, Case, Finding, Folder, Key, Known, State, Trial, minimise};
use crate::certify::Failure;
use crate::certify::unit::{Declared, Trouble, Unit};
use crate::plain::RuntimeNames;

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
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a> {
    /// A case was judged; so many were.
    Case(u64),
    /// Something new was found.
    Found(&'a Finding),
}

/// What came of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Totals {
    /// Cases of this run.
    pub cases: u64,
    /// How many of them failed.
    pub failed: u64,
    /// How many of those are known from lists.
    pub known: u64,
    /// How long it took.
    pub time: Duration,
    /// What was new.
    pub findings: Vec<Finding>,
}

/// Puts cases to the unit, from where the state is, until time or cases are over; every failure that is no repetition
/// of a known one is cut down and kept.
///
/// # Errors
///
/// The environment failed, so that nothing can be said of the unit.
pub fn run(
    state: &mut State,
    folder: &Folder,
    settings: Settings<'_>,
    registry: &Registry,
    unit: &(dyn Fn() -> Result<Box<dyn Unit>, Trouble> + Sync),
    repeat: &(dyn Fn(&str) -> String + Sync),
    progress: &(dyn Fn(Progress<'_>) + Sync),
) -> Result<Totals, Trouble> {
    let start = Instant::now();
    let shared = Shared {
        desk: Mutex::new(Desk::new(state, settings.most_cases)),
        failed: AtomicU64::new(0),
        known: AtomicU64::new(0),
        judged: AtomicU64::new(0),
        until: start + settings.time,
        new: Mutex::default(),
        over: AtomicBool::new(false),
        seed: state.seed,
    };
    // Whatever ends this run, the next one in the folder has the same seed.
    save(folder, state)?;
    let workers: Vec<_> = thread::scope(|scope| {
        let work = || {
            let worked =
                Worker { shared: &shared, folder, settings, registry, repeat, progress }.work(unit);
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
    save(folder, state)?;
    for worker in workers {
        worker.map_err(|_| Trouble("a worker panicked".to_owned()))??;
    }
    let mut findings = shared.new.into_inner().unwrap_or_else(PoisonError::into_inner);
    findings.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(Totals {
        cases: shared.judged.into_inner(),
        failed: shared.failed.into_inner(),
        known: shared.known.into_inner(),
        time: start.elapsed(),
        findings,
    })
}

/// What the workers have in common.
struct Shared {
    desk: Mutex<Desk>,
    failed: AtomicU64,
    known: AtomicU64,
    judged: AtomicU64,
    until: Instant,
    new: Mutex<Vec<Finding>>,
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
    folder: &'a Folder,
    settings: Settings<'a>,
    registry: &'a Registry,
    repeat: &'a (dyn Fn(&str) -> String + Sync),
    progress: &'a (dyn Fn(Progress<'_>) + Sync),
}

impl Worker<'_> {
    fn work(&self, unit: &dyn Fn() -> Result<Box<dyn Unit>, Trouble>) -> Result<(), Trouble> {
        let mut trial = Trial::new(self.settings.declared, unit()?, self.registry);
        loop {
            let is_over = self.settings.stop.load(Ordering::Relaxed)
                || self.shared.over.load(Ordering::Relaxed)
                || Instant::now() > self.shared.until;
            if is_over {
                return Ok(());
            }
            let Some(number) = self.shared.desk().take() else { return Ok(()) };
            let case = Case::new(self.shared.seed, number).map_err(Trouble)?;
            if let Some(found) = trial.run(&case.session, case.kind)? {
                self.shared.failed.fetch_add(1, Ordering::Relaxed);
                if self.settings.known.expects(&found.1, case.session.order) {
                    self.shared.known.fetch_add(1, Ordering::Relaxed);
                } else {
                    self.found(&mut trial, number, case, found)?;
                }
            }
            self.shared.desk().done(number);
            let judged = self.shared.judged.fetch_add(1, Ordering::Relaxed) + 1;
            (self.progress)(Progress::Case(judged));
        }
    }

    /// Keeps what was found, if it is new, and at once how far the run is: what was found must not be overwritten by
    /// the next run in the folder, however this one ends.
    fn found(
        &self,
        trial: &mut Trial<'_>,
        number: u64,
        case: Case,
        (key, failure): (Key, Failure),
    ) -> Result<(), Trouble> {
        let Some(name) = self.shared.desk().claim(&key) else { return Ok(()) };
        let finding = self.cut_down(trial, number, case, (&key, failure), name)?;
        {
            let mut desk = self.shared.desk();
            desk.kept(&key);
            save(self.folder, &desk.state())?;
        }
        (self.progress)(Progress::Found(&finding));
        self.shared.new.lock().unwrap_or_else(PoisonError::into_inner).push(finding);
        Ok(())
    }

    /// Cuts a finding down and writes it.
    fn cut_down(
        &self,
        trial: &mut Trial<'_>,
        number: u64,
        case: Case,
        (key, failure): (&Key, Failure),
        name: String,
    ) -> Result<Finding, Trouble> {
        let again = trial.run(&case.session, case.kind)?.filter(|(other, _)| other == key);
        let repeats = again.is_some();
        let (session, failure) = match again {
            Some(again) => minimise(trial, case.session, case.kind, again, self.settings.budget)?,
            None => (case.session, failure),
        };
        let finding = Finding { name, failure, session, case: number, repeats };
        let names = RuntimeNames::given(self.registry, finding.session.release);
        let vector = self.folder.vector(&finding.name);
        let repeat = (self.repeat)(&vector.to_string_lossy());
        let kept = self.folder.keep(&finding, &names.unwrap_or_default(), &repeat);
        kept.map_err(|error: io::Error| Trouble(format!("cannot write a finding: {error}")))?;
        Ok(finding)
    }
}
