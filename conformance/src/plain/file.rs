//! A file, once its file header has been judged.

use super::reached::reach;
use super::{
    Area, ByteOrder, FILE_HEADER_BYTES, FileHeader, HeaderFault, HeaderWord, NameTable, Ring,
};

/// Why a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotOpen {
    /// The producer has not finished the file header (clause file.not-ready).
    NotReady {
        /// What shows it.
        message: &'static str,
    },
    /// The file header breaks clauses.
    Refused {
        /// The file header, where the file has one with a version that shows the byte order.
        header: Option<FileHeader>,
        /// What is wrong: at least one fault, in the order of `SPEC.md`.
        faults: Vec<HeaderFault>,
    },
}

/// Judges the file header of a file.
///
/// # Errors
///
/// The file is not ready, or to be refused.
pub fn open(bytes: &[u8]) -> Result<File<'_>, NotOpen> {
    let file_bytes = bytes.len() as u64;
    if bytes.is_empty() {
        return Err(not_ready("the file is empty"));
    }
    let Some(first) = bytes.get(..FILE_HEADER_BYTES as usize) else {
        let message = format!("{file_bytes} bytes, a file header has {FILE_HEADER_BYTES}");
        return Err(refused(
            None,
            HeaderFault { clause: "header.complete", offset_bytes: 0, message },
        ));
    };
    if first.iter().all(|byte| *byte == 0) {
        return Err(not_ready("the file header is all zero"));
    }
    let read = |order: ByteOrder| FileHeader {
        order,
        words: HeaderWord::ALL.map(|word| order.word_at(bytes, word.offset_bytes()).unwrap_or(0)),
    };
    let Some(header) = ByteOrder::ALL.map(read).into_iter().find(|header| header.words[0] == 1)
    else {
        let [little, big] = ByteOrder::ALL.map(|order| read(order).words[0]);
        let message =
            format!("version {little} in little-endian, {big} in big-endian; allowed is 1");
        return Err(refused(
            None,
            HeaderFault { clause: "header.version", offset_bytes: 0, message },
        ));
    };
    if header.word(HeaderWord::DataOffset) == 0 {
        return Err(not_ready("data_offset is 0"));
    }
    let faults = header.faults(file_bytes);
    if !faults.is_empty() {
        reach(&["fault.refuse"]);
        return Err(NotOpen::Refused { header: Some(header), faults });
    }
    if header.order == ByteOrder::Big {
        reach(&["file.byte-order"]);
    }
    Ok(File { bytes, header })
}

fn not_ready(message: &'static str) -> NotOpen {
    reach(&["file.not-ready"]);
    NotOpen::NotReady { message }
}

fn refused(header: Option<FileHeader>, fault: HeaderFault) -> NotOpen {
    reach(&["fault.refuse", fault.clause]);
    NotOpen::Refused { header, faults: vec![fault] }
}

/// A file whose header breaks no clause that a consumer refuses.
#[derive(Clone, Copy, Debug)]
pub struct File<'a> {
    bytes: &'a [u8],
    header: FileHeader,
}

impl<'a> File<'a> {
    /// All bytes of the file.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The size of the file in bytes.
    pub fn len_bytes(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// The file header.
    pub fn header(&self) -> &FileHeader {
        &self.header
    }

    /// The order of all words.
    pub fn order(&self) -> ByteOrder {
        self.header.order
    }

    /// How many rings there are.
    pub fn max_domains(&self) -> u32 {
        // At most 4096, or the file were not open.
        u32::try_from(self.header.word(HeaderWord::MaxDomains)).unwrap_or(0)
    }

    /// Words of each ring.
    pub fn ring_words(&self) -> u64 {
        self.header.word(HeaderWord::RingSizeElements)
    }

    /// File header, ring headers, rings, and the name table if there is one.
    pub fn areas(&self) -> Vec<Area> {
        self.header.areas(self.len_bytes())
    }

    /// The word at an offset, if it lies wholly inside the file.
    pub fn word_at(&self, offset_bytes: u64) -> Option<u64> {
        self.order().word_at(self.bytes, offset_bytes)
    }

    /// The bytes from an offset on, if they lie wholly inside the file.
    pub fn bytes_at(&self, offset_bytes: u64, len_bytes: u64) -> Option<&'a [u8]> {
        let from = usize::try_from(offset_bytes).ok()?;
        let to = usize::try_from(offset_bytes.checked_add(len_bytes)?).ok()?;
        self.bytes.get(from..to)
    }

    /// A ring, if there is one of this index.
    pub fn ring(&self, index: u32) -> Option<Ring<'a>> {
        (index < self.max_domains()).then(|| Ring::new(*self, index))
    }

    /// All rings.
    pub fn rings(&self) -> impl Iterator<Item = Ring<'a>> + use<'a> {
        let file = *self;
        (0..self.max_domains()).map(move |index| Ring::new(file, index))
    }

    /// The name table; none where the file is one without names (clause names.none).
    pub fn name_table(&self) -> Option<NameTable<'a>> {
        let area = self.header.names_area(self.len_bytes())?;
        Some(NameTable::new(*self, u64::try_from(area.start).ok()?))
    }
}
