//! The id tables of all releases, those that begin alike written once.

use crate::registry::{Registry, Release, Row, Space};

/// The lists of one id space: what a language writes for each id, in the order of ids.
pub(super) struct Lists<'a, T> {
    /// Of every release, in the order of the registry.
    pub(super) lists: Vec<(&'a Release, Vec<T>)>,
}

impl<'a, T: PartialEq> Lists<'a, T> {
    pub(super) fn new(registry: &'a Registry, space: Space, entry: impl Fn(&Row<'_>) -> T) -> Self {
        let of = |release| registry.table(release, space).iter().map(&entry).collect();
        Self { lists: registry.releases.iter().map(|release| (release, of(release))).collect() }
    }

    /// The first of the longest lists that begin with the release's, and the release's own length.
    pub(super) fn owner(&self, release: &Release) -> Option<(&(&'a Release, Vec<T>), usize)> {
        let (_, own) = self.lists.iter().find(|(other, _)| other.name == release.name)?;
        let mut best: Option<&(&Release, Vec<T>)> = None;
        for candidate in self.lists.iter().filter(|(_, list)| list.starts_with(own)) {
            if best.is_none_or(|(_, longest)| longest.len() < candidate.1.len()) {
                best = Some(candidate);
            }
        }
        Some((best?, own.len()))
    }

    /// Those lists that own what they hold.
    pub(super) fn owners(&self) -> impl Iterator<Item = &(&'a Release, Vec<T>)> {
        self.lists.iter().filter(|(release, list)| {
            let owner = self.owner(release);
            !list.is_empty() && owner.is_some_and(|((owner, _), _)| owner.name == release.name)
        })
    }
}

/// What tells a release's list from others in a name: `5_3`, `OXCAML`.
pub(super) fn suffix(release: &Release) -> String {
    release.name.replace('.', "_").to_uppercase()
}
