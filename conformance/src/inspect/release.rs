//! Which releases may have written a file, and what speaks for them.

use std::str::FromStr;

use eventring::reader::Snapshot;
use eventring::registry::{Release, UnknownRelease};
use serde::{Serialize, Serializer};

/// What the command line says of the release.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReleaseChoice {
    /// Narrow it by evidence.
    #[default]
    Auto,
    /// This one, whatever the file says (clause release.given-wins); none for a producer that is not OCaml.
    Given(Option<Release>),
}

impl ReleaseChoice {
    /// Every choice, by the name that [`FromStr`] takes.
    pub fn names() -> impl Iterator<Item = &'static str> {
        [AUTO].into_iter().chain(Release::ALL.into_iter().map(Release::name)).chain([NONE])
    }
}

impl FromStr for ReleaseChoice {
    type Err = UnknownRelease;

    fn from_str(name: &str) -> Result<Self, UnknownRelease> {
        match name {
            AUTO => Ok(Self::Auto),
            NONE => Ok(Self::Given(None)),
            name => name.parse().map(|release| Self::Given(Some(release))),
        }
    }
}

const AUTO: &str = "auto";
const NONE: &str = "none";

/// The releases that may have written a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Releases {
    /// Whether the release was given, and not narrowed.
    pub given: bool,
    #[serde(serialize_with = "as_names")]
    remaining: Vec<Release>,
}

impl Releases {
    /// What may have written `snapshot`.
    pub fn of(_snapshot: &Snapshot<'_>, choice: ReleaseChoice) -> Self {
        match choice {
            ReleaseChoice::Given(release) => {
                Self { given: true, remaining: release.into_iter().collect() }
            }
            ReleaseChoice::Auto => Self { given: false, remaining: Release::NARROWABLE.to_vec() },
        }
    }

    /// The releases that remain, oldest first.
    pub fn remaining(&self) -> &[Release] {
        &self.remaining
    }
}

fn as_names<S: Serializer>(releases: &[Release], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(releases.iter().map(|release| release.name()))
}
