//! A session in the notation of `spec/vectors`.

use std::fmt::Write;

use super::{Entry, EventPlan, Payload, RingPlan, Session};
use crate::counted::Counted;
use crate::plain::Category;
use crate::record::Hex;

/// The statements that say what is in the file, one a line.
pub fn body_lines(session: &Session) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write_session(&mut text, session);
    text
}

fn write_session(out: &mut String, session: &Session) -> std::fmt::Result {
    let Session { max_domains, ring_words, .. } = session;
    write!(out, "file {}", Counted(*max_domains, "ring"))?;
    write!(out, " of {}", Counted(*ring_words, "word"))?;
    writeln!(out, "{}", if session.with_names { " with names" } else { "" })?;
    for (keyword, words) in [("layout", &session.layout), ("header", &session.header)] {
        for (word, value) in words {
            writeln!(out, "{keyword} {} {value}", word.name())?;
        }
    }
    if let Some(len_bytes) = session.len_bytes {
        writeln!(out, "size {len_bytes}")?;
    }
    for (index, name) in &session.names {
        match std::str::from_utf8(name).ok().filter(|name| is_plain(name)) {
            Some(name) => writeln!(out, "name {index} \"{name}\"")?,
            None => writeln!(out, "name {index} hex {}", Hex(name))?,
        }
    }
    for ring in &session.rings {
        write_ring(out, ring)?;
    }
    for (offset, word) in &session.patches {
        writeln!(out, "patch {offset} : {word:#x}")?;
    }
    Ok(())
}

fn write_ring(out: &mut String, ring: &RingPlan) -> std::fmt::Result {
    write!(out, "ring {}", ring.index)?;
    if ring.from > 0 {
        write!(out, " from {}", ring.from)?;
    }
    out.push('\n');
    for entry in &ring.entries {
        match entry {
            Entry::Padding { length_words, id: 0 } => writeln!(out, "  padding {length_words}")?,
            Entry::Padding { length_words, id } => {
                writeln!(out, "  padding {length_words} id={id}")?;
            }
            Entry::Event(event) => write_event(out, event)?,
        }
    }
    for (slot, word) in &ring.left_over {
        writeln!(out, "  left-over {slot} : {word:#x}")?;
    }
    for (keyword, position) in [("head", ring.head), ("tail", ring.tail)] {
        if let Some(position) = position {
            writeln!(out, "  {keyword} {position}")?;
        }
    }
    Ok(())
}

fn write_event(out: &mut String, event: &EventPlan) -> std::fmt::Result {
    let EventPlan { category, item_type, id, reserved, timestamp_ns, .. } = event;
    match keyword(*category, *item_type) {
        Some(keyword) => write!(out, "  {keyword} {id}")?,
        None if *category == Category::User => write!(out, "  item user {item_type} {id}")?,
        None => write!(out, "  item runtime {item_type} {id}")?,
    }
    write!(out, " at {timestamp_ns}")?;
    if let Some(length) = event.length_words {
        write!(out, " length={length}")?;
    }
    if *reserved > 0 {
        write!(out, " reserved={reserved:#x}")?;
    }
    match &event.payload {
        Payload::Words(words) if words.is_empty() => {}
        Payload::Words(words) => {
            out.push_str(" :");
            for run in words.chunk_by(|one, other| one == other) {
                match run {
                    [word] => write!(out, " {word}")?,
                    _ => write!(out, " {} x {}", run.len(), run[0])?,
                }
            }
        }
        Payload::Bytes(bytes) if bytes.is_empty() => {}
        Payload::Bytes(bytes) => write!(out, " bytes {}", Hex(bytes))?,
    }
    out.push('\n');
    Ok(())
}

fn keyword(category: Category, item_type: u8) -> Option<&'static str> {
    Some(match (category, item_type) {
        (Category::Runtime, 1) => "lifecycle",
        (Category::Runtime, 2) => "begin",
        (Category::Runtime, 3) => "end",
        (Category::Runtime, 4) => "counter",
        (Category::User, 0) => "unit",
        (Category::User, 1) => "int",
        (Category::User, 2) => "span_begin",
        (Category::User, 3) => "span_end",
        (Category::User, 4) => "custom",
        // Alloc has no place for an id in this notation.
        _ => return None,
    })
}

/// Whether a name can stand between quotes as it is.
fn is_plain(name: &str) -> bool {
    name.chars().all(|next| {
        (next == ' ' || next.is_ascii_graphic()) && !matches!(next, '"' | '\\' | '#' | '$')
    })
}
