//! A producer as `SPEC.md` describes it, with one switch that makes it wrong.
//!
//! It keeps its rings in memory and makes a file of them at the end, so that words which were evicted or overwritten
//! are left over in it as they are in real ones. It shares nothing with the crate `eventring`.

use super::mutant::Switch;
use crate::plain::{
    ByteOrder, Category, Content, Description, HeaderFields, HeaderWord, Image, Layout, Piece,
    RingDescription, TooLarge, custom_payload,
};

/// Bytes of the longest custom event.
const MOST_BYTES: usize = 1024;

/// The first timestamp, and how far apart they are.
const FIRST_NS: u64 = 1_000_000;
const STEP_NS: u64 = 10;

/// A kind of event: category and type.
pub(super) type Kind = (Category, u64);

pub(super) const LIFECYCLE: Kind = (Category::Runtime, 1);
pub(super) const BEGIN: Kind = (Category::Runtime, 2);
pub(super) const END: Kind = (Category::Runtime, 3);
pub(super) const COUNTER: Kind = (Category::Runtime, 4);
pub(super) const ALLOC: Kind = (Category::Runtime, 5);
pub(super) const UNIT: Kind = (Category::User, 0);
pub(super) const INT: Kind = (Category::User, 1);
pub(super) const SPAN_BEGIN: Kind = (Category::User, 2);
pub(super) const SPAN_END: Kind = (Category::User, 3);
pub(super) const CUSTOM: Kind = (Category::User, 4);
const PADDING: Kind = (Category::Runtime, 0);

/// A session: its rings, its names and its clock.
pub(super) struct Producer {
    switch: Option<Switch>,
    rings: Vec<Memory>,
    names: Vec<(u16, Vec<u8>)>,
    now_ns: u64,
}

/// A ring: head, tail and what is in its slots.
struct Memory {
    head: u64,
    tail: u64,
    slots: Vec<Content>,
}

impl Producer {
    /// Rings that nothing was written to yet. The number of words is that of a right producer.
    pub(super) fn new(switch: Option<Switch>, max_domains: usize, ring_words: usize) -> Self {
        let odd = switch == Some(Switch::OddRing);
        let words = if odd { ring_words + ring_words / 2 } else { ring_words };
        let memory = |_| Memory { head: 0, tail: 0, slots: vec![Content::Word(0); words] };
        let rings = (0..max_domains).map(memory).collect();
        Self { switch, rings, names: Vec::new(), now_ns: FIRST_NS }
    }

    /// Sets its clock.
    pub(super) fn at(&mut self, now_ns: u64) {
        self.now_ns = now_ns;
    }

    /// Whether the producer has this switch.
    pub(super) fn is(&self, switch: Switch) -> bool {
        self.switch == Some(switch)
    }

    /// Registers a name.
    pub(super) fn name(&mut self, index: u16, name: impl AsRef<[u8]>) {
        self.names.push((index, name.as_ref().to_vec()));
    }

    /// Forgets all names.
    pub(super) fn clear_names(&mut self) {
        self.names.clear();
    }

    /// An event with payload words.
    pub(super) fn event(&mut self, ring: usize, kind: Kind, id: u64, payload: &[u64]) {
        let mut payload: Vec<Content> = payload.iter().copied().map(Content::Word).collect();
        let more = match kind {
            BEGIN | END => self.is(Switch::SpanWithValue),
            UNIT => self.is(Switch::UnitWithValue),
            SPAN_BEGIN | SPAN_END => self.is(Switch::UserSpanWithValue),
            LIFECYCLE => payload.is_empty() && self.is(Switch::RingStopWithValue),
            _ => false,
        };
        let less = match kind {
            COUNTER => self.is(Switch::CounterWithoutValue),
            LIFECYCLE => self.is(Switch::LifecycleWithoutValue),
            INT => self.is(Switch::IntWithoutValue),
            ALLOC => self.is(Switch::AllocShort),
            _ => false,
        };
        if more {
            payload.push(Content::Word(1));
        }
        if less {
            payload.pop();
        }
        self.write(ring, kind, id, payload);
    }

    /// A custom event with `len_bytes` bytes of data, or as many as an event can have.
    pub(super) fn custom(&mut self, ring: usize, id: u64, len_bytes: usize) {
        let most = MOST_BYTES + usize::from(self.is(Switch::CustomTooLong));
        // Item header, timestamp and count byte take their part of an event.
        let room = (self.most_words(ring) - 2) * 8 - 1;
        let data: Vec<u8> = (1..=len_bytes.min(most).min(room)).map(|byte| byte as u8).collect();
        self.custom_data(ring, id, &data);
    }

    /// A custom event with these bytes.
    pub(super) fn custom_data(&mut self, ring: usize, id: u64, data: &[u8]) {
        let mut payload = custom_payload(data, 0xee);
        if self.is(Switch::CustomWordMore) {
            let count = payload.last().map_or(0, |count| count + 8);
            payload.extend([0xee, 0xee, 0xee, 0xee, 0xee, 0xee, 0xee, count]);
        }
        if data.is_empty() && self.is(Switch::CountOutside) {
            payload = vec![8; 8];
        }
        if data.is_empty() && self.is(Switch::CustomWithoutWord) {
            payload.clear();
        }
        let words = payload.chunks(8).map(|word| Content::Bytes(word.to_vec()));
        self.write(ring, CUSTOM, id, words.collect());
    }

    /// Words of the longest event (clause item.half-ring).
    pub(super) fn most_words(&self, ring: usize) -> usize {
        let words = self.rings[ring].slots.len();
        if self.is(Switch::LongEvents) { words / 4 * 3 } else { words / 2 }
    }

    fn write(&mut self, ring: usize, kind: Kind, id: u64, payload: Vec<Content>) {
        if kind == ALLOC && self.is(Switch::PaddingWithin) && self.left(ring) > 2 {
            self.make_room(ring, 2);
            self.pad(ring, 2);
        }
        let bare = kind == UNIT && self.is(Switch::NoTimestamp);
        let length = payload.len() + if bare { 1 } else { 2 };
        if length > self.most_words(ring) {
            return;
        }
        let left = self.left(ring);
        let fits = length < left || (length == left && !self.is(Switch::PaddingAlways));
        let padding = if fits || self.is(Switch::NoPadding) { 0 } else { left };
        if padding + length >= self.rings[ring].slots.len() {
            // Only what is longer than half the ring can be so unlucky.
            return;
        }
        self.make_room(ring, padding + length);
        if padding > 0 {
            self.pad(ring, padding);
        }
        let said = if kind == UNIT && self.is(Switch::LengthZero) { 0 } else { length };
        self.put(ring, self.header(said, kind, id));
        if !bare {
            self.put(ring, Content::Word(self.now_ns));
        }
        for word in payload {
            self.put(ring, word);
        }
        let back = self.is(Switch::ClockBack);
        self.now_ns = if back { self.now_ns - STEP_NS } else { self.now_ns + STEP_NS };
    }

    fn header(&self, length: usize, (category, item_type): Kind, id: u64) -> Content {
        let reserved = u64::from(self.is(Switch::ReservedBits));
        let length_words = length as u64;
        let fields = HeaderFields { length_words, category, item_type, id, reserved };
        // An id that is too large spills over.
        Content::Word(fields.bits() | id << 36)
    }

    /// Words up to the end of the ring.
    pub(super) fn left(&self, ring: usize) -> usize {
        let Memory { tail, slots, .. } = &self.rings[ring];
        slots.len() - *tail as usize % slots.len()
    }

    /// Evicts the oldest items until so many words can be written and one is left (clauses ring.occupancy,
    /// ring.boundary).
    fn make_room(&mut self, ring: usize, words: usize) {
        let by_words = self.is(Switch::HeadByWords);
        let full = u64::from(self.is(Switch::FullRing));
        let never = self.is(Switch::NeverEvicts);
        let Memory { head, tail, slots } = &mut self.rings[ring];
        let room = slots.len() as u64 - 1 + full;
        while *tail + words as u64 - *head > room && !never {
            let oldest = match &slots[*head as usize % slots.len()] {
                Content::Word(bits) if !by_words => bits >> 54,
                _ => 1,
            };
            // A wrong producer may have written an item without length.
            *head += oldest.max(1);
        }
    }

    fn pad(&mut self, ring: usize, words: usize) {
        let id = u64::from(self.is(Switch::PaddingId));
        let header = self.header(words, PADDING, id);
        self.put(ring, header);
        // The other words are left as they were.
        self.rings[ring].tail += words as u64 - 1;
    }

    fn put(&mut self, ring: usize, word: Content) {
        let next = u64::from(self.is(Switch::NextSlot));
        let Memory { tail, slots, .. } = &mut self.rings[ring];
        let slot = (*tail + next) as usize % slots.len();
        slots[slot] = word;
        *tail += 1;
    }

    /// The file.
    pub(super) fn finish(&self, order: ByteOrder) -> Result<Image, TooLarge> {
        let ring_words = self.rings.first().map_or(0, |ring| ring.slots.len()) as u64;
        let mut layout =
            Layout::regular(self.rings.len() as u64, ring_words, !self.is(Switch::NoNames));
        self.misplace(&mut layout);
        let mut header = layout.header();
        self.misstate(&mut header);
        let rings = self.rings.iter().enumerate();
        let names = if layout.names_offset == 0 { Vec::new() } else { self.names.clone() };
        let len_bytes = match self.switch {
            Some(Switch::SevenWords) => Some(56),
            Some(Switch::NoRingHeaders) => Some(64 + 80),
            Some(Switch::Longer) => Some(layout.end() + 8),
            Some(Switch::Shorter) => Some(layout.end() - 8),
            Some(Switch::NamesBeyond) => Some(Layout { names_offset: 0, ..layout }.end()),
            _ => None,
        };
        Description {
            header: Some(header),
            layout,
            rings: rings.map(|(index, ring)| self.describe(index as u32, ring)).collect(),
            names,
            patches: Vec::new(),
            len_bytes,
        }
        .encode(order)
    }

    /// Puts parts of the file elsewhere.
    fn misplace(&self, layout: &mut Layout) {
        let moved = match self.switch {
            Some(Switch::LargeRingHeaders) => {
                layout.ring_header_size_bytes = 128;
                48 * layout.max_domains
            }
            Some(Switch::DataLater) => 64,
            _ => 0,
        };
        layout.data_offset += moved;
        if layout.names_offset != 0 {
            layout.names_offset += moved;
        }
        match self.switch {
            Some(Switch::HeadersLast) => layout.headers_offset = layout.end(),
            Some(Switch::NamesLater) => layout.names_offset += 128,
            Some(Switch::NamesUnaligned) => layout.names_offset += 4,
            Some(Switch::NamesBeyond) => layout.names_offset = u64::MAX - 7,
            Some(Switch::RingsOverHeaders) => layout.data_offset = layout.headers_offset,
            _ => {}
        }
    }

    /// Lets the file header say something else.
    fn misstate(&self, header: &mut [u64; 8]) {
        let (word, value) = match self.switch {
            Some(Switch::Version2) => (HeaderWord::Version, 2),
            Some(Switch::NoDomains) => (HeaderWord::MaxDomains, 0),
            Some(Switch::SizeInWords) => {
                (HeaderWord::RingSizeBytes, header[HeaderWord::RingSizeElements as usize])
            }
            Some(Switch::DataOffsetLast) => (HeaderWord::DataOffset, 0),
            Some(Switch::NamesUnannounced) => (HeaderWord::NamesOffset, 0),
            Some(Switch::SwappedHeader) => {
                for word in header.iter_mut().skip(1) {
                    *word = word.swap_bytes();
                }
                return;
            }
            _ => return,
        };
        header[word as usize] = value;
    }

    fn describe(&self, index: u32, ring: &Memory) -> RingDescription {
        let (mut head, mut tail) = (ring.head, ring.tail);
        let used = tail > 0;
        match self.switch {
            Some(Switch::HeadOfUnused) if !used => (head, tail) = (8, 8),
            Some(Switch::HeadBeyond) if used => head = tail + 2,
            Some(Switch::TailEarly) if used => tail -= 1,
            Some(Switch::SwappedWindows) => {
                (head, tail) = (head.swap_bytes(), tail.swap_bytes());
            }
            _ => {}
        }
        let piece = |content: &Content| Piece { label: String::new(), content: content.clone() };
        let slots = ring.slots.iter().enumerate();
        let reserved = self.is(Switch::ReservedBytes);
        RingDescription {
            index,
            head,
            tail,
            reserved: reserved.then(|| (16, piece(&Content::Word(7)))).into_iter().collect(),
            contents: slots.map(|(slot, content)| (slot as u64, piece(content))).collect(),
        }
    }
}
