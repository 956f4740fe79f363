//! What an id stands for: things made, mentioned before they are, and made twice.

use eventring::eio::EioId;

use super::change::{End, Flaw, Stop, View, What};
use super::ring::Current;
use super::step::Step;
use super::thing::{Class, FiberState, Key, Life, Parent};

impl<V: View> Step<'_, V> {
    /// What is created under an id: what was mentioned before under it, or one more (clauses eio.across-rings,
    /// eio.id.created-twice). It is told by the caller.
    pub(super) fn create(&mut self, id: EioId, class: Class) -> Key {
        let (ring, now_ns) = (self.ring, self.now_ns);
        let known = self.run.things.find(id).filter(|key| {
            // A whole id is not created for what was cut from another.
            self.run.thing(*key).is_some_and(|thing| thing.id.same_as(id))
        });
        let key = match known.and_then(|key| self.run.thing(key)) {
            Some(thing)
                if thing.created_ns.is_none()
                    && (thing.class == class || thing.class == Class::Unknown) =>
            {
                let key = thing.key;
                self.run.things.classify(key, class);
                key
            }
            Some(thing) => {
                let (key, is_created) = (thing.key, thing.created_ns.is_some());
                if is_created {
                    self.flaw(Flaw::CreatedTwice);
                }
                self.replace(key);
                self.run.things.add(id, class, ring, now_ns)
            }
            None => self.run.things.add(id, class, ring, now_ns),
        };
        if let Some(thing) = self.thing_mut(key) {
            thing.created_ns = Some(now_ns);
            thing.id = id;
            if matches!(thing.life, Life::Unknown { .. }) {
                thing.life = Life::Alive;
            }
        }
        key
    }

    /// What an id stands for, created or not (clause eio.id.never-created). `class` is what it is used as, where its
    /// use tells.
    #[inline]
    pub(super) fn mentioned(&mut self, id: EioId, class: Class) -> Key {
        match self.run.things.find(id) {
            None => self.appear(id, class),
            Some(key) => {
                if class != Class::Unknown
                    && self.run.thing(key).is_some_and(|thing| thing.class == Class::Unknown)
                {
                    self.become_known(key, class);
                }
                key
            }
        }
    }

    pub(super) fn appear(&mut self, id: EioId, class: Class) -> Key {
        let thing = self.run.things.add(id, class, self.ring, self.now_ns);
        self.tell(What::Appeared { thing });
        thing
    }

    pub(super) fn become_known(&mut self, thing: Key, class: Class) {
        self.run.things.classify(thing, class);
        self.tell(What::Appeared { thing });
    }

    /// Its id stands for another thing from now on.
    pub(super) fn replace(&mut self, key: Key) {
        let now_ns = self.now_ns;
        self.stop_elsewhere(key);
        if self.state().current == Current::Fiber(key) {
            self.stop(Stop::Unknown);
        }
        if let Some(fiber) = self.fiber_mut(key) {
            let operations = std::mem::take(&mut fiber.operations);
            self.end_operations(Some(key), operations, End::Unknown);
        }
        self.end_thing(key, End::Unknown, now_ns);
        self.run.things.unlink(key);
    }

    /// What is in itself has no parent that is known.
    pub(super) fn set_parent(&mut self, key: Key, parent: Parent) {
        let mut at = parent;
        let mut is_in_itself = false;
        while let Parent::Of(around) = at {
            if around == key {
                is_in_itself = true;
                break;
            }
            at = self.run.thing(around).map_or(Parent::Unknown, |thing| thing.parent);
        }
        if let Some(thing) = self.thing_mut(key) {
            thing.parent = if is_in_itself { Parent::Unknown } else { parent };
        }
    }

    pub(super) fn end_thing(&mut self, key: Key, end: End, at_ns: u64) {
        let Some(thing) = self.thing_mut(key) else { return };
        if matches!(thing.life, Life::Ended { .. }) {
            return;
        }
        thing.life = Life::Ended { at_ns, end };
        if let Some(fiber) = &mut thing.fiber {
            fiber.state = FiberState::Ended;
        }
        self.run.things.retire(key);
        self.tell(What::Ended { thing: key, end });
    }

    /// A fiber that was seen to run in another ring does so no longer.
    pub(super) fn stop_elsewhere(&mut self, key: Key) {
        let fiber = self.run.things.fiber(key);
        let Some(FiberState::Running { ring: other }) = fiber.map(|fiber| fiber.state) else {
            return;
        };
        if other == self.ring {
            return;
        }
        let (ring, now_ns) = (self.ring, self.now_ns);
        self.ring = other;
        self.now_ns = self.state().now_ns.unwrap_or(now_ns);
        self.stop(Stop::Unknown);
        self.state().current = Current::Unknown;
        (self.ring, self.now_ns) = (ring, now_ns);
    }
}
