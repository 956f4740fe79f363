//! `dictionary`: prints the words that an engine is to try, from the registry: a file in the form
//! that libFuzzer and AFL++ read.

use eventring_spec::registry::{EioRegistry, Registry, Space};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let registry = Registry::load().map_err(|errors| errors.to_string())?;
    let eio = EioRegistry::load().map_err(|errors| errors.to_string())?;
    println!(
        "# Made by `cargo run --no-default-features --example dictionary`. All words little-endian."
    );
    let newest = registry.complete().last().ok_or("no release")?;
    let spaces = [
        (1, Space::Lifecycle, 3),
        (2, Space::Phase, 2),
        (3, Space::Phase, 2),
        (4, Space::Counter, 3),
    ];
    for (kind, space, length) in spaces {
        for row in registry.table(newest, space) {
            word(&format!("type {kind}, {}", row.key), header(length, 0, kind, row.id.into()));
        }
    }
    word("alloc", header(22, 0, 5, 0));
    for (kind, name, length) in
        [(0, "unit", 2), (1, "int", 3), (2, "span_begin", 2), (3, "span_end", 2), (4, "custom", 3)]
    {
        for id in [0, 1, 8191] {
            word(&format!("user {name} {id}"), header(length, 1, kind, id));
        }
    }
    for length in [0, 1, 2, 1023] {
        word(&format!("padding of {length}"), header(length, 0, 0, 0));
    }
    for number in [1, 16, 64, 80, 128, 224, 304, 4096, 4097, 1 << 16, 1 << 61, 1 << 63, u64::MAX] {
        word(&format!("number {number}"), number);
    }
    for count in 0..=8 {
        word(&format!("count byte {count}"), count << 56);
    }
    for event in &eio.events {
        println!("\"{}\"", event.name);
    }
    println!("\"eventring.release:5.3\"");
    Ok(())
}

fn header(length: u64, user: u64, kind: u64, id: u64) -> u64 {
    length << 54 | user << 53 | kind << 49 | id << 36
}

fn word(what: &str, word: u64) {
    let bytes: String = word.to_le_bytes().iter().map(|byte| format!("\\x{byte:02x}")).collect();
    println!("# {what}\n\"{bytes}\"");
}
