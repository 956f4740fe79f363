//! The name table, as far as events refer to it: other entries may be left over from an earlier process.

use super::check::{Check, Judge, Words};
use super::item::item_header_place;
use super::sink::Sink;
use super::subject::{STAMP_PREFIX, Subject};
use crate::finding::{Grade, Place};
use crate::plain::{NAME_BYTES, NameEntry};

pub(super) const CHECKS: &[Check] = &[
    Check::new("names.unused", TABLE, Judge::Session(unused)),
    Check::new("names.before-use", TABLE, Judge::Session(before_use)),
    Check::new("names.reserved", TABLE, Judge::Session(reserved)),
];

/// The table is where it should be, and whole.
const TABLE: &[&str] = &["header.names-offset", "file.size"];

const RESERVED_PREFIX: &[u8] = b"eventring.";
const UNIT: u8 = 0;
const INT: u8 = 1;

/// The last byte of an entry means nothing.
const LAST_BYTE: usize = NAME_BYTES as usize - 1;

/// An entry without a name that is not empty either.
fn unused(subject: &Subject<'_>, sink: &mut Sink<'_, '_>) {
    let Some(table) = subject.file().and_then(|file| file.name_table()) else { return };
    let mut used = subject.used_names().iter().filter_map(|used| used.entry).peekable();
    for entry in table.entries() {
        let is_used = used.next_if(|used| used.index == entry.index).is_some();
        if is_used || !entry.name().is_empty() {
            continue;
        }
        let bytes = entry.bytes.get(..LAST_BYTE).unwrap_or_default();
        // Almost all entries are nothing but zeros, and a comparison of the whole is much faster than a search.
        let first =
            if bytes == [0; LAST_BYTE] { None } else { bytes.iter().position(|byte| *byte != 0) };
        let offset = entry.offset_bytes + first.unwrap_or(0) as u64;
        sink.judge(first.is_none(), Place::in_file(offset, 1), || {
            Words::new(
                format!("an entry {} that has no name and holds other bytes", entry.index),
                "zeros",
            )
        });
    }
}

fn before_use(subject: &Subject<'_>, sink: &mut Sink<'_, '_>) {
    let Some(file) = subject.file() else { return };
    let has_table = file.name_table().is_some();
    for used in subject.used_names() {
        let Some(event) = used.events().next() else { continue };
        let index = event.header.id();
        // An empty name is a name.
        let grade = if has_table { Grade::Note } else { sink.grade };
        let named = used.entry.is_some_and(|entry| !entry.name().is_empty());
        sink.judge_as(grade, named, item_header_place(event), || {
            let found = if has_table { "an empty name" } else { "a file without name table" };
            Words::new(
                format!("{found}, and an event of index {index}"),
                format!("a name in entry {index} before its first event"),
            )
        });
    }
}

fn reserved(subject: &Subject<'_>, sink: &mut Sink<'_, '_>) {
    for used in subject.used_names() {
        let Some(entry) = used.entry else { continue };
        if !entry.name().starts_with(RESERVED_PREFIX) {
            continue;
        }
        let Some(wanted) = reserved_type(subject, &entry) else {
            let place = Place::in_file(entry.offset_bytes, entry.name().len() as u64);
            sink.judge(false, place, || {
                Words::new(
                    format!("the name {}", quoted(&entry)),
                    "the reserved names of SPEC.md only",
                )
            });
            continue;
        };
        for event in used.events() {
            let found = event.header.item_type();
            sink.judge(found == wanted, item_header_place(event), || {
                Words::new(
                    format!("an event of type {found} with the name {}", quoted(&entry)),
                    format!("type {wanted}"),
                )
            });
        }
    }
}

/// The type of event that a reserved name is for, if it is one.
fn reserved_type(subject: &Subject<'_>, entry: &NameEntry<'_>) -> Option<u8> {
    match entry.name() {
        b"eventring.lost" | b"eventring.clock" => Some(INT),
        name => {
            let release = std::str::from_utf8(name.strip_prefix(STAMP_PREFIX)?).ok()?;
            subject.is_release(release).then_some(UNIT)
        }
    }
}

fn quoted(entry: &NameEntry<'_>) -> String {
    format!("\"{}\"", entry.name().escape_ascii())
}
