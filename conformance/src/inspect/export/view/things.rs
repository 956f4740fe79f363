//! What is shown of fibers and contexts at the moment.

use std::collections::HashMap;

use crate::inspect::export::timeline::TrackId;
use crate::run::Key;

/// The things that have a track, until they end.
#[derive(Debug, Default)]
pub(super) struct Things {
    pub(super) shown: HashMap<Key, Shown>,
    /// By ring, the context that was just made: its name mostly follows at once, and is to stand at its begin.
    pending: Vec<Option<Pending>>,
    /// Whether the track above all of them is told.
    pub(super) has_group: bool,
}

/// A thing that has a track.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shown {
    /// The track above; it stays, though what the thing is in may change.
    pub(super) parent: TrackId,
    /// Whether its operations have a track.
    pub(super) has_operations: bool,
}

/// A context that has begun.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    pub(super) context: Key,
    pub(super) timestamp_ns: u64,
}

impl Things {
    /// The context that a ring has just made.
    #[inline]
    pub(super) fn pending(&self, ring: u32) -> Option<Pending> {
        self.pending.get(ring as usize).copied().flatten()
    }

    pub(super) fn set_pending(&mut self, ring: u32, pending: Option<Pending>) {
        let place = ring as usize;
        if self.pending.len() <= place {
            self.pending.resize(place + 1, None);
        }
        self.pending[place] = pending;
    }

    /// Takes all contexts that were just made, with their rings.
    pub(super) fn take_pending(&mut self) -> Vec<(u32, Pending)> {
        let pending = (0..).zip(self.pending.drain(..));
        pending.filter_map(|(ring, pending)| Some((ring, pending?))).collect()
    }
}
