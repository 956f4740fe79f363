//! The member `typed` of an event record: what a consumer makes of an event of Eio.

use std::collections::BTreeMap;

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value};

use super::hex::parse_hex;
use super::number::Number;
use super::parse::present;
use super::{Hex, Record};

/// What an event of Eio says (clause eio.record.typed).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The name of the event, without `eio.`.
    pub eio: String,
    /// The other members, by their names in the table of `SPEC.md`.
    pub members: BTreeMap<&'static str, Member>,
}

/// The value of a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Member {
    /// An id, or a code that has no name.
    Number(i64),
    /// Whether a context is protected.
    Flag(bool),
    /// The name of a code, or an end of a span.
    Word(String),
    /// A text: UTF-8, or `text_hex`.
    Text(Vec<u8>),
}

/// A record with the member `typed`, as far as that is about Eio.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadEvent {
    /// The ring.
    pub ring: u32,
    /// The timestamp, in nanoseconds.
    pub timestamp_ns: u64,
    /// What the event says; none where `typed` is null, since its data is too short.
    pub reading: Option<Reading>,
}

/// What members there are besides `eio`, in the order in which they are printed.
const MEMBERS: [&str; 9] =
    ["reader", "src", "id", "parent", "cc", "type", "protected", "text", "edge"];

const TEXT: &str = "text";
const TEXT_HEX: &str = "text_hex";

impl ReadEvent {
    /// The member `typed` of a line that is an event record, if it has one.
    ///
    /// # Errors
    ///
    /// What is wrong with it: a message.
    pub fn of_line(line: &str) -> Result<Option<Self>, String> {
        #[derive(serde::Deserialize)]
        struct Line {
            ring: Option<Number>,
            ts: Option<Number>,
            #[serde(default, deserialize_with = "present")]
            typed: Option<Option<Reading>>,
        }
        let Line { ring, ts, typed } =
            serde_json::from_str(line).map_err(|error| error.to_string())?;
        let (Some(reading), Some(Number(ring)), Some(Number(ts))) = (typed, ring, ts) else {
            return Ok(None);
        };
        let place = || "a ring or a timestamp out of its range".to_owned();
        let ring = u32::try_from(ring).map_err(|_| place())?;
        let timestamp_ns = u64::try_from(ts).map_err(|_| place())?;
        Ok(Some(Self { ring, timestamp_ns, reading }))
    }

    /// The reading of an event record; none of what is no event.
    pub fn of_record(record: &Record<'_>, reading: Option<Reading>) -> Option<Self> {
        let Record::Event(event) = record else { return None };
        Some(Self { ring: event.ring, timestamp_ns: event.timestamp_ns, reading })
    }
}

impl Reading {
    /// From the members of an object; those that `SPEC.md` does not have are left out.
    ///
    /// # Errors
    ///
    /// What is wrong with one of them: a message.
    pub fn of_members(object: &Map<String, Value>) -> Result<Self, String> {
        let Some(Value::String(eio)) = object.get("eio") else {
            return Err("member `eio` is no string".to_owned());
        };
        let mut reading = Self { eio: eio.clone(), members: BTreeMap::new() };
        for name in MEMBERS {
            if let Some(value) = object.get(name) {
                reading.members.insert(name, Member::of(name, value)?);
            }
        }
        match (object.get(TEXT_HEX), object.get(TEXT)) {
            (Some(_), Some(_)) => return Err("both `text` and `text_hex`".to_owned()),
            (Some(value), None) => {
                let bytes = value.as_str().and_then(parse_hex).ok_or("`text_hex` is not hex")?;
                reading.members.insert(TEXT, Member::Text(bytes));
            }
            (None, _) => {}
        }
        Ok(reading)
    }
}

impl Member {
    fn of(name: &str, value: &Value) -> Result<Self, String> {
        let wrong = || format!("member `{name}` cannot be {value}");
        let number = || {
            let Number(number) = serde_json::from_value(value.clone()).ok()?;
            i64::try_from(number).ok().map(Self::Number)
        };
        match (name, value) {
            (TEXT, Value::String(text)) => Ok(Self::Text(text.clone().into_bytes())),
            ("protected", Value::Bool(flag)) => Ok(Self::Flag(*flag)),
            ("type", Value::String(word)) => {
                Ok(number().unwrap_or_else(|| Self::Word(word.clone())))
            }
            ("edge", Value::String(word)) => Ok(Self::Word(word.clone())),
            (TEXT | "edge", _) => Err(wrong()),
            _ => number().ok_or_else(wrong),
        }
    }
}

impl Serialize for Reading {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("eio", &self.eio)?;
        for name in MEMBERS {
            match self.members.get(name) {
                None => {}
                Some(Member::Number(number)) => map.serialize_entry(name, number)?,
                Some(Member::Flag(flag)) => map.serialize_entry(name, flag)?,
                Some(Member::Word(word)) => map.serialize_entry(name, word)?,
                Some(Member::Text(bytes)) => match str::from_utf8(bytes) {
                    Ok(text) => map.serialize_entry(name, text)?,
                    Err(_) => map.serialize_entry(TEXT_HEX, &Hex(bytes))?,
                },
            }
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Reading {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let object = Map::deserialize(deserializer)?;
        Self::of_members(&object)
            .map_err(|problem| D::Error::custom(format!("member `typed`: {problem}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(typed: &str) -> Result<Option<ReadEvent>, String> {
        ReadEvent::of_line(&format!(r#"{{"ring":1,"ts":"2","kind":"unit","typed":{typed}}}"#))
    }

    #[test]
    fn what_is_printed_is_read_back() {
        for typed in [
            r#"{"eio":"create_cc","id":2,"type":"switch"}"#,
            r#"{"eio":"create_cc","id":-9223372036854775808,"type":255}"#,
            r#"{"eio":"create_fiber","id":9223372036854775807,"cc":0}"#,
            r#"{"eio":"read","reader":2,"id":1}"#,
            r#"{"eio":"signal","src":2,"id":1}"#,
            r#"{"eio":"created","id":1,"type":"cancellation-context(root)","protected":true}"#,
            r#"{"eio":"created","id":1,"protected":2}"#,
            r#"{"eio":"log","text":"a\u0000é\""}"#,
            r#"{"eio":"log","text_hex":"61c3"}"#,
            r#"{"eio":"suspend_domain","edge":"begin"}"#,
            r#"{"eio":"exit_cc"}"#,
            "null",
        ] {
            let read = reading(typed).unwrap().unwrap();
            assert_eq!((read.ring, read.timestamp_ns), (1, 2));
            assert_eq!(serde_json::to_string(&read.reading).unwrap(), typed);
        }
    }

    #[test]
    fn a_record_without_the_member_has_none() {
        assert_eq!(ReadEvent::of_line(r#"{"ring":1,"ts":2,"kind":"unit"}"#), Ok(None));
        assert_eq!(ReadEvent::of_line(r#"{"ring":1,"kind":"lost","words":2}"#), Ok(None));
    }

    #[test]
    fn other_spellings_say_the_same() {
        let plain = reading(r#"{"eio":"name","id":-3,"text":"a"}"#);
        assert_eq!(reading(r#"{"text_hex":"61","id":"-3","eio":"name","more":[1.5]}"#), plain);
        let code = reading(r#"{"eio":"create_cc","type":9}"#);
        assert_eq!(reading(r#"{"eio":"create_cc","type":"9"}"#), code);
    }

    #[test]
    fn each_fault_is_named() {
        for (typed, message) in [
            ("{}", "member `eio` is no string"),
            ("3", "expected a map"),
            (r#"{"eio":"get","id":1.5}"#, "member `id` cannot be 1.5"),
            (r#"{"eio":"get","id":9223372036854775808}"#, "member `id` cannot be"),
            (r#"{"eio":"get","id":null}"#, "member `id` cannot be null"),
            (r#"{"eio":"log","text":1}"#, "member `text` cannot be 1"),
            (r#"{"eio":"log","text_hex":"0"}"#, "`text_hex` is not hex"),
            (r#"{"eio":"log","text":"a","text_hex":"61"}"#, "both"),
            (r#"{"eio":"created","protected":"yes"}"#, "member `protected` cannot be"),
        ] {
            let error = reading(typed).unwrap_err();
            assert!(error.contains(message), "{typed}: {error}");
        }
    }
}
