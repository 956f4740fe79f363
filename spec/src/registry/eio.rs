//! The user events of Eio: every event of its three wires, from `registry/eio.toml`.
//!
//! [`EioRegistry::load`] reads and lints the file. A *wire* is a set of events that one library
//! writes together; an event is identified by its name and the wire.

mod lint;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::error::Errors;

/// The registry file of Eio's events, as it was when this crate was built.
const EIO: &str = include_str!("../../registry/eio.toml");

/// The schema version that [`EioRegistry::parse`] reads.
pub const SCHEMA: u32 = 1;

/// A whole registry file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EioRegistry {
    /// [`SCHEMA`].
    pub schema: u32,
    /// How ids are given out.
    pub ids: Ids,
    /// The wires, oldest first.
    #[serde(rename = "wire")]
    pub wires: Vec<Wire>,
    /// Wires that were given up, which nothing decodes.
    pub withdrawn: Vec<Withdrawn>,
    /// The enums of 1-byte fields, by key.
    #[serde(rename = "enum")]
    pub enums: BTreeMap<String, Enum>,
    /// The events.
    #[serde(rename = "event")]
    pub events: Vec<Event>,
    /// Payloads byte by byte.
    #[serde(rename = "vector")]
    pub vectors: Vec<Vector>,
}

/// How ids are given out.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Ids {
    /// The first id of a process.
    pub first: u64,
    /// How many consecutive ids a domain takes at once.
    pub block: u64,
}

/// A set of events that one library writes together.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wire {
    /// Such as `generation_2`.
    pub key: String,
    /// Such as `generation 2`.
    pub title: String,
    /// How far others may rely on it.
    pub status: Status,
    /// The versions of Eio that write it, oldest first.
    pub library_versions: Vec<String>,
    /// When programs wrote it.
    pub dates: String,
    /// Where its facts were read.
    pub source: String,
    /// How far the facts were checked.
    pub checked: String,
    /// What else there is to say.
    pub note: Option<String>,
}

/// A wire that was given up.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Withdrawn {
    /// Its permanent name.
    pub key: String,
    /// When programs wrote it.
    pub dates: String,
    /// Where its facts were read.
    pub source: String,
    /// In what it differs from the wire that followed.
    pub note: String,
}

/// How far others may rely on something.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// In a release of the library.
    Released,
    /// Written by programs, never released.
    Experimental,
}

/// The values of a 1-byte field.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Enum {
    /// What it tells.
    pub meaning: String,
    /// The codes by their permanent names.
    pub codes: BTreeMap<String, u8>,
}

impl Enum {
    /// The codes with their names, ascending.
    pub fn by_code(&self) -> Vec<(u8, &str)> {
        let mut codes: Vec<_> =
            self.codes.iter().map(|(name, code)| (*code, name.as_str())).collect();
        codes.sort_unstable();
        codes
    }
}

/// An event.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// Its name in the file, such as `eio.get`.
    pub name: String,
    /// The type of the user event.
    #[serde(rename = "type")]
    pub kind: EventType,
    /// The wires that have it.
    pub wires: Vec<Use>,
    /// What it says, and when it is emitted.
    pub meaning: String,
    /// Its payload.
    pub fields: Vec<Field>,
}

impl Event {
    /// The name without `eio.`, as event records have it.
    pub fn stem(&self) -> &str {
        self.name.strip_prefix(PREFIX).unwrap_or(&self.name)
    }

    /// How the wire uses it.
    pub fn in_wire(&self, wire: &Wire) -> Option<&Use> {
        self.wires.iter().find(|used| used.wire == wire.key)
    }
}

/// What the name of every event begins with.
pub const PREFIX: &str = "eio.";

/// The type of a user event. A span is both its begin and its end.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the glossary's words")]
pub enum EventType {
    Unit,
    Int,
    Span,
    Custom,
}

/// How a wire uses an event.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Use {
    /// The wire.
    pub wire: String,
    /// The event's place in the order of registration, from 0.
    pub place: u16,
    /// The first version of the library with it, where it is not the wire's first.
    pub since: Option<String>,
    /// The last one, where it is not the wire's last.
    pub until: Option<String>,
}

/// A field of a payload.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Field {
    /// Its permanent name.
    pub name: String,
    /// Its name in event records, where it is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<String>,
    /// How it is written.
    #[serde(rename = "type")]
    pub kind: FieldType,
    /// Of custom events: where it begins, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<usize>,
    /// Of codes: their enum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// When it is there, where it is not always.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only: Option<Condition>,
    /// What it says.
    pub meaning: String,
}

impl Field {
    /// Its name in event records.
    pub fn member(&self) -> &str {
        self.member.as_deref().unwrap_or(&self.name)
    }
}

/// How a field is written; integers are little-endian.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FieldType {
    /// A whole id, signed.
    I64,
    /// The low 32 bits of an id.
    I32,
    /// An id as the value of an int event.
    Int,
    /// A code.
    U8,
    /// Raw bytes up to the end of the data.
    Text,
}

impl FieldType {
    /// Bytes in a custom payload, where they are always the same.
    pub fn bytes(self) -> Option<usize> {
        match self {
            Self::I64 => Some(8),
            Self::I32 => Some(4),
            Self::U8 => Some(1),
            Self::Int | Self::Text => None,
        }
    }
}

/// When a field is there.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// An earlier field of the same event,
    pub field: String,
    /// which has this code.
    pub code: String,
}

/// A payload byte by byte.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vector {
    /// The wire.
    pub wire: String,
    /// The name of the event.
    pub event: String,
    /// The fields that are there, by name: ids as numbers, codes by name, texts as text.
    pub value: toml::Table,
    /// Of custom events: the data, hexadecimal.
    pub data: Option<String>,
    /// Of int events: the value.
    pub int: Option<i64>,
}

impl Vector {
    /// The data of a custom event.
    pub fn data(&self) -> Option<Vec<u8>> {
        let digits: Vec<_> =
            self.data.as_ref()?.chars().filter(|char| !char.is_whitespace()).collect();
        let (pairs, []) = digits.as_chunks::<2>() else {
            return None;
        };
        let byte = |[high, low]: &[char; 2]| {
            u8::try_from(high.to_digit(16)? << 4 | low.to_digit(16)?).ok()
        };
        pairs.iter().map(byte).collect()
    }
}

impl EioRegistry {
    /// The registry of Eio's events that this crate was built with.
    ///
    /// # Errors
    ///
    /// As [`EioRegistry::parse`].
    pub fn load() -> Result<Self, Errors> {
        Self::parse("spec/registry/eio.toml", EIO)
    }

    /// Reads and lints a registry file; `file` is its name, for errors only.
    ///
    /// # Errors
    ///
    /// All that is wrong: that the text is not TOML of this schema, or else every lint that it fails.
    pub fn parse(file: &str, text: &str) -> Result<Self, Errors> {
        let registry: Self = Errors::of_toml(file, text)?;
        Errors::of_lints(file, registry.lint())?;
        Ok(registry)
    }

    /// The events of a wire, in the order of registration.
    pub fn of_wire(&self, wire: &Wire) -> Vec<&Event> {
        let mut events: Vec<_> =
            self.events.iter().filter(|event| event.in_wire(wire).is_some()).collect();
        events.sort_by_key(|event| event.in_wire(wire).map(|used| used.place));
        events
    }
}
