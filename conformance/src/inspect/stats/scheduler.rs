//! What the scheduler of fibers did.

use std::collections::HashSet;

use schemars::JsonSchema;
use serde::Serialize;

use super::latency::{Gathered, Lengths};
use crate::run::{Change, Class, End, Key, Run, What};

/// Fibers, and how they were run. Of fibers that were there before the first event, or whose domain lost words, only
/// what is known is counted.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct SchedulerStats {
    /// How many fibers were made.
    pub created: u64,
    /// How many were found that no event made.
    pub found: u64,
    /// How many ended.
    pub ended: u64,
    /// How often a fiber ran at a stretch, and how long; what was cut short by a loss or the end of the recording is
    /// left out.
    pub runs: Lengths,
    /// How long fibers waited between two runs.
    pub waits: Lengths,
    /// How often a fiber ran in its life: of how many fibers, the least, the most, and so on.
    pub runs_per_fiber: Spread,
    /// How often something failed or began to be cancelled.
    pub failures: u64,
    /// How many lines of log there are.
    pub logs: u64,
    /// How often a promise was resolved, a semaphore released, a mutex unlocked.
    pub puts: u64,
}

/// How numbers are distributed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Spread {
    /// How many numbers.
    pub count: u64,
    /// The least; nothing where there is none, and so below.
    pub min: Option<u64>,
    /// Half of them are no greater, within a thousandth.
    pub p50: Option<u64>,
    /// 99 of a hundred.
    pub p99: Option<u64>,
    /// The greatest.
    pub max: Option<u64>,
}

/// Takes changes of fibers in.
#[derive(Clone, Debug, Default)]
pub(super) struct Scheduler {
    created: u64,
    found: u64,
    ended: u64,
    runs: Gathered,
    waits: Gathered,
    runs_per_fiber: Gathered,
    failures: u64,
    logs: u64,
    puts: u64,
    /// Fibers that have not ended.
    living: HashSet<Key>,
}

impl Scheduler {
    pub(super) fn change(&mut self, run: &Run, change: &Change<'_>) {
        let now_ns = change.timestamp_ns;
        match change.what {
            What::FiberRuns { stopped_ns: Some(stopped_ns), .. } => {
                self.waits.add(now_ns - stopped_ns);
            }
            What::FiberStops { began_ns, stop, .. } if stop.is_told() => {
                self.runs.add(now_ns - began_ns);
            }
            What::Created { thing } if is_fiber(run, thing) => {
                // One that was found before is not another one.
                self.found -= u64::from(!self.living.insert(thing));
                self.created += 1;
            }
            What::Appeared { thing } if is_fiber(run, thing) => {
                self.found += u64::from(self.living.insert(thing));
            }
            What::Ended { thing, end } if is_fiber(run, thing) => {
                self.ended += u64::from(end == End::Told);
                self.living.remove(&thing);
                self.count_runs(run, thing);
            }
            What::Failed { .. } => self.failures += 1,
            What::Log { .. } => self.logs += 1,
            What::Put { .. } => self.puts += 1,
            _ => {}
        }
    }

    /// What it came to; nothing where there are no fibers.
    pub(super) fn finish(mut self, run: &Run) -> Option<SchedulerStats> {
        for fiber in std::mem::take(&mut self.living) {
            self.count_runs(run, fiber);
        }
        (self.created + self.found > 0).then(|| SchedulerStats {
            created: self.created,
            found: self.found,
            ended: self.ended,
            runs: self.runs.lengths(),
            waits: self.waits.lengths(),
            runs_per_fiber: self.runs_per_fiber.lengths().into(),
            failures: self.failures,
            logs: self.logs,
            puts: self.puts,
        })
    }

    fn count_runs(&mut self, run: &Run, fiber: Key) {
        if let Some(fiber) = run.thing(fiber).and_then(|thing| thing.fiber.as_ref()) {
            self.runs_per_fiber.add(fiber.runs);
        }
    }
}

impl From<Lengths> for Spread {
    fn from(numbers: Lengths) -> Self {
        Self {
            count: numbers.count,
            min: numbers.min_ns,
            p50: numbers.p50_ns,
            p99: numbers.p99_ns,
            max: numbers.max_ns,
        }
    }
}

fn is_fiber(run: &Run, thing: Key) -> bool {
    run.thing(thing).is_some_and(|thing| thing.class == Class::Fiber)
}
