//! Scenarios: what a producer does while a consumer reads.
//!
//! * [`Scenario`]: one, as data: the [`Act`]s of the producer, and when the consumer is asked. [`all`]: all of them.
//! * [`Producer`]: the harness's own plain one, with a [`RingWriter`] for each ring. It stores each word by itself, in the
//!   order of `SPEC.md`, so that it can be stopped between any two. [`serve`]: the same as a process of its own.
//! * [`Written`]: what it writes, which follows from ring and number. [`Journal`]: what it has published.
//!
//! Nothing here knows of a consumer; [`crate::certify`] plays the scenarios to one and judges what it said.

mod event;
mod journal;
mod list;
mod producer;
mod races;
mod ring;
mod scenario;
mod serve;

pub use event::{Script, Words, Written};
pub use journal::{Entry, EntryKind, Journal};
pub use producer::Producer;
pub use ring::{RingWriter, Step};
pub use scenario::{Act, HaltAt, Interruption, Scenario, Shape};
pub use serve::{DONE, END, READY, serve};

/// Every scenario.
pub fn all() -> impl Iterator<Item = &'static Scenario> {
    list::IN_TURN.iter().chain(races::AT_ONCE)
}
