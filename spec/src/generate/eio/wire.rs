//! The enum of one wire: its events with their fields, decoded and encoded.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::HEADER;
use crate::generate::layout::{array, camel, constant, doc};
use crate::registry::EioRegistry;
use crate::registry::eio::{Event, EventType, Field, FieldType, Status, Wire};

/// The whole module.
pub(super) fn module(registry: &EioRegistry, wire: &Wire) -> String {
    let events = registry.of_wire(wire);
    let name = camel(&wire.key);
    let mut out = HEADER.to_owned();
    heading(&mut out, wire, &events);
    enumeration(&mut out, wire, &name, &events);
    let _ = write!(out, "\nimpl<'a> {name}<'a> {{\n");
    names(&mut out, &events);
    decode(&mut out, &events);
    fields(&mut out, &events);
    encode(&mut out, &events);
    out.push_str("}\n");
    out
}

fn heading(out: &mut String, wire: &Wire, events: &[&Event]) {
    let who = match wire.status {
        Status::Released => format!("Eio {}", wire.library_versions.join(", ")),
        Status::Experimental => "never released".to_owned(),
    };
    let _ = write!(out, "//! The events of {}: {who} (generated).\n\n", wire.title);
    let fields = || events.iter().flat_map(|event| &event.fields);
    let codes: BTreeSet<_> =
        fields().filter_map(|field| field.code.as_deref().map(camel)).collect();
    let mut helpers = BTreeSet::new();
    for event in events {
        helpers.extend::<&[&str]>(match event.kind {
            EventType::Unit => &["unit"],
            EventType::Int => &["int"],
            EventType::Span => &["edge", "span"],
            EventType::Custom => &["Data", "Sink"],
        });
    }
    helpers.insert("DataBuffer");
    let has_span = events.iter().any(|event| event.kind == EventType::Span);
    let edge = if has_span { "Edge, " } else { "" };
    let codes: Vec<_> = codes.iter().map(String::as_str).collect();
    let helpers: Vec<_> = helpers.into_iter().collect();
    let _ = write!(
        out,
        "use super::codes::{};
use super::data::{{{}}};
use super::{{{edge}EioId, Fields, Undecoded}};
use crate::event::Kind;

",
        braced(&codes),
        helpers.join(", ")
    );
}

fn braced(names: &[&str]) -> String {
    match names {
        [name] => (*name).to_owned(),
        names => format!("{{{}}}", names.join(", ")),
    }
}

fn enumeration(out: &mut String, wire: &Wire, name: &str, events: &[&Event]) {
    doc(out, "", &format!("An event of {} (clause eio.payload.layout).", wire.title));
    out.push_str("///\n");
    out.push_str("/// All of them are here; what else there is in a file is not of this wire.\n");
    out.push_str("#[derive(Clone, Copy, Debug, PartialEq, Eq)]\n");
    let _ = writeln!(out, "pub enum {name}<'a> {{");
    for event in events {
        doc(out, "    ", &event.meaning);
        let _ = write!(out, "    {}", camel(event.stem()));
        let has_fields = event.kind != EventType::Unit;
        out.push_str(if has_fields { " {\n" } else { ",\n" });
        if event.kind == EventType::Span {
            out.push_str("        /// Whether it begins or ends.\n        edge: Edge,\n");
        }
        for field in &event.fields {
            let only = field.only.as_ref().map_or_else(String::new, |only| {
                format!(" Of `{}` only; written as 0 where it is missing there.", only.code)
            });
            doc(out, "        ", &format!("{}{only}", field.meaning));
            let _ = writeln!(out, "        {}: {},", variable(field), rust_type(field));
        }
        if has_fields {
            out.push_str("    },\n");
        }
    }
    out.push_str("}\n");
}

fn names(out: &mut String, events: &[&Event]) {
    out.push_str(
        "    /// The names of all its events, in the order in which Eio registers them.\n",
    );
    let head = format!("pub const NAMES: [&'static str; {}] =", events.len());
    let names: Vec<_> = events.iter().map(|event| format!("\"{}\"", event.name)).collect();
    out.push_str(&array("    ", &head, &names));
    out.push_str(
        "
    /// Its name in the name table.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
",
    );
    for event in events {
        let dots = if event.kind == EventType::Unit { "" } else { " { .. }" };
        let variant = camel(event.stem());
        let _ = writeln!(out, "            Self::{variant}{dots} => \"{}\",", event.name);
    }
    out.push_str(
        "        }
    }

    /// The place of its name among the names.
    pub(super) const fn own_place(&self) -> usize {
        match self {
",
    );
    for (place, event) in events.iter().enumerate() {
        let dots = if event.kind == EventType::Unit { "" } else { " { .. }" };
        let _ = writeln!(out, "            Self::{}{dots} => {place},", camel(event.stem()));
    }
    out.push_str("        }\n    }\n");
}

fn decode(out: &mut String, events: &[&Event]) {
    out.push_str(
        "
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
",
    );
    for (place, event) in events.iter().enumerate() {
        let _ = writeln!(out, "            b\"{}\" => {place},", event.name);
    }
    out.push_str(
        "            _ => return None,
        })
    }

    /// Interprets a user event whose name has that place.
    pub(super) fn decode_at(place: u8, event: Kind<'a>) -> Result<Self, Undecoded> {
        match place {
",
    );
    for (place, event) in events.iter().enumerate() {
        let variant = camel(event.stem());
        let (helper, value, made) = match event.kind {
            EventType::Unit => ("unit", "()".to_owned(), variant),
            EventType::Int => {
                let id = event.fields.first().map_or_else(String::new, variable);
                let made = format!("{variant} {{ {id} }}");
                ("int", id, made)
            }
            EventType::Span => ("edge", "edge".to_owned(), format!("{variant} {{ edge }}")),
            EventType::Custom => {
                decode_custom(out, place, event);
                continue;
            }
        };
        let _ =
            writeln!(out, "            {place} => {helper}(event).map(|{value}| Self::{made}),");
    }
    out.push_str("            _ => Err(Undecoded::OtherName),\n        }\n    }\n");
}

fn decode_custom(out: &mut String, place: usize, event: &Event) {
    let is_text = |field: &Field| field.kind == FieldType::Text;
    let mutable = if event.fields.iter().all(is_text) { "" } else { "mut " };
    let _ = writeln!(out, "            {place} => {{");
    let _ = writeln!(out, "                let {mutable}data = Data::of(event)?;");
    for field in &event.fields {
        let code = field.code.as_deref().map_or_else(String::new, camel);
        let value = match field.kind {
            FieldType::I64 | FieldType::Int => "data.whole_id()?".to_owned(),
            FieldType::I32 => "data.low_32()?".to_owned(),
            FieldType::U8 => format!("{code}(data.byte()?)"),
            FieldType::Text => "data.text()".to_owned(),
        };
        let name = variable(field);
        match condition(event, field) {
            None => {
                let _ = writeln!(out, "                let {name} = {value};");
            }
            Some((on, wanted)) => {
                let _ = write!(
                    out,
                    "                let {name} = match {on} {{
                    {wanted} => Some({value}),
                    _ => None,
                }};
"
                );
            }
        }
    }
    let _ = writeln!(out, "                Ok(Self::{})", pattern(event));
    out.push_str("            }\n");
}

fn fields(out: &mut String, events: &[&Event]) {
    out.push_str(
        "
    /// Its fields with their names in event records.
    #[must_use]
    pub fn fields(self) -> Fields<'a> {
        let mut fields = Fields::default();
        match self {
",
    );
    for event in events {
        let pattern = pattern(event);
        match event.kind {
            EventType::Unit => {
                let _ = writeln!(out, "            Self::{pattern} => {{}}");
            }
            EventType::Span => {
                let _ = writeln!(out, "            Self::{pattern} => fields.add(\"edge\", edge),");
            }
            EventType::Int | EventType::Custom => match event.fields.as_slice() {
                [field] => {
                    let add = format!("fields.add(\"{}\", {})", field.member(), variable(field));
                    let _ = writeln!(out, "            Self::{pattern} => {add},");
                }
                several => {
                    let _ = writeln!(out, "            Self::{pattern} => {{");
                    several.iter().for_each(|field| add(out, field));
                    out.push_str("            }\n");
                }
            },
        }
    }
    out.push_str("        }\n        fields\n    }\n");
}

fn add(out: &mut String, field: &Field) {
    let name = variable(field);
    let add = format!("fields.add(\"{}\", {name});", field.member());
    if field.only.is_none() {
        let _ = writeln!(out, "                {add}");
    } else {
        let _ = write!(
            out,
            "                if let Some({name}) = {name} {{
                    {add}
                }}
"
        );
    }
}

fn encode(out: &mut String, events: &[&Event]) {
    out.push_str(
        "
    /// The user event that says this; `index` is what its name was registered as.
    ///
    /// A text that does not fit is cut (clause eio.text.cut).
    #[must_use]
    pub fn encode<'b>(self, index: u16, buffer: &'b mut DataBuffer) -> Kind<'b> {
        match self {
",
    );
    for event in events {
        let pattern = pattern(event);
        match event.kind {
            EventType::Unit => {
                let _ = writeln!(out, "            Self::{pattern} => Kind::Unit {{ index }},");
            }
            EventType::Int => {
                let id = event.fields.first().map_or_else(String::new, variable);
                let _ = writeln!(
                    out,
                    "            Self::{pattern} => Kind::Int {{ index, value: Some({id}.value()) }},"
                );
            }
            EventType::Span => {
                let _ = writeln!(out, "            Self::{pattern} => span(edge, index),");
            }
            EventType::Custom => encode_custom(out, event),
        }
    }
    out.push_str("        }\n    }\n");
}

fn encode_custom(out: &mut String, event: &Event) {
    let _ = writeln!(out, "            Self::{} => {{", pattern(event));
    out.push_str("                let mut data = Sink::new(buffer);\n");
    for field in &event.fields {
        let name = variable(field);
        if let Some((on, wanted)) = condition(event, field) {
            let _ = write!(
                out,
                "                if {on} == {wanted} {{
                    data.byte({name}.map_or(0, |code| code.0));
                }}
"
            );
            continue;
        }
        let put = match field.kind {
            FieldType::I64 | FieldType::Int => format!("whole_id({name})"),
            FieldType::I32 => format!("low_32({name})"),
            FieldType::U8 => format!("byte({name}.0)"),
            FieldType::Text => format!("text({name})"),
        };
        let _ = writeln!(out, "                data.{put};");
    }
    out.push_str("                data.event(index)\n            }\n");
}

/// The variable that a field depends on, and the constant that it has to be.
fn condition(event: &Event, field: &Field) -> Option<(String, String)> {
    let only = field.only.as_ref()?;
    let on = event.fields.iter().find(|other| other.name == only.field)?;
    let code = camel(on.code.as_deref()?);
    Some((variable(on), format!("{code}::{}", constant(&only.code))))
}

/// The variant with all its fields, without `Self::`.
fn pattern(event: &Event) -> String {
    let mut names: Vec<_> = event.fields.iter().map(variable).collect();
    if event.kind == EventType::Span {
        names.push("edge".to_owned());
    }
    let variant = camel(event.stem());
    if names.is_empty() { variant } else { format!("{variant} {{ {} }}", names.join(", ")) }
}

/// What a field is called in Rust, where `type` is taken.
fn variable(field: &Field) -> String {
    if field.name == "type" { "kind".to_owned() } else { field.name.clone() }
}

fn rust_type(field: &Field) -> String {
    let code = field.code.as_deref().map_or_else(String::new, camel);
    let always = match field.kind {
        FieldType::I64 | FieldType::I32 | FieldType::Int => "EioId",
        FieldType::U8 => &code,
        FieldType::Text => "&'a [u8]",
    };
    if field.only.is_some() { format!("Option<{always}>") } else { always.to_owned() }
}
