//! What can be wrong with a file: where, which clause, what was found and what was allowed.
//!
//! Two kinds. A [`Refusal`] means that the file header is at fault and nothing can be read. A
//! [`Fault`] ends one ring; what came before it has been delivered, and other rings go on. Words
//! lost to a lap are not an error, and a payload that is too short is not one either.

use core::error::Error;
use core::fmt::{self, Display, Formatter};

/// Why nothing of a file can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The producer has not finished the file header; to be tried again (clause file.not-ready).
    NotReady(NotReady),
    /// The file header does not hold (clause fault.refuse).
    Malformed(Malformed),
}

/// What shows that a producer has not finished the file header (clause file.not-ready).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotReady {
    /// The file has no byte.
    Empty,
    /// All 8 words of the file header are zero.
    ZeroHeader,
    /// The version is there, the data offset is not.
    NoDataOffset,
}

/// What is wrong with a file header. Sizes and offsets are in bytes unless a name says words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Malformed {
    /// The file is shorter than a file header (clause header.complete).
    Short {
        /// Size of the file in bytes.
        file_bytes: u64,
    },
    /// The version is not 1 in either byte order (clause header.version).
    Version {
        /// The first word, read as little-endian.
        little: u64,
    },
    /// The number of rings is 0 or above 4096 (clause header.max-domains).
    MaxDomains {
        /// The word found.
        found: u64,
    },
    /// A ring header has no room for head and tail, or is no whole number of words
    /// (clause header.ring-header-size).
    RingHeaderSize {
        /// The word found, in bytes.
        found: u64,
    },
    /// The ring size in words is not a power of two (clause header.ring-elements).
    RingElements {
        /// The word found.
        found: u64,
    },
    /// The ring size in bytes is not 8 times that in words (clause header.ring-size).
    RingSize {
        /// Bytes, as found.
        ring_size_bytes: u64,
        /// Words, as found.
        ring_size_elements: u64,
    },
    /// An area does not begin at a multiple of 8 (clause header.alignment).
    Alignment {
        /// The area.
        area: Area,
        /// Its offset in bytes.
        offset: u64,
    },
    /// The end of an area is above 2^64 - 1 (clause header.no-overflow).
    Overflow {
        /// The area.
        area: Area,
        /// Its offset in bytes.
        offset: u64,
    },
    /// Two areas share bytes (clause header.no-overlap).
    Overlap {
        /// The area that begins first.
        first: Area,
        /// Where it ends, in bytes.
        first_end: u64,
        /// The area that begins before that.
        second: Area,
        /// Where the second begins, in bytes.
        second_offset: u64,
    },
    /// The ring headers are not wholly in the file (clause header.ring-headers-in-file).
    RingHeadersOutside {
        /// Where they end, in bytes.
        end: u64,
        /// Size of the file in bytes.
        file_bytes: u64,
    },
}

/// One of the four parts of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    /// The 64 bytes at offset 0.
    FileHeader,
    /// All ring headers.
    RingHeaders,
    /// The data of all rings.
    Rings,
    /// The 8192 name entries.
    NameTable,
}

impl Refusal {
    /// Whether to try again rather than to give up.
    #[must_use]
    pub const fn is_not_ready(&self) -> bool {
        matches!(self, Self::NotReady(_))
    }

    /// The clause of SPEC.md that the file does not meet.
    #[must_use]
    pub const fn clause(&self) -> &'static str {
        match self {
            Self::NotReady(_) => "file.not-ready",
            Self::Malformed(malformed) => malformed.clause(),
        }
    }

    /// Byte offset of the word at fault; 0 where the whole file is.
    #[must_use]
    pub const fn offset_bytes(&self) -> u64 {
        match self {
            Self::NotReady(NotReady::NoDataOffset) => 48,
            Self::NotReady(_) => 0,
            Self::Malformed(malformed) => malformed.offset_bytes(),
        }
    }
}

impl Malformed {
    const fn clause(&self) -> &'static str {
        match self {
            Self::Short { .. } => "header.complete",
            Self::Version { .. } => "header.version",
            Self::MaxDomains { .. } => "header.max-domains",
            Self::RingHeaderSize { .. } => "header.ring-header-size",
            Self::RingElements { .. } => "header.ring-elements",
            Self::RingSize { .. } => "header.ring-size",
            Self::Alignment { .. } => "header.alignment",
            Self::Overflow { .. } => "header.no-overflow",
            Self::Overlap { .. } => "header.no-overlap",
            Self::RingHeadersOutside { .. } => "header.ring-headers-in-file",
        }
    }

    const fn offset_bytes(&self) -> u64 {
        match self {
            Self::Short { .. } | Self::Version { .. } => 0,
            Self::MaxDomains { .. } => 8,
            Self::RingHeaderSize { .. } => 16,
            Self::RingSize { .. } => 24,
            Self::RingElements { .. } => 32,
            Self::RingHeadersOutside { .. } => Area::RingHeaders.header_offset_bytes(),
            Self::Alignment { area, .. } | Self::Overflow { area, .. } => {
                area.header_offset_bytes()
            }
            Self::Overlap { second, .. } => second.header_offset_bytes(),
        }
    }
}

impl Area {
    /// Where in the file header the offset of this area stands.
    const fn header_offset_bytes(self) -> u64 {
        match self {
            Self::FileHeader => 0,
            Self::RingHeaders => 40,
            Self::Rings => 48,
            Self::NameTable => 56,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::FileHeader => "file header",
            Self::RingHeaders => "ring headers",
            Self::Rings => "rings",
            Self::NameTable => "name table",
        }
    }
}

impl Display for Refusal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotReady(NotReady::Empty) => write!(f, "not ready: the file is empty"),
            Self::NotReady(NotReady::ZeroHeader) => {
                write!(f, "not ready: the file header is all zero")
            }
            Self::NotReady(NotReady::NoDataOffset) => {
                write!(f, "not ready: the file header has no data offset yet")
            }
            Self::Malformed(malformed) => malformed.fmt(f),
        }
    }
}

impl Display for Malformed {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Short { file_bytes } => {
                write!(f, "file of {file_bytes} bytes, a file header has 64")
            }
            Self::Version { little } => {
                write!(f, "first word {little:#018x}, must be version 1 in either byte order")
            }
            Self::MaxDomains { found } => write!(f, "max_domains {found}, must be 1 to 4096"),
            Self::RingHeaderSize { found } => {
                write!(f, "ring_header_size_bytes {found}, must be at least 16 and a multiple of 8")
            }
            Self::RingElements { found } => {
                write!(f, "ring_size_elements {found}, must be a power of two")
            }
            Self::RingSize { ring_size_bytes, ring_size_elements } => write!(
                f,
                "ring_size_bytes {ring_size_bytes}, must be 8 times ring_size_elements {ring_size_elements}"
            ),
            Self::Alignment { area, offset } => {
                write!(f, "{area} at offset {offset}, must be a multiple of 8")
            }
            Self::Overflow { area, offset } => {
                write!(f, "{area} at offset {offset} would end above 2^64 - 1")
            }
            Self::Overlap { first, first_end, second, second_offset } => write!(
                f,
                "{second} at offset {second_offset}, inside the {first} which end at {first_end}"
            ),
            Self::RingHeadersOutside { end, file_bytes } => {
                write!(f, "ring headers end at {end}, the file has {file_bytes} bytes")
            }
        }
    }
}

impl Display for Area {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Error for Refusal {}

/// Why a ring cannot be read on from some item (clause fault.framing).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    pub(crate) ring: u32,
    pub(crate) position: u64,
    pub(crate) offset_bytes: u64,
    pub(crate) cause: Cause,
}

/// What is wrong with an item's framing, or with a ring's window. Lengths are in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// Tail is below head, or the two are further apart than the ring is long
    /// (clause ring.window).
    Window {
        /// Head, a position.
        head: u64,
        /// Tail, a position.
        tail: u64,
        /// Size of the ring in words.
        ring_words: u64,
    },
    /// An item of length 0 (clause item.length.zero).
    LengthZero,
    /// An item of length 1 that is not padding (clause item.length.one).
    LengthOne {
        /// The item header.
        header: u64,
    },
    /// An item that crosses the end of the ring (clause item.within-ring).
    CrossesRingEnd {
        /// Its length.
        length_words: u64,
        /// Words from it to the end of the ring.
        left_words: u64,
    },
    /// An item that ends after tail (clause item.within-window).
    PassesTail {
        /// Its length.
        length_words: u64,
        /// Words from it to tail.
        left_words: u64,
    },
    /// The file ends in or before this item (clause file.truncated).
    Truncated {
        /// Whole words from it to the end of the file.
        left_words: u64,
    },
}

impl Fault {
    /// Which ring ends here.
    #[must_use]
    pub const fn ring(&self) -> u32 {
        self.ring
    }

    /// Position of the item at fault; of a bad window, its head.
    #[must_use]
    pub const fn position(&self) -> u64 {
        self.position
    }

    /// Where that item is in the file, in bytes; of a bad window, where the ring header is.
    #[must_use]
    pub const fn offset_bytes(&self) -> u64 {
        self.offset_bytes
    }

    /// What is wrong.
    #[must_use]
    pub const fn cause(&self) -> Cause {
        self.cause
    }

    /// The clause of SPEC.md that the file does not meet.
    #[must_use]
    pub const fn clause(&self) -> &'static str {
        match self.cause {
            Cause::Window { .. } => "ring.window",
            Cause::LengthZero => "item.length.zero",
            Cause::LengthOne { .. } => "item.length.one",
            Cause::CrossesRingEnd { .. } => "item.within-ring",
            Cause::PassesTail { .. } => "item.within-window",
            Cause::Truncated { .. } => "file.truncated",
        }
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.cause {
            Cause::Window { head, tail, .. } if tail < head => {
                write!(f, "tail {tail} is below head {head}")
            }
            Cause::Window { head, tail, ring_words } => write!(
                f,
                "head {head} and tail {tail} are further apart than the ring's {ring_words} words"
            ),
            Cause::LengthZero => write!(f, "item of length 0"),
            Cause::LengthOne { header } => write!(
                f,
                "item of length 1 with header {header:#018x}, only padding can be that short"
            ),
            Cause::CrossesRingEnd { length_words, left_words } => write!(
                f,
                "item of {length_words} words, only {left_words} are left to the end of the ring"
            ),
            Cause::PassesTail { length_words, left_words } => {
                write!(f, "item of {length_words} words, only {left_words} are left to tail")
            }
            Cause::Truncated { left_words } => {
                write!(f, "the file ends {left_words} words after the start of this item")
            }
        }
    }
}

impl Error for Fault {}

#[cfg(test)]
mod tests {
    use core::fmt::Write;

    use super::*;

    #[test]
    fn a_fault_is_told_in_words() {
        const AT: Fault =
            Fault { ring: 3, position: 40, offset_bytes: 8, cause: Cause::LengthZero };
        assert_eq!((AT.ring(), AT.position(), AT.offset_bytes()), (3, 40, 8));
        let window = |head, tail| Cause::Window { head, tail, ring_words: 64 };
        let (length_words, left_words) = (5, 2);
        for (cause, words) in [
            (window(9, 8), "tail 8 is below head 9"),
            (window(0, 65), "head 0 and tail 65 are further apart than the ring's 64 words"),
            (Cause::LengthZero, "item of length 0"),
            (
                Cause::LengthOne { header: 1 << 54 | 255 },
                "item of length 1 with header 0x00400000000000ff, only padding can be that short",
            ),
            (
                Cause::CrossesRingEnd { length_words, left_words },
                "item of 5 words, only 2 are left to the end of the ring",
            ),
            (
                Cause::PassesTail { length_words, left_words },
                "item of 5 words, only 2 are left to tail",
            ),
            (Cause::Truncated { left_words }, "the file ends 2 words after the start of this item"),
        ] {
            let mut text = heapless::String::<96>::new();
            write!(text, "{}", Fault { cause, ..AT }).unwrap();
            assert_eq!(text, words);
        }
    }
}
