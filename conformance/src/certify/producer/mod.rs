//! Certification of producers: what they write, looked at while they do.
//!
//! * [`scripts`]: sessions that a producer is told to write, step by step; each a [`Script`].
//! * [`Producer`]: a unit that can be told. [`Driven`]: a process that is, line by line. [`serve`]: our own.
//! * [`play`]: plays a script, and judges the file after each step: by the checks, by what the file was like before
//!   ([`History`]), and by what was asked for.
//! * [`run`]: all of that, as results.
//! * [`run_free`]: a program that writes what it likes, sampled while it runs.
//!
//! What is expected comes from the plain side and from SPEC.md, never from the crate `eventring`.

mod built_in;
mod clock;
mod compare;
mod evidence;
mod folder;
mod free;
mod history;
mod model;
mod play;
mod results;
mod script;
mod scripts;
mod unit;

pub use built_in::serve;
pub(crate) use clock::now_ns;
pub use evidence::{Evidence, Judged};
pub use free::{is_run_selected, run_free};
pub use history::History;
pub use play::{Played, play};
pub use results::{Begun, is_selected, not_played, run, sha256};
pub use script::Script;
pub use scripts::scripts;
pub use unit::{Driven, Ended, Producer};
