//! Making a session and writing its rings, for any program that wants to be traced.
//!
//! A [`Session`] lays a file out in memory of the caller: cells of this program, or a mapped file.
//! It registers names and hands out each ring once, as a [`Writer`]. A writer belongs to one thread
//! at a time; it makes room, pads, writes and publishes, and never waits for a reader. Nothing here
//! allocates, locks, panics or loops without bound.
//!
//! What a producer can get wrong is kept out by types: an [`EventIndex`] exists only for a name that
//! is in the table (clauses user.index and names.before-use), a [`Phase`] or [`Counter`] only if the
//! release of the session has it (clause runtime.id). A session without a release is that of a
//! producer that is not OCaml: it has user events and lifecycles, no phases and no counters, and
//! is stamped `eventring.release:none`.
//!
//! ```
//! use core::num::NonZeroU32;
//! use eventring::shared::{Cell, WritableView};
//! use eventring::writer::{Config, Session};
//!
//! let config = Config::new(2, 1024);
//! let words = config.geometry().unwrap().file_bytes() / 8;
//! let memory: Vec<Cell> = (0..words).map(|_| Cell::new(0)).collect();
//! let mut time_ns = 0; // A real program asks its monotonic clock.
//! let clock = || {
//!     time_ns += 1;
//!     time_ns
//! };
//! let process_id = NonZeroU32::new(1234).unwrap();
//! let memory = WritableView::new(&memory);
//! let (mut session, mut writer) = Session::create(memory, &config, process_id, clock).unwrap();
//! let frame = session.register(b"ui.frame").unwrap();
//! writer.span_begin(frame);
//! writer.int(frame, -5);
//! writer.span_end(frame);
//! writer.ring_stop();
//! ```

mod config;
mod ring;
mod session;

pub use config::{Config, Unworkable};
pub use ring::{TooLong, Writer};
pub use session::{Counter, EventIndex, NameError, Phase, Session};

/// Where timestamps come from.
///
/// Nanoseconds of a monotonic clock that is the same for all rings of a session (clauses time.unit
/// and time.order). A writer does not let the time go back: where a clock does, it repeats the
/// latest timestamp.
pub trait Clock {
    /// Now, in nanoseconds.
    fn now_ns(&mut self) -> u64;
}

impl<F: FnMut() -> u64> Clock for F {
    fn now_ns(&mut self) -> u64 {
        self()
    }
}

#[cfg(all(test, not(loom)))]
mod tests;
