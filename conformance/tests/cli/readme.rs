//! What README.md shows is what the commands print, and its two set-up commands are there.

use std::path::Path;

use crate::run::eventring;

/// The folder that README.md and its paths are relative to.
fn top() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package lies in the repository")
}

/// The code blocks of README.md, with their language.
fn code_blocks() -> Vec<(String, String)> {
    let readme = std::fs::read_to_string(top().join("README.md")).expect("README.md");
    let pieces: Vec<&str> = readme.split("```").collect();
    assert!(pieces.len() % 2 == 1, "a code block is open at the end");
    let blocks = pieces.iter().skip(1).step_by(2);
    blocks
        .map(|block| {
            let (language, content) = block.split_once('\n').expect("a line that opens the block");
            (language.to_owned(), content.to_owned())
        })
        .collect()
}

/// Whether `printed` is `shown`, where a line of three dots stands for any lines.
fn matches(shown: &[&str], printed: &[&str]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((&"...", rest)) => {
            (0..=printed.len()).any(|skipped| matches(rest, &printed[skipped..]))
        }
        Some((line, rest)) => {
            printed.first().is_some_and(|first| first == line) && matches(rest, &printed[1..])
        }
    }
}

#[test]
fn what_is_shown_is_what_is_printed() {
    let mut shown = 0;
    for (_, block) in code_blocks().iter().filter(|(language, _)| language == "console") {
        for command in block.split("$ eventring ").skip(1) {
            let mut lines = command.trim_end().lines();
            let args = lines.next().expect("arguments").split(' ');
            let output = eventring().current_dir(top()).args(args.clone()).output().unwrap();
            let printed = String::from_utf8(output.stdout).unwrap();
            let (shown_lines, printed_lines): (Vec<&str>, Vec<&str>) =
                (lines.collect(), printed.lines().collect());
            assert!(
                matches(&shown_lines, &printed_lines),
                "README.md is out of date for eventring {}; it prints\n{printed}",
                args.collect::<Vec<_>>().join(" ")
            );
            shown += 1;
        }
    }
    assert!(shown >= 3, "README.md shows {shown} commands");
}

#[test]
fn there_are_two_set_up_commands() {
    let blocks = code_blocks();
    let commands: Vec<&str> = blocks
        .iter()
        .filter(|(language, _)| language == "sh")
        .map(|(_, block)| block.trim())
        .collect();
    assert_eq!(commands.len(), 2, "{commands:?}");
    let main_job = commands[0].strip_prefix("cargo run --release -- ").expect("the main job first");
    let output = eventring().current_dir(top()).args(main_job.split(' ')).output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
    assert_eq!(commands[1], "cargo test --workspace");
}

#[test]
fn dots_stand_for_any_lines() {
    assert!(matches(&["a", "...", "d"], &["a", "b", "c", "d"]));
    assert!(matches(&["..."], &[]) && matches(&["a", "..."], &["a"]));
    assert!(!matches(&["a"], &["a", "b"]) && !matches(&["a", "...", "d"], &["a", "d", "e"]));
}
