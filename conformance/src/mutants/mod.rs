//! The mutant fleet: producers and consumers that are wrong on purpose, each in one thing, so that every check and every
//! vector is proven able to fail.
//!
//! * [`producer`]: wrong producers, whose files may fail the check of their clause and no other.
//! * [`consumer`]: wrong consumers, which have to fail a case that tests their clause and can be told from others.
//! * [`live`]: wrong live consumers, whose failures of scenarios may show their clause and no other.
//! * [`Matrix`]: all, against all clauses. [`reason`]: why a clause has none.
//! * [`text`]: the matrix for people.

pub mod consumer;
pub mod live;
mod matrix;
pub mod producer;
mod reasons;
mod show;

pub use matrix::{Matrix, Mutant, Row};
pub use reasons::{MODELS, NOT_YET, Side, UNSEEN, reason};
pub use show::text;
