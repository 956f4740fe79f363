//! The events of Eio, where a file has any.

use std::collections::BTreeMap;

use eventring_spec::registry::eio::{Event, FieldType};

use super::check::{Check, Judge, Words};
use super::item::item_header_place;
use super::sink::Sink;
use super::subject::Subject;
use crate::finding::Place;
use crate::plain::{Item, Ring, code_of, eio_fields, eio_registry};

pub(super) const CHECKS: &[Check] = &[
    Check::new("eio.wires-not-mixed", &["names.before-use"], Judge::Session(wires_not_mixed)),
    Check::new("eio.payload.layout", PAYLOAD, Judge::Session(layouts)),
    Check::new("eio.payload.little-endian", LAID_OUT, Judge::Session(little_endian)),
    Check::new("eio.enum", LAID_OUT, Judge::Session(enums)),
    Check::new("eio.id.unique", &["eio.payload.little-endian"], Judge::Session(ids)),
];

const PAYLOAD: &[&str] = &["eio.wires-not-mixed", "custom.words", "custom.max"];
const LAID_OUT: &[&str] = &["eio.payload.layout"];

/// No process counts so many ids.
const UNBELIEVABLE_ID: u64 = 1 << 48;

fn wires_not_mixed(subject: &Subject<'_>, sink: &mut Sink<'_, '_>) {
    let (profile, Some(registry)) = (subject.eio(), eio_registry()) else { return };
    if profile.is_empty() {
        return;
    }
    if !profile.wires().is_empty() {
        return sink.holds();
    }
    // The first event that its forerunners have no wire in common with.
    let mut common: Vec<_> = registry.wires.iter().collect();
    for (item, event) in eio_events(subject) {
        let with: Vec<_> =
            common.iter().copied().filter(|wire| event.in_wire(wire).is_some()).collect();
        if with.is_empty() {
            let before: Vec<_> = common.iter().map(|wire| wire.title.as_str()).collect();
            let before = before.join(" or ");
            return sink.judge(false, item_header_place(&item), || {
                let found = format!("{}, after events of {before}", event.name);
                Words::new(found, "events of one wire")
            });
        }
        common = with;
    }
}

fn layouts(subject: &Subject<'_>, sink: &mut Sink<'_, '_>) {
    for (item, event, data) in custom_events(subject) {
        let missing = eio_fields(event, data).find(|(_, bytes)| bytes.is_none());
        let ends = eio_fields(event, data).map(|(field, _)| {
            // A text ends where the data does.
            field.kind.bytes().map_or(data.len(), |bytes| field.offset.unwrap_or(0) + bytes)
        });
        let end = ends.max().unwrap_or(0);
        let holds = missing.is_none() && end == data.len();
        sink.judge(holds, data_place(&item, 0, data.len()), || {
            let found = format!("{} with {} bytes of data", event.name, data.len());
            match missing {
                Some((field, _)) => Words::new(found, format!("data up to its {}", field.name)),
                None => Words::new(found, format!("{end} bytes, the end of its last field")),
            }
        });
    }
}

fn little_endian(subject: &Subject<'_>, sink: &mut Sink<'_, '_>) {
    for (item, event, data) in custom_events(subject) {
        for (field, bytes) in
            eio_fields(event, data).filter(|(field, _)| field.kind == FieldType::I64)
        {
            let Some(id) = bytes.and_then(id_of) else { continue };
            let [as_written, turned] = [id, id.swap_bytes()].map(i64::unsigned_abs);
            // An id of 4 bytes can be anything: nothing tells which way round it is.
            let is_turned = as_written >= UNBELIEVABLE_ID && turned < UNBELIEVABLE_ID;
            let place = data_place(&item, field.offset.unwrap_or(0), 8);
            sink.judge(!is_turned, place, || {
                let turned = id.swap_bytes();
                Words::new(
                    format!("{} {id} of {}, {turned} in the other order", field.name, event.name),
                    "little-endian bytes",
                )
            });
        }
    }
}

fn enums(subject: &Subject<'_>, sink: &mut Sink<'_, '_>) {
    for (item, event, data) in custom_events(subject) {
        for (field, bytes) in eio_fields(event, data) {
            let known = eio_registry().zip(field.code.as_ref());
            let Some(known) = known.and_then(|(registry, key)| registry.enums.get(key)) else {
                continue;
            };
            let Some([code]) = bytes else { continue };
            let holds = known.codes.values().any(|known| known == code);
            sink.judge(holds, data_place(&item, field.offset.unwrap_or(0), 1), || {
                let codes: Vec<String> =
                    known.by_code().iter().map(|(code, name)| format!("{code} {name}")).collect();
                Words::new(format!("{} {code} of {}", field.name, event.name), codes.join(", "))
            });
        }
    }
}

/// What an event creates, by its id, is created once. The system thread of the proposal is one thing.
fn ids(subject: &Subject<'_>, sink: &mut Sink<'_, '_>) {
    let mut created: BTreeMap<i64, (u32, u64)> = BTreeMap::new();
    let creates = |event: &Event| event.stem().starts_with("create");
    for (item, event, data) in custom_events(subject).filter(|(_, event, _)| creates(event)) {
        let mut id = None;
        let mut is_system_thread = false;
        for (field, bytes) in eio_fields(event, data) {
            match (field.name.as_str(), bytes) {
                ("id", Some(bytes)) => id = id_of(bytes),
                ("type", Some([code])) => {
                    is_system_thread = code_of(field, "system-thread") == Some(*code);
                }
                _ => {}
            }
        }
        let Some(id) = id.filter(|_| !is_system_thread) else { continue };
        let before = created.insert(id, (item.ring, item.position));
        sink.judge(before.is_none(), data_place(&item, 0, 4), || {
            let (ring, position) = before.unwrap_or_default();
            Words::new(
                format!("{} of id {id}, which stands for something since ring {ring}, position {position}", event.name),
                "an id that nothing had before",
            )
        });
    }
}

/// An id of 8 or of 4 bytes.
fn id_of(bytes: &[u8]) -> Option<i64> {
    let whole = bytes.try_into().map(i64::from_le_bytes).ok();
    whole.or_else(|| Some(i32::from_le_bytes(bytes.try_into().ok()?).into()))
}

/// Every event of Eio, in order of ring and position.
fn eio_events<'s, 'a>(
    subject: &'s Subject<'a>,
) -> impl Iterator<Item = (Item<'a>, &'static Event)> + 's {
    let rings = subject.file().filter(|_| !subject.eio().is_empty()).into_iter();
    let rings = rings.flat_map(|file| file.rings());
    let items = rings.flat_map(|ring: Ring<'a>| ring.items().map_while(Result::ok));
    items.filter_map(|item| Some((item, subject.eio().any_event(&item)?)))
}

/// The custom ones among them whose payload is known, with their data.
fn custom_events<'s, 'a>(
    subject: &'s Subject<'a>,
) -> impl Iterator<Item = (Item<'a>, &'static Event, &'a [u8])> + 's {
    eio_events(subject).filter_map(|(item, _)| {
        let event = subject.eio().event(&item)?;
        let data = item.custom_data().filter(|_| item.header.item_type() == 4)?;
        Some((item, event, data))
    })
}

fn data_place(item: &Item<'_>, from: usize, len: usize) -> Place {
    let offset_bytes = item.word_offset_bytes(2) + from as u64;
    Place::at_position(item.ring, item.position, offset_bytes, len.max(1) as u64)
}
