//! Which release wrote a file: given, stamped, or narrowed by evidence.
//!
//! The version word is 1 in every release although ids moved, so it decides nothing
//! (clause release.not-from-version). A [`Narrowing`] begins with all releases whose tables are
//! complete, and strikes those that what it is shown excludes. What remains is a [`ReleaseSet`],
//! which gives a name only where all its releases agree (clause release.agreed-names).
//! Nothing here panics, allocates or loops without bound.

mod evidence;
mod narrowing;
mod set;
mod stamp;

pub use evidence::{Evidence, Place};
pub use narrowing::{Narrowing, RingHistory};
pub use set::ReleaseSet;
pub use stamp::{STAMP_PREFIX, Stamp};

/// How a [`Verdict`] came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Somebody said so (clause release.given-wins).
    Given(Stamp),
    /// A stamp was emitted (clause release.stamp.emitted).
    Stamped(Stamp),
    /// Evidence excluded the others (clause release.agreed-names).
    Narrowed,
}

/// What is known of the release of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The releases that remain; none where the producer is not OCaml, or the evidence
    /// contradicts itself (clause release.none-left).
    pub remaining: ReleaseSet,
    /// How this came about.
    pub decision: Decision,
    /// What speaks against it.
    pub doubt: Option<Doubt>,
}

/// Why a verdict deserves a warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// The given release is not among those that the file allows (clause release.given-wins).
    GivenExcluded {
        /// What the file allows.
        allowed: ReleaseSet,
    },
    /// Two stamps name different releases; both are ignored (clause release.stamp.conflict).
    StampsDiffer,
    /// A stamp names a release that the ids exclude; it is ignored (clause release.stamp.conflict).
    StampExcluded {
        /// The stamp.
        stamp: Stamp,
        /// What the file allows.
        allowed: ReleaseSet,
    },
    /// No release allows all of what the file shows (clause release.none-left).
    NoneLeft,
}
