//! A session that a command follows: how it is opened, and what is said at its end.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use eventring::file::Attached;

use super::failure::Failure;
use super::input::{InputArgs, attached_refused};
use super::message;
use super::signals::stop_flag;
use crate::exit::Exit;
use crate::inspect::{Ending, Follow};
use crate::source::{Input, Limits, attach, copy};

/// A ring file that somebody writes, opened.
pub(super) struct Opened {
    pub(super) attached: Attached,
    /// What messages call it.
    pub(super) what: String,
    /// Set when the user wants no more.
    pub(super) stop: Arc<AtomicBool>,
    limits: Limits,
}

impl Opened {
    pub(super) fn new(input: &InputArgs) -> Result<Self, Failure> {
        let place = &input.place;
        let attached = attach(&place.file, place.dir.as_deref())?;
        let what = attached.path().display().to_string();
        Ok(Self { attached, what, stop: stop_flag()?, limits: input.limits() })
    }

    /// From the oldest item of each ring.
    pub(super) fn follow(&self) -> Result<Follow<'_>, Failure> {
        Follow::new(&self.attached).map_err(|refusal| attached_refused(&self.what, refusal))
    }

    /// What it holds now, which tells of names and releases before they are needed.
    pub(super) fn copy(&self) -> Result<Input, Failure> {
        Ok(copy(&self.attached, self.limits)?)
    }

    /// Says how the following ended and how many rings are at fault, and how to exit for that.
    pub(super) fn conclude(&self, ending: Option<Ending>, corrupt_rings: u64) -> Exit {
        let exit = ending.map_or(Exit::Fine, |ending| message::note_of_ending(&self.what, ending));
        exit.worst(message::exit_of_faults(&self.what, corrupt_rings))
    }
}

/// Seconds, with a fraction if need be.
pub(super) fn parse_seconds(text: &str) -> Result<Duration, String> {
    let wrong =
        || "a time is a number of seconds, 0 or more, with a fraction if need be".to_owned();
    let seconds = text.parse().map_err(|_| wrong())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| wrong())
}
