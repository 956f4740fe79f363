// Generated from spec/registry/eio.toml by `cargo run -p eventring-spec -- generate`.
// Do not edit: change the data there and generate again.

//! The events of generation 1: Eio 0.13 (generated).

use super::codes::Generation1Type;
use super::data::{Data, DataBuffer, Sink, edge, int, span};
use super::{Edge, EioId, Fields, Undecoded};
use crate::event::Kind;

/// An event of generation 1 (clause eio.payload.layout).
///
/// All of them are here; what else there is in a file is not of this wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Generation1<'a> {
    /// Something new: a fiber, promise, semaphore, switch, stream or mutex.
    Create {
        /// The new thing.
        id: EioId,
        /// What it is.
        kind: Generation1Type,
    },
    /// The current fiber got a value, slot or lock, or ended its wait for a switch; twice where it
    /// had to wait for the switch.
    Read {
        /// A promise, a fiber as promise, a semaphore, mutex, stream or switch.
        id: EioId,
    },
    /// The current fiber wants it and cannot have it now.
    TryRead {
        /// As in read.
        id: EioId,
    },
    /// A promise has its value or error, or a fiber ended. A fiber that is a promise too ends so
    /// whatever its outcome.
    Resolve {
        /// The promise or fiber.
        id: EioId,
    },
    /// A switch failed for the first time, or a fiber ended by an exception.
    ResolveError {
        /// The switch or fiber.
        id: EioId,
        /// The exception.
        text: &'a [u8],
    },
    /// Something has a name now. The latest counts.
    Name {
        /// Anything that has an id.
        id: EioId,
        /// The name.
        text: &'a [u8],
    },
    /// The current fiber says something: the program, or the library about an operation.
    Log {
        /// What it says.
        text: &'a [u8],
    },
    /// From here on this fiber is the ring's current fiber. The one before stops without an event.
    Fiber {
        /// The fiber.
        id: EioId,
    },
    /// A semaphore is released or a mutex unlocked.
    Signal {
        /// The semaphore or mutex.
        id: EioId,
    },
    /// The event loop of the ring waits in the operating system.
    Suspend {
        /// Whether it begins or ends.
        edge: Edge,
    },
}

impl<'a> Generation1<'a> {
    /// The names of all its events, in the order in which Eio registers them.
    pub const NAMES: [&'static str; 10] = [
        "eio.create",
        "eio.read",
        "eio.try_read",
        "eio.resolve",
        "eio.resolve_error",
        "eio.name",
        "eio.log",
        "eio.fiber",
        "eio.signal",
        "eio.suspend",
    ];

    /// Its name in the name table.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Create { .. } => "eio.create",
            Self::Read { .. } => "eio.read",
            Self::TryRead { .. } => "eio.try_read",
            Self::Resolve { .. } => "eio.resolve",
            Self::ResolveError { .. } => "eio.resolve_error",
            Self::Name { .. } => "eio.name",
            Self::Log { .. } => "eio.log",
            Self::Fiber { .. } => "eio.fiber",
            Self::Signal { .. } => "eio.signal",
            Self::Suspend { .. } => "eio.suspend",
        }
    }

    /// The place of its name among the names.
    pub(super) const fn own_place(&self) -> usize {
        match self {
            Self::Create { .. } => 0,
            Self::Read { .. } => 1,
            Self::TryRead { .. } => 2,
            Self::Resolve { .. } => 3,
            Self::ResolveError { .. } => 4,
            Self::Name { .. } => 5,
            Self::Log { .. } => 6,
            Self::Fiber { .. } => 7,
            Self::Signal { .. } => 8,
            Self::Suspend { .. } => 9,
        }
    }

    /// Interprets a user event; `name` is that of its index in the name table.
    ///
    /// # Errors
    ///
    /// It is not an event of this wire, or its data is too short.
    pub fn decode(name: &[u8], event: Kind<'a>) -> Result<Self, Undecoded> {
        Self::decode_at(Self::place(name).ok_or(Undecoded::OtherName)?, event)
    }

    /// The place of a name among the names.
    pub(super) fn place(name: &[u8]) -> Option<u8> {
        Some(match name {
            b"eio.create" => 0,
            b"eio.read" => 1,
            b"eio.try_read" => 2,
            b"eio.resolve" => 3,
            b"eio.resolve_error" => 4,
            b"eio.name" => 5,
            b"eio.log" => 6,
            b"eio.fiber" => 7,
            b"eio.signal" => 8,
            b"eio.suspend" => 9,
            _ => return None,
        })
    }

    /// Interprets a user event whose name has that place.
    pub(super) fn decode_at(place: u8, event: Kind<'a>) -> Result<Self, Undecoded> {
        match place {
            0 => {
                let mut data = Data::of(event)?;
                let id = data.whole_id()?;
                let kind = Generation1Type(data.byte()?);
                Ok(Self::Create { id, kind })
            }
            1 => int(event).map(|id| Self::Read { id }),
            2 => int(event).map(|id| Self::TryRead { id }),
            3 => int(event).map(|id| Self::Resolve { id }),
            4 => {
                let mut data = Data::of(event)?;
                let id = data.whole_id()?;
                let text = data.text();
                Ok(Self::ResolveError { id, text })
            }
            5 => {
                let mut data = Data::of(event)?;
                let id = data.whole_id()?;
                let text = data.text();
                Ok(Self::Name { id, text })
            }
            6 => {
                let data = Data::of(event)?;
                let text = data.text();
                Ok(Self::Log { text })
            }
            7 => int(event).map(|id| Self::Fiber { id }),
            8 => int(event).map(|id| Self::Signal { id }),
            9 => edge(event).map(|edge| Self::Suspend { edge }),
            _ => Err(Undecoded::OtherName),
        }
    }

    /// Its fields with their names in event records.
    #[must_use]
    pub fn fields(self) -> Fields<'a> {
        let mut fields = Fields::default();
        match self {
            Self::Create { id, kind } => {
                fields.add("id", id);
                fields.add("type", kind);
            }
            Self::Read { id } => fields.add("id", id),
            Self::TryRead { id } => fields.add("id", id),
            Self::Resolve { id } => fields.add("id", id),
            Self::ResolveError { id, text } => {
                fields.add("id", id);
                fields.add("text", text);
            }
            Self::Name { id, text } => {
                fields.add("id", id);
                fields.add("text", text);
            }
            Self::Log { text } => fields.add("text", text),
            Self::Fiber { id } => fields.add("id", id),
            Self::Signal { id } => fields.add("id", id),
            Self::Suspend { edge } => fields.add("edge", edge),
        }
        fields
    }

    /// The user event that says this; `index` is what its name was registered as.
    ///
    /// A text that does not fit is cut (clause eio.text.cut).
    #[must_use]
    pub fn encode<'b>(self, index: u16, buffer: &'b mut DataBuffer) -> Kind<'b> {
        match self {
            Self::Create { id, kind } => {
                let mut data = Sink::new(buffer);
                data.whole_id(id);
                data.byte(kind.0);
                data.event(index)
            }
            Self::Read { id } => Kind::Int { index, value: Some(id.value()) },
            Self::TryRead { id } => Kind::Int { index, value: Some(id.value()) },
            Self::Resolve { id } => Kind::Int { index, value: Some(id.value()) },
            Self::ResolveError { id, text } => {
                let mut data = Sink::new(buffer);
                data.whole_id(id);
                data.text(text);
                data.event(index)
            }
            Self::Name { id, text } => {
                let mut data = Sink::new(buffer);
                data.whole_id(id);
                data.text(text);
                data.event(index)
            }
            Self::Log { text } => {
                let mut data = Sink::new(buffer);
                data.text(text);
                data.event(index)
            }
            Self::Fiber { id } => Kind::Int { index, value: Some(id.value()) },
            Self::Signal { id } => Kind::Int { index, value: Some(id.value()) },
            Self::Suspend { edge } => span(edge, index),
        }
    }
}
