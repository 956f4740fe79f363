//! A schema file as it is written.

use std::collections::BTreeMap;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde::Deserialize;
use toml::Spanned;

use super::build::build;
use super::{SchemaError, Schemas};

/// A schema file: what the custom events of a program hold.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Event schemas, as --schema reads them")]
pub struct SchemaFile {
    /// The byte order of numbers in all events that do not say their own: `producer`, which is as in the words of the
    /// file and what is taken if nothing is said, `little` or `big`.
    #[serde(default)]
    pub(super) byte_order: ByteOrderWord,
    /// Tables of codes: what the numbers of a field stand for. A number that is not listed is shown as it is.
    #[serde(default)]
    #[schemars(with = "BTreeMap<String, BTreeMap<String, String>>")]
    pub(super) codes: BTreeMap<String, BTreeMap<Spanned<String>, Spanned<String>>>,
    /// The events, each once.
    #[serde(default)]
    #[schemars(required, length(min = 1))]
    pub(super) event: Vec<EventTable>,
}

/// What one event holds.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EventTable {
    /// The whole name that the event is registered under, of 1 to 127 bytes.
    #[schemars(with = "String", length(min = 1, max = 127))]
    pub(super) name: Spanned<String>,
    /// The byte order of its numbers, where it is not that of the others.
    pub(super) byte_order: Option<ByteOrderWord>,
    /// Its fields, in the order in which they lie, without gaps.
    #[serde(default)]
    pub(super) fields: Vec<FieldTable>,
}

/// One field.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FieldTable {
    /// Its name: a letter, then letters, digits, `_`, `-` and `.`, and not `_hex` at the end.
    #[schemars(with = "String", regex(pattern = "^[A-Za-z][A-Za-z0-9_.-]{0,63}$"))]
    pub(super) name: Spanned<String>,
    /// What it is made of.
    #[serde(rename = "type")]
    #[schemars(with = "TypeWord")]
    pub(super) kind: Spanned<TypeWord>,
    /// How many: a number, or the unsigned type of the number that stands before them. Without it, one number, or string
    /// or bytes to the end of the data. Of a string it counts bytes; one of fixed size ends before the zeros that fill it.
    #[schemars(with = "Option<CountWord>")]
    pub(super) count: Option<Spanned<toml::Value>>,
    /// The table of `codes` that says what its numbers stand for; of integers only.
    #[schemars(with = "Option<String>")]
    pub(super) codes: Option<Spanned<String>>,
}

impl SchemaFile {
    /// Reads the text of a file, and adds its events.
    ///
    /// # Errors
    ///
    /// It is no schema file, or it names an event that has a schema already.
    pub fn add(text: &str, schemas: &mut Schemas) -> Result<(), SchemaError> {
        let file: Self = toml::from_str(text).map_err(|error| {
            let message = error.message().trim_end();
            SchemaError::new(text, error.span().unwrap_or_default(), message)
        })?;
        build(text, file, schemas)
    }

    /// Its JSON Schema.
    pub fn json_schema() -> Schema {
        SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<Self>()
    }
}

/// A byte order.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum ByteOrderWord {
    #[default]
    Producer,
    Little,
    Big,
}

/// What a field is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum TypeWord {
    U8,
    U16,
    U32,
    U64,
    I8,
    I16,
    I32,
    I64,
    F32,
    F64,
    Bool,
    String,
    Bytes,
}

// Read by hand, for the sake of the messages.
/// How many elements.
#[derive(JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only its JSON Schema is used")]
enum CountWord {
    Fixed(#[schemars(range(min = 1, max = 8167))] u16),
    Counted(CountType),
}

/// The type of a number that says how many elements follow.
#[derive(JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(dead_code, reason = "only its JSON Schema is used")]
enum CountType {
    U8,
    U16,
    U32,
    U64,
}
