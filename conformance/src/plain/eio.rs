//! The events of Eio among the records of a file, read by the tables of the package eventring-spec.

use std::ptr;
use std::sync::LazyLock;

use eventring_spec::registry::EioRegistry;
use eventring_spec::registry::eio::{Event, EventType, Field, FieldType, Wire};

use crate::record::{Body, Member, Name, Reading, Record};

static REGISTRY: LazyLock<Option<EioRegistry>> = LazyLock::new(|| EioRegistry::load().ok());

/// The facts about Eio. Without them, which a test of theirs would tell, no event is Eio's.
pub fn eio_registry() -> Option<&'static EioRegistry> {
    REGISTRY.as_ref()
}

/// Reads Eio's events as those of the wire that a file uses.
#[derive(Clone, Copy, Debug, Default)]
pub struct EioReader {
    wire: Option<&'static Wire>,
}

impl EioReader {
    /// Learns the wire from all records of a file (clause eio.wire.by-use). An event that no wire has tells nothing
    /// (clause eio.unknown-event).
    pub fn new<'r, 'a: 'r>(records: impl IntoIterator<Item = &'r Record<'a>>) -> Self {
        let mut seen: Vec<Vec<&Event>> = Vec::new();
        for events in records.into_iter().map(events_of) {
            let is_known =
                |first: &&Event| seen.iter().flatten().any(|known| ptr::eq(*known, *first));
            if !events.is_empty() && !events.first().is_some_and(is_known) {
                seen.push(events);
            }
        }
        Self { wire: settled_wire(&seen) }
    }

    /// Reads the events of this wire, whatever else the file holds.
    pub fn of_wire(wire: &'static Wire) -> Self {
        Self { wire: Some(wire) }
    }

    /// The wire, where the events of the file settle it.
    pub fn wire(&self) -> Option<&'static Wire> {
        self.wire
    }

    /// What an event says; none where it is not one of the wire, and nothing in it where its data is
    /// too short (clause eio.payload.short).
    pub fn reading(&self, record: &Record<'_>) -> Option<Option<Reading>> {
        let wire = self.wire?;
        let event = events_of(record).into_iter().find(|event| event.in_wire(wire).is_some())?;
        let Record::Event(found) = record else { return None };
        Some(read(event, &found.body))
    }
}

/// The wire of a file in which these were seen: for each event, those of all wires that have its name and type.
///
/// Where no wire has them all there is none (clause eio.wires-not-mixed), and where several have, and give one of them
/// different payloads, neither (clause eio.wire.open).
pub fn settled_wire(seen: &[Vec<&'static Event>]) -> Option<&'static Wire> {
    let has_all = |wire: &&Wire| {
        seen.iter().all(|events| events.iter().any(|event| event.in_wire(wire).is_some()))
    };
    let wires = eio_registry().into_iter().flat_map(|registry| &registry.wires);
    let remaining: Vec<&Wire> = wires.filter(has_all).collect();
    let in_all = |event: &&Event| remaining.iter().all(|wire| event.in_wire(wire).is_some());
    let is_settled = !seen.is_empty() && seen.iter().all(|events| events.iter().any(in_all));
    remaining.last().copied().filter(|_| is_settled)
}

/// The events of all wires that have the name and the type of a record (clause eio.by-name).
pub fn events_of(record: &Record<'_>) -> Vec<&'static Event> {
    let Record::Event(found) = record else { return Vec::new() };
    let (name, user_type) = match &found.body {
        Body::Unit { name, .. } => (name, 0),
        Body::Int { name, .. } => (name, 1),
        Body::SpanBegin { name, .. } => (name, 2),
        Body::SpanEnd { name, .. } => (name, 3),
        Body::Custom { name, .. } => (name, 4),
        Body::Begin { .. }
        | Body::End { .. }
        | Body::Counter { .. }
        | Body::Alloc { .. }
        | Body::Lifecycle { .. }
        | Body::Unknown { .. } => return Vec::new(),
    };
    // All names of Eio are UTF-8.
    let Name::Text(name) = name else { return Vec::new() };
    let events = eio_registry().into_iter().flat_map(|all| &all.events);
    events.filter(|event| event.name == **name && is_of_type(event, user_type)).collect()
}

/// Whether an event is one of this type of user event (table User events of `SPEC.md`).
pub fn is_of_type(event: &Event, user_type: u8) -> bool {
    match event.kind {
        EventType::Unit => user_type == 0,
        EventType::Int => user_type == 1,
        EventType::Span => matches!(user_type, 2 | 3),
        EventType::Custom => user_type == 4,
    }
}

/// The fields that a custom event has, each with its bytes where they are all there.
pub fn eio_fields<'e, 'a>(
    event: &'e Event,
    data: &'a [u8],
) -> impl Iterator<Item = (&'e Field, Option<&'a [u8]>)> {
    let is_there = move |field: &&Field| {
        field.only.as_ref().is_none_or(|only| {
            let decides = event.fields.iter().find(|field| field.name == only.field);
            let code = decides.and_then(|field| data.get(field.offset?).copied());
            let wanted = decides.and_then(|field| code_of(field, &only.code));
            wanted.is_some() && code == wanted
        })
    };
    event.fields.iter().filter(is_there).map(move |field| {
        let from = field.offset.unwrap_or(0);
        let bytes = match field.kind.bytes() {
            Some(bytes) => data.get(from..from.saturating_add(bytes)),
            None => data.get(from..),
        };
        (field, bytes)
    })
}

/// The code of this name of a field.
pub fn code_of(field: &Field, name: &str) -> Option<u8> {
    eio_registry()?.enums.get(field.code.as_ref()?)?.codes.get(name).copied()
}

/// The name of a code, or its number where it has none (clause eio.unknown-enum).
fn code(field: &Field, number: u8) -> Member {
    let known = eio_registry().zip(field.code.as_ref());
    let known = known.and_then(|(registry, key)| registry.enums.get(key));
    let name = known.and_then(|known| known.codes.iter().find(|(_, code)| **code == number));
    name.map_or(Member::Number(number.into()), |(name, _)| Member::Word(name.clone()))
}

/// What the event says; none where its data is too short.
fn read(event: &'static Event, body: &Body<'_>) -> Option<Reading> {
    let mut reading = Reading { eio: event.stem().to_owned(), ..Reading::default() };
    match body {
        Body::Int { value, .. } => {
            let id = Member::Number((*value)?);
            reading.members.extend(event.fields.iter().map(|field| (member(field), id.clone())));
        }
        Body::SpanBegin { .. } => {
            reading.members.insert("edge", Member::Word("begin".to_owned()));
        }
        Body::SpanEnd { .. } => {
            reading.members.insert("edge", Member::Word("end".to_owned()));
        }
        Body::Custom { data, .. } => {
            for (field, bytes) in eio_fields(event, data.as_deref()?) {
                add(&mut reading, field, bytes?);
            }
        }
        _ => {}
    }
    Some(reading)
}

fn add(reading: &mut Reading, field: &'static Field, bytes: &[u8]) {
    let value = match (field.kind, bytes) {
        (FieldType::Text, text) => Member::Text(text.to_vec()),
        (FieldType::U8, [number]) => code(field, *number),
        // Little-endian in files of either byte order (clause eio.payload.little-endian).
        (_, &[a, b, c, d]) => Member::Number(i32::from_le_bytes([a, b, c, d]).into()),
        (_, bytes) => Member::Number(i64::from_le_bytes(bytes.try_into().unwrap_or_default())),
    };
    let value = match (field.name.as_str(), value) {
        // A context of the proposal has its purpose in its type.
        ("purpose", purpose) => {
            if let Some(Member::Word(kind)) = reading.members.get_mut("type") {
                *kind = format!("{kind}({})", shown(&purpose));
            }
            return;
        }
        ("protection", _) if matches!(bytes, [0 | 1]) => Member::Flag(bytes == [1]),
        (_, value) => value,
    };
    reading.members.insert(member(field), value);
}

fn shown(member: &Member) -> String {
    match member {
        Member::Word(word) => word.clone(),
        Member::Number(number) => number.to_string(),
        Member::Flag(_) | Member::Text(_) => String::new(),
    }
}

/// The member of a field. Every member of the registry is one of `SPEC.md`, which a test of it says.
fn member(field: &'static Field) -> &'static str {
    field.member()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain::{RuntimeNames, open};
    use crate::record::ReadEvent;
    use crate::vectors::load;

    /// The texts of the vectors say what each event is.
    #[test]
    fn every_vector_is_read_as_it_says() {
        let none = RuntimeNames::none();
        let mut readings = 0;
        for case in load().unwrap().iter().flat_map(|vector| &vector.cases) {
            for order in crate::plain::ByteOrder::ALL {
                let image = case.encode(order).unwrap();
                let Ok(file) = open(&image.bytes) else { continue };
                let records: Vec<_> = file.records(&none).collect();
                let reader = EioReader::new(&records);
                let ours = records.iter().filter_map(|record| {
                    let reading = reader.reading(record)?;
                    ReadEvent::of_record(record, reading)
                });
                let ours: Vec<ReadEvent> = ours.collect();
                let lines = case.expected.lines().iter();
                let theirs: Vec<ReadEvent> =
                    lines.filter_map(|line| ReadEvent::of_line(line).unwrap()).collect();
                assert_eq!(ours, theirs, "{} {order}", case.name);
                readings += ours.len();
            }
        }
        assert!(readings > 100, "{readings}");
    }

    #[test]
    fn every_member_is_one_of_the_record() {
        let registry = eio_registry().unwrap();
        for field in registry.events.iter().flat_map(|event| &event.fields) {
            let printed = serde_json::json!({ "eio": "x", field.member(): "1" });
            let reading = Reading::of_members(printed.as_object().unwrap()).unwrap();
            let is_purpose = field.name == "purpose";
            assert_eq!(reading.members.contains_key(field.member()), !is_purpose, "{}", field.name);
        }
    }
}
