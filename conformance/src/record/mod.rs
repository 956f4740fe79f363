//! The event record, version 1: one JSON object a line, what a decoded event looks like to other programs.
//!
//! `dump --format jsonl` prints these, and so does a consumer under test. The types here know nothing of how a ring
//! file is read. Numbers are exact 64-bit integers; when read, a decimal string stands for the same number.

mod hex;
mod name;
mod number;
mod parse;
mod print;
mod reading;
#[cfg(feature = "cli")]
mod schema;
mod types;

pub use hex::Hex;
#[cfg(feature = "cli")]
pub(crate) use hex::parse_hex;
pub use name::Name;
pub use reading::{Member, ReadEvent, Reading};
pub use types::{Body, Corrupt, Event, Record};
