//! Numbers for things that are told again and again, so that each is written once.

use std::borrow::Borrow;
use std::hash::Hash;

use foldhash::HashMap;

/// Things with their numbers, as many as fit.
#[derive(Debug)]
pub(super) struct Interner<K> {
    numbers: HashMap<K, u64>,
    capacity: usize,
}

/// Where a thing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// It was told earlier.
    Known(u64),
    /// It has this number from now on.
    New(u64),
    /// There is no room for more: names that are different every time would take memory without end.
    Full,
}

impl<K: Eq + Hash> Interner<K> {
    /// For so many things.
    pub(super) fn new(capacity: usize) -> Self {
        Self { numbers: HashMap::default(), capacity }
    }

    /// The number of a thing: at least 1, at most the capacity.
    #[inline]
    pub(super) fn place<Q>(&mut self, thing: &Q) -> Place
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ToOwned<Owned = K> + ?Sized,
    {
        if let Some(&number) = self.numbers.get(thing) {
            return Place::Known(number);
        }
        if self.numbers.len() == self.capacity {
            return Place::Full;
        }
        let number = self.numbers.len() as u64 + 1;
        self.numbers.insert(thing.to_owned(), number);
        Place::New(number)
    }
}

/// Longer names are mostly texts that come once.
const LONGEST_NAME_BYTES: usize = 128;

impl Interner<String> {
    /// The number of a name; a long one has none.
    #[inline]
    pub(super) fn name(&mut self, name: &str) -> Place {
        if name.len() > LONGEST_NAME_BYTES { Place::Full } else { self.place(name) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_one_number_and_none_when_there_are_too_many() {
        for capacity in [0, 1, 2, 1000] {
            let mut interner = Interner::<String>::new(capacity);
            for name in 1..=capacity {
                assert_eq!(interner.place(name.to_string().as_str()), Place::New(name as u64));
            }
            assert_eq!(interner.place("one more"), Place::Full);
            for name in 1..=capacity {
                assert_eq!(interner.place(name.to_string().as_str()), Place::Known(name as u64));
            }
        }
    }
}
