//! The run: who is fed, and who can be asked.

use eventring::eio::{EioId, Wire};
use eventring::error::Fault;
use eventring::event::Event;
use eventring::release::ReleaseSet;

use super::change::{End, Flaw, Origin, View, What};
use super::names::{Names, RuntimeNames};
use super::ring::{Current, DomainStart, Ring};
use super::spans::Began;
use super::step::Step;
use super::things::Things;
use super::typist::Reading;
use super::{Domain, Key, Thing, Typist};

/// What is kept of what is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retention {
    /// All: memory grows with the number of things that the program made.
    All,
    /// The latest 65 536 of what has ended, or has no end of its own. An older one that is mentioned again is told as
    /// something unknown.
    Living,
}

/// A traced run, as far as it was fed.
///
/// Feed it in the order of (time, ring, position); what is lost of a ring where it was lost, before the event behind it;
/// a fault after the last event of its ring. Then [`finish`](Self::finish) it.
#[derive(Debug)]
pub struct Run {
    pub(super) rings: Vec<Ring>,
    pub(super) things: Things,
    pub(super) domains: u32,
    typist: Typist,
    names: Names,
    first_ns: Option<u64>,
    now_ns: u64,
}

impl Run {
    /// Before its first event.
    ///
    /// `releases` may have written the events: by them phases and counters have names.
    pub fn new(typist: Typist, releases: ReleaseSet, retention: Retention) -> Self {
        Self {
            names: Names::new(releases),
            rings: Vec::new(),
            things: Things::new(retention == Retention::All),
            domains: 0,
            typist,
            first_ns: None,
            now_ns: 0,
        }
    }

    /// The next event. `name` gives the bytes of the name of an event index, where there is one.
    #[inline]
    pub fn event<'n, V: View>(
        &mut self,
        ring: u32,
        event: &Event<'_>,
        name: impl FnOnce(u16) -> Option<&'n [u8]>,
        view: &mut V,
    ) {
        let state = self.ring_mut(ring);
        // Clause time.order.
        let timestamp_ns = event.timestamp_ns.max(state.now_ns.unwrap_or(0));
        let (since_ns, lost_words) = (state.now_ns, std::mem::take(&mut state.lost_words));
        (state.before_ns, state.now_ns) = (since_ns, Some(timestamp_ns));
        let is_first = state.domain.is_none();
        self.now_ns = self.now_ns.max(timestamp_ns);
        self.first_ns = Some(self.first_ns.map_or(timestamp_ns, |first| first.min(timestamp_ns)));
        let reading = match event.kind.index() {
            Some(index) => self.typist.read(event.kind, self.names.user(index, name)),
            None => Reading::Other,
        };
        let mut step = Step::new(self, view, ring, timestamp_ns);
        if lost_words > 0 {
            step.tell(What::Lost { words: lost_words, since_ns });
        }
        if is_first {
            step.begin_domain(DomainStart::Unknown);
        }
        match reading {
            Reading::Other => step.runtime(event.kind),
            Reading::Eio(eio) => step.eio(Origin::of(&event.kind), eio),
            Reading::Short => {
                step.origin = Origin::of(&event.kind);
                step.flaw(Flaw::Short);
            }
            Reading::Mixes => {
                step.forget_eio();
                step.origin = Origin::of(&event.kind);
                step.flaw(Flaw::MixedWires);
                step.runtime(event.kind);
            }
        }
    }

    /// Words of a ring that were passed over, before its next event.
    pub fn lost<V: View>(&mut self, ring: u32, words: u64, view: &mut V) {
        if words == 0 {
            return;
        }
        let state = self.ring_mut(ring);
        state.lost_words = state.lost_words.saturating_add(words);
        let timestamp_ns = state.now_ns.unwrap_or(self.now_ns);
        Step::new(self, view, ring, timestamp_ns).forget(End::Unknown);
    }

    /// A ring ends early.
    pub fn fault<V: View>(&mut self, ring: u32, fault: &Fault, view: &mut V) {
        let timestamp_ns = self.tell_lost(ring, view);
        self.ring_mut(ring).is_faulted = true;
        let mut step = Step::new(self, view, ring, timestamp_ns);
        step.forget(End::Unknown);
        step.tell(What::Faulted { fault });
    }

    /// The time goes on to `now_ns` without an event; not back.
    pub fn pass_to(&mut self, now_ns: u64) {
        self.now_ns = self.now_ns.max(now_ns);
    }

    /// There are no more events: what is open is told as such, and losses that no event followed.
    pub fn finish<V: View>(&mut self, view: &mut V) {
        let now_ns = self.now_ns;
        for ring in 0..self.rings.len() as u32 {
            self.tell_lost(ring, view);
            // What is known of one ring holds until the last event of all, if nothing was lost and nothing fails.
            let state = self.ring_mut(ring);
            if state.now_ns.is_some() && !state.is_faulted {
                state.now_ns = Some(now_ns);
                Step::new(self, view, ring, now_ns).forget(End::Open);
            }
        }
    }

    /// The time of the latest event, in nanoseconds; 0 before the first.
    pub fn now_ns(&self) -> u64 {
        self.now_ns
    }

    /// The time of the earliest event, in nanoseconds; nothing before the first.
    pub fn first_ns(&self) -> Option<u64> {
        self.first_ns
    }

    /// The wire of Eio's events, where it is known and there are any.
    pub fn wire(&self) -> Option<Wire> {
        self.typist.wire()
    }

    /// What the event of a change is called; nothing where that is not known.
    pub fn name(&self, origin: Origin) -> Option<&[u8]> {
        self.names.of(origin)
    }

    /// The names of the runtime's ids.
    pub fn runtime_names(&self) -> &RuntimeNames {
        &self.names.runtime
    }

    /// More is known now of which releases may have written the events.
    pub fn set_releases(&mut self, releases: ReleaseSet) {
        if self.names.runtime.releases() != releases {
            self.names.runtime = RuntimeNames::new(releases);
        }
    }

    /// A thing; nothing where it is kept no longer, see [`Retention`].
    #[inline]
    pub fn thing(&self, key: Key) -> Option<&Thing> {
        self.things.get(key)
    }

    /// All things that are kept, in no order that means anything.
    pub fn things(&self) -> impl Iterator<Item = &Thing> {
        self.things.iter()
    }

    /// What an id stands for now (clause eio.id.low-32); nothing where that is unknown.
    pub fn find(&self, id: EioId) -> Option<&Thing> {
        self.thing(self.things.find(id)?)
    }

    /// The fiber that runs on a ring; nothing where none does, or it is unknown which.
    pub fn current(&self, ring: u32) -> Option<Key> {
        match self.rings.get(ring as usize)?.current {
            Current::Fiber(fiber) => Some(fiber),
            Current::Nobody | Current::Unknown => None,
        }
    }

    /// The latest life of a domain on a ring; nothing before its first event.
    pub fn domain(&self, ring: u32) -> Option<&Domain> {
        self.rings.get(ring as usize)?.domain.as_ref()
    }

    /// The phases that are open on a ring, outermost first.
    pub fn phases(&self, ring: u32) -> &[Began<u16>] {
        self.rings.get(ring as usize).map_or(&[], |ring| ring.phases.as_slice())
    }

    #[inline]
    pub(super) fn ring_mut(&mut self, ring: u32) -> &mut Ring {
        let place = ring as usize;
        if self.rings.len() <= place {
            self.rings.resize_with(place + 1, Ring::default);
        }
        &mut self.rings[place]
    }

    /// Tells a loss that no event followed; the time of the ring.
    fn tell_lost<V: View>(&mut self, ring: u32, view: &mut V) -> u64 {
        let now_ns = self.now_ns;
        let state = self.ring_mut(ring);
        let (since_ns, words) = (state.now_ns, std::mem::take(&mut state.lost_words));
        let timestamp_ns = since_ns.unwrap_or(now_ns);
        if words > 0 {
            Step::new(self, view, ring, timestamp_ns).tell(What::Lost { words, since_ns });
        }
        timestamp_ns
    }
}
