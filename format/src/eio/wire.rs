//! Wires: sets of events that one version of the library writes together.

use core::fmt;

use super::{Generation1, Generation2, Proposal};
use crate::event::Kind;

/// A set of events that Eio wrote together; a file holds events of one (clause eio.wires-not-mixed).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wire {
    /// Written by branches of 2023, never released.
    Proposal,
    /// Of Eio 0.13.
    Generation1,
    /// Of Eio 0.14 and later.
    Generation2,
}

impl Wire {
    /// Every wire, oldest first.
    pub const ALL: [Self; 3] = [Self::Proposal, Self::Generation1, Self::Generation2];

    /// As SPEC.md calls it, such as `generation 2`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Proposal => "the proposal",
            Self::Generation1 => "generation 1",
            Self::Generation2 => "generation 2",
        }
    }

    /// The names of its events, in the order in which Eio registers them.
    #[must_use]
    pub const fn event_names(self) -> &'static [&'static str] {
        match self {
            Self::Proposal => &Proposal::NAMES,
            Self::Generation1 => &Generation1::NAMES,
            Self::Generation2 => &Generation2::NAMES,
        }
    }
}

impl fmt::Display for Wire {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Some of the wires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WireSet(u8);

impl WireSet {
    /// No wire.
    pub const EMPTY: Self = Self(0);

    /// All of them.
    pub const ALL: Self = Self::only(Wire::Proposal)
        .or(Self::only(Wire::Generation1))
        .or(Self::only(Wire::Generation2));

    /// One wire.
    #[must_use]
    pub const fn only(wire: Wire) -> Self {
        Self(1 << wire as u8)
    }

    /// Whether `wire` is in it.
    #[must_use]
    pub const fn contains(self, wire: Wire) -> bool {
        self.0 & Self::only(wire).0 != 0
    }

    /// Whether no wire is in it.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The wires that are in both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The wires that are in one of them.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The wires, oldest first.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Wire> {
        Wire::ALL.into_iter().filter(move |&wire| self.contains(wire))
    }
}

/// The type of a user event, as a name is registered with; a span is both its begin and its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the words of SPEC.md")]
pub enum EventType {
    Unit,
    Int,
    Span,
    Custom,
}

impl EventType {
    /// The type of an event; `None` where it is not a user event of a known type.
    #[must_use]
    pub const fn of(event: &Kind<'_>) -> Option<Self> {
        match event {
            Kind::Unit { .. } => Some(Self::Unit),
            Kind::Int { .. } => Some(Self::Int),
            Kind::SpanBegin { .. } | Kind::SpanEnd { .. } => Some(Self::Span),
            Kind::Custom { .. } => Some(Self::Custom),
            _ => None,
        }
    }
}
