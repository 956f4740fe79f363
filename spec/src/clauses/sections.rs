//! The sections of `SPEC.md`, and what links to them.

use super::lines::{Place, lines};

/// A heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Its line, from 1.
    pub line: usize,
    /// 1 for the title of the document, and one more for each step down.
    pub level: usize,
    /// Its text, Markdown of one line.
    pub title: String,
    /// The target of links to it, without `#`.
    pub anchor: String,
}

/// All sections of a text, in its order.
pub(super) fn sections(spec: &str) -> Vec<Section> {
    let source: Vec<&str> = spec.lines().collect();
    let level = |number: usize| {
        let line = source.get(number - 1).copied().unwrap_or_default();
        line.len() - line.trim_start_matches('#').len()
    };
    let headings = lines(spec).filter(|line| line.place == Place::Heading);
    headings
        .map(|line| Section {
            line: line.number,
            level: level(line.number),
            title: line.text.to_owned(),
            anchor: anchor(line.text),
        })
        .collect()
}

/// The target that GitHub and docs.rs give a heading.
fn anchor(heading: &str) -> String {
    heading
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_found_with_their_targets() {
        let found = sections("# One\n\n```text\n# none\n```\n\n### Example: a `b`_c\n");
        let found: Vec<_> =
            found.iter().map(|s| (s.line, s.level, s.title.as_str(), s.anchor.as_str())).collect();
        assert_eq!(found, [(1, 1, "One", "one"), (7, 3, "Example: a `b`_c", "example-a-b_c")]);
    }
}
