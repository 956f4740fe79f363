//! An area of a file.

/// Where a part of a file begins and ends, in bytes. The sums are of 128 bits, so that none overflows, whatever the
/// file header says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// What lies there, in the words of `SPEC.md`.
    pub what: &'static str,
    /// The first byte.
    pub start: u128,
    /// The byte after the last.
    pub end: u128,
}

impl Area {
    /// Of `count` things of `bytes` each.
    pub(super) fn new(what: &'static str, start: u64, count: u64, bytes: u64) -> Self {
        let start = u128::from(start);
        Self { what, start, end: start + u128::from(count) * u128::from(bytes) }
    }

    /// Whether the two share a byte.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.start < other.end && other.start < self.end
    }
}
