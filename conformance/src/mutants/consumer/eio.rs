//! What the consumer of the mutants makes of Eio's events.

use eventring_spec::registry::eio::{Event, Field, FieldType, Wire};

use super::mutant::Switch;
use crate::plain::{ByteOrder, EioReader, eio_fields, eio_registry, events_of, open, settled_wire};
use crate::record::{Body, Event as Found, Member, Name, Reading, Record};

/// What the consumer says of each record: nothing where it is no event of the wire, and nothing in it where it takes the
/// data for too short.
pub(super) fn readings(
    bytes: &[u8],
    records: &[Record<'_>],
    switch: Option<Switch>,
) -> Vec<Option<Option<Reading>>> {
    let seen: Vec<Vec<&Event>> =
        records.iter().map(events_of).filter(|events| !events.is_empty()).collect();
    let newest = newest_with(&seen);
    let settled = settled_wire(&seen);
    let file = open(bytes).ok();
    let is_big = file.is_some_and(|file| file.order() == ByteOrder::Big);
    let wire = match switch {
        Some(Switch::WireOfNames) => {
            let names = file.and_then(|file| file.name_table());
            let names = names.iter().flat_map(|table| table.entries());
            let named =
                |name: &[u8]| all_events().filter(|event| event.name.as_bytes() == name).collect();
            let known: Vec<Vec<&Event>> = names.map(|entry| named(entry.name())).collect();
            settled_wire(&known.into_iter().filter(|events| !events.is_empty()).collect::<Vec<_>>())
        }
        Some(Switch::OpenIsNewest) => newest.filter(|_| !seen.is_empty()),
        Some(Switch::UnknownIsOther) if records.iter().any(is_unknown) => None,
        _ => settled,
    };
    let reading = |record: &Record<'_>| {
        let wire = match switch {
            // Each event for itself, where no wire has them all.
            Some(Switch::WiresMixed) if newest.is_none() => newest_with(&[events_of(record)]),
            _ => wire,
        };
        read(wire?, record, switch, is_big)
    };
    records.iter().map(reading).collect()
}

/// What an event of a file of this wire says.
fn read(
    wire: &'static Wire,
    record: &Record<'_>,
    switch: Option<Switch>,
    is_big: bool,
) -> Option<Option<Reading>> {
    let reader = EioReader::of_wire(wire);
    let Record::Event(found) = record else { return None };
    let with = |body| Record::Event(Found { body, ..found.clone() });
    match switch {
        Some(Switch::EioByIndex) => reader.reading(&with(named_by_index(wire, &found.body)?)),
        Some(Switch::AnyType) => reader.reading(record).or_else(|| {
            let event = all_events().find(|event| name_of(record) == Some(&event.name))?;
            Some(Some(Reading { eio: event.stem().to_owned(), ..Reading::default() }))
        }),
        _ => {
            let event =
                events_of(record).into_iter().find(|event| event.in_wire(wire).is_some())?;
            let reading = match with_other_data(event, &found.body, switch, is_big) {
                Some(body) => reader.reading(&with(body))?,
                None => None,
            };
            Some(reading.and_then(|reading| said(reading, switch)))
        }
    }
}

/// The event with its data as the consumer takes it; none where it takes it for none of the event.
fn with_other_data<'b>(
    event: &'static Event,
    body: &Body<'b>,
    switch: Option<Switch>,
    is_big: bool,
) -> Option<Body<'b>> {
    let Body::Custom { id, name, data: Some(data) } = body else { return Some(body.clone()) };
    let area = |(field, _): (&Field, _)| {
        let from = field.offset?;
        Some((from, from + field.kind.bytes()?))
    };
    let areas: Vec<(usize, usize)> = eio_fields(event, data).filter_map(area).collect();
    let end = areas.iter().map(|(_, end)| *end).max().unwrap_or(0);
    let has_text = event.fields.iter().any(|field| field.kind == FieldType::Text);
    let mut data = data.to_vec();
    match switch {
        Some(Switch::ShortIsZeros) => data.resize(data.len().max(end), 0),
        Some(Switch::LongIsNull) if !has_text && data.len() > end => return None,
        Some(Switch::IdsInFileOrder) if is_big => {
            for (from, end) in areas {
                if let Some(bytes) = data.get_mut(from..end) {
                    bytes.reverse();
                }
            }
        }
        _ => {}
    }
    Some(Body::Custom { id: *id, name: name.clone(), data: Some(data.into()) })
}

/// The reading as the consumer prints it; none where it takes the data for too short.
fn said(mut reading: Reading, switch: Option<Switch>) -> Option<Reading> {
    let text = reading.members.get_mut("text");
    match (switch, text) {
        (Some(Switch::TextToZero), Some(Member::Text(text))) => {
            *text = text.split(|byte| *byte == 0).next().unwrap_or_default().to_vec();
        }
        (Some(Switch::TextLossy), Some(Member::Text(text))) => {
            *text = String::from_utf8_lossy(text).into_owned().into_bytes();
        }
        _ => {}
    }
    match (switch, reading.members.get_mut("type")) {
        (Some(Switch::UnknownCodeIsNull), Some(Member::Number(_))) => return None,
        (Some(Switch::PurposeLeftOut), Some(Member::Word(word))) => {
            word.truncate(word.find('(').unwrap_or(word.len()));
        }
        (Some(Switch::EdgesLeftOut), _) => {
            reading.members.remove("edge");
        }
        _ => {}
    }
    Some(reading)
}

fn all_events() -> impl Iterator<Item = &'static Event> {
    eio_registry().into_iter().flat_map(|registry| &registry.events)
}

/// The newest wire that has all events that were seen, whatever their payloads are in another.
fn newest_with(seen: &[Vec<&'static Event>]) -> Option<&'static Wire> {
    let mut wires = eio_registry().into_iter().flat_map(|registry| &registry.wires);
    let has_all = |wire: &&Wire| {
        seen.iter().all(|events| events.iter().any(|event| event.in_wire(wire).is_some()))
    };
    wires.rfind(has_all)
}

/// The event under the name that Eio registers in the place of its index.
fn named_by_index<'b>(wire: &Wire, body: &Body<'b>) -> Option<Body<'b>> {
    let mut body = body.clone();
    if let Body::Unit { id, name }
    | Body::Int { id, name, .. }
    | Body::SpanBegin { id, name }
    | Body::SpanEnd { id, name }
    | Body::Custom { id, name, .. } = &mut body
    {
        let is_there = |event: &&Event| event.in_wire(wire).is_some_and(|used| used.place == *id);
        *name = Name::Text(all_events().find(is_there)?.name.as_str().into());
        return Some(body);
    }
    None
}

fn name_of<'r>(record: &'r Record<'_>) -> Option<&'r str> {
    let Record::Event(event) = record else { return None };
    match &event.body {
        Body::Unit { name: Name::Text(name), .. }
        | Body::Int { name: Name::Text(name), .. }
        | Body::SpanBegin { name: Name::Text(name), .. }
        | Body::SpanEnd { name: Name::Text(name), .. }
        | Body::Custom { name: Name::Text(name), .. } => Some(name),
        _ => None,
    }
}

/// Whether a record is an event whose name begins as Eio's do, and that no wire has.
fn is_unknown(record: &Record<'_>) -> bool {
    name_of(record).is_some_and(|name| {
        name.starts_with("eio.") && !all_events().any(|event| event.name == name)
    })
}
