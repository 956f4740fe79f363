//! Declared options: where the format leaves a unit free, it says what it does, and is then tested for that.
//!
//! There is no third verdict. A case that needs an option is not applicable to a unit that does not declare it; to one
//! that does, it is a case like any other.

/// A point that the format leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeclaredOption {
    /// What a unit declares; permanent.
    pub id: &'static str,
    /// Who can declare it.
    pub who: Side,
    /// What it then does, for people.
    pub text: &'static str,
}

/// Who is under test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// A program that writes files.
    Producer,
    /// A program that reads them.
    Consumer,
}

/// The unit finds out the release by itself.
pub const NARROWS_RELEASE: &str = "narrows-release";

/// The unit says how many events it delivered.
pub const COUNTS_EVENTS: &str = "counts-events";

/// The unit can be asked for at most so many events.
pub const LIMITS_EVENTS: &str = "limits-events";

/// The unit reads files while they are written.
pub const LIVE: &str = "live";

/// The unit interprets Eio's events of generation 2.
pub const EIO: &str = "eio";

/// The unit interprets those of generation 1.
pub const EIO_GENERATION_1: &str = "eio-generation-1";

/// The unit interprets those of the proposal.
pub const EIO_PROPOSAL: &str = "eio-proposal";

/// The unit delivers Eio's events alone.
pub const ONLY_EIO: &str = "only-eio";

/// The unit makes rings of the number and the size that it is asked for.
pub const GEOMETRY: &str = "geometry";

/// The unit can write to other rings than ring 0.
pub const RINGS: &str = "rings";

/// The unit writes user int events.
pub const INTS: &str = "ints";

/// The unit writes user span events.
pub const SPANS: &str = "spans";

/// The unit writes custom events.
pub const CUSTOMS: &str = "customs";

/// The unit writes runtime events of its release.
pub const RUNTIME_EVENTS: &str = "runtime-events";

/// The unit can pause and go on.
pub const PAUSE: &str = "pause";

/// The unit writes ring_pause.
pub const PAUSE_EVENT: &str = "pause-event";

/// The unit can fork.
pub const FORK: &str = "fork";

/// All options.
pub const OPTIONS: &[DeclaredOption] = &[
    DeclaredOption {
        id: NARROWS_RELEASE,
        who: Side::Consumer,
        text: "where no release is given, the unit narrows it by the evidence and the stamps in the file, and names \
               runtime events as the releases that remain agree; without it the names of such files are not compared",
    },
    DeclaredOption {
        id: COUNTS_EVENTS,
        who: Side::Consumer,
        text: "its replies say in `delivered` how many events its own interface counts as delivered (full mode)",
    },
    DeclaredOption {
        id: LIMITS_EVENTS,
        who: Side::Consumer,
        text: "where a request has a `limit`, it delivers at most so many events, by one call of its own interface \
               (full mode)",
    },
    DeclaredOption {
        id: LIVE,
        who: Side::Consumer,
        text: "it reads files while they are written: it answers to `attach`, `poll` and `detach` (full mode), or \
               follows one to its end (easy mode, by a command of its own)",
    },
    DeclaredOption {
        id: EIO,
        who: Side::Consumer,
        text: "it interprets Eio's events: its event records have the member `typed` where the file uses generation 2 of \
               them, and have none where the file mixes wires or leaves them open",
    },
    DeclaredOption {
        id: EIO_GENERATION_1,
        who: Side::Consumer,
        text: "the same of files that use generation 1",
    },
    DeclaredOption {
        id: EIO_PROPOSAL,
        who: Side::Consumer,
        text: "the same of files that use the proposal",
    },
    DeclaredOption {
        id: ONLY_EIO,
        who: Side::Consumer,
        text: "it delivers Eio's events and no others: of a record it prints `ring`, `ts` and `typed`, and it is asked for \
               nothing else",
    },
    DeclaredOption {
        id: GEOMETRY,
        who: Side::Producer,
        text: "it makes as many rings, and as large ones, as `open` says; without it the rings are as they are, and cases that need small ones are left out",
    },
    DeclaredOption {
        id: RINGS,
        who: Side::Producer,
        text: "it can write to other rings than ring 0",
    },
    DeclaredOption { id: INTS, who: Side::Producer, text: "it writes user int events" },
    DeclaredOption { id: SPANS, who: Side::Producer, text: "it writes user span events" },
    DeclaredOption { id: CUSTOMS, who: Side::Producer, text: "it writes custom events" },
    DeclaredOption {
        id: RUNTIME_EVENTS,
        who: Side::Producer,
        text: "it writes begin, end and counter events of the release that it declares",
    },
    DeclaredOption { id: PAUSE, who: Side::Producer, text: "recording can be paused and go on" },
    DeclaredOption {
        id: PAUSE_EVENT,
        who: Side::Producer,
        text: "it writes ring_pause before a pause (producer.pause-event)",
    },
    DeclaredOption {
        id: FORK,
        who: Side::Producer,
        text: "it can fork, and the child records too",
    },
];

/// The option of this id.
pub fn find(id: &str) -> Option<&'static DeclaredOption> {
    OPTIONS.iter().find(|option| option.id == id)
}
