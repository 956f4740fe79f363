//! Bytes that are mostly zero, at the price of what is not.

use std::io;
use std::ops::Deref;

use memmap2::{Advice, MmapMut, MmapOptions};

/// The unit in which zeros are left out. Smaller than a page of memory it would save nothing.
const PAGE_BYTES: usize = 4096;

/// Owned bytes, zero where nothing was put; a page of zeros takes no memory.
///
/// They live in anonymous memory of this process alone: nobody else can change them.
#[derive(Debug)]
pub struct Bytes {
    map: Option<MmapMut>,
    len: usize,
}

impl Bytes {
    /// Room for `capacity` bytes, all zero, of which none counts yet.
    ///
    /// # Errors
    ///
    /// The system refuses so much address space.
    pub(super) fn with_capacity(capacity: usize) -> io::Result<Self> {
        if capacity == 0 {
            return Ok(Self { map: None, len: 0 });
        }
        let map = MmapOptions::new().len(capacity).no_reserve_swap().map_anon()?;
        // One byte must not cost a huge page. Only advice: a kernel without huge pages refuses it and needs none.
        let _ = map.advise(Advice::NoHugePage);
        Ok(Self { map: Some(map), len: 0 })
    }

    /// Puts `chunk` at `offset_bytes`, leaving out the pages that are zero; what is past the capacity is dropped.
    /// No place may be put twice, since zeros are not written over what is there.
    pub(super) fn put(&mut self, offset_bytes: usize, chunk: &[u8]) {
        let room = self.map.as_deref_mut().and_then(|map| map.get_mut(offset_bytes..));
        let Some(room) = room else { return };
        let len = room.len().min(chunk.len());
        let to_page_end = PAGE_BYTES - offset_bytes % PAGE_BYTES;
        let (head, pages) = chunk[..len].split_at(to_page_end.min(len));
        let (head_room, pages_room) = room[..len].split_at_mut(head.len());
        put_page(head_room, head);
        for (page_room, page) in pages_room.chunks_mut(PAGE_BYTES).zip(pages.chunks(PAGE_BYTES)) {
            put_page(page_room, page);
        }
    }

    /// The pages that are not all zero, with their offsets in bytes.
    pub fn pages(&self) -> impl Iterator<Item = (u64, &[u8])> {
        let pages = self.chunks(PAGE_BYTES).enumerate();
        pages
            .filter(|(_, page)| !is_zero(page))
            .map(|(index, page)| ((index * PAGE_BYTES) as u64, page))
    }

    /// Says how many bytes there are: at most the capacity.
    pub(super) fn set_len(&mut self, len: usize) {
        self.len = len.min(self.map.as_ref().map_or(0, |map| map.len()));
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.map.as_ref().map_or(&[], |map| &map[..self.len])
    }
}

fn put_page(room: &mut [u8], page: &[u8]) {
    if !is_zero(page) {
        room.copy_from_slice(page);
    }
}

/// Slices are compared by the C library: as quick in a build that is not optimised, such as that of a test.
fn is_zero(page: &[u8]) -> bool {
    static ZEROS: [u8; PAGE_BYTES] = [0; PAGE_BYTES];
    page.chunks(PAGE_BYTES).all(|piece| *piece == ZEROS[..piece.len()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_there_whatever_its_place() {
        for offset in [0, 1, PAGE_BYTES - 1, PAGE_BYTES, PAGE_BYTES + 1] {
            for len in [0, 1, PAGE_BYTES - 1, PAGE_BYTES, PAGE_BYTES + 1, 3 * PAGE_BYTES] {
                let chunk: Vec<u8> = (0..len).map(|i| (i / PAGE_BYTES % 2 + i % 3) as u8).collect();
                let mut bytes = Bytes::with_capacity(offset + len + 1).unwrap();
                bytes.put(offset, &chunk);
                bytes.set_len(offset + len + 1);
                assert!(is_zero(&bytes[..offset]));
                assert_eq!(&bytes[offset..offset + len], chunk);
                assert_eq!(bytes[offset + len..], [0]);
                let mut again = Bytes::with_capacity(bytes.len()).unwrap();
                bytes.pages().for_each(|(at, page)| again.put(at as usize, page));
                again.set_len(bytes.len());
                assert_eq!(*again, *bytes);
            }
        }
    }

    #[test]
    fn nothing_is_put_past_the_capacity() {
        let mut bytes = Bytes::with_capacity(10).unwrap();
        bytes.put(8, &[1, 2, 3, 4]);
        bytes.put(10, &[5]);
        bytes.put(usize::MAX, &[6]);
        bytes.set_len(1000);
        assert_eq!(*bytes, [0, 0, 0, 0, 0, 0, 0, 0, 1, 2]);
    }

    #[test]
    fn no_bytes_need_no_memory() {
        let mut bytes = Bytes::with_capacity(0).unwrap();
        bytes.put(0, &[1]);
        bytes.set_len(1);
        assert!(bytes.is_empty());
    }

    #[test]
    fn zeros_are_seen_in_every_place() {
        let mut page = [0; PAGE_BYTES];
        assert!(is_zero(&page) && is_zero(&page[..65]) && is_zero(&[]));
        for place in [0, 63, 64, PAGE_BYTES - 1] {
            page[place] = 0x80;
            assert!(!is_zero(&page));
            page[place] = 0;
        }
    }
}
