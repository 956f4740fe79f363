//! What the Eio events of a snapshot say, beside their records: the member `typed`.

use std::fmt;

use eventring::eio::{
    Code, EioEvent, EventType, Undecoded, Value, Wire, WireNarrowing, WireVerdict,
};
use eventring::event::Kind;
use eventring::reader::Snapshot;
use eventring::registry::NAME_ENTRIES;
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::line::shown_bytes;
use crate::record::{Body, Hex, Name, Record};

/// Reads Eio's events as those of the wire that a snapshot uses.
#[derive(Clone, Copy, Debug)]
pub struct Typing {
    verdict: WireVerdict,
}

impl Typing {
    /// Looks at every event of every ring, since the last can be the one that tells the wire
    /// (clause eio.wire.by-use). What is read as typed is so from the first event on.
    pub fn of(snapshot: &Snapshot<'_>) -> Self {
        let names = snapshot.names();
        let mut narrowing = WireNarrowing::new();
        // A file without such a name has no event of that name.
        if !names.iter().any(|(_, name)| name.as_bytes().starts_with(b"eio.")) {
            return Self { verdict: narrowing.verdict() };
        }
        for (name, kind) in named_events(snapshot) {
            narrowing.observe(name, &kind);
        }
        Self { verdict: narrowing.verdict() }
    }

    /// The wire, where the events settle it.
    pub fn wire(&self) -> Option<Wire> {
        match self.verdict {
            WireVerdict::Settled(wire) => Some(wire),
            WireVerdict::Unused | WireVerdict::Open | WireVerdict::Mixed => None,
        }
    }

    /// Why Eio's events that are there are not read.
    pub fn warning(&self) -> Option<&'static str> {
        match self.verdict {
            WireVerdict::Unused | WireVerdict::Settled(_) => None,
            WireVerdict::Open => Some(
                "the events of Eio that are there have different payloads in different versions of it, and no other \
                 event tells which; none is typed",
            ),
            WireVerdict::Mixed => Some(
                "there are events of different versions of Eio, which no program writes; none is typed",
            ),
        }
    }

    /// What the event of a record says; none where it is no event of the wire.
    pub fn typed<'r>(&self, record: &'r Record<'_>) -> Option<Typed<'r>> {
        let wire = self.wire()?;
        let Record::Event(event) = record else {
            return None;
        };
        let (name, kind) = user_event(&event.body)?;
        match EioEvent::decode(wire, name, kind) {
            Ok(event) => Some(Typed::Event(event)),
            Err(Undecoded::Short) => Some(Typed::Short),
            Err(Undecoded::OtherName | Undecoded::OtherType) => None,
        }
    }
}

/// Of each user event that has a name, the first of each type, with the name: no more of them tells the wire.
pub(super) fn named_events<'a>(
    snapshot: &Snapshot<'a>,
) -> impl Iterator<Item = (&'a [u8], Kind<'a>)> {
    let names = snapshot.names();
    // By event index, a bit for each type.
    let mut seen = vec![0_u8; NAME_ENTRIES];
    snapshot.rings().flat_map(|ring| ring.events()).flatten().filter_map(move |event| {
        let index = event.kind.index()?;
        let (seen, bit) =
            (seen.get_mut(usize::from(index))?, 1 << EventType::of(&event.kind)? as u8);
        if std::mem::replace(seen, *seen | bit) & bit != 0 {
            return None;
        }
        let name = names.name(index)?.as_bytes();
        (!name.is_empty()).then_some((name, event.kind))
    })
}

/// What an event of Eio says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed<'a> {
    /// This.
    Event(EioEvent<'a>),
    /// Its data ends before its last field (clause eio.payload.short).
    Short,
}

/// Name and payload of a user event that has a name.
fn user_event<'r>(body: &'r Body<'_>) -> Option<(&'r [u8], Kind<'r>)> {
    let (name, kind) = match body {
        Body::Unit { id, name } => (name, Kind::Unit { index: *id }),
        Body::SpanBegin { id, name } => (name, Kind::SpanBegin { index: *id }),
        Body::SpanEnd { id, name } => (name, Kind::SpanEnd { index: *id }),
        Body::Int { id, name, value } => (name, Kind::Int { index: *id, value: *value }),
        Body::Custom { id, name, data } => {
            (name, Kind::Custom { index: *id, data: data.as_deref() })
        }
        Body::Begin { .. }
        | Body::End { .. }
        | Body::Counter { .. }
        | Body::Alloc { .. }
        | Body::Lifecycle { .. }
        | Body::Unknown { .. } => return None,
    };
    match name {
        Name::Text(text) => Some((text.as_bytes(), kind)),
        Name::Bytes(bytes) => Some((bytes, kind)),
        Name::None => None,
    }
}

/// The member `typed` (clause eio.record.typed).
impl Serialize for Typed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self::Event(event) = self else {
            return serializer.serialize_none();
        };
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("eio", event.name().trim_start_matches("eio."))?;
        let fields = event.fields();
        for field in fields.iter() {
            match (field.name, field.value) {
                // A context of the proposal has its purpose in its type.
                ("purpose", Value::Code(_)) => {}
                ("type", Value::Code(code)) => match fields.value("purpose") {
                    Some(Value::Code(purpose)) => {
                        map.serialize_entry("type", &format!("{code}({purpose})"))?;
                    }
                    _ => print_code(&mut map, "type", code)?,
                },
                (name @ "protected", Value::Code(Code { number: number @ 0..=1, .. })) => {
                    map.serialize_entry(name, &(number == 1))?;
                }
                (name, Value::Code(code)) => print_code(&mut map, name, code)?,
                (name, Value::Id(id)) => map.serialize_entry(name, &id.value())?,
                (name, Value::Edge(edge)) => map.serialize_entry(name, edge.name())?,
                (name, Value::Text(text)) => match str::from_utf8(text) {
                    Ok(text) => map.serialize_entry(name, text)?,
                    Err(_) => map.serialize_entry(&format!("{name}_hex"), &Hex(text))?,
                },
            }
        }
        map.end()
    }
}

fn print_code<M: SerializeMap>(map: &mut M, name: &str, code: Code) -> Result<(), M::Error> {
    match code.name {
        Some(text) => map.serialize_entry(name, text),
        None => map.serialize_entry(name, &code.number),
    }
}

/// For people: the fields with their names, as `id 2, type switch`.
impl fmt::Display for Typed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Event(event) = self else {
            return f.write_str("(too short)");
        };
        for (place, field) in event.fields().iter().enumerate() {
            f.write_str(if place == 0 { "" } else { ", " })?;
            match field.value {
                Value::Code(code) if field.name == "protected" => write!(f, "{code}")?,
                Value::Id(id) => write!(f, "{} {id}", field.name)?,
                Value::Code(code) => write!(f, "{} {code}", field.name)?,
                Value::Edge(edge) => write!(f, "{edge}")?,
                Value::Text(text) => f.write_str(&shown_bytes(text))?,
            }
        }
        Ok(())
    }
}

/// A record with the member `typed` where its event is one of Eio's.
#[derive(serde::Serialize)]
pub(super) struct TypedRecord<'r, 'a> {
    #[serde(flatten)]
    pub(super) record: &'r Record<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) typed: Option<Typed<'r>>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Event;

    fn printed(wire: Wire, body: Body<'_>) -> String {
        let record = Record::Event(Event { ring: 0, timestamp_ns: 1_000_000, body });
        let typing = Typing { verdict: WireVerdict::Settled(wire) };
        let typed = typing.typed(&record);
        serde_json::to_string(&TypedRecord { record: &record, typed }).unwrap()
    }

    fn custom<'a>(name: &'a str, data: &'a [u8]) -> Body<'a> {
        Body::Custom { id: 1, name: Name::Text(name.into()), data: Some(data.into()) }
    }

    /// The typed member alone.
    fn typed(wire: Wire, body: Body<'_>) -> Option<String> {
        let line: serde_json::Value = serde_json::from_str(&printed(wire, body)).unwrap();
        line.get("typed").map(serde_json::Value::to_string)
    }

    #[test]
    fn lines_are_those_of_the_specification() {
        let name = |name: &'static str| Name::Text(name.into());
        for (body, line) in [
            (
                custom("eio.create_cc", b"\x02\0\0\0\0\0\0\0\x03"),
                r#"{"ring":0,"ts":1000000,"kind":"custom","id":1,"name":"eio.create_cc","data":"020000000000000003","typed":{"eio":"create_cc","id":2,"type":"switch"}}"#,
            ),
            (
                Body::Unit { id: 6, name: name("eio.exit_cc") },
                r#"{"ring":0,"ts":1000000,"kind":"unit","id":6,"name":"eio.exit_cc","typed":{"eio":"exit_cc"}}"#,
            ),
            (
                Body::Int { id: 13, name: name("eio.fiber"), value: Some(-2_147_483_648) },
                r#"{"ring":0,"ts":1000000,"kind":"int","id":13,"name":"eio.fiber","value":-2147483648,"typed":{"eio":"fiber","id":-2147483648}}"#,
            ),
        ] {
            assert_eq!(printed(Wire::Generation2, body), line);
            let spec = include_str!("../../../SPEC.md");
            assert!(spec.lines().any(|other| other == line), "SPEC.md lacks {line}");
        }
    }

    #[test]
    fn codes_without_a_name_are_numbers() {
        let members = |wire, name, data: &[u8]| typed(wire, custom(name, data)).unwrap();
        let wire = Wire::Generation2;
        let obj = members(wire, "eio.create_obj", b"\xff\xff\xff\xff\xff\xff\xff\xff\x03");
        assert_eq!(obj, r#"{"eio":"create_obj","id":-1,"type":3}"#);
        let wire = Wire::Proposal;
        for (data, rest) in [
            (
                &b"\x02\0\0\0\x14\x06\x01"[..],
                r#""protected":true,"type":"cancellation-context(root)""#,
            ),
            (b"\x02\0\0\0\x14\x07\x02", r#""protected":2,"type":"cancellation-context(7)""#),
            (b"\x02\0\0\0\x15", r#""type":"system-thread""#),
            (b"\x02\0\0\0\x16", r#""type":22"#),
        ] {
            let found = members(wire, "eio.created", data);
            assert_eq!(found, format!(r#"{{"eio":"created","id":2,{rest}}}"#));
        }
    }

    #[test]
    fn what_is_short_is_null_and_what_is_not_of_the_wire_has_no_member() {
        let wire = Wire::Generation2;
        assert_eq!(typed(wire, custom("eio.create_cc", b"\x02")).as_deref(), Some("null"));
        let int = Body::Int { id: 1, name: Name::Text("eio.get".into()), value: None };
        assert_eq!(typed(wire, int).as_deref(), Some("null"));
        assert_eq!(typed(wire, custom("eio.get", b"")), None);
        assert_eq!(typed(wire, custom("eio.created", b"")), None);
        assert_eq!(typed(wire, custom("lwt-trace", b"")), None);
        assert_eq!(
            typed(wire, Body::Begin { id: 1, name: Name::Text("eio.exit_cc".into()) }),
            None
        );
        assert_eq!(typed(wire, Body::Unit { id: 1, name: Name::None }), None);
    }

    #[test]
    fn a_text_that_is_not_utf_8_is_hex() {
        let wire = Wire::Generation2;
        let log = |text| typed(wire, custom("eio.log", text)).unwrap();
        assert_eq!(log(b"a\xff"), r#"{"eio":"log","text_hex":"61ff"}"#);
        assert_eq!(log("\"é\n".as_bytes()), r#"{"eio":"log","text":"\"é\n"}"#);
        assert_eq!(log(b""), r#"{"eio":"log","text":""}"#);
    }

    #[test]
    fn people_see_names_and_values() {
        let typing = Typing { verdict: WireVerdict::Settled(Wire::Generation2) };
        let body = custom("eio.error", b"\x02\0\0\0\0\0\0\0no\x1b");
        let record = Record::Event(Event { ring: 0, timestamp_ns: 0, body });
        let shown = typing.typed(&record).unwrap().to_string();
        assert_eq!(shown, "id 2, 6e6f1b (3 bytes)");
        assert_eq!(Typed::Short.to_string(), "(too short)");
    }
}
