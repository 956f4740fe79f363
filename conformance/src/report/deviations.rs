//! Lists of known deviations, applied to what checks find in files.

use eventring_spec::deviations::{Failure, parse};
use globset::{Glob, GlobMatcher};

use super::model::Deviation;

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

impl Deviations {
    /// Adds a list in the form that all of the program has. Of its entries those are about files whose failure is
    /// `finding` and that name a clause; `case` is then a pattern of files.
    ///
    /// # Errors
    ///
    /// The text is no list, or a pattern is none; a message.
    pub fn add(&mut self, text: &str) -> Result<(), String> {
        let list = parse(text)?.list.into_iter();
        for listed in list.filter(|listed| listed.failure == Failure::Finding) {
            let Some(clause) = listed.clause else { continue };
            let glob = listed.case.as_deref().map(Glob::new).transpose();
            let files = glob.map_err(|error| error.to_string())?.map(|glob| glob.compile_matcher());
            let (kind, file) = (listed.kind.name(), listed.case);
            let (reason, link) = (listed.reason, listed.link);
            let deviation = Deviation { clause, file, kind, reason, link };
            self.entries.push(Entry { deviation, files, asked: false, used: false });
        }
        Ok(())
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
        implementation = "x"

        [[deviation]]
        clause = "item.padding.id"
        case = "a*.events"
        kind = "not-yet"
        failure = "finding"
        reason = "r"
        link = "https://example.org/1"

        [[deviation]]
        clause = "item.type"
        kind = "will-not-fix"
        failure = "finding"
        reason = "r"
        link = "https://example.org/2"
    "#;

    fn list() -> Deviations {
        let mut list = Deviations::default();
        list.add(LIST).unwrap();
        list
    }

    #[test]
    fn an_entry_covers_its_clause_in_its_files() {
        let mut list = list();
        assert!(list.cover("item.padding.id", "b.events", true).is_none());
        assert!(list.cover("item.reserved-bits", "ab.events", true).is_none());
        assert!(list.cover("item.padding.id", "x/ab.events", true).is_some());
        assert!(list.cover("item.type", "b.events", true).is_some());
        assert!(list.unused().is_empty());
    }

    #[test]
    fn an_entry_is_unused_only_where_something_could_be_found() {
        let mut list = list();
        assert!(list.cover("item.padding.id", "b.events", false).is_none());
        assert!(list.unused().is_empty());
        assert!(list.cover("item.type", "b.events", false).is_none());
        assert_eq!(list.unused().len(), 1);
        assert!(list.cover("item.type", "c.events", true).is_some());
        assert!(list.unused().is_empty());
    }

    #[test]
    fn what_is_not_about_files_is_left_out() {
        let mut list = Deviations::default();
        list.add(&LIST.replace("\"finding\"", "\"crashed\"")).unwrap();
        assert!(list.cover("item.type", "b.events", true).is_none());
        assert!(list.cover("item.type", "b.events", false).is_none());
        assert!(list.unused().is_empty());
    }

    #[test]
    fn a_list_is_refused_that_cannot_be_meant() {
        let mut list = Deviations::default();
        for (from, to) in [("item.type", "itme.type"), ("a*.events", "a[.events")] {
            assert!(list.add(&LIST.replace(from, to)).is_err(), "{from}");
        }
    }
}
