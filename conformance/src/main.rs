//! The command line.

use std::process::ExitCode;

use eventring_conformance::cli::Cli;

fn main() -> ExitCode {
    Cli::of_process().run().into()
}
