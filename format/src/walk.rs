//! From words to events: the one interpreter, over words that nobody writes.
//!
//! A walk goes over the window of a ring, which is one contiguous run of words or two. It takes at
//! least one word a step or ends. What stops it is told apart by what lies after the run at hand.
//! Nothing here panics.

use crate::error::{Cause, Fault};
use crate::event::{Event, Kind};
use crate::geometry::Geometry;
use crate::item::{ItemHeader, shape};
use crate::registry::{len_words, runtime_type, user_type};
use crate::words::{Order, Word};

/// A walk over a ring's window, in words of order `O`. After a fault it is over.
#[derive(Clone, Copy)]
pub(crate) struct Walk<'a, O: Order> {
    /// What is left of the run at hand.
    rest: &'a [Word<O>],
    /// The position after `rest`.
    end: u64,
    after: After<'a, O>,
}

/// What lies after a run of words.
#[derive(Clone, Copy)]
pub(crate) enum After<'a, O: Order> {
    /// Tail: the window ends.
    Tail,
    /// The end of the ring; the window goes on with these words, from slot 0.
    SlotZero(&'a [Word<O>]),
    /// The end of the file, although the window goes on.
    FileEnd,
    /// The end of the ring. What comes after it is not at hand.
    RingEnd,
    /// More of the window that is not at hand: an item that is cut off here is no fault, but left
    /// for a walk that has all of it.
    More,
    /// Nothing that could be walked, for this reason.
    Fault(Cause),
}

/// A framing fault, by position.
pub(crate) struct Framing {
    pub(crate) position: u64,
    pub(crate) cause: Cause,
}

impl Framing {
    /// The same, with its place in a file.
    #[cold]
    pub(crate) fn in_ring(self, ring: u32, geometry: &Geometry) -> Fault {
        let Self { position, cause } = self;
        let offset_bytes = if let Cause::Window { .. } = cause {
            geometry.ring_header_offset(ring)
        } else {
            // An offset inside the rings, whose end was checked when the geometry was made.
            let slot_bytes = geometry.slot(position).wrapping_mul(8);
            geometry.ring_offset(ring).wrapping_add(slot_bytes)
        };
        Fault { ring, position, offset_bytes, cause }
    }
}

const BEGIN: u64 = shape(len_words::BEGIN, false, runtime_type::BEGIN);
const END: u64 = shape(len_words::END, false, runtime_type::END);
const COUNTER: u64 = shape(len_words::COUNTER, false, runtime_type::COUNTER);
const UNIT: u64 = shape(len_words::UNIT, true, user_type::UNIT);
const SPAN_BEGIN: u64 = shape(len_words::SPAN_BEGIN, true, user_type::SPAN_BEGIN);
const SPAN_END: u64 = shape(len_words::SPAN_END, true, user_type::SPAN_END);
const INT: u64 = shape(len_words::INT, true, user_type::INT);

impl<'a, O: Order> Walk<'a, O> {
    /// A walk whose first run begins at `position`.
    pub(crate) const fn new(position: u64, run: &'a [Word<O>], after: After<'a, O>) -> Self {
        // A window's end is a position too, so this does not wrap.
        Self { rest: run, end: position.wrapping_add(run.len() as u64), after }
    }

    /// The position of the next item.
    #[inline]
    pub(crate) const fn here(&self) -> u64 {
        self.end.wrapping_sub(self.rest.len() as u64)
    }

    /// Passes over whole items until `position` is reached or passed, or the run ends, or an item
    /// that is at fault comes next.
    #[cfg(target_has_atomic = "64")]
    pub(crate) fn skip_to(&mut self, position: u64) {
        while self.here() < position
            && let Some(header) = self.rest.first()
        {
            let item = ItemHeader::from_bits(header.get());
            let length = item.length_words();
            match self.rest.get(length..) {
                Some(rest) if length > 1 || length == 1 && item.is_padding() => self.rest = rest,
                _ => return,
            }
        }
    }

    /// The next item, if it has one of the usual shapes, and the words after it.
    #[inline(always)]
    fn usual(&self) -> Option<(Event<'a>, &'a [Word<O>])> {
        let [header, timestamp, payload @ ..] = self.rest else { return None };
        let item = ItemHeader::from_bits(header.get());
        let (position, timestamp_ns, id) = (self.here(), timestamp.get(), item.id());
        let event = |kind| Event { position, timestamp_ns, kind };
        match item.shape() {
            UNIT => Some((event(Kind::Unit { index: id }), payload)),
            SPAN_BEGIN => Some((event(Kind::SpanBegin { index: id }), payload)),
            SPAN_END => Some((event(Kind::SpanEnd { index: id }), payload)),
            BEGIN => Some((event(Kind::Begin { phase: id }), payload)),
            END => Some((event(Kind::End { phase: id }), payload)),
            INT => {
                let (value, rest) = payload.split_first()?;
                Some((event(Kind::Int { index: id, value: Some(value.get().cast_signed()) }), rest))
            }
            COUNTER => {
                let (value, rest) = payload.split_first()?;
                Some((event(Kind::Counter { counter: id, value: Some(value.get()) }), rest))
            }
            _ => None,
        }
    }

    /// The next event of whatever shape.
    ///
    /// By value, so that a walk whose address nobody has can live in registers.
    #[inline(never)]
    fn any_shape(mut self) -> (Option<Result<Event<'a>, Framing>>, Self) {
        (self.step(), self)
    }

    /// As [`next`](Iterator::next), in less code and more time.
    #[inline(always)]
    pub(crate) fn next_called(&mut self) -> Option<Result<Event<'a>, Framing>> {
        let (next, walk) = self.any_shape();
        *self = walk;
        next
    }

    fn step(&mut self) -> Option<Result<Event<'a>, Framing>> {
        // Each turn takes an item, or moves on to the second and last run.
        loop {
            let Some(header) = self.rest.first() else {
                match self.after {
                    After::Tail | After::RingEnd | After::More => return None,
                    After::SlotZero(run) => *self = Self::new(self.end, run, After::Tail),
                    After::FileEnd => return self.stop(Cause::Truncated { left_words: 0 }),
                    After::Fault(cause) => return self.stop(cause),
                }
                continue;
            };
            let item = ItemHeader::from_bits(header.get());
            let length = item.length_words();
            match length {
                0 => return self.stop(Cause::LengthZero),
                1 if !item.is_padding() => {
                    return self.stop(Cause::LengthOne { header: item.bits() });
                }
                _ => {}
            }
            let Some((words, rest)) = self.rest.split_at_checked(length) else {
                return self.overlong(length);
            };
            let position = self.here();
            self.rest = rest;
            if item.is_padding() {
                continue;
            }
            if let [_, timestamp, payload @ ..] = words {
                let kind = Kind::new(item, payload);
                return Some(Ok(Event { position, timestamp_ns: timestamp.get(), kind }));
            }
        }
    }

    #[cold]
    fn overlong(&mut self, length: usize) -> Option<Result<Event<'a>, Framing>> {
        let (length_words, left_words) = (length as u64, self.rest.len() as u64);
        self.stop(match self.after {
            After::More => return None,
            After::Tail => Cause::PassesTail { length_words, left_words },
            After::SlotZero(_) | After::RingEnd => {
                Cause::CrossesRingEnd { length_words, left_words }
            }
            After::FileEnd => Cause::Truncated { left_words },
            After::Fault(cause) => cause,
        })
    }

    #[cold]
    fn stop(&mut self, cause: Cause) -> Option<Result<Event<'a>, Framing>> {
        let position = self.here();
        *self = Self::new(position, &[], After::Tail);
        Some(Err(Framing { position, cause }))
    }
}

impl<'a, O: Order> Iterator for Walk<'a, O> {
    type Item = Result<Event<'a>, Framing>;

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        if let Some((event, rest)) = self.usual() {
            self.rest = rest;
            return Some(Ok(event));
        }
        self.next_called()
    }
}

#[cfg(all(test, target_has_atomic = "64"))]
mod tests {
    use zerocopy::byteorder::LittleEndian;

    use super::*;
    use crate::sample::header;

    const UNIT_ITEM: u64 = header(2, true, 0, 7);
    const INT_ITEM: u64 = header(3, true, 1, 7);

    /// What comes after what was passed over, up to a position, in words from position 100 on.
    fn next_after<const N: usize>(words: [u64; N], position: u64) -> Result<Option<u64>, u64> {
        let words = words.map(Word::<LittleEndian>::new);
        let mut walk = Walk::new(100, &words, After::Tail);
        walk.skip_to(position);
        match walk.next() {
            None => Ok(None),
            Some(Ok(event)) => Ok(Some(event.position)),
            Some(Err(fault)) => Err(fault.position),
        }
    }

    #[test]
    fn whole_items_are_passed_over() {
        let words = [UNIT_ITEM, 1, INT_ITEM, 2, 3, UNIT_ITEM, 4, header(1, false, 0, 0)];
        for (position, next) in [
            (0, Some(100)),
            (100, Some(100)),
            (101, Some(102)),
            (102, Some(102)),
            (103, Some(105)),
            (104, Some(105)),
            (105, Some(105)),
            (106, None),
            (107, None),
            (u64::MAX, None),
        ] {
            assert_eq!(next_after(words, position), Ok(next), "{position}");
        }
    }

    #[test]
    fn what_is_at_fault_is_not_passed_over() {
        for length in [0, 1, 4, 1023] {
            let words = [UNIT_ITEM, 1, header(length, true, 0, 7), 2, 3];
            for position in [102, 103, u64::MAX] {
                assert_eq!(next_after(words, position), Err(102), "{length} {position}");
            }
        }
        // Padding of one word is whole.
        let words = [header(1, false, 0, 0), UNIT_ITEM, 1, UNIT_ITEM, 2];
        assert_eq!(next_after(words, 101), Ok(Some(101)));
        assert_eq!(next_after(words, 103), Ok(Some(103)));
    }
}
