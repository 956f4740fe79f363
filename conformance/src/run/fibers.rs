//! Which fiber runs on which ring, and when the event loop waits.

use eventring::eio::EioId;

use super::change::{End, Flaw, Stop, View, What};
use super::ring::{Current, Previous};
use super::step::Step;
use super::thing::{Class, FiberState, Key, Life};

impl<V: View> Step<'_, V> {
    pub(super) fn suspend(&mut self, text: &[u8], previous: Previous) {
        let Current::Fiber(fiber) = self.state().current else {
            return self.flaw(Flaw::WithoutFiber);
        };
        if previous != Previous::Wanted
            && let Some(fiber) = self.fiber_mut(fiber)
        {
            fiber.waits_for = None;
        }
        self.stop(Stop::Suspended(text));
        self.state().previous = Previous::Suspended(fiber);
    }

    pub(super) fn begin_idle(&mut self) {
        let now_ns = self.now_ns;
        // No fiber runs while the event loop waits.
        self.stop(Stop::Replaced);
        if self.state().idle_ns.is_none() {
            self.state().idle_ns = Some(now_ns);
            self.tell(What::IdleBegan);
        }
    }

    pub(super) fn run_fiber(&mut self, id: EioId) {
        let wakes = std::mem::take(&mut self.state().wakes);
        if wakes {
            let began_ns = self.state().idle_ns.take();
            self.tell(What::IdleEnded { began_ns, end: End::Told });
        }
        let Some(key) = self.runnable(id, wakes) else {
            // The system thread.
            self.stop(Stop::Replaced);
            self.state().current = Current::Nobody;
            return;
        };
        if self.state().current == Current::Fiber(key) {
            return;
        }
        self.stop(Stop::Replaced);
        self.stop_elsewhere(key);
        let (ring, now_ns) = (self.ring, self.now_ns);
        self.state().current = Current::Fiber(key);
        let mut stopped_ns = None;
        let mut is_new_here = false;
        if let Some(thing) = self.thing_mut(key) {
            thing.life = Life::Alive;
            if let Some(fiber) = &mut thing.fiber {
                if matches!(fiber.state, FiberState::Suspended | FiberState::Ready) {
                    stopped_ns = fiber.since_ns;
                }
                let waited_ns = stopped_ns.map_or(0, |since_ns| now_ns.saturating_sub(since_ns));
                fiber.waiting_ns += waited_ns;
                fiber.state = FiberState::Running { ring };
                (fiber.since_ns, fiber.waits_for) = (Some(now_ns), None);
                fiber.runs += 1;
                is_new_here = fiber.touched.replace(ring) != Some(ring);
            }
        }
        if is_new_here {
            self.state().touched.push(key);
        }
        self.tell(What::FiberRuns { fiber: key, stopped_ns });
    }

    /// The fiber of that id, which runs from now on; nothing where it is the system thread.
    fn runnable(&mut self, id: EioId, wakes: bool) -> Option<Key> {
        let known = self.run.things.find(id);
        let (class, is_ended) =
            known.and_then(|key| self.run.thing(key)).map_or((Class::Unknown, false), |thing| {
                (thing.class, matches!(thing.life, Life::Ended { .. }))
            });
        match (known, class) {
            (_, Class::SystemThread) => None,
            // What runs first after the domain was idle is the system thread, which some never create.
            (None, _) if wakes => {
                self.appear(id, Class::SystemThread);
                None
            }
            (Some(key), Class::Fiber) if !is_ended => Some(key),
            (Some(key), Class::Unknown) => {
                self.become_known(key, Class::Fiber);
                Some(key)
            }
            // What has ended, or is no fiber, cannot run: it is another one of the same id.
            (Some(key), _) => {
                self.replace(key);
                Some(self.appear(id, Class::Fiber))
            }
            (None, _) => Some(self.appear(id, Class::Fiber)),
        }
    }

    pub(super) fn end_fiber(&mut self, key: Key) {
        let now_ns = self.now_ns;
        self.run.things.classify(key, Class::Fiber);
        if let Some(fiber) = self.fiber_mut(key) {
            let operations = std::mem::take(&mut fiber.operations);
            self.end_operations(Some(key), operations, End::Unknown);
        }
        if self.state().current == Current::Fiber(key) {
            self.stop(Stop::Exited);
        } else {
            self.stop_elsewhere(key);
        }
        if let Some(fiber) = self.fiber_mut(key) {
            (fiber.state, fiber.waits_for) = (FiberState::Ended, None);
            fiber.since_ns = Some(now_ns);
        }
        self.end_thing(key, End::Told, now_ns);
    }
}
