//! What the registry file of Eio's events has to be besides well typed.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    EioRegistry, Event, EventType, Field, FieldType, PREFIX, SCHEMA, Status, Vector, Wire,
};
use crate::registry::error::Problem;
use crate::registry::lint::{Found, is_snake_case};

/// The most bytes of a name.
const NAME_MAX_BYTES: usize = 127;

impl EioRegistry {
    /// Every problem of the file, in the order of its sections.
    pub(super) fn lint(&self) -> Vec<Problem> {
        let mut found = Found::default();
        if self.schema != SCHEMA {
            found.add("schema", format!("{}, allowed is {SCHEMA}", self.schema));
        }
        if self.ids.block == 0 {
            found.add("ids.block", "0, a block has at least one id");
        }
        self.lint_wires(&mut found);
        self.lint_enums(&mut found);
        for event in &self.events {
            self.lint_event(event, &mut found);
        }
        for wire in &self.wires {
            self.lint_places(wire, &mut found);
        }
        self.lint_shared(&mut found);
        for (index, vector) in self.vectors.iter().enumerate() {
            self.lint_vector(
                &format!("vector {}, {}", index + 1, vector.event),
                vector,
                &mut found,
            );
        }
        found.0
    }

    fn lint_wires(&self, found: &mut Found) {
        let mut keys = BTreeSet::new();
        let wires = self.wires.iter().map(|wire| &wire.key);
        for key in wires.chain(self.withdrawn.iter().map(|withdrawn| &withdrawn.key)) {
            if !is_snake_case(key) || !keys.insert(key) {
                found.add(&format!("wire.{key}"), "not snake_case, or there already");
            }
        }
        for wire in &self.wires {
            let entry = format!("wire.{}", wire.key);
            if wire.source.is_empty() || wire.checked.is_empty() || wire.title.is_empty() {
                found.add(&entry, "title, source and checked may not be empty");
            }
            if (wire.status == Status::Released) == wire.library_versions.is_empty() {
                found.add(&entry, "library_versions are of released wires, and every one has some");
            }
        }
    }

    fn lint_enums(&self, found: &mut Found) {
        for (key, entries) in &self.enums {
            let entry = format!("enum.{key}");
            if !is_snake_case(key) || entries.codes.is_empty() {
                found.add(&entry, "not snake_case, or without codes");
            }
            for name in entries.codes.keys() {
                if name.contains('_') || !is_snake_case(&name.replace('-', "_")) {
                    found
                        .add(&entry, format!("{name:?}: allowed are lower-case words joined by -"));
                }
            }
            let codes: BTreeSet<_> = entries.codes.values().collect();
            if codes.len() < entries.codes.len() {
                found.add(&entry, "two names for one code");
            }
            let is_used = |field: &Field| field.code.as_ref() == Some(key);
            if !self.events.iter().any(|event| event.fields.iter().any(is_used)) {
                found.add(&entry, "no field has it");
            }
        }
    }

    fn lint_event(&self, event: &Event, found: &mut Found) {
        let entry = event.name.as_str();
        let stem = entry.strip_prefix(PREFIX).unwrap_or("");
        if !is_snake_case(stem) || entry.len() > NAME_MAX_BYTES {
            found.add(entry, format!("allowed is {PREFIX} and a snake_case word"));
        }
        if event.wires.is_empty() {
            found.add(entry, "in no wire");
        }
        for used in &event.wires {
            let Some(wire) = self.wires.iter().find(|wire| wire.key == used.wire) else {
                found.add(entry, format!("no wire is called {:?}", used.wire));
                continue;
            };
            for version in used.since.iter().chain(&used.until) {
                if !wire.library_versions.contains(version) {
                    found.add(entry, format!("{version:?} is no version of {}", wire.key));
                }
            }
        }
        match (event.kind, event.fields.as_slice()) {
            (EventType::Unit | EventType::Span, []) | (EventType::Custom, [_, ..]) => {}
            (EventType::Int, [field]) if field.kind == FieldType::Int => {}
            _ => found.add(entry, "unit and span have no field, int has one int, custom has some"),
        }
        let mut names = BTreeSet::new();
        let mut next = Some(0);
        for field in &event.fields {
            let entry = format!("{entry}.{}", field.name);
            if !is_snake_case(&field.name) || !names.insert(&field.name) {
                found.add(&entry, "not snake_case, or there already");
            }
            if event.kind == EventType::Custom {
                if field.offset.is_none() || field.offset != next || field.kind == FieldType::Int {
                    let next = next.map_or("no place".to_owned(), |next: usize| next.to_string());
                    found.add(&entry, format!("fields follow each other, the next is at {next}"));
                }
                next = field.kind.bytes().and_then(|bytes| Some(next? + bytes));
            } else if field.offset.is_some() || field.only.is_some() {
                found.add(&entry, "offset and only are of custom events");
            }
            self.lint_field(event, field, &entry, found);
        }
    }

    fn lint_field(&self, event: &Event, field: &Field, entry: &str, found: &mut Found) {
        let is_code = field.kind == FieldType::U8;
        let known = field.code.as_ref().is_some_and(|key| self.enums.contains_key(key));
        if is_code != known || is_code != field.code.is_some() {
            found.add(entry, "a u8 has the key of an enum, others have none");
        }
        if let Some(only) = &field.only {
            let earlier = event.fields.iter().take_while(|other| other.name != field.name);
            let on = earlier.into_iter().find(|other| other.name == only.field);
            let codes = on.and_then(|on| self.enums.get(on.code.as_ref()?));
            if field.kind != FieldType::U8
                || codes.is_none_or(|e| !e.codes.contains_key(&only.code))
            {
                found.add(entry, "only is of codes, and names an earlier field and a code of it");
            }
        }
    }

    fn lint_places(&self, wire: &Wire, found: &mut Found) {
        let events = self.of_wire(wire);
        let names: BTreeSet<_> = events.iter().map(|event| &event.name).collect();
        let places = events.iter().filter_map(|event| event.in_wire(wire)).map(|used| used.place);
        if events.is_empty() || names.len() < events.len() || !places.eq(0..events.len() as u16) {
            let message = "events have different names, and places 0, 1, 2, without holes";
            found.add(&format!("wire.{}", wire.key), message);
        }
    }

    /// An event that two released wires have is laid out the same in both: a file in which no other
    /// event tells them apart can be decoded all the same.
    fn lint_shared(&self, found: &mut Found) {
        let mut released = BTreeMap::new();
        for event in &self.events {
            let is_released =
                |wire: &&Wire| wire.status == Status::Released && event.in_wire(wire).is_some();
            if self.wires.iter().any(|wire| is_released(&wire))
                && released.insert((&event.name, event.kind), ()).is_some()
            {
                found.add(&event.name, "released wires have this name and type twice");
            }
        }
    }

    fn lint_vector(&self, entry: &str, vector: &Vector, found: &mut Found) {
        let wire = self.wires.iter().find(|wire| wire.key == vector.wire);
        let events = wire.map_or_else(Vec::new, |wire| self.of_wire(wire));
        let Some(event) = events.into_iter().find(|event| event.name == vector.event) else {
            found.add(entry, "no such event in such a wire");
            return;
        };
        let has_data = event.kind == EventType::Custom;
        let has_int = event.kind == EventType::Int;
        if vector.data().is_some() != has_data || vector.int.is_some() != has_int {
            found.add(entry, "a custom event has hexadecimal data, an int event an int");
        }
        for field in event.fields.iter().filter(|field| field.only.is_none()) {
            if !vector.value.contains_key(&field.name) {
                found.add(entry, format!("no value for {}", field.name));
            }
        }
        let is_field = |name: &String| event.fields.iter().any(|field| field.name == *name);
        if !vector.value.keys().all(is_field) {
            found.add(entry, "a value that is no field");
        }
    }
}
