//! Scenarios as data: what a producer does, and when a consumer is asked.

use serde::{Deserialize, Serialize};

use super::Script;
use crate::plain::{ByteOrder, Layout};

/// What a producer does while a consumer reads, act by act.
#[derive(Clone, Copy, Debug)]
pub struct Scenario<'a> {
    /// The permanent name.
    pub name: &'a str,
    /// What it shows, in a sentence.
    pub purpose: &'a str,
    /// The clauses of live consumers that it exercises; at least one.
    pub clauses: &'a [&'a str],
    /// The session at its begin.
    pub shape: Shape,
    /// The events that are written.
    pub script: Script,
    /// What happens, in this order.
    pub acts: &'a [Act],
}

/// The size of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shape {
    /// How many rings.
    pub rings: u32,
    /// Words of each.
    pub ring_words: u64,
    /// Whether there is a name table.
    pub has_names: bool,
    /// The order of the file.
    pub order: ByteOrder,
}

impl Scenario<'_> {
    /// Whether it asks nothing of a consumer but to read on until the session has ended.
    pub fn can_be_followed(&self) -> bool {
        self.acts.iter().all(|act| {
            matches!(
                act,
                Act::Spawn
                    | Act::Tell { .. }
                    | Act::Attach
                    | Act::WriteWhileRead { .. }
                    | Act::Interrupt { how: Interruption::Kill, .. }
                    | Act::EndProcess
                    | Act::ReadToEnd
            )
        })
    }
}

impl Shape {
    /// Little-endian, with a name table.
    pub const fn new(rings: u32, ring_words: u64) -> Self {
        Self { rings, ring_words, has_names: true, order: ByteOrder::Little }
    }

    /// Where the parts of its file are.
    pub fn layout(self) -> Layout {
        Layout::regular(self.rings.into(), self.ring_words, self.has_names)
    }

    /// The size of its file.
    pub fn file_bytes(self) -> u64 {
        self.layout().end()
    }
}

/// One act of a scenario. Where nothing else is said, the consumer rests meanwhile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    /// A file of size 0.
    MakeEmpty,
    /// A file of zeros, in place of what is there.
    MakeZeros,
    /// The file header but for its data offset.
    BeginHeader,
    /// The data offset.
    FinishHeader,
    /// The file, with a whole file header and names from index 0 on.
    Begin,
    /// The same without word 7.
    BeginWithoutNames,
    /// Word 7.
    StoreNamesOffset,
    /// A new session in the same file, of this shape.
    BeginAgain(Shape),
    /// The file loses its name.
    Remove,
    /// From now on user events have the indices from this one on, with or without names in the table.
    UseIndices(u16, bool),
    /// The consumer attaches, and has to.
    Attach,
    /// The consumer tries to attach, and has to say that the file is not ready.
    AttachTooEarly,
    /// The consumer lets go.
    Detach,
    /// The consumer is asked until it has no more, and then has to have everything that was written.
    Poll,
    /// The consumer is asked, and has to say that the session is over.
    PollOver,
    /// The consumer is asked until it has no more or says that the session is over; either is right, the second better.
    PollToEnd {
        /// The clause of those that do not say so; no made-up scenario has one.
        #[serde(skip)]
        clause: &'static str,
    },
    /// So many events are written to a ring.
    Write {
        /// The ring.
        ring: u32,
        /// How many.
        events: u64,
    },
    /// Events are written to a ring, up to its next lap but for one event: the oldest word that the consumer has not read
    /// stays.
    Fill {
        /// The ring.
        ring: u32,
    },
    /// Events are written to a ring, at least so many words.
    WriteWords {
        /// The ring.
        ring: u32,
        /// How many.
        words: u64,
    },
    /// So many events are written to a ring, store by store, and after each the consumer is asked.
    WriteStoreByStore {
        /// The ring.
        ring: u32,
        /// How many.
        events: u64,
    },
    /// The producer begins an event, and comes no further than to a place inside it.
    Halt {
        /// The ring.
        ring: u32,
        /// Where it halts.
        at: HaltAt,
    },
    /// The positions of a ring jump, as if so many words had been written.
    Jump {
        /// The ring.
        ring: u32,
        /// How many.
        words: u64,
    },
    /// An item of length 0 is published.
    WriteFault {
        /// The ring.
        ring: u32,
    },
    /// The producer writes to all rings, each from a thread of its own, while the consumer is asked all the time. A thread
    /// goes on to its next round when the consumer has replied.
    Race {
        /// How many rounds.
        rounds: u64,
        /// Events for each ring in each of them.
        events: u64,
    },
    /// The producer is a process of its own, from its begin on; it has one ring.
    Spawn,
    /// It writes so many events.
    Tell {
        /// How many.
        events: u64,
    },
    /// It writes so many events in each round, while the consumer is asked all the time.
    RaceProcess {
        /// How many rounds.
        rounds: u64,
        /// Events in each of them.
        events: u64,
    },
    /// It is stopped or killed inside of so many events.
    Interrupt {
        /// How many.
        events: u64,
        /// By which signal.
        how: Interruption,
    },
    /// It writes so many events in each round while the consumer reads as it likes. What it gave is judged at the end.
    WriteWhileRead {
        /// How many rounds.
        rounds: u64,
        /// Events in each of them.
        events: u64,
    },
    /// The consumer reads on until it says that the session is over, and then has to have everything.
    ReadToEnd,
    /// It goes on, and writes the rest.
    GoOn,
    /// It removes its file and ends.
    EndProcess,
}

impl Act {
    /// Whether producer and consumer run at once, so that what comes of it is not the same each time.
    pub fn is_race(self) -> bool {
        matches!(self, Self::Race { .. } | Self::RaceProcess { .. } | Self::WriteWhileRead { .. })
    }
}

/// What becomes of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Interruption {
    /// It stands still (SIGSTOP).
    Stop,
    /// It is gone (SIGKILL).
    Kill,
}

/// A place inside the writing of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HaltAt {
    /// Head was moved; no word was overwritten.
    Head,
    /// All words are stored; tail is not.
    Words,
}
