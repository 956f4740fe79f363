//! Payloads of custom events.

use super::check::{Check, Judge, Words};
use super::length::kind;
use super::sink::Sink;
use super::subject::Subject;
use crate::counted::Counted;
use crate::finding::Place;
use crate::plain::{Category, Item, Ring};

pub(super) const CHECKS: &[Check] = &[
    Check::new("custom.count", CUSTOM, Judge::Item(count)),
    Check::new("custom.words", COUNTED, Judge::Item(words)),
    Check::new("custom.max", COUNTED, Judge::Item(max)),
];

const CUSTOM: &[&str] = &["ring.window", "user.custom.length"];

const COUNTED: &[&str] = &["ring.window", "user.custom.length", "custom.count"];

const MOST_BYTES: u64 = 1024;

/// A count byte that is too large for its own payload. One that is above 7 and points inside says that the payload
/// is too long for its bytes, which is another clause.
fn count(_: &Subject<'_>, _: &Ring<'_>, item: &Item<'_>, sink: &mut Sink<'_, '_>) {
    let Some((words, count)) = custom(item) else { return };
    sink.judge(count < 8 * words, count_place(item), || {
        Words::new(
            format!("count byte {count}, beyond the start of a payload of {} bytes", 8 * words),
            "0 to 7",
        )
    });
}

fn words(_: &Subject<'_>, _: &Ring<'_>, item: &Item<'_>, sink: &mut Sink<'_, '_>) {
    let Some((words, n)) = custom(item).and_then(data_len) else { return };
    let allowed = n / 8 + 1;
    sink.judge(words == allowed, count_place(item), || {
        Words::new(
            format!(
                "{} for {}, as the count byte {} says",
                Counted(words, "payload word"),
                Counted(n, "byte"),
                8 * words - 1 - n
            ),
            format!("{allowed}, which is floor({n}/8) + 1, and a count byte of 0 to 7"),
        )
    });
}

fn max(_: &Subject<'_>, _: &Ring<'_>, item: &Item<'_>, sink: &mut Sink<'_, '_>) {
    let Some((_, n)) = custom(item).and_then(data_len) else { return };
    sink.judge(n <= MOST_BYTES, count_place(item), || {
        Words::new(format!("{n} bytes"), format!("at most {MOST_BYTES}"))
    });
}

/// Payload words and count byte of a custom event that has them.
fn custom(item: &Item<'_>) -> Option<(u64, u64)> {
    let count = item.count_byte().filter(|_| kind(item) == (Category::User, 4))?;
    Some((item.payload_len_words(), count.into()))
}

/// Payload words and how many bytes they carry.
fn data_len((words, count): (u64, u64)) -> Option<(u64, u64)> {
    Some((words, (8 * words).checked_sub(1 + count)?))
}

fn count_place(item: &Item<'_>) -> Place {
    let last = item.offset_bytes + item.bytes.len() as u64 - 1;
    Place::at_position(item.ring, item.position, last, 1)
}
