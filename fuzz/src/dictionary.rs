//! `dictionary`, the words that an engine is to try, from the registry: a file in the form that
//! libFuzzer and AFL++ read.

use std::fmt::{self, Write};

use eventring_spec::registry::{EioRegistry, Registry, Space};

/// The text of the file. All its words are little-endian.
#[must_use]
pub fn text(registry: &Registry, eio: &EioRegistry) -> String {
    let mut text =
        "# Made by `EVENTRING_UPDATE=1 cargo test dictionary`. All words are little-endian.\n"
            .to_owned();
    // Writing to a string does not fail.
    let _ = write_words(&mut text, registry, eio);
    text
}

fn write_words(out: &mut String, registry: &Registry, eio: &EioRegistry) -> fmt::Result {
    let Some(newest) = registry.complete().last() else { return Ok(()) };
    let spaces = [
        (1, Space::Lifecycle, 3),
        (2, Space::Phase, 2),
        (3, Space::Phase, 2),
        (4, Space::Counter, 3),
    ];
    for (kind, space, length) in spaces {
        for row in registry.table(newest, space) {
            word(
                out,
                &format!("type {kind}, {}", row.key),
                header(length, 0, kind, row.id.into()),
            )?;
        }
    }
    word(out, "alloc", header(22, 0, 5, 0))?;
    for (kind, name, length) in
        [(0, "unit", 2), (1, "int", 3), (2, "span_begin", 2), (3, "span_end", 2), (4, "custom", 3)]
    {
        for id in [0, 1, 8191] {
            word(out, &format!("user {name} {id}"), header(length, 1, kind, id))?;
        }
    }
    for length in [0, 1, 2, 1023] {
        word(out, &format!("padding of {length}"), header(length, 0, 0, 0))?;
    }
    for number in [1, 16, 64, 80, 128, 224, 304, 4096, 4097, 1 << 16, 1 << 61, 1 << 63, u64::MAX] {
        word(out, &format!("number {number}"), number)?;
    }
    for count in 0..=8 {
        word(out, &format!("count byte {count}"), count << 56)?;
    }
    for event in &eio.events {
        writeln!(out, "\"{}\"", event.name)?;
    }
    writeln!(out, "\"eventring.release:5.3\"")
}

fn header(length: u64, user: u64, kind: u64, id: u64) -> u64 {
    length << 54 | user << 53 | kind << 49 | id << 36
}

fn word(out: &mut String, what: &str, word: u64) -> fmt::Result {
    let bytes: String = word.to_le_bytes().iter().map(|byte| format!("\\x{byte:02x}")).collect();
    writeln!(out, "# {what}\n\"{bytes}\"")
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::{env, fs};

    use super::*;

    #[test]
    fn the_dictionary_is_that_of_the_registry() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("dictionary");
        let text = text(&Registry::load().unwrap(), &EioRegistry::load().unwrap());
        if env::var_os("EVENTRING_UPDATE").is_some() {
            fs::write(&path, &text).unwrap();
        }
        let written = fs::read_to_string(&path).unwrap();
        assert!(written == text, "dictionary is out of date; write it with EVENTRING_UPDATE=1");
    }
}
