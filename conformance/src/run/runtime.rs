//! What the events of the runtime change, and user events that are none of Eio's.

use eventring::event::Kind;
use eventring::registry::lifecycle;

use super::Domain;
use super::change::{End, Origin, View, What};
use super::ring::{Current, DomainStart};
use super::spans::Closed;
use super::step::Step;

impl<V: View> Step<'_, V> {
    #[inline]
    pub(super) fn runtime(&mut self, kind: Kind<'_>) {
        self.origin = Origin::of(&kind);
        match kind {
            Kind::Begin { phase } => {
                let now_ns = self.now_ns;
                let depth = self.state().phases.begin(phase, now_ns);
                self.tell(What::PhaseBegan { phase, depth });
            }
            Kind::End { phase } => self.end_phase(phase),
            Kind::Counter { counter, value } => {
                self.tell(What::Counter { counter, value });
            }
            Kind::Alloc { buckets } => {
                self.tell(What::Alloc { buckets });
            }
            Kind::Lifecycle { lifecycle, value } => self.lifecycle(lifecycle, value),
            Kind::Unit { index } => {
                self.tell(What::Unit { index });
            }
            Kind::Int { index, value } => {
                self.tell(What::Int { index, value });
            }
            Kind::Custom { index, data } => {
                self.tell(What::Custom { index, data });
            }
            Kind::SpanBegin { index } => {
                let now_ns = self.now_ns;
                let depth = self.state().spans.begin(index, now_ns);
                self.tell(What::SpanBegan { index, depth });
            }
            Kind::SpanEnd { index } => self.end_span(index),
            Kind::Unknown { user, kind, id, payload } => {
                self.tell(What::Unknown { user, kind, id, payload });
            }
        }
    }

    /// A phase ends; those that began inside of it have ended without a word (some releases never end them).
    fn end_phase(&mut self, phase: u16) {
        let Some(place) = self.state().phases.find(&phase) else {
            let depth = self.state().phases.depth();
            return self.tell(What::PhaseEnded { phase, depth, began_ns: None, end: End::Told });
        };
        while let Some(Closed { began, depth, is_named }) = self.state().phases.close(place) {
            self.origin = Origin::Phase(began.name);
            let end = if is_named { End::Told } else { End::Unknown };
            let (phase, began_ns) = (began.name, Some(began.began_ns));
            self.tell(What::PhaseEnded { phase, depth, began_ns, end });
        }
    }

    /// User spans of different events need not be nested: nothing says that they are.
    fn end_span(&mut self, index: u16) {
        let Some(place) = self.state().spans.find(&index) else {
            let depth = self.state().spans.depth();
            return self.tell(What::SpanEnded { index, depth, began_ns: None, end: End::Told });
        };
        if let Some(Closed { began, depth, .. }) = self.state().spans.take(place) {
            let began_ns = Some(began.began_ns);
            self.tell(What::SpanEnded { index, depth, began_ns, end: End::Told });
        }
    }

    fn lifecycle(&mut self, id: u16, value: Option<i64>) {
        match id {
            lifecycle::RING_START => {
                if let Some(domain) = &mut self.state().domain
                    && domain.start == DomainStart::Unknown
                {
                    domain.start = DomainStart::Session;
                }
            }
            lifecycle::DOMAIN_SPAWN => self.spawn(),
            lifecycle::RING_RESUME => self.resume(),
            _ => {}
        }
        self.origin = Origin::Lifecycle(id);
        self.tell(What::Lifecycle { lifecycle: id, value });
        if id == lifecycle::DOMAIN_TERMINATE {
            self.terminate();
        }
    }

    pub(super) fn begin_domain(&mut self, start: DomainStart) {
        let (ring, began_ns) = (self.ring, self.now_ns);
        let serial = self.run.domains;
        self.run.domains = serial.wrapping_add(1);
        let state = self.state();
        state.is_domain_doubtful = false;
        let domain = Domain { serial, ring, began_ns, start, ended_ns: None, spawner: None };
        state.domain = Some(domain);
        self.tell(What::DomainBegan);
    }

    /// domain_spawn: of the domain whose first events came before it, or of another one on the same ring.
    fn spawn(&mut self) {
        self.origin = Origin::Lifecycle(lifecycle::DOMAIN_SPAWN);
        let state = self.state();
        let is_doubtful = state.is_domain_doubtful;
        let Some(domain) = &mut state.domain else { return };
        let ended_ns = domain.ended_ns;
        if ended_ns.is_none() && domain.start == DomainStart::Unknown && !is_doubtful {
            domain.start = DomainStart::Spawned;
            return;
        }
        if ended_ns.is_none() {
            self.leave_domain(End::Unknown);
        }
        // What the domain before had begun has no end; what began since is of this one already.
        let before_ns = ended_ns.unwrap_or(self.now_ns);
        let phases = self.state().phases.remove(|began| began.began_ns <= before_ns);
        for Closed { began, depth, .. } in phases {
            self.origin = Origin::Phase(began.name);
            let (phase, began_ns) = (began.name, Some(began.began_ns));
            self.tell(What::PhaseEnded { phase, depth, began_ns, end: End::Unknown });
        }
        self.origin = Origin::Lifecycle(lifecycle::DOMAIN_SPAWN);
        self.begin_domain(DomainStart::Spawned);
    }

    fn terminate(&mut self) {
        if self.state().domain.is_some_and(|domain| domain.ended_ns.is_none()) {
            self.leave_domain(End::Told);
        }
    }

    /// The domain of the ring is over, and so are its fibers (clause eio.ring-reuse).
    fn leave_domain(&mut self, end: End) {
        let now_ns = self.now_ns;
        self.end_roots();
        self.forget_fibers(End::Unknown);
        let state = self.state();
        state.current = Current::Nobody;
        if let Some(domain) = &mut state.domain {
            domain.ended_ns = Some(now_ns);
        }
        self.tell(What::DomainEnded { end });
    }

    /// Root contexts of the ring end with its domain; no event of their own says so.
    fn end_roots(&mut self) {
        let now_ns = self.now_ns;
        for root in std::mem::take(&mut self.state().roots) {
            self.end_thing(root, End::Unknown, now_ns);
        }
    }

    /// Recording goes on after a pause: all that could have changed meanwhile, in every ring, is unknown.
    fn resume(&mut self) {
        let (ring, now_ns) = (self.ring, self.now_ns);
        for other in 0..self.run.rings.len() as u32 {
            let state = self.run.ring_mut(other);
            let Some(at_ns) = state.now_ns else { continue };
            let since_ns = if other == ring { state.before_ns } else { Some(at_ns) };
            (self.ring, self.now_ns) = (other, since_ns.unwrap_or(at_ns));
            self.forget(End::Unknown);
            self.now_ns = at_ns;
            self.tell(What::Paused { since_ns });
        }
        (self.ring, self.now_ns) = (ring, now_ns);
    }
}
