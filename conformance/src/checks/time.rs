//! Timestamps.

use super::check::{Check, Judge, Words};
use super::item::word_place;
use super::sink::Sink;
use crate::plain::Ring;

pub(super) const CHECKS: &[Check] =
    &[Check::new("time.order", &["ring.window"], Judge::Ring(order))];

/// Compares each event with the one before it: if any two are in the wrong order, two neighbours are.
fn order(ring: &Ring<'_>, sink: &mut Sink<'_, '_>) {
    let mut before: Option<(u64, u64)> = None;
    for item in ring.items().map_while(Result::ok) {
        let Some(timestamp_ns) = item.timestamp_ns() else { continue };
        if let Some((position, least_ns)) = before {
            sink.judge(timestamp_ns >= least_ns, word_place(&item, 1), || {
                Words::new(
                    format!("{timestamp_ns} ns, {} ns back", least_ns - timestamp_ns),
                    format!("{least_ns} ns and more: the event at position {position} has that"),
                )
            });
        }
        before = Some((item.position, timestamp_ns));
    }
}
