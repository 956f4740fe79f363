//! What a producer is told to write, and how it looks when it was read.

use arbitrary::{Result, Unstructured};
use eventring::event::Kind;
use eventring::writer::{Clock, EventIndex, Session, Writer};

/// An event to be written. User events are named by the order of their registration, which is their
/// index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    Unit(u16),
    SpanBegin(u16),
    SpanEnd(u16),
    Int(u16, i64),
    Custom(u16, Vec<u8>),
    Begin(u16),
    End(u16),
    Counter(u16, u64),
    Alloc([u64; 20]),
    RingStop,
    DomainSpawn(u32),
}

impl Op {
    /// Any event of a session with so many names.
    pub(crate) fn any(choices: &mut Unstructured<'_>, names: usize) -> Result<Self> {
        let runtime = names == 0 || choices.ratio(1, 3)?;
        // There are at most a few names.
        let index = if names == 0 { 0 } else { choices.choose_index(names)? as u16 };
        Ok(match choices.int_in_range(0..=6)? {
            0 if runtime => Self::Begin(choices.int_in_range(0..=40)?),
            1 if runtime => Self::End(choices.int_in_range(0..=40)?),
            2 if runtime => {
                let mut buckets = [0; 20];
                buckets[choices.choose_index(20)?] = choices.arbitrary()?;
                Self::Alloc(buckets)
            }
            3 if runtime => Self::RingStop,
            4 if runtime => Self::DomainSpawn(choices.int_in_range(1..=u32::MAX)?),
            _ if runtime => Self::Counter(choices.int_in_range(0..=20)?, choices.arbitrary()?),
            0 => Self::Unit(index),
            1 => Self::SpanBegin(index),
            2 => Self::SpanEnd(index),
            3 | 4 => Self::Int(index, choices.arbitrary()?),
            _ => {
                let len = choices.int_in_range(0..=1030)?;
                Self::Custom(index, choices.bytes(usize::min(len, choices.len()))?.to_vec())
            }
        })
    }

    /// The event that this is in a file; none for what no writer writes.
    pub(crate) fn of(kind: Kind<'_>) -> Option<Self> {
        Some(match kind {
            Kind::Unit { index } => Self::Unit(index),
            Kind::SpanBegin { index } => Self::SpanBegin(index),
            Kind::SpanEnd { index } => Self::SpanEnd(index),
            Kind::Int { index, value: Some(value) } => Self::Int(index, value),
            Kind::Custom { index, data: Some(data) } => Self::Custom(index, data.to_vec()),
            Kind::Begin { phase } => Self::Begin(phase),
            Kind::End { phase } => Self::End(phase),
            Kind::Counter { counter, value: Some(value) } => Self::Counter(counter, value),
            Kind::Alloc { buckets } => {
                Self::Alloc(buckets.iter().collect::<Vec<_>>().try_into().ok()?)
            }
            Kind::Lifecycle { lifecycle: 1, value: None } => Self::RingStop,
            Kind::Lifecycle { lifecycle: 6, value: Some(value) } => {
                Self::DomainSpawn(value.try_into().ok()?)
            }
            _ => return None,
        })
    }

    /// Words that it takes in a ring.
    pub(crate) fn words(&self) -> u64 {
        match self {
            Self::Custom(_, data) => 3 + data.len() as u64 / 8,
            Self::Alloc(_) => 22,
            Self::Int(..) | Self::Counter(..) | Self::DomainSpawn(_) => 3,
            _ => 2,
        }
    }

    /// Writes it, if the session can have it; whether it did.
    pub(crate) fn write<C: Clock>(
        &self,
        session: &Session<'_>,
        names: &[EventIndex],
        writer: &mut Writer<'_, C>,
    ) -> bool {
        let before = writer.tail();
        let name = |index: u16| names.get(usize::from(index)).copied();
        match self {
            Self::Unit(index) => name(*index).into_iter().for_each(|name| writer.unit(name)),
            Self::SpanBegin(index) => {
                name(*index).into_iter().for_each(|name| writer.span_begin(name));
            }
            Self::SpanEnd(index) => {
                name(*index).into_iter().for_each(|name| writer.span_end(name));
            }
            Self::Int(index, value) => {
                name(*index).into_iter().for_each(|name| writer.int(name, *value));
            }
            Self::Custom(index, data) => {
                // One that is too long is refused, and nothing is written.
                let _ = name(*index).map(|name| writer.custom(name, data));
            }
            Self::Begin(id) => session.phase(*id).into_iter().for_each(|id| writer.begin(id)),
            Self::End(id) => session.phase(*id).into_iter().for_each(|id| writer.end(id)),
            Self::Counter(id, value) => {
                session.counter(*id).into_iter().for_each(|id| writer.counter(id, *value));
            }
            Self::Alloc(buckets) => {
                let _ = writer.alloc(buckets);
            }
            Self::RingStop => writer.ring_stop(),
            Self::DomainSpawn(id) => {
                std::num::NonZeroU32::new(*id).into_iter().for_each(|id| writer.domain_spawn(id));
            }
        }
        writer.tail() > before
    }
}
