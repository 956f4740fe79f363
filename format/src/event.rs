//! Items interpreted: what an event says.
//!
//! An event keeps what it finds: ids that no release knows are ordinary values
//! (clause release.unknown-id), and so are unknown types (clause item.unknown-type). Names come
//! from elsewhere, since neither the release nor the name table is part of an item.
//! Nothing here panics or loops without bound.

use crate::item::ItemHeader;
use crate::payload::custom_data;
use crate::registry::{ALLOC_BUCKETS, runtime_type, user_type};
use crate::words::{Order, Word, Words};

/// An item that is not padding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event<'a> {
    /// Where in its ring the item begins, in words since the ring was made.
    pub position: u64,
    /// Nanoseconds of the producer's monotonic clock, whose origin is unspecified
    /// (clauses time.unit, time.not-wall-clock).
    pub timestamp_ns: u64,
    /// What happened.
    pub kind: Kind<'a>,
}

/// What happened. Ids are those of the item header, 0 to 8191.
///
/// All kinds are here: a type that no release writes is [`Kind::Unknown`], and stays so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind<'a> {
    /// A runtime phase begins.
    Begin {
        /// Which.
        phase: u16,
    },
    /// A runtime phase ends.
    End {
        /// Which.
        phase: u16,
    },
    /// The runtime counted something.
    Counter {
        /// Which counter; its unit is in [`registry`](crate::registry).
        counter: u16,
        /// `None` where the item is too short (clause payload.short).
        value: Option<u64>,
    },
    /// How many blocks of each size were allocated (instrumented runtimes only).
    Alloc {
        /// The counts, at most 20; fewer where the item is too short.
        buckets: Words<'a>,
    },
    /// Something happened to the ring, the process or the domain.
    Lifecycle {
        /// What: see [`registry::lifecycle`](crate::registry::lifecycle).
        lifecycle: u16,
        /// `None` where the item has no payload, as ring_stop.
        value: Option<i64>,
    },
    /// A user event without a value.
    Unit {
        /// Its event index: the place of its name in the name table.
        index: u16,
    },
    /// A user span begins.
    SpanBegin {
        /// As in [`Kind::Unit`].
        index: u16,
    },
    /// A user span ends.
    SpanEnd {
        /// As in [`Kind::Unit`].
        index: u16,
    },
    /// A user event with an integer.
    Int {
        /// As in [`Kind::Unit`].
        index: u16,
        /// `None` where the item is too short (clause payload.short).
        value: Option<i64>,
    },
    /// A user event with bytes of its own encoding.
    Custom {
        /// As in [`Kind::Unit`].
        index: u16,
        /// The bytes without filler and count byte; `None` where there is no payload or its count
        /// byte points outside (clause custom.count.outside).
        data: Option<&'a [u8]>,
    },
    /// An event of a type that no release writes (clause item.unknown-type).
    Unknown {
        /// Whether its category is user.
        user: bool,
        /// Its type, 0 to 15.
        kind: u8,
        /// Its id.
        id: u16,
        /// The words after the timestamp.
        payload: Words<'a>,
    },
}

impl<'a> Kind<'a> {
    /// Interprets an item that is not padding, of at least 2 words.
    #[inline]
    pub(crate) fn new<O: Order>(item: ItemHeader, payload: &'a [Word<O>]) -> Self {
        let id = item.id();
        let value = || payload.first().map(|word| word.get());
        match (item.is_user(), item.kind()) {
            (false, runtime_type::BEGIN) => Self::Begin { phase: id },
            (false, runtime_type::END) => Self::End { phase: id },
            (false, runtime_type::COUNTER) => Self::Counter { counter: id, value: value() },
            (false, runtime_type::LIFECYCLE) => {
                Self::Lifecycle { lifecycle: id, value: value().map(u64::cast_signed) }
            }
            (false, runtime_type::ALLOC) => {
                Self::Alloc { buckets: Words::new(payload).first(ALLOC_BUCKETS) }
            }
            (true, user_type::UNIT) => Self::Unit { index: id },
            (true, user_type::INT) => Self::Int { index: id, value: value().map(u64::cast_signed) },
            (true, user_type::SPAN_BEGIN) => Self::SpanBegin { index: id },
            (true, user_type::SPAN_END) => Self::SpanEnd { index: id },
            (true, user_type::CUSTOM) => {
                Self::Custom { index: id, data: custom_data(Words::new(payload).as_bytes()) }
            }
            (user, kind) => Self::Unknown { user, kind, id, payload: Words::new(payload) },
        }
    }

    /// The event index, where this is a user event of a known type.
    #[must_use]
    pub const fn index(&self) -> Option<u16> {
        match *self {
            Self::Unit { index }
            | Self::SpanBegin { index }
            | Self::SpanEnd { index }
            | Self::Int { index, .. }
            | Self::Custom { index, .. } => Some(index),
            _ => None,
        }
    }
}
