//! One walk over a snapshot that touches every accessor of the reader.

use eventring::eio::{
    DataBuffer, EioEvent, EioId, Undecoded, Value, Wire, WireNarrowing, WireVerdict,
};
use eventring::error::Refusal;
use eventring::event::Kind;
use eventring::reader::{Ring, Snapshot};
use eventring::release::{Narrowing, RingHistory};

/// A number that depends on all that can be read of a file.
pub fn digest(bytes: &[u8]) -> u64 {
    match Snapshot::new(bytes) {
        Ok(snapshot) => digest_snapshot(&snapshot),
        Err(refusal) => digest_refusal(&refusal),
    }
}

fn digest_refusal(refusal: &Refusal) -> u64 {
    mix(refusal.offset_bytes(), text(refusal.clause()) ^ u64::from(refusal.is_not_ready()))
}

fn digest_snapshot(snapshot: &Snapshot<'_>) -> u64 {
    let geometry = snapshot.geometry();
    let mut narrowing = Narrowing::new(geometry, &snapshot.names());
    let mut sum = mix(geometry.file_bytes(), geometry.rings_end());
    sum = mix(sum, geometry.headers_offset() ^ geometry.data_offset());
    sum = mix(sum, geometry.ring_header_bytes() ^ geometry.names_offset().unwrap_or(1));
    sum = mix(sum, geometry.ring_words() ^ text(snapshot.byte_order().name()));
    for ring in snapshot.rings() {
        sum = mix(sum, digest_ring(snapshot, ring, &mut narrowing));
        sum = mix(sum, digest_wire(snapshot, ring));
    }
    let verdict = narrowing.verdict(None);
    sum = mix(sum, narrowing.evidence().count() as u64);
    verdict.remaining.iter().fold(sum, |sum, release| mix(sum, release.phase_count() as u64))
}

fn digest_ring(snapshot: &Snapshot<'_>, ring: Ring<'_>, narrowing: &mut Narrowing) -> u64 {
    let mut sum = mix(ring.lost_words(), ring.head() ^ ring.tail());
    let mut history = RingHistory::default();
    for event in ring.events() {
        let part = match event {
            Ok(event) => {
                narrowing.observe(&mut history, ring.index(), &event);
                let name = event.kind.index().and_then(|index| snapshot.names().name(index));
                let name = name.map_or(0, |name| bytes_sum(name.as_bytes()));
                event.position ^ event.timestamp_ns ^ name ^ digest_kind(event.kind)
            }
            Err(fault) => fault.offset_bytes() ^ fault.position() ^ text(fault.clause()),
        };
        sum = mix(sum, part);
    }
    sum
}

/// The events of Eio, read as every wire, whatever the file uses, and written again.
fn digest_wire(snapshot: &Snapshot<'_>, ring: Ring<'_>) -> u64 {
    let mut narrowing = WireNarrowing::new();
    let mut buffer = DataBuffer::default();
    let mut sum = 0;
    for event in ring.events().flatten() {
        let index = event.kind.index().unwrap_or_default();
        let Some(name) = snapshot.names().name(index) else {
            continue;
        };
        narrowing.observe(name.as_bytes(), &event.kind);
        for wire in Wire::ALL {
            let part = match EioEvent::decode(wire, name.as_bytes(), event.kind) {
                Ok(typed) => {
                    let fields = typed.fields();
                    let sum = fields.iter().fold(text(typed.name()), |sum, field| {
                        mix(sum, text(field.name) ^ digest_value(field.value))
                    });
                    mix(sum, digest_kind(typed.encode(index, &mut buffer)))
                }
                Err(Undecoded::OtherName) => 0,
                Err(Undecoded::OtherType) => 1,
                Err(Undecoded::Short) => 2,
            };
            sum = mix(sum, part);
        }
    }
    match narrowing.verdict() {
        WireVerdict::Settled(wire) => mix(sum, text(wire.name())),
        WireVerdict::Unused | WireVerdict::Open | WireVerdict::Mixed => sum,
    }
}

fn digest_value(value: Value<'_>) -> u64 {
    match value {
        Value::Id(id) => u64::from(id.low_32()) ^ u64::from(id.same_as(EioId::new(1))),
        Value::Code(code) => u64::from(code.number) ^ code.name.map_or(0, text),
        Value::Text(bytes) => bytes_sum(bytes),
        Value::Edge(edge) => text(edge.name()),
    }
}

fn digest_kind(kind: Kind<'_>) -> u64 {
    match kind {
        Kind::Begin { phase } | Kind::End { phase } => phase.into(),
        Kind::Counter { value, .. } => value.unwrap_or(1),
        Kind::Lifecycle { value, .. } | Kind::Int { value, .. } => {
            value.unwrap_or(2).cast_unsigned()
        }
        Kind::Alloc { buckets } => buckets.iter().fold(buckets.len() as u64, mix),
        Kind::Custom { data, .. } => bytes_sum(data.unwrap_or_default()),
        Kind::Unknown { payload, id, .. } => payload.iter().fold(id.into(), mix),
        kind => kind.index().map_or(3, u64::from),
    }
}

fn mix(sum: u64, part: u64) -> u64 {
    sum.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(part)
}

fn bytes_sum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(bytes.len() as u64, |sum, &byte| mix(sum, byte.into()))
}

fn text(text: &str) -> u64 {
    bytes_sum(text.as_bytes())
}
