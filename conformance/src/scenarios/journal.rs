//! What a producer has written to a ring: item by item, so that a history can be held against it.

use super::Written;

/// What was written to one ring, in order of position and without gaps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Journal {
    entries: Vec<Entry>,
    /// The places of the events, by their numbers.
    events: Vec<usize>,
}

/// An item, or words of which nobody can know more than how many they were.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The position of its first word.
    pub start: u64,
    /// The position after its last.
    pub end: u64,
    /// What it is.
    pub what: EntryKind,
}

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// An event.
    Event(Written),
    /// Padding.
    Padding,
    /// All that was written and overwritten in a jump.
    Gone,
    /// An item at fault: the ring ends here.
    Fault,
}

impl Journal {
    /// Adds what was published, up to position `end`.
    pub fn push(&mut self, end: u64, what: EntryKind) {
        let start = self.end();
        if matches!(what, EntryKind::Event(_)) {
            self.events.push(self.entries.len());
        }
        self.entries.push(Entry { start, end, what });
    }

    /// The position after all of it.
    pub fn end(&self) -> u64 {
        self.entries.last().map_or(0, |entry| entry.end)
    }

    /// All entries.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The event of this number.
    pub fn event(&self, number: u64) -> Option<(&Entry, &Written)> {
        let place = self.events.get(usize::try_from(number).ok()?)?;
        let entry = self.entries.get(*place)?;
        match &entry.what {
            EntryKind::Event(written) => Some((entry, written)),
            _ => None,
        }
    }

    /// The place of the entry that begins at a position, which can be that after the last; none inside an entry.
    pub fn at(&self, position: u64) -> Option<usize> {
        let place = self.entries.partition_point(|entry| entry.start < position);
        let starts = self.entries.get(place).map_or(self.end(), |entry| entry.start);
        (starts == position).then_some(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_found_by_where_it_begins() {
        let mut journal = Journal::default();
        assert_eq!((journal.at(0), journal.at(1)), (Some(0), None));
        journal.push(2, EntryKind::Padding);
        journal.push(5, EntryKind::Gone);
        for (position, place) in
            [(0, Some(0)), (1, None), (2, Some(1)), (4, None), (5, Some(2)), (6, None)]
        {
            assert_eq!(journal.at(position), place, "{position}");
        }
    }
}
