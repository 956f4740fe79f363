//! What can be wrong with the form of `SPEC.md`, each defect with its line.

use std::collections::HashMap;
use std::fmt;

use super::events::is_event_name;
use super::lines::{Line, Place, code_spans, is_clause_name, lines};
use super::sections::{Section, sections};
use super::{Clause, Level, parse};

/// The words that make a sentence a requirement.
const LEVEL_WORDS: [&str; 3] = ["MUST", "SHOULD", "MAY"];

/// Every defect of a text of the form of `SPEC.md`, by line.
pub fn lint(spec: &str) -> Vec<Defect> {
    let (clauses, mut defects) = parse::parse(spec);
    unique_names(&clauses, &mut defects);
    levels_said(&clauses, &mut defects);
    let anchors = anchors(spec, &mut defects);
    for line in lines(spec) {
        if line.place != Place::Quoted {
            no_level_word(line, &mut defects);
        }
        if line.place != Place::Fenced {
            links_lead_somewhere(line, &anchors, &mut defects);
            cited_clauses_exist(line, &clauses, &mut defects);
        }
    }
    defects.sort_by_key(|defect| defect.line);
    defects
}

/// One thing that is wrong with the form of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defect {
    /// The line it is on, from 1.
    pub line: usize,
    /// What it is.
    pub kind: DefectKind,
}

/// The kinds of defect. More may come.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DefectKind {
    /// A block quote does not begin as a clause does.
    NotAClause(String),
    /// A clause begins in the block quote of another.
    ClausesNotApart,
    /// A name that is not lower-case words with dots between them.
    BadName(String),
    /// A level that is none.
    UnknownLevel(String),
    /// A role that is none.
    UnknownRole(String),
    /// A name that an earlier clause has, and that clause's line.
    NameTaken(String, usize),
    /// The text of a clause does not contain the word of its level.
    LevelNotSaid(String, Level),
    /// The text of a clause contains the word of another level.
    OtherLevelSaid(String, &'static str),
    /// A level word in capitals outside a clause.
    LevelOutsideClause(&'static str),
    /// Two headings with the same link target, and the line of the first.
    HeadingTaken(String, usize),
    /// A link to a section that does not exist.
    NoSuchSection(String),
    /// A clause is cited that does not exist.
    NoSuchClause(String),
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.kind)
    }
}

impl fmt::Display for DefectKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAClause(found) => {
                write!(
                    f,
                    "block quote is no clause: found `{found}`, allowed `**clause.name** (LEVEL, role): text`"
                )
            }
            Self::ClausesNotApart => f.write_str("an empty line is missing before the clause"),
            Self::BadName(name) => {
                write!(
                    f,
                    "`{name}` is no clause name: allowed are lower-case words with digits and hyphens, dots between them"
                )
            }
            Self::UnknownLevel(found) => {
                write!(f, "no level `{found}`: allowed are MUST, SHOULD, MAY, WITHDRAWN")
            }
            Self::UnknownRole(found) => {
                write!(
                    f,
                    "no role `{found}`: allowed are producer, consumer-snapshot, consumer-live, consumer, both"
                )
            }
            Self::NameTaken(name, line) => write!(f, "clause `{name}` is already on line {line}"),
            Self::LevelNotSaid(name, level) => {
                write!(f, "clause `{name}` is of level {level} but does not say {level}")
            }
            Self::OtherLevelSaid(name, word) => {
                write!(f, "clause `{name}` says {word}, which is not its level")
            }
            Self::LevelOutsideClause(word) => write!(f, "{word} stands outside a clause"),
            Self::HeadingTaken(anchor, line) => {
                write!(f, "a heading with target `#{anchor}` is already on line {line}")
            }
            Self::NoSuchSection(anchor) => write!(f, "no section has the target `#{anchor}`"),
            Self::NoSuchClause(name) => write!(f, "no clause is called `{name}`"),
        }
    }
}

impl std::error::Error for Defect {}

fn unique_names(clauses: &[Clause], defects: &mut Vec<Defect>) {
    let mut first: HashMap<&str, usize> = HashMap::new();
    for clause in clauses {
        let line = *first.entry(clause.name()).or_insert(clause.line());
        if line != clause.line() {
            let kind = DefectKind::NameTaken(clause.name().to_owned(), line);
            defects.push(Defect { line: clause.line(), kind });
        }
    }
}

fn levels_said(clauses: &[Clause], defects: &mut Vec<Defect>) {
    for clause in clauses {
        let mut report = |kind| defects.push(Defect { line: clause.line(), kind });
        let own = clause.level().name();
        if clause.level() != Level::Withdrawn && !words(clause.text()).any(|word| word == own) {
            report(DefectKind::LevelNotSaid(clause.name().to_owned(), clause.level()));
        }
        for other in LEVEL_WORDS.into_iter().filter(|word| *word != own) {
            if words(clause.text()).any(|word| word == other) {
                report(DefectKind::OtherLevelSaid(clause.name().to_owned(), other));
            }
        }
    }
}

/// A word alone between back quotes is named, not used.
fn no_level_word(line: Line<'_>, defects: &mut Vec<Defect>) {
    for level in LEVEL_WORDS {
        let used = words(line.text).filter(|word| *word == level).count();
        let named = code_spans(line.text).filter(|span| *span == level).count();
        if used > named {
            defects.push(Defect { line: line.number, kind: DefectKind::LevelOutsideClause(level) });
        }
    }
}

/// The link targets of all headings, with their lines.
fn anchors(spec: &str, defects: &mut Vec<Defect>) -> HashMap<String, usize> {
    let mut anchors = HashMap::new();
    for Section { anchor, line, .. } in sections(spec) {
        if let Some(first) = anchors.get(&anchor) {
            let kind = DefectKind::HeadingTaken(anchor, *first);
            defects.push(Defect { line, kind });
        } else {
            anchors.insert(anchor, line);
        }
    }
    anchors
}

fn links_lead_somewhere(
    line: Line<'_>,
    anchors: &HashMap<String, usize>,
    defects: &mut Vec<Defect>,
) {
    for link in line.text.split("](#").skip(1) {
        let target = link.split(')').next().unwrap_or_default();
        if !anchors.contains_key(target) {
            let kind = DefectKind::NoSuchSection(target.to_owned());
            defects.push(Defect { line: line.number, kind });
        }
    }
}

/// What is between back quotes and begins like a clause has to be one.
fn cited_clauses_exist(line: Line<'_>, clauses: &[Clause], defects: &mut Vec<Defect>) {
    let is_citation = |span: &&str| is_clause_name(span) && !is_event_name(span);
    for span in code_spans(line.text).filter(is_citation) {
        let is_family =
            clauses.iter().any(|clause| span.split('.').next() == Some(clause.family()));
        if is_family && !clauses.iter().any(|clause| clause.name() == span) {
            let kind = DefectKind::NoSuchClause(span.to_owned());
            defects.push(Defect { line: line.number, kind });
        }
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sound text, into which a test puts one line that is not.
    const SOUND: &str = "# The title\n\nSee [the title](#the-title) and `item.one`; `MUST` is named.\n\n> **item.one** (MUST, both): It MUST be\n> so, see `item.two`.\n\n> **item.two** (WITHDRAWN, producer): Was once.\n\n";

    #[track_caller]
    fn one(added: &str, line: usize, kind: DefectKind) {
        let defects = lint(&format!("{SOUND}{added}\n"));
        assert_eq!(defects, [Defect { line, kind }]);
    }

    #[test]
    fn sound_text_passes() {
        assert_eq!(lint(SOUND), []);
    }

    #[test]
    fn quotes_that_are_no_clause() {
        for line in [
            "just a quote",
            "**item.three** MUST, both: It MUST",
            "**item.three** (MUST both): It MUST",
            "**item.three** (MUST, both) It MUST",
            "item.three (MUST, both): It MUST",
        ] {
            one(&format!("> {line}"), 10, DefectKind::NotAClause(line.into()));
        }
    }

    #[test]
    fn clauses_without_a_line_between() {
        one(
            "> **item.three** (MAY, both): It MAY.\n> **item.four** (MAY, both): It MAY.",
            11,
            DefectKind::ClausesNotApart,
        );
    }

    #[test]
    fn bad_names() {
        for name in ["item", "Item.three", "item..three", "item.three_four"] {
            one(
                &format!("> **{name}** (MAY, both): It MAY."),
                10,
                DefectKind::BadName(name.into()),
            );
        }
    }

    #[test]
    fn name_taken() {
        one("> **item.one** (MAY, both): It MAY.", 10, DefectKind::NameTaken("item.one".into(), 5));
        // A withdrawn name is not free.
        one("> **item.two** (MAY, both): It MAY.", 10, DefectKind::NameTaken("item.two".into(), 8));
    }

    #[test]
    fn unknown_level_and_role() {
        one("> **item.three** (SHALL, both): It.", 10, DefectKind::UnknownLevel("SHALL".into()));
        one(
            "> **item.three** (MAY, reader): It MAY.",
            10,
            DefectKind::UnknownRole("reader".into()),
        );
    }

    #[test]
    fn level_not_said() {
        let kind = DefectKind::LevelNotSaid("item.three".into(), Level::Must);
        one("> **item.three** (MUST, both): It must, MUSTARD.", 10, kind);
    }

    #[test]
    fn other_level_said() {
        let kind = DefectKind::OtherLevelSaid("item.three".into(), "MAY");
        one("> **item.three** (MUST, both): It MUST and\n> MAY.", 10, kind);
        let kind = DefectKind::OtherLevelSaid("item.three".into(), "SHOULD");
        one("> **item.three** (WITHDRAWN, both): It SHOULD.", 10, kind);
    }

    #[test]
    fn level_word_outside_a_clause() {
        one("It MUST not.", 10, DefectKind::LevelOutsideClause("MUST"));
        one("# What MAY be", 10, DefectKind::LevelOutsideClause("MAY"));
        one("`MUST` is what you MUST", 10, DefectKind::LevelOutsideClause("MUST"));
        one("```\nyou SHOULD\n```", 11, DefectKind::LevelOutsideClause("SHOULD"));
        // Markdown takes this line into the quote, the reader of the text does not see why.
        one(
            "> **item.three** (MAY, both): It MAY\nor MUST.",
            11,
            DefectKind::LevelOutsideClause("MUST"),
        );
    }

    #[test]
    fn sections() {
        one("[gone](#a-b)", 10, DefectKind::NoSuchSection("a-b".into()));
        one(
            "> **item.three** (MAY, both): It MAY, [gone](#x).",
            10,
            DefectKind::NoSuchSection("x".into()),
        );
        one("## The title", 10, DefectKind::HeadingTaken("the-title".into(), 1));
        assert_eq!(lint(&format!("{SOUND}## Example: a `b`_c\n[it](#example-a-b_c)\n")), []);
    }

    #[test]
    fn cited_clauses() {
        one("as `item.three` says", 10, DefectKind::NoSuchClause("item.three".into()));
        one(
            "> **item.four** (MAY, both): It MAY, `item.three`.",
            10,
            DefectKind::NoSuchClause("item.three".into()),
        );
        // Other families are other things.
        assert_eq!(lint(&format!("{SOUND}`example.three`\n")), []);
    }

    #[test]
    fn display_has_the_line() {
        let defects = lint("\n> quote\n");
        assert_eq!(
            defects[0].to_string(),
            "line 2: block quote is no clause: found `quote`, allowed `**clause.name** (LEVEL, role): text`"
        );
    }
}
