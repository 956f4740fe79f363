//! The ring file that is put together of what was kept: as a producer would have written it, had its rings been large
//! enough.
//!
//! Words lost before the first event of a ring are told by its head (clause ring.lost-at-start), words lost later by an
//! int event `eventring.lost` in their place.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;

use eventring::item::ItemHeader;
use eventring::layout::NAME_TABLE_BYTES;
use eventring::names::LOST_NAME;
use eventring::registry::{
    FILE_HEADER_BYTES, ITEM_MAX_WORDS, NAME_ENTRIES, NAME_ENTRY_BYTES, RING_HEADER_BYTES, VERSION,
    runtime_type, user_type,
};
use tempfile::NamedTempFile;

use super::spool::{Kept, RingSpool, Spool, Unspool};

/// The names of a session; none where its files have no name table.
pub(super) type NameTable = Option<Vec<(u16, Vec<u8>)>>;

/// Writes the file at `path`, which gets its name when it is whole. Says how many losses could not be marked, because
/// the file has no name table, or no room in it.
pub(super) fn compose(path: &Path, spool: Spool, names: NameTable) -> io::Result<u64> {
    let (rings, unspool) = spool.finish()?;
    let mut names = names;
    let mut marker = None;
    let inner_losses = rings.iter().map(|ring| ring.inner_losses).sum();
    if inner_losses > 0
        && let Some(names) = &mut names
    {
        marker = index_of_lost(names);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let file = NamedTempFile::new_in(folder.unwrap_or(Path::new(".")))?;
    Composing::new(file.as_file(), &rings, names.is_some()).write(unspool, names, marker)?;
    file.persist(path)?;
    Ok(if marker.is_some() { 0 } else { inner_losses })
}

/// The index under which losses are told: the one that has the name, else the last that has none.
fn index_of_lost(names: &mut Vec<(u16, Vec<u8>)>) -> Option<u16> {
    if let Some((index, _)) = names.iter().find(|(_, name)| name == LOST_NAME) {
        return Some(*index);
    }
    let is_free = |index: &u16| names.iter().all(|(used, _)| used != index);
    let index = (0..NAME_ENTRIES as u16).rev().find(is_free)?;
    names.push((index, LOST_NAME.to_owned()));
    Some(index)
}

/// A file on its way.
struct Composing<'a> {
    file: &'a File,
    max_domains: u64,
    ring_words: u64,
    has_names: bool,
    rings: Vec<RingOut>,
}

/// A ring on its way.
struct RingOut {
    head: u64,
    /// The position after what was written, and words that come after it.
    written: u64,
    waiting: Vec<u64>,
}

impl<'a> Composing<'a> {
    fn new(file: &'a File, rings: &[RingSpool], has_names: bool) -> Self {
        // Padding takes at most the longest item, once, since no ring is gone round.
        let room = |ring: &RingSpool| (ring.words + ITEM_MAX_WORDS + 1).max(2 * ring.longest_words);
        let ring_words = rings.iter().map(room).max().unwrap_or(1).next_power_of_two();
        let out = |ring: &RingSpool| RingOut {
            head: ring.lost_at_start,
            written: ring.lost_at_start,
            waiting: Vec::new(),
        };
        let (max_domains, rings) = (rings.len() as u64, rings.iter().map(out).collect());
        Self { file, max_domains, ring_words, has_names, rings }
    }

    fn write(
        mut self,
        mut unspool: Unspool,
        names: NameTable,
        marker: Option<u16>,
    ) -> io::Result<()> {
        while let Some((ring, kept)) = unspool.next()? {
            match (kept, marker) {
                (Kept::Item(words), _) => self.put(ring, words)?,
                (Kept::Lost { words, timestamp_ns }, Some(index)) => {
                    let item = ItemHeader::new(true, user_type::INT, index).with_length(3);
                    self.put(ring, &[item.bits(), timestamp_ns, words])?;
                }
                (Kept::Lost { .. }, None) => {}
            }
        }
        for ring in 0..self.rings.len() as u32 {
            self.flush(ring)?;
            let RingOut { head, written, .. } = self.rings[ring as usize];
            let offset = FILE_HEADER_BYTES as u64 + u64::from(ring) * RING_HEADER_BYTES as u64;
            if written > 0 {
                self.write_words(offset, &[head, written])?;
            }
        }
        let ring_bytes = 8 * self.ring_words;
        let data_offset = FILE_HEADER_BYTES as u64 + self.max_domains * RING_HEADER_BYTES as u64;
        let rings_end = data_offset + self.max_domains * ring_bytes;
        let names_offset = if self.has_names { rings_end } else { 0 };
        self.file.set_len(rings_end + if self.has_names { NAME_TABLE_BYTES } else { 0 })?;
        for (index, name) in names.unwrap_or_default() {
            let at = names_offset + u64::from(index) * NAME_ENTRY_BYTES as u64;
            self.file.write_all_at(&name, at)?;
        }
        let headers_offset = FILE_HEADER_BYTES as u64;
        self.write_words(
            0,
            &[
                VERSION,
                self.max_domains,
                RING_HEADER_BYTES as u64,
                ring_bytes,
                self.ring_words,
                headers_offset,
                data_offset,
                names_offset,
            ],
        )
    }

    /// Puts an item behind those of its ring, with padding before it where the ring ends.
    fn put(&mut self, ring: u32, words: &[u64]) -> io::Result<()> {
        let ring_words = self.ring_words;
        let out = &mut self.rings[ring as usize];
        let to_ring_end = ring_words - (out.written + out.waiting.len() as u64) % ring_words;
        if to_ring_end < words.len() as u64 {
            // Shorter than the item, so its length is one that an item can have.
            let padding = ItemHeader::new(false, runtime_type::PADDING, 0);
            out.waiting.push(padding.with_length(to_ring_end as usize).bits());
            out.waiting.resize(out.waiting.len() + to_ring_end as usize - 1, 0);
        }
        out.waiting.extend(words);
        if out.waiting.len() >= WAITING_WORDS { self.flush(ring) } else { Ok(()) }
    }

    fn flush(&mut self, ring: u32) -> io::Result<()> {
        let out = &mut self.rings[ring as usize];
        let words = std::mem::take(&mut out.waiting);
        let slot = out.written % self.ring_words;
        out.written += words.len() as u64;
        let data_offset = FILE_HEADER_BYTES as u64 + self.max_domains * RING_HEADER_BYTES as u64;
        let ring_offset = data_offset + u64::from(ring) * 8 * self.ring_words;
        let to_ring_end = (self.ring_words - slot).min(words.len() as u64) as usize;
        let (first, second) = words.split_at(to_ring_end);
        self.write_words(ring_offset + 8 * slot, first)?;
        self.write_words(ring_offset, second)
    }

    fn write_words(&self, offset: u64, words: &[u64]) -> io::Result<()> {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
        self.file.write_all_at(&bytes, offset)
    }
}

/// Written once so many words are there.
const WAITING_WORDS: usize = 1 << 13;

#[cfg(test)]
mod tests {
    use eventring::event::{Event, Kind};
    use eventring::reader::Snapshot;

    use super::*;

    fn int(timestamp_ns: u64, value: i64) -> Event<'static> {
        Event { position: 0, timestamp_ns, kind: Kind::Int { index: 0, value: Some(value) } }
    }

    fn composed(spool: Spool, names: NameTable) -> (Vec<u8>, u64) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("composed.events");
        let unmarked = compose(&path, spool, names).unwrap();
        (std::fs::read(&path).unwrap(), unmarked)
    }

    #[test]
    fn losses_are_told_in_their_place() {
        let mut spool = Spool::new(3).unwrap();
        spool.lost(1, 5);
        spool.lost(1, 6);
        spool.event(1, &int(10, 1)).unwrap();
        spool.event(0, &int(11, 2)).unwrap();
        spool.lost(1, 7);
        spool.event(1, &int(12, 3)).unwrap();
        spool.lost(1, 8);
        let (bytes, unmarked) = composed(spool, Some(vec![(0, b"a".to_vec())]));
        assert_eq!(unmarked, 0);
        let snapshot = Snapshot::new(&bytes).unwrap();
        let (zero, one) = (snapshot.ring(0).unwrap(), snapshot.ring(1).unwrap());
        assert_eq!((zero.lost_words(), one.lost_words()), (0, 11));
        let events: Vec<_> = one.events().map(|event| event.unwrap()).collect();
        let values = events.iter().map(|event| match event.kind {
            Kind::Int { index, value } => (event.timestamp_ns, index, value.unwrap()),
            other => panic!("{other:?}"),
        });
        assert_eq!(
            values.collect::<Vec<_>>(),
            [(10, 0, 1), (12, 8191, 7), (12, 0, 3), (12, 8191, 8)]
        );
        assert_eq!(snapshot.names().name(8191).unwrap().as_bytes(), LOST_NAME);
        assert_eq!(snapshot.ring(2).unwrap().tail(), 0);
        // A session that has the name itself keeps its index.
        let mut names = vec![(4, LOST_NAME.to_vec())];
        assert_eq!((index_of_lost(&mut names), names.len()), (Some(4), 1));
    }

    #[test]
    fn without_names_a_loss_in_between_cannot_be_told() {
        let mut spool = Spool::new(1).unwrap();
        spool.event(0, &int(1, 1)).unwrap();
        spool.lost(0, 2);
        spool.event(0, &int(2, 2)).unwrap();
        let (bytes, unmarked) = composed(spool, None);
        assert_eq!(unmarked, 1);
        let snapshot = Snapshot::new(&bytes).unwrap();
        assert_eq!(snapshot.geometry().names_offset_word(), 0);
        assert_eq!(snapshot.ring(0).unwrap().events().count(), 2);
    }

    #[test]
    fn a_ring_that_begins_anywhere_goes_over_its_end() {
        for lost in (0..4096).step_by(97).chain(2040..2050).chain([u64::MAX >> 2]) {
            let mut spool = Spool::new(1).unwrap();
            if lost > 0 {
                spool.lost(0, lost);
            }
            for value in 0..340 {
                spool.event(0, &int(value, value as i64)).unwrap();
            }
            let (bytes, _) = composed(spool, None);
            let snapshot = Snapshot::new(&bytes).unwrap();
            let ring = snapshot.ring(0).unwrap();
            assert_eq!(ring.lost_words(), lost);
            let times: Vec<u64> = ring.events().map(|event| event.unwrap().timestamp_ns).collect();
            assert!(times.iter().copied().eq(0..340), "{lost}");
        }
    }

    #[test]
    fn nothing_makes_a_file_too() {
        let (bytes, _) = composed(Spool::new(2).unwrap(), Some(vec![]));
        assert_eq!(Snapshot::new(&bytes).unwrap().rings().map(|ring| ring.tail()).sum::<u64>(), 0);
    }
}
