//! Writes records as JSON. By hand, so that a line has its members in the same order always and costs no detour.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{Body, Corrupt, Event, Hex, Name, Record};

impl Serialize for Record<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self {
            Self::Event(Event { ring, timestamp_ns, body }) => {
                map.serialize_entry("ring", ring)?;
                map.serialize_entry("ts", timestamp_ns)?;
                map.serialize_entry("kind", body.kind())?;
                print_body(&mut map, body)?;
            }
            Self::Lost { ring, words } => {
                map.serialize_entry("ring", ring)?;
                map.serialize_entry("kind", "lost")?;
                map.serialize_entry("words", words)?;
            }
            Self::Corrupt(Corrupt { ring, position, offset_bytes, clause, message }) => {
                map.serialize_entry("ring", ring)?;
                map.serialize_entry("kind", "corrupt")?;
                map.serialize_entry("position", position)?;
                map.serialize_entry("offset", offset_bytes)?;
                map.serialize_entry("clause", clause)?;
                map.serialize_entry("message", message)?;
            }
            Self::Refused { clause, message } => {
                map.serialize_entry("kind", "refused")?;
                map.serialize_entry("clause", clause)?;
                map.serialize_entry("message", message)?;
            }
        }
        map.end()
    }
}

fn print_body<M: SerializeMap>(map: &mut M, body: &Body<'_>) -> Result<(), M::Error> {
    match body {
        Body::Begin { id, name }
        | Body::End { id, name }
        | Body::Unit { id, name }
        | Body::SpanBegin { id, name }
        | Body::SpanEnd { id, name } => print_named(map, *id, name),
        Body::Counter { id, name, value } => {
            print_named(map, *id, name)?;
            map.serialize_entry("value", value)
        }
        Body::Lifecycle { id, name, value } | Body::Int { id, name, value } => {
            print_named(map, *id, name)?;
            map.serialize_entry("value", value)
        }
        Body::Alloc { buckets } => map.serialize_entry("buckets", buckets),
        Body::Custom { id, name, data } => {
            print_named(map, *id, name)?;
            map.serialize_entry("data", &data.as_deref().map(Hex))
        }
        Body::Unknown { user, kind, id, payload } => {
            map.serialize_entry("user", user)?;
            map.serialize_entry("type", kind)?;
            map.serialize_entry("id", id)?;
            map.serialize_entry("payload", &Hex(payload))
        }
    }
}

fn print_named<M: SerializeMap>(map: &mut M, id: u16, name: &Name<'_>) -> Result<(), M::Error> {
    map.serialize_entry("id", &id)?;
    print_name(map, name)
}

fn print_name<M: SerializeMap>(map: &mut M, name: &Name<'_>) -> Result<(), M::Error> {
    match name {
        Name::None => map.serialize_entry("name", &()),
        Name::Text(text) => map.serialize_entry("name", text),
        Name::Bytes(bytes) => map.serialize_entry("name_hex", &Hex(bytes)),
    }
}

/// A map of one member, `name` or `name_hex`: made to be flattened into what has the name.
impl Serialize for Name<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        print_name(&mut map, self)?;
        map.end()
    }
}

impl Serialize for Hex<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(record: &Record<'_>) -> String {
        serde_json::to_string(record).unwrap()
    }

    fn event(body: Body<'_>) -> Record<'_> {
        Record::Event(Event { ring: 3, timestamp_ns: u64::MAX, body })
    }

    #[test]
    fn members_are_those_of_the_table() {
        let name = Name::Text("a\"b".into());
        let start = r#"{"ring":3,"ts":18446744073709551615,"kind":"#;
        for (body, rest) in [
            (Body::Begin { id: 7, name: Name::None }, r#""begin","id":7,"name":null}"#),
            (Body::End { id: 7, name: name.clone() }, r#""end","id":7,"name":"a\"b"}"#),
            (
                Body::Counter { id: 0, name: name.clone(), value: Some(u64::MAX) },
                r#""counter","id":0,"name":"a\"b","value":18446744073709551615}"#,
            ),
            (Body::Alloc { buckets: vec![1, 2].into() }, r#""alloc","buckets":[1,2]}"#),
            (
                Body::Lifecycle { id: 1, name: name.clone(), value: None },
                r#""lifecycle","id":1,"name":"a\"b","value":null}"#,
            ),
            (Body::Unit { id: 8191, name: name.clone() }, r#""unit","id":8191,"name":"a\"b"}"#),
            (
                Body::SpanBegin { id: 1, name: name.clone() },
                r#""span_begin","id":1,"name":"a\"b"}"#,
            ),
            (
                Body::SpanEnd { id: 1, name: Name::Bytes(vec![0xff].into()) },
                r#""span_end","id":1,"name_hex":"ff"}"#,
            ),
            (
                Body::Int { id: 1, name: Name::None, value: Some(i64::MIN) },
                r#""int","id":1,"name":null,"value":-9223372036854775808}"#,
            ),
            (
                Body::Custom { id: 1, name: Name::None, data: Some(vec![0, 0xab].into()) },
                r#""custom","id":1,"name":null,"data":"00ab"}"#,
            ),
            (
                Body::Custom { id: 1, name: Name::None, data: None },
                r#""custom","id":1,"name":null,"data":null}"#,
            ),
            (
                Body::Unknown { user: true, kind: 15, id: 1, payload: vec![1, 2].into() },
                r#""unknown","user":true,"type":15,"id":1,"payload":"0102"}"#,
            ),
        ] {
            assert_eq!(printed(&event(body)), format!("{start}{rest}"));
        }
    }

    #[test]
    fn what_is_told_in_the_place_of_events_has_no_timestamp() {
        assert_eq!(
            printed(&Record::Lost { ring: 1, words: 2 }),
            r#"{"ring":1,"kind":"lost","words":2}"#
        );
        let corrupt = Corrupt {
            ring: 1,
            position: 2,
            offset_bytes: 3,
            clause: "a.b".into(),
            message: "no".into(),
        };
        assert_eq!(
            printed(&Record::Corrupt(corrupt)),
            r#"{"ring":1,"kind":"corrupt","position":2,"offset":3,"clause":"a.b","message":"no"}"#
        );
        assert_eq!(
            printed(&Record::Refused { clause: "a.b".into(), message: "no".into() }),
            r#"{"kind":"refused","clause":"a.b","message":"no"}"#
        );
    }
}
