//! Which of Eio's wires a file uses, and which of its events are Eio's.

use std::collections::BTreeMap;

use eventring_spec::registry::eio::{Event, Wire};

use super::used_names::UsedName;
use crate::plain::{Item, eio_registry, is_of_type};

/// The Eio events of a file (clause eio.by-name), and their wire (clause eio.wire.by-use).
#[derive(Clone, Debug, Default)]
pub(super) struct EioProfile {
    /// By event index and user type; where the wire is not known, one of the events of that name and type.
    events: BTreeMap<(u16, u8), &'static Event>,
    wires: Vec<&'static Wire>,
}

impl EioProfile {
    pub(super) fn new(used_names: &[UsedName<'_>]) -> Self {
        let is_eio = |used: &&UsedName<'_>| {
            used.entry.is_some_and(|entry| entry.name().starts_with(b"eio."))
        };
        let mut used = used_names.iter().filter(is_eio).peekable();
        if used.peek().is_none() {
            return Self::default();
        }
        let Some(registry) = eio_registry() else { return Self::default() };
        let mut seen: Vec<((u16, u8), Vec<&'static Event>)> = Vec::new();
        for used in used {
            for item in used.events() {
                let meant = |event: &&Event| {
                    used.entry.is_some_and(|entry| entry.name() == event.name.as_bytes())
                        && is_of_type(event, item.header.item_type())
                };
                let events: Vec<_> = registry.events.iter().filter(meant).collect();
                if !events.is_empty() {
                    seen.push(((item.header.id(), item.header.item_type()), events));
                }
            }
        }
        let has_all = |wire: &&Wire| {
            seen.iter().all(|(_, events)| events.iter().any(|event| event.in_wire(wire).is_some()))
        };
        let wires: Vec<&'static Wire> = registry.wires.iter().filter(has_all).collect();
        let in_wire = |events: &[&'static Event]| {
            let newest = wires.last();
            let own =
                newest.and_then(|wire| events.iter().find(|event| event.in_wire(wire).is_some()));
            own.or(events.first()).copied()
        };
        let events = seen.iter().filter_map(|(key, events)| Some((*key, in_wire(events)?)));
        Self { events: events.collect(), wires: wires.clone() }
    }

    /// Whether the file has an event of Eio.
    pub(super) fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// The wires that have all events that are seen, oldest first.
    pub(super) fn wires(&self) -> &[&'static Wire] {
        &self.wires
    }

    /// The event of Eio that an item is, whatever its wire.
    pub(super) fn any_event(&self, item: &Item<'_>) -> Option<&'static Event> {
        let key = (item.header.id(), item.header.item_type());
        self.events.get(&key).copied().filter(|_| item.header.is_user())
    }

    /// The event of Eio that an item is, if all wires that are left give it one payload (clause eio.wire.open).
    pub(super) fn event(&self, item: &Item<'_>) -> Option<&'static Event> {
        self.any_event(item).filter(|event| {
            !self.wires.is_empty() && self.wires.iter().all(|wire| event.in_wire(wire).is_some())
        })
    }
}
