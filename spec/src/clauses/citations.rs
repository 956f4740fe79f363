//! Whether the clauses that code cites exist. Only tests need this.

use std::fs;

use super::events::is_event_name;
use super::lines::is_clause_name;
use super::{clauses, find};
use crate::house::sources::files;

/// What ends the name of a file; such a string literal is not a clause.
const FILE_ENDINGS: [&str; 8] =
    [".events", ".json", ".jsonl", ".md", ".rs", ".toml", ".txt", ".zst"];

/// Every clause that a source text cites, with its line from 1.
fn citations(source: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut in_list = false;
    for (index, line) in source.lines().enumerate() {
        let (code, comment) = line.split_once("//").unwrap_or((line, ""));
        found.extend(literals(code).map(|name| (index + 1, name)));
        // A list of names goes on over consecutive lines of one comment.
        in_list &= code.trim().is_empty() && !comment.is_empty();
        for word in comment.split_whitespace() {
            let word = word.trim_matches(|c: char| !c.is_alphanumeric());
            if is_clause_name(word) {
                found.extend(in_list.then_some((index + 1, word)));
            } else if !matches!(word, "" | "and" | "or") {
                in_list = matches!(word.to_lowercase().as_str(), "clause" | "clauses");
            }
        }
    }
    found
}

/// Whole string literals that begin as a clause of `SPEC.md` does.
fn literals(code: &str) -> impl Iterator<Item = &str> {
    code.split('"').skip(1).step_by(2).filter(|literal| {
        is_clause_name(literal)
            && !is_event_name(literal)
            && !FILE_ENDINGS.iter().any(|ending| literal.ends_with(ending))
            && clauses().iter().any(|clause| literal.split('.').next() == Some(clause.family()))
    })
}

#[test]
fn code_cites_clauses_that_exist() {
    let mut cited = 0;
    let mut wrong = Vec::new();
    for folder in ["format/src", "conformance/src"] {
        for file in files(folder, ".rs") {
            let source = fs::read_to_string(&file).unwrap();
            for (line, name) in citations(&source) {
                cited += 1;
                if find(name).is_none() {
                    wrong.push(format!("{}:{line}: no clause is called {name}", file.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(cited > 0, "no citation found: the form of citations changed");
}

#[test]
fn both_forms_are_found() {
    let source = r#"
//! Skipped (clause item.padding.skipped). See item.rs and ring.head.
/// Clauses `ring.slot`, ring.window and
/// ring.order; then item.what is not in the list.
fn clause() -> &'static str { "header.versoin" } // (clause fault.frame)
const FILES: [&str; 3] = ["item.rs", "names.events.zst", "other.thing"];
// The clause
const A: &str = "no"; // ring.none
"#;
    assert_eq!(
        citations(source),
        [
            (2, "item.padding.skipped"),
            (3, "ring.slot"),
            (3, "ring.window"),
            (4, "ring.order"),
            (5, "header.versoin"),
            (5, "fault.frame"),
        ]
    );
}
