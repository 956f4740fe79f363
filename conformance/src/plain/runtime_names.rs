//! Names of runtime ids, from the registry of the package eventring-spec.

use std::collections::BTreeMap;

use eventring_spec::registry::{Registry, Release, Space};

/// The names of phases, counters and lifecycles, as far as some releases agree on them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuntimeNames {
    names: BTreeMap<(Space, u16), String>,
}

const SPACES: [Space; 3] = [Space::Phase, Space::Counter, Space::Lifecycle];

impl RuntimeNames {
    /// No names: what is known where no release remains (clause release.none-left).
    pub fn none() -> Self {
        Self::default()
    }

    /// Of one release; none for a name that the registry does not have.
    pub fn given(registry: &Registry, release: &str) -> Option<Self> {
        Some(Self::agreed(registry, &[registry.release(release)?]))
    }

    /// The names on which all of these releases agree (clause release.agreed-names).
    pub fn agreed(registry: &Registry, releases: &[&Release]) -> Self {
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
