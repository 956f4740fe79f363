//! Stamps: user events by whose name a producer says its release.

use core::fmt;

use crate::names::Name;
use crate::registry::Release;

/// What the name of a stamp begins with; the release follows (clause release.stamp.offered).
pub const STAMP_PREFIX: &str = "eventring.release:";

/// What a stamp says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stamp {
    /// A release whose tables are here.
    Release(Release),
    /// The producer is not OCaml: no phases and no counters.
    NotOcaml,
    /// A release that is not known here, so nothing remains (clause release.none-left).
    Unknown,
}

impl Stamp {
    /// What the name of a user event says as a stamp, if it is one.
    #[must_use]
    pub fn of_name(name: Name<'_>) -> Option<Self> {
        let release = name.as_bytes().strip_prefix(STAMP_PREFIX.as_bytes())?;
        Some(str::from_utf8(release).map_or(Self::Unknown, Self::of_release))
    }

    /// What the text behind the prefix says.
    #[must_use]
    pub fn of_release(release: &str) -> Self {
        match release {
            "none" => Self::NotOcaml,
            other => other.parse().map_or(Self::Unknown, Self::Release),
        }
    }
}

impl fmt::Display for Stamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Release(release) => f.pad(release.name()),
            Self::NotOcaml => f.pad("none"),
            Self::Unknown => f.pad("unknown"),
        }
    }
}
