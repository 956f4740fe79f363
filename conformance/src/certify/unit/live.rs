//! What can be asked of a unit that reads files while they are written.

use std::path::Path;

use super::{Ending, Transcript, Trouble};
use crate::certify::protocol::LiveOutcome;

/// Something that reads a file while it is written.
pub trait LiveUnit {
    /// Attaches to a file.
    ///
    /// # Errors
    ///
    /// The environment failed, so that nothing can be said of the unit.
    fn attach(&mut self, place: &Place<'_>) -> Result<LiveSaid, Trouble>;

    /// Reads what there is now; after so many events it is time to reply.
    ///
    /// # Errors
    ///
    /// The environment failed.
    fn poll(&mut self, limit: u64) -> Result<LiveSaid, Trouble>;

    /// Lets go of the file.
    ///
    /// # Errors
    ///
    /// The environment failed.
    fn detach(&mut self) -> Result<LiveSaid, Trouble>;

    /// What went to and fro since this was last asked, where the unit is a process that is asked.
    fn take_transcript(&mut self) -> Transcript {
        Transcript::default()
    }

    /// Whether it is a program that follows a file by itself: it says when there is more, and when it is over, and cannot be
    /// asked whether there is nothing.
    fn only_follows(&self) -> bool {
        false
    }

    /// Whether somebody can come in between two loads of the unit: only where it runs in this process, and by
    /// [`Self::poll_between`].
    fn is_interposed(&self) -> bool {
        false
    }

    /// Reads what there is now, and calls `between` before each load of a word of the file.
    ///
    /// # Errors
    ///
    /// The environment failed.
    fn poll_between(
        &mut self,
        limit: u64,
        _between: &mut dyn FnMut(),
    ) -> Result<LiveSaid, Trouble> {
        self.poll(limit)
    }
}

/// Where a file is.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The file.
    pub file: &'a Path,
    /// Its folder.
    pub folder: &'a Path,
    /// The number in its name.
    pub pid: u32,
}

/// What a unit said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveSaid {
    /// How it went, never [`LiveOutcome::Failed`]; or how the unit ended.
    pub outcome: Result<LiveOutcome, Ending>,
    /// Its event records, one a line.
    pub output: Vec<u8>,
    /// What it said on standard error so far.
    pub log: String,
}

impl LiveSaid {
    /// Of a unit that gave no answer.
    pub fn nothing(ending: Ending, log: String) -> Self {
        Self { outcome: Err(ending), output: Vec::new(), log }
    }
}
