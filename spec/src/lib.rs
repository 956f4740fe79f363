//! The specification as data: what `SPEC.md` and the files beside it say, loaded and linted.
//!
//! * [`registry`]: every id, name and unit of every OCaml release, from `registry/`.
//! * [`clauses`]: the requirements of `SPEC.md`, by their permanent names.
//! * [`generate`]: what of it is compiled into other packages.
//! * [`deviations`]: how known implementations differ from it, with reasons.
//! * [`recordings`]: real runtimes' files, with their own consumer's decoding.
//! * [`vectors`]: small made files, each with what a consumer makes of it.
#![forbid(unsafe_code)]

pub mod clauses;
pub mod deviations;
pub mod generate;
#[cfg(test)]
mod house;
pub mod recordings;
pub mod registry;
pub mod vectors;
