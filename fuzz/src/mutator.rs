//! Changes to a ring file that leave it one: items are put in, taken out and stretched, heads and
//! tails are moved, fields are flipped. What an engine does to bytes rarely gets past a file header.

use arbitrary::Unstructured;
use eventring::reader::Snapshot;
use eventring_conformance::generate::any;
use eventring_conformance::plain::{ByteOrder, File, open};
use fastrand::Rng;

/// Changes the file in place, whose size stays; the same `seed` changes the same file in the same way.
/// What is no ring file is left alone, and so is one where there is nothing of what was to be
/// changed: then it is `None`.
pub fn mutate(data: &mut [u8], seed: u32) -> Option<()> {
    // The library refuses faster than the plain reader, which makes a message of each fault.
    Snapshot::new(data).ok()?;
    let bytes = data.to_vec();
    let file = open(&bytes).ok()?;
    let mut rng = Rng::with_seed(seed.into());
    let change = Change::new(&file, &mut rng)?;
    let (at, word) = match rng.u8(0..8) {
        0 => change.head(&mut rng),
        1 => change.tail(&mut rng),
        2 => return change.take_out(data),
        3 | 4 => return change.put_in(data, &mut rng),
        5 => change.stretch(&mut rng)?,
        6 => change.flip(&mut rng)?,
        _ => change.payload(&mut rng)?,
    };
    put(data, file.order(), at, word)
}

/// Changes whatever `data` holds, which has at most `most_bytes` afterwards: as [`mutate`] does, by
/// bytes, or by another session in its place. The same `seed` changes the same bytes in the same way.
pub fn change(data: &mut Vec<u8>, most_bytes: usize, seed: u32) {
    let mut rng = Rng::with_seed(seed.into());
    data.truncate(most_bytes);
    let changed = match rng.u8(0..16) {
        0 => None,
        1..=3 => bytes(data, &mut rng),
        _ => mutate(data, rng.u32(..)),
    };
    if changed.is_none() {
        // Where there is none, the bytes stay as they are.
        let _ = session(data, most_bytes, &mut rng);
    }
}

/// Some bytes become others.
fn bytes(data: &mut Vec<u8>, rng: &mut Rng) -> Option<()> {
    let last = data.len().checked_sub(1)?;
    for _ in 0..rng.usize(1..=4) {
        let byte = data.get_mut(rng.usize(0..=last))?;
        *byte = if rng.bool() { rng.u8(..) } else { *byte ^ 1 << rng.u8(0..8) };
    }
    if rng.u8(0..8) == 0 {
        data.truncate(rng.usize(0..=last));
    }
    Some(())
}

/// A generated session, as far as there is room for it.
fn session(data: &mut Vec<u8>, most_bytes: usize, rng: &mut Rng) -> Option<()> {
    let mut choices = [0; 1024];
    rng.fill(&mut choices);
    let (_, session) = any(&mut Unstructured::new(&choices)).ok()?;
    *data = session.encode().ok()?.bytes;
    data.truncate(most_bytes);
    Some(())
}

/// An item is changed among so many of its ring.
const MOST_ITEMS: usize = 32;

/// A place in a ring: an item, or the ring itself where it has none that is whole.
struct Change<'a> {
    file: File<'a>,
    ring: u32,
    head: u64,
    tail: u64,
    /// Position and header of the item.
    item: Option<(u64, u64)>,
}

impl<'a> Change<'a> {
    fn new(file: &File<'a>, rng: &mut Rng) -> Option<Self> {
        // Of few rings with something in them, and of the first where there is none.
        let used: Vec<_> = file.rings().filter(|ring| ring.head() != ring.tail()).take(8).collect();
        let ring = match used.len() {
            0 => file.ring(0)?,
            count => used.into_iter().nth(rng.usize(0..count))?,
        };
        let items: Vec<_> = ring.items().map_while(Result::ok).take(MOST_ITEMS).collect();
        let item = match items.len() {
            0 => None,
            count => items.get(rng.usize(0..count)).map(|item| (item.position, item.header.bits)),
        };
        Some(Self { file: *file, ring: ring.index(), head: ring.head(), tail: ring.tail(), item })
    }

    fn ring_words(&self) -> u64 {
        self.file.ring_words()
    }

    fn head(&self, rng: &mut Rng) -> (u64, u64) {
        (self.header_at(), moved(self.head, self.ring_words(), rng))
    }

    fn tail(&self, rng: &mut Rng) -> (u64, u64) {
        (self.header_at().wrapping_add(8), moved(self.tail, self.ring_words(), rng))
    }

    /// Another length.
    fn stretch(&self, rng: &mut Rng) -> Option<(u64, u64)> {
        let (position, bits) = self.item?;
        let lengths = [0, 1, 2, (bits >> 54) + 1, (bits >> 54).wrapping_sub(1), rng.u64(0..1024)];
        let length = *rng.choice(&lengths)? & 0x3ff;
        Some((self.at(position)?, length << 54 | bits << 10 >> 10))
    }

    /// Another bit of the item header, but of its length.
    fn flip(&self, rng: &mut Rng) -> Option<(u64, u64)> {
        let (position, bits) = self.item?;
        Some((self.at(position)?, bits ^ 1 << rng.u32(0..54)))
    }

    /// Another word behind the item header.
    fn payload(&self, rng: &mut Rng) -> Option<(u64, u64)> {
        let (position, bits) = self.item?;
        let place = rng.u64(1..(bits >> 54).max(2));
        let words = [0, 1, u64::MAX, 1 << 63, rng.u64(..), rng.u64(0..256) << 56, rng.u64(0..256)];
        Some((self.at(position + place)?, *rng.choice(&words)?))
    }

    /// Moves what comes after the item up to its place.
    fn take_out(&self, data: &mut [u8]) -> Option<()> {
        let (position, bits) = self.item?;
        let length = bits >> 54;
        let tail = self.tail.checked_sub(length)?;
        for to in position..tail {
            let word = self.file.word_at(self.at(to + length)?)?;
            put(data, self.file.order(), self.at(to)?, word)?;
        }
        put(data, self.file.order(), self.header_at().wrapping_add(8), tail)
    }

    /// An item behind the last one, of any type, in a ring that has room for it.
    fn put_in(&self, data: &mut [u8], rng: &mut Rng) -> Option<()> {
        let slots_left = self.ring_words() - self.tail % self.ring_words();
        let length = rng.u64(2..=5).min(slots_left);
        let (user, kind) = (rng.u64(0..2), rng.u64(0..7));
        let ids = [0, 1, 2, 8191, rng.u64(0..64)];
        let id = *rng.choice(&ids)?;
        let header = length << 54 | user << 53 | kind << 49 | id << 36;
        let order = self.file.order();
        for place in 0..length {
            let word = match place {
                0 => header,
                1 => rng.u64(0..1 << 40),
                _ => {
                    let words = [0, 7 << 56, 7, rng.u64(..)];
                    *rng.choice(&words)?
                }
            };
            put(data, order, self.at(self.tail.wrapping_add(place))?, word)?;
        }
        let tail = self.tail.wrapping_add(length);
        put(data, order, self.header_at().wrapping_add(8), tail)?;
        if tail.wrapping_sub(self.head) > self.ring_words()
            && let Some((position, _)) = self.item
        {
            // Makes room as a producer does, up to an item.
            put(data, order, self.header_at(), position)?;
        }
        Some(())
    }

    fn header_at(&self) -> u64 {
        self.file.ring(self.ring).map_or(0, |ring| ring.header_offset_bytes())
    }

    fn at(&self, position: u64) -> Option<u64> {
        Some(self.file.ring(self.ring)?.offset_bytes(position))
    }
}

fn moved(position: u64, ring_words: u64, rng: &mut Rng) -> u64 {
    let by = *rng.choice(&[1, 2, 3, ring_words, ring_words - 1]).unwrap_or(&1);
    match rng.u8(0..6) {
        0 => 0,
        1 => u64::MAX,
        2 | 3 => position.wrapping_add(by),
        _ => position.wrapping_sub(by),
    }
}

fn put(file: &mut [u8], order: ByteOrder, at: u64, word: u64) -> Option<()> {
    let at = usize::try_from(at).ok()?;
    file.get_mut(at..at.checked_add(8)?)?.copy_from_slice(&order.bytes(word));
    Some(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use eventring_conformance::generate::valid;

    use super::*;

    #[test]
    fn changed_files_are_files_and_not_the_same() {
        let mut changed = BTreeSet::new();
        for seed in 0..200 {
            let mut choices = [0; 512];
            Rng::with_seed(seed).fill(&mut choices);
            let bytes = valid(&mut Unstructured::new(&choices)).unwrap().encode().unwrap().bytes;
            let mut data = bytes.clone();
            if mutate(&mut data, seed as u32).is_some() {
                assert!(open(&data).is_ok());
                changed.insert(data != bytes);
            }
        }
        assert!(changed.contains(&true));
        assert_eq!(mutate(&mut [1; 100], 0), None);
        assert_eq!(mutate(&mut [], 0), None);
    }

    #[test]
    fn what_was_changed_has_room() {
        let mut data = Vec::new();
        let mut sizes = BTreeSet::new();
        for seed in 0..500 {
            for most_bytes in [0, 1, 4096] {
                change(&mut data, most_bytes, seed);
                assert!(data.len() <= most_bytes);
                sizes.insert(data.len());
            }
        }
        assert!(sizes.len() > 20, "{sizes:?}");
    }
}
