//! The file header: eight words, and what they have to be.

use super::reached::reach;
use super::{Area, ByteOrder, HeaderFault};

/// Bytes of the file header.
pub const FILE_HEADER_BYTES: u64 = 64;

const NAME_TABLE_BYTES: u64 = 8192 * 128;
const MOST_DOMAINS: u64 = 4096;
const LEAST_RING_HEADER_BYTES: u64 = 16;

/// A word of the file header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are those of SPEC.md")]
pub enum HeaderWord {
    Version,
    MaxDomains,
    RingHeaderSizeBytes,
    RingSizeBytes,
    RingSizeElements,
    HeadersOffset,
    DataOffset,
    NamesOffset,
}

impl HeaderWord {
    /// In the order of the file.
    pub const ALL: [Self; 8] = [
        Self::Version,
        Self::MaxDomains,
        Self::RingHeaderSizeBytes,
        Self::RingSizeBytes,
        Self::RingSizeElements,
        Self::HeadersOffset,
        Self::DataOffset,
        Self::NamesOffset,
    ];

    /// The name in `SPEC.md`, such as `max_domains`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Version => "version",
            Self::MaxDomains => "max_domains",
            Self::RingHeaderSizeBytes => "ring_header_size_bytes",
            Self::RingSizeBytes => "ring_size_bytes",
            Self::RingSizeElements => "ring_size_elements",
            Self::HeadersOffset => "headers_offset",
            Self::DataOffset => "data_offset",
            Self::NamesOffset => "names_offset",
        }
    }

    /// Where the word stands in the file.
    pub fn offset_bytes(self) -> u64 {
        8 * self as u64
    }
}

/// The words of a file header, as they stand there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileHeader {
    /// The order in which word 0 is 1.
    pub order: ByteOrder,
    /// The words, in the order of the file.
    pub words: [u64; 8],
}

impl FileHeader {
    /// One of the words.
    pub fn word(&self, word: HeaderWord) -> u64 {
        self.words[word as usize]
    }

    /// The file header itself.
    pub fn own_area(&self) -> Area {
        Area::new("file header", 0, 1, FILE_HEADER_BYTES)
    }

    /// The ring headers.
    pub fn ring_headers_area(&self) -> Area {
        let start = self.word(HeaderWord::HeadersOffset);
        let bytes = self.word(HeaderWord::RingHeaderSizeBytes);
        Area::new("ring headers", start, self.word(HeaderWord::MaxDomains), bytes)
    }

    /// The rings.
    pub fn rings_area(&self) -> Area {
        let start = self.word(HeaderWord::DataOffset);
        let bytes = self.word(HeaderWord::RingSizeBytes);
        Area::new("rings", start, self.word(HeaderWord::MaxDomains), bytes)
    }

    /// The name table, if a file of this size has one (clause names.none).
    pub fn names_area(&self, file_bytes: u64) -> Option<Area> {
        let start = self.word(HeaderWord::NamesOffset);
        let rings_end = self.rings_area().end;
        let nothing_after = u128::from(file_bytes) <= rings_end;
        if start == 0 || (u128::from(start) == rings_end && nothing_after) {
            return None;
        }
        Some(Area::new("name table", start, 1, NAME_TABLE_BYTES))
    }

    /// The areas of a file of this size, in the order of `SPEC.md`.
    pub fn areas(&self, file_bytes: u64) -> Vec<Area> {
        let mut areas = vec![self.own_area(), self.ring_headers_area(), self.rings_area()];
        areas.extend(self.names_area(file_bytes));
        areas
    }

    /// Every clause for which a consumer refuses a file of this size, in the order of `SPEC.md`.
    pub fn faults(&self, file_bytes: u64) -> Vec<HeaderFault> {
        let mut faults = Vec::new();
        let mut add = |clause, word: HeaderWord, message| {
            reach(&[clause]);
            faults.push(HeaderFault { clause, offset_bytes: word.offset_bytes(), message });
        };

        let version = self.word(HeaderWord::Version);
        if version != 1 {
            let message = format!("version {version}, allowed is 1");
            add("header.version", HeaderWord::Version, message);
        }
        let max_domains = self.word(HeaderWord::MaxDomains);
        if !(1..=MOST_DOMAINS).contains(&max_domains) {
            let message = format!("max_domains {max_domains}, allowed is 1 to {MOST_DOMAINS}");
            add("header.max-domains", HeaderWord::MaxDomains, message);
        }
        let ring_header_bytes = self.word(HeaderWord::RingHeaderSizeBytes);
        if ring_header_bytes < LEAST_RING_HEADER_BYTES || !ring_header_bytes.is_multiple_of(8) {
            let message = format!(
                "ring_header_size_bytes {ring_header_bytes}, allowed are multiples of 8 from {LEAST_RING_HEADER_BYTES}"
            );
            add("header.ring-header-size", HeaderWord::RingHeaderSizeBytes, message);
        }
        let elements = self.word(HeaderWord::RingSizeElements);
        if elements.count_ones() != 1 {
            let message = format!("ring_size_elements {elements}, allowed are powers of two");
            add("header.ring-elements", HeaderWord::RingSizeElements, message);
        }
        let ring_bytes = self.word(HeaderWord::RingSizeBytes);
        let wanted = 8 * u128::from(elements);
        if u128::from(ring_bytes) != wanted {
            let message = format!("ring_size_bytes {ring_bytes}, allowed is {wanted}");
            add("header.ring-size", HeaderWord::RingSizeBytes, message);
        }
        for word in [HeaderWord::HeadersOffset, HeaderWord::DataOffset, HeaderWord::NamesOffset] {
            let offset = self.word(word);
            if !offset.is_multiple_of(8) {
                let message = format!("{} {offset}, allowed are multiples of 8", word.name());
                add("header.alignment", word, message);
            }
        }

        let areas = self.areas(file_bytes);
        for area in &areas {
            if area.end > u128::from(u64::MAX) {
                let message = format!(
                    "{} from {} to {}, allowed is up to 2^64 - 1",
                    area.what, area.start, area.end
                );
                add("header.no-overflow", starts_at(area), message);
            }
        }
        for (count, second) in areas.iter().enumerate() {
            for first in areas.iter().take(count).filter(|first| first.overlaps(second)) {
                let message = format!(
                    "{} from {} to {} and {} from {} to {} overlap",
                    first.what, first.start, first.end, second.what, second.start, second.end
                );
                add("header.no-overlap", starts_at(second), message);
            }
        }
        let headers_end = self.ring_headers_area().end;
        if headers_end > u128::from(file_bytes) {
            let message = format!("ring headers end at {headers_end}, the file at {file_bytes}");
            add("header.ring-headers-in-file", HeaderWord::HeadersOffset, message);
        }
        faults
    }
}

/// The word that says where an area starts.
fn starts_at(area: &Area) -> HeaderWord {
    match area.what {
        "ring headers" => HeaderWord::HeadersOffset,
        "rings" => HeaderWord::DataOffset,
        "name table" => HeaderWord::NamesOffset,
        _ => HeaderWord::Version,
    }
}
