//! `spec/c/eventring.h` from the registry: for producers and consumers in C99 or C++11.

use std::fmt::Write as _;

use super::lists::{Lists, suffix};
use super::numbers::{Number, Value, numbers};
use crate::registry::{Registry, Release, Row, Space};

/// What does not come from the data.
const INLINE: &str = include_str!("c/inline.h");

/// Columns of the longest line of a generated array.
const LINE_CHARS: usize = 116;

/// The whole header.
pub fn header(registry: &Registry) -> String {
    let mut out = HEAD.to_owned();
    sizes(&mut out, registry);
    words(&mut out, registry);
    types(&mut out, registry);
    out.push_str(INLINE);
    releases(&mut out, registry);
    names(&mut out, registry);
    ids(&mut out, registry);
    out.push_str(TAIL);
    out
}

const HEAD: &str = "\
/* Generated from spec/registry/runtime.toml by `cargo run -p eventring-spec -- generate`. Do not edit.
 *
 * The numbers of the runtime events ring file of OCaml 5, for who writes or reads it in C99 or C++11: sizes, words,
 * item headers, types, and the ids and names of each release. SPEC.md says what they mean; its clauses are named here.
 * Nothing is needed but this file, and nothing in it reads or writes memory but eventring_word. */

#ifndef EVENTRING_H
#define EVENTRING_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern \"C\" {
#endif

";

const TAIL: &str = "\
#ifdef __cplusplus
}
#endif

#endif
";

fn sizes(out: &mut String, registry: &Registry) {
    section(out, "Sizes");
    define(out, "WORD_BYTES", &registry.sizes.word_bytes.to_string(), "Bytes of a word.");
    for Number { name, kind, value, doc } in numbers(registry) {
        let value = match (value, kind) {
            (Value::Bit(bit), _) => format!("(UINT64_C(1) << {bit})"),
            (Value::Hex(value), _) => format!("UINT64_C({value:#x})"),
            (Value::Decimal(value), "u64") => format!("UINT64_C({value})"),
            (Value::Decimal(value), _) => value.to_string(),
        };
        define(out, name, &value, &plain(doc));
    }
}

/// Documentation without links and code marks.
fn plain(doc: &str) -> String {
    doc.replace("[`", "EVENTRING_").replace("`]", "").replace('`', "")
}

fn define(out: &mut String, name: &str, value: &str, doc: &str) {
    let _ = write!(out, "/* {doc} */\n#define EVENTRING_{name} {value}\n\n");
}

fn section(out: &mut String, title: &str) {
    let dashes = "-".repeat(LINE_CHARS.saturating_sub(title.len() + 9));
    let _ = write!(out, "/* --- {title} {dashes} */\n\n");
}

/// The words of the headers by their index.
fn words(out: &mut String, registry: &Registry) {
    section(out, "Words of the headers, by their index");
    for (list, of) in [
        (&registry.words.file_header, "the file header"),
        (&registry.words.ring_header, "a ring header"),
    ] {
        let entries = list.iter().enumerate().map(|(index, word)| (format!("WORD_{word}"), index));
        enumeration(out, &format!("Words of {of}."), "", entries);
    }
}

/// An enum; names are put in capitals.
fn enumeration(
    out: &mut String,
    doc: &str,
    name: &str,
    entries: impl Iterator<Item = (String, usize)>,
) {
    let _ = write!(out, "/* {doc} */\nenum {name}{}{{\n", if name.is_empty() { "" } else { " " });
    let entries: Vec<String> = entries
        .map(|(name, value)| format!("  EVENTRING_{} = {value}", name.to_uppercase()))
        .collect();
    let _ = write!(out, "{}\n}};\n\n", entries.join(",\n"));
}

/// Category, types, lifecycles, and the lengths that go with them.
fn types(out: &mut String, registry: &Registry) {
    section(out, "Categories, types and lifecycles, the same in every release");
    let categories = ["runtime", "user"].into_iter().enumerate();
    let categories = categories.map(|(value, name)| (format!("CATEGORY_{name}"), value));
    enumeration(out, "Bit 53 of an item header (clause item.category).", "", categories);
    for (space, prefix, doc) in [
        (Space::RuntimeType, "RUNTIME", "Types of runtime items (clause item.type)."),
        (Space::UserType, "USER", "Types of user items (clause item.type)."),
        (Space::Lifecycle, "LIFECYCLE", "Lifecycle ids (clause runtime.id)."),
    ] {
        let rows = emitted(registry, space);
        let entry = |row: &Row<'_>| (format!("{prefix}_{}", row.key), usize::from(row.id));
        enumeration(out, doc, "", rows.iter().map(entry));
        for row in &rows {
            if let Some(words) = row.entity.len_words {
                let name = format!("{prefix}_{}_WORDS", row.key.to_uppercase());
                let _ = writeln!(out, "#define EVENTRING_{name} {words}");
            }
        }
        out.push('\n');
    }
}

/// The table of the newest release, without what is never written.
fn emitted(registry: &Registry, space: Space) -> Vec<Row<'_>> {
    let newest = registry.complete().last();
    let mut rows = newest.map_or_else(Vec::new, |release| registry.table(release, space));
    let releases = registry.complete().count();
    // A lifecycle that OCaml never writes may be written by others, a type may not.
    rows.retain(|row| space == Space::Lifecycle || row.entity.not_emitted.len() < releases);
    rows
}

fn releases(out: &mut String, registry: &Registry) {
    section(
        out,
        "Releases, whose ids are given by whoever knows them (clause release.not-from-version)",
    );
    let entries = registry.releases.iter().enumerate();
    let entries = entries.map(|(index, release)| (format!("RELEASE_{}", suffix(release)), index));
    enumeration(out, "A line of OCaml whose id tables are equal.", "eventring_release", entries);
    let names: Vec<_> = registry.releases.iter().map(|release| quoted(&release.name)).collect();
    function(
        out,
        "The name of a release, as in \"5.3\".",
        "const char *eventring_release_name(enum eventring_release release)",
        &format!(
            "{}  return (size_t)release < sizeof names / sizeof names[0] ? names[release] : NULL;\n",
            array("const char *const names", &names)
        ),
    );
}

fn function(out: &mut String, doc: &str, head: &str, body: &str) {
    let _ = write!(out, "/* {doc} */\nstatic inline {head}\n{{\n{body}}}\n\n");
}

fn quoted(text: &str) -> String {
    format!("\"{text}\"")
}

/// A static array, filled into lines.
fn array(head: &str, entries: &[String]) -> String {
    let mut text = format!("  static {head}[] = {{\n");
    let mut line = "   ".to_owned();
    for (index, entry) in entries.iter().enumerate() {
        let comma = if index + 1 < entries.len() { "," } else { "" };
        if line.len() + entry.len() + 2 > LINE_CHARS {
            let _ = writeln!(text, "{line}");
            line = "   ".to_owned();
        }
        let _ = write!(line, " {entry}{comma}");
    }
    let _ = write!(text, "{line}\n  }};\n");
    text
}

/// From ids to names.
fn names(out: &mut String, registry: &Registry) {
    section(
        out,
        "Names; NULL where there is no such id (clauses release.unknown-id and item.unknown-type)",
    );
    for (space, what) in [
        (Space::RuntimeType, "runtime_type"),
        (Space::UserType, "user_type"),
        (Space::Lifecycle, "lifecycle"),
    ] {
        let names: Vec<_> = emitted(registry, space).iter().map(|row| quoted(row.key)).collect();
        let doc = format!("The name of a {}, the same in every release.", what.replace('_', " "));
        let head = format!("const char *eventring_{what}_name(unsigned id)");
        let body = array("const char *const names", &names)
            + "  return id < sizeof names / sizeof names[0] ? names[id] : NULL;\n";
        function(out, &doc, &head, &body);
    }
    let phases = Lists::new(registry, Space::Phase, |row| quoted(row.key));
    let doc = "The name of a phase in a release.";
    let head = "const char *eventring_phase_name(enum eventring_release release, unsigned id)";
    function(out, doc, head, &by_release(&phases, "const char *const", ""));

    out.push_str("/* A counter: its name, and the unit of its values. */\nstruct eventring_counter {\n  const char *name;\n  const char *unit;\n};\n\n");
    let counters = Lists::new(registry, Space::Counter, |row| {
        let unit = row.entity.unit.map_or("unknown", crate::registry::Unit::name);
        format!("{{{}, {}}}", quoted(row.key), quoted(unit))
    });
    let doc = "A counter of a release. Words are those of the producing machine, 4 bytes on a 32-bit one.";
    let head = "const struct eventring_counter *eventring_counter(enum eventring_release release, unsigned id)";
    function(out, doc, head, &by_release(&counters, "const struct eventring_counter", "&"));
}

/// The arrays that releases share, and from a release to its part of one.
fn by_release(lists: &Lists<'_, String>, kind: &str, address: &str) -> String {
    let array_name = |release: &Release| format!("of_{}", suffix(release).to_lowercase());
    let mut body = String::new();
    for (release, list) in lists.owners() {
        body += &array(&format!("{kind} {}", array_name(release)), list);
    }
    body.push_str("  switch (release) {\n");
    for (release, _) in &lists.lists {
        let found = match lists.owner(release) {
            None | Some((_, 0)) => "NULL".to_owned(),
            Some(((owner, _), len)) => {
                format!("id < {len} ? {address}{}[id] : NULL", array_name(owner))
            }
        };
        let _ =
            write!(body, "  case EVENTRING_RELEASE_{}:\n    return {found};\n", suffix(release));
    }
    body + "  }\n  return NULL;\n"
}

/// From names to ids, for who writes as a release does.
fn ids(out: &mut String, registry: &Registry) {
    section(out, "Ids of each release");
    for release in &registry.releases {
        for (space, what) in [(Space::Phase, "phase"), (Space::Counter, "counter")] {
            let rows = registry.table(release, space);
            if rows.is_empty() {
                continue;
            }
            let prefix = format!("{}_{what}", suffix(release));
            let doc = format!("Every {what} of {}.", release.name);
            let entry = |row: &Row<'_>| (format!("{prefix}_{}", row.key), usize::from(row.id));
            enumeration(out, &doc, "", rows.iter().map(entry));
        }
    }
}
