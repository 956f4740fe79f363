//! Most packets by far: an event whose name was told before, with nothing beside it.

use prost::encoding::WireType;

use super::SEQUENCE;
use super::messages::{NEEDS_INCREMENTAL_STATE, TracePacket, TrackEvent, Type};
use crate::inspect::export::timeline::{Link, Number, TrackId};

/// An event with no text and nothing of variable length.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlainEvent {
    pub(super) timestamp_ns: u64,
    pub(super) track: TrackId,
    pub(super) kind: Type,
    pub(super) category_iid: Option<u64>,
    pub(super) name_iid: Option<u64>,
    pub(super) number: Option<Number>,
    pub(super) link: Option<Link>,
}

/// No packet of a plain event is longer; so both its lengths are of one byte.
const MOST_BYTES: usize = 127;

impl PlainEvent {
    /// The packet as a message, to which more can be added.
    pub(super) fn packet(&self) -> TracePacket {
        let (counter_value, double_counter_value) = self.counter();
        let (flow, terminating_flow) = self.flows();
        TracePacket {
            timestamp: Some(self.timestamp_ns),
            trusted_packet_sequence_id: Some(SEQUENCE),
            sequence_flags: Some(NEEDS_INCREMENTAL_STATE),
            track_event: Some(TrackEvent {
                category_iids: self.category_iid.into_iter().collect(),
                r#type: Some(self.kind.into()),
                name_iid: self.name_iid,
                track_uuid: Some(self.track.0),
                counter_value,
                double_counter_value,
                flow_ids: flow.into_iter().collect(),
                terminating_flow_ids: terminating_flow.into_iter().collect(),
                ..TrackEvent::default()
            }),
            ..TracePacket::default()
        }
    }

    /// Writes the bytes that [`packet`](Self::packet) has, without making it: a trace has millions of them.
    #[inline]
    pub(super) fn write(&self, room: &mut Room, out: &mut Vec<u8>) {
        let mut bytes = Bytes { bytes: room, len: 0 };
        let packet_len = bytes.open(1);
        bytes.varint(8, self.timestamp_ns);
        bytes.varint(10, u64::from(SEQUENCE));
        let event_len = bytes.open(11);
        if let Some(iid) = self.category_iid {
            bytes.varint(3, iid);
        }
        bytes.varint(9, self.kind as u64);
        if let Some(iid) = self.name_iid {
            bytes.varint(10, iid);
        }
        bytes.varint(11, self.track.0);
        let (counter_value, double_counter_value) = self.counter();
        if let Some(value) = counter_value {
            bytes.varint(30, value.cast_unsigned());
        }
        if let Some(value) = double_counter_value {
            bytes.fixed(44, value.to_bits());
        }
        let (flow, terminating_flow) = self.flows();
        if let Some(flow) = flow {
            bytes.fixed(47, flow);
        }
        if let Some(flow) = terminating_flow {
            bytes.fixed(48, flow);
        }
        bytes.close(event_len);
        bytes.varint(13, u64::from(NEEDS_INCREMENTAL_STATE));
        bytes.close(packet_len);
        // A copy of a length that is known is the quickest.
        let end = out.len() + usize::from(bytes.len);
        out.extend_from_slice(&bytes.bytes[..MOST_BYTES]);
        out.truncate(end);
    }

    /// The value of a counter; what is too large for the number that the format has is a float.
    fn counter(&self) -> (Option<i64>, Option<f64>) {
        match self.number {
            None => (None, None),
            Some(Number::Signed(value)) => (Some(value), None),
            Some(Number::Unsigned(value)) => match i64::try_from(value) {
                Ok(value) => (Some(value), None),
                Err(_) => (None, Some(value as f64)),
            },
        }
    }

    /// The arrow that starts here, and the one that ends here.
    const fn flows(&self) -> (Option<u64>, Option<u64>) {
        match self.link {
            Some(Link::Out(flow)) => (Some(flow), None),
            Some(Link::In(flow)) => (None, Some(flow)),
            None => (None, None),
        }
    }
}

/// Where the packet of a plain event is put together, one after the other: as many bytes as a length of one byte can
/// count, so that none is looked for outside.
pub(super) type Room = [u8; 256];

/// Fields of protobuf, put together.
struct Bytes<'r> {
    bytes: &'r mut Room,
    len: u8,
}

impl Bytes<'_> {
    #[inline]
    fn varint(&mut self, tag: u32, value: u64) {
        self.key(tag, WireType::Varint);
        self.number(value);
    }

    #[inline]
    fn fixed(&mut self, tag: u32, value: u64) {
        self.key(tag, WireType::SixtyFourBit);
        value.to_le_bytes().into_iter().for_each(|byte| self.push(byte));
    }

    /// Begins a message inside; what is to be closed.
    #[inline]
    fn open(&mut self, tag: u32) -> u8 {
        self.key(tag, WireType::LengthDelimited);
        self.push(0);
        self.len
    }

    /// Ends the message that began there.
    #[inline]
    fn close(&mut self, begin: u8) {
        self.bytes[usize::from(begin.wrapping_sub(1))] = self.len.wrapping_sub(begin);
    }

    #[inline]
    fn key(&mut self, tag: u32, wire_type: WireType) {
        self.number(u64::from(tag << 3 | wire_type as u32));
    }

    #[inline]
    fn number(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.push(value as u8);
    }

    #[inline]
    fn push(&mut self, byte: u8) {
        self.bytes[usize::from(self.len)] = byte;
        self.len = self.len.wrapping_add(1);
    }
}

#[cfg(test)]
mod tests {
    use proptest::option;
    use proptest::prelude::*;

    use super::super::write;
    use super::*;

    fn number() -> impl Strategy<Value = Number> {
        prop_oneof![any::<u64>().prop_map(Number::from), any::<i64>().prop_map(Number::from)]
    }

    fn link() -> impl Strategy<Value = Link> {
        prop_oneof![any::<u64>().prop_map(Link::Out), any::<u64>().prop_map(Link::In)]
    }

    fn assert_same(event: &PlainEvent) {
        let (mut plain, mut message) = (Vec::new(), Vec::new());
        event.write(&mut [0; 256], &mut plain);
        write(&event.packet(), &mut message);
        assert_eq!(plain, message, "{event:?}");
    }

    #[test]
    fn the_longest_event_has_room() {
        for (number, link) in [
            (Number::Signed(-1), Link::Out(u64::MAX)),
            (Number::Unsigned(u64::MAX), Link::In(u64::MAX)),
        ] {
            let longest = PlainEvent {
                timestamp_ns: u64::MAX,
                track: TrackId(u64::MAX),
                kind: Type::Counter,
                category_iid: Some(u64::MAX),
                name_iid: Some(u64::MAX),
                number: Some(number),
                link: Some(link),
            };
            assert_same(&longest);
        }
    }

    proptest! {
        #[test]
        fn the_bytes_are_those_of_the_message(
            kind in proptest::sample::select(
                [Type::SliceBegin, Type::SliceEnd, Type::Instant, Type::Counter].as_slice(),
            ),
            timestamp_ns in any::<u64>(),
            track in any::<u64>().prop_map(TrackId),
            category_iid in option::of(0_u64..10),
            name_iid in option::of(0_u64..1 << 20),
            number in option::of(number()),
            link in option::of(link()),
        ) {
            assert_same(&PlainEvent {
                timestamp_ns, track, kind, category_iid, name_iid, number, link,
            });
        }
    }
}
