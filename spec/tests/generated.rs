//! The generated files are what the data makes of them.

use std::fs;

use eventring_spec::generate::{self, tables};
use eventring_spec::registry::{EioRegistry, Registry, Space};
use serde_json::Value;

#[test]
fn generated_files_are_up_to_date() {
    let files = generate::all().unwrap();
    assert!(!files.is_empty());
    for file in files {
        let there = fs::read_to_string(&file.path)
            .unwrap_or_else(|error| panic!("{}: {error}", file.path.display()));
        let lines = there.lines().zip(file.text.lines());
        let same = lines.take_while(|(there, made)| there == made).count();
        assert!(
            there == file.text,
            "{}, line {}: out of date, run `cargo run -p eventring-spec -- generate`",
            file.path.display(),
            same + 1
        );
    }
}

#[test]
fn generating_twice_gives_the_same() {
    assert_eq!(generate::all().unwrap(), generate::all().unwrap());
}

fn table(name: &str) -> String {
    let files = tables::files(&Registry::load().unwrap(), &EioRegistry::load().unwrap());
    files.into_iter().find(|(file, _)| *file == name).unwrap().1
}

/// Rows of a CSV file without its head; every one has as many cells as the head.
fn cells(text: &str) -> Vec<Vec<&str>> {
    assert!(!text.contains('"'), "a cell is quoted, and who splits at commas goes wrong");
    let mut rows = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = rows.next().unwrap();
    let rows: Vec<_> = rows.collect();
    assert!(rows.iter().all(|row| row.len() == head.len()), "{head:?}");
    rows
}

#[test]
fn tables_for_any_language_have_every_id_once() {
    let registry = Registry::load().unwrap();
    let json: Value = serde_json::from_str(&table("runtime.json")).unwrap();
    let csv = table("runtime.csv");
    let rows = cells(&csv);
    let mut all = 0;
    for (release, found) in registry.releases.iter().zip(json["releases"].as_array().unwrap()) {
        assert_eq!(found["name"], release.name);
        for space in Space::ALL {
            let found = found[space.name()].as_array().unwrap();
            let table = registry.table(release, space);
            all += table.len();
            assert_eq!(found.len(), table.len(), "{} {}", release.name, space.name());
            for (row, found) in table.iter().zip(found) {
                assert_eq!((&found["id"], &found["name"]), (&row.id.into(), &row.key.into()));
                let (id, start) = (row.id.to_string(), [&release.name, space.name()]);
                let has = |cells: &&Vec<&str>| cells[..2] == start && cells[2..4] == [&id, row.key];
                assert_eq!(rows.iter().filter(has).count(), 1, "{start:?} {id}");
            }
        }
    }
    assert_eq!(rows.len(), all);
}

#[test]
fn tables_for_any_language_have_every_field_of_eio() {
    let registry = EioRegistry::load().unwrap();
    let json: Value = serde_json::from_str(&table("eio.json")).unwrap();
    let csv = table("eio.csv");
    let rows = cells(&csv);
    let mut all = 0;
    for (wire, found) in registry.wires.iter().zip(json["wires"].as_array().unwrap()) {
        let events = registry.of_wire(wire);
        assert_eq!(found["events"].as_array().unwrap().len(), events.len());
        for (event, found) in events.iter().zip(found["events"].as_array().unwrap()) {
            assert_eq!(found["name"], event.name);
            assert_eq!(found["fields"].as_array().unwrap().len(), event.fields.len());
            all += event.fields.len().max(1);
        }
    }
    assert_eq!(rows.len(), all);
}
