//! The modules of `format/src/eio/` that come from the registry of Eio's events: its codes, the
//! names of its events, and one enum for each wire.
//!
//! The text is what rustfmt makes of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::layout::{camel, constant, doc};
use crate::registry::EioRegistry;
use crate::registry::eio::{Enum, EventType};

mod wire;

/// The line above everything generated.
const HEADER: &str = "\
// Generated from spec/registry/eio.toml by `cargo run -p eventring-spec -- generate`.
// Do not edit: change the data there and generate again.

";

/// Every generated module of the folder, with the name of its file.
pub fn modules(registry: &EioRegistry) -> Vec<(String, String)> {
    let mut modules =
        vec![("codes.rs".to_owned(), codes(registry)), ("names.rs".to_owned(), names(registry))];
    for wire in &registry.wires {
        modules.push((format!("{}.rs", wire.key), wire::module(registry, wire)));
    }
    modules
}

/// A newtype with constants for each enum.
fn codes(registry: &EioRegistry) -> String {
    let mut out = HEADER.to_owned();
    out.push_str(
        "//! Codes of 1-byte fields (generated). One that has no name here is an ordinary value
//! (clause eio.unknown-enum).

use super::Code;
",
    );
    for (key, entries) in &registry.enums {
        code(&mut out, &camel(key), entries);
    }
    out
}

fn code(out: &mut String, name: &str, entries: &Enum) {
    out.push('\n');
    doc(out, "", &entries.meaning);
    out.push_str("#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]\n");
    let _ = write!(out, "pub struct {name}(pub u8);\n\nimpl {name} {{\n");
    for (code, entry) in entries.by_code() {
        let _ = writeln!(out, "    /// `{entry}`.");
        let _ = writeln!(out, "    pub const {}: Self = Self({code});", constant(entry));
    }
    out.push_str(
        "
    /// Its name, as Eio's own library has it.
    #[must_use]
    pub const fn name(self) -> Option<&'static str> {
        Some(match self {
",
    );
    for (_, entry) in entries.by_code() {
        let _ = writeln!(out, "            Self::{} => \"{entry}\",", constant(entry));
    }
    let _ = write!(
        out,
        "            _ => return None,
        }})
    }}
}}

impl From<{name}> for Code {{
    fn from(code: {name}) -> Self {{
        Self {{ number: code.0, name: code.name() }}
    }}
}}
"
    );
}

/// Which wires have an event of a name and a type.
fn names(registry: &EioRegistry) -> String {
    let mut out = HEADER.to_owned();
    out.push_str(
        "//! The names of all wires (generated).\n\nuse super::{EventType, Wire, WireSet};\n\n",
    );
    for wire in &registry.wires {
        let (name, variant) = (constant(&wire.key), camel(&wire.key));
        let _ = writeln!(out, "const {name}: WireSet = WireSet::only(Wire::{variant});");
    }
    out.push_str(
        "
/// The wires that have an event of that name and type; none where it is not Eio's
/// (clause eio.by-name).
pub(super) fn wires_of(name: &[u8], event_type: EventType) -> WireSet {
    match (event_type, name) {
",
    );
    let mut wires_by_event = BTreeMap::<_, BTreeSet<usize>>::new();
    for event in &registry.events {
        let wires = wires_by_event.entry((event.kind, &event.name)).or_default();
        let places = registry.wires.iter().enumerate();
        wires.extend(places.filter(|(_, wire)| event.in_wire(wire).is_some()).map(|(i, _)| i));
    }
    for ((kind, name), wires) in wires_by_event {
        let mut wires = wires.iter().map(|&index| constant(&registry.wires[index].key));
        let first = wires.next().unwrap_or_default();
        let rest: String = wires.map(|wire| format!(".or({wire})")).collect();
        let kind = event_type(kind);
        let _ = writeln!(out, "        (EventType::{kind}, b\"{name}\") => {first}{rest},");
    }
    out.push_str("        _ => WireSet::EMPTY,\n    }\n}\n");
    out
}

fn event_type(kind: EventType) -> &'static str {
    match kind {
        EventType::Unit => "Unit",
        EventType::Int => "Int",
        EventType::Span => "Span",
        EventType::Custom => "Custom",
    }
}
