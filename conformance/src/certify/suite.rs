//! All cases, and which of them are asked for.

use std::sync::Arc;

use eventring_spec::registry::Registry;
use globset::{GlobBuilder, GlobMatcher};
use sha2::{Digest, Sha256};

use super::probes::probes;
use super::{Case, Origin, recordings, vectors};
use crate::record::Hex;
use crate::scenarios::{self, Scenario};

/// All cases and all scenarios.
#[derive(Debug)]
pub struct Suite {
    cases: Vec<Arc<dyn Case>>,
}

impl Suite {
    /// Vectors, recordings and scenarios, as they were compiled in.
    ///
    /// # Errors
    ///
    /// One of them cannot be read; a message for its author.
    pub fn load() -> Result<Self, String> {
        let registry = Registry::load().map_err(|errors| errors.to_string())?;
        let mut cases = vectors()?;
        let recordings = recordings(&registry)?;
        let probes = probes(&recordings)?;
        cases.extend(recordings);
        cases.extend(probes);
        Ok(Self { cases })
    }

    /// All cases.
    pub fn cases(&self) -> impl Iterator<Item = &dyn Case> {
        self.cases.iter().map(AsRef::as_ref)
    }

    /// The cases whose name fits.
    pub fn select(&self, pattern: Option<&Pattern>) -> Vec<&dyn Case> {
        self.cases()
            .filter(|case| pattern.is_none_or(|pattern| pattern.matches(case.name())))
            .collect()
    }

    /// The scenarios whose name fits.
    pub fn scenarios(&self, pattern: Option<&Pattern>) -> Vec<&'static Scenario<'static>> {
        scenarios::all()
            .filter(|scenario| pattern.is_none_or(|pattern| pattern.matches(scenario.name)))
            .collect()
    }

    /// SHA-256 over the names and digests of all cases of an origin, or of all. A scenario is its acts.
    pub fn sha256(&self, origin: Option<Origin>) -> String {
        let mut digest = Sha256::new();
        if origin.is_none_or(|origin| origin == Origin::Scenario) {
            for scenario in scenarios::all() {
                digest.update(format!("{scenario:?}\n"));
            }
        }
        for case in self.cases().filter(|case| origin.is_none_or(|origin| case.origin() == origin))
        {
            digest.update(format!("{} {}\n", case.name(), case.sha256()));
        }
        Hex(&digest.finalize()).to_string()
    }
}

/// A pattern of names: `*` stands for any text, slashes too.
#[derive(Clone, Debug)]
pub struct Pattern {
    matcher: GlobMatcher,
}

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Errors
    ///
    /// It is none; a message.
    pub fn new(text: &str) -> Result<Self, String> {
        let glob = GlobBuilder::new(text).literal_separator(false).build();
        Ok(Self { matcher: glob.map_err(|error| error.to_string())?.compile_matcher() })
    }

    /// Whether a name fits.
    pub fn matches(&self, name: &str) -> bool {
        self.matcher.is_match(name)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn names_are_unique_and_every_case_can_be_made() {
        let suite = Suite::load().unwrap();
        let mut names = BTreeSet::new();
        for case in suite.cases() {
            assert!(names.insert(case.name().to_owned()), "{} twice", case.name());
            assert!(
                case.name().starts_with(&format!("{}s/", case.origin().name())),
                "{}",
                case.name()
            );
        }
        for scenario in suite.scenarios(None) {
            assert!(names.insert(scenario.name.to_owned()), "{} twice", scenario.name);
            assert!(scenario.name.starts_with("scenarios/"), "{}", scenario.name);
        }
        for origin in [Origin::Vector, Origin::Recording] {
            assert!(suite.cases().any(|case| case.origin() == origin), "{}", origin.name());
        }
        assert_ne!(suite.sha256(None), suite.sha256(Some(Origin::Vector)));
    }

    #[test]
    fn a_pattern_reaches_over_slashes() {
        let suite = Suite::load().unwrap();
        let selected = suite.select(Some(&Pattern::new("*5.4/eio-basic").unwrap()));
        assert_eq!(selected.len(), 1);
        assert!(suite.select(Some(&Pattern::new("nothing").unwrap())).is_empty());
        assert!(Pattern::new("[").is_err());
    }
}
