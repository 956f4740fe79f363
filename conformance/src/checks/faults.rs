//! Checks whose verdict is the plain reader's: what a consumer refuses, and where it ends a ring.

use super::check::{HeaderWords, RingWords};
use super::sink::Sink;
use super::subject::Subject;
use crate::finding::Place;
use crate::plain::{Fault, ItemHeader, NotOpen, Ring};

/// Takes the faults of one clause in a file header.
pub(super) fn in_header(
    subject: &Subject<'_>,
    clause: &str,
    words: HeaderWords,
    sink: &mut Sink<'_, '_>,
) {
    let (header, faults) = match subject.not_open() {
        None => return sink.holds(),
        // Nothing can be said of a file header that is not finished.
        Some(NotOpen::NotReady { .. }) => return,
        Some(NotOpen::Refused { header, faults }) => (header.as_ref(), faults),
    };
    let mut own = faults.iter().filter(|fault| fault.clause == clause).peekable();
    // Without words that can be read, nothing was judged but what says so.
    if own.peek().is_none() && header.is_some() {
        sink.holds();
    }
    for fault in own {
        let len_bytes = subject.len_bytes().saturating_sub(fault.offset_bytes).min(8);
        let place = Place::in_file(fault.offset_bytes, len_bytes);
        sink.judge(false, place, || words(subject, header, fault));
    }
}

/// Takes the fault that ends a ring, if it has one and it is of this clause.
pub(super) fn in_ring(
    ring: &Ring<'_>,
    fault: Option<&Fault>,
    clause: &str,
    words: RingWords,
    sink: &mut Sink<'_, '_>,
) {
    let Some(fault) = fault.filter(|fault| fault.clause == clause) else {
        // A ring without items cannot break a clause about one.
        if clause == WINDOW || ring.window_words() != Some(0) {
            sink.holds();
        }
        return;
    };
    let len_bytes = if clause == WINDOW { 16 } else { 8 };
    let place = Place::at_position(fault.ring, fault.position, fault.offset_bytes, len_bytes);
    let bits = sink.subject.file().and_then(|file| file.word_at(fault.offset_bytes));
    let header = ItemHeader { bits: bits.unwrap_or(0) };
    sink.judge(false, place, || {
        let mut words = words(ring, fault, header);
        // At the first item that is looked at, what is wrong may be where that is. At 0 it is right.
        if clause != WINDOW && fault.position == ring.head() && fault.position > 0 {
            words.found += "; head points here, perhaps into the middle of an item (ring.boundary)";
        }
        words
    });
}

/// The only fault of a ring that is not at an item.
const WINDOW: &str = "ring.window";
