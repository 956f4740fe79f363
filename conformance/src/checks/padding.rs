//! Padding: where it stands and why.

use super::check::{Check, Judge, Words};
use super::item::item_header_place;
use super::sink::Sink;
use super::subject::Subject;
use crate::counted::Counted;
use crate::plain::{Item, Ring};

pub(super) const CHECKS: &[Check] = &[
    Check::new("item.padding.id", &["ring.window"], Judge::Item(id)),
    Check::new("item.padding.ends-ring", &["ring.window"], Judge::Item(ends_ring)),
    Check::new("item.padding.needed", &["ring.window"], Judge::Ring(needed)),
];

fn id(_: &Subject<'_>, _: &Ring<'_>, item: &Item<'_>, sink: &mut Sink<'_, '_>) {
    if !item.is_padding() {
        return;
    }
    let id = item.header.id();
    sink.judge(id == 0, item_header_place(item), || Words::new(format!("id {id}"), "0"));
}

fn ends_ring(_: &Subject<'_>, ring: &Ring<'_>, item: &Item<'_>, sink: &mut Sink<'_, '_>) {
    if !item.is_padding() {
        return;
    }
    sink.judge(does_end_ring(ring, item), item_header_place(item), || {
        let allowed = ring.words() - item.slot;
        let length = item.header.length_words();
        Words::new(
            format!("padding of {} from slot {}", Counted(length, "word"), item.slot),
            format!("{}, up to the end of the ring", Counted(allowed, "word")),
        )
    });
}

/// Judges padding that has an event after it: that event must be the one that did not fit.
fn needed(ring: &Ring<'_>, sink: &mut Sink<'_, '_>) {
    let mut padding: Option<Item<'_>> = None;
    for item in ring.items().map_while(Result::ok) {
        if let Some(padding) = padding.filter(|_| !item.is_padding()) {
            let (room, wanted) = (padding.header.length_words(), item.header.length_words());
            sink.judge(room < wanted, item_header_place(&padding), || {
                Words::new(
                    format!("padding of {room} words before an event of {wanted}"),
                    "padding only where the next event does not fit",
                )
            });
        }
        // Padding elsewhere breaks another clause, and no event could tell whether it is needed.
        padding = Some(item).filter(|item| item.is_padding() && does_end_ring(ring, item));
    }
}

fn does_end_ring(ring: &Ring<'_>, item: &Item<'_>) -> bool {
    item.slot + item.header.length_words() == ring.words()
}
