//! Rings: window, occupancy, and the bytes of a ring header that mean nothing.

use super::check::{Check, Judge, Words};
use super::sink::Sink;
use crate::counted::Counted;
use crate::finding::Place;
use crate::plain::{Fault, ItemHeader, Ring};

const HEAD_AND_TAIL_BYTES: u64 = 16;

pub(super) const CHECKS: &[Check] = &[
    Check::new("ring.window", &["file.byte-order"], Judge::RingFault(window)),
    Check::new("ring.occupancy", &["ring.window"], Judge::Ring(occupancy)),
    Check::new("ring.unused", &["ring.window"], Judge::Ring(unused)),
    Check::new("ring.reserved", &["header.ring-header-size"], Judge::Ring(reserved)),
];

fn window(ring: &Ring<'_>, _: &Fault, _: ItemHeader) -> Words {
    let (head, tail, words) = (ring.head(), ring.tail(), ring.words());
    match tail.checked_sub(head) {
        None => Words::new(format!("head {head} above tail {tail}"), "a head of at most tail"),
        Some(window) => Words::new(
            format!("{window} words from head {head} to tail {tail}"),
            format!("at most the {words} words of the ring"),
        ),
    }
}

fn occupancy(ring: &Ring<'_>, sink: &mut Sink<'_, '_>) {
    let Some(window) = ring.window_words().filter(|_| ring.tail() != 0) else { return };
    sink.judge(window < ring.words(), header_place(ring), || {
        Words::new(
            format!("{} occupied, all that the ring has", Counted(window, "word")),
            format!("at most {}", ring.words() - 1),
        )
    });
}

/// A ring that holds nothing and shows no trace of a word was never written.
fn unused(ring: &Ring<'_>, sink: &mut Sink<'_, '_>) {
    if ring.window_words() != Some(0) {
        return;
    }
    let fresh = ring.tail() == 0;
    sink.judge(fresh || !is_all_zero(ring, sink.subject.bytes()), header_place(ring), || {
        Words::new(
            format!("head and tail {} of a ring in which every word is 0", ring.tail()),
            "0 and 0, since nothing was ever written",
        )
    });
}

/// As far as the ring is in the file.
fn is_all_zero(ring: &Ring<'_>, file: &[u8]) -> bool {
    let start = usize::try_from(ring.offset_bytes(0)).unwrap_or(usize::MAX);
    let len = usize::try_from(ring.words()).unwrap_or(usize::MAX).saturating_mul(8);
    file.iter().skip(start).take(len).all(|byte| *byte == 0)
}

fn reserved(ring: &Ring<'_>, sink: &mut Sink<'_, '_>) {
    let bytes = ring.header_bytes();
    let reserved = bytes.get(HEAD_AND_TAIL_BYTES as usize..).unwrap_or_default();
    let first = reserved.iter().position(|byte| *byte != 0);
    let offset = HEAD_AND_TAIL_BYTES + first.unwrap_or(0) as u64;
    let place = Place::in_ring(ring.index(), ring.header_offset_bytes() + offset, 1);
    sink.judge(first.is_none(), place, || {
        let byte = first.and_then(|at| reserved.get(at)).copied().unwrap_or(0);
        Words::new(format!("byte {offset} of the ring header is 0x{byte:02x}"), "0")
    });
}

fn header_place(ring: &Ring<'_>) -> Place {
    Place::in_ring(ring.index(), ring.header_offset_bytes(), HEAD_AND_TAIL_BYTES)
}
