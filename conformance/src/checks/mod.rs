//! Every clause on producers that a file alone can show, each judged by a check of its own.
//!
//! Checks read files with [`crate::plain`], never with the crate `eventring`: they do not trust what they test.
//!
//! * [`Subject`]: the file that is checked. [`all`]: the checks. [`run`]: what became of each.
//! * One file for each family of clauses: [`Check`] says what they are made of.
//! * [`BY_SESSION`]: the clauses that a file alone cannot show, but a session can. [`UNSHOWN`]: those that nothing shows.
//!   [`NOT_YET`]: those that wait for a check.

mod check;
mod custom;
mod eio;
mod eio_profile;
mod excerpt;
mod faults;
mod file;
mod header;
mod ids;
mod item;
mod length;
mod list;
mod names;
mod padding;
mod ring;
mod run;
mod runtime;
mod sink;
mod subject;
mod time;
mod unshown;
mod used_names;

pub use check::Check;
pub use list::{all, of};
pub use run::run;
pub use sink::Outcome;
pub use subject::{ReleaseKnown, Subject};
pub use unshown::{BY_SESSION, NOT_YET, UNSHOWN, reason};
