//! Evidence, gathered event by event.

use heapless::Vec;

use super::{Decision, Doubt, Evidence, Place, ReleaseSet, Stamp, Verdict};
use crate::event::{Event, Kind};
use crate::geometry::Geometry;
use crate::lost::LostEvents;
use crate::names::{Name, Names};
use crate::reader::Snapshot;
use crate::registry::lifecycle;

/// More pieces than this cannot each strike a release.
const MOST_PIECES: usize = 8;
/// Stamps looked at; more than two that differ are no better than two.
const MOST_STAMPS: usize = 8;
/// Phases nested deeper than this are not told apart. The recordings reach 10.
const MOST_OPEN: usize = 32;

/// What is known so far of the release that wrote a file.
#[derive(Clone, Debug)]
pub struct Narrowing {
    /// The pieces that struck a release, in the order in which they were seen.
    pieces: Vec<(Evidence, Place), MOST_PIECES>,
    remaining: ReleaseSet,
    word_7_is_zero: bool,
    saw_user_event: bool,
    lost: LostEvents,
    /// Stamps in the name table, and whether they were emitted.
    stamps: Vec<(u16, Stamp, bool), MOST_STAMPS>,
    weighed: Weighed,
}

/// Which ids were looked at already, a bit each: what struck nothing at first strikes nothing later. Ids above 63, which
/// no release has, are looked at again and again.
#[derive(Clone, Copy, Debug, Default)]
struct Weighed {
    begun: u64,
    ended: u64,
    counted: u64,
}

/// Whether an id is looked at for the first time.
#[inline]
fn is_first(weighed: &mut u64, id: u16) -> bool {
    let bit = 1_u64.checked_shl(id.into()).unwrap_or(0);
    let is_first = *weighed & bit == 0;
    *weighed |= bit;
    is_first
}

/// What a [`Narrowing`] has to remember of one ring between two of its events.
#[derive(Clone, Debug, Default)]
pub struct RingHistory {
    /// Phases that began and have not ended.
    open: Vec<u16, MOST_OPEN>,
    /// The lifecycle event that came just before.
    lifecycle: Option<u16>,
}

impl RingHistory {
    /// Forgets, as after lost words.
    pub fn reset(&mut self) {
        *self = Self::default();
    }
}

impl Narrowing {
    /// Begins with what the file header and the name table show.
    #[must_use]
    pub fn new(geometry: &Geometry, names: &Names<'_>) -> Self {
        let mut narrowing = Self {
            pieces: Vec::new(),
            remaining: ReleaseSet::narrowable(),
            word_7_is_zero: geometry.names_offset_word() == 0,
            saw_user_event: false,
            lost: LostEvents::default(),
            stamps: Vec::new(),
            weighed: Weighed::default(),
        };
        narrowing.add(Evidence::MaxDomains(geometry.max_domains()), Place::File);
        if names.is_whole() {
            narrowing.add(Evidence::NameTable, Place::File);
        }
        for (index, name) in names.iter() {
            narrowing.observe_name(index, name);
        }
        narrowing
    }

    /// What all of a snapshot shows.
    #[must_use]
    pub fn of(snapshot: &Snapshot<'_>) -> Self {
        let mut narrowing = Self::new(snapshot.geometry(), &snapshot.names());
        for ring in snapshot.rings() {
            let mut history = RingHistory::default();
            for event in ring.events().map_while(Result::ok) {
                narrowing.observe(&mut history, ring.index(), &event);
            }
        }
        narrowing
    }

    /// Takes in a name that came into the table after the beginning, once, and before an event of it
    /// (clause names.late).
    pub fn observe_name(&mut self, index: u16, name: Name<'_>) {
        self.lost.observe_name(index, name);
        let is_known = || self.stamps.iter().any(|&(stamped, _, _)| stamped == index);
        if let Some(stamp) = Stamp::of_name(name).filter(|_| !is_known()) {
            // One too many differs from none of those that are there, or proves nothing new.
            let _ = self.stamps.push((index, stamp, false));
        }
    }

    /// Takes in an event of `ring`, whose events have to come in order of position.
    pub fn observe(&mut self, history: &mut RingHistory, ring: u32, event: &Event<'_>) {
        let place = Place::Item { ring, position: event.position };
        let after = history.lifecycle.take();
        match event.kind {
            Kind::Begin { phase } => {
                if is_first(&mut self.weighed.begun, phase) {
                    self.add(Evidence::Phase(phase), place);
                }
                if after == Some(lifecycle::RING_STOP) {
                    self.add(Evidence::AroundTheRing(phase), place);
                }
                if history.open.push(phase).is_err() {
                    history.open.clear();
                }
            }
            Kind::End { phase } => {
                if is_first(&mut self.weighed.ended, phase) {
                    self.add(Evidence::Phase(phase), place);
                    self.add(Evidence::PhaseEnd(phase), place);
                }
                if after == Some(lifecycle::RING_START) {
                    self.add(Evidence::AroundTheRing(phase), place);
                }
                if history.open.pop() != Some(phase) {
                    history.open.clear();
                }
            }
            Kind::Counter { counter, .. } => {
                if is_first(&mut self.weighed.counted, counter) {
                    self.add(Evidence::Counter(counter), place);
                }
                if let Some(&phase) = history.open.last()
                    && Evidence::MINOR_COUNTERS.contains(&counter)
                {
                    self.add(Evidence::MinorCountersIn(phase), place);
                }
            }
            Kind::Lifecycle { lifecycle, .. } => history.lifecycle = Some(lifecycle),
            // What stands before it did not come just before what follows (clause names.reserved).
            kind if self.lost.words(&kind).is_some() => history.reset(),
            kind => {
                if let Some(index) = kind.index() {
                    self.user_event(index, place);
                }
            }
        }
    }

    /// The evidence that struck releases, with the place where each was first seen.
    pub fn evidence(&self) -> impl Iterator<Item = (Evidence, Place)> {
        let registered = self.stamps.iter().filter(|(_, _, emitted)| !emitted);
        let no_names = self.says_no_names().then_some((Evidence::NoNameTable, Place::File));
        let registered =
            registered.map(|&(_, stamp, _)| (Evidence::Registered(stamp), Place::File));
        self.pieces.iter().copied().chain(no_names).chain(registered)
    }

    /// What is known now. `given` is what somebody said, and wins (clause release.given-wins).
    #[must_use]
    pub fn verdict(&self, given: Option<Stamp>) -> Verdict {
        let allowed = self.allowed();
        if let Some(stamp) = given {
            let doubt = excluded(stamp, allowed).then_some(Doubt::GivenExcluded { allowed });
            return Verdict { remaining: set_of(stamp), decision: Decision::Given(stamp), doubt };
        }
        let narrowed = |remaining: ReleaseSet, doubt: Option<Doubt>| {
            let none_left = remaining.is_empty().then_some(Doubt::NoneLeft);
            Verdict { remaining, decision: Decision::Narrowed, doubt: doubt.or(none_left) }
        };
        let emitted = self.stamps.iter().filter(|(_, _, emitted)| *emitted);
        match one_of(emitted.map(|&(_, stamp, _)| stamp)) {
            Err(()) => narrowed(allowed, Some(Doubt::StampsDiffer)),
            Ok(Some(stamp)) if excluded(stamp, allowed) => {
                narrowed(allowed, Some(Doubt::StampExcluded { stamp, allowed }))
            }
            Ok(Some(stamp)) => Verdict {
                remaining: set_of(stamp),
                decision: Decision::Stamped(stamp),
                doubt: None,
            },
            Ok(None) => match one_of(self.stamps.iter().map(|&(_, stamp, _)| stamp)) {
                Err(()) => narrowed(allowed, Some(Doubt::StampsDiffer)),
                Ok(Some(stamp)) if excluded(stamp, allowed) => {
                    narrowed(allowed, Some(Doubt::StampExcluded { stamp, allowed }))
                }
                Ok(Some(stamp)) => {
                    narrowed(allowed.and(Evidence::Registered(stamp).allows()), None)
                }
                Ok(None) => narrowed(allowed, None),
            },
        }
    }

    fn user_event(&mut self, index: u16, place: Place) {
        if !self.saw_user_event {
            self.saw_user_event = true;
            self.add(Evidence::UserEvent, place);
        }
        for (stamped, _, emitted) in &mut self.stamps {
            *emitted |= *stamped == index;
        }
    }

    fn add(&mut self, evidence: Evidence, place: Place) {
        let remaining = self.remaining.and(evidence.allows());
        if remaining != self.remaining {
            self.remaining = remaining;
            // Each piece strikes at least one release, so there is room.
            let _ = self.pieces.push((evidence, place));
        }
    }

    fn says_no_names(&self) -> bool {
        self.word_7_is_zero && !self.saw_user_event
    }

    fn allowed(&self) -> ReleaseSet {
        if self.says_no_names() {
            self.remaining.and(Evidence::NoNameTable.allows())
        } else {
            self.remaining
        }
    }
}

/// The releases that a stamp leaves.
fn set_of(stamp: Stamp) -> ReleaseSet {
    match stamp {
        Stamp::Release(release) => ReleaseSet::only(release),
        Stamp::NotOcaml | Stamp::Unknown => ReleaseSet::EMPTY,
    }
}

/// Whether the file speaks against a stamp. Releases that no narrowing reaches, and producers that
/// are not OCaml, cannot be spoken against.
fn excluded(stamp: Stamp, allowed: ReleaseSet) -> bool {
    let set = set_of(stamp).and(ReleaseSet::narrowable());
    !set.is_empty() && set.and(allowed).is_empty()
}

/// The one stamp that all are; an error where two differ.
fn one_of(mut stamps: impl Iterator<Item = Stamp>) -> Result<Option<Stamp>, ()> {
    let first = stamps.next();
    if stamps.all(|stamp| Some(stamp) == first) { Ok(first) } else { Err(()) }
}

#[cfg(test)]
mod tests;
