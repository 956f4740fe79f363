//! One step of a run: an event or a loss of one ring, at one time.

use super::Run;
use super::act::Who;
use super::change::{Change, End, Flaw, Origin, Stop, View, What};
use super::ring::{Current, Previous, Ring};
use super::spans::{Closed, Spans};
use super::thing::{Class, Fiber, FiberState, Key, Life, Thing};

/// What a step works with.
pub(super) struct Step<'s, V> {
    pub(super) run: &'s mut Run,
    view: &'s mut V,
    pub(super) ring: u32,
    pub(super) now_ns: u64,
    pub(super) origin: Origin,
}

impl<'s, V: View> Step<'s, V> {
    #[inline]
    pub(super) fn new(run: &'s mut Run, view: &'s mut V, ring: u32, now_ns: u64) -> Self {
        Self { run, view, ring, now_ns, origin: Origin::Nothing }
    }

    #[inline]
    pub(super) fn tell(&mut self, what: What<'_>) {
        let change =
            Change { ring: self.ring, timestamp_ns: self.now_ns, origin: self.origin, what };
        self.view.change(self.run, &change);
    }

    pub(super) fn flaw(&mut self, flaw: Flaw) {
        self.tell(What::Flawed { flaw });
    }

    #[inline]
    pub(super) fn state(&mut self) -> &mut Ring {
        self.run.ring_mut(self.ring)
    }

    #[inline]
    pub(super) fn thing_mut(&mut self, key: Key) -> Option<&mut Thing> {
        self.run.things.get_mut(key)
    }

    #[inline]
    pub(super) fn fiber_mut(&mut self, key: Key) -> Option<&mut Fiber> {
        self.run.things.fiber_mut(key)
    }

    /// The fiber that does something, where it is known.
    pub(super) fn fiber(&mut self, who: Who) -> Option<Key> {
        match who {
            Who::Current => self.run.current(self.ring),
            Who::Id(id) => Some(self.mentioned(id, Class::Unknown)),
        }
    }

    /// The current fiber stops, if one runs.
    pub(super) fn stop(&mut self, stop: Stop<'_>) {
        let now_ns = self.now_ns;
        let Current::Fiber(fiber) = self.state().current else { return };
        self.state().current = Current::Nobody;
        let mut began_ns = now_ns;
        if let Some(state) = self.fiber_mut(fiber) {
            began_ns = state.since_ns.unwrap_or(now_ns);
            if stop != Stop::Open {
                state.running_ns += now_ns.saturating_sub(began_ns);
                state.since_ns = Some(now_ns);
            }
            state.state = match stop {
                Stop::Suspended(_) => FiberState::Suspended,
                Stop::Replaced => FiberState::Ready,
                Stop::Exited => FiberState::Ended,
                Stop::Unknown => FiberState::Unknown,
                Stop::Open => state.state,
            };
            if let Stop::Suspended(text) = stop {
                let reason = state.reason.get_or_insert_default();
                reason.clear();
                reason.extend_from_slice(text);
            }
            if stop == Stop::Unknown {
                (state.since_ns, state.is_incomplete) = (None, true);
            }
        }
        self.tell(What::FiberStops { fiber, began_ns, stop });
    }

    /// What this ring had told is not known any longer: what is open ends, as `end` says. Told at the present time.
    pub(super) fn forget(&mut self, end: End) {
        self.forget_runtime(end);
        self.forget_fibers(end);
        let state = self.state();
        state.is_domain_doubtful = true;
        if end != End::Open {
            state.current = Current::Unknown;
        }
    }

    fn forget_runtime(&mut self, end: End) {
        let state = self.state();
        let (mut phases, mut spans) =
            (std::mem::take(&mut state.phases), std::mem::take(&mut state.spans));
        while let Some(Closed { began, depth, .. }) = phases.close(0) {
            self.origin = Origin::Phase(began.name);
            let (phase, began_ns) = (began.name, Some(began.began_ns));
            self.tell(What::PhaseEnded { phase, depth, began_ns, end });
        }
        while let Some(Closed { began, depth, .. }) = spans.close(0) {
            self.origin = Origin::User(began.name);
            let (index, began_ns) = (began.name, Some(began.began_ns));
            self.tell(What::SpanEnded { index, depth, began_ns, end });
        }
        self.origin = Origin::Nothing;
    }

    pub(super) fn forget_fibers(&mut self, end: End) {
        let state = self.state();
        let (idle_ns, operations) = (state.idle_ns.take(), std::mem::take(&mut state.operations));
        let touched = std::mem::take(&mut state.touched);
        (state.previous, state.spawner) = (Previous::Other, None);
        if let Some(began_ns) = idle_ns {
            self.tell(What::IdleEnded { began_ns: Some(began_ns), end });
        }
        self.end_operations(None, operations, end);
        self.stop(if end == End::Open { Stop::Open } else { Stop::Unknown });
        for fiber in touched {
            self.forget_fiber(fiber, end);
        }
    }

    fn forget_fiber(&mut self, key: Key, end: End) {
        let now_ns = self.now_ns;
        let Some(fiber) = self.fiber_mut(key) else { return };
        fiber.touched = None;
        if end == End::Open {
            // The run can still be asked for them.
            let operations = fiber.operations.clone();
            return self.end_operations(Some(key), operations, end);
        }
        let operations = std::mem::take(&mut fiber.operations);
        if fiber.state == FiberState::Ended {
            return self.end_operations(Some(key), operations, end);
        }
        let contexts = std::mem::take(&mut fiber.contexts);
        (fiber.state, fiber.since_ns) = (FiberState::Unknown, None);
        (fiber.is_bottom_unknown, fiber.is_incomplete) = (true, true);
        fiber.waits_for = None;
        self.end_operations(Some(key), operations, end);
        // The outermost is another fiber's.
        for key in contexts.into_iter().skip(1).chain([key]) {
            if let Some(thing) = self.thing_mut(key)
                && thing.life == Life::Alive
            {
                thing.life = Life::Unknown { since_ns: now_ns };
                self.run.things.retire(key);
                self.tell(What::Obscured { thing: key });
            }
        }
    }

    /// Ends operations of a fiber or the ring, innermost first.
    pub(super) fn end_operations(
        &mut self,
        fiber: Option<Key>,
        mut operations: Spans<Box<[u8]>>,
        end: End,
    ) {
        while let Some(Closed { began, depth, .. }) = operations.close(0) {
            let (text, began_ns) = (Some(&*began.name), Some(began.began_ns));
            self.tell(What::OperationEnded { fiber, text, depth, began_ns, end });
        }
    }

    /// There were events of different wires, so what was taken for Eio's is not known at all.
    pub(super) fn forget_eio(&mut self) {
        let (ring, now_ns) = (self.ring, self.now_ns);
        for other in 0..self.run.rings.len() as u32 {
            if let Some(at_ns) = self.run.ring_mut(other).now_ns {
                (self.ring, self.now_ns) = (other, at_ns);
                self.forget_fibers(End::Unknown);
            }
        }
        (self.ring, self.now_ns) = (ring, now_ns);
    }
}
