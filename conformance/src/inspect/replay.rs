//! A snapshot as a run: what all rings hold, in the order of time.

use eventring::live::Found;
use eventring::lost::LostEvents;
use eventring::reader::{Ring, Snapshot};
use eventring::release::ReleaseSet;

use super::merge::{Timed, by_time};
use super::{Moment, Typing};
use crate::run::{Retention, Run, Typist, View};

/// Feeds a snapshot to a run.
#[derive(Clone, Copy, Debug)]
pub struct Replay<'a> {
    snapshot: Snapshot<'a>,
    typing: Typing,
    releases: ReleaseSet,
    until: Option<Moment>,
    lost: LostEvents,
}

/// What was fed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Replayed {
    /// Events.
    pub events: u64,
    /// Rings that end early.
    pub corrupt_rings: u64,
}

impl<'a> Replay<'a> {
    /// Of all rings. The events are read once to find out which wire of Eio they are of, if there can be any.
    /// `releases` may have written the file.
    pub fn new(snapshot: Snapshot<'a>, releases: ReleaseSet) -> Self {
        Self::typed(snapshot, releases, Typing::of(&snapshot))
    }

    /// The same, where it is known which wire they are of.
    pub fn typed(snapshot: Snapshot<'a>, releases: ReleaseSet, typing: Typing) -> Self {
        let lost = LostEvents::of(&snapshot.names());
        Self { snapshot, typing, releases, until: None, lost }
    }

    /// Only up to this moment, that included.
    #[must_use]
    pub fn until(self, until: Option<Moment>) -> Self {
        Self { until, ..self }
    }

    /// How Eio's events are read.
    pub fn typing(&self) -> Typing {
        self.typing
    }

    /// How many words there are to read.
    pub fn words(&self) -> u64 {
        self.snapshot.rings().map(|ring| ring.tail().saturating_sub(ring.head())).sum()
    }

    /// Feeds a new run to its end and gives it. `progress` is told now and then how many of the words are read.
    pub fn run<V: View>(
        &self,
        retention: Retention,
        view: &mut V,
        mut progress: impl FnMut(u64),
    ) -> (Run, Replayed) {
        let mut run = Run::new(Typist::of(self.typing.wire()), self.releases, retention);
        let mut until_ns = None;
        let (mut replayed, names) = (Replayed::default(), self.snapshot.names());
        let mut rest = vec![0; self.snapshot.rings().len()];
        let rings = self.snapshot.rings().map(|ring| {
            rest[ring.index() as usize] = ring.head();
            RingItems::new(&ring)
        });
        let rings: Vec<_> = rings.collect();
        let mut words = 0;
        let ended = by_time(rings, |item| {
            match item.what {
                Found::Event(event) => {
                    // The first is the earliest.
                    if let (0, Some(until)) = (replayed.events, self.until) {
                        until_ns = Some(until.at_ns(event.timestamp_ns));
                    }
                    if until_ns.is_some_and(|until_ns| event.timestamp_ns > until_ns) {
                        return Err(());
                    }
                    let name = |index| names.name(index).map(|name| name.as_bytes());
                    match self.lost.words(&event.kind) {
                        Some(words) => run.lost(item.ring, words, view),
                        None => run.event(item.ring, &event, name, view),
                    }
                    replayed.events += 1;
                    let before = &mut rest[item.ring as usize];
                    words +=
                        event.position.saturating_sub(std::mem::replace(before, event.position));
                    if replayed.events.is_multiple_of(PROGRESS_EVENTS) {
                        progress(words);
                    }
                }
                Found::Lost { words } => run.lost(item.ring, words, view),
                Found::Fault(fault) => {
                    replayed.corrupt_rings += 1;
                    run.fault(item.ring, &fault, view);
                }
            }
            if view.is_full() { Err(()) } else { Ok(()) }
        });
        if let (Err(()), Some(until_ns), false) = (ended, until_ns, view.is_full()) {
            // There are events after it, so what was open then lasted until then.
            run.pass_to(until_ns);
        }
        if ended.is_ok() || !view.is_full() {
            run.finish(view);
        }
        (run, replayed)
    }
}

/// Progress is told each time that so many events were read.
const PROGRESS_EVENTS: u64 = 1 << 16;

/// What one ring holds: `lost` where something was evicted, the events, the fault where it ends early.
struct RingItems<'a> {
    ring: u32,
    lost_words: u64,
    events: eventring::reader::Events<'a>,
}

struct Item<'a> {
    ring: u32,
    what: Found<'a>,
}

impl<'a> RingItems<'a> {
    fn new(ring: &Ring<'a>) -> Self {
        Self { ring: ring.index(), lost_words: ring.lost_words(), events: ring.events() }
    }
}

impl<'a> Iterator for RingItems<'a> {
    type Item = Item<'a>;

    #[inline]
    fn next(&mut self) -> Option<Item<'a>> {
        let what = match std::mem::take(&mut self.lost_words) {
            0 => match self.events.next()? {
                Ok(event) => Found::Event(event),
                Err(fault) => Found::Fault(fault),
            },
            words => Found::Lost { words },
        };
        Some(Item { ring: self.ring, what })
    }
}

impl Timed for Item<'_> {
    #[inline]
    fn timestamp_ns(&self) -> Option<u64> {
        match self.what {
            Found::Event(event) => Some(event.timestamp_ns),
            Found::Lost { .. } | Found::Fault(_) => None,
        }
    }
}
