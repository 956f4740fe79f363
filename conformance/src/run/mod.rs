//! The model of a traced run: what the program and its runtime did, from the events of all rings in the order of time.
//!
//! A [`Run`] takes events, losses and faults one by one, and tells a [`View`] what each of them changes: a phase began
//! or ended, a fiber runs or stops, something was lost. A view needs to know no more than [`Change`] and what it can
//! ask the run: the [`Thing`]s there are, which names they have, who runs where. What the events do not say is told as
//! unknown, never made up.
//!
//! * [`Change`], [`What`]: what a view is told, and what it can rely on.
//! * [`Run`]: who is fed, and who can be asked. [`Typist`]: which of the events are Eio's, and of which wire.
//! * [`Thing`], [`Key`]: a fiber, a context, an object. [`Domain`]: a life on a ring.
//! * [`Origin`]: the event that a change comes from, and what [`Run::name`] knows the name of. [`RuntimeNames`]: names of
//!   phases and counters as far as the releases that may have written the file agree.

mod act;
mod change;
mod eio;
mod fibers;
mod identity;
mod model;
mod names;
mod ring;
mod runtime;
mod spans;
mod step;
mod thing;
mod things;
mod typist;

pub use change::{Change, End, Flaw, Origin, Stop, View, What};
pub use model::{Retention, Run};
pub use names::RuntimeNames;
pub use ring::{Domain, DomainStart};
pub use spans::Began;
pub use thing::{Class, Fiber, FiberState, Key, Life, Parent, Thing};
pub use typist::Typist;
