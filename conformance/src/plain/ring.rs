//! A ring, and the walk over its window.

use super::reached::{is_asked, reach};
use super::{Fault, File, HeaderWord, Item, ItemHeader};

use crate::counted::Counted;

/// One ring of a file.
#[derive(Clone, Copy, Debug)]
pub struct Ring<'a> {
    file: File<'a>,
    index: u32,
}

impl<'a> Ring<'a> {
    pub(super) fn new(file: File<'a>, index: u32) -> Self {
        Self { file, index }
    }

    /// Its index.
    pub fn index(&self) -> u32 {
        self.index
    }

    /// Where its ring header stands in the file, in bytes.
    pub fn header_offset_bytes(&self) -> u64 {
        let header = self.file.header();
        let size = header.word(HeaderWord::RingHeaderSizeBytes);
        // No sum of an open file overflows (clause header.no-overflow).
        header.word(HeaderWord::HeadersOffset).wrapping_add(size.wrapping_mul(self.index.into()))
    }

    /// The bytes of its ring header.
    pub fn header_bytes(&self) -> &'a [u8] {
        let size = self.file.header().word(HeaderWord::RingHeaderSizeBytes);
        // They are in every open file (clause header.ring-headers-in-file).
        self.file.bytes_at(self.header_offset_bytes(), size).unwrap_or_default()
    }

    /// The position of the oldest item that is whole.
    pub fn head(&self) -> u64 {
        self.file.word_at(self.header_offset_bytes()).unwrap_or(0)
    }

    /// The position after the newest item.
    pub fn tail(&self) -> u64 {
        self.file.word_at(self.header_offset_bytes() + 8).unwrap_or(0)
    }

    /// Words of the ring.
    pub fn words(&self) -> u64 {
        self.file.ring_words()
    }

    /// The slot of a position (clause ring.slot).
    pub fn slot(&self, position: u64) -> u64 {
        position % self.words()
    }

    /// Where the word at a position stands in the file, in bytes; the file may end before it.
    pub fn offset_bytes(&self, position: u64) -> u64 {
        let header = self.file.header();
        let size = header.word(HeaderWord::RingSizeBytes);
        header
            .word(HeaderWord::DataOffset)
            .wrapping_add(size.wrapping_mul(self.index.into()))
            .wrapping_add(8 * self.slot(position))
    }

    /// Words of the window; none where the window is at fault.
    pub fn window_words(&self) -> Option<u64> {
        self.tail().checked_sub(self.head()).filter(|words| *words <= self.words())
    }

    /// The fault of the window, if it has one (clause ring.window).
    pub fn window_fault(&self) -> Option<Fault> {
        let (head, tail, words) = (self.head(), self.tail(), self.words());
        let message = match tail.checked_sub(head) {
            None => format!("head {head} is above tail {tail}"),
            Some(window) if window > words => {
                format!("window of {window} words, the ring has {words}")
            }
            Some(_) => return None,
        };
        Some(Fault {
            ring: self.index,
            position: head,
            offset_bytes: self.header_offset_bytes(),
            clause: "ring.window",
            message,
        })
    }

    /// What a consumer that begins with this file has lost: head words, unless the window is at fault
    /// (clause ring.lost-at-start).
    pub fn lost_words(&self) -> u64 {
        if self.window_fault().is_some() { 0 } else { self.head() }
    }

    /// Every item of the window, padding too, in order of position; after a fault it is over.
    pub fn items(&self) -> Items<'a> {
        Items { ring: *self, position: self.head(), state: State::Start }
    }

    /// At the end of a window: what stands behind it, if anything does, means nothing (clause file.left-over).
    fn leave(&self) {
        let has_more = || self.file.word_at(self.offset_bytes(self.tail())).unwrap_or(0) != 0;
        if is_asked() && self.tail() - self.head() < self.words() && has_more() {
            reach(&["file.left-over"]);
        }
    }

    /// The item at a position of the window.
    fn item(&self, position: u64) -> Result<Item<'a>, Fault> {
        let fault = |clause, message| Fault {
            ring: self.index,
            position,
            offset_bytes: self.offset_bytes(position),
            clause,
            message,
        };
        let file_bytes = self.file.len_bytes();
        let offset_bytes = self.offset_bytes(position);
        let Some(bits) = self.file.word_at(offset_bytes) else {
            let message =
                format!("item header at byte {offset_bytes}, the file has {file_bytes} bytes");
            return Err(fault("file.truncated", message));
        };
        let header = ItemHeader { bits };
        let length = header.length_words();
        if length == 0 {
            return Err(fault("item.length.zero", "length 0, allowed is 1 to 1023".to_owned()));
        }
        if length == 1 && !header.is_padding() {
            let message = "length 1, allowed is 2 and more for events".to_owned();
            return Err(fault("item.length.one", message));
        }
        let slots_left = self.words() - self.slot(position);
        if length > slots_left {
            let room = Counted(slots_left, "word");
            let message = format!("length {length}, {room} to the end of the ring");
            return Err(fault("item.within-ring", message));
        }
        let words_left = self.tail() - position;
        if length > words_left {
            let room = Counted(words_left, "word");
            let message = format!("length {length}, {room} to tail");
            return Err(fault("item.within-window", message));
        }
        let Some(bytes) = self.file.bytes_at(offset_bytes, 8 * length) else {
            let message =
                format!("length {length} at byte {offset_bytes}, the file has {file_bytes} bytes");
            return Err(fault("file.truncated", message));
        };
        let (ring, slot, order) = (self.index, self.slot(position), self.file.order());
        Ok(Item { ring, position, slot, offset_bytes, header, bytes, order })
    }
}

/// The items of a ring.
#[derive(Clone, Debug)]
pub struct Items<'a> {
    ring: Ring<'a>,
    position: u64,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Start,
    Within,
    Over,
}

impl Items<'_> {
    /// Nothing comes after a fault.
    fn over(&mut self, fault: Fault) -> Fault {
        self.state = State::Over;
        reach(&["fault.framing", fault.clause]);
        fault
    }
}

impl<'a> Iterator for Items<'a> {
    type Item = Result<Item<'a>, Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.state == State::Start {
            self.state = State::Within;
            if let Some(fault) = self.ring.window_fault() {
                return Some(Err(self.over(fault)));
            }
        }
        if self.state == State::Over {
            return None;
        }
        if self.position == self.ring.tail() {
            self.state = State::Over;
            self.ring.leave();
            return None;
        }
        let item = self.ring.item(self.position).map_err(|fault| self.over(fault));
        if let Ok(item) = &item {
            item.pass(self.ring.head());
            self.position += item.header.length_words();
        }
        Some(item)
    }
}
