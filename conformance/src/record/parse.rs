//! Reads records from JSON: members in any order, members that the table lacks ignored, and a message that names
//! the member where one is missing or out of its range.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Deserializer};

use super::hex::parse_hex;
use super::number::Number;
use super::{Body, Corrupt, Event, Name, Record};

/// A line with every member that any kind has.
#[derive(Deserialize)]
pub(super) struct Line<'a> {
    #[serde(borrow)]
    kind: Cow<'a, str>,
    ring: Option<Number>,
    ts: Option<Number>,
    id: Option<Number>,
    #[serde(borrow)]
    name: Option<Text<'a>>,
    #[serde(borrow)]
    name_hex: Option<Text<'a>>,
    #[serde(default, deserialize_with = "present")]
    value: Option<Option<Number>>,
    #[serde(borrow, default, deserialize_with = "present")]
    data: Option<Option<Text<'a>>>,
    buckets: Option<Vec<Number>>,
    user: Option<bool>,
    #[serde(rename = "type")]
    event_type: Option<Number>,
    #[serde(borrow)]
    payload: Option<Text<'a>>,
    words: Option<Number>,
    position: Option<Number>,
    offset: Option<Number>,
    #[serde(borrow)]
    clause: Option<Text<'a>>,
    #[serde(borrow)]
    message: Option<Text<'a>>,
}

/// Text that is borrowed from the line where no escape stands in it.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);

/// Why a line is no record.
#[derive(Debug)]
pub(super) enum Wrong {
    Kind(String),
    Missing(&'static str),
    Range(&'static str, i128),
    Hex(&'static str),
    Buckets(usize),
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kind(kind) => write!(f, "unknown kind {kind:?}"),
            Self::Missing(member) => write!(f, "member `{member}` is missing"),
            Self::Range(member, value) => {
                write!(f, "member `{member}` is out of its range: {value}")
            }
            Self::Hex(member) => write!(f, "member `{member}` is not hex"),
            Self::Buckets(count) => {
                write!(f, "member `buckets` has {count} counts, more than {BUCKETS}")
            }
        }
    }
}

/// The most counts of an alloc event.
const BUCKETS: usize = 20;

impl<'a> TryFrom<Line<'a>> for Record<'a> {
    type Error = Wrong;

    fn try_from(line: Line<'a>) -> Result<Self, Wrong> {
        Ok(match &*line.kind {
            "lost" => Self::Lost { ring: line.ring()?, words: integer("words", line.words)? },
            "corrupt" => Self::Corrupt(Corrupt {
                ring: line.ring()?,
                position: integer("position", line.position)?,
                offset_bytes: integer("offset", line.offset)?,
                clause: text(line.clause),
                message: text(line.message),
            }),
            "refused" => Self::Refused { clause: text(line.clause), message: text(line.message) },
            _ => Self::Event(Event {
                ring: line.ring()?,
                timestamp_ns: integer("ts", line.ts)?,
                body: line.body()?,
            }),
        })
    }
}

impl<'a> Line<'a> {
    fn body(self) -> Result<Body<'a>, Wrong> {
        Ok(match &*self.kind {
            "begin" => Body::Begin { id: self.id()?, name: self.name()? },
            "end" => Body::End { id: self.id()?, name: self.name()? },
            "counter" => Body::Counter { id: self.id()?, value: self.value()?, name: self.name()? },
            "alloc" => Body::Alloc { buckets: self.buckets()?.into() },
            "lifecycle" => {
                Body::Lifecycle { id: self.id()?, value: self.value()?, name: self.name()? }
            }
            "unit" => Body::Unit { id: self.id()?, name: self.name()? },
            "span_begin" => Body::SpanBegin { id: self.id()?, name: self.name()? },
            "span_end" => Body::SpanEnd { id: self.id()?, name: self.name()? },
            "int" => Body::Int { id: self.id()?, value: self.value()?, name: self.name()? },
            "custom" => Body::Custom { id: self.id()?, data: self.data()?, name: self.name()? },
            "unknown" => Body::Unknown {
                user: self.user.ok_or(Wrong::Missing("user"))?,
                kind: integer("type", self.event_type)?,
                id: self.id()?,
                payload: hex("payload", &self.payload.ok_or(Wrong::Missing("payload"))?)?.into(),
            },
            kind => return Err(Wrong::Kind(kind.to_owned())),
        })
    }

    fn ring(&self) -> Result<u32, Wrong> {
        integer("ring", self.ring)
    }

    fn id(&self) -> Result<u16, Wrong> {
        integer("id", self.id)
    }

    /// A missing name is none; an empty one too, since nobody can tell it from an unused entry.
    fn name(self) -> Result<Name<'a>, Wrong> {
        Ok(match (self.name, self.name_hex) {
            (Some(Text(text)), _) if text.is_empty() => Name::None,
            (Some(Text(text)), _) => Name::Text(text),
            // Hex of what is text says the same as the text.
            (None, Some(text)) => match String::from_utf8(hex("name_hex", &text)?) {
                Ok(text) if text.is_empty() => Name::None,
                Ok(text) => Name::Text(text.into()),
                Err(error) => Name::Bytes(error.into_bytes().into()),
            },
            (None, None) => Name::None,
        })
    }

    fn value<T: TryFrom<i128>>(&self) -> Result<Option<T>, Wrong> {
        let value = self.value.ok_or(Wrong::Missing("value"))?;
        value.map(|value| integer("value", Some(value))).transpose()
    }

    fn data(&self) -> Result<Option<Cow<'a, [u8]>>, Wrong> {
        let data = self.data.as_ref().ok_or(Wrong::Missing("data"))?;
        data.as_ref().map(|data| Ok(hex("data", data)?.into())).transpose()
    }

    fn buckets(self) -> Result<Vec<u64>, Wrong> {
        let buckets = self.buckets.ok_or(Wrong::Missing("buckets"))?;
        if buckets.len() > BUCKETS {
            return Err(Wrong::Buckets(buckets.len()));
        }
        buckets.into_iter().map(|count| integer("buckets", Some(count))).collect()
    }
}

fn integer<T: TryFrom<i128>>(member: &'static str, number: Option<Number>) -> Result<T, Wrong> {
    let Number(value) = number.ok_or(Wrong::Missing(member))?;
    T::try_from(value).map_err(|_| Wrong::Range(member, value))
}

fn text<'a>(text: Option<Text<'a>>) -> Cow<'a, str> {
    text.map_or(Cow::Borrowed(""), |Text(text)| text)
}

fn hex(member: &'static str, Text(text): &Text<'_>) -> Result<Vec<u8>, Wrong> {
    parse_hex(text).ok_or(Wrong::Hex(member))
}

/// Tells null, which is a value, from a member that is not there.
pub(super) fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<Record<'_>, String> {
        serde_json::from_str(json).map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_printed_is_read_back() {
        let name = Name::Text("tab\t".into());
        let bodies = [
            Body::Begin { id: 0, name: Name::None },
            Body::End { id: 8191, name: name.clone() },
            Body::Counter { id: 1, name: name.clone(), value: Some(u64::MAX) },
            Body::Counter { id: 1, name: name.clone(), value: None },
            Body::Alloc { buckets: vec![u64::MAX; 20].into() },
            Body::Alloc { buckets: vec![].into() },
            Body::Lifecycle { id: 1, name: name.clone(), value: Some(i64::MIN) },
            Body::Unit { id: 1, name: name.clone() },
            Body::SpanBegin { id: 1, name: Name::Bytes(vec![0xff, 0].into()) },
            Body::SpanEnd { id: 1, name: name.clone() },
            Body::Int { id: 1, name: name.clone(), value: Some(i64::MAX) },
            Body::Custom { id: 1, name: name.clone(), data: Some(vec![].into()) },
            Body::Custom { id: 1, name, data: None },
            Body::Unknown { user: false, kind: 6, id: 1, payload: vec![1; 200].into() },
        ];
        let mut records: Vec<Record<'_>> = bodies
            .into_iter()
            .map(|body| Record::Event(Event { ring: u32::MAX, timestamp_ns: u64::MAX, body }))
            .collect();
        records.push(Record::Lost { ring: 0, words: u64::MAX });
        records.push(Record::Refused { clause: "a.b".into(), message: "\"".into() });
        records.push(Record::Corrupt(Corrupt {
            ring: 0,
            position: u64::MAX,
            offset_bytes: u64::MAX,
            clause: "a.b".into(),
            message: "m".into(),
        }));
        for record in records {
            let json = serde_json::to_string(&record).unwrap();
            assert_eq!(read(&json), Ok(record), "{json}");
        }
    }

    #[test]
    fn other_spellings_say_the_same() {
        let plain = read(r#"{"ring":1,"ts":2,"kind":"int","id":3,"name":"a","value":-4}"#);
        for other in [
            r#"{"value":"-4","id":"3","name":"a","kind":"int","ts":"2","ring":"1"}"#,
            r#"{"ring":1,"ts":2,"kind":"int","id":3,"name":"\u0061","value":-4,"more":{"x":[1.5]}}"#,
            r#"{"ring":1,"ts":2,"kind":"int","id":3,"name_hex":"61","value":-4}"#,
        ] {
            assert_eq!(read(other), plain);
        }
    }

    #[test]
    fn each_fault_is_named() {
        for (json, message) in [
            (r#"{"kind":"begin","ring":0,"ts":0,"name":null}"#, "member `id` is missing"),
            (r#"{"kind":"begin","ring":0,"id":1,"name":null}"#, "member `ts` is missing"),
            (r#"{"kind":"begin","ts":0,"id":1,"name":null}"#, "member `ring` is missing"),
            (r#"{"kind":"int","ring":0,"ts":0,"id":1,"name":null}"#, "member `value` is missing"),
            (r#"{"kind":"custom","ring":0,"ts":0,"id":1}"#, "member `data` is missing"),
            (
                r#"{"kind":"counter","ring":0,"ts":0,"id":1,"value":-1}"#,
                "`value` is out of its range: -1",
            ),
            (
                r#"{"kind":"int","ring":0,"ts":0,"id":1,"value":9223372036854775808}"#,
                "`value` is out of its range",
            ),
            (r#"{"kind":"unit","ring":0,"ts":0,"id":65536}"#, "`id` is out of its range: 65536"),
            (r#"{"kind":"custom","ring":0,"ts":0,"id":1,"data":"0"}"#, "member `data` is not hex"),
            (r#"{"kind":"odd","ring":0,"ts":0}"#, "unknown kind \"odd\""),
            (r#"{"ring":0}"#, "missing field `kind`"),
            (r#"{"kind":"lost","ring":0,"words":1.5}"#, "an integer of 64 bits"),
        ] {
            let error = read(json).unwrap_err();
            assert!(error.contains(message), "{json}: {error}");
        }
        let many = format!(r#"{{"kind":"alloc","ring":0,"ts":0,"buckets":{:?}}}"#, [0; 21]);
        assert!(read(&many).unwrap_err().contains("21 counts"));
    }
}
