//! The unit under test: somebody's consumer, and how it is driven.
//!
//! * [`Unit`]: what can be asked of one. [`Reply`]: what it says.
//! * [`BuiltIn`]: the reader of the crate `eventring`, in this process.
//! * [`Easy`]: a program that is started for every case. [`Full`]: one that is started once and asked line by line.
//! * [`LiveUnit`]: what can be asked of one that reads files while they are written.
//! * [`Transcript`]: what went to and fro, word for word; [`Breach`]: what in it is no answer.
//! * [`Adapter`]: which program, how it is driven, and what it declares.

mod adapter;
mod built_in;
mod command;
mod easy;
mod follow;
mod full;
mod live;
mod live_built_in;
mod memory;
mod process;
mod session;
mod stage;
mod transcript;

use std::fmt;
use std::time::Duration;

pub use adapter::{Adapter, AdapterFile, Declared, Mode};
pub use built_in::BuiltIn;
pub(crate) use command::quoted;
pub use command::{CommandLine, Program};
pub use easy::Easy;
pub use follow::Follow;
pub use full::Full;
pub use live::{LiveSaid, LiveUnit, Place};
pub use live_built_in::LiveBuiltIn;
pub(in crate::certify) use process::{Kept, Line, Process, ended};
pub(in crate::certify) use session::Session;
pub use stage::Stage;
pub(in crate::certify) use stage::{NOBODY, write_sparse};
pub use transcript::{Breach, OutputPlace, Transcript};

use super::Outcome;

/// Something that decodes files.
pub trait Unit {
    /// Decodes a file.
    ///
    /// # Errors
    ///
    /// The environment failed, so that nothing can be said of the unit.
    fn decode(&mut self, request: &Request<'_>) -> Result<Reply, Trouble>;

    /// Has it exit, if it is a process that runs on between two cases: how it ended otherwise, if it did.
    ///
    /// # Errors
    ///
    /// The environment failed.
    fn stop(&mut self) -> Result<Option<Ending>, Trouble> {
        Ok(None)
    }

    /// The same unit as one that reads files while they are written, if it can be asked to.
    fn live(&mut self) -> Option<&mut dyn LiveUnit> {
        None
    }
}

/// What a unit is asked.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The file.
    pub bytes: &'a [u8],
    /// The release that wrote it; none where the unit has to find out.
    pub release: Option<&'a str>,
    /// The most events to deliver, where there is a limit.
    pub limit: Option<u64>,
}

/// What a unit said of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reply {
    /// How it ended.
    pub ending: Ending,
    /// Its event records, one a line.
    pub output: Vec<u8>,
    /// How many events it says that it delivered, where it says so.
    pub delivered: Option<u64>,
    /// What it said on standard error, as far as it was kept. A log, never a verdict.
    pub log: String,
    /// What it was told and what it printed, word for word.
    pub transcript: Transcript,
    /// The line of its output that has all the records, where they do not have a line each.
    pub line: Option<OutputPlace>,
}

/// How a unit ended a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// As one that decoded the file.
    Decoded,
    /// As one that rejected it.
    Rejected {
        /// What it counts where no record says what is wrong: an interpreter that dies ends in the same way.
        unproven: Outcome,
        /// How it ended, for that.
        how: String,
    },
    /// As one for which the file is not ready.
    NotReady,
    /// In a way that is no answer.
    Crashed {
        /// How.
        how: String,
    },
    /// Not, within its budget.
    Hung {
        /// What it was given.
        budget: Duration,
    },
    /// Not: it took more memory than its budget.
    Outgrew {
        /// What it was given, in bytes.
        budget_bytes: u64,
    },
    /// With something that is no answer.
    BrokeProtocol(Breach),
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Decoded => f.write_str("it says that it decoded the file"),
            Self::NotReady => f.write_str("it says that the file is not ready"),
            Self::Rejected { how, .. } | Self::Crashed { how } => f.write_str(how),
            Self::BrokeProtocol(breach) => breach.fmt(f),
            Self::Hung { budget } => {
                write!(f, "it did not answer within {} s", budget.as_secs_f64())
            }
            Self::Outgrew { budget_bytes } => {
                write!(f, "it took more than {} MiB of memory", budget_bytes >> 20)
            }
        }
    }
}

/// The environment failed, so that nothing can be said of a unit.
#[derive(Debug)]
pub struct Trouble(pub String);

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Trouble {}

/// What a unit may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Time for a case.
    pub case: Duration,
    /// Time to start: of the full mode only.
    pub start: Duration,
    /// The most bytes that it may print for a case.
    pub output_bytes: usize,
    /// The most bytes of memory that it may have, where that is watched.
    pub memory_bytes: Option<u64>,
}

impl Default for Limits {
    /// 10 s for a case and for the start, 64 MiB of output, memory without a limit.
    fn default() -> Self {
        Self {
            case: Duration::from_secs(10),
            start: Duration::from_secs(10),
            output_bytes: 64 << 20,
            memory_bytes: None,
        }
    }
}
