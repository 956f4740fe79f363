//! `cargo run -p eventring-spec -- generate`: writes the generated files of this repository.

use std::error::Error;
use std::fs;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use eventring_spec::generate;

/// Keeps the generated files of this repository equal to the data in spec/.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Write the generated files, or look whether they are up to date.
    Generate {
        /// Write nothing; exit with 1 and name the files that are out of date.
        #[arg(long)]
        check: bool,
    },
}

fn main() -> ExitCode {
    let Command::Generate { check } = Arguments::parse().command;
    match run(check) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(check: bool) -> Result<ExitCode, Box<dyn Error>> {
    let mut code = ExitCode::SUCCESS;
    for file in generate::all()? {
        let path = file.path.display();
        if fs::read_to_string(&file.path).is_ok_and(|text| text == file.text) {
            println!("{path}: up to date");
        } else if check {
            println!("{path}: out of date, run `cargo run -p eventring-spec -- generate`");
            code = ExitCode::FAILURE;
        } else {
            fs::write(&file.path, &file.text).map_err(|error| format!("{path}: {error}"))?;
            println!("{path}: written");
        }
    }
    Ok(code)
}
