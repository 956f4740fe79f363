//! The ids of one release.

use super::model::{Entity, IdRange, Registry, Release, Space};

/// The name by which entities give OxCaml's own ids.
pub(super) const OXCAML: &str = "oxcaml";

/// One line of a release's table.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    /// The number in the item header.
    pub id: u16,
    /// The entity's key.
    pub key: &'a str,
    /// The entity.
    pub entity: &'a Entity,
}

impl Registry {
    /// The ids that a release has in one space, ascending.
    ///
    /// Empty where nothing is known: that the release is not complete then says so.
    pub fn table(&self, release: &Release, space: Space) -> Vec<Row<'_>> {
        let mut rows: Vec<_> = self
            .entities(space)
            .iter()
            .flat_map(|(key, entity)| {
                self.ids_in(entity, release, space).into_iter().map(|id| Row { id, key, entity })
            })
            .collect();
        rows.sort_by_key(|row| row.id);
        rows
    }

    /// Where a release stands among the complete ones, oldest first.
    pub(super) fn place(&self, name: &str) -> Option<usize> {
        self.complete().position(|release| release.name == name)
    }

    /// The complete releases, oldest first.
    pub fn complete(&self) -> impl Iterator<Item = &Release> {
        self.releases.iter().filter(|release| release.complete)
    }

    /// The ids of an entity in a release: at most one in a sound registry, and the lints look at all.
    fn ids_in(&self, entity: &Entity, release: &Release, space: Space) -> Vec<u16> {
        if release.name == OXCAML
            && let Some(id) = entity.oxcaml
        {
            return vec![id];
        }
        let like = match (release.complete, release.follows.get(&space)) {
            (true, _) => &release.name,
            (false, Some(followed)) => followed,
            (false, None) => return Vec::new(),
        };
        let Some(place) = self.place(like) else {
            return Vec::new();
        };
        let covers = |range: &&IdRange| {
            self.place(&range.since).is_some_and(|since| since <= place)
                && range
                    .until
                    .as_ref()
                    .is_none_or(|until| self.place(until).is_some_and(|until| place <= until))
        };
        entity.ids.iter().filter(covers).map(|range| range.id).collect()
    }
}
