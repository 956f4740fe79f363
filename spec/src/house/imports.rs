//! Who imports whom.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::section;
use super::sources::{files, root};

/// The rooms of a folder, each with its floor from the bottom.
type Floors = BTreeMap<&'static str, usize>;

/// The folders in the picture, each with its rooms.
fn picture() -> Vec<(&'static str, Floors)> {
    let mut folders: Vec<(&str, Vec<&str>)> = Vec::new();
    let is_text = |line: &&str| !line.starts_with("- ");
    for line in section("## The house").take_while(is_text) {
        if line.ends_with("/src") {
            folders.push((line, Vec::new()));
        } else if let (Some((_, floors)), true) = (folders.last_mut(), line.starts_with("  ")) {
            floors.push(line);
        }
    }
    let rooms = |floors: Vec<&'static str>| {
        let floors = floors.into_iter().rev().enumerate();
        floors
            .flat_map(|(floor, rooms)| rooms.split_whitespace().map(move |room| (room, floor)))
            .collect()
    };
    folders.into_iter().map(|(folder, floors)| (folder, rooms(floors))).collect()
}

/// The first part of each path that starts with `crate::`, with its line from 1.
fn imports(source: &str) -> Vec<(usize, &str)> {
    let code = source.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let mut found = Vec::new();
    for (index, line) in code.lines().enumerate() {
        let line = line.split_once("//").map_or(line, |(code, _)| code);
        for path in line.split("crate::").skip(1) {
            let is_name = |c: char| c.is_alphanumeric() || c == '_';
            match path.strip_prefix('{') {
                // Of a list in braces, what stands on the same line.
                Some(list) => found.extend(
                    list.split([',', '}'])
                        .map(|path| path.trim().split(|c| !is_name(c)).next().unwrap_or_default())
                        .filter(|name| !name.is_empty())
                        .map(|name| (index + 1, name)),
                ),
                None => {
                    found.extend(path.split(|c| !is_name(c)).next().map(|name| (index + 1, name)))
                }
            }
        }
    }
    found
}

/// The room of a file: the first part of its path in the folder. None for the root and what only tests need.
fn room(path: &Path) -> Option<String> {
    let parts: Vec<_> = path.iter().map(|part| part.to_str().unwrap()).collect();
    let is_test = parts.iter().any(|part| matches!(*part, "tests" | "tests.rs"));
    let name = parts.first()?.trim_end_matches(".rs");
    (!is_test && !matches!(name, "lib" | "main")).then(|| name.to_owned())
}

#[test]
fn imports_lead_down() {
    let picture = picture();
    assert_eq!(picture.len(), 2, "the picture has another form");
    for (folder, floors) in picture {
        let (mut wrong, mut seen) = (Vec::new(), 0);
        let mut without: Vec<_> = floors.keys().copied().collect();
        for file in files(folder, ".rs") {
            let Some(room) = room(file.strip_prefix(root().join(folder)).unwrap()) else {
                continue;
            };
            without.retain(|drawn| *drawn != room);
            let Some(floor) = floors.get(room.as_str()) else {
                wrong.push(format!("{folder}: {room} is not in the picture"));
                continue;
            };
            let text = fs::read_to_string(&file).unwrap();
            for (line, import) in imports(&text).into_iter().filter(|(_, import)| *import != room) {
                seen += 1;
                if floors.get(import).is_some_and(|other| other >= floor) {
                    wrong.push(format!(
                        "{}:{line}: {room} takes from {import}, which is not below it",
                        file.display()
                    ));
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert!(without.is_empty(), "{folder}: drawn, but not there: {without:?}");
        assert!(seen > 20, "{folder}: no imports found: their form has changed");
    }
}

#[test]
fn every_form_of_import_is_found() {
    let source = "\
use crate::words::{A, B};
use crate::{item, live::Live};
/// See crate::eio.
pub(crate) fn of() -> crate::event::Event {}
#[cfg(test)]
mod tests {
    use crate::writer::Session;
}
";
    assert_eq!(imports(source), [(1, "words"), (2, "item"), (2, "live"), (4, "event")]);
}
