//! One ring's writer: room, padding, words, tail.
//!
//! The steps that readers rely on are those of SPEC.md, section "Order of loads and stores", and
//! are cited by their letters. All lengths are in words.

use core::error::Error;
use core::fmt::{self, Display, Formatter};
use core::num::NonZeroU32;

use super::{Clock, Counter, EventIndex, Phase};
use crate::geometry::Geometry;
use crate::item::ItemHeader;
use crate::payload::custom_words;
use crate::registry::{ALLOC_BUCKETS, CUSTOM_MAX_BYTES, lifecycle, runtime_type, user_type};
use crate::shared::WritableView;
use crate::sync::{Cell, Step, load, release_fence, store, store_release};

/// The only writer of a ring.
///
/// It can be handed from thread to thread but not shared. Every event is published before its
/// method returns. While the writer is paused, events other than ring_stop are not written.
pub struct Writer<'a, C> {
    ring: u32,
    head_cell: &'a Cell,
    tail_cell: &'a Cell,
    /// The words of the ring by slot; their number is a power of two, at least 8.
    slots: &'a [Cell],
    // Nobody else writes the cells of head and tail, so these are never out of date.
    head: u64,
    tail: u64,
    latest_ns: u64,
    paused: bool,
    clock: C,
}

impl<'a, C: Clock> Writer<'a, C> {
    /// The writer of ring `ring`, going on where its header says; `None` where the memory ends
    /// before that ring.
    pub(super) fn new(
        memory: WritableView<'a>,
        geometry: &Geometry,
        ring: u32,
        clock: C,
    ) -> Option<Self> {
        let at = |offset_bytes: u64| usize::try_from(offset_bytes / 8).ok();
        let header = memory.cells(at(geometry.ring_header_offset(ring))?, 2)?;
        let [head_cell, tail_cell] = header else { return None };
        let ring_words = usize::try_from(geometry.ring_words()).ok()?;
        let slots = memory.cells(at(geometry.ring_offset(ring))?, ring_words)?;
        let (head, tail) = (load(head_cell), load(tail_cell));
        let (latest_ns, paused) = (0, false);
        Some(Self { ring, head_cell, tail_cell, slots, head, tail, latest_ns, paused, clock })
    }

    /// Which ring.
    #[must_use]
    pub const fn ring(&self) -> u32 {
        self.ring
    }

    /// Position after the newest item: how many words have been written since the ring was made.
    #[must_use]
    pub const fn tail(&self) -> u64 {
        self.tail
    }

    /// A user event without a value.
    #[inline]
    pub fn unit(&mut self, event: EventIndex) {
        self.event(user(user_type::UNIT, event), []);
    }

    /// A user event with an integer, of which no bit is cut off (clause user.int.full-width).
    #[inline]
    pub fn int(&mut self, event: EventIndex, value: i64) {
        self.event(user(user_type::INT, event), [value.cast_unsigned()]);
    }

    /// The begin of a user span.
    #[inline]
    pub fn span_begin(&mut self, event: EventIndex) {
        self.event(user(user_type::SPAN_BEGIN, event), []);
    }

    /// The end of a user span.
    #[inline]
    pub fn span_end(&mut self, event: EventIndex) {
        self.event(user(user_type::SPAN_END, event), []);
    }

    /// A user event with bytes: up to 1024 (clause custom.max), and no more than half the ring has
    /// room for (clause item.half-ring).
    ///
    /// # Errors
    ///
    /// [`TooLong`]; nothing is written then.
    #[inline]
    pub fn custom(&mut self, event: EventIndex, data: &[u8]) -> Result<(), TooLong> {
        let max_bytes = self.custom_max_bytes();
        if data.len() > max_bytes {
            return Err(TooLong { len_bytes: data.len(), max_bytes });
        }
        if self.paused {
            return Ok(());
        }
        self.put(user(user_type::CUSTOM, event), custom_words(data.len()), |cells| {
            let Some((last_cell, cells)) = cells.split_last() else { return };
            let (words, rest) = data.as_chunks::<8>();
            for (cell, &word) in cells.iter().zip(words) {
                store(cell, u64::from_ne_bytes(word));
            }
            // The last word has the rest of the bytes, zeros as filler, and in its last byte how many
            // bytes are after the data: itself not counted (clause custom.count). It is put together
            // as a number whose lowest byte comes first.
            let count = 7_u64.saturating_sub(rest.len() as u64);
            let last = rest.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
            store(last_cell, u64::from_le(count << 56 | last));
        });
        Ok(())
    }

    /// The most bytes of a custom event in this ring: 1024 where the ring has 512 words or more.
    #[must_use]
    pub const fn custom_max_bytes(&self) -> usize {
        // Of half a ring, two words are header and timestamp, and one byte is the count.
        let bytes = (self.slots.len() / 2).saturating_sub(2).saturating_mul(8).saturating_sub(1);
        if bytes < CUSTOM_MAX_BYTES { bytes } else { CUSTOM_MAX_BYTES }
    }

    /// The begin of a runtime phase.
    #[inline]
    pub fn begin(&mut self, phase: Phase) {
        self.event(runtime(runtime_type::BEGIN, phase.0), []);
    }

    /// The end of a runtime phase.
    #[inline]
    pub fn end(&mut self, phase: Phase) {
        self.event(runtime(runtime_type::END, phase.0), []);
    }

    /// A value of a runtime counter.
    #[inline]
    pub fn counter(&mut self, counter: Counter, value: u64) {
        self.event(runtime(runtime_type::COUNTER, counter.0), [value]);
    }

    /// How many blocks of each size were allocated (clauses runtime.alloc.length and
    /// runtime.alloc.id).
    ///
    /// # Errors
    ///
    /// [`TooLong`] where the ring has less than 64 words; nothing is written then.
    pub fn alloc(&mut self, buckets: &[u64; ALLOC_BUCKETS]) -> Result<(), TooLong> {
        let max_words = (self.slots.len() / 2).saturating_sub(2);
        if max_words < buckets.len() {
            let max_bytes = max_words.saturating_mul(8);
            return Err(TooLong { len_bytes: size_of_val(buckets), max_bytes });
        }
        if !self.paused {
            let item = runtime(runtime_type::ALLOC, 0);
            self.put(item, buckets.len(), |cells| store_all(cells, buckets));
        }
        Ok(())
    }

    /// The session begins. [`Session::create`](super::Session::create) has written it.
    pub(super) fn ring_start(&mut self, process_id: NonZeroU32) {
        self.lifecycle(lifecycle::RING_START, process_id.get());
    }

    /// Recording stops: the last event of a session, written even while the writer is paused
    /// (clauses producer.end and runtime.lifecycle.ring-stop).
    pub fn ring_stop(&mut self) {
        let item = runtime(runtime_type::LIFECYCLE, lifecycle::RING_STOP);
        self.put(item, 0, |_| {});
    }

    /// Writes ring_pause, and then nothing until [`resume`](Self::resume)
    /// (clause producer.pause).
    ///
    /// Each writer is paused by itself; a program that wants all of its rings quiet pauses all.
    pub fn pause(&mut self) {
        self.lifecycle(lifecycle::RING_PAUSE, 0);
        self.paused = true;
    }

    /// Ends a pause with ring_resume; where there is none, nothing happens.
    pub fn resume(&mut self) {
        if self.paused {
            self.paused = false;
            self.lifecycle(lifecycle::RING_RESUME, 0);
        }
    }

    /// Whether events are not written at present.
    #[must_use]
    pub const fn is_paused(&self) -> bool {
        self.paused
    }

    /// The process has forked: in the file of the parent (clause producer.fork-events).
    pub fn fork_parent(&mut self, child_process_id: NonZeroU32) {
        self.lifecycle(lifecycle::FORK_PARENT, child_process_id.get());
    }

    /// The process comes from a fork: in the file of the child (clause producer.fork-events).
    pub fn fork_child(&mut self) {
        self.lifecycle(lifecycle::FORK_CHILD, 0);
    }

    /// A domain takes this ring.
    pub fn domain_spawn(&mut self, process_id: NonZeroU32) {
        self.lifecycle(lifecycle::DOMAIN_SPAWN, process_id.get());
    }

    /// A domain leaves this ring.
    pub fn domain_terminate(&mut self, process_id: NonZeroU32) {
        self.lifecycle(lifecycle::DOMAIN_TERMINATE, process_id.get());
    }

    fn lifecycle(&mut self, id: u16, value: u32) {
        self.event(runtime(runtime_type::LIFECYCLE, id), [value.into()]);
    }

    /// An event that fits into every ring: of 2 or 3 words.
    #[inline]
    fn event<const WORDS: usize>(&mut self, item: ItemHeader, payload: [u64; WORDS]) {
        const { assert!(WORDS <= 1) };
        if !self.paused {
            self.put(item, WORDS, |cells| store_all(cells, &payload));
        }
    }

    /// Writes and publishes an event of `payload_words + 2` words, no more than half a ring, whose
    /// payload `fill` stores.
    #[inline]
    fn put(&mut self, item: ItemHeader, payload_words: usize, fill: impl FnOnce(&[Cell])) {
        let length = payload_words.wrapping_add(2); // At most 131.
        self.latest_ns = self.clock.now_ns().max(self.latest_ns);
        let mut slot = self.slot(self.tail);
        let to_ring_end = self.slots.len().wrapping_sub(slot);
        let padding = if to_ring_end < length { to_ring_end } else { 0 };
        let end = self.tail.wrapping_add(length.wrapping_add(padding) as u64);
        if end.wrapping_sub(self.head) >= self.slots.len() as u64 {
            self.evict(end);
        }
        if padding > 0 {
            self.pad(slot, padding);
            slot = 0;
        }
        // Step G. A slot and what lies before the end of the ring is always there.
        let cells = self.slots.get(slot..).and_then(|cells| cells.get(..length));
        let Some([item_cell, timestamp_cell, cells @ ..]) = cells else { return };
        store(item_cell, item.with_length(length).bits());
        store(timestamp_cell, self.latest_ns);
        fill(cells);
        self.tail = self.tail.wrapping_add(length as u64);
        store_release(self.tail_cell, self.tail, Step::H);
    }

    /// Moves head past whole items until the window up to `end` is smaller than the ring
    /// (clause ring.occupancy).
    #[inline]
    fn evict(&mut self, end: u64) {
        while end.wrapping_sub(self.head) >= self.slots.len() as u64 {
            let word = self.slots.get(self.slot(self.head)).map_or(0, load);
            let length = ItemHeader::from_bits(word).length_words() as u64;
            let left = self.tail.wrapping_sub(self.head);
            // Our own item, so its length is neither 0 nor more than is left; if somebody else
            // wrote here, this ends all the same, with an empty window. As a branch, which is always
            // foreseen: to compute it would make each event wait for the one before.
            self.head = if length.wrapping_sub(1) < left {
                self.head.wrapping_add(length)
            } else {
                self.end_of_foreign_words()
            };
        }
        // Whoever sees a word written from here on sees this head too.
        store_release(self.head_cell, self.head, Step::C);
        release_fence(Step::D);
    }

    /// The window is empty from here.
    #[cold]
    #[inline(never)]
    fn end_of_foreign_words(&self) -> u64 {
        self.tail
    }

    /// Fills the `length` words before the end of the ring (clause item.padding.ends-ring).
    #[cold]
    fn pad(&mut self, slot: usize, length: usize) {
        if let Some(cell) = self.slots.get(slot) {
            // Step E.
            store(cell, runtime(runtime_type::PADDING, 0).with_length(length).bits());
            self.tail = self.tail.wrapping_add(length as u64);
            store_release(self.tail_cell, self.tail, Step::F);
        }
    }

    #[inline]
    fn slot(&self, position: u64) -> usize {
        // The number of slots is a power of two, so this is the remainder, and below it.
        let mask = (self.slots.len() as u64).wrapping_sub(1);
        usize::try_from(position & mask).unwrap_or(0)
    }
}

fn store_all(cells: &[Cell], words: &[u64]) {
    for (cell, &word) in cells.iter().zip(words) {
        store(cell, word);
    }
}

const fn user(kind: u8, event: EventIndex) -> ItemHeader {
    ItemHeader::new(true, kind, event.0)
}

const fn runtime(kind: u8, id: u16) -> ItemHeader {
    ItemHeader::new(false, kind, id)
}

impl<C> fmt::Debug for Writer<'_, C> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer")
            .field("ring", &self.ring)
            .field("head", &self.head)
            .field("tail", &self.tail)
            .finish_non_exhaustive()
    }
}

/// An event longer than its ring can take, or longer than any event may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong {
    /// Bytes that were to be written.
    pub len_bytes: usize,
    /// Bytes that can be.
    pub max_bytes: usize,
}

impl Display for TooLong {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { len_bytes, max_bytes } = self;
        write!(f, "payload of {len_bytes} bytes, at most {max_bytes} fit this ring")
    }
}

impl Error for TooLong {}
