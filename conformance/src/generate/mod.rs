//! Sessions from choices: what a conforming producer writes, the same with one clause broken, and what nobody writes.
//!
//! Every choice is taken from an [`arbitrary::Unstructured`], so that whoever makes the bytes behind it, a fuzz engine, a
//! property test or a seed, can make them smaller too. Files are made by the plain writer; nothing of the crate
//! `eventring` is asked.
//!
//! * [`Session`]: a file in the words of a vector: [`Session::describe`] makes it, [`body_lines`] prints it, and
//!   [`Session::simpler`] gives sessions with less in them.
//! * [`valid`](valid()): a session that breaks no MUST, often with events of Eio in it.
//! * [`broken`](broken()): a session that breaks one clause, by name, at a place of its own: [`CLAUSES`].
//! * [`hostile`](hostile()): a session with words of the worst kind anywhere. [`any`](any()): one of the three,
//!   with its [`Kind`].
//! * `live`, with the feature `cli`: a scenario, in which a producer laps and disturbs whoever reads.

mod any;
mod breaks;
mod breaks_file;
mod breaks_item;
mod broken;
mod eio;
mod hostile;
#[cfg(feature = "cli")]
mod live;
mod numbers;
mod session;
mod simpler;
mod text;
mod valid;

pub use any::{Kind, any};
pub use breaks::CLAUSES;
pub use broken::{Broken, broken};
pub use hostile::hostile;
#[cfg(feature = "cli")]
pub use live::live;
pub use session::{Entry, EventPlan, Payload, RingPlan, Session};
pub use text::body_lines;
pub use valid::valid;
