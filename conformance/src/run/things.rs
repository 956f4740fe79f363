//! All things, found by key and by id.

use std::collections::{HashMap, VecDeque};

use eventring::eio::EioId;

use super::thing::{Class, Fiber, FiberState, Key, Life, Parent, Thing};

/// So many things that have ended or have no end are kept beside the living, where not all are.
const KEPT: usize = 1 << 16;

/// Things by key and by id.
#[derive(Debug, Default)]
pub(super) struct Things {
    slots: Vec<Option<Thing>>,
    free: Vec<u32>,
    next_serial: u32,
    /// The newest by the low 32 bits of its id; older ones are linked to it.
    by_low: HashMap<u32, Key>,
    keeps_all: bool,
    /// What may go, oldest first.
    old: VecDeque<Key>,
}

impl Things {
    pub(super) fn new(keeps_all: bool) -> Self {
        Self { keeps_all, ..Self::default() }
    }

    #[inline]
    pub(super) fn get(&self, key: Key) -> Option<&Thing> {
        self.slots.get(key.slot as usize)?.as_ref().filter(|thing| thing.key == key)
    }

    #[inline]
    pub(super) fn get_mut(&mut self, key: Key) -> Option<&mut Thing> {
        self.slots.get_mut(key.slot as usize)?.as_mut().filter(|thing| thing.key == key)
    }

    #[inline]
    pub(super) fn fiber(&self, key: Key) -> Option<&Fiber> {
        self.get(key)?.fiber.as_deref()
    }

    #[inline]
    pub(super) fn fiber_mut(&mut self, key: Key) -> Option<&mut Fiber> {
        self.get_mut(key)?.fiber.as_deref_mut()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Thing> {
        self.slots.iter().flatten()
    }

    /// What an id stands for (clause eio.id.low-32). A cut id that can be several things is the one that was written so,
    /// else the only one alive; else nobody knows.
    #[inline]
    pub(super) fn find(&self, id: EioId) -> Option<Key> {
        let newest = *self.by_low.get(&id.low_32())?;
        let first = self.get(newest)?;
        if first.next.is_none() {
            return first.id.same_as(id).then_some(newest);
        }
        let all = || {
            std::iter::successors(Some(first), |thing| self.get(thing.next?))
                .filter(|thing| thing.id.same_as(id))
        };
        let only = |things: &mut dyn Iterator<Item = &Thing>| {
            things.next().map(|thing| thing.key).filter(|_| things.next().is_none())
        };
        let exact = all().find(|thing| thing.id == id).map(|thing| thing.key);
        let alive = || only(&mut all().filter(|thing| !thing.is_over()));
        exact.or_else(alive).or_else(|| only(&mut all()))
    }

    /// One more thing, which its id stands for from now on.
    pub(super) fn add(&mut self, id: EioId, class: Class, ring: u32, seen_ns: u64) -> Key {
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push(None);
            self.slots.len() as u32 - 1
        });
        let key = Key::new(slot, self.next_serial);
        self.next_serial = self.next_serial.wrapping_add(1);
        let next = self.by_low.insert(id.low_32(), key);
        self.slots[slot as usize] = Some(Thing {
            key,
            id,
            class: Class::Unknown,
            code: None,
            is_protected: None,
            created_ns: None,
            seen_ns,
            ring,
            parent: Parent::Unknown,
            creator: None,
            name: None,
            location: None,
            failures: 0,
            failure: None,
            life: Life::Alive,
            last_put: None,
            fiber: None,
            next,
        });
        self.classify(key, class);
        if class != Class::Fiber && class != Class::Context {
            self.retire(key);
        }
        key
    }

    /// It is known now what it is.
    pub(super) fn classify(&mut self, key: Key, class: Class) {
        if let Some(thing) = self.get_mut(key) {
            thing.class = class;
            if class == Class::Fiber && thing.fiber.is_none() {
                thing.fiber = Some(Box::new(Fiber::new()));
            }
        }
    }

    /// Its id stands for it no longer.
    pub(super) fn unlink(&mut self, key: Key) {
        let Some(thing) = self.get_mut(key) else { return };
        let (low, next) = (thing.id.low_32(), thing.next.take());
        let Some(&newest) = self.by_low.get(&low) else { return };
        if newest == key {
            match next {
                Some(next) => self.by_low.insert(low, next),
                None => self.by_low.remove(&low),
            };
            return;
        }
        let mut at = Some(newest);
        while let Some(thing) = at.and_then(|at| self.get_mut(at)) {
            if thing.next == Some(key) {
                thing.next = next;
                return;
            }
            at = thing.next;
        }
    }

    /// It may go, as soon as there are many like it, unless it lives by then.
    pub(super) fn retire(&mut self, key: Key) {
        if self.keeps_all {
            return;
        }
        self.old.push_back(key);
        if self.old.len() <= KEPT {
            return;
        }
        let Some(oldest) = self.old.pop_front() else { return };
        let goes = self.get(oldest).is_some_and(|thing| match thing.class {
            Class::Fiber => {
                let state = thing.fiber.as_ref().map(|fiber| fiber.state);
                thing.is_over() && !matches!(state, Some(FiberState::Running { .. }))
            }
            Class::Context => thing.is_over(),
            Class::Object | Class::SystemThread | Class::Unknown => true,
        });
        if goes {
            self.unlink(oldest);
            self.slots[oldest.slot as usize] = None;
            self.free.push(oldest.slot);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HIGH: i64 = 1 << 32;

    #[test]
    fn an_id_is_found_whole_and_cut() {
        let mut things = Things::new(true);
        let low = things.add(EioId::new(5), Class::Fiber, 0, 0);
        assert_eq!(things.find(EioId::of_int(5)), Some(low));
        assert_eq!(things.find(EioId::new(5 + HIGH)), None);
        let high = things.add(EioId::new(5 + HIGH), Class::Fiber, 0, 0);
        assert_eq!(things.find(EioId::new(5)), Some(low));
        assert_eq!(things.find(EioId::new(5 + HIGH)), Some(high));
        // Both can be meant, so neither is.
        assert_eq!(things.find(EioId::of_int(5)), None);
        things.get_mut(low).unwrap().life = Life::Ended { at_ns: 0, end: super::super::End::Told };
        assert_eq!(things.find(EioId::of_int(5)), Some(high));
        things.unlink(low);
        assert_eq!(things.find(EioId::new(5)), None);
        assert_eq!(things.find(EioId::new(5 + HIGH)), Some(high));
        things.unlink(high);
        assert_eq!(things.find(EioId::of_int(5)), None);
    }

    #[test]
    fn memory_is_bounded_by_what_lives() {
        let mut things = Things::new(false);
        let fiber = things.add(EioId::new(-1), Class::Fiber, 0, 0);
        let keys: Vec<_> = (0..3 * KEPT as i64)
            .map(|id| things.add(EioId::new(id), Class::Object, 0, 0))
            .collect();
        assert_eq!(things.slots.len(), KEPT + 2);
        assert!(things.get(fiber).is_some() && things.get(keys[0]).is_none());
        assert_eq!(things.find(EioId::new(0)), None);
        assert_eq!(things.find(EioId::new(3 * KEPT as i64 - 1)), keys.last().copied());
    }
}
