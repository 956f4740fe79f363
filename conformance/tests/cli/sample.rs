//! Small files, laid out word by word with the numbers of SPEC.md and not with the code under test.

use std::io::Write;

use tempfile::NamedTempFile;

/// Words of each ring of a sample.
pub(crate) const RING_WORDS: usize = 16;

/// An item header: length in words, user category, type, id.
pub(crate) const fn item(length_words: u64, user: bool, kind: u64, id: u64) -> u64 {
    length_words << 54 | (user as u64) << 53 | kind << 49 | id << 36
}

/// A user unit event.
pub(crate) const UNIT: u64 = item(2, true, 0, 0);
/// A user int event.
pub(crate) const INT: u64 = item(3, true, 1, 1);

/// One ring: its head, and the words between head and tail.
#[derive(Clone, Default)]
pub(crate) struct Ring {
    pub(crate) head: u64,
    pub(crate) words: Vec<u64>,
    /// Where tail is not the end of the words.
    pub(crate) tail: Option<u64>,
}

impl Ring {
    /// A ring whose first position is `head`.
    pub(crate) fn new(head: u64, items: &[&[u64]]) -> Self {
        Self { head, words: items.concat(), tail: None }
    }
}

/// A file with these rings and a name table of two names, `a unit` and `an int`.
pub(crate) fn bytes(rings: &[Ring]) -> Vec<u8> {
    words(rings, u64::to_le_bytes)
}

/// The same in the other byte order.
pub(crate) fn big_endian_bytes(rings: &[Ring]) -> Vec<u8> {
    words(rings, u64::to_be_bytes)
}

/// The bytes in a file of their own.
pub(crate) fn file(bytes: &[u8]) -> NamedTempFile {
    let mut file = NamedTempFile::with_suffix(".events").expect("a temporary file");
    file.write_all(bytes).expect("written");
    file
}

fn words(rings: &[Ring], order: fn(u64) -> [u8; 8]) -> Vec<u8> {
    let count = rings.len() as u64;
    let ring_words = RING_WORDS as u64;
    let data = 64 + 80 * count;
    let names = data + 8 * ring_words * count;
    let mut words = vec![1, count, 80, 8 * ring_words, ring_words, 64, data, names];
    for ring in rings {
        words.push(ring.head);
        words.push(ring.tail.unwrap_or(ring.head + ring.words.len() as u64));
        words.extend([0; 8]);
    }
    for ring in rings {
        let mut slots = [0; RING_WORDS];
        for (position, word) in (ring.head..).zip(&ring.words) {
            slots[(position % ring_words) as usize] = *word;
        }
        words.extend(slots);
    }
    let mut bytes: Vec<u8> = words.into_iter().flat_map(order).collect();
    for index in 0..8192 {
        let mut entry = [0; 128];
        let name: &[u8] = [&b"a unit"[..], b"an int"].get(index).copied().unwrap_or_default();
        entry[..name.len()].copy_from_slice(name);
        bytes.extend(entry);
    }
    bytes
}
