//! `eventring certify`.
//!
//! What all units have in common is in [`common`] and [`output`]; each kind of unit has a file of its own.

mod common;
mod consumer;
mod output;
mod producer;

use common::Common;
use consumer::Consumer;
use producer::Producer;

use super::failure::Failure;
use crate::exit::Exit;

/// Certify a consumer: does it make of every vector and recording what SPEC.md says?
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
        None => consumer::built_in(&args.common),
        Some(What::Consumer(consumer)) => consumer.run(),
        Some(What::Producer(producer)) => producer.run(),
    }
}

const AFTER_HELP: &str = "\
Without `consumer`, the built-in consumer is certified, in this process.

Examples:
  eventring certify
  eventring certify --select '*padding*' --report tap

Exit codes: 0 conforms, 1 does not conform, 2 usage, 3 environment or limit, 4 nothing was checked";
