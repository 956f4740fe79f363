//! Looks into OCaml's runtime-events ring files. The command line `eventring` is a thin layer over this library.
//!
//! From the bottom up, each floor knowing only those below it:
//!
//! * [`source`]: where bytes come from. [`record`]: the event record, which knows nothing of how a file is read.
//! * [`plain`]: a second reader and writer of ring files, written from `SPEC.md` alone.
//! * [`vectors`]: small files and what a consumer makes of them, from the texts of `spec/vectors`.
//! * [`scenarios`]: what a producer does while a consumer reads.
//! * [`schema`]: what somebody's own custom events hold, told in a file.
//! * [`clauses`]: the requirements. [`finding`]: what a check reports. [`checks`]: each clause that a file can show.
//! * [`report`]: what came of them, for people and programs.
//! * [`run`]: what a traced program and its runtime did, from the events of all rings.
//! * [`inspect`]: what a snapshot holds, as a whole and event by event.
//! * [`certify`]: somebody's consumer against every vector and recording. [`report`]: what came of it.
//! * [`mutants`]: producers and consumers that are wrong on purpose, so that all of that is proven able to fail.
//! * [`generate`]: sessions from choices, valid, with one clause broken, hostile. [`fuzzing`]: somebody's consumer over them.
//! * [`cli`]: the commands, arguments only. [`exit`]: what they promise to end with.
//!
//! Without the feature `cli`, which is on unless it is turned off, only what needs no files and no processes is there.

#[cfg(feature = "cli")]
pub mod certify;
#[cfg(feature = "cli")]
pub mod checks;
#[cfg(feature = "cli")]
pub mod clauses;
#[cfg(feature = "cli")]
pub mod cli;
pub mod counted;
#[cfg(feature = "cli")]
pub mod exit;
#[cfg(feature = "cli")]
pub mod finding;
#[cfg(feature = "cli")]
pub mod fuzzing;
pub mod generate;
pub mod inspect;
#[cfg(feature = "cli")]
pub mod mutants;
pub mod plain;
pub mod record;
#[cfg(feature = "cli")]
pub mod report;
pub mod run;
#[cfg(feature = "cli")]
pub mod scenarios;
pub mod schema;
#[cfg(feature = "cli")]
pub mod source;
pub mod vectors;
