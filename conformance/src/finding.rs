//! What a check reports: which clause is broken, how much that counts, where, and the bytes that show it.
//!
//! Nothing here knows how a ring file is read.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::record::Hex;

/// How much a finding counts, the least first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// Worth knowing; a conforming producer may do so.
    Note,
    /// A SHOULD is not followed.
    Should,
    /// A MUST is broken: the file does not conform.
    Must,
}

impl Grade {
    /// Every grade, the least first.
    pub const ALL: [Self; 3] = [Self::Note, Self::Should, Self::Must];

    /// The word for it in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Should => "SHOULD",
            Self::Must => "MUST",
        }
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One place where a file does otherwise than a clause says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Finding {
    /// The clause of `SPEC.md`.
    pub clause: &'static str,
    /// How much it counts.
    pub grade: Grade,
    /// Where it is.
    #[serde(flatten)]
    pub place: Place,
    /// What is there.
    pub found: String,
    /// What the clause allows there.
    pub allowed: String,
    /// The bytes that show it, with those around them.
    pub excerpt: Excerpt,
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Place {
    /// The ring, where it is in one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ring: Option<u32>,
    /// The position of the item in that ring, or its head where the window is at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<u64>,
    /// The first byte in question, from the start of the file.
    #[serde(rename = "offset")]
    pub offset_bytes: u64,
    /// How many bytes are in question.
    #[serde(rename = "length")]
    pub len_bytes: u64,
}

impl Place {
    /// Bytes that belong to no ring.
    pub fn in_file(offset_bytes: u64, len_bytes: u64) -> Self {
        Self { ring: None, position: None, offset_bytes, len_bytes }
    }

    /// Bytes that belong to a ring as a whole: its ring header, or all its slots.
    pub fn in_ring(ring: u32, offset_bytes: u64, len_bytes: u64) -> Self {
        Self { ring: Some(ring), position: None, offset_bytes, len_bytes }
    }

    /// Bytes of the item at a position of a ring.
    pub fn at_position(ring: u32, position: u64, offset_bytes: u64, len_bytes: u64) -> Self {
        Self { ring: Some(ring), position: Some(position), offset_bytes, len_bytes }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(ring) = self.ring {
            write!(f, "ring {ring}, ")?;
        }
        if let Some(position) = self.position {
            write!(f, "position {position}, ")?;
        }
        write!(f, "byte {}", self.offset_bytes)
    }
}

/// Bytes of a file in rows of up to a word, each row with what it means.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Excerpt {
    /// The rows, in the order of the file; those left out between two leave a gap in the offsets.
    pub rows: Vec<Row>,
}

/// At most 8 bytes of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Row {
    /// Of the first byte, from the start of the file.
    #[serde(rename = "offset")]
    pub offset_bytes: u64,
    /// The bytes as they lie in the file, in lower-case hex.
    #[serde(serialize_with = "as_hex")]
    #[schemars(with = "String")]
    pub bytes: Vec<u8>,
    /// What the bytes are, such as `timestamp`.
    pub meaning: String,
}

fn as_hex<S: serde::Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&Hex(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_must_is_worst() {
        assert_eq!(Grade::ALL.into_iter().max(), Some(Grade::Must));
        assert!(Grade::Note < Grade::Should && Grade::Should < Grade::Must);
    }

    #[test]
    fn a_place_tells_no_more_than_it_knows() {
        assert_eq!(Place::in_file(64, 8).to_string(), "byte 64");
        assert_eq!(Place::in_ring(3, 304, 8).to_string(), "ring 3, byte 304");
        let item = Place::at_position(3, u64::MAX, 304, 8);
        assert_eq!(item.to_string(), "ring 3, position 18446744073709551615, byte 304");
        let json = serde_json::to_string(&Place::in_file(64, 8)).unwrap();
        assert_eq!(json, r#"{"offset":64,"length":8}"#);
    }

    #[test]
    fn rows_are_hex_in_json() {
        let row = Row { offset_bytes: 8, bytes: vec![0, 0xab], meaning: "x".to_owned() };
        let json = serde_json::to_string(&row).unwrap();
        assert_eq!(json, r#"{"offset":8,"bytes":"00ab","meaning":"x"}"#);
    }
}
