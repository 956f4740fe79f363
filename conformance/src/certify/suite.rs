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

    /// The names of all scenarios.
    pub fn scenario_names(&self) -> impl Iterator<Item = &str> {
        scenarios::all().map(|scenario| scenario.name)
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

/// What the names of the cases of vectors begin with.
const VECTORS: &str = "vectors/";

/// A pattern of names: `*` stands for any text, slashes too.
#[derive(Clone, Debug)]
pub struct Pattern {
    matcher: GlobMatcher,
    /// The name of a vector or of one of its cases, as `eventring vectors` takes it, where this may be one.
    vector: Option<String>,
}

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Errors
    ///
    /// It is none; a message.
    pub fn new(text: &str) -> Result<Self, String> {
        let glob = GlobBuilder::new(text).literal_separator(false).build();
        let matcher = glob.map_err(|error| error.to_string())?.compile_matcher();
        Ok(Self { matcher, vector: None })
    }

    /// Reads one that a person wrote, who may call the cases of a vector as `eventring vectors` does: by its name or that of
    /// a case, without `vectors/` before it or without the byte order behind it.
    ///
    /// # Errors
    ///
    /// It is none; a message.
    pub fn selection(text: &str) -> Result<Self, String> {
        let name = text.strip_prefix(VECTORS).unwrap_or(text).trim_end_matches('/');
        Ok(Self { vector: Some(name.to_owned()), ..Self::new(text)? })
    }

    /// Whether a name fits.
    pub fn matches(&self, name: &str) -> bool {
        self.matcher.is_match(name) || self.is_of_vector(name)
    }

    fn is_of_vector(&self, name: &str) -> bool {
        let (Some(vector), Some(case)) = (&self.vector, name.strip_prefix(VECTORS)) else {
            return false;
        };
        // With its byte order it is one case and no other: what Eio's events say is asked by a name of its own.
        case == vector
            || self.matcher.is_match(case)
            || case.strip_prefix(vector.as_str()).is_some_and(|rest| {
                rest.starts_with('/') && !vector.ends_with("/little") && !vector.ends_with("/big")
            })
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

    /// There are three ways to call the cases of a vector, and one in reports.
    #[test]
    fn a_vector_is_selected_by_each_of_its_names() {
        let suite = Suite::load().unwrap();
        let names = |text: &str| -> Vec<String> {
            let pattern = Pattern::selection(text).unwrap();
            suite.select(Some(&pattern)).iter().map(|case| case.name().to_owned()).collect()
        };
        let both = ["vectors/ring/boundary/little", "vectors/ring/boundary/big"];
        for text in ["ring/boundary", "vectors/ring/boundary", "ring/boundary/", "ring/bound*"] {
            assert_eq!(names(text), both, "{text}");
        }
        for text in ["ring/boundary/big", "vectors/ring/boundary/big"] {
            assert_eq!(names(text), both[1..], "{text}");
        }
        assert_eq!(names("ring/positions").len(), names("vectors/ring/positions/*").len());
        assert_eq!(names("ring/positions/two-to-the-31").len(), 2);
        assert_eq!(names("recordings/5.4/eio-basic").len(), 1);
        assert_eq!(names("ring/bound"), Vec::<String>::new());
        // A list of deviations takes the name of the reports only.
        assert!(!Pattern::new("ring/boundary").unwrap().matches(both[0]));
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
