//! The command line as its users meet it: the binary is run, over recordings and over files made word by word.

mod errors;
mod event_schemas;
mod exit_codes;
mod expected;
mod faults;
mod help;
mod hostile;
mod inputs;
mod output;
mod part;
mod published;
mod readme;
mod releases;
mod run;
mod sample;
mod schemas;
mod shell;
mod typed;
mod views;
