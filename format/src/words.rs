//! Runs of 64-bit words: the one place where byte order and alignment are settled.
//!
//! A snapshot is bytes in the order of the machine that wrote them. Here they become slices of
//! [`Word`], which have no alignment of their own and know their order, so that everything above
//! is written once. Nothing here panics, allocates or loops without bound.

use core::slice;

use zerocopy::byteorder::{BigEndian, LittleEndian, U64};
use zerocopy::{FromBytes, IntoBytes};

/// The byte order of every word of a file (clause file.byte-order).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ByteOrder {
    /// The least significant byte comes first.
    Little,
    /// The most significant byte comes first.
    Big,
}

impl ByteOrder {
    /// The order of the machine this runs on.
    pub const NATIVE: Self = if cfg!(target_endian = "big") { Self::Big } else { Self::Little };

    /// "little" or "big".
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Little => "little",
            Self::Big => "big",
        }
    }
}

/// A 64-bit word in byte order `O`, at any address.
pub type Word<O> = U64<O>;

/// The order that the machine this runs on does not have.
#[cfg(target_endian = "little")]
pub(crate) type SwappedEndian = BigEndian;
/// The order that the machine this runs on does not have.
#[cfg(target_endian = "big")]
pub(crate) type SwappedEndian = LittleEndian;

/// A byte order known at compile time, so that each reader is compiled once for each.
pub(crate) trait Order: zerocopy::byteorder::ByteOrder + Copy + 'static {
    /// The same order as a value.
    const VALUE: ByteOrder;
}

impl Order for LittleEndian {
    const VALUE: ByteOrder = ByteOrder::Little;
}

impl Order for BigEndian {
    const VALUE: ByteOrder = ByteOrder::Big;
}

/// The whole words of `bytes` from byte `offset` on, at most `count` of them.
///
/// What does not fit is left out, so the result can be shorter than `count`, and empty.
pub(crate) fn run<O: Order>(bytes: &[u8], offset: u64, count: u64) -> &[Word<O>] {
    let rest = usize::try_from(offset).ok().and_then(|at| bytes.get(at..)).unwrap_or_default();
    let words = <[Word<O>]>::ref_from_prefix(rest).map_or(&[][..], |(words, _)| words);
    usize::try_from(count).ok().and_then(|count| words.get(..count)).unwrap_or(words)
}

/// A run of words whose byte order is a value: payloads as they lie in the file.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    words: &'a [[u8; 8]],
    order: ByteOrder,
}

impl<'a> Words<'a> {
    pub(crate) fn new<O: Order>(words: &'a [Word<O>]) -> Self {
        let (words, _) = words.as_bytes().as_chunks();
        Self { words, order: O::VALUE }
    }

    /// Words that are at hand as numbers, in the order of this machine.
    #[must_use]
    pub fn of_native(words: &'a [u64]) -> Self {
        let (words, _) = words.as_bytes().as_chunks();
        Self { words, order: ByteOrder::NATIVE }
    }

    /// How many words.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The word at `index`, counted from 0.
    #[must_use]
    pub fn word(&self, index: usize) -> Option<u64> {
        self.words.get(index).map(|&word| self.order.value(word))
    }

    /// The values of the words, in order.
    #[must_use]
    pub fn iter(&self) -> WordsIter<'a> {
        WordsIter { words: self.words.iter(), order: self.order }
    }

    /// The bytes as they lie in the file.
    #[must_use]
    pub fn as_bytes(&self) -> &'a [u8] {
        self.words.as_flattened()
    }

    /// The first `count` words, or all where there are fewer.
    #[must_use]
    pub fn first(&self, count: usize) -> Self {
        Self { words: self.words.get(..count).unwrap_or(self.words), order: self.order }
    }
}

impl ByteOrder {
    pub(crate) const fn value(self, word: [u8; 8]) -> u64 {
        match self {
            Self::Little => u64::from_le_bytes(word),
            Self::Big => u64::from_be_bytes(word),
        }
    }
}

impl core::fmt::Debug for Words<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// Words are equal where their values are, whatever their byte order.
impl PartialEq for Words<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Words<'_> {}

impl<'a> IntoIterator for &Words<'a> {
    type Item = u64;
    type IntoIter = WordsIter<'a>;

    fn into_iter(self) -> WordsIter<'a> {
        self.iter()
    }
}

/// The values of a [`Words`], in order.
#[derive(Clone, Debug)]
pub struct WordsIter<'a> {
    words: slice::Iter<'a, [u8; 8]>,
    order: ByteOrder,
}

impl Iterator for WordsIter<'_> {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        self.words.next().map(|&word| self.order.value(word))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.words.size_hint()
    }
}

impl ExactSizeIterator for WordsIter<'_> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_is_cut_to_what_is_there() {
        let bytes = [0; 8 * 3 + 7];
        let len = |offset, count| run::<LittleEndian>(&bytes, offset, count).len();
        assert_eq!(len(0, 2), 2);
        assert_eq!(len(0, 3), 3);
        assert_eq!(len(0, 4), 3);
        assert_eq!(len(8, u64::MAX), 2);
        assert_eq!(len(23, 1), 1);
        assert_eq!(len(24, 1), 0);
        assert_eq!(len(31, 1), 0);
        assert_eq!(len(32, 1), 0);
        assert_eq!(len(u64::MAX, u64::MAX), 0);
    }

    #[test]
    fn both_orders_give_one_value() {
        let little = [1, 0, 0, 0, 0, 0, 0, 0x80, 2, 0, 0, 0, 0, 0, 0, 0];
        let big = [0x80, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2];
        let little = Words::new(run::<LittleEndian>(&little, 0, 2));
        let big = Words::new(run::<BigEndian>(&big, 0, 2));
        assert_eq!(little, big);
        assert_eq!(little.word(0), Some(0x8000_0000_0000_0001));
        assert_eq!(little.word(2), None);
        assert_eq!(big.iter().len(), 2);
        assert_eq!(big.first(1).iter().last(), Some(0x8000_0000_0000_0001));
        assert_eq!(big.first(9).len(), 2);
        assert_ne!(little.as_bytes(), big.as_bytes());
        assert_eq!(Words::of_native(&[0x8000_0000_0000_0001, 2]), big);
        assert_ne!(little, big.first(1));
        assert_ne!(little, Words::of_native(&[0x8000_0000_0000_0001, 3]));
        assert!(!little.is_empty() && little.first(0).is_empty());
        assert_eq!(ByteOrder::Little.name(), "little");
        assert_eq!(ByteOrder::Big.name(), "big");
    }
}
