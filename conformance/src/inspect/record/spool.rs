//! Events on their way from a ring to a file: kept on disk, ring by ring in order, with what was lost between them.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};

use eventring::event::Event;

use super::item::encode;

/// What is kept of a session.
#[derive(Debug)]
pub(super) struct Spool {
    out: BufWriter<File>,
    rings: Vec<RingSpool>,
    words: Vec<u64>,
}

/// What is kept of a ring.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RingSpool {
    /// Words lost before the first event.
    pub(super) lost_at_start: u64,
    /// Words of all items, those of markers of loss included.
    pub(super) words: u64,
    /// The longest of them.
    pub(super) longest_words: u64,
    /// How often something was lost between events.
    pub(super) inner_losses: u64,
    latest_ns: u64,
    /// Lost since the latest event.
    pending_lost: u64,
}

/// What is read back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kept<'a> {
    /// The words of an item.
    Item(&'a [u64]),
    /// Words lost here, with the timestamp to tell them by.
    Lost { words: u64, timestamp_ns: u64 },
}

/// Words of a marker of loss: an int event.
pub(super) const MARKER_WORDS: u64 = 3;

impl Spool {
    /// For so many rings, in a file that has no name.
    pub(super) fn new(max_domains: u32) -> io::Result<Self> {
        let out = BufWriter::with_capacity(1 << 20, tempfile::tempfile()?);
        let rings = vec![RingSpool::default(); max_domains as usize];
        Ok(Self { out, rings, words: Vec::new() })
    }

    /// Keeps an event of a ring.
    pub(super) fn event(&mut self, ring: u32, event: &Event<'_>) -> io::Result<()> {
        let state = &mut self.rings[ring as usize];
        state.latest_ns = state.latest_ns.max(event.timestamp_ns);
        self.lost_before(ring)?;
        let mut words = std::mem::take(&mut self.words);
        words.clear();
        encode(event, &mut words);
        let state = &mut self.rings[ring as usize];
        state.words += words.len() as u64;
        state.longest_words = state.longest_words.max(words.len() as u64);
        let written = self.frame(ring, false, &words);
        self.words = words;
        written
    }

    /// Words were lost before the next event of a ring.
    pub(super) fn lost(&mut self, ring: u32, words: u64) {
        self.rings[ring as usize].pending_lost += words;
    }

    /// The rings, and all that was kept, from its beginning.
    pub(super) fn finish(mut self) -> io::Result<(Vec<RingSpool>, Unspool)> {
        for ring in 0..self.rings.len() as u32 {
            self.lost_before(ring)?;
        }
        let mut file = self.out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        let input = BufReader::with_capacity(1 << 20, file);
        Ok((self.rings, Unspool { input, bytes: Vec::new(), words: Vec::new() }))
    }

    fn lost_before(&mut self, ring: u32) -> io::Result<()> {
        let state = &mut self.rings[ring as usize];
        let words = std::mem::take(&mut state.pending_lost);
        if words == 0 {
            return Ok(());
        }
        if state.words == 0 {
            state.lost_at_start += words;
            return Ok(());
        }
        state.inner_losses += 1;
        state.words += MARKER_WORDS;
        state.longest_words = state.longest_words.max(MARKER_WORDS);
        let timestamp_ns = state.latest_ns;
        self.frame(ring, true, &[words, timestamp_ns])
    }

    /// A word that says whose the following words are and how many, and these.
    fn frame(&mut self, ring: u32, is_lost: bool, words: &[u64]) -> io::Result<()> {
        let start = u64::from(ring) << 32 | (words.len() as u64) << 1 | u64::from(is_lost);
        self.out.write_all(&start.to_ne_bytes())?;
        words.iter().try_for_each(|word| self.out.write_all(&word.to_ne_bytes()))
    }
}

/// What was kept, to be read back once.
#[derive(Debug)]
pub(super) struct Unspool {
    input: BufReader<File>,
    bytes: Vec<u8>,
    words: Vec<u64>,
}

impl Unspool {
    /// The next thing kept, and of which ring; none at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<(u32, Kept<'_>)>> {
        let mut start = [0; 8];
        match self.input.read_exact(&mut start) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
            read => read?,
        }
        let start = u64::from_ne_bytes(start);
        let (ring, len, is_lost) = (start >> 32, start << 32 >> 33, start & 1 == 1);
        self.bytes.resize(8 * len as usize, 0);
        self.input.read_exact(&mut self.bytes)?;
        self.words.clear();
        self.words.extend(self.bytes.as_chunks().0.iter().map(|chunk| u64::from_ne_bytes(*chunk)));
        let kept = match (is_lost, &self.words[..]) {
            (true, &[words, timestamp_ns]) => Kept::Lost { words, timestamp_ns },
            (_, words) => Kept::Item(words),
        };
        Ok(Some((ring as u32, kept)))
    }
}
