//! What is said on standard error.

use std::fmt::Display;
use std::io::Write;

use anstream::stderr;
use clap::builder::styling::{AnsiColor, Style};

use crate::exit::Exit;
use crate::inspect::{Ending, Releases, Typing};

/// Says why the command failed.
pub(super) fn error(message: &impl Display) {
    say("error", AnsiColor::Red.on_default().bold(), message);
}

/// Says what was done.
pub(super) fn note(message: &impl Display) {
    say("note", AnsiColor::Green.on_default(), message);
}

/// Says what a reader of the output should know.
pub(super) fn warning(message: &impl Display) {
    say("warning", AnsiColor::Yellow.on_default().bold(), message);
}

/// What speaks against the release that names were taken from.
pub(super) fn warn_of_release(what: &str, releases: &Releases) {
    if let Some(doubt) = releases.warning() {
        warning(&format_args!("{what}: {doubt}"));
    }
}

/// Says what became of a file that was followed, where it is not what was expected, and how to exit for that.
pub(super) fn note_of_ending(what: &str, ending: Ending) -> Exit {
    match ending {
        Ending::ProcessEnded | Ending::TimeUp | Ending::Stopped | Ending::Enough => {}
        Ending::Removed => {
            warning(&format_args!("{what}: the file was removed, and its process is not known"));
        }
        Ending::Replaced => warning(&format_args!("{what}: another file has taken its place")),
        Ending::Restarted(restart) => warning(&format_args!("{what}: {restart}")),
        Ending::CutShort => {
            error(&format_args!("{what}: it was made shorter; what was left in it is not read"));
            return Exit::Environment;
        }
    }
    Exit::Fine
}

/// What the bytes looked like, in the words that both `info` and `dump` use.
pub(super) fn warn_of_faults(what: &str, corrupt_rings: u64, short_events: u64) {
    if short_events > 0 {
        let s = if short_events == 1 { "event has" } else { "events have" };
        warning(&format_args!(
            "{what}: {short_events} {s} fewer words than the type needs; what is missing is null"
        ));
    }
    if corrupt_rings > 0 {
        let s = if corrupt_rings == 1 { "ring ends" } else { "rings end" };
        warning(&format_args!(
            "{what}: {corrupt_rings} {s} early, at an item that cannot be; a copy of a file that is being written \
             looks the same: take a true one with `eventring snapshot PID -o F`"
        ));
    }
}

/// Says that a file ends before what its header describes.
pub(super) fn warn_of_size(what: &str, len_bytes: usize, described_bytes: u64) {
    if (len_bytes as u64) < described_bytes {
        warning(&format_args!(
            "{what}: it has {len_bytes} bytes, and its file header describes {described_bytes}: was it cut? Rings or \
             names are missing"
        ));
    }
}

/// Says that nothing fits what was selected, and how to exit for that.
pub(super) fn exit_of_selection(what: &str, is_in_vain: bool) -> Exit {
    if !is_in_vain {
        return Exit::Fine;
    }
    warning(&format_args!(
        "{what}: nothing in it fits --ring, --from, --to and --event; `eventring info` says which rings are used and from \
         when to when, `eventring dump` what events are called"
    ));
    Exit::NothingChecked
}

/// Says how many rings are at fault, and how to exit for that.
pub(super) fn exit_of_faults(what: &str, corrupt_rings: u64) -> Exit {
    warn_of_faults(what, corrupt_rings, 0);
    if corrupt_rings > 0 { Exit::NonConforming } else { Exit::Fine }
}

/// What became of Eio's events, where it is not what was asked for.
pub(super) fn warn_of_typing(what: &str, typing: Option<Typing>, short_events: u64) {
    if let Some(doubt) = typing.and_then(|typing| typing.warning()) {
        warning(&format_args!("{what}: {doubt}"));
    }
    if short_events > 0 {
        let s = if short_events == 1 { "event" } else { "events" };
        warning(&format_args!(
            "{what}: {short_events} {s} of Eio with data that ends before the last field, typed as null"
        ));
    }
}

/// Custom events whose data is not what their schema says.
pub(super) fn warn_of_misfits(what: &str, misfits: u64) {
    if misfits > 0 {
        let s = if misfits == 1 { "event does" } else { "events do" };
        warning(&format_args!(
            "{what}: {misfits} custom {s} not fit the schema; another version of the program may have written them"
        ));
    }
}

/// A standard error that is gone has nobody to tell.
fn say(kind: &str, style: Style, message: &impl Display) {
    let _ = writeln!(stderr(), "{style}{kind}:{style:#} {message}");
}
