//! What a file is to hold, in words of `SPEC.md`: right, or wrong on purpose.

use super::{Category, HeaderWord};

/// A file to be written. Whatever it does not name is zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Description {
    /// The words of the file header; none for a file without one.
    pub header: Option<[u64; 8]>,
    /// Where ring headers, rings and names are put, whatever the file header says.
    pub layout: Layout,
    /// The rings that are not all zero.
    pub rings: Vec<RingDescription>,
    /// Event index and bytes of entries of the name table, which may be longer than a name.
    pub names: Vec<(u16, Vec<u8>)>,
    /// What is put over the rest at last, by its offset in the file in bytes.
    pub patches: Vec<(u64, Piece)>,
    /// The size in bytes, if it is not that of the layout.
    pub len_bytes: Option<u64>,
}

/// Where the parts of a file are. All numbers are in bytes unless they say words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of SPEC.md")]
pub struct Layout {
    pub max_domains: u64,
    pub ring_header_size_bytes: u64,
    pub ring_words: u64,
    pub headers_offset: u64,
    pub data_offset: u64,
    /// 0 for a file without name table.
    pub names_offset: u64,
}

/// A ring to be written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RingDescription {
    /// Its index.
    pub index: u32,
    /// Position of the oldest item.
    pub head: u64,
    /// Position after the newest item.
    pub tail: u64,
    /// Bytes put into the ring header at an offset within it.
    pub reserved: Vec<(u64, Piece)>,
    /// What stands at which position. Each word goes to its own slot, so that an item may cross the ring's end.
    pub contents: Vec<(u64, Piece)>,
}

/// Words or bytes, and what they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// For people.
    pub label: String,
    /// The bytes to come.
    pub content: Content,
}

/// What is swapped in a big-endian file, and what is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A word, in the order of the file.
    Word(u64),
    /// Bytes as they are.
    Bytes(Vec<u8>),
}

impl Layout {
    /// What `SPEC.md` asks a producer for; the sums are cut to 64 bits.
    pub fn regular(max_domains: u64, ring_words: u64, with_names: bool) -> Self {
        let data_offset = 64_u64.wrapping_add(max_domains.wrapping_mul(80));
        let ring_bytes = ring_words.wrapping_mul(8);
        let rings_end = data_offset.wrapping_add(max_domains.wrapping_mul(ring_bytes));
        Self {
            max_domains,
            ring_header_size_bytes: 80,
            ring_words,
            headers_offset: 64,
            data_offset,
            names_offset: if with_names { rings_end } else { 0 },
        }
    }

    /// The file header that says so.
    pub fn header(&self) -> [u64; 8] {
        HeaderWord::ALL.map(|word| match word {
            HeaderWord::Version => 1,
            HeaderWord::MaxDomains => self.max_domains,
            HeaderWord::RingHeaderSizeBytes => self.ring_header_size_bytes,
            HeaderWord::RingSizeBytes => self.ring_words.wrapping_mul(8),
            HeaderWord::RingSizeElements => self.ring_words,
            HeaderWord::HeadersOffset => self.headers_offset,
            HeaderWord::DataOffset => self.data_offset,
            HeaderWord::NamesOffset => self.names_offset,
        })
    }

    /// Where the last part ends.
    pub fn end(&self) -> u64 {
        let area = |start: u64, count: u64, bytes: u64| {
            u128::from(start) + u128::from(count) * u128::from(bytes)
        };
        let ring_bytes = self.ring_words.saturating_mul(8);
        let headers = area(self.headers_offset, self.max_domains, self.ring_header_size_bytes);
        let rings = area(self.data_offset, self.max_domains, ring_bytes);
        let names = if self.names_offset == 0 { 0 } else { area(self.names_offset, 8192, 128) };
        u64::try_from(headers.max(rings).max(names)).unwrap_or(u64::MAX)
    }
}

/// The fields of an item header, each cut to its bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of SPEC.md")]
pub struct HeaderFields {
    pub length_words: u64,
    pub category: Category,
    pub item_type: u64,
    pub id: u64,
    pub reserved: u64,
}

impl HeaderFields {
    /// The item header.
    pub fn bits(&self) -> u64 {
        let category = match self.category {
            Category::Runtime => 0,
            Category::User => 1,
        };
        (self.length_words & 0x3ff) << 54
            | category << 53
            | (self.item_type & 0xf) << 49
            | (self.id & 0x1fff) << 36
            | self.reserved & 0xf_ffff_ffff
    }
}

/// The payload of a custom event with this data: the data, filler, and the count byte
/// (clauses custom.words and custom.count).
pub fn custom_payload(data: &[u8], filler: u8) -> Vec<u8> {
    let words = data.len() / 8 + 1;
    let count = 8 * words - 1 - data.len();
    let mut payload = data.to_vec();
    payload.resize(8 * words - 1, filler);
    // 0 to 7 by the two lines above.
    payload.push(count as u8);
    payload
}
