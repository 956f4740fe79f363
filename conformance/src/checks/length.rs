//! Words of each kind of event.

use super::check::{Check, Judge, Words};
use super::item::item_header_place;
use super::sink::Sink;
use super::subject::Subject;
use crate::plain::{Category, Item, Ring};

pub(super) const RUNTIME: &[Check] = &[
    Check::new("runtime.span.length", FRAMED, Judge::Item(runtime_span)),
    Check::new("runtime.counter.length", FRAMED, Judge::Item(counter)),
    Check::new("runtime.lifecycle.length", FRAMED, Judge::Item(lifecycle)),
    Check::new("runtime.lifecycle.ring-stop", FRAMED, Judge::Item(ring_stop)),
    Check::new("runtime.alloc.length", FRAMED, Judge::Item(alloc)),
];

pub(super) const USER: &[Check] = &[
    Check::new("user.unit.length", FRAMED, Judge::Item(unit)),
    Check::new("user.int.length", FRAMED, Judge::Item(int)),
    Check::new("user.span.length", FRAMED, Judge::Item(user_span)),
    Check::new("user.custom.length", FRAMED, Judge::Item(custom)),
];

const FRAMED: &[&str] = &["ring.window"];

/// The lifecycle that has no payload.
pub(super) const RING_STOP: u16 = 1;

fn runtime_span(_: &Subject<'_>, _: &Ring<'_>, item: &Item<'_>, sink: &mut Sink<'_, '_>) {
    if let (Category::Runtime, 2 | 3) = kind(item) {
        exactly(item, 2, "a begin or end event", sink);
    }
}

fn counter(_: &Subject<'_>, _: &Ring<'_>, item: &Item<'_>, sink: &mut Sink<'_, '_>) {
    if let (Category::Runtime, 4) = kind(item) {
        exactly(item, 3, "a counter event", sink);
    }
}

fn lifecycle(_: &Subject<'_>, _: &Ring<'_>, item: &Item<'_>, sink: &mut Sink<'_, '_>) {
    if let ((Category::Runtime, 1), true) = (kind(item), item.header.id() != RING_STOP) {
        exactly(item, 3, "a lifecycle event", sink);
    }
}

fn ring_stop(_: &Subject<'_>, _: &Ring<'_>, item: &Item<'_>, sink: &mut Sink<'_, '_>) {
    if let ((Category::Runtime, 1), RING_STOP) = (kind(item), item.header.id()) {
        exactly(item, 2, "a ring_stop event", sink);
    }
}

fn alloc(_: &Subject<'_>, _: &Ring<'_>, item: &Item<'_>, sink: &mut Sink<'_, '_>) {
    if let (Category::Runtime, 5) = kind(item) {
        exactly(item, 22, "an alloc event", sink);
    }
}

fn unit(_: &Subject<'_>, _: &Ring<'_>, item: &Item<'_>, sink: &mut Sink<'_, '_>) {
    if let (Category::User, 0) = kind(item) {
        exactly(item, 2, "a user unit event", sink);
    }
}

fn int(_: &Subject<'_>, _: &Ring<'_>, item: &Item<'_>, sink: &mut Sink<'_, '_>) {
    if let (Category::User, 1) = kind(item) {
        exactly(item, 3, "a user int event", sink);
    }
}

fn user_span(_: &Subject<'_>, _: &Ring<'_>, item: &Item<'_>, sink: &mut Sink<'_, '_>) {
    if let (Category::User, 2 | 3) = kind(item) {
        exactly(item, 2, "a user span event", sink);
    }
}

fn custom(_: &Subject<'_>, _: &Ring<'_>, item: &Item<'_>, sink: &mut Sink<'_, '_>) {
    if let (Category::User, 4) = kind(item) {
        let found = item.header.length_words();
        sink.judge(found >= 3, item_header_place(item), || {
            Words::new(format!("a user custom event of {found} words"), "3 words and more")
        });
    }
}

/// Category and type.
pub(super) fn kind(item: &Item<'_>) -> (Category, u8) {
    (item.header.category(), item.header.item_type())
}

fn exactly(item: &Item<'_>, allowed: u64, what: &str, sink: &mut Sink<'_, '_>) {
    let found = item.header.length_words();
    sink.judge(found == allowed, item_header_place(item), || {
        Words::new(format!("{what} of {found} words"), format!("{allowed} words"))
    });
}
