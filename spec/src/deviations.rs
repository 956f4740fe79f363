//! Known ways in which implementations break clauses, each with a reason and a public link.
//!
//! `deviations/IMPLEMENTATION.toml` holds the list of one implementation, and anybody can keep one in the same form.
//! A list says what is expected to fail and how; whoever applies it reports what no longer fails so.

use std::collections::BTreeSet;
use std::fmt;

use include_dir::{Dir, include_dir};
use serde::{Deserialize, Serialize};

use crate::clauses;

static FOLDER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/deviations");

/// The list of one implementation.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deviations {
    /// What the list is about, for people.
    pub implementation: String,
    /// The entries, none of them more than once.
    #[serde(default, rename = "deviation")]
    pub list: Vec<Deviation>,
}

/// One known way to fail.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deviation {
    /// Cases by name, with wildcards. Without `clause`, every case that it names fails, and all of them so.
    pub case: Option<String>,
    /// The clause that a failure shows. Where it is given, the entry stands for each failure that shows it, and the
    /// cases in which it does not show may pass.
    pub clause: Option<String>,
    /// Whether it will stay so.
    pub kind: Kind,
    /// How the cases fail.
    pub failure: Failure,
    /// The member of the record that differs first, `missing` or `extra`: of [`Failure::Records`] only.
    pub member: Option<String>,
    /// Whether it shows is up to chance, as in a race: that it shows nowhere is no error. With `case` and `clause` only.
    #[serde(default, rename = "by-chance")]
    pub by_chance: bool,
    /// Why it is so.
    pub reason: String,
    /// Where it can be read about.
    pub link: String,
}

/// Whether a deviation will stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Its authors do not mean to change it, or the version that has it is finished.
    WillNotFix,
    /// It is to be repaired.
    NotYet,
}

impl Kind {
    /// Both.
    pub const ALL: [Self; 2] = [Self::WillNotFix, Self::NotYet];

    /// The word of the list.
    pub fn name(self) -> &'static str {
        match self {
            Self::WillNotFix => "will-not-fix",
            Self::NotYet => "not-yet",
        }
    }
}

/// How a case fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Failure {
    /// It was accepted and should not have been.
    Accepted,
    /// It was rejected and should not have been.
    Rejected,
    /// It was taken for a file that is not ready.
    NotReady,
    /// The unit crashed.
    Crashed,
    /// The unit did not answer within its budget.
    Hung,
    /// The unit took more memory than its budget.
    Outgrew,
    /// The unit answered what is no answer.
    BrokeProtocol,
    /// The outcome is right, the records are not.
    Records,
    /// What a producer wrote breaks a clause.
    Finding,
}

impl Failure {
    /// The word of the list.
    pub fn name(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Rejected => "rejected",
            Self::NotReady => "not-ready",
            Self::Crashed => "crashed",
            Self::Hung => "hung",
            Self::Outgrew => "outgrew",
            Self::BrokeProtocol => "broke-protocol",
            Self::Records => "records",
            Self::Finding => "finding",
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The lists of this package: name without `.toml`, and text.
pub fn lists() -> impl Iterator<Item = (&'static str, &'static str)> {
    FOLDER.files().filter_map(|file| {
        let name = file.path().to_str()?.strip_suffix(".toml")?;
        Some((name, file.contents_utf8()?))
    })
}

/// Reads a list.
///
/// # Errors
///
/// The text is no list, or an entry of it cannot stand; the message says which and why.
pub fn parse(text: &str) -> Result<Deviations, String> {
    let deviations: Deviations = toml::from_str(text).map_err(|error| error.to_string())?;
    let mut seen = BTreeSet::new();
    for (place, entry) in deviations.list.iter().enumerate() {
        if let Some(problem) = problem(entry) {
            return Err(format!("entry {}: {problem}", place + 1));
        }
        if !seen.insert((&entry.case, &entry.clause, entry.failure, &entry.member)) {
            return Err(format!("entry {}: it is there already", place + 1));
        }
    }
    Ok(deviations)
}

fn problem(entry: &Deviation) -> Option<String> {
    if entry.case.is_none() && entry.clause.is_none() {
        return Some("it names neither a case nor a clause".to_owned());
    }
    if let Some(name) = &entry.clause
        && clauses::find(name).is_none()
    {
        return Some(format!("SPEC.md has no clause {name}"));
    }
    if entry.by_chance && (entry.case.is_none() || entry.clause.is_none()) {
        return Some("by chance goes with a case and a clause only".to_owned());
    }
    if entry.member.is_some() && entry.failure != Failure::Records {
        return Some("a member goes with the failure records only".to_owned());
    }
    if entry.reason.trim().is_empty() {
        return Some("it has no reason".to_owned());
    }
    let linked = ["https://", "http://"].iter().any(|start| {
        entry.link.strip_prefix(start).is_some_and(|rest| rest.contains('.') && !rest.contains(' '))
    });
    (!linked).then(|| "its link is no public address".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOUND: &str = r#"
        implementation = "x"
        [[deviation]]
        case = "vectors/*"
        kind = "not-yet"
        failure = "crashed"
        reason = "because"
        link = "https://example.org/1"
    "#;

    #[test]
    fn every_list_of_the_package_is_sound() {
        let mut count = 0;
        for (name, text) in lists() {
            let list = parse(text).unwrap_or_else(|problem| panic!("{name}: {problem}"));
            assert!(!list.list.is_empty(), "{name} is empty");
            count += 1;
        }
        assert!(count > 0);
    }

    #[test]
    fn an_entry_without_reason_or_link_is_refused() {
        assert!(parse(SOUND).is_ok());
        for (from, to, message) in [
            ("\"because\"", "\" \"", "no reason"),
            ("https://example.org/1", "see there", "no public address"),
            ("case = \"vectors/*\"", "", "neither a case nor a clause"),
            ("case = \"vectors/*\"", "clause = \"no.such\"", "no clause no.such"),
            ("reason =", "member = \"ts\"\nreason =", "records only"),
            ("reason =", "by-chance = true\nreason =", "by chance"),
            ("reason =", "raeson =", "raeson"),
            ("not-yet", "perhaps", "perhaps"),
        ] {
            let error = parse(&SOUND.replace(from, to)).unwrap_err();
            assert!(error.contains(message), "{error}");
        }
        let entry = SOUND.find("[[").map(|at| &SOUND[at..]).unwrap();
        assert!(parse(&format!("{SOUND}{entry}")).unwrap_err().contains("there already"));
    }
}
