//! What ids are called: those of the runtime by the releases that may have written them, those of the user by the file.

use eventring::registry::Release;
use eventring::release::ReleaseSet;

use super::Origin;

/// Names of the runtime's ids as some releases have them, where all agree (clause release.agreed-names). What they agree
/// on is found once. Without any release no name is known.
#[derive(Clone, Debug)]
pub struct RuntimeNames {
    releases: ReleaseSet,
    phases: Vec<Option<&'static str>>,
    counters: Vec<Option<&'static str>>,
    lifecycles: Vec<Option<&'static str>>,
}

impl RuntimeNames {
    /// The names that all of `releases` have.
    pub fn new(releases: ReleaseSet) -> Self {
        // An id that one of them does not have is none that all agree on.
        let least = |count: fn(Release) -> usize| releases.iter().map(count).min().unwrap_or(0);
        let ids = |count: usize| (0..).take(count);
        Self {
            releases,
            phases: ids(least(Release::phase_count)).map(|id| releases.phase_name(id)).collect(),
            counters: ids(least(Release::counter_count))
                .map(|id| releases.counter_name(id))
                .collect(),
            lifecycles: (0..).map_while(|id| releases.lifecycle_name(id).map(Some)).collect(),
        }
    }

    /// The releases.
    pub fn releases(&self) -> ReleaseSet {
        self.releases
    }

    /// The name of a phase.
    pub fn phase(&self, phase: u16) -> Option<&'static str> {
        of(&self.phases, phase)
    }

    /// The name of a counter.
    pub fn counter(&self, counter: u16) -> Option<&'static str> {
        of(&self.counters, counter)
    }

    /// The name of a lifecycle event.
    pub fn lifecycle(&self, lifecycle: u16) -> Option<&'static str> {
        of(&self.lifecycles, lifecycle)
    }
}

fn of(names: &[Option<&'static str>], id: u16) -> Option<&'static str> {
    names.get(usize::from(id)).copied().flatten()
}

/// The names of a run.
#[derive(Clone, Debug)]
pub(super) struct Names {
    pub(super) runtime: RuntimeNames,
    /// By event index, as far as they were asked for.
    users: Vec<Option<Box<[u8]>>>,
}

impl Names {
    pub(super) fn new(releases: ReleaseSet) -> Self {
        Self { runtime: RuntimeNames::new(releases), users: Vec::new() }
    }

    /// The name of a user event. It is asked for until there is one: some come late (clause names.late).
    #[inline]
    pub(super) fn user<'n>(
        &mut self,
        index: u16,
        name: impl FnOnce(u16) -> Option<&'n [u8]>,
    ) -> Option<&[u8]> {
        let place = usize::from(index);
        if self.users.len() <= place {
            self.users.resize(place + 1, None);
        }
        let known = &mut self.users[place];
        if known.is_none() {
            *known = name(index).filter(|name| !name.is_empty()).map(Into::into);
        }
        known.as_deref()
    }

    pub(super) fn of(&self, origin: Origin) -> Option<&[u8]> {
        match origin {
            Origin::Phase(id) => self.runtime.phase(id).map(str::as_bytes),
            Origin::Counter(id) => self.runtime.counter(id).map(str::as_bytes),
            Origin::Lifecycle(id) => self.runtime.lifecycle(id).map(str::as_bytes),
            Origin::Alloc => Some(b"alloc"),
            Origin::User(index) => self.users.get(usize::from(index))?.as_deref(),
            Origin::Unknown | Origin::Nothing => None,
        }
    }
}
