//! Sizes and offsets of a file, checked against each other and against the file's size.
//!
//! Every word of a file header is hostile until it has passed here. A [`Geometry`] promises: the
//! ring size is a power of two; no area's end overflows 64 bits; no two areas share a byte; all
//! ring headers lie in the file. The rings and the name table may reach past the end of the file.
//! Nothing here panics or loops.

use zerocopy::byteorder::{BigEndian, LittleEndian};
use zerocopy::{FromBytes, IntoBytes};

use crate::error::{Area, Malformed, NotReady, Refusal};
use crate::layout::{FileHeader, NAME_TABLE_BYTES};
use crate::registry::{FILE_HEADER_BYTES, LEAST_RING_HEADER_BYTES, MAX_DOMAINS, VERSION};
use crate::words::{ByteOrder, Order};

const WORD_BYTES: u64 = 8;

/// The checked geometry of a file. Offsets and sizes are in bytes unless a name says words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    max_domains: u32,
    ring_header_bytes: u64,
    ring_words: u64,
    headers_offset: u64,
    data_offset: u64,
    names_offset_word: u64,
    has_names: bool,
}

impl Geometry {
    /// Judges a file header.
    ///
    /// # Errors
    ///
    /// [`Refusal`], with the clause and the words at fault.
    pub(crate) fn new<O: Order>(header: &FileHeader<O>, file_bytes: u64) -> Result<Self, Refusal> {
        if header.data_offset.get() == 0 {
            return Err(Refusal::NotReady(NotReady::NoDataOffset));
        }
        Self::check(header, file_bytes).map_err(Refusal::Malformed)
    }

    fn check<O: Order>(header: &FileHeader<O>, file_bytes: u64) -> Result<Self, Malformed> {
        let max_domains = u32::try_from(header.max_domains.get())
            .ok()
            .filter(|count| (1..=MAX_DOMAINS).contains(count))
            .ok_or(Malformed::MaxDomains { found: header.max_domains.get() })?;
        let ring_header_bytes = header.ring_header_size_bytes.get();
        if ring_header_bytes < LEAST_RING_HEADER_BYTES as u64 || !is_whole_words(ring_header_bytes)
        {
            return Err(Malformed::RingHeaderSize { found: ring_header_bytes });
        }
        let ring_words = header.ring_size_elements.get();
        if !ring_words.is_power_of_two() {
            return Err(Malformed::RingElements { found: ring_words });
        }
        let ring_size_bytes = header.ring_size_bytes.get();
        if ring_words.checked_mul(WORD_BYTES) != Some(ring_size_bytes) {
            return Err(Malformed::RingSize { ring_size_bytes, ring_size_elements: ring_words });
        }

        let count = u64::from(max_domains);
        let headers_offset = header.headers_offset.get();
        let data_offset = header.data_offset.get();
        let names_offset_word = header.names_offset.get();
        let headers = Extent::new(Area::RingHeaders, headers_offset, count, ring_header_bytes)?;
        let rings = Extent::new(Area::Rings, data_offset, count, ring_size_bytes)?;
        // A table that would begin where the file ends is a word left over from an older file
        // (clause names.none).
        let left_over = names_offset_word == rings.end && file_bytes <= rings.end;
        let has_names = names_offset_word != 0 && !left_over;
        let names = if has_names {
            Some(Extent::new(Area::NameTable, names_offset_word, 1, NAME_TABLE_BYTES)?)
        } else {
            None
        };

        let file_header = Extent::FILE_HEADER;
        file_header.apart_from(&headers)?;
        file_header.apart_from(&rings)?;
        headers.apart_from(&rings)?;
        if let Some(names) = names {
            file_header.apart_from(&names)?;
            headers.apart_from(&names)?;
            rings.apart_from(&names)?;
        }
        if headers.end > file_bytes {
            return Err(Malformed::RingHeadersOutside { end: headers.end, file_bytes });
        }
        Ok(Self {
            max_domains,
            ring_header_bytes,
            ring_words,
            headers_offset,
            data_offset,
            names_offset_word,
            has_names,
        })
    }

    /// How many rings there are: 1 to 4096.
    #[must_use]
    pub const fn max_domains(&self) -> u32 {
        self.max_domains
    }

    /// Bytes from one ring header to the next: at least 16, a multiple of 8.
    #[must_use]
    pub const fn ring_header_bytes(&self) -> u64 {
        self.ring_header_bytes
    }

    /// Words of one ring's data: a power of two.
    #[must_use]
    pub const fn ring_words(&self) -> u64 {
        self.ring_words
    }

    /// Bytes of one ring's data.
    #[must_use]
    pub const fn ring_bytes(&self) -> u64 {
        self.ring_words.wrapping_mul(WORD_BYTES) // Checked when made.
    }

    /// Where the first ring header is.
    #[must_use]
    pub const fn headers_offset(&self) -> u64 {
        self.headers_offset
    }

    /// Where the first ring's data is.
    #[must_use]
    pub const fn data_offset(&self) -> u64 {
        self.data_offset
    }

    /// Where the last ring's data ends.
    #[must_use]
    pub const fn rings_end(&self) -> u64 {
        self.ring_offset(self.max_domains)
    }

    /// Where the name table is, if there is one (clause names.none).
    #[must_use]
    pub const fn names_offset(&self) -> Option<u64> {
        if self.has_names { Some(self.names_offset_word) } else { None }
    }

    /// Word 7 of the file header as it stands there, which may mean nothing
    /// (clause names.none).
    #[must_use]
    pub const fn names_offset_word(&self) -> u64 {
        self.names_offset_word
    }

    /// How many bytes a file of this geometry has (clause file.size).
    #[must_use]
    pub const fn file_bytes(&self) -> u64 {
        match self.names_offset() {
            Some(offset) => offset.wrapping_add(NAME_TABLE_BYTES), // Checked when made.
            None => self.rings_end(),
        }
    }

    /// Where the header of ring `index` is; meaningful below [`max_domains`](Self::max_domains).
    pub(crate) const fn ring_header_offset(&self, index: u32) -> u64 {
        // Up to the count of rings this was checked when made; above, nobody asks.
        self.headers_offset.wrapping_add(self.ring_header_bytes.wrapping_mul(index as u64))
    }

    /// Where the data of ring `index` begins; meaningful up to `max_domains`.
    pub(crate) const fn ring_offset(&self, index: u32) -> u64 {
        self.data_offset.wrapping_add(self.ring_bytes().wrapping_mul(index as u64))
    }

    /// The words of a file that are ring headers, by index from the start of the file.
    #[cfg(target_has_atomic = "64")]
    pub(crate) fn ring_headers_words(&self) -> core::ops::Range<usize> {
        // What is beyond the address space is beyond any memory, too.
        let word = |offset: u64| usize::try_from(offset / WORD_BYTES).unwrap_or(usize::MAX);
        word(self.headers_offset)..word(self.ring_header_offset(self.max_domains))
    }

    /// The slot of a position: an index into a ring's words (clause ring.slot).
    pub(crate) const fn slot(&self, position: u64) -> u64 {
        position & self.ring_words.wrapping_sub(1) // A power of two, so this is the remainder.
    }
}

/// Judges the file header that `bytes` begin with, of a file of `file_bytes` bytes.
pub(crate) fn judge(bytes: &[u8], file_bytes: u64) -> Result<(ByteOrder, Geometry), Refusal> {
    let Ok((little, _)) = FileHeader::<LittleEndian>::ref_from_prefix(bytes) else {
        return Err(if file_bytes == 0 {
            Refusal::NotReady(NotReady::Empty)
        } else {
            Refusal::Malformed(Malformed::Short { file_bytes })
        });
    };
    let big = FileHeader::<BigEndian>::ref_from_prefix(bytes).ok().map(|(header, _)| header);
    if version_is_right(little) {
        Ok((ByteOrder::Little, Geometry::new(little, file_bytes)?))
    } else if let Some(big) = big.filter(|header| version_is_right(header)) {
        Ok((ByteOrder::Big, Geometry::new(big, file_bytes)?))
    } else if little.as_bytes().iter().all(|&byte| byte == 0) {
        Err(Refusal::NotReady(NotReady::ZeroHeader))
    } else {
        Err(Refusal::Malformed(Malformed::Version { little: little.version.get() }))
    }
}

/// The byte order that the version word shows, if it shows any (clause file.byte-order).
fn version_is_right<O: Order>(header: &FileHeader<O>) -> bool {
    header.version.get() == VERSION
}

fn is_whole_words(bytes: u64) -> bool {
    bytes.is_multiple_of(WORD_BYTES)
}

/// Where an area begins and ends, in bytes.
struct Extent {
    area: Area,
    offset: u64,
    end: u64,
}

impl Extent {
    const FILE_HEADER: Self =
        Self { area: Area::FileHeader, offset: 0, end: FILE_HEADER_BYTES as u64 };

    fn new(area: Area, offset: u64, count: u64, bytes: u64) -> Result<Self, Malformed> {
        if !is_whole_words(offset) {
            return Err(Malformed::Alignment { area, offset });
        }
        let end = count.checked_mul(bytes).and_then(|size| offset.checked_add(size));
        let end = end.ok_or(Malformed::Overflow { area, offset })?;
        Ok(Self { area, offset, end })
    }

    fn apart_from(&self, other: &Self) -> Result<(), Malformed> {
        let (first, second) =
            if self.offset <= other.offset { (self, other) } else { (other, self) };
        if first.end <= second.offset {
            return Ok(());
        }
        Err(Malformed::Overlap {
            first: first.area,
            first_end: first.end,
            second: second.area,
            second_offset: second.offset,
        })
    }
}

#[cfg(test)]
mod tests;
