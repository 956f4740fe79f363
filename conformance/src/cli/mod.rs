//! The commands: their arguments, what they print where, and how they exit. What they print is made elsewhere.

mod args;
mod certify;
mod check;
mod completions;
mod dump;
mod export;
mod failure;
mod followed;
mod fuzz;
mod info;
mod input;
mod list;
mod manual;
mod message;
mod mutant;
mod near;
mod print;
mod producer_unit;
mod progress;
mod record;
mod replayed;
mod scenario_producer;
mod schema_args;
mod select;
mod self_test;
mod signals;
mod size;
mod snapshot;
mod spec;
mod stats;
mod tree;
mod unit;
mod vectors;
#[cfg(feature = "watch")]
mod watch;
mod words;

pub use args::Cli;
