//! The commands that watch a running program. The program is a producer of our own, in a process of its own.

mod bad_input;
mod export;
mod follow;
mod producer;
mod record;
mod snapshot;
mod stats;
#[cfg(feature = "watch")]
mod terminal;
mod tree;
#[cfg(feature = "watch")]
mod watch;
