//! The JSON Schema of event records: section "Event record" of `SPEC.md` as types that are only ever described.

use std::borrow::Cow;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema, schema_for};

use super::{Name, Record};

impl Record<'_> {
    /// The JSON Schema of a record, for what is printed and for what a consumer under test prints.
    pub fn schema() -> Schema {
        schema_for!(Form)
    }
}

/// An event record, version 1: one line of what `dump --format jsonl` and a consumer under test print.
///
/// Members may come in any order, and others may be added.
#[derive(JsonSchema)]
#[schemars(tag = "kind", rename_all = "snake_case", title = "Event record, version 1")]
#[expect(dead_code, reason = "only its schema is used; records are printed by hand")]
enum Form {
    /// A phase of the runtime begins.
    Begin(Named),
    /// A phase of the runtime ends.
    End(Named),
    /// A counter, unsigned.
    Counter(Valued),
    /// How many blocks of which size went into the major heap.
    Alloc {
        #[schemars(flatten)]
        place: Place,
        #[schemars(length(max = 20))]
        buckets: Vec<Integer>,
    },
    /// The life of the session.
    Lifecycle(Valued),
    /// A user event without payload.
    Unit(Named),
    /// A user span begins.
    SpanBegin(Named),
    /// A user span ends.
    SpanEnd(Named),
    /// A user event with a number.
    Int(Valued),
    /// A user event with bytes.
    Custom {
        #[schemars(flatten)]
        event: Named,
        /// Lower-case hex of the bytes, without filler and count byte; null where the count byte points outside.
        data: OrNull<Hexadecimal>,
    },
    /// An event of a type that no table has.
    Unknown {
        #[schemars(flatten)]
        place: Place,
        /// Whether the category is user.
        user: bool,
        #[schemars(rename = "type")]
        kind: Integer,
        id: Integer,
        /// The payload words as they lie in the file.
        payload: Hexadecimal,
    },
    /// Words that were lost just before the ring's next event.
    Lost { ring: Integer, words: Integer },
    /// The ring ends here, and why.
    Corrupt {
        ring: Integer,
        /// The position in words.
        position: Integer,
        /// The byte in the file.
        offset: Integer,
        /// The clause that the file breaks.
        clause: String,
        message: String,
    },
    /// The file is refused: the only record.
    Refused { clause: String, message: String },
}

/// Where and when an event is.
#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct Place {
    ring: Integer,
    /// The timestamp in nanoseconds.
    ts: Integer,
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct Named {
    #[schemars(flatten)]
    place: Place,
    id: Integer,
    #[schemars(flatten)]
    name: Name<'static>,
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct Valued {
    #[schemars(flatten)]
    event: Named,
    /// Null where the item has no payload.
    value: OrNull<Integer>,
}

/// An exact number of 64 bits, as a JSON number or as a string of decimal digits (clause record.integer).
struct Integer;

impl JsonSchema for Integer {
    fn schema_name() -> Cow<'static, str> {
        "Integer".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "An exact number of 64 bits; a string of its decimal digits is equal to it.",
            "anyOf": [
                { "type": "integer", "minimum": i64::MIN, "maximum": u64::MAX },
                { "type": "string", "pattern": "^-?[0-9]+$" },
            ],
        })
    }
}

/// Bytes in lower-case hex.
struct Hexadecimal;

impl JsonSchema for Hexadecimal {
    fn schema_name() -> Cow<'static, str> {
        "Hexadecimal".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^([0-9a-f]{2})*$" })
    }
}

/// A member that is always there, and null where there is nothing to say.
struct OrNull<T>(PhantomData<T>);

impl<T: JsonSchema> JsonSchema for OrNull<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("{}OrNull", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [generator.subschema_for::<T>(), { "type": "null" }] })
    }
}

/// `name`, or `name_hex` in its place.
impl JsonSchema for Name<'_> {
    fn schema_name() -> Cow<'static, str> {
        "Name".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "properties": {
                "name": {
                    "description": "Null where it is unknown, empty, or outside the file.",
                    "type": ["string", "null"],
                },
                "name_hex": {
                    "description": "In place of `name`: the bytes of one that is not UTF-8.",
                    "type": "string",
                    "pattern": "^([0-9a-f]{2})+$",
                },
            },
            "oneOf": [{ "required": ["name"] }, { "required": ["name_hex"] }],
        })
    }
}
