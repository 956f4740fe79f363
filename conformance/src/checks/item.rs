//! Items: their framing, types and reserved bits.

use super::check::{Check, Judge, Words};
use super::sink::Sink;
use super::subject::Subject;
use crate::finding::Place;
use crate::plain::{Fault, Item, ItemHeader, Ring};

const FRAMED: &[&str] = &["ring.window"];

pub(super) const CHECKS: &[Check] = &[
    Check::new("item.length.zero", FRAMED, Judge::RingFault(length_zero)),
    Check::new("item.length.one", FRAMED, Judge::RingFault(length_one)),
    Check::new("item.within-ring", FRAMED, Judge::RingFault(within_ring)),
    Check::new("item.within-window", FRAMED, Judge::RingFault(within_window)),
    Check::new("item.reserved-bits", FRAMED, Judge::Item(reserved_bits)),
    Check::new("item.type", FRAMED, Judge::Item(item_type)),
    Check::new("item.half-ring", FRAMED, Judge::Item(half_ring)),
];

fn length_zero(_: &Ring<'_>, _: &Fault, _: ItemHeader) -> Words {
    Words::new("length 0", "1 to 1023 words")
}

fn length_one(_: &Ring<'_>, _: &Fault, header: ItemHeader) -> Words {
    let category = if header.is_user() { "user" } else { "runtime" };
    let found = format!("length 1, {category} type {}", header.item_type());
    Words::new(found, "2 words and more, since an event has a timestamp")
}

fn within_ring(ring: &Ring<'_>, fault: &Fault, header: ItemHeader) -> Words {
    let left = ring.words() - ring.slot(fault.position);
    let length = header.length_words();
    Words::new(
        format!("length {length}"),
        format!("at most {left}, the words up to the end of the ring"),
    )
}

fn within_window(ring: &Ring<'_>, fault: &Fault, header: ItemHeader) -> Words {
    let left = ring.tail().saturating_sub(fault.position);
    let length = header.length_words();
    Words::new(format!("length {length}"), format!("at most {left}, the words up to tail"))
}

fn reserved_bits(_: &Subject<'_>, _: &Ring<'_>, item: &Item<'_>, sink: &mut Sink<'_, '_>) {
    let bits = item.header.reserved();
    sink.judge(bits == 0, item_header_place(item), || {
        Words::new(format!("bits [35..0] of the item header are 0x{bits:09x}"), "0")
    });
}

fn item_type(_: &Subject<'_>, _: &Ring<'_>, item: &Item<'_>, sink: &mut Sink<'_, '_>) {
    let (category, most) = if item.header.is_user() { ("user", 4) } else { ("runtime", 5) };
    let found = item.header.item_type();
    sink.judge(found <= most, item_header_place(item), || {
        Words::new(format!("{category} type {found}"), format!("0 to {most}"))
    });
}

fn half_ring(_: &Subject<'_>, ring: &Ring<'_>, item: &Item<'_>, sink: &mut Sink<'_, '_>) {
    if item.is_padding() {
        return;
    }
    let length = item.header.length_words();
    sink.judge(length <= ring.words() / 2, item_header_place(item), || {
        Words::new(
            format!("an event of {length} words"),
            format!("at most {}, half of the ring", ring.words() / 2),
        )
    });
}

/// The item header of an item.
pub(super) fn item_header_place(item: &Item<'_>) -> Place {
    word_place(item, 0)
}

/// A word of an item.
pub(super) fn word_place(item: &Item<'_>, word: u64) -> Place {
    Place::at_position(item.ring, item.position, item.word_offset_bytes(word), 8)
}
