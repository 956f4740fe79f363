//! Which wire a file holds, told by the events that it uses.
//!
//! Names in the name table say nothing: they can be left over from an earlier process
//! (clause file.left-over), and a name that two wires have can have another payload in each.

use super::names::wires_of;
use super::{EventType, Wire, WireSet};
use crate::event::Kind;

/// Starts with all wires, and strikes those that lack an event that the file uses
/// (clause eio.wire.by-use).
#[derive(Clone, Copy, Debug)]
pub struct WireNarrowing {
    remaining: WireSet,
    is_used: bool,
}

/// What is known of the wire of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WireVerdict {
    /// No event of any wire was seen.
    Unused,
    /// Events are to be read as this wire's.
    Settled(Wire),
    /// What was seen is in several wires with different payloads, so nothing is to be read
    /// (clause eio.wire.open).
    Open,
    /// No wire has all of what was seen, so nothing is to be read (clause eio.wires-not-mixed).
    Mixed,
}

impl WireNarrowing {
    /// Nothing was seen yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { remaining: WireSet::ALL, is_used: false }
    }

    /// Looks at an event of the file and the name of its index. One that no wire has tells nothing
    /// (clause eio.unknown-event).
    pub fn observe(&mut self, name: &[u8], event: &Kind<'_>) {
        let Some(event_type) = EventType::of(event) else {
            return;
        };
        let wires = wires_of(name, event_type);
        if !wires.is_empty() {
            self.remaining = self.remaining.and(wires);
            self.is_used = true;
        }
    }

    /// What follows from all that was seen.
    ///
    /// Where both generations remain it is generation 2: the events that they share have the same
    /// payload in both, and nothing else was seen.
    #[must_use]
    pub fn verdict(&self) -> WireVerdict {
        let mut newest_first = self.remaining.iter().rev();
        match newest_first.next() {
            _ if !self.is_used => WireVerdict::Unused,
            None => WireVerdict::Mixed,
            Some(Wire::Proposal) => WireVerdict::Settled(Wire::Proposal),
            Some(_) if self.remaining.contains(Wire::Proposal) => WireVerdict::Open,
            Some(generation) => WireVerdict::Settled(generation),
        }
    }
}

impl Default for WireNarrowing {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CUSTOM: Kind<'_> = Kind::Custom { index: 0, data: None };
    const INT: Kind<'_> = Kind::Int { index: 0, value: None };
    const UNIT: Kind<'_> = Kind::Unit { index: 0 };

    fn verdict(events: &[(&str, Kind<'_>)]) -> WireVerdict {
        let mut narrowing = WireNarrowing::new();
        for (name, event) in events {
            narrowing.observe(name.as_bytes(), event);
        }
        narrowing.verdict()
    }

    #[test]
    fn one_event_that_only_one_wire_has_settles() {
        for (name, event, wire) in [
            ("eio.read", CUSTOM, Wire::Proposal),
            ("eio.read", INT, Wire::Generation1),
            ("eio.suspend", UNIT, Wire::Proposal),
            ("eio.suspend", Kind::SpanEnd { index: 0 }, Wire::Generation1),
            ("eio.create", CUSTOM, Wire::Generation1),
            ("eio.create_cc", CUSTOM, Wire::Generation2),
        ] {
            assert_eq!(verdict(&[(name, event)]), WireVerdict::Settled(wire));
            let log = ("eio.log", CUSTOM);
            assert_eq!(verdict(&[log, (name, event), log]), WireVerdict::Settled(wire));
        }
    }

    #[test]
    fn what_all_wires_have_settles_nothing() {
        assert_eq!(verdict(&[("eio.log", CUSTOM), ("eio.name", CUSTOM)]), WireVerdict::Open);
        let generation = WireVerdict::Settled(Wire::Generation2);
        assert_eq!(verdict(&[("eio.log", CUSTOM), ("eio.fiber", INT)]), generation);
    }

    #[test]
    fn wires_are_not_mixed() {
        for two in [
            [("eio.create", CUSTOM), ("eio.create_cc", CUSTOM)],
            [("eio.read", INT), ("eio.read", CUSTOM)],
            [("eio.fiber", INT), ("eio.switch", INT)],
        ] {
            assert_eq!(verdict(&two), WireVerdict::Mixed);
        }
    }

    #[test]
    fn names_and_types_that_no_wire_has_tell_nothing() {
        let strange = [
            ("", UNIT),
            ("eio", UNIT),
            ("eio.", UNIT),
            ("eio.get", CUSTOM),
            ("eio.get_", INT),
            ("EIO.get", INT),
            ("lwt-trace", CUSTOM),
            ("eio.get", Kind::Begin { phase: 0 }),
        ];
        assert_eq!(verdict(&strange), WireVerdict::Unused);
        assert_eq!(verdict(&[]), WireVerdict::Unused);
    }
}
