//! From words to events: the one interpreter, over words that nobody writes.
//!
//! A walk goes over the window of a ring, which is one contiguous run of words or two. It takes at
//! least one word a step or ends. What stops it is told apart by what lies after the run at hand.
//! Nothing here panics.

use crate::error::Cause;
use crate::event::{Event, Kind};
use crate::item::{ItemHeader, shape};
use crate::registry::{runtime_type, user_type};
use crate::words::{Order, Word};

/// A walk over a ring's window, in words of order `O`.
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
}

/// A framing fault, by position.
pub(crate) struct Framing {
    pub(crate) position: u64,
    pub(crate) cause: Cause,
}

const BEGIN: u64 = shape(2, false, runtime_type::BEGIN);
const END: u64 = shape(2, false, runtime_type::END);
const COUNTER: u64 = shape(3, false, runtime_type::COUNTER);
const UNIT: u64 = shape(2, true, user_type::UNIT);
const SPAN_BEGIN: u64 = shape(2, true, user_type::SPAN_BEGIN);
const SPAN_END: u64 = shape(2, true, user_type::SPAN_END);
const INT: u64 = shape(3, true, user_type::INT);

impl<'a, O: Order> Walk<'a, O> {
    /// A walk whose first run begins at `position`.
    pub(crate) const fn new(position: u64, run: &'a [Word<O>], after: After<'a, O>) -> Self {
        // A window's end is a position too, so this does not wrap.
        Self { rest: run, end: position.wrapping_add(run.len() as u64), after }
    }

    /// The position of the next item.
    #[inline]
    pub(crate) const fn position(&self) -> u64 {
        self.end.wrapping_sub(self.rest.len() as u64)
    }

    /// The next event; after a fault, `None` for ever.
    ///
    /// The usual shapes are told apart by branches rather than by their length field, so that
    /// the processor goes on to the next item before this one's header has come from memory.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Option<Result<Event<'a>, Framing>> {
        if let [header, timestamp, payload @ ..] = self.rest {
            let item = ItemHeader::from_bits(header.get());
            let id = item.id();
            let kind = match item.shape() {
                UNIT => Kind::Unit { index: id },
                SPAN_BEGIN => Kind::SpanBegin { index: id },
                SPAN_END => Kind::SpanEnd { index: id },
                BEGIN => Kind::Begin { phase: id },
                END => Kind::End { phase: id },
                shape @ (INT | COUNTER) => {
                    let [value, rest @ ..] = payload else { return self.slow() };
                    let position = self.position();
                    self.rest = rest;
                    let value = value.get();
                    let kind = if shape == INT {
                        Kind::Int { index: id, value: Some(value.cast_signed()) }
                    } else {
                        Kind::Counter { counter: id, value: Some(value) }
                    };
                    return Some(Ok(Event { position, timestamp_ns: timestamp.get(), kind }));
                }
                _ => return self.slow(),
            };
            let position = self.position();
            self.rest = payload;
            return Some(Ok(Event { position, timestamp_ns: timestamp.get(), kind }));
        }
        self.slow()
    }

    /// As [`next`](Self::next), for every item.
    #[inline(never)]
    fn slow(&mut self) -> Option<Result<Event<'a>, Framing>> {
        // Each turn takes an item, or moves on to the second and last run.
        loop {
            let Some(header) = self.rest.first() else {
                match self.after {
                    After::Tail => return None,
                    After::SlotZero(run) => *self = Self::new(self.end, run, After::Tail),
                    After::FileEnd => return self.stop(Cause::Truncated { left_words: 0 }),
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
                return self.overrun(length);
            };
            let position = self.position();
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
    fn overrun(&mut self, length: usize) -> Option<Result<Event<'a>, Framing>> {
        let (length_words, left_words) = (length as u64, self.rest.len() as u64);
        self.stop(match self.after {
            After::Tail => Cause::PassesTail { length_words, left_words },
            After::SlotZero(_) => Cause::CrossesRingEnd { length_words, left_words },
            After::FileEnd => Cause::Truncated { left_words },
        })
    }

    #[cold]
    fn stop(&mut self, cause: Cause) -> Option<Result<Event<'a>, Framing>> {
        let position = self.position();
        *self = Self::new(position, &[], After::Tail);
        Some(Err(Framing { position, cause }))
    }
}
