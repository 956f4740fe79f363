//! A record as one line of text, in columns.

use std::fmt::Display;
use std::io::{self, Write};

use crate::counted::Counted;
use crate::record::{Body, Corrupt, Event, Hex, Name, Record};

/// Bytes of a payload that are shown; the JSON form has all.
const SHOWN_BYTES: usize = 32;

/// The line above the first record.
pub(super) fn write_heading(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{:>4} {:>20}  {:<10}  {:<32}  payload", "ring", "time, s", "kind", "event")
}

/// One record; what is known of a user event is shown in place of its payload.
pub(super) fn write_line(
    out: &mut impl Write,
    record: &Record<'_>,
    known: Option<&dyn Display>,
) -> io::Result<()> {
    match record {
        Record::Event(event) => write_event(out, event, known),
        Record::Lost { ring, words } => {
            writeln!(out, "{ring:>4} {:>20}  {:<10}  {words} words", "", record.kind())
        }
        Record::Corrupt(Corrupt { ring, position, offset_bytes, clause, message }) => writeln!(
            out,
            "{ring:>4} {:>20}  {:<10}  {message} (position {position}, byte {offset_bytes}, {clause})",
            "",
            record.kind()
        ),
        Record::Refused { clause, message } => {
            writeln!(out, "{:>4} {:>20}  {:<10}  {message} ({clause})", "", "", record.kind())
        }
    }
}

fn write_event(
    out: &mut impl Write,
    event: &Event<'_>,
    known: Option<&dyn Display>,
) -> io::Result<()> {
    let Event { ring, timestamp_ns, body } = event;
    let (seconds, nanoseconds) = (timestamp_ns / 1_000_000_000, timestamp_ns % 1_000_000_000);
    write!(out, "{ring:>4} {seconds:>10}.{nanoseconds:09}  {:<10}  ", body.kind())?;
    match body {
        Body::Unit { id, name }
        | Body::SpanBegin { id, name }
        | Body::SpanEnd { id, name }
        | Body::Int { id, name, .. }
        | Body::Custom { id, name, .. }
            if known.is_some() =>
        {
            let shown = known.map_or_else(String::new, |known| known.to_string());
            write_named(out, "event", *id, name, &shown)
        }
        Body::Begin { id, name } | Body::End { id, name } => {
            write_named(out, "phase", *id, name, "")
        }
        Body::Unit { id, name } | Body::SpanBegin { id, name } | Body::SpanEnd { id, name } => {
            write_named(out, "event", *id, name, "")
        }
        Body::Counter { id, name, value } => write_number(out, "counter", *id, name, *value),
        Body::Lifecycle { id, name, value: None } => write_named(out, "lifecycle", *id, name, ""),
        Body::Lifecycle { id, name, value } => write_number(out, "lifecycle", *id, name, *value),
        Body::Int { id, name, value } => write_number(out, "event", *id, name, *value),
        Body::Custom { id, name, data: None } => write_named(out, "event", *id, name, MISSING),
        Body::Custom { id, name, data: Some(data) } => {
            write_named(out, "event", *id, name, &shown_bytes(data))
        }
        Body::Alloc { buckets } => {
            let counts: Vec<String> = buckets.iter().map(u64::to_string).collect();
            writeln!(out, "{:<32}  {}", "", counts.join(" "))
        }
        Body::Unknown { user, kind, id, payload } => {
            let category = if *user { "user" } else { "runtime" };
            let what = format!("{category} type {kind}, id {id}");
            writeln!(out, "{what:<32}  {}", shown_bytes(payload))
        }
    }
}

/// What stands for a payload that the item is too short for.
const MISSING: &str = "(missing)";

fn write_number(
    out: &mut impl Write,
    what: &str,
    id: u16,
    name: &Name<'_>,
    value: Option<impl ToString>,
) -> io::Result<()> {
    let value = value.map_or_else(|| MISSING.to_owned(), |value| value.to_string());
    write_named(out, what, id, name, &value)
}

/// Name and payload, or what it is and its number where it has no name.
fn write_named(
    out: &mut impl Write,
    what: &str,
    id: u16,
    name: &Name<'_>,
    payload: &str,
) -> io::Result<()> {
    let shown = if name.is_none() { format!("{what} {id}") } else { name.to_string() };
    if payload.is_empty() {
        writeln!(out, "{shown}")
    } else {
        writeln!(out, "{shown:<32}  {payload}")
    }
}

/// The first bytes: as text in quotes where all are printable ASCII, else in hex.
pub(super) fn shown_bytes(bytes: &[u8]) -> String {
    let len = bytes.len();
    let size = Counted(len as u64, "byte");
    if len == 0 {
        return format!("({size})");
    }
    let dots = if len > SHOWN_BYTES { "..." } else { "" };
    let shown = &bytes[..len.min(SHOWN_BYTES)];
    if shown.iter().all(|byte| matches!(byte, b' '..=b'~')) {
        format!("\"{}\"{dots} ({size})", shown.escape_ascii())
    } else {
        format!("{}{dots} ({size})", Hex(shown))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(body: Body<'_>) -> String {
        let mut out = Vec::new();
        let event = Event { ring: 7, timestamp_ns: 12_000_000_034, body };
        write_line(&mut out, &Record::Event(event), None).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn columns_line_up_with_the_heading() {
        let mut heading = Vec::new();
        write_heading(&mut heading).unwrap();
        let heading = String::from_utf8(heading).unwrap();
        let name = Name::Text("minor".into());
        let line = line(Body::Counter { id: 0, name, value: Some(5) });
        assert_eq!(line.find("counter"), heading.find("kind"));
        assert_eq!(line.find("minor"), heading.find("event"));
        assert_eq!(line.find("5\n"), heading.find("payload"));
        assert!(line.contains(" 12.000000034 "), "{line}");
    }

    #[test]
    fn what_has_no_name_is_shown_by_number() {
        assert!(line(Body::Begin { id: 9, name: Name::None }).contains("phase 9\n"));
        assert!(line(Body::Unit { id: 9, name: Name::None }).contains("event 9\n"));
        assert!(line(Body::Counter { id: 9, name: Name::None, value: None }).contains(MISSING));
    }

    #[test]
    fn bytes_are_text_only_where_all_of_them_are() {
        for (bytes, shown) in [
            (&b"say \"hi\""[..], r#""say \"hi\"" (8 bytes)"#),
            (b"tab\t", "74616209 (4 bytes)"),
            ("é".as_bytes(), "c3a9 (2 bytes)"),
            (b"~", "\"~\" (1 byte)"),
            (b"", "(0 bytes)"),
        ] {
            assert_eq!(shown_bytes(bytes), shown);
        }
    }

    #[test]
    fn every_record_is_one_line_of_bounded_length() {
        let name = Name::from_bytes(b"\n\r\x1b[31m");
        for len in [0, 1, SHOWN_BYTES, SHOWN_BYTES + 1, 8168] {
            let data = vec![10; len];
            let shown = line(Body::Custom { id: 1, name: name.clone(), data: Some(data.into()) });
            assert_eq!(shown.chars().filter(|char| char.is_control()).count(), 1, "{shown}");
            assert!(shown.len() < 200 && shown.contains(&format!("({len} byte")), "{shown}");
        }
    }
}
