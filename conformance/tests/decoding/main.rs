//! What bytes mean: both decoders over vectors and recordings.

mod differential;
mod eio;
mod narrowing;
mod recordings;
mod vectors;
