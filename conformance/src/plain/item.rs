//! An item, as it stands in a ring.

use super::ByteOrder;
use super::reached::reach;

/// Bit 53 of an item header (clause item.category).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    /// 0.
    Runtime,
    /// 1.
    User,
}

/// The first word of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemHeader {
    /// The whole word.
    pub bits: u64,
}

impl ItemHeader {
    /// Bits 63 to 54: words of the item, this one included.
    pub fn length_words(self) -> u64 {
        self.bits >> 54
    }

    /// Bit 53.
    pub fn category(self) -> Category {
        if self.bits >> 53 & 1 == 0 { Category::Runtime } else { Category::User }
    }

    /// Whether bit 53 is 1.
    pub fn is_user(self) -> bool {
        self.category() == Category::User
    }

    /// Bits 52 to 49.
    pub fn item_type(self) -> u8 {
        (self.bits >> 49 & 0xf) as u8
    }

    /// Bits 48 to 36: phase, counter, lifecycle id or event index.
    pub fn id(self) -> u16 {
        (self.bits >> 36 & 0x1fff) as u16
    }

    /// Bits 35 to 0.
    pub fn reserved(self) -> u64 {
        self.bits & 0xf_ffff_ffff
    }

    /// Whether it is runtime type 0, whatever its id.
    pub fn is_padding(self) -> bool {
        self.category() == Category::Runtime && self.item_type() == 0
    }
}

/// An item whose framing holds: an event or padding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item<'a> {
    /// The ring.
    pub ring: u32,
    /// The position of its first word.
    pub position: u64,
    /// The slot of its first word.
    pub slot: u64,
    /// Where its first word stands in the file, in bytes.
    pub offset_bytes: u64,
    /// Its first word.
    pub header: ItemHeader,
    /// All its bytes, whole words.
    pub bytes: &'a [u8],
    /// The order of its words.
    pub order: ByteOrder,
}

impl<'a> Item<'a> {
    /// Whether it is no event.
    pub fn is_padding(&self) -> bool {
        self.header.is_padding()
    }

    /// A walk over a window that begins at `head` comes by.
    pub(super) fn pass(&self, head: u64) {
        if self.is_padding() {
            return reach(&["item.padding.skipped"]);
        }
        if self.slot != self.position {
            reach(&["ring.slot"]);
        }
        if self.position > head {
            reach(&["ring.order"]);
        }
    }

    /// A word of the item, the item header being word 0.
    pub fn word(&self, index: u64) -> Option<u64> {
        self.order.word_at(self.bytes, index.checked_mul(8)?)
    }

    /// Where a word of the item stands in the file, in bytes.
    pub fn word_offset_bytes(&self, index: u64) -> u64 {
        self.offset_bytes + 8 * index
    }

    /// The second word of an event; padding has none.
    pub fn timestamp_ns(&self) -> Option<u64> {
        if self.is_padding() { None } else { self.word(1) }
    }

    /// The bytes after the timestamp of an event; padding has none.
    pub fn payload_bytes(&self) -> &'a [u8] {
        if self.is_padding() { &[] } else { self.bytes.get(16..).unwrap_or_default() }
    }

    /// How many words of payload there are.
    pub fn payload_len_words(&self) -> u64 {
        self.payload_bytes().len() as u64 / 8
    }

    /// A word of the payload.
    pub fn payload_word(&self, index: u64) -> Option<u64> {
        self.order.word_at(self.payload_bytes(), index.checked_mul(8)?)
    }

    /// The words of the payload.
    pub fn payload_words(&self) -> impl Iterator<Item = u64> + use<'a> {
        let item = *self;
        (0..item.payload_len_words()).filter_map(move |index| item.payload_word(index))
    }

    /// The last byte of the payload, which counts filler in a custom event.
    pub fn count_byte(&self) -> Option<u8> {
        self.payload_bytes().last().copied()
    }

    /// The payload as that of a custom event: its data, if the count byte points inside
    /// (clause custom.count.outside).
    pub fn custom_data(&self) -> Option<&'a [u8]> {
        let filler = usize::from(self.count_byte()?);
        let before_count_byte = self.payload_bytes().len() - 1;
        self.payload_bytes().get(..before_count_byte.checked_sub(filler)?)
    }
}
