//! `format/src/registry.rs` from the registry.
//!
//! The text is what rustfmt makes of it. Tables that begin alike are written once: a release whose
//! table is the beginning of a later one's borrows it.

use std::fmt::Write as _;

use super::layout::{array, item};
use super::lists::{Lists, suffix};
use super::numbers::{Number, Value, numbers};
use crate::registry::{MaxDomains, Registry, Release, Row, Space};

mod text;

/// The whole module.
pub fn module(registry: &Registry) -> String {
    let mut out = text::HEADER.to_owned();
    sizes(&mut out, registry);
    types(&mut out, registry);
    releases(&mut out, registry);
    out.push_str(text::RELEASE);
    tables(&mut out, registry);
    out
}

/// The numbers of the layout.
fn sizes(out: &mut String, registry: &Registry) {
    for Number { name, kind, value, doc } in numbers(registry) {
        let value = match value {
            Value::Decimal(value) => value.to_string(),
            Value::Hex(value) => format!("{value:#x}"),
            Value::Bit(bit) => format!("1 << {bit}"),
        };
        item(out, doc, &format!("pub const {name}: {kind} = {value};"));
    }
    let least = &registry.alloc.bucket_least_words;
    let least: Vec<_> = least.iter().map(u64::to_string).collect();
    let head = "pub const ALLOC_BUCKET_LEAST_WORDS: [u64; ALLOC_BUCKETS] =";
    item(out, text::ALLOC_BUCKET_LEAST, array("", head, &least).trim_end());
}

/// The ids that code knows by name, and the lengths that go with them.
fn types(out: &mut String, registry: &Registry) {
    let newest = registry.complete().last();
    for (space, kind, doc) in [
        (Space::RuntimeType, "u8", text::RUNTIME_TYPE),
        (Space::UserType, "u8", text::USER_TYPE),
        (Space::Lifecycle, "u16", text::LIFECYCLE),
    ] {
        let rows = newest.map_or_else(Vec::new, |release| registry.table(release, space));
        let entries = rows.iter().map(|row| {
            let never = if row.entity.not_emitted.len() < registry.complete().count() {
                ""
            } else {
                ", which no release emits"
            };
            let doc = format!("`{}` in OCaml's C header{never}.", row.entity.constant);
            (doc, format!("{}: {kind} = {}", row.key.to_uppercase(), row.id))
        });
        constants(out, space.name(), doc, entries);
    }
    let lengths = [Space::RuntimeType, Space::Lifecycle, Space::UserType]
        .into_iter()
        .flat_map(|space| newest.map_or_else(Vec::new, |release| registry.table(release, space)))
        .filter_map(|row| {
            let words = row.entity.len_words?;
            let doc = format!("Words of `{}`.", row.entity.constant);
            Some((doc, format!("{}: u64 = {words}", row.key.to_uppercase())))
        });
    constants(out, "len_words", text::LEN_WORDS, lengths);
}

/// A module of constants.
fn constants(
    out: &mut String,
    name: &str,
    doc: &str,
    entries: impl Iterator<Item = (String, String)>,
) {
    let mut body = format!("pub mod {name} {{\n");
    for (index, (doc, entry)) in entries.enumerate() {
        let gap = if index == 0 { "" } else { "\n" };
        let _ = write!(body, "{gap}    /// {doc}\n    pub const {entry};\n");
    }
    body.push('}');
    item(out, doc, &body);
}

/// The enum of releases, and its lists.
fn releases(out: &mut String, registry: &Registry) {
    let mut body = "pub enum Release {\n".to_owned();
    for release in &registry.releases {
        let doc = match (release.complete, release.follows.is_empty()) {
            (true, _) => format!("OCaml {}.", release.ocaml_versions.join(", ")),
            (false, true) => format!("The line {}, of which no id is known.", release.name),
            (false, false) => format!("The line {}, as far as its ids are known.", release.name),
        };
        let _ = write!(body, "    /// {doc}\n    {},\n", variant(release));
    }
    body.push('}');
    item(out, text::RELEASE_ENUM, &format!("{}\n{body}", text::DERIVES));

    let all: Vec<_> = registry.releases.iter().collect();
    let complete: Vec<_> = registry.complete().collect();
    out.push_str("impl Release {\n");
    list(out, "ALL", "Every release, the complete ones first, oldest first.", &all);
    out.push('\n');
    list(out, "NARROWABLE", text::NARROWABLE, &complete);
    out.push_str(text::FACTS);
    for release in &registry.releases {
        let _ = writeln!(out, "            Self::{} => &{},", variant(release), variable(release));
    }
    out.push_str("        }\n    }\n}\n\n");
    let names: Vec<_> = registry.releases.iter().map(|release| release.name.as_str()).collect();
    let names = match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    };
    let _ = write!(out, "const NAMES: &str = \"{names}\";\n\n");
}

/// A constant list of releases.
fn list(out: &mut String, name: &str, doc: &str, releases: &[&Release]) {
    for line in doc.lines() {
        let _ = writeln!(out, "    /// {line}");
    }
    let head = format!("pub const {name}: [Self; {}] =", releases.len());
    let entries: Vec<_> =
        releases.iter().map(|release| format!("Self::{}", variant(release))).collect();
    out.push_str(&array("    ", &head, &entries));
}

/// The facts of each release, and the lists that they borrow from.
fn tables(out: &mut String, registry: &Registry) {
    let phases = Lists::new(registry, Space::Phase, |row| format!("\"{}\"", row.key));
    let lifecycles = Lists::new(registry, Space::Lifecycle, |row| format!("\"{}\"", row.key));
    let counters = Lists::new(registry, Space::Counter, |row| {
        let unit = row.entity.unit.map_or_else(String::new, |unit| format!("{unit:?}"));
        format!("(\"{}\", Unit::{unit})", row.key)
    });
    for release in &registry.releases {
        let ids = |space, is_listed: fn(&Row<'_>, &String) -> bool| {
            let rows = registry.table(release, space);
            let ids: Vec<_> = rows
                .iter()
                .filter(|row| is_listed(row, &release.name))
                .map(|row| row.id.to_string())
                .collect();
            format!("&[{}]", ids.join(", "))
        };
        let max_domains = match &release.max_domains {
            None => "None".to_owned(),
            Some(MaxDomains::Fixed { one_of }) => {
                let counts: Vec<_> = one_of.iter().map(u32::to_string).collect();
                format!("Some(MaxDomains::OneOf(&[{}]))", counts.join(", "))
            }
            Some(MaxDomains::Parameter { from, to }) => {
                format!("Some(MaxDomains::Range({from}, {to}))")
            }
        };
        let _ = write!(out, "\nstatic {}: Facts = Facts {{\n", variable(release));
        for (field, value) in [
            ("name", format!("\"{}\"", release.name)),
            ("is_complete", release.complete.to_string()),
            ("has_names", release.name_table.to_string()),
            ("max_domains", max_domains),
            ("phases", borrow(&phases, "PHASES", release)),
            ("counters", borrow(&counters, "COUNTERS", release)),
            ("lifecycles", borrow(&lifecycles, "LIFECYCLES", release)),
            (
                "phases_not_emitted",
                ids(Space::Phase, |row, name| row.entity.not_emitted.contains(name)),
            ),
            (
                "phases_without_end",
                ids(Space::Phase, |row, name| row.entity.begun_without_end.contains(name)),
            ),
            (
                "lifecycles_not_emitted",
                ids(Space::Lifecycle, |row, name| row.entity.not_emitted.contains(name)),
            ),
        ] {
            let _ = writeln!(out, "    {field}: {value},");
        }
        out.push_str("};\n");
    }
    write(out, &phases, "PHASES", "&str");
    write(out, &counters, "COUNTERS", "(&str, Unit)");
    write(out, &lifecycles, "LIFECYCLES", "&str");
}

/// The expression for a release's list, which may be a part of another's.
fn borrow(lists: &Lists<'_, String>, name: &str, release: &Release) -> String {
    match lists.owner(release) {
        None | Some((_, 0)) => "&[]".to_owned(),
        Some(((owner, list), len)) if list.len() == len => format!("&{name}_{}", suffix(owner)),
        Some(((owner, _), len)) => format!("{name}_{}.split_at({len}).0", suffix(owner)),
    }
}

fn write(out: &mut String, lists: &Lists<'_, String>, name: &str, kind: &str) {
    for (release, list) in lists.owners() {
        let (suffix, len) = (suffix(release), list.len());
        let _ = write!(out, "\nstatic {name}_{suffix}: [{kind}; {len}] = [\n");
        for entry in list {
            let _ = writeln!(out, "    {entry},");
        }
        out.push_str("];\n");
    }
}

/// The Rust name of a release: `V5_3`, `Oxcaml`.
fn variant(release: &Release) -> String {
    let mut name = release.name.replace('.', "_");
    if release.complete {
        name.insert(0, 'V');
    } else if let Some(first) = name.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    name
}

/// The name of a release's static: `V5_3`, `OXCAML`.
fn variable(release: &Release) -> String {
    variant(release).to_uppercase()
}
