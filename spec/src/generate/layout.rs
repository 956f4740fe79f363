//! Pieces of Rust, laid out as rustfmt does.

use std::fmt::Write as _;

/// Characters of rustfmt's longest line.
pub(super) const LINE_CHARS: usize = 100;

/// An array as rustfmt lays it out: in one line, in the next line, or an entry a line.
pub(super) fn array(indent: &str, head: &str, entries: &[String]) -> String {
    let one_line = format!("[{}];", entries.join(", "));
    let same = format!("{indent}{head} {one_line}\n");
    let next = format!("{indent}{head}\n{indent}    {one_line}\n");
    let fits = |text: &str| text.lines().all(|line| line.len() <= LINE_CHARS);
    if fits(&same) {
        same
    } else if fits(&next) {
        next
    } else {
        let lines: String = entries.iter().map(|entry| format!("{indent}    {entry},\n")).collect();
        format!("{indent}{head} [\n{lines}{indent}];\n")
    }
}

/// Documentation, an item, and an empty line.
pub(super) fn item(out: &mut String, doc: &str, item: &str) {
    for line in doc.lines() {
        let _ = writeln!(out, "{}", format!("/// {line}").trim_end());
    }
    let _ = write!(out, "{item}\n\n");
}

/// A text as lines of documentation, broken between words.
pub(super) fn doc(out: &mut String, indent: &str, text: &str) {
    let mut line = format!("{indent}///");
    for word in text.split_whitespace() {
        if line.len() + 1 + word.len() > LINE_CHARS {
            let _ = writeln!(out, "{line}");
            line = format!("{indent}///");
        }
        line.push(' ');
        line.push_str(word);
    }
    let _ = writeln!(out, "{line}");
}

/// The words of a snake_case or kebab-case name as one, each beginning with a capital.
pub(super) fn camel(name: &str) -> String {
    let mut camel = String::new();
    for word in name.split(['_', '-']) {
        let mut chars = word.chars();
        camel.extend(chars.next().map(|first| first.to_ascii_uppercase()));
        camel.extend(chars);
    }
    camel
}

/// The name as a constant's.
pub(super) fn constant(name: &str) -> String {
    name.replace('-', "_").to_uppercase()
}
