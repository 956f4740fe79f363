//! The lines of a Markdown text and what they are in: as much of Markdown as `SPEC.md` uses.

/// Where a line stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In a fenced block, or one of its fences.
    Fenced,
    /// In a block quote.
    Quoted,
    /// A heading.
    Heading,
    /// Nothing on it.
    Empty,
    /// Anything else.
    Prose,
}

/// One line, without the marks of a quote or a heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line<'a> {
    /// From 1.
    pub(super) number: usize,
    pub(super) place: Place,
    pub(super) text: &'a str,
}

pub(super) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut fenced = false;
    text.lines().enumerate().map(move |(index, line)| {
        let is_fence = line.trim_start().starts_with("```");
        let (place, text) = if is_fence || fenced {
            (Place::Fenced, line)
        } else if let Some(quoted) = line.strip_prefix('>') {
            (Place::Quoted, quoted.trim())
        } else if line.starts_with('#') {
            (Place::Heading, line.trim_start_matches('#').trim())
        } else if line.trim().is_empty() {
            (Place::Empty, "")
        } else {
            (Place::Prose, line)
        };
        fenced ^= is_fence;
        Line { number: index + 1, place, text }
    })
}

/// The parts of a line that stand between two back quotes.
pub(super) fn code_spans(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Whether this can be the name of a clause: at least two parts with dots between them, each of
/// lower-case letters and digits with single hyphens inside, the first beginning with a letter.
pub(super) fn is_clause_name(name: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    };
    name.contains('.')
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.split('.').all(|part| part.split('-').all(is_word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places() {
        let text = "# Title\n\nText\n```text\n> **x.y**\n# no\n```\n> quote\n>more\n";
        let found: Vec<_> = lines(text).map(|line| (line.number, line.place, line.text)).collect();
        assert_eq!(
            found,
            [
                (1, Place::Heading, "Title"),
                (2, Place::Empty, ""),
                (3, Place::Prose, "Text"),
                (4, Place::Fenced, "```text"),
                (5, Place::Fenced, "> **x.y**"),
                (6, Place::Fenced, "# no"),
                (7, Place::Fenced, "```"),
                (8, Place::Quoted, "quote"),
                (9, Place::Quoted, "more"),
            ]
        );
    }

    #[test]
    fn names() {
        for good in ["a.b", "item.padding.ends-ring", "custom.count.above-7", "a1.2-b"] {
            assert!(is_clause_name(good), "{good}");
        }
        for bad in [
            "", "item", ".a", "a.", "a..b", "a.B", "a.b-", "a.-b", "a.b--c", "a.b_c", "1.a", "a. b",
        ] {
            assert!(!is_clause_name(bad), "{bad}");
        }
    }

    #[test]
    fn spans() {
        assert_eq!(code_spans("a `b` c `d`, `e").collect::<Vec<_>>(), ["b", "d", "e"]);
        assert_eq!(code_spans("none").count(), 0);
    }
}
