//! That texts and code say the words of the glossary. What is written against OCaml's library uses its words.

use std::fs;

use super::section;
use super::sources::files;

/// The words that are not said, each with what says the same.
fn unsaid() -> Vec<(&'static str, &'static str)> {
    let rows = section("## Words").filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    let rows = rows.filter_map(|row| row.split_once(" | ")).skip(1);
    let rows = rows.filter(|(not, _)| !not.starts_with('-'));
    rows.flat_map(|(not, but)| not.split(", ").map(move |not| (not, but))).collect()
}

/// A text of which words and identifiers are to be found.
fn folded(text: &str) -> String {
    text.to_lowercase().replace('_', " ")
}

/// Where a folded text says `word`: lines from 1.
fn said(text: &str, word: &str) -> Vec<usize> {
    let is_part = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let is_said = line.match_indices(word).any(|(at, _)| {
            let mut after = line[at + word.len()..].chars();
            // The plural too.
            let after = after.find(|c| *c != 's');
            !is_part(line[..at].chars().next_back()) && !is_part(after)
        });
        found.extend(is_said.then_some(index + 1));
    }
    found
}

#[test]
fn the_words_are_those_of_the_glossary() {
    let unsaid = unsaid();
    assert!(unsaid.len() > 10, "the table of words has another form: {unsaid:?}");
    let mut wrong = Vec::new();
    for file in [".rs", ".md", ".h", ".py"].iter().flat_map(|ending| files("", ending)) {
        let name = file.file_name().and_then(|name| name.to_str()).unwrap();
        // It says what is not to be said.
        if matches!(name, "CONTRIBUTING.md" | "words.rs") {
            continue;
        }
        let text = folded(&fs::read_to_string(&file).unwrap());
        for (not, but) in &unsaid {
            for line in said(&text, not) {
                wrong
                    .push(format!("{}:{line}: says \"{not}\"; the word is: {but}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn words_are_found_in_texts_and_names() {
    let text = "The event headers.\nfn event_header()\nreader of event header_words\nan eventheader\nevent headerless";
    assert_eq!(said(&folded(text), "event header"), [1, 2, 3]);
}
