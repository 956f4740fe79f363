//! What the fuzzing kit makes, and its command as its users meet it.

mod command;
mod generate;
