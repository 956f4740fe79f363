// Generated from spec/registry/eio.toml by `cargo run -p eventring-spec -- generate`.
// Do not edit: change the data there and generate again.

//! The events of the proposal: never released (generated).

use super::codes::{ProposalProtection, ProposalPurpose, ProposalType};
use super::data::{Data, DataBuffer, Sink, int, unit};
use super::{EioId, Fields, Undecoded};
use crate::event::Kind;

/// An event of the proposal (clause eio.payload.layout).
///
/// All of them are here; what else there is in a file is not of this wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proposal<'a> {
    /// Something new. A switch is not announced, although it has an id; the system thread of Linux
    /// is, once for each event loop.
    Created {
        /// The new thing.
        id: EioId,
        /// What it is.
        kind: ProposalType,
        /// What a context is for. Of `cancellation-context` only; written as 0 where it is missing
        /// there.
        purpose: Option<ProposalPurpose>,
        /// Whether a context is protected. Of `cancellation-context` only; written as 0 where it is
        /// missing there.
        protection: Option<ProposalProtection>,
    },
    /// A fiber got something. Where a waiting fiber is woken the roles are reversed: the reader is
    /// the switch, stream or mutex.
    Read {
        /// The fiber; or what woke it.
        reader: EioId,
        /// What it got; or the woken fiber.
        id: EioId,
    },
    /// A fiber wants something and cannot have it now.
    TryRead {
        /// The fiber.
        reader: EioId,
        /// What it wants.
        id: EioId,
    },
    /// A fiber is in a context now, or a context in another: when it is new, and each time that a
    /// fiber moves.
    Parent {
        /// The fiber or context.
        id: EioId,
        /// The context that it is in.
        parent: EioId,
    },
    /// A switch failed, or a fiber ended by an exception.
    Fail {
        /// The switch or fiber.
        id: EioId,
        /// The exception.
        text: &'a [u8],
    },
    /// A promise has its value or error, a fiber or a context ended.
    Resolved {
        /// The promise, fiber or context.
        id: EioId,
    },
    /// Something has a name now.
    Name {
        /// Anything that has an id.
        id: EioId,
        /// The name.
        text: &'a [u8],
    },
    /// Where in the source something was made.
    Loc {
        /// Anything that has an id.
        id: EioId,
        /// The place, given by the program or guessed from the call stack.
        text: &'a [u8],
    },
    /// A fiber says something.
    Log {
        /// The fiber.
        id: EioId,
        /// What it says.
        text: &'a [u8],
    },
    /// From here on this fiber runs, or the system thread.
    Switch {
        /// The fiber or system thread.
        id: EioId,
    },
    /// A semaphore is released or a mutex unlocked.
    Signal {
        /// The fiber.
        source: EioId,
        /// The semaphore or mutex.
        id: EioId,
    },
    /// The event loop waits in the operating system.
    Suspend,
}

impl<'a> Proposal<'a> {
    /// The names of all its events, in the order in which Eio registers them.
    pub const NAMES: [&'static str; 12] = [
        "eio.created",
        "eio.read",
        "eio.try_read",
        "eio.parent",
        "eio.fail",
        "eio.resolved",
        "eio.name",
        "eio.loc",
        "eio.log",
        "eio.switch",
        "eio.signal",
        "eio.suspend",
    ];

    /// Its name in the name table.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Created { .. } => "eio.created",
            Self::Read { .. } => "eio.read",
            Self::TryRead { .. } => "eio.try_read",
            Self::Parent { .. } => "eio.parent",
            Self::Fail { .. } => "eio.fail",
            Self::Resolved { .. } => "eio.resolved",
            Self::Name { .. } => "eio.name",
            Self::Loc { .. } => "eio.loc",
            Self::Log { .. } => "eio.log",
            Self::Switch { .. } => "eio.switch",
            Self::Signal { .. } => "eio.signal",
            Self::Suspend => "eio.suspend",
        }
    }

    /// The place of its name among the names.
    pub(super) const fn own_place(&self) -> usize {
        match self {
            Self::Created { .. } => 0,
            Self::Read { .. } => 1,
            Self::TryRead { .. } => 2,
            Self::Parent { .. } => 3,
            Self::Fail { .. } => 4,
            Self::Resolved { .. } => 5,
            Self::Name { .. } => 6,
            Self::Loc { .. } => 7,
            Self::Log { .. } => 8,
            Self::Switch { .. } => 9,
            Self::Signal { .. } => 10,
            Self::Suspend => 11,
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
            b"eio.created" => 0,
            b"eio.read" => 1,
            b"eio.try_read" => 2,
            b"eio.parent" => 3,
            b"eio.fail" => 4,
            b"eio.resolved" => 5,
            b"eio.name" => 6,
            b"eio.loc" => 7,
            b"eio.log" => 8,
            b"eio.switch" => 9,
            b"eio.signal" => 10,
            b"eio.suspend" => 11,
            _ => return None,
        })
    }

    /// Interprets a user event whose name has that place.
    pub(super) fn decode_at(place: u8, event: Kind<'a>) -> Result<Self, Undecoded> {
        match place {
            0 => {
                let mut data = Data::of(event)?;
                let id = data.low_32()?;
                let kind = ProposalType(data.byte()?);
                let purpose = match kind {
                    ProposalType::CANCELLATION_CONTEXT => Some(ProposalPurpose(data.byte()?)),
                    _ => None,
                };
                let protection = match kind {
                    ProposalType::CANCELLATION_CONTEXT => Some(ProposalProtection(data.byte()?)),
                    _ => None,
                };
                Ok(Self::Created { id, kind, purpose, protection })
            }
            1 => {
                let mut data = Data::of(event)?;
                let reader = data.low_32()?;
                let id = data.low_32()?;
                Ok(Self::Read { reader, id })
            }
            2 => {
                let mut data = Data::of(event)?;
                let reader = data.low_32()?;
                let id = data.low_32()?;
                Ok(Self::TryRead { reader, id })
            }
            3 => {
                let mut data = Data::of(event)?;
                let id = data.low_32()?;
                let parent = data.low_32()?;
                Ok(Self::Parent { id, parent })
            }
            4 => {
                let mut data = Data::of(event)?;
                let id = data.low_32()?;
                let text = data.text();
                Ok(Self::Fail { id, text })
            }
            5 => int(event).map(|id| Self::Resolved { id }),
            6 => {
                let mut data = Data::of(event)?;
                let id = data.low_32()?;
                let text = data.text();
                Ok(Self::Name { id, text })
            }
            7 => {
                let mut data = Data::of(event)?;
                let id = data.low_32()?;
                let text = data.text();
                Ok(Self::Loc { id, text })
            }
            8 => {
                let mut data = Data::of(event)?;
                let id = data.low_32()?;
                let text = data.text();
                Ok(Self::Log { id, text })
            }
            9 => int(event).map(|id| Self::Switch { id }),
            10 => {
                let mut data = Data::of(event)?;
                let source = data.low_32()?;
                let id = data.low_32()?;
                Ok(Self::Signal { source, id })
            }
            11 => unit(event).map(|()| Self::Suspend),
            _ => Err(Undecoded::OtherName),
        }
    }

    /// Its fields with their names in event records.
    #[must_use]
    pub fn fields(self) -> Fields<'a> {
        let mut fields = Fields::default();
        match self {
            Self::Created { id, kind, purpose, protection } => {
                fields.add("id", id);
                fields.add("type", kind);
                if let Some(purpose) = purpose {
                    fields.add("purpose", purpose);
                }
                if let Some(protection) = protection {
                    fields.add("protected", protection);
                }
            }
            Self::Read { reader, id } => {
                fields.add("reader", reader);
                fields.add("id", id);
            }
            Self::TryRead { reader, id } => {
                fields.add("reader", reader);
                fields.add("id", id);
            }
            Self::Parent { id, parent } => {
                fields.add("id", id);
                fields.add("parent", parent);
            }
            Self::Fail { id, text } => {
                fields.add("id", id);
                fields.add("text", text);
            }
            Self::Resolved { id } => fields.add("id", id),
            Self::Name { id, text } => {
                fields.add("id", id);
                fields.add("text", text);
            }
            Self::Loc { id, text } => {
                fields.add("id", id);
                fields.add("text", text);
            }
            Self::Log { id, text } => {
                fields.add("id", id);
                fields.add("text", text);
            }
            Self::Switch { id } => fields.add("id", id),
            Self::Signal { source, id } => {
                fields.add("src", source);
                fields.add("id", id);
            }
            Self::Suspend => {}
        }
        fields
    }

    /// The user event that says this; `index` is what its name was registered as.
    ///
    /// A text that does not fit is cut (clause eio.text.cut).
    #[must_use]
    pub fn encode<'b>(self, index: u16, buffer: &'b mut DataBuffer) -> Kind<'b> {
        match self {
            Self::Created { id, kind, purpose, protection } => {
                let mut data = Sink::new(buffer);
                data.low_32(id);
                data.byte(kind.0);
                if kind == ProposalType::CANCELLATION_CONTEXT {
                    data.byte(purpose.map_or(0, |code| code.0));
                }
                if kind == ProposalType::CANCELLATION_CONTEXT {
                    data.byte(protection.map_or(0, |code| code.0));
                }
                data.event(index)
            }
            Self::Read { reader, id } => {
                let mut data = Sink::new(buffer);
                data.low_32(reader);
                data.low_32(id);
                data.event(index)
            }
            Self::TryRead { reader, id } => {
                let mut data = Sink::new(buffer);
                data.low_32(reader);
                data.low_32(id);
                data.event(index)
            }
            Self::Parent { id, parent } => {
                let mut data = Sink::new(buffer);
                data.low_32(id);
                data.low_32(parent);
                data.event(index)
            }
            Self::Fail { id, text } => {
                let mut data = Sink::new(buffer);
                data.low_32(id);
                data.text(text);
                data.event(index)
            }
            Self::Resolved { id } => Kind::Int { index, value: Some(id.value()) },
            Self::Name { id, text } => {
                let mut data = Sink::new(buffer);
                data.low_32(id);
                data.text(text);
                data.event(index)
            }
            Self::Loc { id, text } => {
                let mut data = Sink::new(buffer);
                data.low_32(id);
                data.text(text);
                data.event(index)
            }
            Self::Log { id, text } => {
                let mut data = Sink::new(buffer);
                data.low_32(id);
                data.text(text);
                data.event(index)
            }
            Self::Switch { id } => Kind::Int { index, value: Some(id.value()) },
            Self::Signal { source, id } => {
                let mut data = Sink::new(buffer);
                data.low_32(source);
                data.low_32(id);
                data.event(index)
            }
            Self::Suspend => Kind::Unit { index },
        }
    }
}
