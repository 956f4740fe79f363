//! What was written, to be held against what was delivered.

extern crate std;

use std::vec::Vec;

use core::num::NonZeroU32;

use crate::event::{Event, Kind};
use crate::live::{Cursor, Found};
use crate::registry::Release;
use crate::sample::Sample;
use crate::shared::Cell;
use crate::writer::{Clock, Config};

pub(super) const PID: NonZeroU32 = NonZeroU32::new(1234).unwrap();

/// Small sessions without the name table, which is large.
pub(super) fn of_5_0(max_domains: u32, ring_words: u64) -> Config {
    Config { release: Some(Release::V5_0), ..Config::new(max_domains, ring_words) }
}

pub(super) fn memory_for(config: &Config) -> Vec<Cell> {
    let words = config.geometry().unwrap().file_bytes() / 8;
    (0..words).map(|_| Cell::new(0)).collect()
}

pub(super) fn cells_of(sample: &Sample) -> Vec<Cell> {
    let bytes = sample.bytes();
    let words = bytes.chunks(8).map(|word| u64::from_ne_bytes(word.try_into().unwrap()));
    words.map(Cell::new).collect()
}

/// A clock that counts.
pub(super) fn ticks() -> impl Clock {
    let mut now_ns = 0;
    move || {
        now_ns += 1;
        now_ns
    }
}

/// The history of one ring whose events have the timestamps 1, 2, 3 and so on, and a value that
/// follows from the timestamp.
#[derive(Default)]
pub(super) struct History {
    /// The timestamp of the latest event.
    latest: u64,
    /// The position after it.
    end: u64,
    /// Words reported as lost since.
    lost: u64,
    pub(super) events: u64,
    pub(super) losses: u64,
    lost_words: u64,
}

impl History {
    /// Judges what a reader delivered. `length` gives the words of the event with a timestamp,
    /// and whether the value is right.
    pub(super) fn judge(&mut self, found: Found<'_>, length: impl FnOnce(&Event<'_>) -> u64) {
        match found {
            Found::Fault(fault) => panic!("{fault} at {}: {}", fault.position(), fault.clause()),
            Found::Lost { words } => {
                assert!(words > 0);
                self.lost += words;
                self.losses += 1;
                self.lost_words += words;
            }
            Found::Event(event) => {
                let length = length(&event);
                assert!(event.timestamp_ns > self.latest && event.position >= self.end);
                let gap = event.position - self.end;
                if self.lost == 0 {
                    assert_eq!(event.timestamp_ns, self.latest + 1, "no event is missing");
                    assert!(gap < length, "padding is shorter than the event that made it");
                } else {
                    assert!(self.lost <= gap, "{} lost in a gap of {gap}", self.lost);
                }
                (self.latest, self.end, self.lost) =
                    (event.timestamp_ns, event.position + length, 0);
                self.events += 1;
            }
        }
    }

    /// Delivered, padding and lost words are what was written, to the word.
    pub(super) fn settle(&self, cursor: &Cursor, tail: u64, latest: u64) {
        let counts = cursor.counts();
        assert_eq!(cursor.position(), tail);
        assert_eq!(counts.event_words + counts.padding_words + counts.lost_words, tail);
        assert_eq!((counts.events, counts.lost_words), (self.events, self.lost_words));
        assert_eq!((self.latest, self.end, self.lost), (latest, tail, 0));
    }
}

/// The length of an event of a few kinds, whose value has to be what its timestamp says.
pub(super) fn length_of(event: &Event<'_>) -> u64 {
    match event.kind {
        Kind::Lifecycle { lifecycle: 0, value } => {
            assert_eq!(value, Some(1234));
            3
        }
        Kind::Begin { phase } => {
            assert_eq!(u64::from(phase), event.timestamp_ns % 8);
            2
        }
        Kind::Counter { value, .. } => {
            // All ones: no number that can be taken for an item header.
            assert_eq!(value, Some(u64::MAX));
            3
        }
        Kind::Alloc { buckets } => {
            assert!(buckets.len() == 20 && buckets.iter().all(|count| count == u64::MAX));
            22
        }
        kind => panic!("{kind:?} was not written"),
    }
}
