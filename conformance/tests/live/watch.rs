use std::process::Command;

use crate::producer::Producer;
use crate::terminal::Terminal;

/// What it draws is tested where it is drawn.
#[test]
fn without_a_terminal_it_says_what_there_is_instead() {
    let folder = tempfile::tempdir().unwrap();
    let mut producer = Producer::start(folder.path(), 6);
    let output = Command::new(env!("CARGO_BIN_EXE_eventring"))
        .args(["watch", &producer.id().to_string()])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("eventring stats"));
    // It lives.
    producer.tell("write 1");
}

#[test]
fn a_program_is_seen_on_the_screen_and_goes_on_when_the_screen_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let mut producer = Producer::start(folder.path(), 12);
    producer.tell("fiber early-bird");
    let mut terminal = Terminal::run(
        Command::new(env!("CARGO_BIN_EXE_eventring")).args(["watch", &producer.id().to_string()]),
    );
    terminal.wait_for(&["early-bird", "it runs"]);
    producer.tell("fiber late-comer");
    terminal.wait_for(&["late-comer"]);
    terminal.press("q");
    assert_eq!(terminal.child.wait().unwrap().code(), Some(0));
    // It lives.
    producer.tell("write 1");
}

#[test]
fn the_end_of_a_program_is_told_on_the_screen() {
    let folder = tempfile::tempdir().unwrap();
    let mut producer = Producer::start(folder.path(), 12);
    producer.tell("fiber only-one");
    let mut terminal = Terminal::run(
        Command::new(env!("CARGO_BIN_EXE_eventring")).args(["watch", &producer.id().to_string()]),
    );
    terminal.wait_for(&["only-one"]);
    producer.end();
    terminal.wait_for(&["ended"]);
    // Ctrl-C leaves it, too.
    terminal.press("\x03");
    assert_eq!(terminal.child.wait().unwrap().code(), Some(0));
}
