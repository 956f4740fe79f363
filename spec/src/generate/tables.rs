//! `spec/tables/`: the registry in forms that any language reads without TOML and without computing tables.
//!
//! The JSON files hold all of it, one table row a line; the CSV files are the rows alone.

use std::fmt::Write as _;

use serde::Serialize;

use crate::registry::eio::{EioRegistry, Event, Field, Wire};
use crate::registry::{Registry, Release, Row, Space, Unit, UnitSource};

/// Every file with its name.
pub fn files(registry: &Registry, eio: &EioRegistry) -> Vec<(&'static str, String)> {
    vec![
        ("runtime.json", runtime_json(registry)),
        ("runtime.csv", runtime_csv(registry)),
        ("eio.json", eio_json(eio)),
        ("eio.csv", eio_csv(eio)),
    ]
}

/// A row of a release's table.
#[derive(Serialize)]
struct Id<'a> {
    id: u16,
    name: &'a str,
    constant: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<Unit>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit_from: Option<UnitSource>,
    #[serde(skip_serializing_if = "Option::is_none")]
    len_words: Option<u64>,
    emitted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
}

impl<'a> Id<'a> {
    fn of(row: &Row<'a>, release: &Release) -> Self {
        let entity = row.entity;
        Self {
            id: row.id,
            name: row.key,
            constant: &entity.constant,
            unit: entity.unit,
            unit_from: entity.unit_from,
            len_words: entity.len_words,
            emitted: !entity.not_emitted.contains(&release.name),
            note: entity.note.as_deref(),
        }
    }
}

fn runtime_json(registry: &Registry) -> String {
    let mut out = "{\n".to_owned();
    member(&mut out, "  ", "schema", &registry.schema);
    member(&mut out, "  ", "sizes", &registry.sizes);
    member(&mut out, "  ", "words", &registry.words);
    member(&mut out, "  ", "item_header", &registry.item_header);
    member(&mut out, "  ", "alloc", &registry.alloc);
    out.push_str("  \"releases\": [");
    for (index, release) in registry.releases.iter().enumerate() {
        out.push_str(if index == 0 { "\n    {\n" } else { ",\n    {\n" });
        let indent = "      ";
        member(&mut out, indent, "name", &release.name);
        member(&mut out, indent, "complete", &release.complete);
        member(&mut out, indent, "ocaml_versions", &release.ocaml_versions);
        member(&mut out, indent, "max_domains", &release.max_domains);
        member(&mut out, indent, "name_table", &release.name_table);
        for space in Space::ALL {
            let rows = registry.table(release, space);
            let rows: Vec<_> = rows.iter().map(|row| Id::of(row, release)).collect();
            list(&mut out, indent, space.name(), &rows);
        }
        close(&mut out);
        out.push_str("    }");
    }
    out + "\n  ]\n}\n"
}

fn runtime_csv(registry: &Registry) -> String {
    let mut out = "release,space,id,name,constant,unit,len_words,emitted\n".to_owned();
    for release in &registry.releases {
        for space in Space::ALL {
            for row in registry.table(release, space) {
                let Id { id, name, constant, unit, len_words, emitted, .. } = Id::of(&row, release);
                let unit = unit.map_or("", Unit::name);
                let len_words = len_words.map_or_else(String::new, |words| words.to_string());
                // No cell has a comma or a quote: the lints of the registry allow none in names.
                let _ = writeln!(
                    out,
                    "{},{},{id},{name},{constant},{unit},{len_words},{emitted}",
                    release.name,
                    space.name()
                );
            }
        }
    }
    out
}

/// An event as a wire has it.
#[derive(Serialize)]
struct EioEvent<'a> {
    name: &'a str,
    #[serde(rename = "type")]
    kind: crate::registry::eio::EventType,
    #[serde(skip_serializing_if = "Option::is_none")]
    since: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<&'a str>,
    fields: Vec<EioField<'a>>,
    meaning: &'a str,
}

#[derive(Serialize)]
struct EioField<'a> {
    #[serde(flatten)]
    field: &'a Field,
    #[serde(skip_serializing_if = "Option::is_none")]
    size_bytes: Option<usize>,
}

fn eio_json(eio: &EioRegistry) -> String {
    let mut out = "{\n".to_owned();
    member(&mut out, "  ", "schema", &eio.schema);
    member(&mut out, "  ", "ids", &eio.ids);
    member(&mut out, "  ", "enums", &eio.enums);
    out.push_str("  \"wires\": [");
    for (index, wire) in eio.wires.iter().enumerate() {
        out.push_str(if index == 0 { "\n    {\n" } else { ",\n    {\n" });
        let indent = "      ";
        member(&mut out, indent, "key", &wire.key);
        member(&mut out, indent, "title", &wire.title);
        member(&mut out, indent, "status", &wire.status);
        member(&mut out, indent, "library_versions", &wire.library_versions);
        let events = eio.of_wire(wire);
        let events: Vec<_> = events.iter().map(|event| eio_event(event, wire)).collect();
        list(&mut out, indent, "events", &events);
        close(&mut out);
        out.push_str("    }");
    }
    out + "\n  ]\n}\n"
}

fn eio_event<'a>(event: &'a Event, wire: &Wire) -> EioEvent<'a> {
    let used = event.in_wire(wire);
    let field = |field: &'a Field| EioField { field, size_bytes: field.kind.bytes() };
    EioEvent {
        name: &event.name,
        kind: event.kind,
        since: used.and_then(|used| used.since.as_deref()),
        until: used.and_then(|used| used.until.as_deref()),
        fields: event.fields.iter().map(field).collect(),
        meaning: &event.meaning,
    }
}

fn eio_csv(eio: &EioRegistry) -> String {
    let mut out =
        "wire,event,type,field,member,field_type,offset_bytes,size_bytes,enum\n".to_owned();
    for wire in &eio.wires {
        for event in eio.of_wire(wire) {
            let head = format!("{},{},{}", wire.key, event.name, word(&event.kind));
            if event.fields.is_empty() {
                let _ = writeln!(out, "{head},,,,,,");
            }
            for field in &event.fields {
                let number = |number: Option<usize>| {
                    number.map_or_else(String::new, |number| number.to_string())
                };
                let _ = writeln!(
                    out,
                    "{head},{},{},{},{},{},{}",
                    field.name,
                    field.member(),
                    word(&field.kind),
                    number(field.offset),
                    number(field.kind.bytes()),
                    field.code.as_deref().unwrap_or("")
                );
            }
        }
    }
    out
}

/// A word of the registry file.
fn word(value: &impl Serialize) -> String {
    json(value).trim_matches('"').to_owned()
}

fn member(out: &mut String, indent: &str, name: &str, value: &impl Serialize) {
    let _ = writeln!(out, "{indent}\"{name}\": {},", json(value));
}

/// A list with an entry a line.
fn list(out: &mut String, indent: &str, name: &str, entries: &[impl Serialize]) {
    let _ = write!(out, "{indent}\"{name}\": [");
    for (index, entry) in entries.iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        let _ = write!(out, "{comma}\n{indent}  {}", json(entry));
    }
    let end = if entries.is_empty() { String::new() } else { format!("\n{indent}") };
    let _ = writeln!(out, "{end}],");
}

/// The last member has no comma after it.
fn close(out: &mut String) {
    out.truncate(out.trim_end_matches(",\n").len());
    out.push('\n');
}

fn json(value: &impl Serialize) -> String {
    // Every map here has text for keys, so that nothing in it can be refused.
    serde_json::to_string(value).unwrap_or_default()
}
