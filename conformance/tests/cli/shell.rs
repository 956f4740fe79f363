//! Completions and manual pages.

use std::io::{self, Write};
use std::path::Path;
use std::process::Command;

use crate::run::{eventring, run};

/// What bash offers after these words.
fn offered(words: &str) -> Vec<String> {
    let ask = format!(
        "source <({} completions bash); COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
         _eventring eventring \"${{COMP_WORDS[COMP_CWORD]}}\" \"${{COMP_WORDS[COMP_CWORD-1]}}\"; \
         printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        env!("CARGO_BIN_EXE_eventring")
    );
    let output = Command::new("bash").args(["-c", &ask]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn bash_completes_commands_options_and_values() {
    let commands = offered("eventring ''");
    assert!(commands.iter().any(|offer| offer == "export"), "{commands:?}");
    assert!(!commands.iter().any(|offer| offer == "producer-unit"), "it is a secret: {commands:?}");
    assert!(offered("eventring dump --sch").contains(&"--schema".to_owned()));
    assert_eq!(offered("eventring export x --format p"), ["perfetto"]);
}

#[test]
fn every_shell_has_a_script() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = run(["completions", shell]);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{shell}");
        assert!(run.out.contains("self-test") && run.out.contains("schema"), "{shell}");
    }
}

#[test]
fn every_command_has_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man/man1");
    let output = eventring().arg("manual").arg(&pages).output().unwrap();
    assert!(output.status.success());
    let said = String::from_utf8(output.stdout).unwrap();
    let found = std::fs::read_dir(&pages).unwrap().count();
    assert_eq!(said, format!("{found} pages in {}\n", pages.display()));
    for name in ["eventring", "eventring-dump", "eventring-certify-consumer", "eventring-spec-show"]
    {
        let page = std::fs::read_to_string(pages.join(format!("{name}.1"))).unwrap();
        assert!(page.contains(".SH NAME") && page.contains(".SH EXAMPLES"), "{name}");
    }
    assert!(!pages.join("eventring-mutant.1").exists(), "it is a secret");
}

/// What `man` shows of a page on a terminal of 80 columns; none where there is no `man`.
fn shown(page: &Path) -> Option<String> {
    let mut man = Command::new("man");
    man.env("MANWIDTH", "80").env("LC_ALL", "C.UTF-8").args(["-P", "cat", "-l"]).arg(page);
    let output = man.output().ok()?;
    // What a minimal system has in its place says so, and shows nothing.
    let text = String::from_utf8(output.stdout).unwrap();
    (output.status.success() && text.contains("SYNOPSIS")).then_some(text)
}

/// Where `man` is, what it shows; else the text of the page, without its escapes.
#[test]
fn tables_and_examples_stay_as_they_are_written() {
    let pages = tempfile::tempdir().unwrap();
    assert!(eventring().arg("manual").arg(pages.path()).output().unwrap().status.success());
    let (mut lines, mut without_man) = (0, false);
    for entry in std::fs::read_dir(pages.path()).unwrap() {
        let page = entry.unwrap().path();
        let text = std::fs::read_to_string(&page).unwrap();
        let plain = text
            .replace("\\\\", "\\")
            .replace("\\-", "-")
            .replace("\\*(Aq", "'")
            .replace("\\&", "");
        let shown = shown(&page);
        without_man |= shown.is_none();
        let shown = shown.unwrap_or(plain);
        let command = page.file_stem().unwrap().to_str().unwrap();
        let words: Vec<&str> = if command == "eventring" {
            vec!["--help"]
        } else {
            // A name of a command may have a hyphen itself.
            let words = command.strip_prefix("eventring-").unwrap();
            let group = ["certify", "spec", "vectors"]
                .into_iter()
                .find(|group| words.strip_prefix(group).is_some_and(|rest| rest.starts_with('-')));
            match group {
                Some(group) => vec![group, &words[group.len() + 1..], "--help"],
                None => vec![words, "--help"],
            }
        };
        let help = run(words).out;
        let after = help.split_once("-h, --help").unwrap().1.split_once("\n\n").unwrap().1;
        let after: Vec<&str> = after.lines().collect();
        let is_kept = |line: &str| line.starts_with("  ");
        for block in after.chunk_by(|line, next| is_kept(line) == is_kept(next)) {
            if !is_kept(block[0]) {
                continue;
            }
            lines += block.len();
            let moved_to = |columns: usize| -> String {
                block.iter().map(|line| format!("{:columns$}{}\n", "", &line[2..])).collect()
            };
            assert!(
                (0..=7).any(|columns| shown.contains(&moved_to(columns))),
                "{command}: {block:?}\n{shown}"
            );
        }
    }
    assert!(lines > 100, "{lines}");
    if without_man {
        // Past the test runner, which keeps to itself what a test prints that passes.
        let what = "there is no man here: only the text of the pages was looked at";
        let mut stderr = io::stderr();
        writeln!(stderr, "SKIPPED: {what}").unwrap();
    }
}
