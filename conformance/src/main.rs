//! The command line.

use std::process::ExitCode;

use clap::Parser;
use eventring_conformance::cli::Cli;

fn main() -> ExitCode {
    Cli::parse().run().into()
}
