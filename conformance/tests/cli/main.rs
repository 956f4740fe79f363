//! The command line as its users meet it: the binary is run, over recordings and over files made word by word.

mod event_schemas;
mod exit_codes;
mod faults;
mod hostile;
mod inputs;
mod output;
mod readme;
mod releases;
mod run;
mod sample;
mod schemas;
mod typed;
mod views;
