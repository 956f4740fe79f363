//! A history against a journal: what a consumer was given of one ring, explained by what was written to it.
//!
//! Every delivered event has to be one that was written, in order, and what lies between two of them has to be padding or
//! lost words. Where it is not so, the clause is that which explains it best.

use std::ops::Range;

use crate::certify::{Difference, EXTRA, MISSING, Placed, first_difference};
use crate::record::{Corrupt, Record};
use crate::scenarios::{EntryKind, Journal, Written};

/// A ring, as it was when the consumer was asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ring<'a> {
    pub(super) index: u32,
    pub(super) journal: &'a Journal,
    pub(super) ring_words: u64,
    /// Head as it is now.
    pub(super) head: u64,
    /// Whether nothing was written while the consumer read.
    pub(super) is_still: bool,
}

/// What is wrong with a history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wrong {
    pub(super) clause: &'static str,
    pub(super) member: &'static str,
    /// Where the consumer had come to.
    pub(super) position: u64,
    pub(super) expected: String,
    pub(super) got: String,
}

/// How far the history of one ring has been explained.
#[derive(Clone, Debug, Default)]
pub(super) struct Explained {
    /// The position after the latest event.
    position: u64,
    /// Words that were reported as lost since.
    lost_words: u64,
    /// Where words were lost before.
    lost: Vec<Range<u64>>,
    /// Whether items had been overwritten before the consumer came, and it has not read on from there yet.
    begins_late: bool,
    is_over: bool,
}

impl Explained {
    /// Of a consumer that comes when head is there.
    pub(super) fn new(head: u64) -> Self {
        Self { begins_late: head > 0, ..Self::default() }
    }

    /// Takes in the next record of the ring.
    pub(super) fn take(&mut self, ring: Ring<'_>, record: &Record<'_>) -> Result<(), Wrong> {
        if self.is_over {
            let expected = "nothing more: a fault has ended the ring".to_owned();
            return Err(self.wrong("fault.framing", EXTRA, expected, line(record)));
        }
        match record {
            Record::Event(event) => {
                let number = Written::number_at(ring.index, event.timestamp_ns);
                let known = number.and_then(|number| ring.journal.event(number));
                let Some((entry, written)) = known else {
                    let clause = self.clause_of_unknown(ring);
                    return Err(self.wrong(clause, EXTRA, self.comes_next(ring), line(record)));
                };
                if let Some(Difference { member, clause, .. }) = difference(written, record) {
                    let is_stale = entry.start < ring.head || !ring.is_still;
                    let clause = match member {
                        // One that was not found is looked for again.
                        "name" if line(record).contains("\"name\":null") => "names.late",
                        "name" => clause,
                        _ if is_stale => "live.recheck",
                        _ => clause,
                    };
                    return Err(self.wrong(clause, member, line(&written.record()), line(record)));
                }
                self.go_to(ring, entry.start).map_err(|wrong| self.before(wrong, line(record)))?;
                self.position = entry.end;
            }
            Record::Lost { words, .. } => {
                if ring.head <= self.position {
                    let expected = format!("no lost words: head is {}", ring.head);
                    return Err(self.wrong(self.loss(), "words", expected, line(record)));
                }
                self.lost_words = self.lost_words.saturating_add(*words);
            }
            Record::Corrupt(corrupt) => {
                let at_fault = ring.journal.entries().last();
                let at_fault = at_fault.filter(|entry| entry.what == EntryKind::Fault);
                let Some(entry) = at_fault.filter(|entry| entry.start == corrupt.position) else {
                    let clause = self.clause_of_fault(ring, corrupt);
                    return Err(self.wrong(clause, EXTRA, self.comes_next(ring), line(record)));
                };
                self.go_to(ring, entry.start).map_err(|wrong| self.before(wrong, line(record)))?;
                self.is_over = true;
            }
            Record::Refused { .. } => {
                let clause = if ring.is_still { "record.refused" } else { "live.recheck" };
                return Err(self.wrong(clause, EXTRA, self.comes_next(ring), line(record)));
            }
        }
        Ok(())
    }

    /// Whether all that was written has been explained; to be asked when the consumer has no more.
    pub(super) fn finish(&mut self, ring: Ring<'_>) -> Result<(), Wrong> {
        if self.is_over {
            return Ok(());
        }
        let end = ring.journal.end();
        let fault = ring.journal.entries().last().filter(|last| last.what == EntryKind::Fault);
        let end = match fault {
            Some(_) => Err(("fault.framing", self.comes_next(ring))),
            None => self.go_to(ring, end),
        };
        end.map_err(|(clause, expected)| {
            self.wrong(clause, MISSING, expected, "nothing more".to_owned())
        })
    }

    /// Goes on at `start`, if nothing but padding and lost words lies before it.
    fn go_to(&mut self, ring: Ring<'_>, start: u64) -> Result<(), (&'static str, String)> {
        let Some(passed) = start.checked_sub(self.position) else {
            let was_lost = self.lost.iter().any(|range| range.contains(&start));
            let clause = if was_lost { "live.recheck" } else { "ring.order" };
            return Err((clause, self.comes_next(ring)));
        };
        if ring.is_still && start < ring.head && start < ring.journal.end() {
            return Err(("live.recheck", self.comes_next(ring)));
        }
        let explained = passed
            .checked_sub(self.lost_words)
            .is_some_and(|padding| can_be_padding(ring, self.position..start, padding));
        // Who comes late reports exactly what is gone; later more can be skipped.
        let begins_rightly = !self.begins_late || !ring.is_still || self.lost_words == ring.head;
        if !explained || !begins_rightly {
            let clause = self.clause_of_gap(ring, start);
            let expected = match self.lost_words {
                0 => self.comes_next(ring),
                _ => format!("{passed} lost words, or fewer with padding between"),
            };
            return Err((clause, expected));
        }
        if self.lost_words > 0 {
            self.lost.push(self.position..start);
            self.lost_words = 0;
        }
        self.begins_late &= passed == 0;
        self.position = start;
        Ok(())
    }

    /// What is wrong, where `next` comes too early or too late.
    fn before(&self, (clause, expected): (&'static str, String), next: String) -> Wrong {
        match self.lost_words {
            0 => self.wrong(clause, EXTRA, expected, next),
            words => {
                self.wrong(clause, "words", expected, format!("{words} lost words, then {next}"))
            }
        }
    }

    fn wrong(
        &self,
        clause: &'static str,
        member: &'static str,
        expected: String,
        got: String,
    ) -> Wrong {
        Wrong { clause, member, position: self.position, expected, got }
    }

    /// What is shown where the words up to an event are not those that were passed over.
    fn clause_of_gap(&self, ring: Ring<'_>, start: u64) -> &'static str {
        let range = self.position..start;
        let comes_at_once = can_be_padding(ring, range, start - self.position);
        let resumed = self.position.saturating_add(self.lost_words);
        // In the slots where the next event had been is one of a later round.
        let is_later =
            |from: u64| start.checked_sub(from).is_some_and(|by| by % ring.ring_words == 0);
        match () {
            // Both delivered and lost.
            () if self.lost_words > 0 && comes_at_once => "live.recheck",
            () if !ring.is_still && (is_later(resumed) || is_later(self.after_padding(ring))) => {
                "live.recheck"
            }
            () if self.lost_words == 0 && ring.head <= self.position => "ring.order",
            () => self.loss(),
        }
    }

    /// What an event shows that was never published.
    fn clause_of_unknown(&self, ring: Ring<'_>) -> &'static str {
        match () {
            () if self.is_off_border(ring) => "live.resume",
            () if !ring.is_still || self.after_padding(ring) < ring.head => "live.recheck",
            () => "live.copy",
        }
    }

    /// What a fault shows that is none.
    fn clause_of_fault(&self, ring: Ring<'_>, fault: &Corrupt<'_>) -> &'static str {
        match () {
            () if fault.clause == "ring.window" => "live.tail-below-head",
            () if self.is_off_border(ring) => "live.resume",
            () if !ring.is_still || fault.position < ring.head => "live.recheck",
            () if fault.position == ring.journal.end() => "live.copy",
            () => "record.corrupt",
        }
    }

    /// Whether the consumer has gone on inside an item after a loss.
    fn is_off_border(&self, ring: Ring<'_>) -> bool {
        let resumed = self.position.saturating_add(self.lost_words);
        self.lost_words > 0 && ring.journal.at(resumed).is_none()
    }

    /// What a wrong number of lost words shows.
    fn loss(&self) -> &'static str {
        if self.begins_late { "ring.lost-at-start" } else { "live.lost" }
    }

    /// The position, behind padding if there is some.
    fn after_padding(&self, ring: Ring<'_>) -> u64 {
        let next = ring.journal.at(self.position);
        let next = next.and_then(|place| ring.journal.entries().get(place));
        next.filter(|next| next.what == EntryKind::Padding).map_or(self.position, |next| next.end)
    }

    fn comes_next(&self, ring: Ring<'_>) -> String {
        let position = self.after_padding(ring);
        if position < ring.head && ring.is_still {
            return format!(
                "{} lost words, since head is {}",
                ring.head - self.position,
                ring.head
            );
        }
        let next = ring.journal.at(position).and_then(|place| ring.journal.entries().get(place));
        match next.map(|next| next.what) {
            Some(EntryKind::Event(written)) => line(&written.record()),
            Some(EntryKind::Fault) => format!("a fault at position {position}"),
            _ => format!("nothing yet: tail is {}", ring.journal.end()),
        }
    }
}

/// Whether so many words of a range of items can have been read as padding: the sum of some of its paddings. Where nothing
/// was written meanwhile, there was one loss at most, and only what lies before and after it can have been read.
fn can_be_padding(ring: Ring<'_>, range: Range<u64>, words: u64) -> bool {
    let Some(from) = ring.journal.at(range.start) else { return false };
    let items = ring.journal.entries()[from..].iter().take_while(|entry| entry.start < range.end);
    let paddings = items.filter(|entry| entry.what == EntryKind::Padding);
    let paddings = paddings.filter(|padding| {
        !ring.is_still || padding.start == range.start || padding.end == range.end
    });
    let lengths: Vec<u64> = paddings.map(|entry| entry.end - entry.start).collect();
    if words == 0 || words > lengths.iter().sum() {
        return words == 0;
    }
    // Not more than the sum of the paddings, which were written.
    let mut sums = vec![false; words as usize + 1];
    sums[0] = true;
    for length in lengths.into_iter().filter(|length| *length <= words) {
        for sum in (length as usize..sums.len()).rev() {
            sums[sum] |= sums[sum - length as usize];
        }
    }
    sums[words as usize]
}

fn difference(written: &Written, record: &Record<'_>) -> Option<Difference> {
    let expected = Placed { record: written.record(), offset_bytes: None };
    first_difference(&[expected], std::slice::from_ref(record), false)
}

fn line(record: &Record<'_>) -> String {
    serde_json::to_string(record).unwrap_or_else(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use eventring::shared::{Cell, WritableView};

    use super::*;
    use crate::plain::{ByteOrder, Layout};
    use crate::scenarios::{RingWriter, Script};

    const RING_WORDS: u64 = 64;

    /// So many events, and where the ring then stands.
    fn written(events: u64) -> RingWriter {
        let layout = Layout::regular(1, RING_WORDS, false);
        let cells: Vec<Cell> = (0..layout.end() / 8).map(|_| Cell::new(0)).collect();
        let mut writer = RingWriter::new(0, layout, ByteOrder::Little, Script::Mixed);
        (0..events).for_each(|_| writer.write(WritableView::new(&cells)));
        writer
    }

    fn ring(writer: &RingWriter) -> Ring<'_> {
        let (head, journal) = (writer.head(), writer.journal());
        Ring { index: 0, journal, ring_words: RING_WORDS, head, is_still: true }
    }

    /// What a conforming consumer gives that comes now.
    fn history(writer: &RingWriter) -> Vec<Record<'static>> {
        let head = writer.head();
        let lost = (head > 0).then_some(Record::Lost { ring: 0, words: head });
        let entries = writer.journal().entries().iter().filter(|entry| entry.start >= head);
        let events = entries.filter_map(|entry| match entry.what {
            EntryKind::Event(written) => Some(written.record()),
            _ => None,
        });
        lost.into_iter().chain(events).collect()
    }

    fn explain(writer: &RingWriter, records: &[Record<'_>]) -> Result<(), Wrong> {
        let mut explained = Explained::new(writer.head());
        records.iter().try_for_each(|record| explained.take(ring(writer), record))?;
        explained.finish(ring(writer))
    }

    #[test]
    fn a_right_history_is_explained_and_none_that_was_changed() {
        for events in [1, 5, 13, 100, 1000] {
            let writer = written(events);
            let right = history(&writer);
            assert_eq!(explain(&writer, &right), Ok(()), "{events}");
            for place in 0..right.len() {
                let mut missing = right.clone();
                missing.remove(place);
                let mut twice = right.clone();
                twice.insert(place, right[place].clone());
                let mut swapped = right.clone();
                swapped.swap(place, (place + 1) % right.len());
                for (how, changed) in [("missing", missing), ("twice", twice), ("swapped", swapped)]
                {
                    let is_same = changed == right;
                    assert_eq!(explain(&writer, &changed).is_ok(), is_same, "{how} {place}");
                }
            }
            for change in [-1, 1, 64] {
                let mut changed = right.clone();
                if let Some(Record::Lost { words, .. }) = changed.first_mut() {
                    *words = words.wrapping_add_signed(change);
                    let wrong = explain(&writer, &changed).unwrap_err();
                    assert_eq!(wrong.clause, "ring.lost-at-start");
                }
            }
        }
    }

    #[test]
    fn paddings_can_be_lost_or_read_but_not_in_part() {
        let mut journal = Journal::default();
        let event = EntryKind::Event(Written::new(Script::Mixed, 0, RING_WORDS, 1));
        for (end, what) in [
            (3, event),
            (8, EntryKind::Padding),
            (11, event),
            (13, EntryKind::Padding),
            (16, event),
        ] {
            journal.push(end, what);
        }
        let at = |is_still| Ring { index: 0, journal: &journal, ring_words: 8, head: 0, is_still };
        for (words, is_right) in [
            (0, true),
            (1, false),
            (2, true),
            (3, false),
            (5, true),
            (6, false),
            (7, true),
            (8, false),
        ] {
            assert_eq!(can_be_padding(at(false), 0..16, words), is_right, "{words}");
        }
        assert!(!can_be_padding(at(false), 0..8, 2) && !can_be_padding(at(false), 11..16, 5));
        // One loss: what lies inside of it was lost.
        assert!(can_be_padding(at(true), 0..8, 5) && can_be_padding(at(true), 11..16, 2));
        assert!(!can_be_padding(at(true), 0..16, 5) && can_be_padding(at(true), 3..13, 7));
    }
}
