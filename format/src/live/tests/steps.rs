//! A writer taken apart into its single stores, and a reader run between any two of them.
//!
//! The steps are those of SPEC.md, section "Order of loads and stores", made here anew and not by
//! the writer of this crate. Head moves past one item at a time, as OCaml's does.

extern crate std;

use core::ops::ControlFlow::Continue;
use std::vec::Vec;

use super::journal::{History, cells_of, length_of};
use crate::live::{Cursor, Live, Pace, Rest};
use crate::sample::{Sample, SampleRing, header};
use crate::shared::{SharedView, WritableView};
use crate::words::ByteOrder;

const RING_WORDS: u64 = 8;
const HEAD: usize = 8;
const TAIL: usize = 9;
const SLOTS: usize = 18;

/// One store: a cell and a value.
type Store = (usize, u64);

/// The stores of a writer, one by one.
struct Script {
    /// The positions of the items in the ring, and the ring's tail.
    items: Vec<u64>,
    tail: u64,
    latest: u64,
    stores: Vec<Store>,
}

impl Script {
    fn slot(position: u64) -> usize {
        SLOTS + (position % RING_WORDS) as usize
    }

    fn event(&mut self, length: u64) {
        let to_ring_end = RING_WORDS - self.tail % RING_WORDS;
        let padding = if to_ring_end < length { to_ring_end } else { 0 };
        while self.tail + padding + length - self.items.first().unwrap_or(&self.tail) >= RING_WORDS
        {
            self.items.remove(0);
            let head = *self.items.first().unwrap_or(&self.tail);
            self.stores.push((HEAD, head)); // C
        }
        if padding > 0 {
            self.stores.push((Self::slot(self.tail), header(padding, false, 0, 0))); // E
            self.items.push(self.tail);
            self.tail += padding;
            self.stores.push((TAIL, self.tail)); // F
        }
        self.latest += 1;
        let id = self.latest % 8;
        let words = match length {
            2 => [header(2, false, 2, id), self.latest, 0],
            _ => [header(3, false, 4, id), self.latest, u64::MAX],
        };
        for (position, &word) in (self.tail..self.tail + length).zip(&words) {
            self.stores.push((Self::slot(position), word)); // G
        }
        self.items.push(self.tail);
        self.tail += length;
        self.stores.push((TAIL, self.tail)); // H
    }
}

/// Runs a reader at each choice of moments between the stores of the script, and at its end.
fn explore(start: u64, lengths: &[u64]) -> (u64, u64) {
    let mut script = Script { items: Vec::new(), tail: start, latest: 0, stores: Vec::new() };
    // What is there before: the ring filled by events of 2 and 3 words.
    for &length in &[3, 2, 2, 3, 2] {
        script.event(length);
    }
    let before = core::mem::take(&mut script.stores);
    let (head, tail, latest) = (script.items[0], script.tail, script.latest);
    for &length in lengths {
        script.event(length);
    }
    let moments = script.stores.len();
    assert!((8..=18).contains(&moments), "{moments} stores");
    let (mut with_loss, mut without) = (0, 0);
    for chosen in 0..1_u32 << moments {
        let ring = SampleRing { head, tail, words: std::vec![0; RING_WORDS as usize] };
        let sample = Sample { order: ByteOrder::NATIVE, rings: std::vec![ring], names: false };
        let memory = cells_of(&sample);
        let view = WritableView::new(&memory);
        for &(cell, word) in before.iter().filter(|&&(cell, _)| cell >= SLOTS) {
            assert!(view.store(cell, word));
        }
        let live = Live::new(SharedView::new(&memory)).unwrap();
        let mut reader = live.reader([Cursor::new()], [0; RING_WORDS as usize]).unwrap();
        let mut history = History::default();
        let mut poll = |history: &mut History| loop {
            let polled = reader
                .poll(Pace::default(), |_, found| (history.judge(found, length_of), Continue(())).1)
                .unwrap();
            if polled.rest == Rest::Nothing {
                return *reader.cursor(0).unwrap();
            }
        };
        for (moment, &(cell, word)) in script.stores.iter().enumerate() {
            if chosen & 1 << moment != 0 {
                poll(&mut history);
            }
            assert!(view.store(cell, word));
        }
        let cursor = poll(&mut history);
        history.settle(&cursor, script.tail, script.latest);
        let lost_at_start = u64::from(head > 0);
        if history.losses > lost_at_start {
            with_loss += 1
        } else {
            without += 1
        }
        assert!(history.events >= (script.latest - latest).min(2));
    }
    (with_loss, without)
}

#[test]
fn a_reader_between_any_two_stores_of_a_writer() {
    let (mut with_loss, mut without) = (0, 0);
    for start in 0..RING_WORDS {
        for lengths in [&[2, 3][..], &[3, 2], &[3, 3], &[2, 2, 2], &[2, 2, 3]] {
            let found = explore(start, lengths);
            (with_loss, without) = (with_loss + found.0, without + found.1);
        }
    }
    assert!(with_loss > 0 && without > 0, "both are explored");
}
