//! Which event of a wire a name stands for.

use super::{EioEvent, Generation1, Generation2, Proposal, Undecoded, Wire};
use crate::event::Kind;

/// An event of a wire, whatever it says: what its name stands for.
///
/// For a reader of many events, which keeps it by event index rather than compare the name each
/// time. A name that is not there yet can come later (clause names.late), so only what was found
/// is worth keeping.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tag {
    wire: Wire,
    /// The place among the names of the wire.
    place: u8,
}

impl Tag {
    /// What a name stands for in a wire; `None` where the wire has no event of that name.
    #[must_use]
    pub fn of_name(wire: Wire, name: &[u8]) -> Option<Self> {
        let place = match wire {
            Wire::Proposal => Proposal::place(name),
            Wire::Generation1 => Generation1::place(name),
            Wire::Generation2 => Generation2::place(name),
        };
        place.map(|place| Self { wire, place })
    }

    /// The wire.
    #[must_use]
    pub const fn wire(self) -> Wire {
        self.wire
    }

    /// Interprets a user event of this name, as [`EioEvent::decode`] does.
    ///
    /// # Errors
    ///
    /// The event has another type than the wire gives the name, or its data is too short.
    pub fn decode<'a>(self, event: Kind<'a>) -> Result<EioEvent<'a>, Undecoded> {
        let place = self.place;
        match self.wire {
            Wire::Proposal => Proposal::decode_at(place, event).map(EioEvent::Proposal),
            Wire::Generation1 => Generation1::decode_at(place, event).map(EioEvent::Generation1),
            Wire::Generation2 => Generation2::decode_at(place, event).map(EioEvent::Generation2),
        }
    }
}
