//! Ring files of a running system: made, found, and attached to (feature `std`, on Unix).
//!
//! [`EventsFile`] makes `<pid>.events` as the OCaml runtime does, by the same variables of the
//! environment ([`Settings`]), but aside: it gets its name when its file header is whole.
//! [`Attached`] maps such a file read-only, by path or by the process that writes it, and tells when
//! it was cut short, removed or replaced, or when its process has ended. What is written and read is
//! the business of [`writer`](crate::writer) and [`live`](crate::live).
//!
//! A file that is cut short while it is mapped takes the memory away: the next load of it ends this
//! program by a signal (SIGBUS). No conforming producer does that. [`Attached::is_whole`] looks at
//! the size, and whoever asks it before each poll makes the gap small; it cannot be closed.
//!
//! ```
//! use eventring::file::{Attached, EventsFile, MonotonicClock, Settings};
//! use eventring::live::Live;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = std::env::temp_dir();
//! let settings = Settings { folder, ..Settings::from_environment() };
//! let mut file = EventsFile::create(&settings, &settings.config())?;
//! let path = file.path().to_owned();
//! let (mut session, mut writer) = file.start(MonotonicClock)?;
//! let started = session.register(b"app.started")?;
//! writer.unit(started);
//!
//! let attached = Attached::to_file(&path)?;
//! let live = Live::new(attached.memory())?;
//! assert_eq!(live.name(0).unwrap().name().as_bytes(), b"eventring.release:none");
//! assert_eq!(live.name(started.get()).unwrap().name().as_bytes(), b"app.started");
//! # Ok(())
//! # }
//! ```

#![cfg_attr(
    not(test),
    expect(clippy::std_instead_of_alloc, reason = "this is the part of the crate that has std")
)]

mod attach;
mod clock;
mod create;
mod find;
mod map;
mod parameters;
mod process;
mod settings;
mod writable;

pub use attach::{AttachError, Attached, Standing};
pub use clock::MonotonicClock;
pub use create::{CreateError, EventsFile, Removal};
pub use find::{NoEventsFile, find_events_file};
pub use process::Process;
pub use settings::Settings;
pub use writable::WritableFile;
