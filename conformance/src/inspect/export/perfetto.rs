//! Perfetto's trace format: protobuf, with nested tracks, counters, flows and names told once.

mod messages;
mod plain;

use super::encoder::Encoder;
use super::interner::{Interner, Place};
use super::timeline::{
    Category, Detail, Label, Link, Mark, Number, Track, TrackKind, Value, What, gap_marks,
};
use messages::{
    CounterDescriptor, DebugAnnotation, INCREMENTAL_STATE_CLEARED, Interned, InternedData,
    ProcessDescriptor, TracePacket, TrackDescriptor, Type, Unit,
};
use plain::{PlainEvent, Room};

/// Writes one sequence of packets.
///
/// Times are told without naming their clock: nobody knows which one an OCaml program has read (clause
/// time.not-wall-clock), and a trace of one clock needs none.
#[derive(Debug)]
pub(super) struct Perfetto {
    names: Names,
    room: Room,
}

/// What has a number by now.
#[derive(Debug)]
struct Names {
    events: Interner<String>,
    details: Interner<String>,
    /// Names that are told with the next event.
    news: Option<InternedData>,
}

/// What an event is called, and what is told beside it.
#[derive(Debug, Default)]
struct Named {
    category_iid: Option<u64>,
    name_iid: Option<u64>,
    link: Option<Link>,
    /// In place of the number.
    name: Option<String>,
    debug_annotations: Vec<DebugAnnotation>,
}

/// So many names have numbers; the format has no limit of its own.
const MOST_NAMES: usize = 1 << 16;
/// All packets are of one sequence.
const SEQUENCE: u32 = 1;

impl Default for Perfetto {
    fn default() -> Self {
        Self {
            names: Names {
                events: Interner::new(MOST_NAMES),
                details: Interner::new(MOST_NAMES),
                news: None,
            },
            room: [0; 256],
        }
    }
}

impl Encoder for Perfetto {
    fn begin(&mut self, out: &mut Vec<u8>) {
        let event_categories = Category::ALL.map(|category| Interned {
            iid: Some(category_iid(category)),
            name: Some(category.name().to_owned()),
        });
        let packet = TracePacket {
            trusted_packet_sequence_id: Some(SEQUENCE),
            first_packet_on_sequence: Some(true),
            sequence_flags: Some(INCREMENTAL_STATE_CLEARED),
            interned_data: Some(InternedData {
                event_categories: event_categories.into(),
                ..InternedData::default()
            }),
            ..TracePacket::default()
        };
        write(&packet, out);
    }

    fn track(&mut self, track: &Track<'_>, out: &mut Vec<u8>) {
        let process = match track.kind {
            TrackKind::Process { process_id } => Some(ProcessDescriptor {
                pid: process_id.map(u32::cast_signed),
                process_name: Some(track.name.to_owned()),
            }),
            _ => None,
        };
        let counter = match track.kind {
            TrackKind::Counter { unit } => Some(counter(unit)),
            _ => None,
        };
        let track_descriptor = TrackDescriptor {
            uuid: Some(track.id.0),
            name: Some(track.name.to_owned()),
            process,
            parent_uuid: track.parent.map(|parent| parent.0),
            counter,
        };
        let packet = TracePacket {
            trusted_packet_sequence_id: Some(SEQUENCE),
            track_descriptor: Some(track_descriptor),
            ..TracePacket::default()
        };
        write(&packet, out);
    }

    fn mark(&mut self, mark: &Mark<'_>, out: &mut Vec<u8>) {
        if let What::Gap { since_ns, cause } = mark.what {
            return gap_marks(mark, since_ns, cause, |mark| self.mark(mark, out));
        }
        let names = &mut self.names;
        let (kind, named, number) = match mark.what {
            What::Begin(label) => (Type::SliceBegin, names.labelled(&label), None),
            What::End(label) => {
                // Which span ends is told by the track.
                let debug_annotations = names.details(label.details);
                (Type::SliceEnd, Named { debug_annotations, ..Named::default() }, None)
            }
            What::Instant(label) => (Type::Instant, names.labelled(&label), None),
            What::Counter(number) => (Type::Counter, Named::default(), Some(number)),
            What::Gap { .. } => return,
        };
        let Named { category_iid, name_iid, link, name, debug_annotations } = named;
        let (timestamp_ns, track) = (mark.timestamp_ns, mark.track);
        let event = PlainEvent { timestamp_ns, track, kind, category_iid, name_iid, number, link };
        if names.news.is_none() && name.is_none() && debug_annotations.is_empty() {
            return event.write(&mut self.room, out);
        }
        let mut packet = event.packet();
        packet.interned_data = names.news.take();
        if let Some(event) = &mut packet.track_event {
            (event.name, event.debug_annotations) = (name, debug_annotations);
        }
        write(&packet, out);
    }

    /// A trace ends where it ends.
    fn end(&mut self, _out: &mut Vec<u8>) {}
}

impl Names {
    #[inline]
    fn labelled(&mut self, label: &Label<'_>) -> Named {
        let (name_iid, name) = match self.events.name(label.name) {
            Place::Known(iid) => (Some(iid), None),
            Place::New(iid) => {
                self.news().event_names.push(interned(iid, label.name));
                (Some(iid), None)
            }
            Place::Full => (None, Some(label.name.to_owned())),
        };
        let debug_annotations = self.details(label.details);
        let category_iid = Some(category_iid(label.category));
        Named { category_iid, name_iid, link: label.link, name, debug_annotations }
    }

    #[inline]
    fn details(&mut self, details: &[Detail<'_>]) -> Vec<DebugAnnotation> {
        let annotation = |detail: &Detail<'_>| {
            let name_iid = match self.details.name(detail.name) {
                Place::Known(iid) => Some(iid),
                Place::New(iid) => {
                    self.news().debug_annotation_names.push(interned(iid, detail.name));
                    Some(iid)
                }
                Place::Full => None,
            };
            let name = name_iid.is_none().then(|| detail.name.to_owned());
            let mut annotation = DebugAnnotation { name_iid, name, ..DebugAnnotation::default() };
            match detail.value {
                Value::Number(Number::Unsigned(value)) => annotation.uint_value = Some(value),
                Value::Number(Number::Signed(value)) => annotation.int_value = Some(value),
                Value::Float(value) => annotation.double_value = Some(value),
                Value::Text(text) => annotation.string_value = Some(text.to_owned()),
            }
            annotation
        };
        details.iter().map(annotation).collect()
    }

    fn news(&mut self) -> &mut InternedData {
        self.news.get_or_insert_default()
    }
}

/// A trace is a `repeated TracePacket packet = 1`.
fn write(packet: &TracePacket, out: &mut Vec<u8>) {
    prost::encoding::message::encode(1, packet, out);
}

/// Numbers of names begin with 1.
fn category_iid(category: Category) -> u64 {
    1 + category as u64
}

fn interned(iid: u64, name: &str) -> Interned {
    Interned { iid: Some(iid), name: Some(name.to_owned()) }
}

fn counter(unit: Option<&'static str>) -> CounterDescriptor {
    let (unit, unit_name) = match unit {
        Some("bytes") => (Unit::SizeBytes, None),
        Some("nanoseconds") => (Unit::TimeNs, None),
        Some(name) => (Unit::Count, Some(name.to_owned())),
        None => (Unit::Unspecified, None),
    };
    CounterDescriptor { unit: Some(unit.into()), unit_name }
}
