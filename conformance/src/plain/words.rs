//! A whole file, word by word: the bytes as they lie there, and what each word is.
//!
//! Who writes a producer sees every word, those outside the window too. Runs of words without meaning are one line.

use std::io::{self, Write};

use super::{Fault, File, HeaderWord, Item, NameEntry, NameTable, Ring, RuntimeNames};
use crate::counted::Counted;
use crate::record::{Body, Name, Record};

/// So many words without meaning, one after the other, are shown; of more the first is.
const MOST_ALIKE: u64 = 4;

/// Writes a line for each word of the file; runtime ids are named as `names` has them.
///
/// # Errors
///
/// `out` could not be written.
pub fn write_words(out: &mut dyn Write, file: &File<'_>, names: &RuntimeNames) -> io::Result<()> {
    writeln!(out, "offset  bytes                    what they are")?;
    let mut words = Words { out, file, alike: None };
    words.headers()?;
    words.end_area()?;
    for ring in file.rings() {
        words.ring(&ring, names)?;
    }
    words.end_area()?;
    words.names()?;
    words.end_alike()
}

/// Writes the lines of that part of the file in which a byte lies: the headers, one ring, or the name table.
///
/// # Errors
///
/// `out` could not be written.
pub fn write_part(
    out: &mut dyn Write,
    file: &File<'_>,
    names: &RuntimeNames,
    offset_bytes: u64,
) -> io::Result<()> {
    let mut words = Words { out, file, alike: None };
    let holds = |ring: &Ring<'_>| {
        let start = ring.offset_bytes(0);
        (start..start.saturating_add(8 * ring.words())).contains(&offset_bytes)
    };
    if let Some(ring) = file.rings().find(holds) {
        words.ring(&ring, names)?;
    } else if file.name_table().is_some_and(|table| offset_bytes >= table.offset_bytes()) {
        words.names()?;
    } else {
        words.headers()?;
    }
    words.end_alike()
}

struct Words<'o, 'a> {
    out: &'o mut dyn Write,
    file: &'o File<'a>,
    /// A run of words without meaning that is not written yet.
    alike: Option<Alike>,
}

struct Alike {
    what: String,
    from: u64,
    words: u64,
}

impl Words<'_, '_> {
    /// The file header and the ring headers.
    fn headers(&mut self) -> io::Result<()> {
        for word in HeaderWord::ALL {
            let value = self.file.header().word(word);
            self.line(word.offset_bytes(), &format!("{} {value}", word.name()))?;
        }
        self.end_area()?;
        for ring in self.file.rings() {
            self.ring_header(&ring)?;
        }
        Ok(())
    }

    fn names(&mut self) -> io::Result<()> {
        let Some(table) = self.file.name_table() else { return Ok(()) };
        for entry in table.entries() {
            self.name(&entry)?;
        }
        Ok(())
    }

    fn ring_header(&mut self, ring: &Ring<'_>) -> io::Result<()> {
        let (index, at) = (ring.index(), ring.header_offset_bytes());
        let end = at + ring.header_bytes().len() as u64;
        if (ring.head(), ring.tail()) == (0, 0) {
            return self.without_meaning(at, end, "header of a ring that was never written");
        }
        let fault = ring.window_fault();
        let fault = fault.map_or_else(String::new, |fault| {
            format!(" FAULT ({}): {}", fault.clause, fault.message)
        });
        self.line(at, &format!("ring {index}: head {}{fault}", ring.head()))?;
        self.line(at + 8, &format!("ring {index}: tail {}", ring.tail()))?;
        self.without_meaning(at + 16, end, &format!("ring {index}: reserved"))
    }

    /// Every slot, in the order of the file.
    fn ring(&mut self, ring: &Ring<'_>, names: &RuntimeNames) -> io::Result<()> {
        let start = ring.offset_bytes(0);
        let in_file = self.file.len_bytes().saturating_sub(start) / 8;
        let slots = ring.words().min(in_file);
        let table = self.file.name_table();
        let mut next = 0;
        // A fault of the window stands at the ring header, and one past the end of the file has no word to show.
        let has_slot =
            |fault: &Fault| ring.window_fault().is_none() && ring.slot(fault.position) < slots;
        let mut items: Vec<_> =
            ring.items().filter(|item| item.as_ref().map_or_else(has_slot, |_| true)).collect();
        items.sort_by_key(|item| match item {
            Ok(item) => item.slot,
            Err(fault) => ring.slot(fault.position),
        });
        let outside = match ring.tail() {
            0 => "slots that were never written",
            _ => "slots outside the window",
        };
        for item in items {
            let slot =
                item.as_ref().map_or_else(|fault| ring.slot(fault.position), |item| item.slot);
            self.without_meaning(start + 8 * next, start + 8 * slot.min(slots), outside)?;
            match item {
                Ok(item) => {
                    self.item(&item, names, table.as_ref())?;
                    next = slot + item.header.length_words();
                }
                Err(fault) => {
                    let text = format!("FAULT ({}): {}", fault.clause, fault.message);
                    self.line(fault.offset_bytes, &text)?;
                    next = slot + 1;
                }
            }
        }
        self.without_meaning(start + 8 * next.min(slots), start + 8 * slots, outside)?;
        // Rings that were never written are alike.
        if ring.tail() > 0 { self.end_alike() } else { Ok(()) }
    }

    fn item(
        &mut self,
        item: &Item<'_>,
        names: &RuntimeNames,
        table: Option<&NameTable<'_>>,
    ) -> io::Result<()> {
        let (slot, length) = (item.slot, item.header.length_words());
        let Some(Record::Event(event)) = item.record(names, table) else {
            self.line(
                item.offset_bytes,
                &format!("slot {slot}: padding, {}", Counted(length, "word")),
            )?;
            let end = item.word_offset_bytes(length);
            return self.without_meaning(item.word_offset_bytes(1), end, "inside the padding");
        };
        let what = named(&event.body);
        self.line(item.offset_bytes, &format!("slot {slot}: {what}, {length} words"))?;
        self.line(item.word_offset_bytes(1), &format!("timestamp {} ns", event.timestamp_ns))?;
        for index in 0..item.payload_len_words() {
            let text = payload(item, &event.body, index);
            self.line(item.word_offset_bytes(2 + index), &text)?;
        }
        Ok(())
    }

    fn name(&mut self, entry: &NameEntry<'_>) -> io::Result<()> {
        let (index, at, len) = (entry.index, entry.offset_bytes, entry.bytes.len() as u64);
        let name = entry.name();
        if name.is_empty() {
            return self.without_meaning(at, at + len, "entries without a name");
        }
        let rows = (name.len() as u64 + 1).div_ceil(8);
        self.line(at, &format!("name of event index {index}: {}", Name::from_bytes(name)))?;
        for row in 1..rows {
            self.line(at + 8 * row, "")?;
        }
        self.without_meaning(at + 8 * rows, at + len, "after the end of the name")
    }

    /// A word with a meaning.
    fn line(&mut self, offset_bytes: u64, text: &str) -> io::Result<()> {
        self.end_alike()?;
        self.row(offset_bytes, text)
    }

    fn row(&mut self, offset_bytes: u64, text: &str) -> io::Result<()> {
        write!(self.out, "{offset_bytes:6x}  ")?;
        for byte in self.file.bytes_at(offset_bytes, 8).unwrap_or_default() {
            write!(self.out, "{byte:02x} ")?;
        }
        writeln!(self.out, "{}{text}", if text.is_empty() { "" } else { " " })
    }

    /// Words from an offset up to another, all of them of one kind.
    fn without_meaning(&mut self, from: u64, to: u64, what: &str) -> io::Result<()> {
        let words = to.saturating_sub(from) / 8;
        if words == 0 {
            return Ok(());
        }
        if let Some(alike) = &mut self.alike
            && alike.what == what
            && alike.from + 8 * alike.words == from
        {
            alike.words += words;
            return Ok(());
        }
        self.end_alike()?;
        self.alike = Some(Alike { what: what.to_owned(), from, words });
        Ok(())
    }

    fn end_alike(&mut self) -> io::Result<()> {
        let Some(Alike { what, from, words }) = self.alike.take() else { return Ok(()) };
        let shown = if words <= MOST_ALIKE { words } else { 1 };
        for index in 0..shown {
            self.row(from + 8 * index, &what)?;
        }
        if words > shown {
            let to = from + 8 * (words - 1);
            writeln!(self.out, "        .. the same up to {to:x}, {} words more", words - shown)?;
        }
        Ok(())
    }

    fn end_area(&mut self) -> io::Result<()> {
        self.end_alike()?;
        writeln!(self.out)
    }
}

/// Kind, id and name of an event.
fn named(body: &Body<'_>) -> String {
    let (what, id, name) = match body {
        Body::Begin { id, name } => ("begin of phase", id, name),
        Body::End { id, name } => ("end of phase", id, name),
        Body::Counter { id, name, .. } => ("counter", id, name),
        Body::Alloc { .. } => return "alloc".to_owned(),
        Body::Lifecycle { id, name, .. } => ("lifecycle", id, name),
        Body::Unit { id, name } => ("unit, event index", id, name),
        Body::SpanBegin { id, name } => ("begin of a span, event index", id, name),
        Body::SpanEnd { id, name } => ("end of a span, event index", id, name),
        Body::Int { id, name, .. } => ("int, event index", id, name),
        Body::Custom { id, name, .. } => ("custom, event index", id, name),
        Body::Unknown { user, kind, id, .. } => {
            let category = if *user { "user" } else { "runtime" };
            return format!("unknown, {category} type {kind}, id {id}");
        }
    };
    if name.is_none() { format!("{what} {id}") } else { format!("{what} {id} ({name})") }
}

/// What a word of the payload is.
fn payload(item: &Item<'_>, body: &Body<'_>, index: u64) -> String {
    let word = item.payload_word(index).unwrap_or(0);
    match body {
        Body::Counter { .. } if index == 0 => format!("value {word}"),
        Body::Int { .. } | Body::Lifecycle { .. } if index == 0 => {
            format!("value {}", word.cast_signed())
        }
        Body::Alloc { .. } if index < 20 => format!("bucket {index}: {word}"),
        Body::Custom { data, .. } => custom(item, data.as_deref(), index),
        Body::Unknown { .. } => "payload".to_owned(),
        _ => "more than the event needs".to_owned(),
    }
}

/// Data, filler and count byte of a word of a custom payload.
fn custom(item: &Item<'_>, data: Option<&[u8]>, index: u64) -> String {
    let is_last = index + 1 == item.payload_len_words();
    let count = item.count_byte().unwrap_or(0);
    let Some(data) = data else {
        return if is_last {
            format!("count byte {count}, which points outside")
        } else {
            String::new()
        };
    };
    let from = usize::try_from(8 * index).unwrap_or(usize::MAX);
    let here = data.get(from..).unwrap_or_default();
    let here = here.get(..8).unwrap_or(here);
    let mut parts = Vec::new();
    match Name::from_bytes(here) {
        Name::None => {}
        Name::Text(text) => parts.push(format!("data \"{}\"", Name::Text(text))),
        Name::Bytes(_) => parts.push("data".to_owned()),
    }
    let last = if is_last { 1 } else { 0 };
    if here.len() + last < 8 {
        parts.push("filler".to_owned());
    }
    if is_last {
        parts.push(format!("count byte {count}"));
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::plain::{ByteOrder, open};
    use crate::vectors::load;

    fn shown(bytes: &[u8]) -> Option<String> {
        let mut out = Vec::new();
        write_words(&mut out, &open(bytes).ok()?, &RuntimeNames::none()).unwrap();
        Some(String::from_utf8(out).unwrap())
    }

    /// The words that are shown or left out as like the one before, by their offsets.
    fn offsets(shown: &str) -> Vec<u64> {
        let mut offsets: Vec<u64> = Vec::new();
        for line in shown.lines().skip(1).filter(|line| !line.is_empty()) {
            if let Some(rest) = line.trim_start().strip_prefix(".. the same up to ") {
                let (_, rest) = rest.split_once(", ").unwrap();
                let words: u64 = rest.split_once(' ').unwrap().0.parse().unwrap();
                let last = *offsets.last().unwrap();
                offsets.extend((1..=words).map(|word| last + 8 * word));
            } else {
                let offset = line.trim_start().split_once(' ').unwrap().0;
                offsets.push(u64::from_str_radix(offset, 16).unwrap());
            }
        }
        offsets
    }

    #[test]
    fn a_part_is_what_the_whole_has_there() {
        let vectors = load().unwrap();
        let mut cases = vectors.iter().flat_map(|vector| &vector.cases);
        let case = cases.find(|case| case.name == "names/spaces").unwrap();
        let bytes = case.encode(ByteOrder::Little).unwrap().bytes;
        let whole = shown(&bytes).unwrap();
        let file = open(&bytes).ok().unwrap();
        let ring = file.ring(0).unwrap().offset_bytes(0);
        let names = file.name_table().unwrap().offset_bytes();
        for (from, to) in [(0, ring - 1), (ring, names - 1), (names, file.len_bytes() - 1)] {
            let part = |offset_bytes| {
                let mut out = Vec::new();
                write_part(&mut out, &file, &RuntimeNames::none(), offset_bytes).unwrap();
                String::from_utf8(out).unwrap()
            };
            let (first, last) = (part(from), part(to));
            assert!(first == last && whole.contains(&first), "{from}:\n{first}");
            assert_eq!(offsets(&format!("\n{first}"))[0], from);
        }
    }

    #[test]
    fn every_word_of_every_vector_is_shown_once() {
        let mut files = 0;
        for vector in load().unwrap() {
            for case in &vector.cases {
                let bytes = case.encode(ByteOrder::Little).unwrap().bytes;
                // Of the many with a whole name table a few are enough.
                if bytes.len() > 1 << 18 && files % 16 > 0 {
                    continue;
                }
                let Some(shown) = shown(&bytes) else { continue };
                let offsets = offsets(&shown);
                let once: BTreeSet<_> = offsets.iter().copied().collect();
                assert_eq!(once.len(), offsets.len(), "{}:\n{shown}", case.name);
                let file = open(&bytes).ok().unwrap();
                let len_bytes = file.len_bytes();
                for area in file.areas() {
                    let end = u64::try_from(area.end).unwrap().min(len_bytes / 8 * 8);
                    let words = (u64::try_from(area.start).unwrap()..end).step_by(8);
                    // Of the name table whole entries are shown.
                    let whole = |offset: &u64| match file.name_table() {
                        Some(table) if *offset >= table.offset_bytes() => {
                            let entry = (*offset - table.offset_bytes()) / 128 * 128;
                            table.offset_bytes() + entry + 128 <= len_bytes
                        }
                        _ => true,
                    };
                    let missing = words.filter(whole).find(|offset| !once.contains(offset));
                    assert_eq!(missing, None, "{}:\n{shown}", case.name);
                }
                files += 1;
            }
        }
        assert!(files > 0);
    }
}
