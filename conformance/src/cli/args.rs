//! The command line as a whole.

use std::env::args_os;
use std::ffi::OsString;

use clap::{ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};

#[cfg(feature = "watch")]
use super::watch;
use super::{
    certify, check, completions, dump, export, fuzz, info, manual, message, mutant, producer_unit,
    record, scenario_producer, self_test, snapshot, spec, stats, tree, vectors, words,
};
use crate::exit::Exit;

/// Looks into the .events files that OCaml 5 programs trace themselves into.
#[derive(Debug, Parser)]
#[command(name = "eventring", version, arg_required_else_help = true, after_help = AFTER_HELP)]
pub struct Cli {
    /// Whether to colour what people read; auto does on a terminal, unless NO_COLOR or CLICOLOR=0 says otherwise
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = ColorChoice::Auto, global = true, display_order = 100)]
    color: ColorChoice,

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
    Completions(completions::Args),
    Manual(manual::Args),
    #[command(hide = true)]
    Mutant(mutant::Args),
    #[command(hide = true)]
    ProducerUnit(producer_unit::Args),
    #[command(hide = true)]
    ScenarioProducer(scenario_producer::Args),
}

impl Cli {
    /// The command line of this process. Where it is wrong, or asks for help, the process ends here.
    pub fn of_process() -> Self {
        let args: Vec<OsString> = args_os().collect();
        let matches = Self::command().color(color_of(&args)).get_matches_from(args);
        Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    }

    /// Runs the command, tells what failed, and says how to exit.
    pub fn run(&self) -> Exit {
        match self.color {
            ColorChoice::Auto => anstream::ColorChoice::Auto,
            ColorChoice::Always => anstream::ColorChoice::Always,
            ColorChoice::Never => anstream::ColorChoice::Never,
        }
        .write_global();
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
            Command::Completions(args) => completions::run(args),
            Command::Manual(args) => manual::run(args),
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

/// What --color says, looked up before anything is parsed, so that help and errors of parsing follow it.
fn color_of(args: &[OsString]) -> ColorChoice {
    let own = args.iter().skip(1).take_while(|arg| *arg != "--");
    let own: Vec<&str> = own.filter_map(|arg| arg.to_str()).collect();
    let mut values = own.iter().enumerate().filter_map(|(place, arg)| match *arg {
        "--color" => own.get(place + 1).copied(),
        arg => arg.strip_prefix("--color="),
    });
    let value = values.next_back().and_then(|value| value.parse().ok());
    value.unwrap_or(ColorChoice::Auto)
}

const AFTER_HELP: &str = "\
Exit codes:
  0  fine (a closed pipe too)
  1  the data does not conform: a file that is refused, a ring that ends early
  2  wrong usage, a --ring that does not exist too
  3  the file cannot be read, the output not written, or a limit was hit
  4  nothing was checked or selected
  5  not ready: the producer has not finished the file header yet

Examples:
  eventring info 4711.events                      what is in it
  eventring dump 4711.events --order time         its events
  eventring record -o trace.events -- ./server    run a program and record it
  eventring stats 4711 --for 10                   watch process 4711
  eventring check 4711.events                     is the file sound?
  eventring certify consumer -- ./reader {file}   is your reader right?
  eventring help export                           more on one command";

#[cfg(test)]
mod tests {
    use clap::Command as Definition;
    use clap::error::ErrorKind;

    use super::*;

    #[test]
    fn the_definition_is_consistent() {
        Cli::command().debug_assert();
    }

    /// Each command that is no secret, with the words that lead to it.
    fn commands(command: &Definition, words: &[String]) -> Vec<(Vec<String>, Definition)> {
        let words = [words, &[command.get_name().to_owned()]].concat();
        let below = command.get_subcommands().filter(|below| !below.is_hide_set());
        let below: Vec<_> = below.flat_map(|below| commands(below, &words)).collect();
        [(words, command.clone())].into_iter().chain(below).collect()
    }

    /// The words of the first command of a line, as a shell takes them apart; what follows two spaces is a remark.
    fn words(line: &str) -> Vec<String> {
        let line = line.trim();
        let line = line.split("  ").next().unwrap();
        let end = [" | ", " && ", " > ", " >> "].iter().filter_map(|end| line.find(end)).min();
        let mut words = vec![String::new()];
        let mut is_quoted = false;
        for letter in line[..end.unwrap_or(line.len())].chars() {
            match letter {
                '\'' => is_quoted = !is_quoted,
                ' ' if !is_quoted => words.push(String::new()),
                letter => words.last_mut().unwrap().push(letter),
            }
        }
        words
    }

    /// A line that is not right is worse than none, and so is one that is of another command.
    #[test]
    fn the_help_of_every_command_ends_with_examples_that_parse() {
        for (path, command) in commands(&Cli::command(), &[]) {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let (_, examples) = help.split_once("Examples:\n").unwrap_or_else(|| {
                panic!("{} has no examples", path.join(" "));
            });
            for line in examples.lines() {
                let words = words(line);
                assert!(words.starts_with(&path) || path.len() == 1, "{line}");
                match Cli::command().try_get_matches_from(&words) {
                    Ok(_) => {}
                    Err(error) => {
                        assert_eq!(error.kind(), ErrorKind::DisplayHelp, "{line}: {error}")
                    }
                }
                assert!(line.len() < 80, "wider than many a terminal: {line}");
            }
        }
    }

    #[test]
    fn the_last_color_before_a_foreign_command_counts() {
        for (line, color) in [
            ("eventring info x", ColorChoice::Auto),
            ("eventring --color never info x", ColorChoice::Never),
            ("eventring info x --color=always", ColorChoice::Always),
            ("eventring --color never info x --color=always", ColorChoice::Always),
            ("eventring record -- ls --color=always", ColorChoice::Auto),
            ("eventring info --color", ColorChoice::Auto),
            ("eventring info --color pink", ColorChoice::Auto),
        ] {
            let args: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            assert_eq!(color_of(&args), color, "{line}");
        }
    }
}
