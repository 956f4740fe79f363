// Generated from spec/registry/eio.toml by `cargo run -p eventring-spec -- generate`.
// Do not edit: change the data there and generate again.

//! The events of generation 2: Eio 0.14, 0.15, 1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6 (generated).

use super::codes::{ContextType, ObjectType};
use super::data::{Data, DataBuffer, Sink, edge, int, span, unit};
use super::{Edge, EioId, Fields, Undecoded};
use crate::event::Kind;

/// An event of generation 2 (clause eio.payload.layout).
///
/// All of them are here; what else there is in a file is not of this wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Generation2<'a> {
    /// A new object. The name of a labelled promise follows at once.
    CreateObj {
        /// The object.
        id: EioId,
        /// What it is.
        kind: ObjectType,
    },
    /// A new cancellation context, inside the innermost of the current fiber; a root where no fiber
    /// is current.
    CreateCc {
        /// The context.
        id: EioId,
        /// What made it.
        kind: ContextType,
    },
    /// A new fiber. Its parent is the current fiber.
    CreateFiber {
        /// The fiber.
        id: EioId,
        /// The context that it runs in, which can be another fiber's.
        context: EioId,
    },
    /// The current fiber got a value, slot or lock, or ended a wait.
    Get {
        /// A promise, a fiber as promise, a semaphore, mutex, stream or context of a switch; or an
        /// id that was never created.
        id: EioId,
    },
    /// The current fiber wants it and cannot have it now. After its suspend_fiber for a promise or
    /// semaphore, before it for a switch or mutex; a mutex that is only tried has no wait, a stream
    /// no such event.
    TryGet {
        /// As in get.
        id: EioId,
    },
    /// A promise is resolved, a semaphore released, a mutex unlocked. Adding to a stream has no
    /// event.
    Put {
        /// The promise, fiber as promise, semaphore or mutex.
        id: EioId,
    },
    /// The innermost context of the current fiber ends. A root context has no such event.
    ExitCc,
    /// The current fiber ends.
    ExitFiber {
        /// The fiber.
        id: EioId,
    },
    /// In 0.14 a switch failed, or a context was left by an exception; from 0.15 a context begins
    /// to be cancelled, and so each descendant that is not protected, parents first. Not a failure
    /// in itself: daemons are stopped this way.
    Error {
        /// The context.
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
    /// An operation of the current fiber begins, or of the ring where no fiber is current.
    EnterSpan {
        /// The operation.
        text: &'a [u8],
    },
    /// The innermost operation ends.
    ExitSpan,
    /// From here on this fiber is the ring's current fiber. The one before stops without an event.
    Fiber {
        /// The fiber.
        id: EioId,
    },
    /// The current fiber stops, and no fiber is current.
    SuspendFiber {
        /// What it waits for; empty where it only lets others run.
        text: &'a [u8],
    },
    /// The event loop of the ring waits in the operating system.
    SuspendDomain {
        /// Whether it begins or ends.
        edge: Edge,
    },
    /// The event loop of a new domain starts, on Linux and POSIX systems.
    DomainSpawn {
        /// The fiber that started it, which is another ring's.
        parent: EioId,
    },
}

impl<'a> Generation2<'a> {
    /// The names of all its events, in the order in which Eio registers them.
    pub const NAMES: [&'static str; 17] = [
        "eio.create_obj",
        "eio.create_cc",
        "eio.create_fiber",
        "eio.get",
        "eio.try_get",
        "eio.put",
        "eio.exit_cc",
        "eio.exit_fiber",
        "eio.error",
        "eio.name",
        "eio.log",
        "eio.enter_span",
        "eio.exit_span",
        "eio.fiber",
        "eio.suspend_fiber",
        "eio.suspend_domain",
        "eio.domain_spawn",
    ];

    /// Its name in the name table.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::CreateObj { .. } => "eio.create_obj",
            Self::CreateCc { .. } => "eio.create_cc",
            Self::CreateFiber { .. } => "eio.create_fiber",
            Self::Get { .. } => "eio.get",
            Self::TryGet { .. } => "eio.try_get",
            Self::Put { .. } => "eio.put",
            Self::ExitCc => "eio.exit_cc",
            Self::ExitFiber { .. } => "eio.exit_fiber",
            Self::Error { .. } => "eio.error",
            Self::Name { .. } => "eio.name",
            Self::Log { .. } => "eio.log",
            Self::EnterSpan { .. } => "eio.enter_span",
            Self::ExitSpan => "eio.exit_span",
            Self::Fiber { .. } => "eio.fiber",
            Self::SuspendFiber { .. } => "eio.suspend_fiber",
            Self::SuspendDomain { .. } => "eio.suspend_domain",
            Self::DomainSpawn { .. } => "eio.domain_spawn",
        }
    }

    /// The place of its name among the names.
    pub(super) const fn own_place(&self) -> usize {
        match self {
            Self::CreateObj { .. } => 0,
            Self::CreateCc { .. } => 1,
            Self::CreateFiber { .. } => 2,
            Self::Get { .. } => 3,
            Self::TryGet { .. } => 4,
            Self::Put { .. } => 5,
            Self::ExitCc => 6,
            Self::ExitFiber { .. } => 7,
            Self::Error { .. } => 8,
            Self::Name { .. } => 9,
            Self::Log { .. } => 10,
            Self::EnterSpan { .. } => 11,
            Self::ExitSpan => 12,
            Self::Fiber { .. } => 13,
            Self::SuspendFiber { .. } => 14,
            Self::SuspendDomain { .. } => 15,
            Self::DomainSpawn { .. } => 16,
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
            b"eio.create_obj" => 0,
            b"eio.create_cc" => 1,
            b"eio.create_fiber" => 2,
            b"eio.get" => 3,
            b"eio.try_get" => 4,
            b"eio.put" => 5,
            b"eio.exit_cc" => 6,
            b"eio.exit_fiber" => 7,
            b"eio.error" => 8,
            b"eio.name" => 9,
            b"eio.log" => 10,
            b"eio.enter_span" => 11,
            b"eio.exit_span" => 12,
            b"eio.fiber" => 13,
            b"eio.suspend_fiber" => 14,
            b"eio.suspend_domain" => 15,
            b"eio.domain_spawn" => 16,
            _ => return None,
        })
    }

    /// Interprets a user event whose name has that place.
    pub(super) fn decode_at(place: u8, event: Kind<'a>) -> Result<Self, Undecoded> {
        match place {
            0 => {
                let mut data = Data::of(event)?;
                let id = data.whole_id()?;
                let kind = ObjectType(data.byte()?);
                Ok(Self::CreateObj { id, kind })
            }
            1 => {
                let mut data = Data::of(event)?;
                let id = data.whole_id()?;
                let kind = ContextType(data.byte()?);
                Ok(Self::CreateCc { id, kind })
            }
            2 => {
                let mut data = Data::of(event)?;
                let id = data.whole_id()?;
                let context = data.whole_id()?;
                Ok(Self::CreateFiber { id, context })
            }
            3 => int(event).map(|id| Self::Get { id }),
            4 => int(event).map(|id| Self::TryGet { id }),
            5 => int(event).map(|id| Self::Put { id }),
            6 => unit(event).map(|()| Self::ExitCc),
            7 => int(event).map(|id| Self::ExitFiber { id }),
            8 => {
                let mut data = Data::of(event)?;
                let id = data.whole_id()?;
                let text = data.text();
                Ok(Self::Error { id, text })
            }
            9 => {
                let mut data = Data::of(event)?;
                let id = data.whole_id()?;
                let text = data.text();
                Ok(Self::Name { id, text })
            }
            10 => {
                let data = Data::of(event)?;
                let text = data.text();
                Ok(Self::Log { text })
            }
            11 => {
                let data = Data::of(event)?;
                let text = data.text();
                Ok(Self::EnterSpan { text })
            }
            12 => unit(event).map(|()| Self::ExitSpan),
            13 => int(event).map(|id| Self::Fiber { id }),
            14 => {
                let data = Data::of(event)?;
                let text = data.text();
                Ok(Self::SuspendFiber { text })
            }
            15 => edge(event).map(|edge| Self::SuspendDomain { edge }),
            16 => int(event).map(|parent| Self::DomainSpawn { parent }),
            _ => Err(Undecoded::OtherName),
        }
    }

    /// Its fields with their names in event records.
    #[must_use]
    pub fn fields(self) -> Fields<'a> {
        let mut fields = Fields::default();
        match self {
            Self::CreateObj { id, kind } => {
                fields.add("id", id);
                fields.add("type", kind);
            }
            Self::CreateCc { id, kind } => {
                fields.add("id", id);
                fields.add("type", kind);
            }
            Self::CreateFiber { id, context } => {
                fields.add("id", id);
                fields.add("cc", context);
            }
            Self::Get { id } => fields.add("id", id),
            Self::TryGet { id } => fields.add("id", id),
            Self::Put { id } => fields.add("id", id),
            Self::ExitCc => {}
            Self::ExitFiber { id } => fields.add("id", id),
            Self::Error { id, text } => {
                fields.add("id", id);
                fields.add("text", text);
            }
            Self::Name { id, text } => {
                fields.add("id", id);
                fields.add("text", text);
            }
            Self::Log { text } => fields.add("text", text),
            Self::EnterSpan { text } => fields.add("text", text),
            Self::ExitSpan => {}
            Self::Fiber { id } => fields.add("id", id),
            Self::SuspendFiber { text } => fields.add("text", text),
            Self::SuspendDomain { edge } => fields.add("edge", edge),
            Self::DomainSpawn { parent } => fields.add("parent", parent),
        }
        fields
    }

    /// The user event that says this; `index` is what its name was registered as.
    ///
    /// A text that does not fit is cut (clause eio.text.cut).
    #[must_use]
    pub fn encode<'b>(self, index: u16, buffer: &'b mut DataBuffer) -> Kind<'b> {
        match self {
            Self::CreateObj { id, kind } => {
                let mut data = Sink::new(buffer);
                data.whole_id(id);
                data.byte(kind.0);
                data.event(index)
            }
            Self::CreateCc { id, kind } => {
                let mut data = Sink::new(buffer);
                data.whole_id(id);
                data.byte(kind.0);
                data.event(index)
            }
            Self::CreateFiber { id, context } => {
                let mut data = Sink::new(buffer);
                data.whole_id(id);
                data.whole_id(context);
                data.event(index)
            }
            Self::Get { id } => Kind::Int { index, value: Some(id.value()) },
            Self::TryGet { id } => Kind::Int { index, value: Some(id.value()) },
            Self::Put { id } => Kind::Int { index, value: Some(id.value()) },
            Self::ExitCc => Kind::Unit { index },
            Self::ExitFiber { id } => Kind::Int { index, value: Some(id.value()) },
            Self::Error { id, text } => {
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
            Self::EnterSpan { text } => {
                let mut data = Sink::new(buffer);
                data.text(text);
                data.event(index)
            }
            Self::ExitSpan => Kind::Unit { index },
            Self::Fiber { id } => Kind::Int { index, value: Some(id.value()) },
            Self::SuspendFiber { text } => {
                let mut data = Sink::new(buffer);
                data.text(text);
                data.event(index)
            }
            Self::SuspendDomain { edge } => span(edge, index),
            Self::DomainSpawn { parent } => Kind::Int { index, value: Some(parent.value()) },
        }
    }
}
