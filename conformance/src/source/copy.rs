//! A true copy of a file that is being written: a snapshot, taken ring by ring.
//!
//! The steps are those of SPEC.md, section "Order of loads and stores". Each ring's window is whole: tail is loaded
//! before the words and head after them, and what head has passed meanwhile is left out. Words outside of the windows
//! mean nothing (clause file.left-over) and stay zero, so that the copy is as small as what it holds.

use std::io;
use std::time::Instant;

use eventring::file::Attached;
use eventring::geometry::Geometry;
use eventring::layout::NAME_TABLE_BYTES;
use eventring::live::Live;
use eventring::registry::FILE_HEADER_BYTES;
use eventring::shared::{SharedView, Step, acquire_fence};
use eventring::words::ByteOrder;

use super::{Bytes, Error, Input, Limits};

/// Copies the file that is attached to. A file whose header is refused is copied as far as its header, for whoever
/// judges it.
///
/// # Errors
///
/// The environment failed or a limit was hit: the file was made shorter, or another session began in it again and
/// again.
pub fn copy(attached: &Attached, limits: Limits) -> Result<Input, Error> {
    let what = attached.path().display().to_string();
    for _ in 0..MOST_SESSIONS {
        let file_bytes = to_usize(attached.len_bytes());
        let bytes = Bytes::with_capacity(file_bytes)
            .map_err(|_| Error::TooFar { what: what.clone(), size_bytes: file_bytes as u64 })?;
        let mut copying =
            Copying { attached, memory: attached.memory(), bytes, limits, data_bytes: 0 };
        if copying.session()? {
            let Copying { mut bytes, data_bytes, .. } = copying;
            bytes.set_len(file_bytes);
            return Ok(Input { bytes, what, data_bytes });
        }
    }
    Err(Error::Environment { what, error: io::Error::other("it is made anew again and again") })
}

/// A copy on its way.
struct Copying<'a> {
    attached: &'a Attached,
    memory: SharedView<'a>,
    bytes: Bytes,
    limits: Limits,
    data_bytes: u64,
}

/// Head and tail.
type Window = (u64, u64);

impl Copying<'_> {
    /// Copies all of it; no, if another session began meanwhile.
    fn session(&mut self) -> Result<bool, Error> {
        let mut header = self.header();
        let until = Instant::now() + super::HEADER_WRITTEN;
        let live = loop {
            match Live::new(self.memory) {
                Ok(live) => break live,
                // A header that OCaml is just writing can look malformed for an instant.
                Err(refusal) if !refusal.is_not_ready() && Instant::now() < until => {
                    std::thread::yield_now();
                    header = self.header();
                }
                Err(_) => {
                    self.put_words(0, &header)?;
                    return Ok(true);
                }
            }
        };
        let (geometry, order) = (*live.geometry(), live.byte_order());
        let mut buffer = Vec::new();
        for ring in 0..geometry.max_domains() {
            if !self.ring(&geometry, order, ring, &mut buffer)? {
                return Ok(false);
            }
        }
        // Names come before the first event that has them (clause names.before-use), so after all rings they are
        // there; word 7 too, which may come late (clause names.late).
        let names = Live::new(self.memory).ok().and_then(|live| live.geometry().names_offset());
        if let Some(offset) = names {
            self.names(offset, &mut buffer)?;
        }
        let now = self.header();
        let ([was @ .., names_were], [is @ .., _]) = (header, now);
        if was != is || (header != now && names_were != 0) {
            return Ok(false);
        }
        self.put_words(0, &now)?;
        Ok(true)
    }

    /// Copies a ring; no, if one of its positions went back.
    fn ring(
        &mut self,
        geometry: &Geometry,
        order: ByteOrder,
        ring: u32,
        buffer: &mut Vec<u64>,
    ) -> Result<bool, Error> {
        self.check_whole()?;
        let header = geometry.headers_offset() + u64::from(ring) * geometry.ring_header_bytes();
        let memory = self.memory;
        let word = |offset_bytes| word(memory, order, offset_bytes);
        let (head_at, tail_at) = (header, header + 8);
        let ring_words = geometry.ring_words();
        let mut seen: Window = (0, 0);
        for turn in 1..=MOST_TURNS {
            let first_head = word(head_at);
            let tail = word(tail_at); // S
            acquire_fence(Step::T);
            let start = first_head.max(tail.saturating_sub(ring_words)).min(tail);
            self.load(geometry, ring, start, tail, buffer); // U
            acquire_fence(Step::V);
            let head = word(head_at); // W
            acquire_fence(Step::X);
            let tail_now = word(tail_at); // Y
            if head < seen.0 || tail < seen.1 || tail_now < tail {
                return Ok(false);
            }
            seen = (head, tail);
            if head > tail_now || tail.saturating_sub(head) > ring_words {
                // A window that cannot be is copied as it is, with all words of the ring: they may be what somebody
                // wants to look at.
                self.load(geometry, ring, 0, ring_words, buffer);
                self.put_ring(geometry, ring, 0, buffer)?;
                self.put_window(order, header, (head, tail_now))?;
                return Ok(true);
            }
            if head < tail || head == 0 {
                // Words that head passed meanwhile are left out; the last are those from head on.
                let words =
                    buffer.split_off(buffer.len() - to_usize(tail - head).min(buffer.len()));
                self.put_ring(geometry, ring, head, &words)?;
                self.put_window(order, header, (head, tail))?;
                return Ok(true);
            }
            if turn == MOST_TURNS {
                // Lapped each time: all of it was lost. The words outside of the window show that the ring is in use
                // (clause ring.unused).
                self.load(geometry, ring, 0, ring_words, buffer);
                self.put_ring(geometry, ring, 0, buffer)?;
                self.put_window(order, header, (head, head))?;
            }
        }
        Ok(true)
    }

    /// Loads the words from position `start` to `end`, no more than a ring; where the file ends before, they are zero.
    fn load(&self, geometry: &Geometry, ring: u32, start: u64, end: u64, buffer: &mut Vec<u64>) {
        let ring_words = geometry.ring_words();
        let ring_at = (geometry.data_offset() + u64::from(ring) * geometry.ring_bytes()) / 8;
        buffer.clear();
        let mut position = start;
        while position < end {
            let slot = position % ring_words;
            let words = (end - position).min(ring_words - slot).min(PIECE_WORDS);
            let from = buffer.len();
            buffer.resize(from + to_usize(words), 0);
            let at = to_usize(ring_at + slot);
            let there = self.memory.len_words().saturating_sub(at).min(to_usize(words));
            // What is there was just counted.
            let _ = self.memory.copy(at, &mut buffer[from..from + there]);
            position += words;
        }
    }

    /// Puts words of a ring, from position `start` on, where they belong.
    fn put_ring(
        &mut self,
        geometry: &Geometry,
        ring: u32,
        start: u64,
        words: &[u64],
    ) -> Result<(), Error> {
        let ring_offset = geometry.data_offset() + u64::from(ring) * geometry.ring_bytes();
        let slot = start % geometry.ring_words();
        let to_ring_end = to_usize(geometry.ring_words() - slot).min(words.len());
        let (first, second) = words.split_at(to_ring_end);
        self.put_words(ring_offset + 8 * slot, first)?;
        self.put_words(ring_offset, second)
    }

    fn put_window(
        &mut self,
        order: ByteOrder,
        offset: u64,
        (head, tail): Window,
    ) -> Result<(), Error> {
        self.put_words(offset, &[swapped(order, head), swapped(order, tail)])
    }

    fn names(&mut self, offset: u64, buffer: &mut Vec<u64>) -> Result<(), Error> {
        for at in (offset..offset + NAME_TABLE_BYTES).step_by(8 * to_usize(PIECE_WORDS)) {
            self.check_whole()?;
            let there = self.memory.len_words().saturating_sub(to_usize(at / 8));
            buffer.clear();
            buffer.resize(there.min(to_usize(PIECE_WORDS)), 0);
            let _ = self.memory.copy(to_usize(at / 8), buffer);
            self.put_words(at, buffer)?;
        }
        Ok(())
    }

    /// The words of the file header; fewer where the file is shorter, the rest zero.
    fn header(&self) -> [u64; FILE_HEADER_BYTES / 8] {
        std::array::from_fn(|index| self.memory.load(index).unwrap_or(0))
    }

    fn put_words(&mut self, offset: u64, words: &[u64]) -> Result<(), Error> {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
        self.data_bytes += bytes.len() as u64;
        if self.data_bytes > self.limits.max_bytes {
            let what = self.attached.path().display().to_string();
            return Err(Error::TooLarge { what, max_bytes: self.limits.max_bytes });
        }
        self.bytes.put(to_usize(offset), &bytes);
        Ok(())
    }

    /// Looks whether the memory is still there.
    fn check_whole(&self) -> Result<(), Error> {
        if self.attached.is_whole() {
            return Ok(());
        }
        let what = self.attached.path().display().to_string();
        Err(Error::Environment { what, error: io::Error::other("it was made shorter meanwhile") })
    }
}

/// The value of the word at an offset; 0 outside of the file.
fn word(memory: SharedView<'_>, order: ByteOrder, offset_bytes: u64) -> u64 {
    swapped(order, memory.load(to_usize(offset_bytes / 8)).unwrap_or(0))
}

/// From the order of the file to that of this machine, or back.
fn swapped(order: ByteOrder, word: u64) -> u64 {
    match order {
        ByteOrder::Little => word.to_le(),
        ByteOrder::Big => word.to_be(),
    }
}

/// Offsets here lie inside memory that is mapped.
fn to_usize(value: u64) -> usize {
    usize::try_from(value).unwrap_or(usize::MAX)
}

/// Words loaded at once.
const PIECE_WORDS: u64 = 8192;
/// So often a ring is tried that was lapped while it was copied.
const MOST_TURNS: u32 = 8;
/// So often a file is tried in which another session began.
const MOST_SESSIONS: u32 = 3;
