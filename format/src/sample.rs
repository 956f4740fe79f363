//! A small file for tests, laid out word by word with the numbers of SPEC.md, not with the code
//! that is under test.

extern crate std;

use std::vec::Vec;

use crate::words::ByteOrder;

/// A file of `rings.len()` rings.
pub(crate) struct Sample {
    pub(crate) order: ByteOrder,
    pub(crate) rings: Vec<SampleRing>,
    pub(crate) names: bool,
}

/// One ring: its window, and all its words by slot.
#[derive(Clone)]
pub(crate) struct SampleRing {
    pub(crate) head: u64,
    pub(crate) tail: u64,
    pub(crate) words: Vec<u64>,
}

impl SampleRing {
    /// A ring of `ring_words` words that holds `items` one after another from position `head`.
    pub(crate) fn holding(ring_words: usize, head: u64, items: &[&[u64]]) -> Self {
        let mut ring = Self { head, tail: head, words: std::vec![0; ring_words] };
        for word in items.iter().copied().flatten() {
            ring.words[(ring.tail % ring_words as u64) as usize] = *word;
            ring.tail += 1;
        }
        ring
    }
}

impl Sample {
    /// One ring, little-endian, without a name table.
    pub(crate) fn of(ring: SampleRing) -> Self {
        Self { order: ByteOrder::Little, rings: std::vec![ring], names: false }
    }

    /// The file header for this sample.
    pub(crate) fn header(&self) -> [u64; 8] {
        let count = self.rings.len() as u64;
        let ring_words = self.rings[0].words.len() as u64;
        let data = 64 + 80 * count;
        let end = data + count * 8 * ring_words;
        [1, count, 80, 8 * ring_words, ring_words, 64, data, if self.names { end } else { 0 }]
    }

    /// The whole file.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.bytes_with(&self.header())
    }

    /// The whole file under another header.
    pub(crate) fn bytes_with(&self, header: &[u64; 8]) -> Vec<u8> {
        let mut words = header.to_vec();
        for ring in &self.rings {
            words.extend([ring.head, ring.tail, 0, 0, 0, 0, 0, 0, 0, 0]);
        }
        for ring in &self.rings {
            words.extend(&ring.words);
        }
        let bytes = words.iter().flat_map(|word| match self.order {
            ByteOrder::Little => word.to_le_bytes(),
            ByteOrder::Big => word.to_be_bytes(),
        });
        let mut bytes: Vec<u8> = bytes.collect();
        if self.names {
            bytes.resize(bytes.len() + 128 * 8192, 0);
        }
        bytes
    }
}

/// An item header.
pub(crate) const fn header(length: u64, user: bool, kind: u64, id: u64) -> u64 {
    length << 54 | (user as u64) << 53 | kind << 49 | id << 36
}
