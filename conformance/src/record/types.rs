//! What an event record holds.

use std::borrow::Cow;

use serde::Deserialize;

use super::Name;
use super::parse::Line;

/// One line: an event, or what is told in the place of events.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Line<'a>", bound(deserialize = "'de: 'a"))]
pub enum Record<'a> {
    /// An event of a ring.
    Event(Event<'a>),
    /// `lost`: words of a ring that were passed over before the next event.
    Lost {
        /// The ring.
        ring: u32,
        /// How many words, padding included.
        words: u64,
    },
    /// `corrupt`: the ring ends here, other rings go on.
    Corrupt(Corrupt<'a>),
    /// `refused`: the file header is at fault; the only record.
    Refused {
        /// The clause that the file breaks.
        clause: Cow<'a, str>,
        /// What is wrong.
        message: Cow<'a, str>,
    },
}

/// An event of a ring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event<'a> {
    /// The ring that the event lies in.
    pub ring: u32,
    /// The raw timestamp word, in nanoseconds of the producer's monotonic clock.
    pub timestamp_ns: u64,
    /// The rest.
    pub body: Body<'a>,
}

/// What kind of event, and what only that kind has. A value or data is null where the item has too few words for it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    missing_docs,
    reason = "the members carry the same names in every kind: id, name, and the payload"
)]
pub enum Body<'a> {
    /// `begin`: a phase of the runtime begins.
    Begin { id: u16, name: Name<'a> },
    /// `end`: a phase of the runtime ends.
    End { id: u16, name: Name<'a> },
    /// `counter`: a counter of the runtime, unsigned.
    Counter { id: u16, name: Name<'a>, value: Option<u64> },
    /// `alloc`: how many blocks of which size, at most 20 counts.
    Alloc { buckets: Cow<'a, [u64]> },
    /// `lifecycle`: the life of the producer's ring.
    Lifecycle { id: u16, name: Name<'a>, value: Option<i64> },
    /// `unit`: a user event without a payload.
    Unit { id: u16, name: Name<'a> },
    /// `span_begin`: a user span begins.
    SpanBegin { id: u16, name: Name<'a> },
    /// `span_end`: a user span ends.
    SpanEnd { id: u16, name: Name<'a> },
    /// `int`: a user event with a number.
    Int { id: u16, name: Name<'a>, value: Option<i64> },
    /// `custom`: a user event with bytes, without filler and count byte.
    Custom { id: u16, name: Name<'a>, data: Option<Cow<'a, [u8]>> },
    /// `unknown`: a type that no table has; the payload is its words as they lie in the file.
    Unknown { user: bool, kind: u8, id: u16, payload: Cow<'a, [u8]> },
}

/// Where and why a ring ends early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corrupt<'a> {
    /// The ring.
    pub ring: u32,
    /// The position of the item at fault, in words; head, if it is the window that is at fault.
    pub position: u64,
    /// The place in the file, in bytes, of that item or ring header.
    pub offset_bytes: u64,
    /// The clause that the file breaks.
    pub clause: Cow<'a, str>,
    /// What is wrong.
    pub message: Cow<'a, str>,
}

impl Record<'_> {
    /// The ring that the record is about: every one but `refused`.
    pub fn ring(&self) -> Option<u32> {
        match self {
            Self::Event(event) => Some(event.ring),
            Self::Lost { ring, .. } => Some(*ring),
            Self::Corrupt(corrupt) => Some(corrupt.ring),
            Self::Refused { .. } => None,
        }
    }

    /// The `kind` member.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Event(event) => event.body.kind(),
            Self::Lost { .. } => "lost",
            Self::Corrupt(_) => "corrupt",
            Self::Refused { .. } => "refused",
        }
    }
}

impl Body<'_> {
    /// The `kind` member.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Begin { .. } => "begin",
            Self::End { .. } => "end",
            Self::Counter { .. } => "counter",
            Self::Alloc { .. } => "alloc",
            Self::Lifecycle { .. } => "lifecycle",
            Self::Unit { .. } => "unit",
            Self::SpanBegin { .. } => "span_begin",
            Self::SpanEnd { .. } => "span_end",
            Self::Int { .. } => "int",
            Self::Custom { .. } => "custom",
            Self::Unknown { .. } => "unknown",
        }
    }
}
