//! Eio's events: what the fibers of an OCaml program do, as typed values.
//!
//! Eio is a library of fibers that traces itself with user events. It did so with three different
//! sets of events, its [wires](Wire): a released one of Eio 0.13, a released one from 0.14 on, and
//! that of a proposal before both. Each is an enum here, with the bytes of its payloads as fields.
//! An event is known by its name and its type, never by its index (clause eio.by-name); which wire
//! a file holds is told by the events that it uses ([`WireNarrowing`]), and the wires are never
//! mixed (clause eio.wires-not-mixed).
//!
//! * [`EioEvent`]: an event of any wire; [`Proposal`], [`Generation1`], [`Generation2`]: of one.
//! * [`Tag`]: which event a name stands for, looked up once for many events of one index.
//! * [`EioId`]: what identifies a fiber, a context, an object. [`codes`]: kinds of these.
//! * [`Fields`]: the fields of an event with their names, for whoever prints them.
//! * [`EioEvents`]: the events of a wire in a session, for whoever writes them.
//!
//! Texts are borrowed. Codes that no table has are ordinary values (clause eio.unknown-enum).
//! Nothing here allocates, panics or loops without bound.
//!
//! ```
//! use eventring::eio::{DataBuffer, EioEvent, EioId, Generation2, Wire};
//!
//! // A producer fills a user event; its index comes from the registration of the name.
//! let event = Generation2::Name { id: EioId::new(7), text: b"accept loop" };
//! let mut buffer = DataBuffer::default();
//! let kind = event.encode(42, &mut buffer);
//!
//! // A consumer has the name from the name table.
//! let read = EioEvent::decode(Wire::Generation2, b"eio.name", kind);
//! assert_eq!(read, Ok(EioEvent::Generation2(event)));
//! ```

pub mod codes;
mod data;
mod fields;
mod generation_1;
mod generation_2;
mod id;
mod names;
mod narrowing;
mod proposal;
mod tag;
#[cfg(test)]
mod tests;
mod wire;
mod writer;

pub use data::DataBuffer;
pub use fields::{Code, Edge, Field, Fields, Value};
pub use generation_1::Generation1;
pub use generation_2::Generation2;
pub use id::EioId;
pub use narrowing::{WireNarrowing, WireVerdict};
pub use proposal::Proposal;
pub use tag::Tag;
pub use wire::{EventType, Wire, WireSet};
pub use writer::{EioEvents, NotWritten};

use crate::event::Kind;

/// An event of Eio.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EioEvent<'a> {
    /// Of the proposal.
    Proposal(Proposal<'a>),
    /// Of generation 1.
    Generation1(Generation1<'a>),
    /// Of generation 2.
    Generation2(Generation2<'a>),
}

/// Why a user event is not an event of a wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undecoded {
    /// The wire has no event of that name (clause eio.unknown-event).
    OtherName,
    /// The wire has an event of that name, of another type (clause eio.by-name).
    OtherType,
    /// The data ends before the last field (clause eio.payload.short).
    Short,
}

impl<'a> EioEvent<'a> {
    /// Interprets a user event as one of `wire`. `name` is that of its index in the name table.
    ///
    /// Bytes behind the last field are not looked at (clause eio.payload.extra).
    ///
    /// # Errors
    ///
    /// It is not an event of this wire, or its data is too short.
    pub fn decode(wire: Wire, name: &[u8], event: Kind<'a>) -> Result<Self, Undecoded> {
        Tag::of_name(wire, name).ok_or(Undecoded::OtherName)?.decode(event)
    }

    /// The wire that it is of.
    #[must_use]
    pub const fn wire(&self) -> Wire {
        match self {
            Self::Proposal(_) => Wire::Proposal,
            Self::Generation1(_) => Wire::Generation1,
            Self::Generation2(_) => Wire::Generation2,
        }
    }

    /// Its name in the name table, such as `eio.get`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Proposal(event) => event.name(),
            Self::Generation1(event) => event.name(),
            Self::Generation2(event) => event.name(),
        }
    }

    /// The place of its name among those of its wire.
    const fn own_place(&self) -> usize {
        match self {
            Self::Proposal(event) => event.own_place(),
            Self::Generation1(event) => event.own_place(),
            Self::Generation2(event) => event.own_place(),
        }
    }

    /// Its fields with their names in event records (clause eio.record.typed).
    #[must_use]
    pub fn fields(self) -> Fields<'a> {
        match self {
            Self::Proposal(event) => event.fields(),
            Self::Generation1(event) => event.fields(),
            Self::Generation2(event) => event.fields(),
        }
    }

    /// The user event that says this (clause eio.payload.layout). `index` is what the producer
    /// registered its [`name`](Self::name) as.
    ///
    /// A text that does not fit is cut (clause eio.text.cut).
    #[must_use]
    pub fn encode<'b>(self, index: u16, buffer: &'b mut DataBuffer) -> Kind<'b> {
        match self {
            Self::Proposal(event) => event.encode(index, buffer),
            Self::Generation1(event) => event.encode(index, buffer),
            Self::Generation2(event) => event.encode(index, buffer),
        }
    }
}
