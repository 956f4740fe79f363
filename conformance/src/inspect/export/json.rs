//! What both formats of JSON have.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::timeline::{Detail, Number, Value};

/// Details as one object, name by name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Details<'a>(pub(super) &'a [Detail<'a>]);

impl Details<'_> {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Details<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for detail in self.0 {
            map.serialize_entry(detail.name, &detail.value)?;
        }
        map.end()
    }
}

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => number.serialize(serializer),
            Self::Float(number) if number.is_finite() => serializer.serialize_f64(*number),
            // JSON has no word for it.
            Self::Float(number) => serializer.collect_str(number),
            Self::Text(text) => serializer.serialize_str(text),
        }
    }
}

/// Exact: all 64 bits.
impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Unsigned(value) => serializer.serialize_u64(*value),
            Self::Signed(value) => serializer.serialize_i64(*value),
        }
    }
}

/// Appends a value. A vector takes all, and nothing here is a map with keys that are not strings.
pub(super) fn write_json(value: &impl Serialize, out: &mut Vec<u8>) {
    serde_json::to_writer(out, value).unwrap_or_else(|error| unreachable!("{error}"));
}
