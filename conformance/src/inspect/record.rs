//! Recording a program: it is started with its events on, its ring files are followed while it runs, and what they
//! held is written to files of its own.
//!
//! * `launch`: the program's environment. `watch`: which files belong to it, and a thread for each.
//! * `session`: one file from its beginning to its end. `spool`: its events on their way. `item`: an event as words.
//! * `compose`: the ring file that is put together at the end.

mod compose;
mod item;
mod launch;
mod session;
mod spool;
mod watch;

pub use launch::{Launch, Launched};
pub use session::{RecordError, Recorded};
pub use watch::{Progress, RecordFormat, Recording, watch};
