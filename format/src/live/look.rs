//! One look at a ring: a batch of words that were whole when they were copied.
//!
//! The steps are those of SPEC.md, section "Order of loads and stores".

use super::{Cursor, Live, Restart};
use crate::error::Cause;
use crate::sync::{Step, acquire_fence, takes};

/// Words of one ring in the buffer of the reader, checked and not yet delivered. Its first word is
/// that at the cursor of the ring.
#[derive(Clone, Copy, Debug)]
pub(super) struct Batch {
    pub(super) ring: u32,
    /// The words, as indices into the buffer.
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) ends_at: EndsAt,
}

impl Batch {
    /// The same without its first `words`.
    pub(super) fn without(self, words: u64) -> Self {
        let words = usize::try_from(words).unwrap_or(usize::MAX);
        Self { start: self.start.saturating_add(words), ..self }
    }
}

/// What lies after a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EndsAt {
    /// Tail, as it was before the copy.
    Tail,
    /// The end of the ring, and slot 0.
    RingEnd,
    /// The end of the memory, in the middle of the ring.
    MemoryEnd,
    /// More words, for which there was no room.
    More,
    /// Nothing: the window makes no sense (clause ring.window).
    Fault(Cause),
}

/// What a look found.
#[derive(Clone, Copy, Debug)]
pub(super) enum Look {
    /// Nothing new, or a ring that is over.
    Nothing,
    /// Fewer new words than are worth a look.
    Gathering,
    /// Everything that was new had been evicted; there is more behind it.
    Lapped,
    /// Words, or a fault of the window.
    Batch(Batch),
}

impl Live<'_> {
    /// Looks at ring `ring`, and copies at most `at_most` words of it to the start of `buffer`.
    pub(super) fn look(
        &self,
        ring: u32,
        cursor: &mut Cursor,
        buffer: &mut [u64],
        at_most: usize,
        gather_words: u64,
    ) -> Result<Look, Restart> {
        let restart = Restart { ring: Some(ring) };
        let ring_words = self.geometry.ring_words();
        let tail = self.tail(ring); // S
        let has_nothing = tail == cursor.tail && tail == cursor.position && cursor.unreported == 0;
        if has_nothing || cursor.is_over {
            return Ok(Look::Nothing);
        }
        // Positions only grow (clause live.restart), and this cursor was once at or below tail.
        if tail < cursor.tail {
            return Err(restart);
        }
        acquire_fence(Step::T);
        let Some(new) = tail.checked_sub(cursor.position) else { return Err(restart) };
        if new < gather_words.min(ring_words / 4) {
            return Ok(Look::Gathering);
        }

        // More than a ring of new words is a lap without a copy.
        let to_copy = if new > ring_words { 0 } else { new };
        let (copied, ends_at) = self.copy(ring, cursor.position, to_copy, buffer, at_most); // U
        acquire_fence(Step::V);
        let head = if takes(Step::W) { self.head(ring) } else { cursor.position }; // W
        acquire_fence(Step::X);
        let tail_now = if takes(Step::Y) { self.tail(ring) } else { tail }; // Y
        if tail_now < tail || head < cursor.head {
            return Err(restart);
        }
        cursor.tail = tail_now;
        cursor.head = head;
        // Head was loaded after one tail and before the other, so that in a ring as it has to be it
        // is not further than a ring from the one and not above the other.
        if head > tail_now || tail.saturating_sub(head) > ring_words {
            let ends_at = EndsAt::Fault(Cause::Window { head, tail: tail_now, ring_words });
            return Ok(Look::Batch(Batch { ring, start: 0, end: 0, ends_at }));
        }

        let passed = head.saturating_sub(cursor.position);
        if passed > 0 {
            cursor.skip_to = match cursor.resumed_at {
                // Less than a ring ago the reader was lapped, too, and the producer has again
                // passed more than half of what was copied. So the reader is the slower one, and
                // to go on at head would be to lose item by item (clause live.resume-distance).
                Some(at)
                    if cursor.position.saturating_sub(at) < ring_words
                        && passed > copied as u64 / 2 =>
                {
                    head.saturating_add(ring_words / 4).min(tail_now)
                }
                _ => head,
            };
            cursor.lose_to(head);
            cursor.resumed_at = Some(head);
        }
        // Words that head has passed are dropped; those from head on are whole, and begin an item.
        let start = usize::try_from(passed).unwrap_or(usize::MAX);
        if start >= copied && passed > 0 {
            return Ok(Look::Lapped);
        }
        Ok(Look::Batch(Batch { ring, start, end: copied, ends_at }))
    }

    /// Position of the oldest item that is still whole, as it is at this moment.
    pub(super) fn head(&self, ring: u32) -> u64 {
        self.ring_header_word(ring, 0)
    }

    fn tail(&self, ring: u32) -> u64 {
        self.ring_header_word(ring, 1)
    }

    fn ring_header_word(&self, ring: u32, index: u64) -> u64 {
        // All ring headers are in the memory: that was checked when the file header was judged.
        let at = (self.geometry.ring_header_offset(ring) / 8).wrapping_add(index);
        let loaded = usize::try_from(at).ok().and_then(|at| self.memory.load(at));
        loaded.map_or(0, |word| self.value(word))
    }

    /// Copies up to `words` words from `position` on, one run without a wrap, and says how many
    /// there are and why not more.
    fn copy(
        &self,
        ring: u32,
        position: u64,
        words: u64,
        buffer: &mut [u64],
        at_most: usize,
    ) -> (usize, EndsAt) {
        let slot = self.geometry.slot(position);
        let ring_offset = self.geometry.ring_offset(ring) / 8;
        // Inside the rings, whose end was checked when the geometry was made.
        let at = ring_offset.wrapping_add(slot);
        let to_ring_end = self.geometry.ring_words().wrapping_sub(slot);
        let to_memory_end = (self.memory.len_words() as u64).saturating_sub(at);
        let room = at_most.min(buffer.len()) as u64;

        let run = words.min(to_ring_end);
        let (count, ends_at) = if run > room.min(to_memory_end) {
            if room < to_memory_end {
                (room, EndsAt::More)
            } else {
                (to_memory_end, EndsAt::MemoryEnd)
            }
        } else if words > to_ring_end {
            (run, EndsAt::RingEnd)
        } else {
            (run, EndsAt::Tail)
        };
        // No more than the buffer has room for, and all of it is in the memory.
        let count = usize::try_from(count).unwrap_or(0);
        let copied = buffer
            .get_mut(..count)
            .zip(usize::try_from(at).ok())
            .is_some_and(|(into, at)| self.memory.copy(at, into));
        (if copied { count } else { 0 }, ends_at)
    }
}
