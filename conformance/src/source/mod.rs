//! Where the bytes of a ring file come from: a file, a zstd-compressed file, standard input or a process.
//!
//! Everything is read as a private copy, never mapped, so that a producer that is still writing, or a file that
//! shrinks meanwhile, cannot change what was read. Holes and pages of zeros cost no memory. How much is read is
//! bounded by [`Limits`].

mod argument;
mod bytes;
mod error;
mod process;
mod read;

pub use argument::{Argument, ArgumentError};
pub use bytes::Bytes;
pub use error::Error;
pub use process::find_events_file;
pub use read::{Input, Limits, read};
