//! Names while a file is written: they come late, and what tells the release comes bit by bit.

use std::collections::HashMap;

use eventring::event::Event;
use eventring::file::Attached;
use eventring::layout::NameEntry;
use eventring::live::Live;
use eventring::reader::Snapshot;
use eventring::release::{Narrowing, ReleaseSet, RingHistory};

use crate::inspect::{Naming, ReleaseChoice, Releases};
use crate::record::Name;

/// What the events of a file that is written are called.
pub(super) struct LiveNames<'a> {
    attached: &'a Attached,
    /// What the file held at first.
    begun: &'a Snapshot<'a>,
    choice: ReleaseChoice,
    narrowing: Narrowing,
    histories: Vec<RingHistory>,
    users: HashMap<u16, NameEntry>,
}

impl<'a> LiveNames<'a> {
    /// Begins with what `begun`, a copy of the file, shows.
    pub(super) fn new(
        attached: &'a Attached,
        begun: &'a Snapshot<'a>,
        choice: ReleaseChoice,
    ) -> Self {
        Self {
            attached,
            begun,
            choice,
            narrowing: Narrowing::of(begun),
            histories: vec![RingHistory::default(); begun.geometry().max_domains() as usize],
            users: HashMap::new(),
        }
    }

    /// Takes in an event of `ring`, before its name is asked for.
    pub(super) fn observe(&mut self, ring: u32, event: &Event<'_>) {
        if let Some(index) = event.kind.index() {
            self.look_up(index);
        }
        // There are as many as rings.
        if let Some(history) = self.histories.get_mut(ring as usize) {
            self.narrowing.observe(history, ring, event);
        }
    }

    /// Words of `ring` were lost.
    pub(super) fn lost(&mut self, ring: u32) {
        if let Some(history) = self.histories.get_mut(ring as usize) {
            history.reset();
        }
    }

    /// The names that those releases give to the runtime's ids.
    pub(super) fn naming(&self, remaining: ReleaseSet) -> Naming<'a> {
        Naming::new(remaining, self.begun.names())
    }

    /// The name of a user event that was observed.
    pub(super) fn user(&self, index: u16) -> Name<'_> {
        let entry = self.users.get(&index);
        entry.map(|entry| Name::from_bytes(entry.name().as_bytes())).unwrap_or_default()
    }

    /// The same as bytes; nothing where it has none.
    pub(super) fn user_bytes(&self, index: u16) -> Option<&[u8]> {
        self.users.get(&index).map(|entry| entry.name().as_bytes())
    }

    /// The releases that are left by what was observed.
    pub(super) fn remaining(&self) -> ReleaseSet {
        self.narrowing.verdict(self.choice.0).remaining
    }

    /// What may have written the file, by all that was observed.
    pub(super) fn releases(&self) -> Releases {
        Releases::by(&self.narrowing, self.choice)
    }

    fn look_up(&mut self, index: u16) {
        if self.users.contains_key(&index) {
            return;
        }
        if let Some(entry) = name_by_now(self.attached, index) {
            self.narrowing.observe_name(index, entry.name());
            self.users.insert(index, entry);
        }
    }
}

/// A copy of a name, if it is there by now. It is there when its first event is (clause names.before-use), but for some
/// that OCaml writes late; those have to be looked up again (clause names.late).
pub(super) fn name_by_now(attached: &Attached, index: u16) -> Option<NameEntry> {
    if !attached.is_whole() {
        return None;
    }
    Live::new(attached.memory()).ok()?.name(index).filter(|entry| !entry.name().is_empty())
}
