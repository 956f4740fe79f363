//! The clauses of `SPEC.md`, as checks and reports use them.

pub use eventring_spec::clauses::SPEC;
use eventring_spec::clauses::{self, Clause, Level};

use crate::finding::Grade;

/// The clause of this name, if `SPEC.md` has it.
pub fn find(name: &str) -> Option<&'static Clause> {
    clauses::find(name)
}

/// All clauses that are in force, in the order of `SPEC.md`.
pub fn in_force() -> impl Iterator<Item = &'static Clause> {
    clauses::clauses().iter().filter(|clause| clause.level() != Level::Withdrawn)
}

/// The version of `SPEC.md`, as its table of contents says; it goes up with the clauses.
pub fn document_version() -> Option<u32> {
    let row = SPEC.lines().find_map(|line| line.strip_prefix("| version of this document |"));
    row?.trim().strip_suffix('|')?.trim().parse().ok()
}

/// What breaking a clause of this level counts.
pub fn grade(level: Level) -> Grade {
    match level {
        Level::Must => Grade::Must,
        Level::Should => Grade::Should,
        // Nothing can break what is only allowed, or no longer required.
        Level::May | Level::Withdrawn => Grade::Note,
    }
}

/// What a clause requires, for people: its first sentence without Markdown.
pub fn sentence(clause: &Clause) -> String {
    let text = clause.text();
    // A sentence ends where another begins, but not inside a name that stands as code.
    let mut ends = text.match_indices(". ").map(|(at, _)| at + 1);
    let end = ends.find(|end| text[..*end].matches('`').count().is_multiple_of(2));
    without_markdown(&text[..end.unwrap_or(text.len())])
}

/// The whole text of a clause, for people: without Markdown.
pub fn plain_text(clause: &Clause) -> String {
    without_markdown(clause.text())
}

/// Leaves the text of links, of emphasis and of code.
fn without_markdown(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['`', '*', '[']) {
        plain.push_str(&rest[..at]);
        let from = &rest[at..];
        let link = from.strip_prefix('[').and_then(|link| {
            let (label, target) = link.split_once("](")?;
            let (_, after) = target.split_once(')')?;
            (!label.contains(']')).then_some((label, after))
        });
        rest = match link {
            Some((label, after)) => {
                plain.push_str(&without_markdown(label));
                after
            }
            // A star between spaces multiplies.
            None if from.starts_with('[') || from.starts_with("* ") && plain.ends_with(' ') => {
                plain.push_str(&from[..1]);
                &from[1..]
            }
            None => &from[1..],
        };
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_says_its_version() {
        assert!(document_version().is_some_and(|version| version > 0));
    }

    #[test]
    fn markdown_leaves_its_text() {
        assert_eq!(
            without_markdown("a [fault](#faults) in `x.y`, *so* 8 * w"),
            "a fault in x.y, so 8 * w"
        );
        assert_eq!(without_markdown("Bits `[35..0]` of [a] b"), "Bits [35..0] of [a] b");
        assert_eq!(without_markdown("2 * (a)"), "2 * (a)");
        assert_eq!(without_markdown(""), "");
    }

    #[test]
    fn every_clause_has_a_sentence_that_says_its_level() {
        for clause in in_force() {
            let sentence = sentence(clause);
            let level = clause.level().name();
            assert!(sentence.contains(level), "{}: {sentence}", clause.name());
            assert!(sentence.ends_with(['.', ':']), "{}: {sentence}", clause.name());
            assert!(!sentence.contains(['`', '#']), "{}: {sentence}", clause.name());
            assert!(plain_text(clause).starts_with(&sentence));
        }
    }

    #[test]
    fn only_a_must_makes_a_file_nonconforming() {
        assert_eq!(grade(Level::Must), Grade::Must);
        assert_eq!(grade(Level::Should), Grade::Should);
        assert_eq!(grade(Level::May), Grade::Note);
    }
}
