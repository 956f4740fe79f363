//! A plain reader of Perfetto's protobuf, by the numbers of its public schema. `.ci/full` has another one, whose messages are
//! generated from that schema.

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;

use crate::seen::{Seen, Trace, What};

/// A field of a message.
#[derive(Clone, Copy, Debug)]
enum Field<'a> {
    Varint(u64),
    Fixed64(u64),
    Bytes(&'a [u8]),
}

impl<'a> Field<'a> {
    fn number(self) -> u64 {
        match self {
            Self::Varint(value) | Self::Fixed64(value) => value,
            Self::Bytes(_) => panic!("a number"),
        }
    }

    fn bytes(self) -> &'a [u8] {
        match self {
            Self::Bytes(bytes) => bytes,
            _ => panic!("bytes"),
        }
    }

    fn text(self) -> String {
        str::from_utf8(self.bytes()).expect("UTF-8").to_owned()
    }
}

fn varint(bytes: &mut &[u8]) -> u64 {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = bytes.split_first().expect("a byte");
        *bytes = rest;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return value;
        }
    }
    panic!("a number of more than 64 bits");
}

/// The fields of a message with their numbers, in order.
fn fields(mut bytes: &[u8]) -> Vec<(u64, Field<'_>)> {
    let mut fields = Vec::new();
    while !bytes.is_empty() {
        let key = varint(&mut bytes);
        let field = match key & 7 {
            0 => Field::Varint(varint(&mut bytes)),
            1 => {
                let (value, rest) = bytes.split_first_chunk().expect("8 bytes");
                bytes = rest;
                Field::Fixed64(u64::from_le_bytes(*value))
            }
            2 => {
                let len = varint(&mut bytes).try_into().expect("a length");
                let (value, rest) = bytes.split_at_checked(len).expect("so many bytes");
                bytes = rest;
                Field::Bytes(value)
            }
            other => panic!("wire type {other}"),
        };
        fields.push((key >> 3, field));
    }
    fields
}

/// What a sequence has told so far.
#[derive(Default)]
struct Names {
    categories: HashMap<u64, String>,
    events: HashMap<u64, String>,
    details: HashMap<u64, String>,
}

pub(crate) fn read(bytes: &[u8]) -> Trace {
    let (mut trace, mut names, mut is_begun) = (Trace::default(), Names::default(), false);
    for (number, packet) in fields(bytes) {
        assert_eq!(number, 1, "a trace is packets");
        let mut timestamp_ns = None;
        let (mut event, mut sequence, mut flags) = (None, None, 0);
        for (number, field) in fields(packet.bytes()) {
            match number {
                8 => timestamp_ns = Some(field.number()),
                10 => sequence = Some(field.number()),
                11 => event = Some(field.bytes()),
                12 => learn(field.bytes(), &mut names),
                13 => flags = field.number(),
                60 => track(field.bytes(), &mut trace),
                87 => assert!(!std::mem::replace(&mut is_begun, true)),
                other => panic!("field {other} of a packet"),
            }
        }
        // All of one sequence, which begins by saying that it begins.
        assert_eq!((sequence, is_begun), (Some(1), true));
        if let Some(event) = event {
            assert_eq!(flags, 2);
            let timestamp_ns = timestamp_ns.expect("a time");
            trace.marks.push(mark(event, timestamp_ns, &names));
        }
    }
    trace
}

fn learn(bytes: &[u8], names: &mut Names) {
    for (number, field) in fields(bytes) {
        let (mut iid, mut name) = (0, None);
        for (number, field) in fields(field.bytes()) {
            match number {
                1 => iid = field.number(),
                2 => name = Some(field.text()),
                other => panic!("field {other} of a name"),
            }
        }
        assert_ne!(iid, 0);
        let table = match number {
            1 => &mut names.categories,
            2 => &mut names.events,
            3 => &mut names.details,
            other => panic!("names of kind {other}"),
        };
        assert_eq!(table.insert(iid, name.expect("a name")), None);
    }
}

fn track(bytes: &[u8], trace: &mut Trace) {
    let (mut uuid, mut parent, mut name) = (0, None, None);
    for (number, field) in fields(bytes) {
        match number {
            1 => uuid = field.number(),
            2 => name = Some(field.text()),
            3 | 8 => drop(fields(field.bytes())),
            5 => parent = Some(field.number()),
            other => panic!("field {other} of a track"),
        }
    }
    assert_ne!(uuid, 0);
    assert!(parent.is_none_or(|parent| trace.tracks.contains_key(&parent)), "{parent:?}");
    let told = trace.tracks.insert(uuid, (parent, name.expect("a name")));
    // Told again it may have another name, but not another place.
    assert!(told.is_none_or(|(other, _)| other == parent));
}

fn mark(bytes: &[u8], timestamp_ns: u64, names: &Names) -> Seen {
    let (mut kind, mut track, mut name) = (0, 0, String::new());
    let (mut category, mut value) = (None, None);
    let (mut details, mut links) = (BTreeMap::new(), (None, None));
    for (number, field) in fields(bytes) {
        match number {
            // Perfetto's own reader takes repeated numbers as its schema has them, which packs none.
            3 => category = Some(field.number()),
            4 => details.extend([detail(field.bytes(), names)]),
            9 => kind = field.number(),
            10 => name = names.events[&field.number()].clone(),
            11 => track = field.number(),
            23 => name = field.text(),
            30 => value = Some(Value::from(field.number().cast_signed())),
            44 => value = Some(Value::from(f64::from_bits(field.number()))),
            47 => links.0 = Some(field.number()),
            48 => links.1 = Some(field.number()),
            other => panic!("field {other} of an event"),
        }
    }
    let what = match kind {
        1 => What::Begin,
        2 => What::End,
        3 => What::Instant,
        4 => What::Counter,
        other => panic!("type {other}"),
    };
    if matches!(what, What::Begin | What::Instant) {
        assert!(names.categories.contains_key(&category.expect("a category")));
    }
    assert_eq!(what == What::Counter, value.is_some());
    details.extend(value.map(|value| ("value".to_owned(), value)));
    Seen { details, links, ..Seen::new(what, track, timestamp_ns, &name) }
}

fn detail(bytes: &[u8], names: &Names) -> (String, Value) {
    let (mut name, mut value) = (None, None);
    for (number, field) in fields(bytes) {
        match number {
            1 => name = Some(names.details[&field.number()].clone()),
            3 => value = Some(Value::from(field.number())),
            4 => value = Some(Value::from(field.number().cast_signed())),
            5 => value = Some(Value::from(f64::from_bits(field.number()))),
            6 => value = Some(Value::from(field.text())),
            10 => name = Some(field.text().to_owned()),
            other => panic!("field {other} of a detail"),
        }
    }
    (name.expect("a name"), value.expect("a value"))
}
