//! The name table.

use super::File;

/// Entries of the name table.
pub const NAME_COUNT: u16 = 8192;

/// Bytes of an entry.
pub const NAME_BYTES: u64 = 128;

/// The name table of a file; parts of it may lie outside the file.
#[derive(Clone, Copy, Debug)]
pub struct NameTable<'a> {
    file: File<'a>,
    offset_bytes: u64,
}

/// An entry that lies wholly inside the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NameEntry<'a> {
    /// The event index that it names.
    pub index: u16,
    /// Where it stands in the file, in bytes.
    pub offset_bytes: u64,
    /// All its 128 bytes.
    pub bytes: &'a [u8],
}

impl<'a> NameTable<'a> {
    pub(super) fn new(file: File<'a>, offset_bytes: u64) -> Self {
        Self { file, offset_bytes }
    }

    /// Where it starts in the file, in bytes.
    pub fn offset_bytes(&self) -> u64 {
        self.offset_bytes
    }

    /// The entry of an event index; none above 8191 and where it does not lie wholly inside the file.
    pub fn entry(&self, index: u16) -> Option<NameEntry<'a>> {
        if index >= NAME_COUNT {
            return None;
        }
        let offset_bytes = self.offset_bytes + NAME_BYTES * u64::from(index);
        let bytes = self.file.bytes_at(offset_bytes, NAME_BYTES)?;
        Some(NameEntry { index, offset_bytes, bytes })
    }

    /// All entries that lie wholly inside the file.
    pub fn entries(&self) -> impl Iterator<Item = NameEntry<'a>> + use<'a> {
        let table = *self;
        (0..NAME_COUNT).map_while(move |index| table.entry(index))
    }
}

impl<'a> NameEntry<'a> {
    /// The name: bytes 0 to 126 up to the first 0. It may be empty.
    pub fn name(&self) -> &'a [u8] {
        let name = self.bytes.get(..127).unwrap_or_default();
        name.split(|byte| *byte == 0).next().unwrap_or_default()
    }
}
