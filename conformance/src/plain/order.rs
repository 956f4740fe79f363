//! Words from bytes, and back.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The order of the bytes in every word of a file (clause file.byte-order).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ByteOrder {
    /// The least significant byte first.
    Little,
    /// The most significant byte first.
    Big,
}

impl ByteOrder {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Little, Self::Big];

    /// `little` or `big`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Little => "little",
            Self::Big => "big",
        }
    }

    /// The word that these bytes are.
    pub fn word(self, bytes: [u8; 8]) -> u64 {
        match self {
            Self::Little => u64::from_le_bytes(bytes),
            Self::Big => u64::from_be_bytes(bytes),
        }
    }

    /// The bytes that this word is.
    pub fn bytes(self, word: u64) -> [u8; 8] {
        match self {
            Self::Little => word.to_le_bytes(),
            Self::Big => word.to_be_bytes(),
        }
    }

    /// The word at an offset of a file, if it lies wholly inside.
    pub fn word_at(self, file: &[u8], offset_bytes: u64) -> Option<u64> {
        let from = usize::try_from(offset_bytes).ok()?;
        let bytes = file.get(from..from.checked_add(8)?)?;
        Some(self.word(bytes.try_into().ok()?))
    }
}

impl fmt::Display for ByteOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
