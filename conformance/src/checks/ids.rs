//! The runtime ids that a release has.

use std::collections::{BTreeMap, BTreeSet};

use eventring_spec::registry::{Registry, Space};

/// What the release of a producer that is not OCaml is called.
pub(super) const NO_OCAML: &str = "none";

const SPACES: [Space; 3] = [Space::Lifecycle, Space::Phase, Space::Counter];

/// The runtime ids of one release, or of all.
#[derive(Clone, Debug)]
pub(super) struct KnownIds {
    ids: BTreeMap<Space, BTreeSet<u16>>,
    /// What they are the ids of.
    whose: String,
    /// Whether another id cannot be: the release is known, and so are all its ids.
    complete: bool,
}

impl KnownIds {
    /// Those of a release, or of all releases together where it is not known, or known in part.
    pub(super) fn new(registry: &Registry, release: Option<&str>) -> Self {
        let known = release.and_then(|name| registry.release(name)).filter(|known| known.complete);
        let none = release == Some(NO_OCAML);
        let ids_of = |space: Space| -> BTreeSet<u16> {
            let all = || registry.releases.iter().flat_map(|of| registry.table(of, space));
            match known {
                Some(release) => registry.table(release, space).iter().map(|row| row.id).collect(),
                // Lifecycles are the same everywhere.
                None if none && space != Space::Lifecycle => BTreeSet::new(),
                None => all().map(|row| row.id).collect(),
            }
        };
        let complete = known.is_some() || none;
        let whose = match release {
            Some(name) if complete => format!("release {name}"),
            _ => "any release".to_owned(),
        };
        Self {
            ids: SPACES.into_iter().map(|space| (space, ids_of(space))).collect(),
            whose,
            complete,
        }
    }

    /// Whether an id is among them.
    pub(super) fn has(&self, space: Space, id: u16) -> bool {
        self.ids.get(&space).is_some_and(|ids| ids.contains(&id))
    }

    /// Whether another id cannot be.
    pub(super) fn is_complete(&self) -> bool {
        self.complete
    }

    /// The ids of a space in words, such as `0 to 47 (release 5.3)`.
    pub(super) fn words(&self, space: Space) -> String {
        let ids = self.ids.get(&space);
        let ranges = ids.map(ranges).unwrap_or_default();
        let ranges = if ranges.is_empty() { "no id at all".to_owned() } else { ranges.join(", ") };
        format!("{ranges} ({})", self.whose)
    }
}

fn ranges(ids: &BTreeSet<u16>) -> Vec<String> {
    let mut ranges: Vec<(u16, u16)> = Vec::new();
    for id in ids {
        match ranges.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(*id) => *last = *id,
            _ => ranges.push((*id, *id)),
        }
    }
    let words = |(first, last)| {
        if first == last { format!("{first}") } else { format!("{first} to {last}") }
    };
    ranges.into_iter().map(words).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_has_its_own_ids_and_no_others() {
        let registry = Registry::load().unwrap();
        for (release, phases, counters) in [("5.0", 40, 11), ("5.2", 44, 17), ("5.3", 48, 26)] {
            let ids = KnownIds::new(&registry, Some(release));
            assert!(ids.is_complete());
            for (space, count) in
                [(Space::Phase, phases), (Space::Counter, counters), (Space::Lifecycle, 8)]
            {
                assert!(ids.has(space, 0) && ids.has(space, count - 1), "{release} {space:?}");
                assert!(!ids.has(space, count), "{release} {space:?}");
                assert_eq!(ids.words(space), format!("0 to {} (release {release})", count - 1));
            }
        }
    }

    #[test]
    fn what_is_not_known_wholly_has_the_ids_of_all() {
        let registry = Registry::load().unwrap();
        for release in [None, Some("trunk"), Some("oxcaml"), Some("7.0")] {
            let ids = KnownIds::new(&registry, release);
            assert!(!ids.is_complete() && ids.has(Space::Phase, 49) && ids.has(Space::Counter, 27));
            assert!(!ids.has(Space::Phase, 8191));
        }
        let none = KnownIds::new(&registry, Some(NO_OCAML));
        assert!(none.is_complete() && none.has(Space::Lifecycle, 0) && !none.has(Space::Phase, 0));
        assert_eq!(none.words(Space::Counter), "no id at all (release none)");
    }

    #[test]
    fn ids_in_a_row_are_one_range() {
        let words = |ids: &[u16]| ranges(&ids.iter().copied().collect()).join(", ");
        assert_eq!(words(&[]), "");
        assert_eq!(words(&[7]), "7");
        assert_eq!(words(&[0, 1, 2, 4, 7, 8]), "0 to 2, 4, 7 to 8");
        assert_eq!(words(&[0, u16::MAX - 1, u16::MAX]), "0, 65534 to 65535");
    }
}
