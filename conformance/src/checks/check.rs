//! What a check is.

use super::sink::Sink;
use super::subject::Subject;
use crate::plain::{Fault, FileHeader, HeaderFault, Item, ItemHeader, Ring};

/// One clause, judged in a file.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// The clause of `SPEC.md` that it judges; a clause has one check at most.
    pub clause: &'static str,
    /// Clauses without which this one cannot be judged. Where one of them is broken, the check is masked: in the whole
    /// file, in one ring, or for one item.
    pub presupposes: &'static [&'static str],
    pub(super) judge: Judge,
}

impl Check {
    pub(super) const fn new(
        clause: &'static str,
        presupposes: &'static [&'static str],
        judge: Judge,
    ) -> Self {
        Self { clause, presupposes, judge }
    }

    /// Whether it looks at several rings together, so that all of them have to be of one moment: those of the copy of a
    /// file that is being written are not.
    pub fn compares_rings(&self) -> bool {
        matches!(self.judge, Judge::Session(_))
    }
}

/// How a check looks at a file.
#[derive(Clone, Copy, Debug)]
pub(super) enum Judge {
    /// At a file header that the plain reader has judged: this says what a fault of the clause is.
    HeaderFault(HeaderWords),
    /// At the file header, whether the file can be read or not.
    Header(fn(&Subject<'_>, &FileHeader, &mut Sink<'_, '_>)),
    /// At the file as a whole, whether it can be read or not.
    File(fn(&Subject<'_>, &mut Sink<'_, '_>)),
    /// At a ring that the plain reader has walked: this says what a fault of the clause is.
    RingFault(RingWords),
    /// At one ring.
    Ring(fn(&Ring<'_>, &mut Sink<'_, '_>)),
    /// At one item whose framing holds.
    Item(fn(&Subject<'_>, &Ring<'_>, &Item<'_>, &mut Sink<'_, '_>)),
    /// At all rings together, after each of them.
    Session(fn(&Subject<'_>, &mut Sink<'_, '_>)),
}

/// What a fault of a file header is; the header itself is not there in a file that is too short for one.
pub(super) type HeaderWords = fn(&Subject<'_>, Option<&FileHeader>, &HeaderFault) -> Words;

/// What a framing fault is; the item header is that at its offset, and means nothing where the window is at fault.
pub(super) type RingWords = fn(&Ring<'_>, &Fault, ItemHeader) -> Words;

/// What a finding says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Words {
    pub(super) found: String,
    pub(super) allowed: String,
}

impl Words {
    pub(super) fn new(found: impl Into<String>, allowed: impl Into<String>) -> Self {
        Self { found: found.into(), allowed: allowed.into() }
    }
}
