//! The mutant fleet: producers and consumers that are wrong on purpose, each in one thing, so that every check is
//! proven able to fail.

pub mod producer;
