//! What the environment says of a program's ring file, by the rules of the OCaml runtime.

extern crate std;

use std::env;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

use rustix::process::{getegid, geteuid, getgid, getuid};

use super::parameters::Parameters;
use crate::registry::DEFAULT_RING_WORDS;
use crate::writer::Config;

/// Where a program's ring file is to be, how large, and whether it is wanted at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The folder; empty for the one that the program works in.
    pub folder: PathBuf,
    /// Whether recording is to begin with the program. A program may begin it later by itself.
    pub start: bool,
    /// Whether the file is kept when the program ends.
    pub preserve: bool,
    /// Words of each ring. What is no power of two is refused when a session is made.
    pub ring_words: u64,
    /// How many rings there are.
    pub max_domains: u32,
}

impl Settings {
    /// What the variables of this program say.
    ///
    /// | variable | meaning |
    /// | --- | --- |
    /// | `OCAML_RUNTIME_EVENTS_START` | recording begins with the program; set is enough, even to nothing or to 0 |
    /// | `OCAML_RUNTIME_EVENTS_DIR` | the folder; set to nothing it is `/` |
    /// | `OCAML_RUNTIME_EVENTS_PRESERVE` | the file is kept; set is enough |
    /// | `OCAMLRUNPARAM`, or if that is not set `CAMLRUNPARAM` | `e=N`: rings of 2^N words; `d=N`: so many rings |
    ///
    /// A program that runs with more rights than its user has does not look at them.
    #[must_use]
    pub fn from_environment() -> Self {
        let is_privileged = getuid() != geteuid() || getgid() != getegid();
        Self::from_variables(|name| if is_privileged { None } else { env::var_os(name) })
    }

    /// The same, with variables from elsewhere.
    #[must_use]
    pub fn from_variables(variable: impl Fn(&str) -> Option<OsString>) -> Self {
        let folder = variable("OCAML_RUNTIME_EVENTS_DIR").map(|folder| match folder.is_empty() {
            true => PathBuf::from("/"),
            false => PathBuf::from(folder),
        });
        let parameters = variable("OCAMLRUNPARAM").or_else(|| variable("CAMLRUNPARAM"));
        let parameters = Parameters::parse(parameters.as_deref().map_or(&[], OsStr::as_bytes));
        // A size that 64 bits do not hold is refused like one that is no power of two.
        let ring_words = |log2: u64| {
            u32::try_from(log2).ok().and_then(|log2| 1_u64.checked_shl(log2)).unwrap_or(u64::MAX)
        };
        Self {
            folder: folder.unwrap_or_default(),
            start: variable("OCAML_RUNTIME_EVENTS_START").is_some(),
            preserve: variable("OCAML_RUNTIME_EVENTS_PRESERVE").is_some(),
            ring_words: parameters.ring_words_log2.map_or(DEFAULT_RING_WORDS, ring_words),
            max_domains: parameters.max_domains.map_or(Config::default().max_domains, |count| {
                u32::try_from(count).unwrap_or(u32::MAX)
            }),
        }
    }

    /// A stamped session of this size, of a producer that is not OCaml.
    #[must_use]
    pub const fn config(&self) -> Config {
        Config::new(self.max_domains, self.ring_words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(variables: &[(&str, &str)]) -> Settings {
        Settings::from_variables(|name| {
            variables.iter().find(|(key, _)| *key == name).map(|(_, value)| value.into())
        })
    }

    #[test]
    fn without_variables_it_is_as_ocaml_has_it() {
        let settings = settings(&[]);
        assert_eq!(settings.folder, PathBuf::new());
        assert!(!settings.start && !settings.preserve);
        assert_eq!((settings.ring_words, settings.max_domains), (1 << 16, 128));
    }

    #[test]
    fn presence_alone_counts() {
        for value in ["", "0", "no"] {
            assert!(settings(&[("OCAML_RUNTIME_EVENTS_START", value)]).start);
            assert!(settings(&[("OCAML_RUNTIME_EVENTS_PRESERVE", value)]).preserve);
        }
    }

    #[test]
    fn a_folder_of_no_name_is_the_root() {
        let folder = |value| settings(&[("OCAML_RUNTIME_EVENTS_DIR", value)]).folder;
        assert_eq!(folder(""), PathBuf::from("/"));
        assert_eq!(folder("a b/"), PathBuf::from("a b/"));
    }

    #[test]
    fn the_first_of_both_parameter_variables_counts_even_if_it_says_nothing() {
        let both = |first, second| {
            let settings = settings(&[("OCAMLRUNPARAM", first), ("CAMLRUNPARAM", second)]);
            (settings.ring_words, settings.max_domains)
        };
        assert_eq!(both("", "e=5"), (1 << 16, 128));
        assert_eq!(both("e=5,d=2", "e=6"), (32, 2));
        let old = settings(&[("CAMLRUNPARAM", "e=6")]);
        assert_eq!(old.ring_words, 64);
    }

    #[test]
    fn what_cannot_work_is_refused_when_a_session_is_made() {
        for value in ["e=0", "e=2", "e=63", "e=64", "e=0xffffffffffffffff", "d=0", "d=4097", "d=1G"]
        {
            let settings = settings(&[("OCAMLRUNPARAM", value)]);
            assert!(settings.config().geometry().is_err(), "{value}");
        }
        for value in ["e=3", "e=30", "d=1", "d=4096"] {
            let settings = settings(&[("OCAMLRUNPARAM", value)]);
            assert!(settings.config().geometry().is_ok(), "{value}");
        }
    }
}
