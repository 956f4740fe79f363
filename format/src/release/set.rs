//! A set of releases, and what they agree on.

use core::fmt;

use crate::registry::Release;

/// Some of the releases.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ReleaseSet(u16);

impl ReleaseSet {
    /// No release.
    pub const EMPTY: Self = Self(0);

    /// The releases that a narrowing begins with: those whose tables are complete.
    #[must_use]
    pub fn narrowable() -> Self {
        Release::NARROWABLE.into_iter().collect()
    }

    /// One release.
    #[must_use]
    pub const fn only(release: Release) -> Self {
        Self(1 << release as u16)
    }

    /// Whether `release` is in it.
    #[must_use]
    pub const fn contains(self, release: Release) -> bool {
        self.0 & Self::only(release).0 != 0
    }

    /// Whether no release is in it.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The releases that are in both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The releases, oldest first.
    pub fn iter(self) -> impl Iterator<Item = Release> {
        Release::ALL.into_iter().filter(move |&release| self.contains(release))
    }

    /// The name of a phase, where all these releases agree on it.
    #[must_use]
    pub fn phase_name(self, phase: u16) -> Option<&'static str> {
        self.agreed(|release| release.phase_name(phase))
    }

    /// The name of a counter, where all these releases agree on it.
    #[must_use]
    pub fn counter_name(self, counter: u16) -> Option<&'static str> {
        self.agreed(|release| release.counter_name(counter))
    }

    /// The name of a lifecycle, where all these releases agree on it; of no release, as every release whose tables are
    /// complete has it (clause release.none-left).
    #[must_use]
    pub fn lifecycle_name(self, lifecycle: u16) -> Option<&'static str> {
        let releases = if self.is_empty() { Self::narrowable() } else { self };
        releases.agreed(|release| release.lifecycle_name(lifecycle))
    }

    fn agreed(self, name: impl Fn(Release) -> Option<&'static str>) -> Option<&'static str> {
        let mut names = self.iter().map(name);
        let first = names.next()??;
        names.all(|other| other == Some(first)).then_some(first)
    }
}

impl FromIterator<Release> for ReleaseSet {
    fn from_iter<I: IntoIterator<Item = Release>>(releases: I) -> Self {
        releases.into_iter().fold(Self::EMPTY, |set, release| Self(set.0 | Self::only(release).0))
    }
}

/// "5.1, 5.2", or "none".
impl fmt::Display for ReleaseSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("none");
        }
        for (index, release) in self.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{release}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for ReleaseSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ReleaseSet({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set<const N: usize>(releases: [Release; N]) -> ReleaseSet {
        releases.into_iter().collect()
    }

    /// The counts are where the tables end, so nothing that has a name is left out by who goes up to them.
    #[test]
    fn no_id_from_the_count_on_has_a_name() {
        for release in Release::ALL {
            let (phases, counters) = (release.phase_count(), release.counter_count());
            assert!((phases..=8191).all(|id| release.phase_name(id as u16).is_none()));
            assert!((counters..=8191).all(|id| release.counter_name(id as u16).is_none()));
            for (count, last) in [
                (phases, release.phase_name((phases as u16).wrapping_sub(1))),
                (counters, release.counter_name((counters as u16).wrapping_sub(1))),
            ] {
                assert_eq!(count > 0, last.is_some(), "{release:?}");
            }
        }
    }

    #[test]
    fn it_is_shown_by_the_names_of_its_releases() {
        let mut text = heapless::String::<32>::new();
        let set = set([Release::V5_2, Release::V5_0, Release::V5_2]);
        fmt::write(&mut text, format_args!("{set} {set:?}")).unwrap();
        assert_eq!(text, "5.0, 5.2 ReleaseSet(5.0, 5.2)");
    }

    #[test]
    fn a_name_is_given_only_where_all_agree() {
        let old = set([Release::V5_0, Release::V5_1, Release::V5_2]);
        assert_eq!(old.phase_name(10), Some("minor"));
        // 5.0 and 5.1 have no such phase.
        assert_eq!(old.phase_name(40), None);
        assert_eq!(ReleaseSet::only(Release::V5_2).phase_name(40), Some("compaction"));
        assert_eq!(set([Release::V5_2, Release::V5_3]).phase_name(10), None);
        assert_eq!(set([Release::V5_2, Release::V5_3]).phase_name(6), Some("major"));
        assert_eq!(ReleaseSet::EMPTY.phase_name(6), None);
    }

    #[test]
    fn lifecycles_have_names_without_a_release() {
        assert_eq!(ReleaseSet::EMPTY.lifecycle_name(0), Some("ring_start"));
        assert_eq!(ReleaseSet::EMPTY.lifecycle_name(7), Some("domain_terminate"));
        assert_eq!(ReleaseSet::EMPTY.lifecycle_name(8), None);
        // Nothing is known of its ids.
        assert_eq!(ReleaseSet::only(Release::Trunk).lifecycle_name(0), None);
    }

    #[test]
    fn counters_that_oxcaml_reuses_have_no_agreed_name() {
        let both = set([Release::V5_3, Release::Oxcaml]);
        assert_eq!(both.counter_name(16), Some("major_heap_large_blocks"));
        assert_eq!(both.counter_name(17), None);
    }
}
