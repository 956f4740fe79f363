//! Names of runtime ids, from the registry of the package eventring-spec.

use std::collections::BTreeMap;

use eventring_spec::registry::{Registry, Release, Space};

/// The names of phases, counters and lifecycles, as far as some releases agree on them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuntimeNames {
    names: BTreeMap<(Space, u16), String>,
}

/// The release of a producer that is not OCaml.
const NOT_OCAML: &str = "none";

const SPACES: [Space; 3] = [Space::Phase, Space::Counter, Space::Lifecycle];

impl RuntimeNames {
    /// No names, for whoever does not look at them.
    pub fn none() -> Self {
        Self::default()
    }

    /// Of one release, or of `none`; none for a name that the registry does not have.
    pub fn given(registry: &Registry, release: &str) -> Option<Self> {
        if release == NOT_OCAML {
            return Some(Self::agreed(registry, &[]));
        }
        Some(Self::agreed(registry, &[registry.release(release)?]))
    }

    /// The names on which all of these releases agree (clause release.agreed-names). Where there is no release, those of
    /// lifecycles, on which all agree whose tables are complete (clause release.none-left).
    pub fn agreed(registry: &Registry, releases: &[&Release]) -> Self {
        if releases.is_empty() {
            let complete: Vec<_> =
                registry.releases.iter().filter(|release| release.complete).collect();
            let mut all = Self::agreed(registry, &complete);
            all.names.retain(|(space, _), _| *space == Space::Lifecycle);
            return all;
        }
        let mut tables = releases.iter().map(|release| table(registry, release));
        let mut names = tables.next().unwrap_or_default();
        for other in tables {
            names.retain(|id, name| other.get(id) == Some(name));
        }
        Self { names }
    }

    /// The name of an id, if it is known.
    pub fn name(&self, space: Space, id: u16) -> Option<&str> {
        self.names.get(&(space, id)).map(String::as_str)
    }
}

fn table(registry: &Registry, release: &Release) -> BTreeMap<(Space, u16), String> {
    let rows = SPACES.into_iter().flat_map(|space| {
        registry
            .table(release, space)
            .into_iter()
            .map(move |row| ((space, row.id), row.key.to_owned()))
    });
    rows.collect()
}
