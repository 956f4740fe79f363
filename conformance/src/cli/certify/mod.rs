//! `eventring certify`.
//!
//! What all units have in common is in [`common`] and [`output`]; each kind of unit has a file of its own.

mod common;
mod consumer;
mod output;
mod producer;

use std::env::current_exe;
use std::path::PathBuf;

use common::Common;
use consumer::Consumer;
use output::Outputs;
use producer::Producer;

use super::failure::Failure;
use crate::certify::unused;
use crate::exit::Exit;

/// Certify a consumer or a producer: does it make of every file, or write in every session, what SPEC.md says?
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP, args_conflicts_with_subcommands = true)]
pub(super) struct Args {
    #[command(flatten)]
    common: Common,

    #[command(subcommand)]
    what: Option<What>,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    Consumer(Consumer),
    Producer(Producer),
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    match &args.what {
        None => pair(&args.common),
        Some(What::Consumer(consumer)) => consumer.run(),
        Some(What::Producer(producer)) => producer.run(),
    }
}

/// Certifies the built-in consumer and the built-in producer.
fn pair(common: &Common) -> Result<Exit, Failure> {
    const COMMAND: &str = "eventring certify";
    let outputs = Outputs::create(common)?;
    let consumer = consumer::certify(common, COMMAND, None)?;
    let mut both = consumer.with(producer::certify(common, COMMAND, None)?);
    both.declared.name = "the built-in consumer and producer".to_owned();
    // An entry of a list can be about either.
    both.unused = unused(&common.lists(None)?, &both.results, both.is_whole());
    common.warn_of_selection(&both, || [consumer::names(), producer::names()].concat());
    outputs.write(&both)
}

/// This program, which plays the built-in producer and that of the scenarios.
fn this_program() -> Result<PathBuf, Failure> {
    current_exe().map_err(|error| Failure::System { what: "find this program", error })
}

const AFTER_HELP: &str = "\
Without `consumer` or `producer`, the built-in ones are certified, both.

Exit codes: 0 conforms, 1 does not conform, 2 usage, 3 environment or limit, 4 nothing was checked

Examples:
  eventring certify
  eventring certify --select '*padding*' --report tap";
