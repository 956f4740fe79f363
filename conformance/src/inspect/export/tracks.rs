//! The numbers of tracks, and which of them are told.

use foldhash::HashSet;

use super::timeline::TrackId;
use crate::run::Key;

/// The traced process.
pub(super) const PROCESS: TrackId = TrackId(1);
/// What has an id in Eio.
pub(super) const EIO: TrackId = TrackId(2);

/// Parts of a ring that have a track of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The phases of the runtime, moments, gaps.
    Ring,
    /// One domain after the other.
    Domains,
    /// Which fiber runs.
    Fibers,
    /// Operations of no fiber that is known.
    Operations,
    /// When its event loop rests.
    Idle,
    /// The spans of one user event.
    Spans(u16),
    /// The values of one counter.
    Counter(u16),
}

/// The track of a part of a ring. With 4096 rings and 8192 ids all numbers have 28 bits: some viewers keep no more than
/// 32 of the number of a thread.
pub(super) fn ring_track(ring: u32, part: Part) -> TrackId {
    let part = match part {
        Part::Ring => 0,
        Part::Domains => 1,
        Part::Fibers => 2,
        Part::Operations => 3,
        Part::Idle => 4,
        Part::Spans(index) => 0x2000 | u64::from(index & 0x1fff),
        Part::Counter(counter) => 0x4000 | u64::from(counter & 0x1fff),
    };
    TrackId((u64::from(ring) + 1) << 15 | part)
}

/// The track of a fiber or a context.
pub(super) fn thing_track(thing: Key) -> TrackId {
    TrackId(1 << 31 | u64::from(thing.serial() & 0x3fff_ffff) << 1)
}

/// The track of the operations of a fiber.
pub(super) fn operations_track(fiber: Key) -> TrackId {
    TrackId(thing_track(fiber).0 | 1)
}

/// Tracks that are told already: bounded, since only those of rings are kept here.
#[derive(Debug, Default)]
pub(super) struct Told {
    rings: Vec<bool>,
    others: HashSet<TrackId>,
}

impl Told {
    /// Whether it is to be told now.
    #[inline]
    pub(super) fn is_new(&mut self, ring: u32, part: Part) -> bool {
        if part == Part::Ring {
            return self.is_new_ring(ring);
        }
        self.others.insert(ring_track(ring, part))
    }

    #[inline]
    fn is_new_ring(&mut self, ring: u32) -> bool {
        let place = ring as usize;
        if self.rings.len() <= place {
            self.rings.resize(place + 1, false);
        }
        !std::mem::replace(&mut self.rings[place], true)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_track_has_a_number_of_its_own() {
        let parts = [Part::Ring, Part::Domains, Part::Fibers, Part::Operations, Part::Idle];
        let ids = [0, 1, 8191].into_iter().flat_map(|id| [Part::Spans(id), Part::Counter(id)]);
        let parts: Vec<Part> = parts.into_iter().chain(ids).collect();
        let mut seen = HashSet::from([PROCESS, EIO]);
        for ring in [0, 1, 127, 4095] {
            for part in &parts {
                let track = ring_track(ring, *part);
                assert!(seen.insert(track) && track.0 < 1 << 31, "{ring} {part:?}");
            }
        }
    }
}
