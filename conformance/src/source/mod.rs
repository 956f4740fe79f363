//! Where the bytes of a ring file come from: a file, a zstd-compressed file, standard input or a process.
//!
//! [`read()`] gives a private copy, never a mapping, so that a producer that is still writing, or a file that
//! shrinks meanwhile, cannot change what was read. Holes and pages of zeros cost no memory. How much is read is
//! bounded by [`Limits`]. The file of a process is copied by the rules of a live consumer, as [`copy()`] does. [`attach`] maps a file that is written, for those who follow it.

mod argument;
mod attach;
mod bytes;
mod copy;
mod error;
mod read;

pub use argument::{Argument, ArgumentError};
pub use attach::attach;
pub use bytes::Bytes;
pub use copy::copy;
pub use error::Error;
pub use read::{Input, Limits, read};

/// How long a file header may look malformed that is just being written: a few stores.
pub(crate) const HEADER_WRITTEN: std::time::Duration = std::time::Duration::from_millis(2);
