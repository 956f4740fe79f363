//! The writer of one ring: each event is a list of stores, which can be made one by one.

use std::sync::atomic::{Ordering, fence};

use eventring::shared::WritableView;

use super::{EntryKind, Journal, Script, Written};
use crate::plain::{ByteOrder, Category, HeaderFields, Layout};

/// Writes one ring as `SPEC.md` says, section "Order of loads and stores".
#[derive(Clone, Debug)]
pub struct RingWriter {
    ring: u32,
    layout: Layout,
    order: ByteOrder,
    script: Script,
    head: u64,
    tail: u64,
    number: u64,
    /// The first of the indices in use, and whether they have names.
    pub(super) indices: (u16, bool),
    journal: Journal,
    /// The place in the journal of the item at head.
    oldest: usize,
    /// What is still to be stored of the latest event, the next at its end.
    stores: Vec<Store>,
}

/// One store of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Store {
    step: Step,
    /// The word of the file.
    index: usize,
    value: u64,
}

/// The steps of an event, by their letters in `SPEC.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// C and D: head, moved past whole items.
    Head,
    /// E: the item header of padding.
    Padding,
    /// F: tail after the padding.
    TailAfterPadding,
    /// G: a word of the event.
    Word,
    /// H: tail after the event.
    Tail(Written),
    /// Tail after an item at fault.
    TailAfterFault,
}

impl RingWriter {
    /// An empty ring.
    pub fn new(ring: u32, layout: Layout, order: ByteOrder, script: Script) -> Self {
        Self {
            ring,
            layout,
            order,
            script,
            head: 0,
            tail: 0,
            number: 0,
            indices: (0, true),
            journal: Journal::default(),
            oldest: 0,
            stores: Vec::new(),
        }
    }

    /// The index of the ring.
    pub fn ring(&self) -> u32 {
        self.ring
    }

    /// Words of the ring.
    pub fn ring_words(&self) -> u64 {
        self.layout.ring_words
    }

    /// What was published.
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// The position of the oldest item that is whole, as it was stored.
    pub fn head(&self) -> u64 {
        self.head
    }

    /// The position after the newest item, as it was stored.
    pub fn tail(&self) -> u64 {
        self.tail
    }

    /// Writes the next event, or what is left of one that was begun.
    pub fn write(&mut self, memory: WritableView<'_>) {
        if self.stores.is_empty() {
            self.begin();
        }
        while self.store(memory).is_some() {}
    }

    /// Makes the next store of an event, and begins one where none is under way. None, and no store, after its last.
    pub fn write_on(&mut self, memory: WritableView<'_>) -> Option<Step> {
        if self.stores.is_empty() {
            self.begin();
        }
        self.store(memory)
    }

    /// The next store of an event, which is begun where none is under way.
    pub fn step_to_come(&mut self) -> Option<Step> {
        if self.stores.is_empty() {
            self.begin();
        }
        self.stores.last().map(|store| store.step)
    }

    /// Where head will be when the next event, or the rest of one that was begun, is written.
    pub fn next_head(&mut self) -> u64 {
        if self.stores.is_empty() {
            self.begin();
        }
        match self.stores.last() {
            Some(Store { step: Step::Head, value, .. }) => *value,
            _ => self.head,
        }
    }

    /// As if so many words had been written, and overwritten again but for nothing.
    pub fn jump(&mut self, memory: WritableView<'_>, words: u64) {
        let tail = self.tail + words;
        self.journal.push(tail, EntryKind::Gone);
        self.oldest = self.journal.entries().len();
        for (index, place) in [(1, &mut self.tail), (0, &mut self.head)] {
            *place = tail;
            let index = ring_header(&self.layout, self.ring) + index;
            put(memory, self.order, index, tail);
        }
    }

    /// Publishes an item of length 0.
    pub fn write_fault(&mut self, memory: WritableView<'_>) {
        self.plan(&[0], Step::TailAfterFault);
        while self.store(memory).is_some() {}
    }

    fn begin(&mut self) {
        let (first_index, is_named) = self.indices;
        let ring_words = self.layout.ring_words;
        let written = Written::new(self.script, self.ring, ring_words, self.number);
        let written = written.of_indices(first_index, is_named);
        self.number += 1;
        self.plan(written.words(self.order).as_slice(), Step::Tail(written));
    }

    /// The stores of an item, the last first.
    fn plan(&mut self, words: &[u64], last: Step) {
        let ring_words = self.layout.ring_words;
        let len = words.len() as u64;
        let to_end = ring_words - self.tail % ring_words;
        let padding = if len > to_end { to_end } else { 0 };
        let start = self.tail + padding;
        let tail = start + len;
        let header = ring_header(&self.layout, self.ring);
        self.stores.push(Store { step: last, index: header + 1, value: tail });
        for (place, word) in words.iter().enumerate().rev() {
            let index = self.slot(start + place as u64);
            self.stores.push(Store { step: Step::Word, index, value: *word });
        }
        if padding > 0 {
            let (category, item_type, id, reserved) = (Category::Runtime, 0, 0, 0);
            let fields = HeaderFields { length_words: padding, category, item_type, id, reserved };
            let step = Step::TailAfterPadding;
            self.stores.push(Store { step, index: header + 1, value: start });
            let (step, index) = (Step::Padding, self.slot(self.tail));
            self.stores.push(Store { step, index, value: fields.bits() });
        }
        // Fewer words than the ring has (clause ring.occupancy), by whole items.
        let mut head = self.head;
        while tail - head >= ring_words {
            head = self.journal.entries()[self.oldest].end;
            self.oldest += 1;
        }
        if head > self.head {
            self.stores.push(Store { step: Step::Head, index: header, value: head });
        }
    }

    fn store(&mut self, memory: WritableView<'_>) -> Option<Step> {
        let Store { step, index, value } = self.stores.pop()?;
        if !matches!(step, Step::Padding | Step::Word) {
            // With the store after it, what SPEC.md calls a release store.
            fence(Ordering::Release);
        }
        put(memory, self.order, index, value);
        match step {
            Step::Head => {
                fence(Ordering::Release); // D
                self.head = value;
            }
            Step::Padding | Step::Word => {}
            Step::TailAfterPadding => self.publish(value, EntryKind::Padding),
            Step::Tail(written) => self.publish(value, EntryKind::Event(written)),
            Step::TailAfterFault => self.publish(value, EntryKind::Fault),
        }
        Some(step)
    }

    fn publish(&mut self, tail: u64, what: EntryKind) {
        self.tail = tail;
        self.journal.push(tail, what);
    }

    /// The word of the file that a position stands in (clause ring.slot).
    fn slot(&self, position: u64) -> usize {
        let Layout { data_offset, ring_words, .. } = self.layout;
        let ring = data_offset / 8 + u64::from(self.ring) * ring_words;
        (ring + position % ring_words) as usize
    }
}

/// The word of the file that holds the head of a ring; tail is the next.
fn ring_header(layout: &Layout, ring: u32) -> usize {
    let offset = layout.headers_offset + u64::from(ring) * layout.ring_header_size_bytes;
    (offset / 8) as usize
}

/// Stores a word in the order of a file. What lies outside is left out, which no scenario does.
pub(super) fn put(memory: WritableView<'_>, order: ByteOrder, index: usize, value: u64) {
    let is_inside = memory.store(index, u64::from_ne_bytes(order.bytes(value)));
    debug_assert!(is_inside, "word {index} is outside of the file");
}

#[cfg(test)]
mod tests {
    use eventring::shared::Cell;

    use super::*;
    use crate::plain::open;

    fn bytes(cells: &[Cell]) -> Vec<u8> {
        let view = eventring::shared::SharedView::new(cells);
        (0..cells.len()).flat_map(|word| view.load(word).unwrap().to_ne_bytes()).collect()
    }

    /// After every store, the plain reader finds what the journal says, and nothing at fault.
    #[test]
    fn the_file_is_whole_after_every_store() {
        for (ring_words, order) in [(8, ByteOrder::Little), (64, ByteOrder::Big)] {
            let layout = Layout::regular(2, ring_words, false);
            let cells: Vec<Cell> = (0..layout.end() / 8).map(|_| Cell::new(0)).collect();
            let memory = WritableView::new(&cells);
            for (index, word) in layout.header().into_iter().enumerate() {
                put(memory, order, index, word);
            }
            let mut ring = RingWriter::new(1, layout, order, Script::Mixed);
            let mut paddings = 0;
            for _ in 0..2000 {
                let step = ring.write_on(memory);
                paddings += u32::from(step == Some(Step::TailAfterPadding));
                let bytes = bytes(&cells);
                let file = open(&bytes).unwrap();
                let found = file.ring(1).unwrap();
                assert_eq!((found.head(), found.tail()), (ring.head(), ring.tail()));
                assert!(found.tail() - found.head() < ring_words);
                let items: Vec<_> = found.items().map(Result::unwrap).collect();
                let from = ring.journal().at(ring.head()).unwrap();
                let entries = &ring.journal().entries()[from..];
                assert_eq!(items.len(), entries.len());
                for (item, entry) in items.iter().zip(entries) {
                    assert_eq!(item.position, entry.start);
                    match entry.what {
                        EntryKind::Event(written) => {
                            assert_eq!(item.timestamp_ns(), Some(written.timestamp_ns()));
                        }
                        _ => assert!(item.is_padding()),
                    }
                }
            }
            assert!(paddings > 3, "{paddings}");
        }
    }
}
