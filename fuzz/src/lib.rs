//! The bodies of the fuzz targets, one module each: a property that holds for every input.
//!
//! An input is a file ([`snapshot`], [`geometry`]), a description of one ([`file`]), or choices from
//! which a session is made. Each body also runs over its seeds as an ordinary test.
//!
//! [`mutator`]: changes to a ring file that leave it one. [`clauses`]: what of `SPEC.md` the seeds
//! reach. [`dictionary`]: the words that an engine is to try.
#![forbid(unsafe_code)]

pub mod clauses;
pub mod custom;
pub mod dictionary;
pub mod differential;
pub mod eio;
pub mod file;
pub mod geometry;
pub mod json;
pub mod live;
pub mod mutator;
pub mod narrowing;
mod op;
pub mod sessions;
pub mod snapshot;
pub mod writes;

/// One walk that touches every accessor, the same that is linked without `std`.
#[path = "../../format/no-std-proof/src/digest.rs"]
mod digest;
