//! The name table: what user events are called.
//!
//! Names are bytes; no encoding is promised (clause names.bytes). An empty name and an unused
//! entry look the same. Nothing here panics or allocates.

use core::fmt::{self, Display, Formatter, Write};

use zerocopy::FromBytes;

use crate::layout::NameEntry;
use crate::registry::NAME_ENTRIES;

/// The reserved name of an int event that tells how many words were lost in its ring just before it, in a file that was
/// put together from another (clause names.reserved).
pub const LOST_NAME: &[u8] = b"eventring.lost";

/// The name table of a snapshot, as far as the file holds it.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    entries: &'a [NameEntry],
}

impl<'a> Names<'a> {
    /// The whole entries among `bytes`, which begin with the table.
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        let entries = <[NameEntry]>::ref_from_prefix(bytes).map_or(&[][..], |(entries, _)| entries);
        Self { entries: entries.get(..NAME_ENTRIES).unwrap_or(entries) }
    }

    /// The name of the user event `index`; `None` where the file has no such entry
    /// (clauses names.none, file.truncated).
    #[must_use]
    pub fn name(&self, index: u16) -> Option<Name<'a>> {
        self.entries.get(usize::from(index)).map(NameEntry::name)
    }

    /// The names that are not empty, with their event indices.
    pub fn iter(&self) -> impl Iterator<Item = (u16, Name<'a>)> + use<'a> {
        (0..).zip(self.entries.iter().map(NameEntry::name)).filter(|(_, name)| !name.is_empty())
    }

    /// Whether the file holds the whole table.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        self.entries.len() == NAME_ENTRIES
    }

    /// Whether the file holds no entry at all.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

impl fmt::Debug for Names<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl NameEntry {
    /// Bytes 0 to 126 up to the first NUL (clause names.entry).
    #[must_use]
    pub fn name(&self) -> Name<'_> {
        Name(self.name.split(|&byte| byte == 0).next().unwrap_or_default())
    }
}

/// A name: 0 to 127 bytes without NUL.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name<'a>(&'a [u8]);

impl<'a> Name<'a> {
    /// The bytes as they are.
    #[must_use]
    pub const fn as_bytes(&self) -> &'a [u8] {
        self.0
    }

    /// The name as text, where it is UTF-8.
    #[must_use]
    pub fn as_str(&self) -> Option<&'a str> {
        str::from_utf8(self.0).ok()
    }

    /// Whether it has no byte: unused, or registered under the empty name.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// What is not UTF-8 is shown as U+FFFD.
impl Display for Name<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for chunk in self.0.utf8_chunks() {
            f.write_str(chunk.valid())?;
            if !chunk.invalid().is_empty() {
                f.write_char(char::REPLACEMENT_CHARACTER)?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Name<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.escape_ascii())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_every_length() {
        for len in 0..=128 {
            let mut entry = [0; 128];
            entry[..len].fill(b'x');
            let names = Names::new(&entry);
            assert_eq!(names.name(0).unwrap().as_bytes().len(), len.min(127));
            assert_eq!(names.name(1), None);
        }
    }

    #[test]
    fn a_table_is_shown_by_index() {
        let mut table = [0; 256];
        table[0] = b'a';
        table[128] = b'b';
        let names = Names::new(&table);
        assert!(!names.is_empty() && !names.is_whole());
        let mut text = heapless::String::<32>::new();
        fmt::write(&mut text, format_args!("{names:?}")).unwrap();
        assert_eq!(text, "{0: \"a\", 1: \"b\"}");
    }

    #[test]
    fn the_first_nul_ends_a_name() {
        let mut entry =
            *b"old name that was longer and is left over".as_slice().first_chunk::<8>().unwrap();
        entry[3] = 0;
        let mut table = [0xff; 128];
        table[..8].copy_from_slice(&entry);
        assert_eq!(Names::new(&table).name(0).unwrap().as_str(), Some("old"));
    }

    #[test]
    fn a_partial_entry_and_what_follows_the_table_are_not_names() {
        let table = [b'a'; 128 * 2 - 1];
        let names = Names::new(&table);
        assert!(names.name(0).is_some() && names.name(1).is_none());
        assert!(Names::new(&table[..127]).is_empty());

        static TABLE: [u8; 128 * 8193] = [b'b'; 128 * 8193];
        let names = Names::new(&TABLE);
        assert!(names.name(8191).is_some() && names.name(8192).is_none());
        assert!(names.name(u16::MAX).is_none());
        assert_eq!(names.iter().count(), 8192);
    }

    #[test]
    fn a_name_that_is_no_text_is_shown() {
        let mut entry = [0; 128];
        entry[..6].copy_from_slice(b"a\xff\n\"\xc3\xa9");
        let name = Names::new(&entry).name(0).unwrap();
        let mut text = heapless::String::<32>::new();
        fmt::write(&mut text, format_args!("{name} {name:?}")).unwrap();
        assert_eq!(text, "a\u{fffd}\n\"\u{e9} \"a\\xff\\n\\\"\\xc3\\xa9\"");
    }
}
