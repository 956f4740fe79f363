//! The examples, drawings and the whole file in SPEC.md are what the vector `file/examples` and a recording hold.
//!
//! `EVENTRING_UPDATE=1 cargo test -p eventring-conformance --test check document` puts the whole file in anew.

use std::fs;
use std::path::Path;

use eventring_conformance::plain::{ByteOrder, Image, ItemHeader, open};
use eventring_conformance::record::Record;
use eventring_conformance::vectors::{Case, load};
use eventring_spec::clauses::SPEC;

use crate::run::run;

/// The blocks of examples, each with the title of its section.
fn blocks() -> Vec<(&'static str, Vec<&'static str>)> {
    let mut blocks = Vec::new();
    let (mut title, mut open) = ("", None::<Vec<&str>>);
    for line in SPEC.lines() {
        if line.starts_with("```") {
            match open.take() {
                Some(block) => blocks.push((title, block)),
                None => open = Some(Vec::new()),
            }
        } else if let Some(block) = &mut open {
            block.push(line);
        } else if line.starts_with('#') {
            title = line.trim_start_matches('#').trim();
        }
    }
    blocks
}

fn section(wanted: &str) -> Vec<&'static str> {
    let found: Vec<_> =
        blocks().into_iter().filter(|(title, _)| *title == wanted).flat_map(|(_, b)| b).collect();
    assert!(!found.is_empty(), "SPEC.md has no example in {wanted}");
    found
}

fn case(name: &str) -> Case {
    let cases = load().unwrap().into_iter().flat_map(|vector| vector.cases);
    cases.into_iter().find(|case| case.name == format!("file/examples/{name}")).unwrap()
}

fn image(name: &str, order: ByteOrder) -> Image {
    case(name).encode(order).unwrap()
}

/// Up to 8 bytes at the start of a text, none where anything may be; and the rest of the text.
fn row(text: &str) -> (Vec<Option<u8>>, &str) {
    let (mut bytes, mut rest) = (Vec::new(), text.trim_start());
    while bytes.len() < 8 {
        let (token, after) = rest.split_once(' ').unwrap_or((rest, ""));
        let byte = match token {
            "xx" | ".." => None,
            _ if token.len() == 2 => match u8::from_str_radix(token, 16) {
                Ok(byte) => Some(byte),
                Err(_) => break,
            },
            _ => break,
        };
        bytes.push(byte);
        rest = after.trim_start();
    }
    (bytes, rest)
}

fn fits(pattern: &[Option<u8>], bytes: &[u8]) -> bool {
    pattern.len() == bytes.len()
        && pattern.iter().zip(bytes).all(|(p, b)| p.is_none_or(|p| p == *b))
}

/// Whether the words stand in the file one after the other.
fn is_in(pattern: &[Option<u8>], bytes: &[u8]) -> bool {
    (0..bytes.len())
        .step_by(8)
        .any(|at| bytes.get(at..at + pattern.len()).is_some_and(|bytes| fits(pattern, bytes)))
}

#[test]
fn the_file_header_is_that_of_the_defaults() {
    let mut rows = 0;
    for line in section("Example: a file header") {
        let Some((offset, text)) = line.split_once("  ") else { continue };
        let offset = usize::from_str_radix(offset, 16).unwrap();
        let (pattern, _) = row(text);
        // Those of the big-endian file have a block of their own.
        let is_in = |order| fits(&pattern, &image("default-geometry", order).bytes[offset..][..8]);
        assert!(ByteOrder::ALL.into_iter().any(is_in), "{line}");
        rows += 1;
    }
    assert_eq!(rows, 10);
}

#[test]
fn items_are_those_of_the_vector() {
    let files = ["items", "one-word-of-padding"].map(|name| image(name, ByteOrder::Little).bytes);
    let mut words = 0;
    for title in [
        "Example: padding",
        "Examples: runtime events",
        "Examples: unit and int",
        "Examples: custom",
    ] {
        let mut item: Vec<Option<u8>> = Vec::new();
        for line in section(title).into_iter().chain([""]) {
            let (pattern, meaning) = row(line);
            let header = meaning.strip_prefix("0x").and_then(|text| text.get(..19));
            if header.is_some() || pattern.len() != 8 {
                let whole = std::mem::take(&mut item);
                assert!(files.iter().any(|file| is_in(&whole, file)), "before {line:?} in {title}");
            }
            if pattern.len() != 8 {
                continue;
            }
            if let Some(header) = header {
                let bits = u64::from_str_radix(&header.replace('_', ""), 16).unwrap();
                let bytes = bits.to_le_bytes().map(Some);
                assert_eq!(pattern, bytes, "{line}");
                let length = ItemHeader { bits }.length_words();
                let s = if length == 1 { "" } else { "s" };
                assert!(meaning.contains(&format!("{length} word{s}")), "{line}");
            }
            item.extend(pattern);
            words += 1;
        }
    }
    assert!(words > 20, "{words}");
    let big = "The unit event in a big-endian file: ";
    let line = SPEC.lines().find_map(|line| line.strip_prefix(big)).unwrap();
    let spans: Vec<_> = line.split('`').skip(1).step_by(2).flat_map(|span| row(span).0).collect();
    assert!(spans.len() == 16 && is_in(&spans, &image("items", ByteOrder::Big).bytes), "{line}");
}

#[test]
fn the_name_is_in_the_vector() {
    let lines = section("Example: a name");
    let (_, text) = lines[0].split_once("  ").unwrap();
    let (pattern, _) = row(text);
    let bytes = image("items", ByteOrder::Little).bytes;
    let entry = open(&bytes).ok().unwrap().name_table().unwrap().entry(5).unwrap();
    assert!(fits(&pattern, &entry.bytes[..8]) && entry.name() == b"ui.frame", "{lines:?}");
}

#[test]
fn records_are_those_of_the_vector() {
    let shown = section("Example: event records");
    let items = case("items");
    let expected = items.expected.records();
    for line in &shown {
        let record: Record<'_> = serde_json::from_str(line).unwrap();
        assert!(expected.contains(&record), "{line}");
    }
    assert_eq!(shown.len(), 5);
}

/// A drawn ring: what stands in each slot, head and tail.
fn drawn(line: &str) -> Option<(Vec<char>, u64, u64)> {
    let (_, line) = line.split_once('|')?;
    let (cells, rest) = line.split_once("head")?;
    let (head, tail) = rest.split_once(", tail")?;
    let cells: Vec<_> = cells.split('|').filter_map(|cell| cell.trim().chars().next()).collect();
    Some((cells, head.trim().parse().ok()?, tail.trim().parse().ok()?))
}

/// The same of a file: events A, B and C are those of index 0, 1 and 2.
fn drawing_of(bytes: &[u8]) -> (Vec<char>, u64, u64) {
    let file = open(bytes).ok().unwrap();
    let ring = file.ring(0).unwrap();
    let words = |slot: u64| file.word_at(ring.offset_bytes(slot)).unwrap();
    // The second word of A is its timestamp, 1.
    let left_over = |slot| if words(slot) == 1 { 'a' } else { '-' };
    let mut cells: Vec<char> = (0..ring.words()).map(left_over).collect();
    for item in ring.items() {
        let item = item.unwrap();
        let letter = match item.is_padding() {
            true => 'p',
            false => char::from(b'A' + u8::try_from(item.header.id()).unwrap()),
        };
        let slot = usize::try_from(item.slot).unwrap();
        cells[slot..][..usize::try_from(item.header.length_words()).unwrap()].fill(letter);
        if item.is_padding() {
            cells[slot] = 'P';
        }
    }
    (cells, ring.head(), ring.tail())
}

#[test]
fn drawings_are_those_of_the_vector() {
    let rows = |title| section(title).into_iter().filter_map(drawn).collect::<Vec<_>>();
    let made = |name| drawing_of(&image(name, ByteOrder::Little).bytes);
    assert_eq!(rows("A wrap").as_slice(), [made("wrap-before"), made("wrap-after")]);
    assert_eq!(rows("A lap").as_slice(), [made("lap")]);
    // Drawings are aligned: every line of a frame ends in the same column.
    for (title, block) in blocks() {
        let frames = block.iter().filter(|line| line.trim_start().starts_with("+--"));
        let ends: Vec<_> = frames.filter_map(|line| line.rfind('+')).collect();
        assert!(ends.windows(2).all(|pair| pair[0] == pair[1]), "{title}: {ends:?}");
    }
}

#[test]
fn the_whole_file_is_what_the_command_prints() {
    let mark = "<!-- what eventring words prints; a test compares them -->\n\n```text\n";
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let recording = top.join("spec/recordings/5.4/small.events.zst");
    let printed = run(["words", recording.to_str().unwrap(), "--release", "5.4"]);
    assert_eq!(printed.code, Some(0), "{}", printed.err);
    let path = top.join("SPEC.md");
    let spec = fs::read_to_string(&path).unwrap();
    let (before, rest) = spec.split_once(mark).expect("the mark before the file");
    let (_, after) = rest.split_once("```\n").expect("the end of the block");
    let now = format!("{before}{mark}{}```\n{after}", printed.out);
    if std::env::var_os("EVENTRING_UPDATE").is_some() {
        fs::write(&path, &now).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap();
    assert!(written == now, "SPEC.md shows another file; put it in with EVENTRING_UPDATE=1");
}
