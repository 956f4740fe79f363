//! What a run shows of the collector, the counters and the scheduler.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::latency::{Gathered, Lengths};
use super::pauses::{LEADER, Outer, Pauses};
use super::scheduler::{Scheduler, SchedulerStats};
use super::user::{UserEvents, UserIntStats, UserSpanStats};
use crate::run::{Change, End, Run, View, What};

/// What a run shows, as far as it is known: each figure is of what was read, and the least where something was lost.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct RunStats {
    /// The timestamp of the first event, in nanoseconds of the producer's clock; nothing without events.
    pub first_ns: Option<u64>,
    /// Of the last.
    pub last_ns: Option<u64>,
    /// The releases of OCaml that may have written the file.
    pub releases: Vec<String>,
    /// Which wire of Eio its events are of, where there are any.
    pub eio_wire: Option<String>,
    /// What is missing, ring by ring; empty where all of the run was read.
    pub incomplete: Vec<Incomplete>,
    /// How long the runtime kept domains from running the program, all rings together.
    pub pauses: Lengths,
    /// How often all domains together had a minor collection; those of which the leader is known.
    pub minor_collections: u64,
    /// How often a cycle of the major collector was finished, likewise.
    pub major_cycles: u64,
    /// Each ring.
    pub domains: Vec<DomainStats>,
    /// Each phase that ended, in order of ids.
    pub phases: Vec<PhaseStats>,
    /// Each counter, in order of ids.
    pub counters: Vec<CounterStats>,
    /// Each user event that has spans, in order of event indices; those of Eio are in `scheduler`.
    pub user_spans: Vec<UserSpanStats>,
    /// Each user event that has an integer, likewise.
    pub user_ints: Vec<UserIntStats>,
    /// Fibers, where there are any.
    pub scheduler: Option<SchedulerStats>,
    /// How often an event did not fit what is known.
    pub flaws: BTreeMap<String, u64>,
}

/// What is missing of a ring.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Incomplete {
    /// The ring.
    pub ring: u32,
    /// Until when all is known, in nanoseconds; nothing where its begin is missing.
    pub known_until_ns: Option<u64>,
    /// How often words were lost.
    pub losses: u64,
    /// How many words in all.
    pub lost_words: u64,
    /// How often recording was paused.
    pub pauses: u64,
    /// Whether the ring ended early, with a fault.
    pub is_faulted: bool,
}

/// A ring and the domains that it had, one after the other.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct DomainStats {
    /// The ring.
    pub ring: u32,
    /// How many domains it had.
    pub domains: u64,
    /// How long the runtime kept them from running the program. Only the first 256 rings have percentiles.
    pub pauses: Lengths,
    /// How many pauses are not counted because their begin is not known.
    pub cut_pauses: u64,
    /// How many phases outside of all others are not counted because it is not known which they are.
    pub unnamed_pauses: u64,
    /// How many minor collections it took part in.
    pub minor_collections: u64,
    /// How many slices of the major collector it did.
    pub major_slices: u64,
    /// How often its event loop waited in the operating system, as far as begin and end are known.
    pub idle: Lengths,
    /// How long fibers ran on it, in nanoseconds.
    pub running_ns: u64,
}

/// A phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PhaseStats {
    /// Its id.
    pub id: u16,
    /// Its name, where it is known.
    pub name: Option<String>,
    /// How often it ended and its begin is known.
    pub count: u64,
    /// How long it took in all, what is inside of it included.
    pub total_ns: u64,
    /// The longest.
    pub max_ns: Option<u64>,
    /// How often its begin or its end is not known.
    pub cut: u64,
}

/// A counter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CounterStats {
    /// Its id.
    pub id: u16,
    /// Its name, where it is known.
    pub name: Option<String>,
    /// What it counts in, where it is known.
    pub unit: Option<String>,
    /// How many events there are.
    pub events: u64,
    /// The sum; nothing where it is above 2^64-1.
    pub sum: Option<u64>,
    /// The least value; nothing where no event has one.
    pub min: Option<u64>,
    /// The greatest.
    pub max: Option<u64>,
    /// The latest, of whatever ring.
    pub last: Option<u64>,
}

/// Takes a run in.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    rings: Vec<RingSummary>,
    phases: Vec<PhaseTotals>,
    counters: BTreeMap<u16, CounterTotals>,
    user: UserEvents,
    scheduler: Scheduler,
    flaws: BTreeMap<String, u64>,
    ids: Ids,
    minor_collections: u64,
    major_cycles: u64,
}

#[derive(Clone, Debug, Default)]
struct RingSummary {
    domains: u64,
    pauses: Pauses,
    minor_collections: u64,
    major_slices: u64,
    idle: Gathered,
    running_ns: u64,
    missing: Option<Incomplete>,
}

#[derive(Clone, Copy, Debug, Default)]
struct PhaseTotals {
    count: u64,
    total_ns: u64,
    max_ns: u64,
    cut: u64,
}

#[derive(Clone, Debug, Default)]
struct CounterTotals {
    events: u64,
    values: u64,
    sum: u128,
    min: u64,
    max: u64,
    last: u64,
}

/// What phases are, as the releases name them.
#[derive(Clone, Debug, Default)]
struct Ids {
    releases: Option<eventring::release::ReleaseSet>,
    outer: Vec<Outer>,
    minor: Option<u16>,
    leader: Option<u16>,
    major_slice: Option<u16>,
    major_cycle: Option<u16>,
}

impl Ids {
    fn look_up(&mut self, run: &Run) {
        let names = run.runtime_names();
        if self.releases == Some(names.releases()) {
            return;
        }
        let id = |name: &str| (0..MOST_PHASES).find(|id| names.phase(*id) == Some(name));
        *self = Self {
            releases: Some(names.releases()),
            outer: (0..MOST_PHASES).map(|id| Outer::of(names.phase(id))).collect(),
            minor: id("minor"),
            leader: id(LEADER),
            major_slice: id("major_slice"),
            major_cycle: id("major_gc_stw"),
        };
    }
}

impl RingSummary {
    /// That of the ring at this place.
    fn at_place(place: usize) -> Self {
        Self { pauses: Pauses::at_place(place), idle: Gathered::at_place(place), ..Self::default() }
    }
}

/// No release has so many.
const MOST_PHASES: u16 = 256;

impl View for Summary {
    #[inline]
    fn change(&mut self, run: &Run, change: &Change<'_>) {
        let place = change.ring as usize;
        if self.rings.len() <= place {
            let places = self.rings.len()..=place;
            self.rings.extend(places.map(RingSummary::at_place));
        }
        let ring = &mut self.rings[place];
        let now_ns = change.timestamp_ns;
        match change.what {
            What::PhaseBegan { .. } => {}
            What::PhaseEnded { phase, depth, began_ns, end } => {
                self.ids.look_up(run);
                let place = usize::from(phase);
                if self.phases.len() <= place {
                    self.phases.resize(place + 1, PhaseTotals::default());
                }
                let totals = &mut self.phases[place];
                let (Some(began_ns), End::Told) = (began_ns, end) else {
                    totals.cut += 1;
                    if began_ns.is_none() {
                        ring.pauses.ended_unknown();
                    }
                    return;
                };
                let length_ns = now_ns - began_ns;
                totals.count += 1;
                totals.total_ns = totals.total_ns.saturating_add(length_ns);
                totals.max_ns = totals.max_ns.max(length_ns);
                let id = Some(phase);
                if depth == 0 {
                    let outer = self.ids.outer.get(place).copied().unwrap_or(Outer::Unnamed);
                    ring.pauses.ended(outer, length_ns);
                }
                if id == self.ids.major_slice {
                    ring.major_slices += 1;
                } else if id == self.ids.minor || id == self.ids.major_cycle {
                    let around = run.phases(change.ring).iter().map(|began| Some(began.name));
                    let is_led = around.into_iter().any(|around| around == self.ids.leader);
                    if id == self.ids.minor {
                        ring.minor_collections += 1;
                        self.minor_collections += u64::from(is_led);
                    } else {
                        self.major_cycles += u64::from(is_led);
                    }
                }
            }
            What::Counter { counter, value } => {
                self.counters.entry(counter).or_default().add(value);
            }
            What::SpanEnded { .. } | What::Int { .. } => self.user.change(change),
            What::DomainBegan => ring.domains += 1,
            What::IdleEnded { began_ns: Some(began_ns), end: End::Told } => {
                ring.idle.add(now_ns - began_ns);
            }
            What::FiberStops { began_ns, .. } => {
                ring.running_ns = ring.running_ns.saturating_add(now_ns - began_ns);
                self.scheduler.change(run, change);
            }
            What::Lost { words, since_ns } => {
                let missing = ring.missing(change.ring, since_ns);
                missing.losses += 1;
                missing.lost_words = missing.lost_words.saturating_add(words);
                ring.pauses.lost();
            }
            What::Paused { since_ns } => {
                ring.missing(change.ring, since_ns).pauses += 1;
                ring.pauses.lost();
            }
            What::Faulted { .. } => {
                ring.missing(change.ring, Some(now_ns)).is_faulted = true;
                ring.pauses.lost();
            }
            What::Flawed { flaw } => *self.flaws.entry(flaw.name().to_owned()).or_default() += 1,
            _ => self.scheduler.change(run, change),
        }
    }
}

impl RingSummary {
    /// What is missing, first of all after `since_ns`.
    fn missing(&mut self, ring: u32, since_ns: Option<u64>) -> &mut Incomplete {
        self.missing.get_or_insert(Incomplete {
            ring,
            known_until_ns: since_ns,
            losses: 0,
            lost_words: 0,
            pauses: 0,
            is_faulted: false,
        })
    }
}

impl CounterTotals {
    fn add(&mut self, value: Option<u64>) {
        self.events += 1;
        let Some(value) = value else { return };
        self.min = if self.values == 0 { value } else { self.min.min(value) };
        self.max = self.max.max(value);
        (self.values, self.last) = (self.values + 1, value);
        self.sum += u128::from(value);
    }
}

impl Summary {
    /// What it came to, once the run is finished.
    pub fn finish(self, run: &Run) -> RunStats {
        let names = run.runtime_names();
        let mut pauses = Gathered::default();
        self.rings.iter().for_each(|ring| pauses.join(&ring.pauses.all()));
        let phases = (0..).zip(&self.phases);
        let counters = self.counters.iter();
        let (user_spans, user_ints) = self.user.finish(run);
        RunStats {
            first_ns: run.first_ns(),
            last_ns: run.first_ns().map(|_| run.now_ns()),
            releases: names.releases().iter().map(|release| release.name().to_owned()).collect(),
            eio_wire: run.wire().map(|wire| wire.name().to_owned()),
            incomplete: self.rings.iter().filter_map(|ring| ring.missing.clone()).collect(),
            pauses: pauses.lengths(),
            minor_collections: self.minor_collections,
            major_cycles: self.major_cycles,
            domains: (0..)
                .zip(&self.rings)
                .filter(|(_, ring)| ring.domains > 0 || ring.missing.is_some())
                .map(|(ring, summary)| summary.stats(ring))
                .collect(),
            phases: phases
                .filter(|(_, totals)| totals.count + totals.cut > 0)
                .map(|(id, totals)| PhaseStats {
                    id,
                    name: names.phase(id).map(str::to_owned),
                    count: totals.count,
                    total_ns: totals.total_ns,
                    max_ns: (totals.count > 0).then_some(totals.max_ns),
                    cut: totals.cut,
                })
                .collect(),
            counters: counters.map(|(id, totals)| totals.stats(*id, run)).collect(),
            user_spans,
            user_ints,
            scheduler: self.scheduler.finish(run),
            flaws: self.flaws,
        }
    }
}

impl RingSummary {
    fn stats(&self, ring: u32) -> DomainStats {
        DomainStats {
            ring,
            domains: self.domains,
            pauses: self.pauses.all().lengths(),
            cut_pauses: self.pauses.cut,
            unnamed_pauses: self.pauses.unnamed,
            minor_collections: self.minor_collections,
            major_slices: self.major_slices,
            idle: self.idle.lengths(),
            running_ns: self.running_ns,
        }
    }
}

impl CounterTotals {
    fn stats(&self, id: u16, run: &Run) -> CounterStats {
        let names = run.runtime_names();
        let name = names.counter(id);
        let mut units = names.releases().iter().map(|release| release.counter_unit(id));
        // Where all agree on the name they agree on the unit, or nothing is said.
        let unit = units.next().flatten().filter(|unit| units.all(|other| other == Some(*unit)));
        let known = self.values > 0;
        CounterStats {
            id,
            name: name.map(str::to_owned),
            unit: name.and(unit).map(|unit| unit.name().to_owned()),
            events: self.events,
            sum: u64::try_from(self.sum).ok(),
            min: known.then_some(self.min),
            max: known.then_some(self.max),
            last: known.then_some(self.last),
        }
    }
}
