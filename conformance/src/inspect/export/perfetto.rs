//! Perfetto's trace format: protobuf, with nested tracks, counters, flows and names told once.

mod messages;

use prost::Message;

use super::encoder::Encoder;
use super::interner::{Interner, Place};
use super::timeline::{
    Category, Detail, Label, Link, Mark, Number, Track, TrackKind, Value, What, gap_marks,
};
use messages::{
    CounterDescriptor, DebugAnnotation, INCREMENTAL_STATE_CLEARED, Interned, InternedData,
    NEEDS_INCREMENTAL_STATE, ProcessDescriptor, TracePacket, TrackDescriptor, TrackEvent, Type,
    Unit,
};

/// Writes one sequence of packets.
///
/// Times are told without naming their clock: nobody knows which one an OCaml program has read (clause
/// time.not-wall-clock), and a trace of one clock needs none.
#[derive(Debug)]
pub(super) struct Perfetto {
    names: Names,
    /// The packet of every event, one after the other: most of it is not used most of the time.
    packet: TracePacket,
}

/// What has a number by now.
#[derive(Debug)]
struct Names {
    events: Interner<String>,
    details: Interner<String>,
    /// Names that are told with the next event.
    news: Option<InternedData>,
}

/// So many names have numbers; the format has no limit of its own.
const MOST_NAMES: usize = 1 << 16;
/// All packets are of one sequence.
const SEQUENCE: u32 = 1;
/// The key of `repeated TracePacket packet = 1`.
const PACKET_KEY: u8 = 1 << 3 | 2;

impl Default for Perfetto {
    fn default() -> Self {
        Self {
            names: Names {
                events: Interner::new(MOST_NAMES),
                details: Interner::new(MOST_NAMES),
                news: None,
            },
            packet: TracePacket {
                trusted_packet_sequence_id: Some(SEQUENCE),
                sequence_flags: Some(NEEDS_INCREMENTAL_STATE),
                ..TracePacket::default()
            },
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
        let event = self.packet.track_event.get_or_insert_default();
        event.clear();
        event.track_uuid = Some(mark.track.0);
        match mark.what {
            What::Begin(label) => self.names.labelled(event, Type::SliceBegin, &label),
            What::End(label) => {
                // Which span ends is told by the track.
                event.r#type = Some(Type::SliceEnd.into());
                self.names.details(event, label.details);
            }
            What::Instant(label) => self.names.labelled(event, Type::Instant, &label),
            What::Counter(number) => {
                event.r#type = Some(Type::Counter.into());
                match number {
                    Number::Signed(value) => event.counter_value = Some(value),
                    Number::Unsigned(value) => match i64::try_from(value) {
                        Ok(value) => event.counter_value = Some(value),
                        Err(_) => event.double_counter_value = Some(value as f64),
                    },
                }
            }
            What::Gap { .. } => {}
        }
        self.packet.timestamp = Some(mark.timestamp_ns);
        self.packet.interned_data = self.names.news.take();
        write(&self.packet, out);
    }

    /// A trace ends where it ends.
    fn end(&mut self, _out: &mut Vec<u8>) {}
}

impl Names {
    fn labelled(&mut self, event: &mut TrackEvent, kind: Type, label: &Label<'_>) {
        event.r#type = Some(kind.into());
        event.category_iids.push(category_iid(label.category));
        match self.events.name(label.name) {
            Place::Known(iid) => event.name_iid = Some(iid),
            Place::New(iid) => {
                event.name_iid = Some(iid);
                self.news().event_names.push(interned(iid, label.name));
            }
            Place::Full => event.name = Some(label.name.to_owned()),
        }
        match label.link {
            Some(Link::Out(flow)) => event.flow_ids.push(flow),
            Some(Link::In(flow)) => event.terminating_flow_ids.push(flow),
            None => {}
        }
        self.details(event, label.details);
    }

    fn details(&mut self, event: &mut TrackEvent, details: &[Detail<'_>]) {
        for detail in details {
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
            event.debug_annotations.push(annotation);
        }
    }

    fn news(&mut self) -> &mut InternedData {
        self.news.get_or_insert_default()
    }
}

#[inline]
fn write(packet: &TracePacket, out: &mut Vec<u8>) {
    out.push(PACKET_KEY);
    // A vector has room for whatever comes.
    packet.encode_length_delimited(out).unwrap_or_else(|error| unreachable!("{error}"));
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
