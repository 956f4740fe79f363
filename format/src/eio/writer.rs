//! Writing Eio's events, so that the fibers of another runtime show in the tools for Eio.

use core::error::Error;
use core::fmt::{self, Display, Formatter};

use heapless::Vec;

use super::{DataBuffer, EioEvent, Wire};
use crate::event::Kind;
use crate::writer::{Clock, EventIndex, NameError, Session, TooLong, Writer};

/// No wire has more events.
const MOST_EVENTS: usize = 17;

const _: () = assert!(
    Wire::Proposal.event_names().len() <= MOST_EVENTS
        && Wire::Generation1.event_names().len() <= MOST_EVENTS
        && Wire::Generation2.event_names().len() <= MOST_EVENTS
);

/// The events of one wire, registered in a session.
///
/// ```
/// use core::num::NonZeroU32;
/// use eventring::eio::{EioEvent, EioEvents, EioId, Generation2, Wire};
/// use eventring::shared::{Cell, WritableView};
/// use eventring::writer::{Config, Session};
///
/// let config = Config::new(1, 4096);
/// let words = config.geometry().unwrap().file_bytes() / 8;
/// let memory: Vec<Cell> = (0..words).map(|_| Cell::new(0)).collect();
/// let memory = WritableView::new(&memory);
/// let mut time_ns = 0;
/// let clock = || {
///     time_ns += 1;
///     time_ns
/// };
/// let (mut session, mut writer) = Session::create(memory, &config, NonZeroU32::MIN, clock).unwrap();
/// let eio = EioEvents::register(&mut session, Wire::Generation2).unwrap();
/// let fiber = EioId::new(1);
/// eio.write(&mut writer, EioEvent::Generation2(Generation2::Fiber { id: fiber })).unwrap();
/// ```
#[derive(Clone, Debug)]
pub struct EioEvents {
    wire: Wire,
    /// By the place of the name.
    indices: Vec<EventIndex, MOST_EVENTS>,
}

/// Why an event was not written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotWritten {
    /// It is of another wire than those that were registered (clause eio.wires-not-mixed).
    OtherWire,
    /// The ring is so small that the event would be longer than half of it.
    TooLong(TooLong),
}

impl EioEvents {
    /// Registers the names of `wire`, in the order in which Eio does.
    ///
    /// # Errors
    ///
    /// The name table is full. Names that were registered before stay.
    pub fn register(session: &mut Session<'_>, wire: Wire) -> Result<Self, NameError> {
        let mut indices = Vec::new();
        for name in wire.event_names() {
            // There is room for every name of every wire.
            let _ = indices.push(session.register(name.as_bytes())?);
        }
        Ok(Self { wire, indices })
    }

    /// The wire.
    #[must_use]
    pub const fn wire(&self) -> Wire {
        self.wire
    }

    /// Writes an event (clause eio.payload.layout). A text that is longer than an event can hold is
    /// cut (clause eio.text.cut).
    ///
    /// # Errors
    ///
    /// [`NotWritten`]; nothing is written then.
    pub fn write<C: Clock>(
        &self,
        writer: &mut Writer<'_, C>,
        event: EioEvent<'_>,
    ) -> Result<(), NotWritten> {
        let index = self.indices.get(event.own_place()).filter(|_| event.wire() == self.wire);
        let Some(&index) = index else { return Err(NotWritten::OtherWire) };
        let mut buffer = DataBuffer::default();
        match event.encode(index.get(), &mut buffer) {
            Kind::Unit { .. } => writer.unit(index),
            Kind::Int { value, .. } => writer.int(index, value.unwrap_or(0)),
            Kind::SpanBegin { .. } => writer.span_begin(index),
            Kind::SpanEnd { .. } => writer.span_end(index),
            Kind::Custom { data, .. } => {
                let data = data.unwrap_or_default();
                writer.custom(index, data).map_err(NotWritten::TooLong)?;
            }
            // The events of a wire are user events.
            _ => return Err(NotWritten::OtherWire),
        }
        Ok(())
    }
}

impl Display for NotWritten {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherWire => f.write_str("event of another wire than was registered"),
            Self::TooLong(error) => error.fmt(f),
        }
    }
}

impl Error for NotWritten {}
