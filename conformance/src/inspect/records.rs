//! From what the reader delivers to event records: the one place that knows both.

use eventring::error::Fault;
use eventring::event::{self, Kind};
use eventring::reader::{Events, Ring};
use eventring::registry::{ALLOC_BUCKETS, lifecycle};

use super::Naming;
use crate::record::{Body, Corrupt, Event, Name, Record};

/// The records of one ring: `lost` where something was evicted, the events, `corrupt` where the ring ends early.
#[derive(Clone, Debug)]
pub struct RingRecords<'a, 'n> {
    ring: u32,
    lost_words: u64,
    events: Events<'a>,
    naming: &'n Naming<'a>,
}

impl<'a, 'n> RingRecords<'a, 'n> {
    /// The records of `ring`, with names from `naming`.
    pub fn new(ring: &Ring<'a>, naming: &'n Naming<'a>) -> Self {
        Self { ring: ring.index(), lost_words: ring.lost_words(), events: ring.events(), naming }
    }
}

impl<'a> Iterator for RingRecords<'a, '_> {
    type Item = Record<'a>;

    #[inline]
    fn next(&mut self) -> Option<Record<'a>> {
        let ring = self.ring;
        if self.lost_words > 0 {
            return Some(Record::Lost { ring, words: std::mem::take(&mut self.lost_words) });
        }
        Some(match self.events.next()? {
            Ok(event) => {
                let user = event.kind.index().map_or(Name::None, |index| self.naming.user(index));
                event_record(ring, event, self.naming, user)
            }
            Err(fault) => Record::Corrupt(corrupt(&fault)),
        })
    }
}

/// The record of a framing fault.
pub fn corrupt(fault: &Fault) -> Corrupt<'static> {
    Corrupt {
        ring: fault.ring(),
        position: fault.position(),
        offset_bytes: fault.offset_bytes(),
        clause: fault.clause().into(),
        message: fault.to_string().into(),
    }
}

/// The record of an event, whose user event is called `user`.
#[inline]
pub(super) fn event_record<'a>(
    ring: u32,
    event: event::Event<'a>,
    naming: &Naming<'_>,
    user: Name<'a>,
) -> Record<'a> {
    let event::Event { timestamp_ns, kind, .. } = event;
    Record::Event(Event { ring, timestamp_ns, body: body(kind, naming, user) })
}

#[inline]
fn body<'a>(kind: Kind<'a>, naming: &Naming<'_>, user: Name<'a>) -> Body<'a> {
    match kind {
        Kind::Begin { phase } => Body::Begin { id: phase, name: naming.phase(phase) },
        Kind::End { phase } => Body::End { id: phase, name: naming.phase(phase) },
        Kind::Counter { counter, value } => {
            Body::Counter { id: counter, name: naming.counter(counter), value }
        }
        Kind::Alloc { buckets } => Body::Alloc { buckets: buckets.iter().collect() },
        Kind::Lifecycle { lifecycle, value } => {
            Body::Lifecycle { id: lifecycle, name: naming.lifecycle(lifecycle), value }
        }
        Kind::Unit { index } => Body::Unit { id: index, name: user },
        Kind::SpanBegin { index } => Body::SpanBegin { id: index, name: user },
        Kind::SpanEnd { index } => Body::SpanEnd { id: index, name: user },
        Kind::Int { index, value } => Body::Int { id: index, name: user, value },
        Kind::Custom { index, data } => {
            Body::Custom { id: index, name: user, data: data.map(Into::into) }
        }
        Kind::Unknown { user, kind, id, payload } => {
            Body::Unknown { user, kind, id, payload: payload.as_bytes().into() }
        }
    }
}

/// Whether an event has fewer words than its type needs (clause payload.short), or a count byte that points outside
/// (clause custom.count.outside).
pub fn is_short(body: &Body<'_>) -> bool {
    match body {
        Body::Counter { value, .. } => value.is_none(),
        Body::Int { value, .. } => value.is_none(),
        // ring_stop is the one without a payload (clause runtime.lifecycle.ring-stop).
        Body::Lifecycle { id, value, .. } => value.is_none() && *id != lifecycle::RING_STOP,
        Body::Alloc { buckets } => buckets.len() < ALLOC_BUCKETS,
        Body::Custom { data, .. } => data.is_none(),
        Body::Begin { .. }
        | Body::End { .. }
        | Body::Unit { .. }
        | Body::SpanBegin { .. }
        | Body::SpanEnd { .. }
        | Body::Unknown { .. } => false,
    }
}
