//! Stacks of what is open: begins that wait for their ends.

/// Something that began and has not ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Began<N> {
    /// What it is.
    pub name: N,
    /// When it began.
    pub began_ns: u64,
}

/// What is open, outermost first.
#[derive(Clone, Debug)]
pub(super) struct Spans<N>(Vec<Began<N>>);

/// What an end closes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Closed<N> {
    pub(super) began: Began<N>,
    pub(super) depth: u32,
    /// Whether it is the one that the end is of; the others were inside of it and have no end.
    pub(super) is_named: bool,
}

impl<N: PartialEq> Spans<N> {
    /// One more, inside of all others; at which depth.
    #[inline]
    pub(super) fn begin(&mut self, name: N, began_ns: u64) -> u32 {
        self.0.push(Began { name, began_ns });
        depth(self.0.len() - 1)
    }

    /// The place of the innermost of that name; nothing where none is open.
    #[inline]
    pub(super) fn find(&self, name: &N) -> Option<usize> {
        self.0.iter().rposition(|began| began.name == *name)
    }

    /// Takes the innermost, down to the one at `place`; nothing where that one is taken too.
    #[inline]
    pub(super) fn close(&mut self, place: usize) -> Option<Closed<N>> {
        if self.0.len() <= place {
            return None;
        }
        let began = self.0.pop()?;
        let at = self.0.len();
        Some(Closed { began, depth: depth(at), is_named: at == place })
    }

    /// Takes the one at `place` alone.
    pub(super) fn take(&mut self, place: usize) -> Option<Closed<N>> {
        let is_there = place < self.0.len();
        is_there.then(|| Closed {
            began: self.0.remove(place),
            depth: depth(place),
            is_named: true,
        })
    }

    /// Removes what `forgets` says, wherever it is, innermost first.
    pub(super) fn remove(&mut self, forgets: impl Fn(&Began<N>) -> bool) -> Vec<Closed<N>> {
        let mut removed = Vec::new();
        for place in (0..self.0.len()).rev() {
            if forgets(&self.0[place]) {
                let began = self.0.remove(place);
                removed.push(Closed { began, depth: depth(place), is_named: false });
            }
        }
        removed
    }
}

impl<N> Spans<N> {
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn depth(&self) -> u32 {
        depth(self.0.len())
    }

    pub(super) fn as_slice(&self) -> &[Began<N>] {
        &self.0
    }
}

impl<N> Default for Spans<N> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

fn depth(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn closed(name: char, began_ns: u64, depth: u32, is_named: bool) -> Closed<char> {
        Closed { began: Began { name, began_ns }, depth, is_named }
    }

    #[test]
    fn an_end_closes_the_innermost_of_its_name_and_what_is_inside() {
        let mut spans = Spans::default();
        for (began_ns, name) in "abac".chars().enumerate() {
            assert_eq!(spans.begin(name, began_ns as u64), began_ns as u32);
        }
        assert_eq!(spans.find(&'x'), None);
        let place = spans.find(&'a').unwrap();
        assert_eq!(spans.close(place), Some(closed('c', 3, 3, false)));
        assert_eq!(spans.close(place), Some(closed('a', 2, 2, true)));
        assert_eq!(spans.close(place), None);
        assert_eq!(spans.len(), 2);
    }

    #[test]
    fn what_is_forgotten_leaves_the_others() {
        let mut spans = Spans::default();
        for (began_ns, name) in "abc".chars().enumerate() {
            spans.begin(name, began_ns as u64);
        }
        assert_eq!(spans.remove(|began| began.name == 'b'), [closed('b', 1, 1, false)]);
        assert_eq!(spans.as_slice().iter().map(|began| began.name).collect::<String>(), "ac");
    }
}
