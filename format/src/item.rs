//! The item header: the 64-bit word that an item starts with.
//!
//! ```text
//!  63        54 53 52  49 48          36 35                                0
//! ┌────────────┬──┬──────┬──────────────┬───────────────────────────────────┐
//! │   length   │u │ type │      id      │           zero (reserved)         │
//! └────────────┴──┴──────┴──────────────┴───────────────────────────────────┘
//! ```
//!
//! Every 64-bit value is an item header; whether its length makes sense where it stands is judged
//! by the walk over a ring. Nothing here panics.

use crate::registry::{
    ID_MASK, ID_SHIFT, LENGTH_SHIFT, TYPE_MASK, TYPE_SHIFT, USER_BIT, runtime_type,
};

/// An item header.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ItemHeader(u64);

impl ItemHeader {
    /// Any word is an item header.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The item header of a category, type and id, of length 0 as yet. What does not fit its field
    /// is cut off.
    #[must_use]
    pub const fn new(user: bool, kind: u8, id: u16) -> Self {
        let user = if user { USER_BIT } else { 0 };
        Self(user | (kind as u64 & TYPE_MASK) << TYPE_SHIFT | (id as u64 & ID_MASK) << ID_SHIFT)
    }

    /// The same with another length in words, 0 to 1023; higher bits of it are cut off.
    #[must_use]
    pub const fn with_length(self, length_words: usize) -> Self {
        let others = self.0 & !(u64::MAX << LENGTH_SHIFT);
        Self(others | (length_words as u64) << LENGTH_SHIFT)
    }

    /// The word.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Words of the whole item, this header among them: 0 to 1023.
    #[must_use]
    pub const fn length_words(self) -> usize {
        (self.0 >> LENGTH_SHIFT) as usize
    }

    /// Whether the category is user rather than runtime (clause item.category).
    #[must_use]
    pub const fn is_user(self) -> bool {
        self.0 & USER_BIT != 0
    }

    /// The type, 0 to 15. It means one thing for runtime events and another for user events.
    #[must_use]
    pub const fn kind(self) -> u8 {
        ((self.0 >> TYPE_SHIFT) & TYPE_MASK) as u8
    }

    /// The id, 0 to 8191: a phase, counter, lifecycle id or event index.
    #[must_use]
    pub const fn id(self) -> u16 {
        ((self.0 >> ID_SHIFT) & ID_MASK) as u16
    }

    /// Whether this is padding: runtime type 0, whatever the id (clause item.padding.skipped).
    #[must_use]
    pub const fn is_padding(self) -> bool {
        !self.is_user() && self.kind() == runtime_type::PADDING
    }

    /// Length, category and type as one number, so that the usual ones can be told apart by one
    /// comparison.
    pub(crate) const fn shape(self) -> u64 {
        self.0 >> TYPE_SHIFT
    }
}

/// The [`ItemHeader::shape`] of an item of the given length, category and type.
pub(crate) const fn shape(length_words: u64, user: bool, kind: u8) -> u64 {
    let user = if user { USER_BIT >> TYPE_SHIFT } else { 0 };
    (length_words << (LENGTH_SHIFT - TYPE_SHIFT)) | user | kind as u64
}

impl core::fmt::Debug for ItemHeader {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("ItemHeader")
            .field("length_words", &self.length_words())
            .field("user", &self.is_user())
            .field("kind", &self.kind())
            .field("id", &self.id())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_do_not_touch_each_other() {
        let all = ItemHeader::from_bits(u64::MAX);
        assert_eq!(
            (all.length_words(), all.is_user(), all.kind(), all.id()),
            (1023, true, 15, 8191)
        );
        for bit in 0..64 {
            let item = ItemHeader::from_bits(1 << bit);
            let set = [item.length_words() != 0, item.is_user(), item.kind() != 0, item.id() != 0];
            let wanted = [bit >= 54, bit == 53, (49..53).contains(&bit), (36..49).contains(&bit)];
            assert_eq!(set, wanted, "bit {bit}");
        }
    }

    #[test]
    fn a_header_is_put_together_as_it_is_taken_apart() {
        // The examples of SPEC.md: a unit event, ring_stop, the longest custom event.
        assert_eq!(ItemHeader::new(true, 0, 5).with_length(2).bits(), 0x00a0_0050_0000_0000);
        assert_eq!(ItemHeader::new(false, 1, 1).with_length(2).bits(), 0x0082_0010_0000_0000);
        for (user, kind, id, length) in
            [(false, 0, 0, 0), (true, 15, 8191, 1023), (true, 4, 3, 131)]
        {
            let item = ItemHeader::new(user, kind, id).with_length(7).with_length(length);
            assert_eq!(
                (item.is_user(), item.kind(), item.id(), item.length_words()),
                (user, kind, id, length)
            );
        }
        let all = ItemHeader::new(true, u8::MAX, u16::MAX).with_length(usize::MAX);
        assert_eq!(all.bits(), !0 << 36);
    }

    #[test]
    fn a_header_is_shown_by_its_fields() {
        let mut text = heapless::String::<96>::new();
        let item = ItemHeader::new(true, 4, 8191).with_length(1023);
        core::fmt::write(&mut text, format_args!("{item:?}")).unwrap();
        assert_eq!(text, "ItemHeader { length_words: 1023, user: true, kind: 4, id: 8191 }");
    }

    #[test]
    fn padding_is_runtime_type_0_of_any_id() {
        assert!(ItemHeader::from_bits(7 << 54).is_padding());
        assert!(ItemHeader::from_bits(7 << 54 | 8191 << 36 | 1).is_padding());
        assert!(!ItemHeader::from_bits(7 << 54 | 1 << 53).is_padding());
        assert!(!ItemHeader::from_bits(7 << 54 | 1 << 49).is_padding());
    }

    #[test]
    fn shape_leaves_id_and_reserved_bits_out() {
        // A user int of index 3, as OCaml 5.1 writes it.
        let item = ItemHeader::from_bits(0x00e2_0030_0000_0000);
        assert_eq!(item.shape(), shape(3, true, 1));
        assert_eq!((item.length_words(), item.id()), (3, 3));
        assert_ne!(item.shape(), shape(3, false, 1));
        assert_ne!(item.shape(), shape(2, true, 1));
    }
}
