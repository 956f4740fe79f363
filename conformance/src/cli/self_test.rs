//! `eventring self-test`.

use std::fs::File;
use std::io::{self, Write, stdout};
use std::path::PathBuf;

use eventring_spec::registry::Registry;

use super::failure::Failure;
use super::print::write_json;
use super::progress::waiting;
use crate::exit::Exit;
use crate::mutants::{Matrix, text};
use crate::report::matrix_html;
use crate::vectors;

/// Prove that every check and every vector can fail: run wrong producers and consumers, each wrong in one thing
#[derive(clap::Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Args {
    /// Text for people, one JSON object for programs, or a page for a browser
    #[arg(long, value_enum, default_value_t = Form::Text)]
    report: Form,

    /// Write the report to this file, not to standard output
    #[arg(long, value_name = "PATH")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Form {
    Text,
    Json,
    Html,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    // Before anything runs: a report that cannot be written makes the run worth nothing.
    let out = args.output.as_deref().map(|path| match File::create(path) {
        Ok(file) => Ok((io::BufWriter::new(file), path)),
        Err(error) => Err(Failure::Report { path: path.display().to_string(), error }),
    });
    let out = out.transpose()?;
    let registry = Registry::load().map_err(|errors| Failure::Registry(errors.to_string()))?;
    let vectors = vectors::load().map_err(|error| Failure::Registry(error.to_string()))?;
    let running = waiting("running what is wrong on purpose");
    let matrix = Matrix::run(&vectors, &registry).map_err(Failure::Registry)?;
    drop(running);
    match out {
        None => write(&mut io::BufWriter::new(stdout().lock()), args.report, &matrix)
            .map_err(Failure::Output)?,
        Some((mut file, path)) => write(&mut file, args.report, &matrix)
            .map_err(|error| Failure::Report { path: path.display().to_string(), error })?,
    }
    Ok(if matrix.is_sound() { Exit::Fine } else { Exit::NonConforming })
}

fn write(out: &mut dyn Write, form: Form, matrix: &Matrix) -> io::Result<()> {
    match form {
        Form::Text => out.write_all(text(matrix).as_bytes())?,
        Form::Json => write_json(out, matrix)?,
        Form::Html => out.write_all(matrix_html(matrix).map_err(io::Error::other)?.as_bytes())?,
    }
    out.flush()
}

const AFTER_HELP: &str = "\
A wrong producer has to fail the check of the clause that it breaks, and no other that is not masked. A wrong consumer \
has to fail a vector of its clause, and no other clause may explain what it fails. A wrong live consumer has to fail a \
scenario of its clause; each turn of a race is run, and no failure may show another clause that is not masked.

Exit codes: 0 all as it should be, 1 a MUST without mutant or reason, or a mutant that is not killed as it should be

Examples:
  eventring self-test
  eventring self-test --report json > matrix.json
  eventring self-test --report html --output matrix.html";
