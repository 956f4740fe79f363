//! Scenarios: what a producer does while a consumer reads.
//!
//! * [`Scenario`]: one, as data: the [`Act`]s of the producer, and when the consumer is asked. [`all`]: all of them.
//! * [`Plan`]: one that nobody has named yet; [`Course`]: which act may come next, so that only a wrong consumer fails it.
//! * [`Producer`]: the harness's own plain one, with a [`RingWriter`] for each ring. It stores each word by itself, in the
//!   order of `SPEC.md`, so that it can be stopped between any two. [`serve`]: the same as a process of its own.
//! * [`Written`]: what it writes, which follows from ring and number. [`Journal`]: what it has published.
//!
//! Nothing here knows of a consumer; [`crate::certify`] plays the scenarios to one and judges what it said.

mod between;
mod course;
mod event;
mod journal;
mod plan;
mod producer;
mod races;
mod ring;
mod scenario;
mod serve;
mod within;

pub use course::Course;
pub use event::{Script, Words, Written};
pub use journal::{Entry, EntryKind, Journal};
pub use plan::Plan;
pub use producer::Producer;
pub use ring::{RingWriter, Step};
pub use scenario::{Act, HaltAt, Interruption, Scenario, Shape};
pub use serve::{DONE, END, READY, serve};

/// Every scenario.
pub fn all() -> impl Iterator<Item = &'static Scenario<'static>> {
    between::BETWEEN.iter().chain(within::WITHIN).chain(races::AT_ONCE)
}
