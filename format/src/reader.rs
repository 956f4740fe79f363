//! A snapshot: bytes of a whole file that no producer wrote while they were taken.
//!
//! A snapshot borrows; nothing is copied. A plain copy of a live file is not a snapshot: its ring
//! headers and its data are of different moments, and it can show framing faults that the file
//! never had. Nothing here panics, allocates or loops without bound.

use zerocopy::FromBytes;
use zerocopy::byteorder::{BigEndian, LittleEndian, NativeEndian};

use crate::error::{Cause, Fault, Refusal};
use crate::event::Event;
use crate::geometry::{Geometry, judge};
use crate::layout::Window;
use crate::names::Names;
use crate::walk::{After, Framing, Walk};
use crate::words::{ByteOrder, Order, SwappedEndian, run};

/// The bytes of a file, its file header judged.
#[derive(Clone, Copy, Debug)]
pub struct Snapshot<'a> {
    bytes: &'a [u8],
    order: ByteOrder,
    geometry: Geometry,
}

impl<'a> Snapshot<'a> {
    /// Judges the file header; the rings are looked at when they are read.
    ///
    /// # Errors
    ///
    /// [`Refusal::NotReady`] where the producer has not finished the header
    /// (clause file.not-ready), [`Refusal::Malformed`] where the header does not hold
    /// (clause fault.refuse).
    pub fn new(bytes: &'a [u8]) -> Result<Self, Refusal> {
        let (order, geometry) = judge(bytes, bytes.len() as u64)?;
        Ok(Self { bytes, order, geometry })
    }

    /// The order of every word (clause file.byte-order).
    #[must_use]
    pub const fn byte_order(&self) -> ByteOrder {
        self.order
    }

    /// Sizes and offsets.
    #[must_use]
    pub const fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The name table, as far as the file holds it.
    #[must_use]
    pub fn names(&self) -> Names<'a> {
        let offset = self.geometry.names_offset().and_then(|offset| usize::try_from(offset).ok());
        Names::new(offset.and_then(|offset| self.bytes.get(offset..)).unwrap_or_default())
    }

    /// The ring `index`; `None` where the file has no such ring.
    #[must_use]
    pub fn ring(&self, index: u32) -> Option<Ring<'a>> {
        (index < self.geometry.max_domains()).then(|| {
            let offset = self.geometry.ring_header_offset(index);
            let (head, tail) = match self.order {
                ByteOrder::Little => window::<LittleEndian>(self.bytes, offset),
                ByteOrder::Big => window::<BigEndian>(self.bytes, offset),
            };
            Ring { snapshot: *self, index, head, tail }
        })
    }

    /// All rings, in order.
    pub fn rings(&self) -> impl ExactSizeIterator<Item = Ring<'a>> + use<'a> {
        let snapshot = *self;
        Rings { snapshot, next: 0 }
    }
}

/// Head and tail of the ring header at `offset`, which the geometry has found to be in the file.
fn window<O: Order>(bytes: &[u8], offset: u64) -> (u64, u64) {
    let header = usize::try_from(offset).ok().and_then(|at| bytes.get(at..));
    let window = header.and_then(|header| Window::<O>::ref_from_prefix(header).ok());
    window.map_or((0, 0), |(window, _)| (window.head.get(), window.tail.get()))
}

struct Rings<'a> {
    snapshot: Snapshot<'a>,
    next: u32,
}

impl<'a> Iterator for Rings<'a> {
    type Item = Ring<'a>;

    fn next(&mut self) -> Option<Ring<'a>> {
        let ring = self.snapshot.ring(self.next)?;
        self.next = self.next.saturating_add(1);
        Some(ring)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.snapshot.geometry.max_domains().saturating_sub(self.next) as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Rings<'_> {}

/// One ring of a snapshot.
#[derive(Clone, Copy, Debug)]
pub struct Ring<'a> {
    snapshot: Snapshot<'a>,
    index: u32,
    head: u64,
    tail: u64,
}

impl<'a> Ring<'a> {
    /// Which ring: the runtime's slot of a domain, not a domain's own id.
    #[must_use]
    pub const fn index(&self) -> u32 {
        self.index
    }

    /// Position of the oldest item still whole, as the ring header says.
    #[must_use]
    pub const fn head(&self) -> u64 {
        self.head
    }

    /// Position after the newest item, as the ring header says.
    #[must_use]
    pub const fn tail(&self) -> u64 {
        self.tail
    }

    /// Words evicted before the snapshot was taken (clause ring.lost-at-start); 0 where the
    /// window makes no sense.
    #[must_use]
    pub const fn lost_words(&self) -> u64 {
        if self.window_holds() { self.head } else { 0 }
    }

    /// The events from head to tail, padding left out (clause item.padding.skipped).
    #[must_use]
    pub fn events(&self) -> Events<'a> {
        let walk = match self.snapshot.order {
            ByteOrder::NATIVE => Walks::Native(self.walk()),
            _ => Walks::Swapped(self.walk()),
        };
        Events { ring: *self, walk }
    }

    /// Clause ring.window.
    const fn window_holds(&self) -> bool {
        match self.tail.checked_sub(self.head) {
            Some(words) => words <= self.snapshot.geometry.ring_words(),
            None => false,
        }
    }

    fn fault(&self, framing: Framing) -> Fault {
        framing.in_ring(self.index, &self.snapshot.geometry)
    }

    fn walk<O: Order>(&self) -> Walk<'a, O> {
        let geometry = &self.snapshot.geometry;
        if !self.window_holds() {
            let (head, tail, ring_words) = (self.head, self.tail, geometry.ring_words());
            return Walk::new(head, &[], After::Fault(Cause::Window { head, tail, ring_words }));
        }
        let offset = geometry.ring_offset(self.index);
        let data: &[_] = run::<O>(self.snapshot.bytes, offset, geometry.ring_words());
        let slot = geometry.slot(self.head);
        // Neither wraps: the window holds, and a slot is below the ring's size.
        let words = self.tail.wrapping_sub(self.head);
        let to_ring_end = geometry.ring_words().wrapping_sub(slot);

        let (first, cut) = part(data, slot, words.min(to_ring_end));
        let after = if cut {
            After::FileEnd
        } else if words > to_ring_end {
            // Where the first run is whole, so is the file up to the ring's end.
            After::SlotZero(part(data, 0, words.wrapping_sub(to_ring_end)).0)
        } else {
            After::Tail
        };
        Walk::new(self.head, first, after)
    }
}

/// `count` words from `start` on, and whether some of them are missing.
fn part<T>(words: &[T], start: u64, count: u64) -> (&[T], bool) {
    let rest = usize::try_from(start).ok().and_then(|start| words.get(start..));
    let rest = rest.unwrap_or_default();
    match usize::try_from(count).ok().and_then(|count| rest.get(..count)) {
        Some(part) => (part, false),
        None => (rest, true),
    }
}

/// The events of a ring, oldest first. After a [`Fault`] there is nothing more.
#[derive(Clone)]
pub struct Events<'a> {
    ring: Ring<'a>,
    walk: Walks<'a>,
}

/// The walk in the snapshot's byte order.
#[derive(Clone)]
enum Walks<'a> {
    Native(Walk<'a, NativeEndian>),
    Swapped(Walk<'a, SwappedEndian>),
}

impl<'a> Iterator for Events<'a> {
    type Item = Result<Event<'a>, Fault>;

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let next = match &mut self.walk {
            Walks::Native(walk) => walk.next(),
            // Out of line: the machine's own order has the registers of a loop for itself.
            Walks::Swapped(walk) => walk.next_called(),
        };
        Some(next?.map_err(|framing| self.ring.fault(framing)))
    }

    /// Looks at the byte order once, not at every event.
    #[inline]
    fn fold<B, F: FnMut(B, Self::Item) -> B>(self, init: B, mut f: F) -> B {
        let Self { ring, walk } = self;
        let f = |sum, next: Result<_, Framing>| f(sum, next.map_err(|framing| ring.fault(framing)));
        match walk {
            Walks::Native(walk) => walk.fold(init, f),
            Walks::Swapped(walk) => walk.fold(init, f),
        }
    }
}

impl core::iter::FusedIterator for Events<'_> {}

impl core::fmt::Debug for Events<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Events").field("ring", &self.ring.index).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
