//! What a session is to look like, and whether that can work.

use core::error::Error;
use core::fmt::{self, Display, Formatter};

use zerocopy::byteorder::NativeEndian;

use crate::geometry::Geometry;
use crate::layout::{FileHeader, NAME_TABLE_BYTES};
use crate::payload::custom_words;
use crate::registry::{
    DEFAULT_RING_WORDS, FILE_HEADER_BYTES, ITEM_MAX_WORDS, MAX_DOMAINS, RING_HEADER_BYTES, Release,
    VERSION, len_words,
};
use crate::words::Word;

/// What a session is to look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// How many rings, 1 to 4096 (clause header.max-domains).
    pub max_domains: u32,
    /// Words of each ring, a power of two (clause header.ring-elements).
    pub ring_words: u64,
    /// Words of the longest event that will be written. A ring has at least twice as many
    /// (clause item.half-ring), and never less than 8, for ring_start.
    pub longest_event_words: u64,
    /// Whose ids are used; `None` for a producer that is not OCaml.
    pub release: Option<Release>,
    /// Whether the release is registered as a stamp, and emitted after ring_start
    /// (clause release.stamp.offered). Without a name table there is none.
    pub stamp: bool,
}

impl Config {
    /// A stamped session of a producer that is not OCaml, whose events are unit, int and span
    /// events.
    #[must_use]
    pub const fn new(max_domains: u32, ring_words: u64) -> Self {
        Self { max_domains, ring_words, longest_event_words: 3, release: None, stamp: true }
    }

    /// The same, with room for custom events of up to `len_bytes` bytes.
    #[must_use]
    pub const fn longest_custom(mut self, len_bytes: usize) -> Self {
        // No slice is so long that this wraps.
        let words = (custom_words(len_bytes) as u64).wrapping_add(2);
        if self.longest_event_words < words {
            self.longest_event_words = words;
        }
        self
    }

    /// Whether there is a name table: in all but OCaml 5.0 (clause names.none).
    #[must_use]
    pub fn has_names(&self) -> bool {
        self.release.is_none_or(Release::has_names)
    }

    /// The sizes and offsets of such a session; how much memory it needs is
    /// [`Geometry::file_bytes`].
    ///
    /// # Errors
    ///
    /// [`Unworkable`], with the nearest value that works.
    pub fn geometry(&self) -> Result<Geometry, Unworkable> {
        let header = self.header()?;
        Geometry::new(&header, u64::MAX).map_err(|_| self.too_large())
    }

    /// The file header, its words in the order of this machine (clause file.byte-order).
    pub(super) fn header(&self) -> Result<FileHeader<NativeEndian>, Unworkable> {
        let max_domains = self.max_domains;
        let workable = max_domains.clamp(1, MAX_DOMAINS);
        if max_domains != workable {
            return Err(Unworkable::MaxDomains { max_domains, workable });
        }
        let longest_words = self.longest_event_words.max(len_words::RING_START);
        if longest_words > ITEM_MAX_WORDS {
            return Err(Unworkable::LongestEvent { longest_words, workable: ITEM_MAX_WORDS });
        }
        let ring_words = self.ring_words;
        // At most twice 1023, so this does not wrap.
        let least = longest_words.wrapping_mul(2).next_power_of_two();
        if ring_words < least || !ring_words.is_power_of_two() {
            let workable = ring_words.checked_next_power_of_two().unwrap_or(least).max(least);
            return Err(Unworkable::RingWords { ring_words, longest_words, workable });
        }
        let count = u64::from(max_domains);
        let ring_bytes = ring_words.checked_mul(8);
        let headers_bytes = count.wrapping_mul(RING_HEADER_BYTES as u64); // At most 4096 * 80.
        let data_offset = headers_bytes.wrapping_add(FILE_HEADER_BYTES as u64);
        let rings_end = ring_bytes
            .and_then(|bytes| bytes.checked_mul(count))
            .and_then(|bytes| bytes.checked_add(data_offset))
            .filter(|end| end.checked_add(NAME_TABLE_BYTES).is_some());
        let (Some(ring_bytes), Some(rings_end)) = (ring_bytes, rings_end) else {
            return Err(self.too_large());
        };
        Ok(FileHeader {
            version: Word::new(VERSION),
            max_domains: Word::new(count),
            ring_header_size_bytes: Word::new(RING_HEADER_BYTES as u64),
            ring_size_bytes: Word::new(ring_bytes),
            ring_size_elements: Word::new(ring_words),
            headers_offset: Word::new(FILE_HEADER_BYTES as u64),
            data_offset: Word::new(data_offset),
            names_offset: Word::new(if self.has_names() { rings_end } else { 0 }),
        })
    }

    const fn too_large(&self) -> Unworkable {
        Unworkable::TooLarge { max_domains: self.max_domains, ring_words: self.ring_words }
    }
}

/// One ring a domain as OCaml has them on 64-bit machines, of its default size.
impl Default for Config {
    fn default() -> Self {
        Self::new(128, DEFAULT_RING_WORDS)
    }
}

/// Why no session can be made as it was asked for, and the nearest value that works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unworkable {
    /// The number of rings is 0 or above 4096.
    MaxDomains {
        /// As asked for.
        max_domains: u32,
        /// The nearest number that works.
        workable: u32,
    },
    /// No item can be so long.
    LongestEvent {
        /// As asked for.
        longest_words: u64,
        /// The length of the longest item.
        workable: u64,
    },
    /// The ring size is not a power of two, or less than twice the longest event.
    RingWords {
        /// As asked for.
        ring_words: u64,
        /// The longest event, or ring_start if that is longer.
        longest_words: u64,
        /// The smallest size that works and is no smaller than what was asked for.
        workable: u64,
    },
    /// The size of the file does not fit in 64 bits.
    TooLarge {
        /// As asked for.
        max_domains: u32,
        /// As asked for.
        ring_words: u64,
    },
    /// The memory has less than [`Geometry::file_bytes`].
    Memory {
        /// Words there are.
        found_words: u64,
        /// Words there have to be.
        needed_words: u64,
    },
}

impl Display for Unworkable {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::MaxDomains { max_domains, workable } => {
                write!(f, "{max_domains} rings, the nearest number that works is {workable}")
            }
            Self::LongestEvent { longest_words, workable } => {
                write!(f, "events of {longest_words} words, no item is longer than {workable}")
            }
            Self::RingWords { ring_words, longest_words, workable } => write!(
                f,
                "rings of {ring_words} words for events of {longest_words}, the smallest that \
                 works is {workable}"
            ),
            Self::TooLarge { max_domains, ring_words } => {
                write!(f, "{max_domains} rings of {ring_words} words are more than 2^64 - 1 bytes")
            }
            Self::Memory { found_words, needed_words } => {
                write!(f, "memory of {found_words} words, the session needs {needed_words}")
            }
        }
    }
}

impl Error for Unworkable {}
