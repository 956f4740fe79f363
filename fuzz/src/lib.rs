//! The bodies of the fuzz targets, one module each: a property that holds for every input.
//!
//! An input describes a file; see [`file`]. Each body also runs over its seeds as an ordinary
//! test.
#![forbid(unsafe_code)]

pub mod differential;
pub mod file;
pub mod geometry;
pub mod snapshot;

/// One walk that touches every accessor, the same that is linked without `std`.
#[path = "../../format/no-std-proof/src/digest.rs"]
mod digest;
