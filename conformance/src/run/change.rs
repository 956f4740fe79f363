//! What a view of a run is told.

use eventring::error::Fault;
use eventring::event::Kind;
use eventring::words::Words;

use super::{Key, Run};

/// Who is told what changes.
///
/// The run is as it is after the change; what has ended can still be asked for.
pub trait View {
    /// Something changed.
    fn change(&mut self, run: &Run, change: &Change<'_>);

    /// Whether there is nobody who wants more, so that the reading can end early.
    fn is_full(&self) -> bool {
        false
    }
}

/// Nobody is told.
impl View for () {
    fn change(&mut self, _: &Run, _: &Change<'_>) {}
}

/// A change of the run. What a view can rely on:
///
/// * In a ring, times never go back: an event whose timestamp does is taken to be as late as the one before it. Between
///   rings, changes come by time, then ring, then position (clause eio.across-rings). An exception is the end of what
///   was lost sight of: it comes with the loss, at the last moment that is known before it.
/// * What began ends: each `*Began` has one `*Ended`, innermost first within a ring's phases, within a ring's spans of
///   one event, within a fiber's operations; at the latest [`Run::finish`] ends it as [`End::Open`]. An end whose begin
///   is not in the file has `began_ns` none, and is at depth 0 or deeper as things stand.
/// * A [`Key`] is of one thing for ever, whatever ids are used again. It is told by [`What::Created`] or
///   [`What::Appeared`] before anything else is told of it, in whatever ring.
/// * On a ring at most one fiber runs, a fiber runs on at most one ring: [`What::FiberRuns`] and [`What::FiberStops`]
///   take turns.
/// * Times that are told as `began_ns`, `since_ns` or a length are never later than the change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change<'a> {
    /// The ring that it was found in.
    pub ring: u32,
    /// When, in nanoseconds of the producer's monotonic clock.
    pub timestamp_ns: u64,
    /// The event that it comes from.
    pub origin: Origin,
    /// What.
    pub what: What<'a>,
}

/// Which event a change comes from: the numbers by which it has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// A runtime phase.
    Phase(u16),
    /// A runtime counter.
    Counter(u16),
    /// A lifecycle event.
    Lifecycle(u16),
    /// An alloc event.
    Alloc,
    /// A user event, by its event index.
    User(u16),
    /// An event of an unknown type.
    Unknown,
    /// No event: a loss, a fault, the end of the recording.
    Nothing,
}

/// How the end of something is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// An event says that it ends now.
    Told,
    /// It is over, or may be: words were lost, or what holds it has ended. It is known up to now, not for how long
    /// after.
    Unknown,
    /// The recording ends while it lasts.
    Open,
}

/// Why a fiber does not run any longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop<'a> {
    /// It waits, for the reason that it says; empty where it lets others run.
    Suspended(&'a [u8]),
    /// Another fiber runs in its place, such as one that it has just made; or the domain rests.
    Replaced,
    /// It has ended.
    Exited,
    /// Nobody knows: words were lost, its domain has ended, or it was seen to run elsewhere.
    Unknown,
    /// The recording ends.
    Open,
}

/// What changed. Phases, counters and lifecycles are ids, user events are event indices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum What<'a> {
    /// A life of a domain on the ring: the first event, or a domain_spawn on a ring that had another domain.
    DomainBegan,
    /// domain_terminate, or another domain was found on its ring.
    DomainEnded {
        /// How it is known.
        end: End,
    },
    /// A phase of the runtime begins.
    PhaseBegan {
        /// Which.
        phase: u16,
        /// How many phases of the ring are open around it; 0 for an outermost one.
        depth: u32,
    },
    /// A phase of the runtime ends.
    PhaseEnded {
        /// Which.
        phase: u16,
        /// As it was at its begin; or how many are open, where that is unknown.
        depth: u32,
        /// Nothing where its begin is not known.
        began_ns: Option<u64>,
        /// How it is known.
        end: End,
    },
    /// A counter of the runtime.
    Counter {
        /// Which.
        counter: u16,
        /// None where the item is too short.
        value: Option<u64>,
    },
    /// Counts of allocated blocks by size, at most 20.
    Alloc {
        /// The counts.
        buckets: Words<'a>,
    },
    /// A lifecycle event, those of domains included.
    Lifecycle {
        /// Which.
        lifecycle: u16,
        /// None where there is no payload.
        value: Option<i64>,
    },
    /// A unit user event that is none of Eio's.
    Unit {
        /// Its event index.
        index: u16,
    },
    /// An int user event that is none of Eio's.
    Int {
        /// Its event index.
        index: u16,
        /// None where the item is too short.
        value: Option<i64>,
    },
    /// A custom user event that is none of Eio's.
    Custom {
        /// Its event index.
        index: u16,
        /// None where there is none.
        data: Option<&'a [u8]>,
    },
    /// A user span that is none of Eio's begins.
    SpanBegan {
        /// Its event index.
        index: u16,
        /// How many spans of the ring, of whatever event, are open around it.
        depth: u32,
    },
    /// It ends.
    SpanEnded {
        /// Its event index.
        index: u16,
        /// As in `PhaseEnded`.
        depth: u32,
        /// As in `PhaseEnded`.
        began_ns: Option<u64>,
        /// How it is known.
        end: End,
    },
    /// An event of a type that no table has.
    Unknown {
        /// Whether its category is user.
        user: bool,
        /// Its type.
        kind: u8,
        /// Its id.
        id: u16,
        /// The words after the timestamp.
        payload: Words<'a>,
    },
    /// A fiber, context or object is made. What it is and where it belongs is asked of the run.
    Created {
        /// The new thing.
        thing: Key,
    },
    /// Something is mentioned that no event has made: a placeholder. Told once more when its use shows what it is.
    /// It can still be followed by its `Created`, where that stands in another ring.
    Appeared {
        /// The thing.
        thing: Key,
    },
    /// Words were lost that can have told the end of this fiber or context. It is there again when it is told of.
    Obscured {
        /// The thing.
        thing: Key,
    },
    /// Something has a name now; it is asked of the run.
    Named {
        /// The thing.
        thing: Key,
    },
    /// It is known where in the source something was made.
    Located {
        /// The thing.
        thing: Key,
    },
    /// A fiber is in another context now, or a context in another one, without a new one being made (the proposal).
    Moved {
        /// The fiber or context.
        thing: Key,
    },
    /// A fiber runs from here on.
    FiberRuns {
        /// Which.
        fiber: Key,
        /// When it stopped; nothing where that is unknown, or it had not run before.
        stopped_ns: Option<u64>,
    },
    /// The fiber that ran does not run any longer.
    FiberStops {
        /// Which.
        fiber: Key,
        /// Since when it ran.
        began_ns: u64,
        /// Why it stopped.
        stop: Stop<'a>,
    },
    /// A thing has ended. One that has no end of its own, such as a promise, never does.
    Ended {
        /// Which.
        thing: Key,
        /// How it is known.
        end: End,
    },
    /// Something failed or begins to be cancelled; not a failure of the program in itself.
    Failed {
        /// A fiber, or a context.
        thing: Key,
        /// The exception.
        text: &'a [u8],
    },
    /// A fiber got a value, slot or lock, or ended a wait.
    Got {
        /// Nothing where it is not known which.
        fiber: Option<Key>,
        /// What it got.
        thing: Key,
    },
    /// A fiber wants something and cannot have it now.
    Wanted {
        /// Nothing where it is not known which.
        fiber: Option<Key>,
        /// What it wants.
        thing: Key,
    },
    /// A promise is resolved, a semaphore released, a mutex unlocked.
    Put {
        /// Nothing where it is not known which.
        fiber: Option<Key>,
        /// Which.
        thing: Key,
    },
    /// A fiber says something.
    Log {
        /// Nothing where it is not known which.
        fiber: Option<Key>,
        /// What it says.
        text: &'a [u8],
    },
    /// An operation of a fiber begins.
    OperationBegan {
        /// Nothing where it is the ring's: no fiber is current, or none that is known.
        fiber: Option<Key>,
        /// Its name.
        text: &'a [u8],
        /// How many operations of the fiber, or of the ring, are open around it.
        depth: u32,
    },
    /// An operation ends.
    OperationEnded {
        /// As at its begin.
        fiber: Option<Key>,
        /// As at its begin; nothing where that is not known.
        text: Option<&'a [u8]>,
        /// As in `PhaseEnded`.
        depth: u32,
        /// As in `PhaseEnded`.
        began_ns: Option<u64>,
        /// How it is known.
        end: End,
    },
    /// The event loop of the domain waits in the operating system.
    IdleBegan,
    /// It goes on.
    IdleEnded {
        /// Nothing where its begin is not known.
        began_ns: Option<u64>,
        /// How it is known.
        end: End,
    },
    /// The domain of this ring was started by a fiber, mostly of another ring.
    SpawnedBy {
        /// Which.
        fiber: Key,
    },
    /// Words of the ring were passed over before this moment: what they held is unknown, and so is what depends on it.
    /// It comes after the ends of what was lost sight of.
    Lost {
        /// How many, padding included.
        words: u64,
        /// The last moment before it that is known in this ring; nothing at its begin.
        since_ns: Option<u64>,
    },
    /// Recording was paused until now, in all rings. What happened meanwhile is unknown as after a loss; when the pause
    /// began is not told by any event, so only the last moment before it is known. Told for each ring in use.
    Paused {
        /// The last moment before it that is known in this ring; nothing at its begin.
        since_ns: Option<u64>,
    },
    /// The ring ends here. What it would have told is unknown.
    Faulted {
        /// Why.
        fault: &'a Fault,
    },
    /// The event does not fit what is known, and changes nothing else.
    Flawed {
        /// In which way.
        flaw: Flaw,
    },
}

/// In which way an event does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Flaw {
    /// A context or an operation ends where none is open (clause eio.exit-without-enter).
    ExitWithoutEnter,
    /// A fiber ends that nobody knows (clause eio.exit-without-enter).
    ExitOfUnknown,
    /// An id was created a second time. The later thing replaces the earlier one (clause eio.id.created-twice).
    CreatedTwice,
    /// The data ends before the last field (clause eio.payload.short).
    Short,
    /// Events of different wires were found: none of Eio's is interpreted from here on (clause eio.wires-not-mixed).
    MixedWires,
    /// It is about the current fiber, and it is not known which that is (clause eio.fiber.current).
    WithoutFiber,
}

impl Stop<'_> {
    /// Whether events tell that the fiber stopped at this moment.
    pub fn is_told(self) -> bool {
        matches!(self, Self::Suspended(_) | Self::Replaced | Self::Exited)
    }
}

impl Flaw {
    /// A name for programs, such as `created-twice`.
    pub fn name(self) -> &'static str {
        match self {
            Self::ExitWithoutEnter => "exit-without-enter",
            Self::ExitOfUnknown => "exit-of-unknown",
            Self::CreatedTwice => "created-twice",
            Self::Short => "short",
            Self::MixedWires => "mixed-wires",
            Self::WithoutFiber => "without-fiber",
        }
    }
}

impl Origin {
    /// Of an event.
    #[inline]
    pub fn of(kind: &Kind<'_>) -> Self {
        match *kind {
            Kind::Begin { phase } | Kind::End { phase } => Self::Phase(phase),
            Kind::Counter { counter, .. } => Self::Counter(counter),
            Kind::Alloc { .. } => Self::Alloc,
            Kind::Lifecycle { lifecycle, .. } => Self::Lifecycle(lifecycle),
            Kind::Unit { index }
            | Kind::Int { index, .. }
            | Kind::Custom { index, .. }
            | Kind::SpanBegin { index }
            | Kind::SpanEnd { index } => Self::User(index),
            Kind::Unknown { .. } => Self::Unknown,
        }
    }

    /// The event index, where it is a user event.
    pub fn index(self) -> Option<u16> {
        match self {
            Self::User(index) => Some(index),
            _ => None,
        }
    }
}
