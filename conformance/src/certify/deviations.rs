//! Applies lists of expected deviations: which failure is expected, and which entry no longer fits.

use eventring_spec::deviations::{self, Deviation, Failure as ListedFailure};

use super::judge::Failure;
use super::suite::Pattern;

/// Lists of one unit.
#[derive(Debug, Default)]
pub struct Lists {
    entries: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    list: String,
    number: usize,
    deviation: Deviation,
    pattern: Option<Pattern>,
}

/// What became of a case under the lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit<'a> {
    /// No entry is about it.
    Unlisted,
    /// It fails as an entry says.
    Expected(&'a Deviation),
    /// An entry says that it fails, and it fails in another way.
    Otherwise(&'a Deviation),
    /// An entry says that it fails, and it passes.
    Stale(&'a Deviation),
}

impl Lists {
    /// Adds a list; `name` is for messages.
    ///
    /// # Errors
    ///
    /// The text is no list; a message.
    pub fn add(&mut self, name: &str, text: &str) -> Result<(), String> {
        let parsed = deviations::parse(text).map_err(|problem| format!("{name}: {problem}"))?;
        for (place, deviation) in parsed.list.into_iter().enumerate() {
            let number = place + 1;
            let pattern = deviation.case.as_deref().map(Pattern::new).transpose();
            let pattern =
                pattern.map_err(|problem| format!("{name}: entry {number}: {problem}"))?;
            self.entries.push(Entry { list: name.to_owned(), number, deviation, pattern });
        }
        Ok(())
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// What the lists say of a case that failed so, or passed.
    pub fn fit(&self, case: &str, failure: Option<&Failure>) -> Fit<'_> {
        let about = || self.entries.iter().filter(|entry| entry.is_about(case));
        let Some(failure) = failure else {
            // An entry with a clause stands for failures that show it, and none is shown.
            let stale = about().find(|entry| entry.deviation.clause.is_none());
            return stale.map_or(Fit::Unlisted, |entry| Fit::Stale(&entry.deviation));
        };
        if let Some(entry) = about().find(|entry| entry.covers(failure)) {
            return Fit::Expected(&entry.deviation);
        }
        let other = about().find(|entry| entry.deviation.clause.is_none());
        other.map_or(Fit::Unlisted, |entry| Fit::Otherwise(&entry.deviation))
    }

    /// Whether an entry expects such a failure in one of these cases, each a name and what it is about. An entry without a
    /// clause stands for those that its cases are about.
    pub fn expect<'c>(
        &self,
        failure: &Failure,
        cases: impl Iterator<Item = (&'c str, &'c [String])> + Clone,
    ) -> bool {
        self.entries.iter().filter(|entry| entry.covers(failure)).any(|entry| {
            cases.clone().any(|(name, clauses)| {
                let is_said = entry.deviation.clause.is_some();
                entry.is_about(name) && (is_said || clauses.contains(&failure.clause))
            })
        })
    }

    /// Entries that cover none of these failures, by their list and number. `ran` are the cases that were run. `not_ran`
    /// are the others of the whole suite, or none where only a part was selected: only of the whole suite can it be
    /// said that an entry is about nothing.
    pub(super) fn unused(
        &self,
        ran: &[(&str, Option<&Failure>)],
        not_ran: Option<&[&str]>,
    ) -> Vec<String> {
        let is_unused = |entry: &&Entry| {
            let mut about = ran.iter().filter(|(case, _)| entry.is_about(case)).peekable();
            let may_lie_elsewhere = match not_ran {
                None => entry.deviation.clause.is_some() || about.peek().is_none(),
                Some(others) => {
                    about.peek().is_none() && others.iter().any(|case| entry.is_about(case))
                }
            };
            !may_lie_elsewhere
                && !entry.deviation.by_chance
                && !about.any(|(_, failure)| failure.is_some_and(|failure| entry.covers(failure)))
        };
        let name = |entry: &Entry| {
            let (case, clause) = (&entry.deviation.case, &entry.deviation.clause);
            let what: Vec<&str> = case.iter().chain(clause).map(String::as_str).collect();
            format!(
                "{}: entry {} ({}, {})",
                entry.list,
                entry.number,
                what.join(", "),
                entry.deviation.failure
            )
        };
        self.entries.iter().filter(is_unused).map(name).collect()
    }
}

impl Entry {
    fn is_about(&self, case: &str) -> bool {
        self.pattern.as_ref().is_none_or(|pattern| pattern.matches(case))
    }

    fn covers(&self, failure: &Failure) -> bool {
        let Deviation { clause, failure: listed, member, .. } = &self.deviation;
        listed.name() == failure.failure.name()
            && clause.as_ref().is_none_or(|clause| *clause == failure.clause)
            && (*listed != ListedFailure::Records
                || member.as_deref().is_none_or(|member| Some(member) == failure.member))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certify::Outcome;
    use crate::certify::judge::{FailureKind, RecordsWord};

    fn lists(entries: &str) -> Lists {
        let mut text = "implementation = \"x\"\n".to_owned();
        for entry in entries.split(';') {
            text += &format!(
                "[[deviation]]\nkind = \"not-yet\"\nreason = \"r\"\nlink = \"https://example.org/1\"\n{}\n",
                entry.trim().replace(", ", "\n")
            );
        }
        let mut lists = Lists::default();
        lists.add("x.toml", &text).unwrap();
        lists
    }

    fn failure(kind: FailureKind, clause: &str, member: Option<&'static str>) -> Failure {
        Failure {
            failure: kind,
            message: String::new(),
            clause: clause.to_owned(),
            record: None,
            member,
            offset_bytes: None,
            expected: String::new(),
            got: String::new(),
            output: None,
        }
    }

    const RECORDS: FailureKind = FailureKind::Records(RecordsWord::Records);

    #[test]
    fn an_entry_by_case_must_fail_so_in_every_case() {
        let lists = lists(r#"case = "a/*", failure = "crashed""#);
        let crash = failure(FailureKind::Outcome(Outcome::Crashed), "ring.order", None);
        let hang = failure(FailureKind::Outcome(Outcome::Hung), "ring.order", None);
        assert!(matches!(lists.fit("a/1", Some(&crash)), Fit::Expected(_)));
        assert!(matches!(lists.fit("a/1", Some(&hang)), Fit::Otherwise(_)));
        assert!(matches!(lists.fit("a/1", None), Fit::Stale(_)));
        assert_eq!(lists.fit("b/1", None), Fit::Unlisted);
        assert_eq!(lists.fit("b/1", Some(&crash)), Fit::Unlisted);
        assert!(lists.unused(&[("a/1", Some(&crash)), ("b", None)], Some(&[])).is_empty());
        assert_eq!(lists.unused(&[("b/1", Some(&crash))], Some(&[])).len(), 1);
        assert!(lists.unused(&[("b/1", Some(&crash))], Some(&["a/1"])).is_empty());
        // Another selection says nothing about it.
        assert!(lists.unused(&[("b/1", Some(&crash))], None).is_empty());
        assert_eq!(lists.unused(&[("a/1", None)], None).len(), 1);
    }

    #[test]
    fn an_entry_by_chance_may_cover_nothing() {
        for (by_chance, unused) in [("", 1), ("by-chance = true, ", 0)] {
            let lists = lists(&format!(
                r#"{by_chance}case = "a/*", clause = "live.recheck", failure = "crashed""#
            ));
            assert_eq!(lists.unused(&[("a/1", None)], Some(&[])).len(), unused);
        }
    }

    #[test]
    fn an_entry_by_clause_stands_for_what_shows_it() {
        let lists = lists(r#"clause = "names.entry", failure = "records", member = "name""#);
        let name = failure(RECORDS, "names.entry", Some("name"));
        assert!(matches!(lists.fit("any", Some(&name)), Fit::Expected(_)));
        assert_eq!(lists.fit("any", None), Fit::Unlisted);
        for other in [
            failure(RECORDS, "ring.order", Some("name")),
            failure(RECORDS, "names.entry", Some("ts")),
        ] {
            assert_eq!(lists.fit("any", Some(&other)), Fit::Unlisted);
        }
        assert_eq!(lists.unused(&[("any", None)], Some(&[])).len(), 1);
        assert!(lists.unused(&[("any", None)], None).is_empty());
    }
}
