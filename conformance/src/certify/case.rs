//! Cases: a file, and what a consumer makes of it.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use super::Outcome;
use crate::record::{ReadEvent, Record};

/// Where a case is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// A small made file, for one clause or two.
    Vector,
    /// A file that a real runtime wrote.
    Recording,
    /// What a producer does while a consumer reads.
    Scenario,
    /// A session that a producer is told to write.
    Session,
    /// A program that writes what it likes.
    Run,
}

/// What a unit is asked, and what of its reply is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Probe {
    /// All records, and they are compared.
    Records,
    /// All records, and how many events it says there are (clause record.count).
    Count,
    /// At most so many events (clause record.limit).
    Limit(u64),
    /// What Eio's events say, and only the members `typed` are compared (clause eio.record.typed).
    Typed,
}

impl Probe {
    /// The most events that are asked for, where there is a limit.
    pub fn limit(self) -> Option<u64> {
        match self {
            Self::Limit(limit) => Some(limit),
            Self::Records | Self::Count | Self::Typed => None,
        }
    }
}

/// A case that can be run: its name, and how its bytes and its expectation are had. They are made when it is run, since
/// all of them together would take much memory.
pub trait Case: Send + Sync {
    /// The permanent name.
    fn name(&self) -> &str;

    /// Where it is from.
    fn origin(&self) -> Origin;

    /// What the case shows, in a sentence; empty where its name says it.
    fn purpose(&self) -> &str;

    /// The release that a consumer is given, so that it can name runtime events; none where it has to find out.
    fn release(&self) -> Option<&str>;

    /// The declared option that a unit needs for this case, if it needs one.
    fn option(&self) -> Option<&'static str>;

    /// What is asked and judged.
    fn probe(&self) -> Probe {
        Probe::Records
    }

    /// SHA-256 of what the case is made from, in lower-case hex.
    fn sha256(&self) -> &str;

    /// The file.
    ///
    /// # Errors
    ///
    /// The case itself is broken; a message for its author.
    fn bytes(&self) -> Result<Cow<'_, [u8]>, String>;

    /// What a conforming consumer makes of that file.
    ///
    /// # Errors
    ///
    /// The case itself is broken; a message for its author.
    fn expected<'a>(&'a self, bytes: &'a [u8]) -> Result<Expected<'a>, String>;
}

/// What a conforming consumer makes of a file.
#[derive(Clone, Debug)]
pub struct Expected<'a> {
    /// Accepted, rejected or not ready.
    pub outcome: Outcome,
    /// The records, in order of ring and position.
    pub records: Vec<Placed<'a>>,
    /// What Eio's events say, in the same order, where that is asked.
    pub readings: Vec<PlacedReading>,
    /// The clauses of consumers that the file exercises.
    pub clauses: BTreeSet<Cow<'a, str>>,
}

impl Expected<'_> {
    /// Whether a unit that does nothing would fail it.
    pub fn silence_fails(&self, probe: Probe) -> bool {
        let says_nothing = match probe {
            Probe::Typed => self.readings.is_empty(),
            Probe::Records | Probe::Count | Probe::Limit(_) => self.records.is_empty(),
        };
        self.outcome != Outcome::Accepted || !says_nothing
    }
}

/// A record, and where in the file it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed<'a> {
    /// The record.
    pub record: Record<'a>,
    /// The item, or the ring header of lost words, in bytes from the start of the file.
    pub offset_bytes: Option<u64>,
}

/// What an event of Eio says, and where in the file it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedReading {
    /// The event with its reading.
    pub event: ReadEvent,
    /// The item, in bytes from the start of the file.
    pub offset_bytes: Option<u64>,
}

impl Origin {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Vector, Self::Recording, Self::Scenario, Self::Session, Self::Run];

    /// The word for it in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Vector => "vector",
            Self::Recording => "recording",
            Self::Scenario => "scenario",
            Self::Session => "session",
            Self::Run => "run",
        }
    }
}

impl fmt::Debug for dyn Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Case").field(&self.name()).finish()
    }
}
