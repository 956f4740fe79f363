//! The help of every command, as it is on a terminal of 80 columns.
//!
//! `EVENTRING_UPDATE=1 cargo test -p eventring-conformance --test cli help` writes it anew.

use std::fmt::Write;
use std::path::Path;

use clap::error::ErrorKind;
use clap::{Command, CommandFactory};
use eventring_conformance::cli::Cli;

use crate::expected::assert_expected;

const EXPECTED: &str = "cli/expected/help.txt";

/// Each command that is no secret, as the words that lead to it.
fn paths(command: &Command, path: &[String]) -> Vec<Vec<String>> {
    let path = [path, &[command.get_name().to_owned()]].concat();
    let below = command.get_subcommands().filter(|below| !below.is_hide_set());
    let below: Vec<_> = below.flat_map(|below| paths(below, &path)).collect();
    [path].into_iter().chain(below).collect()
}

#[test]
fn the_help_of_every_command_is_as_expected() {
    let mut text = String::new();
    for path in paths(&Cli::command(), &[]) {
        let words = path.iter().map(String::as_str).chain(["--help"]);
        let shown = Cli::command().term_width(80).try_get_matches_from(words).unwrap_err();
        assert_eq!(shown.kind(), ErrorKind::DisplayHelp);
        writeln!(text, "$ {} --help", path.join(" ")).unwrap();
        for line in shown.to_string().lines() {
            writeln!(text, "{}", line.trim_end()).unwrap();
        }
        text.push('\n');
    }
    assert_expected(Path::new(EXPECTED), &text);
}
