//! Looks into OCaml's runtime-events ring files. The command line `eventring` is a thin layer over this library.
//!
//! From the bottom up, each floor knowing only those below it:
//!
//! * [`source`]: where bytes come from. [`record`]: the event record, which knows nothing of how a file is read.
//! * [`plain`]: a second reader and writer of ring files, written from `SPEC.md` alone.
//! * [`vectors`]: small files and what a consumer makes of them, from the texts of `spec/vectors`.
//! * [`clauses`]: the requirements. [`finding`]: what a check reports. [`checks`]: each clause that a file can show.
//! * [`report`]: what came of them, for people and programs.
//! * [`inspect`]: what a snapshot holds, as a whole and event by event.
//! * [`certify`]: somebody's consumer against every vector and recording. [`report`]: what came of it.
//! * [`mutants`]: producers and consumers that are wrong on purpose, so that all of that is proven able to fail.
//! * [`cli`]: the commands, arguments only. [`exit`]: what they promise to end with.

pub mod certify;
pub mod checks;
pub mod clauses;
pub mod cli;
pub mod exit;
pub mod finding;
pub mod inspect;
pub mod mutants;
pub mod plain;
pub mod record;
pub mod report;
pub mod source;
pub mod vectors;
