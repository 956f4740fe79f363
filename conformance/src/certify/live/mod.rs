//! Live certification: scenarios are played to a consumer, and its history is held against the journal of what was written.
//!
//! * [`run`](run()): every selected scenario. `play`: one of them, act by act. `race`: the acts in which both run at once.
//!   `process`: those of a producer that is a process of its own, a `child`.
//! * `ask`: asking the unit.
//! * `explain`: what a consumer was given of a ring, explained by what was written to it.

mod ask;
mod child;
mod explain;
mod play;
mod process;
mod race;
mod run;

pub use run::{failure, run};
