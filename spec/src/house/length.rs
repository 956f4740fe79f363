//! That a file has one idea, as far as its length tells.

use std::fs;

use super::sources::{files, is_generated};

const MOST_LINES: usize = 500;

#[test]
fn no_file_is_longer_than_can_be_seen() {
    let mut long = Vec::new();
    for folder in ["spec", "format", "conformance", "fuzz"] {
        for file in files(folder, ".rs") {
            let text = fs::read_to_string(&file).unwrap();
            let lines = text.lines().count();
            if lines > MOST_LINES && !is_generated(&text) {
                long.push(format!("{}: {lines} lines", file.display()));
            }
        }
    }
    assert!(long.is_empty(), "{}", long.join("\n"));
}
