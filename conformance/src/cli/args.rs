//! The command line as a whole.

use clap::{Parser, Subcommand};

#[cfg(feature = "watch")]
use super::watch;
use super::{
    certify, check, dump, export, fuzz, info, message, mutant, producer_unit, record,
    scenario_producer, self_test, snapshot, spec, stats, tree, vectors, words,
};
use crate::exit::Exit;

/// Looks into the .events files that OCaml 5 programs trace themselves into.
#[derive(Debug, Parser)]
#[command(name = "eventring", version, arg_required_else_help = true, after_help = EXIT_CODES)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Info(info::Args),
    Dump(dump::Args),
    Words(words::Args),
    Snapshot(snapshot::Args),
    Stats(stats::Args),
    Tree(tree::Args),
    Export(export::Args),
    #[cfg(feature = "watch")]
    Watch(watch::Args),
    Record(record::Args),
    Check(check::Args),
    Vectors(vectors::Args),
    Spec(spec::Args),
    Certify(Box<certify::Args>),
    SelfTest(self_test::Args),
    Fuzz(Box<fuzz::Args>),
    #[command(hide = true)]
    Mutant(mutant::Args),
    #[command(hide = true)]
    ProducerUnit(producer_unit::Args),
    #[command(hide = true)]
    ScenarioProducer(scenario_producer::Args),
}

impl Cli {
    /// Runs the command, tells what failed, and says how to exit.
    pub fn run(&self) -> Exit {
        let result = match &self.command {
            Command::Info(args) => info::run(args),
            Command::Dump(args) => dump::run(args),
            Command::Words(args) => words::run(args),
            Command::Snapshot(args) => snapshot::run(args),
            Command::Stats(args) => stats::run(args),
            Command::Tree(args) => tree::run(args),
            Command::Export(args) => export::run(args),
            #[cfg(feature = "watch")]
            Command::Watch(args) => watch::run(args),
            Command::Record(args) => record::run(args),
            Command::Check(args) => check::run(args),
            Command::Vectors(args) => vectors::run(args),
            Command::Spec(args) => spec::run(args),
            Command::Certify(args) => certify::run(args),
            Command::SelfTest(args) => self_test::run(args),
            Command::Fuzz(args) => fuzz::run(args),
            Command::Mutant(args) => mutant::run(args),
            Command::ProducerUnit(args) => producer_unit::run(args),
            Command::ScenarioProducer(args) => scenario_producer::run(args),
        };
        result.unwrap_or_else(|failure| {
            if !failure.is_closed_pipe() {
                message::error(&failure);
            }
            failure.exit()
        })
    }
}

pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0  fine (a closed pipe too)
  1  the data does not conform: a file that is refused, a ring that ends early
  2  wrong usage, a --ring that does not exist too
  3  the file cannot be read, the output not written, or a limit was hit
  4  nothing was checked or selected
  5  not ready: the producer has not finished the file header yet";

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }
}
