//! A 64-bit integer of a record, exact: a JSON number without fraction or exponent, or a decimal string.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Visitor};

/// Any integer that a member of a record may hold; each member has its own range within it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Number(pub(super) i128);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Exact;

        impl Visitor<'_> for Exact {
            type Value = Number;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an integer of 64 bits, as a number or a decimal string")
            }

            fn visit_u64<E: Error>(self, value: u64) -> Result<Number, E> {
                Ok(Number(value.into()))
            }

            fn visit_i64<E: Error>(self, value: i64) -> Result<Number, E> {
                Ok(Number(value.into()))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Number, E> {
                let digits = text.strip_prefix('-').unwrap_or(text);
                if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                    return Err(E::invalid_value(serde::de::Unexpected::Str(text), &self));
                }
                let value = text.parse().ok();
                value
                    .map(Number)
                    .ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(text), &self))
            }
        }

        deserializer.deserialize_any(Exact)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Option<i128> {
        serde_json::from_str(json).ok().map(|Number(value)| value)
    }

    #[test]
    fn numbers_and_their_decimal_strings_are_equal() {
        for value in [0, 1, -1, 1 << 53, (1 << 53) + 1, i128::from(u64::MAX), i128::from(i64::MIN)]
        {
            assert_eq!(read(&value.to_string()), Some(value));
            assert_eq!(read(&format!("\"{value}\"")), Some(value));
        }
    }

    #[test]
    fn nothing_is_rounded() {
        for wrong in [
            "1.0",
            "1e3",
            "18446744073709551616",
            "\"\"",
            "\"-\"",
            "\"+1\"",
            "\"1 \"",
            "\"0x1\"",
            "null",
            "true",
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
