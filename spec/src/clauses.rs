//! The requirements of `SPEC.md`, read from its text, so that they are written down once.
//!
//! A clause is a block quote whose first line is `> **clause.name** (LEVEL, role): text`.
//! [`clauses`] gives them all, [`find`] one of them, and [`lint`] says what is wrong with a text
//! of this form. Nothing here panics or reads a file: `SPEC.md` is part of the library.
//!
//! Code cites a clause in one of two ways, and a test holds both against `SPEC.md`: a whole string
//! literal that is its name, and its name in a comment after the word "clause" (or "clauses", for
//! several names with commas or "and" between them). Names of events that the registry of Eio's
//! events has are never taken for names of clauses.

#[cfg(test)]
mod citations;
mod events;
mod lines;
mod lint;
mod parse;
mod sections;

use std::fmt;
use std::sync::OnceLock;

pub use lint::{Defect, DefectKind, lint};
pub use sections::Section;

/// The text of `SPEC.md`.
pub const SPEC: &str = include_str!("../SPEC.md");

/// All clauses of `SPEC.md`, in the order of the text, withdrawn ones too.
pub fn clauses() -> &'static [Clause] {
    static CLAUSES: OnceLock<Vec<Clause>> = OnceLock::new();
    // A test proves that this text has no defects.
    CLAUSES.get_or_init(|| parse::parse(SPEC).0)
}

/// The clause of this name, if `SPEC.md` has it.
pub fn find(name: &str) -> Option<&'static Clause> {
    clauses().iter().find(|clause| clause.name == name)
}

/// The sections of `SPEC.md`, in the order of the text.
pub fn sections() -> Vec<Section> {
    sections::sections(SPEC)
}

/// One requirement of `SPEC.md`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    name: String,
    level: Level,
    role: Role,
    text: String,
    line: usize,
}

impl Clause {
    /// The permanent name, such as `item.padding.ends-ring`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The first part of the name, such as `item`.
    pub fn family(&self) -> &str {
        self.name.split('.').next().unwrap_or_default()
    }

    /// How strict the requirement is.
    pub fn level(&self) -> Level {
        self.level
    }

    /// Whom the requirement binds.
    pub fn role(&self) -> Role {
        self.role
    }

    /// The requirement: Markdown in one line, without name, level and role.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The line of `SPEC.md` on which the clause begins, from 1.
    pub fn line(&self) -> usize {
        self.line
    }
}

/// How strict a requirement is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Who does otherwise does not conform.
    Must,
    /// Who does otherwise has a reason.
    Should,
    /// Allowed.
    May,
    /// No longer required; the name is kept so that it is not used again.
    Withdrawn,
}

impl Level {
    /// Every level, from strict to given up.
    pub const ALL: [Self; 4] = [Self::Must, Self::Should, Self::May, Self::Withdrawn];

    /// The word of `SPEC.md`, such as `MUST`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Must => "MUST",
            Self::Should => "SHOULD",
            Self::May => "MAY",
            Self::Withdrawn => "WITHDRAWN",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Whom a requirement binds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Whoever writes a file.
    Producer,
    /// Whoever reads a snapshot.
    ConsumerSnapshot,
    /// Whoever reads a shared view.
    ConsumerLive,
    /// Both kinds of consumer.
    Consumer,
    /// Producers and both kinds of consumer.
    Both,
}

impl Role {
    /// Every role.
    pub const ALL: [Self; 5] =
        [Self::Producer, Self::ConsumerSnapshot, Self::ConsumerLive, Self::Consumer, Self::Both];

    /// The word of `SPEC.md`, such as `consumer-snapshot`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Producer => "producer",
            Self::ConsumerSnapshot => "consumer-snapshot",
            Self::ConsumerLive => "consumer-live",
            Self::Consumer => "consumer",
            Self::Both => "both",
        }
    }

    /// Whether the requirement binds producers.
    pub fn binds_producers(self) -> bool {
        matches!(self, Self::Producer | Self::Both)
    }

    /// Whether the requirement binds whoever reads a snapshot.
    pub fn binds_snapshot_consumers(self) -> bool {
        matches!(self, Self::ConsumerSnapshot | Self::Consumer | Self::Both)
    }

    /// Whether the requirement binds whoever reads a shared view.
    pub fn binds_live_consumers(self) -> bool {
        matches!(self, Self::ConsumerLive | Self::Consumer | Self::Both)
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spec_has_no_defects() {
        let defects: Vec<String> = lint(SPEC).iter().map(Defect::to_string).collect();
        assert!(defects.is_empty(), "SPEC.md:\n{}", defects.join("\n"));
    }

    #[test]
    fn every_block_quote_became_a_clause() {
        let heads = SPEC.lines().filter(|line| line.starts_with("> **")).count();
        // One more stands in the fenced example that shows the form.
        assert_eq!(clauses().len(), heads - 1);
    }

    #[test]
    fn no_clause_is_called_as_an_event() {
        assert!(events::is_event_name("eio.name") && !events::is_event_name("eio.by-name"));
        let taken: Vec<_> = clauses().iter().filter(|c| events::is_event_name(c.name())).collect();
        assert!(taken.is_empty(), "{taken:?}");
    }

    #[test]
    fn finds_by_name_with_all_parts() {
        let clause = find("item.padding.ends-ring").unwrap();
        assert_eq!((clause.level(), clause.role()), (Level::Must, Role::Producer));
        assert_eq!(clause.family(), "item");
        assert!(clause.text().starts_with("Padding MUST end exactly"), "{}", clause.text());
        let line = SPEC.lines().nth(clause.line() - 1).unwrap();
        assert!(line.starts_with("> **item.padding.ends-ring** (MUST, producer): "), "{line}");
        assert_eq!(find("item.padding"), None);
    }

    #[test]
    fn roles_bind_whom_they_name() {
        let bound = |role: Role| {
            (role.binds_producers(), role.binds_snapshot_consumers(), role.binds_live_consumers())
        };
        assert_eq!(
            Role::ALL.map(bound),
            [
                (true, false, false),
                (false, true, false),
                (false, false, true),
                (false, true, true),
                (true, true, true),
            ]
        );
    }
}
