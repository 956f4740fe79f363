//! Which releases may have written a file, and what speaks for them.

use std::fmt;
use std::str::FromStr;

use eventring::reader::Snapshot;
use eventring::registry::{Release, UnknownRelease};
use eventring::release::{Decision, Doubt, Evidence, Narrowing, Place, ReleaseSet, Stamp, Verdict};
use serde::{Serialize, Serializer};

/// What the command line says of the release: one, or that the file is to tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReleaseChoice(pub Option<Stamp>);

impl ReleaseChoice {
    /// Every choice, by the name that [`FromStr`] takes.
    pub fn names() -> impl Iterator<Item = &'static str> {
        [AUTO].into_iter().chain(Release::ALL.into_iter().map(Release::name)).chain([NOT_OCAML])
    }
}

impl FromStr for ReleaseChoice {
    type Err = UnknownRelease;

    fn from_str(name: &str) -> Result<Self, UnknownRelease> {
        match Stamp::of_release(name) {
            _ if name == AUTO => Ok(Self(None)),
            Stamp::Unknown => Err(UnknownRelease),
            stamp => Ok(Self(Some(stamp))),
        }
    }
}

const AUTO: &str = "auto";
const NOT_OCAML: &str = "none";

/// The releases that may have written a file, and why.
#[derive(Clone, Debug)]
pub struct Releases {
    verdict: Verdict,
    evidence: Vec<(Evidence, Place)>,
}

impl Releases {
    /// What may have written `snapshot`, by what was said and by every event in it.
    pub fn of(snapshot: &Snapshot<'_>, choice: ReleaseChoice) -> Self {
        Self::by(&Narrowing::of(snapshot), choice)
    }

    /// What may have written a file, by the evidence gathered from it.
    pub fn by(narrowing: &Narrowing, choice: ReleaseChoice) -> Self {
        Self { verdict: narrowing.verdict(choice.0), evidence: narrowing.evidence().collect() }
    }

    /// The releases that remain.
    pub fn remaining(&self) -> ReleaseSet {
        self.verdict.remaining
    }

    /// What struck the others, and where it was first seen.
    pub fn evidence(&self) -> &[(Evidence, Place)] {
        &self.evidence
    }

    /// What speaks against the verdict, as a warning to print.
    pub fn warning(&self) -> Option<String> {
        Some(match self.verdict.doubt? {
            Doubt::GivenExcluded { allowed } => format!(
                "the file speaks against the given release {self}: it allows {allowed}; \
                 names may be wrong (`eventring info` shows the evidence)"
            ),
            Doubt::StampsDiffer => {
                "stamps of different releases are in the file; they are ignored".to_owned()
            }
            Doubt::StampExcluded { stamp, allowed } => format!(
                "the file speaks against its stamp of release {stamp}, which is ignored: it allows {allowed}"
            ),
            Doubt::NoneLeft => {
                "no known release can have written this; phases and counters are shown by number, \
                 unless --release tells one"
                    .to_owned()
            }
        })
    }

    fn decision(&self) -> &'static str {
        match self.verdict.decision {
            Decision::Given(_) => "given",
            Decision::Stamped(_) => "stamped",
            Decision::Narrowed => "narrowed",
        }
    }
}

/// "5.3", "5.3, 5.4, 5.5" or "none".
impl fmt::Display for Releases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.verdict.remaining.fmt(f)?;
        match self.verdict.decision {
            Decision::Given(_) | Decision::Stamped(_) => write!(f, " ({})", self.decision()),
            Decision::Narrowed => Ok(()),
        }
    }
}

/// The release of a file, or those that remain, and why.
#[derive(Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub(super) struct ReleasesForm {
    /// `given`, `stamped` or `narrowed`.
    decision: &'static str,
    /// The releases that remain.
    remaining: Vec<&'static str>,
    /// What strikes others out.
    evidence: Vec<Piece>,
    /// What speaks against the decision.
    warning: Option<String>,
}

/// A piece of evidence.
#[derive(Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
struct Piece {
    /// What was seen.
    what: String,
    /// The releases that it leaves.
    allows: Vec<&'static str>,
    /// The ring in which it was first seen; null where it is the file as a whole.
    ring: Option<u32>,
    /// The position there.
    position: Option<u64>,
}

impl Serialize for Releases {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let names = |set: ReleaseSet| set.iter().map(Release::name).collect();
        let piece = |(evidence, place): &(Evidence, Place)| {
            let (ring, position) = match *place {
                Place::File => (None, None),
                Place::Item { ring, position } => (Some(ring), Some(position)),
            };
            Piece { what: evidence.to_string(), allows: names(evidence.allows()), ring, position }
        };
        ReleasesForm {
            decision: self.decision(),
            remaining: names(self.remaining()),
            evidence: self.evidence.iter().map(piece).collect(),
            warning: self.warning(),
        }
        .serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_that_is_offered_is_a_choice() {
        for name in ReleaseChoice::names() {
            assert!(name.parse::<ReleaseChoice>().is_ok(), "{name}");
        }
        assert_eq!("auto".parse(), Ok(ReleaseChoice(None)));
        assert_eq!("none".parse(), Ok(ReleaseChoice(Some(Stamp::NotOcaml))));
        for other in ["", "unknown", "5", "5.6", "AUTO"] {
            assert!(other.parse::<ReleaseChoice>().is_err(), "{other}");
        }
    }
}
