//! The list of known deviations of one producer.

use std::fmt;

use globset::{Glob, GlobMatcher};
use serde::Deserialize;

use super::model::Deviation;
use crate::clauses;

/// A list of deviations, and which of its entries were needed.
#[derive(Debug, Default)]
pub struct Deviations {
    entries: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    deviation: Deviation,
    files: Option<GlobMatcher>,
    /// Whether a file was checked that it is about, and whether something was found there.
    asked: bool,
    used: bool,
}

/// Why a list of deviations cannot be used.
#[derive(Debug)]
pub enum DeviationsError {
    /// It is not the TOML that it should be.
    Parse(Box<toml::de::Error>),
    /// `SPEC.md` has no such clause.
    NoSuchClause(String),
    /// An entry without reason or link.
    Unreasoned(String),
    /// A glob that is none.
    Glob(Box<globset::Error>),
}

impl fmt::Display for DeviationsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parse(error) => write!(f, "{error}"),
            Self::NoSuchClause(name) => {
                write!(f, "no clause {name}; `eventring spec list` shows them all")
            }
            Self::Unreasoned(name) => {
                write!(f, "the deviation from {name} needs a reason and a link")
            }
            Self::Glob(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for DeviationsError {}

impl Deviations {
    /// Reads a list: a TOML file of `[[deviation]]` entries, each with `clause`, `reason`, `link` and maybe `file`.
    ///
    /// # Errors
    ///
    /// Another form, a clause that does not exist, an empty reason or link, or a glob that is none.
    pub fn parse(text: &str) -> Result<Self, DeviationsError> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct List {
            #[serde(default, rename = "deviation")]
            deviations: Vec<Deviation>,
        }
        let list: List =
            toml::from_str(text).map_err(|error| DeviationsError::Parse(Box::new(error)))?;
        let entries = list.deviations.into_iter().map(Entry::new).collect::<Result<_, _>>()?;
        Ok(Self { entries })
    }

    /// The entry that covers findings of a clause in a file, if there is one.
    pub(super) fn cover(&mut self, clause: &str, file: &str, found: bool) -> Option<&Deviation> {
        let mut cover = None;
        for entry in self.entries.iter_mut().filter(|entry| entry.is_about(clause, file)) {
            entry.asked = true;
            entry.used |= found;
            cover = cover.or(Some(&entry.deviation));
        }
        cover.filter(|_| found)
    }

    /// The entries that were about a file and a clause that were checked, where nothing was found.
    pub(super) fn unused(&self) -> Vec<Deviation> {
        let unused = self.entries.iter().filter(|entry| entry.asked && !entry.used);
        unused.map(|entry| entry.deviation.clone()).collect()
    }
}

impl Entry {
    fn new(deviation: Deviation) -> Result<Self, DeviationsError> {
        if clauses::find(&deviation.clause).is_none() {
            return Err(DeviationsError::NoSuchClause(deviation.clause));
        }
        if deviation.reason.trim().is_empty() || deviation.link.trim().is_empty() {
            return Err(DeviationsError::Unreasoned(deviation.clause));
        }
        let glob = deviation.file.as_deref().map(Glob::new).transpose();
        let glob = glob.map_err(|error| DeviationsError::Glob(Box::new(error)))?;
        let files = glob.map(|glob| glob.compile_matcher());
        Ok(Self { deviation, files, asked: false, used: false })
    }

    fn is_about(&self, clause: &str, file: &str) -> bool {
        // A glob without a folder is about the name of the file.
        let name = file.rsplit('/').next().unwrap_or(file);
        let in_files = |files: &GlobMatcher| files.is_match(file) || files.is_match(name);
        self.deviation.clause == clause && self.files.as_ref().is_none_or(in_files)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = r#"
        [[deviation]]
        clause = "item.padding.id"
        file = "a*.events"
        reason = "r"
        link = "l"

        [[deviation]]
        clause = "item.type"
        reason = "r"
        link = "l"
    "#;

    #[test]
    fn an_entry_covers_its_clause_in_its_files() {
        let mut list = Deviations::parse(LIST).unwrap();
        assert!(list.cover("item.padding.id", "b.events", true).is_none());
        assert!(list.cover("item.reserved-bits", "ab.events", true).is_none());
        assert!(list.cover("item.padding.id", "x/ab.events", true).is_some());
        assert!(list.cover("item.type", "b.events", true).is_some());
        assert!(list.unused().is_empty());
    }

    #[test]
    fn an_entry_is_unused_only_where_something_could_be_found() {
        let mut list = Deviations::parse(LIST).unwrap();
        assert!(list.cover("item.padding.id", "b.events", false).is_none());
        assert!(list.unused().is_empty());
        assert!(list.cover("item.type", "b.events", false).is_none());
        assert_eq!(list.unused().len(), 1);
        assert!(list.cover("item.type", "c.events", true).is_some());
        assert!(list.unused().is_empty());
    }

    #[test]
    fn a_list_is_refused_that_cannot_be_meant() {
        assert!(Deviations::parse("").unwrap().unused().is_empty());
        let wrong =
            |from: &str, to: &str| Deviations::parse(&LIST.replacen(from, to, 1)).unwrap_err();
        assert!(matches!(wrong("item.type", "item.Typo"), DeviationsError::NoSuchClause(_)));
        assert!(matches!(
            wrong("reason = \"r\"", "reason = \" \""),
            DeviationsError::Unreasoned(_)
        ));
        assert!(matches!(wrong("link = \"l\"", "link = \"\""), DeviationsError::Unreasoned(_)));
        assert!(matches!(wrong("link = \"l\"", ""), DeviationsError::Parse(_)));
        assert!(matches!(wrong("reason", "reasno"), DeviationsError::Parse(_)));
        assert!(matches!(wrong("a*.events", "a[.events"), DeviationsError::Glob(_)));
    }
}
