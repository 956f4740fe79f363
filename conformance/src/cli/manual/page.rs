//! One manual page: that of clap, with tables and examples as they are written.

use std::fs;
use std::io;
use std::path::Path;

use clap::Command;
use clap::builder::Resettable::Reset;
use clap_mangen::Man;
use roff::{Roff, roman};

/// The width of a terminal, to which tables and examples are written.
const COLUMNS: usize = 80;

/// How far the text of a page is indented.
const INDENT_COLUMNS: usize = 7;

/// Writes the pages of a command and of those below it, without the secret ones; says how many.
pub(super) fn write_all(command: Command, folder: &Path) -> io::Result<usize> {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    write_below(&command, folder)
}

fn write_below(command: &Command, folder: &Path) -> io::Result<usize> {
    let mut pages = 1;
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        pages += write_below(below, folder)?;
    }
    // Of the text after the options clap makes one paragraph: it is left out there, and follows after it.
    let man = Man::new(command.clone().after_help(Reset).after_long_help(Reset));
    let mut page = Vec::new();
    man.render(&mut page)?;
    if let Some(text) = command.get_after_help() {
        notes(&text.to_string()).to_writer(&mut page)?;
    }
    fs::write(folder.join(man.get_filename()), page)?;
    Ok(pages)
}

/// The text after the options: prose is filled, and what is indented stays line by line.
fn notes(text: &str) -> Roff {
    let mut page = Roff::new();
    let mut current = "";
    for paragraph in text.split("\n\n") {
        let (heading, paragraph) = match paragraph.split_once(':') {
            Some(("Exit codes" | "Exit code", codes)) => ("EXIT STATUS", codes),
            Some(("Examples", examples)) => ("EXAMPLES", examples),
            _ => ("NOTES", paragraph),
        };
        if heading == current {
            page.control("PP", []);
        } else {
            page.control("SH", [heading]);
            current = heading;
        }
        let lines: Vec<&str> = match paragraph.strip_prefix('\n') {
            Some(lines) => lines.lines().collect(),
            None => paragraph.trim_start().lines().collect(),
        };
        for lines in lines.chunk_by(|line, next| is_kept(line) == is_kept(next)) {
            if lines.first().is_some_and(|line| is_kept(line)) {
                keep(lines, &mut page);
            } else {
                page.text([roman(lines.join("\n"))]);
            }
        }
    }
    page
}

/// Whether a line stays as it is written.
fn is_kept(line: &str) -> bool {
    line.starts_with(' ')
}

/// Lines that are not filled, under the text around them, or as far to the left as the widest needs.
fn keep(lines: &[&str], page: &mut Roff) {
    let lines: Vec<&str> =
        lines.iter().map(|line| line.strip_prefix("  ").unwrap_or(line)).collect();
    let widest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let indent = COLUMNS.saturating_sub(widest).min(INDENT_COLUMNS);
    page.control("nf", []).control("in", [format!("{indent}n").as_str()]);
    for line in lines {
        page.text([roman(line)]);
    }
    // Without a number it is what it was before.
    page.control("in", []).control("fi", []);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prose_is_filled_and_tables_are_kept() {
        let text = "What it means:\n  a-b  the one\n  .c   it's\\ the other\nAnd more\nof it.\n\nAside.\n\n\
                    Exit codes: 0 fine,\n1 not\n\nExamples:\n  eventring a";
        assert_eq!(
            notes(text).to_roff(),
            ".SH NOTES\nWhat it means:\n.nf\n.in 7n\na\\-b  the one\n\\&.c   it's\\\\ the other\n.in\n.fi\n\
             And more\nof it.\n.PP\nAside.\n.SH \"EXIT STATUS\"\n0 fine,\n1 not\n\
             .SH EXAMPLES\n.nf\n.in 7n\neventring a\n.in\n.fi\n"
        );
    }

    #[test]
    fn a_wide_line_moves_its_block_to_the_left() {
        for (columns, indent) in [(73, 7), (74, 6), (79, 1), (80, 0), (81, 0)] {
            let page = notes(&format!("Examples:\n  {}", "x".repeat(columns))).to_roff();
            assert!(page.contains(&format!(".in {indent}n\n")), "{columns}: {page}");
        }
    }
}
