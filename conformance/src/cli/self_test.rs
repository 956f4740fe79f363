//! `eventring self-test`.

use std::io::{self, Write, stdout};

use eventring_spec::registry::Registry;

use super::failure::Failure;
use super::print::{TextOrJson, write_json};
use super::progress::waiting;
use crate::exit::Exit;
use crate::mutants::{Matrix, text};
use crate::vectors;

/// Prove that every check and every vector can fail: run wrong producers and consumers, each wrong in one thing
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    /// Text for people, or one JSON object for programs
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    report: TextOrJson,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let registry = Registry::load().map_err(|errors| Failure::Registry(errors.to_string()))?;
    let vectors = vectors::load().map_err(|error| Failure::Registry(error.to_string()))?;
    let running = waiting("running what is wrong on purpose");
    let matrix = Matrix::run(&vectors, &registry).map_err(Failure::Registry)?;
    drop(running);
    let print = || {
        let mut out = io::BufWriter::new(stdout().lock());
        match args.report {
            TextOrJson::Text => out.write_all(text(&matrix).as_bytes())?,
            TextOrJson::Json => {
                write_json(&mut out, &matrix)?;
            }
        }
        out.flush()
    };
    print().map_err(Failure::Output)?;
    Ok(if matrix.is_sound() { Exit::Fine } else { Exit::NonConforming })
}

const AFTER_HELP: &str = "\
A wrong producer has to fail the check of the clause that it breaks, and no other that is not masked. A wrong consumer \
has to fail a vector of its clause, and no other clause may explain what it fails. A wrong live consumer has to fail a \
scenario of its clause; each turn of a race is run, and no failure may show another clause that is not masked.

Exit codes: 0 all as it should be, 1 a MUST without mutant or reason, or a mutant that is not killed as it should be

Examples:
  eventring self-test
  eventring self-test --report json > matrix.json";
