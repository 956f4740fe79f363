//! What has an id in Eio: fibers, contexts and objects.

use eventring::eio::{Code, EioId};

use super::End;
use super::spans::{Began, Spans};

/// Stands for one thing, for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key {
    serial: u32,
    pub(super) slot: u32,
}

/// What a thing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// A fiber.
    Fiber,
    /// A cancellation context; in generation 1 a switch.
    Context,
    /// A promise, semaphore, stream or mutex.
    Object,
    /// What runs where no fiber does, in the proposal.
    SystemThread,
    /// Nobody knows: no event has created it.
    Unknown,
}

/// Whether a thing is still there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Life {
    /// It is, as far as events tell. What has no end of its own stays so.
    Alive,
    /// It has ended.
    Ended {
        /// When, in nanoseconds.
        at_ns: u64,
        /// How that is known.
        end: End,
    },
    /// Words were lost: it was there at this time, in nanoseconds.
    Unknown {
        /// The last moment it is known of.
        since_ns: u64,
    },
}

/// The context that a fiber or a context is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parent {
    /// None: it is a root.
    Root,
    /// This one.
    Of(Key),
    /// Nobody knows, or its wire does not tell.
    Unknown,
}

/// A fiber, a context, an object, or what is not known to be one of them.
#[derive(Clone, Debug)]
pub struct Thing {
    /// What stands for it.
    pub key: Key,
    /// Its id, as it was written.
    pub id: EioId,
    /// What it is.
    pub class: Class,
    /// What kind of context or object, where its event says so.
    pub code: Option<Code>,
    /// Whether a context is protected; only the proposal tells.
    pub is_protected: Option<bool>,
    /// When it was created, in nanoseconds; nothing where no event did.
    pub created_ns: Option<u64>,
    /// When it was first mentioned, in nanoseconds.
    pub seen_ns: u64,
    /// The ring in which it was first mentioned.
    pub ring: u32,
    /// The context that it is in: of fibers and contexts.
    pub parent: Parent,
    /// The fiber that made it; of a root context, the fiber that started its domain. Nothing where there was none, or it
    /// is not known.
    pub creator: Option<Key>,
    /// Its latest name.
    pub name: Option<Box<[u8]>>,
    /// Where in the source it was made.
    pub location: Option<Box<[u8]>>,
    /// How often it failed, or began to be cancelled.
    pub failures: u64,
    /// The latest exception of these.
    pub failure: Option<Box<[u8]>>,
    /// Whether it is still there.
    pub life: Life,
    /// The fiber that resolved or released it last, where that is known, and when, in nanoseconds.
    pub last_put: Option<(Option<Key>, u64)>,
    /// What only a fiber has.
    pub fiber: Option<Box<Fiber>>,
    /// An older one whose id has the same low 32 bits.
    pub(super) next: Option<Key>,
}

/// What a fiber does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FiberState {
    /// It was made and has not run, or was only mentioned.
    New,
    /// It runs on this ring.
    Running {
        /// The ring.
        ring: u32,
    },
    /// It waits for something, see [`Fiber::reason`].
    Suspended,
    /// It does not run, though it waits for nothing.
    Ready,
    /// It has ended.
    Ended,
    /// Words were lost.
    Unknown,
}

/// What only a fiber has.
#[derive(Clone, Debug)]
pub struct Fiber {
    /// What it does.
    pub state: FiberState,
    /// Since when it does that, in nanoseconds; nothing where that is not known.
    pub since_ns: Option<u64>,
    /// How often it began to run.
    pub runs: u64,
    /// How long it ran in all, in nanoseconds, the present run left out.
    pub running_ns: u64,
    /// How long it waited between runs in all, in nanoseconds, as far as both ends of the wait are known.
    pub waiting_ns: u64,
    /// Whether some of what it did was lost, or came before the first event: then these figures are the least.
    pub is_incomplete: bool,
    /// What it waits for, or waited for last.
    pub reason: Option<Vec<u8>>,
    /// What it wants and cannot have, while it waits for that.
    pub waits_for: Option<Key>,
    /// Whether what is below `contexts` is unknown.
    pub is_bottom_unknown: bool,
    pub(super) contexts: Vec<Key>,
    pub(super) operations: Spans<Box<[u8]>>,
    /// The ring that it ran on since words were lost there.
    pub(super) touched: Option<u32>,
}

impl Key {
    pub(super) fn new(slot: u32, serial: u32) -> Self {
        Self { serial, slot }
    }

    /// A number of its own, from 0 in the order in which things are told.
    pub fn serial(self) -> u32 {
        self.serial
    }
}

impl Class {
    /// Its name: `fiber`, `context`, `object`, `system-thread`, `unknown`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fiber => "fiber",
            Self::Context => "context",
            Self::Object => "object",
            Self::SystemThread => "system-thread",
            Self::Unknown => "unknown",
        }
    }
}

impl FiberState {
    /// The ring that it runs on.
    pub fn ring(self) -> Option<u32> {
        match self {
            Self::Running { ring } => Some(ring),
            _ => None,
        }
    }

    /// Its name: `new`, `running`, `suspended`, `ready`, `ended`, `unknown`.
    pub fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Running { .. } => "running",
            Self::Suspended => "suspended",
            Self::Ready => "ready",
            Self::Ended => "ended",
            Self::Unknown => "unknown",
        }
    }
}

impl Fiber {
    /// The contexts that it is in, outermost first, as far as they are known.
    pub fn contexts(&self) -> &[Key] {
        &self.contexts
    }

    /// The operations that it is in, outermost first, as far as they are known.
    pub fn operations(&self) -> &[Began<Box<[u8]>>] {
        self.operations.as_slice()
    }

    /// Of which nothing is known yet.
    pub(super) fn new() -> Self {
        Self {
            state: FiberState::New,
            since_ns: None,
            runs: 0,
            running_ns: 0,
            waiting_ns: 0,
            is_incomplete: true,
            reason: None,
            waits_for: None,
            is_bottom_unknown: true,
            contexts: Vec::new(),
            operations: Spans::default(),
            touched: None,
        }
    }
}

impl Thing {
    /// How long a fiber has run by `now_ns`, in nanoseconds; nothing where this is no fiber.
    pub fn running_ns(&self, now_ns: u64) -> Option<u64> {
        let fiber = self.fiber.as_ref()?;
        let present = match (fiber.state, fiber.since_ns) {
            (FiberState::Running { .. }, Some(since_ns)) => now_ns.saturating_sub(since_ns),
            _ => 0,
        };
        Some(fiber.running_ns + present)
    }

    /// Whether it has ended, or may have.
    pub fn is_over(&self) -> bool {
        self.life != Life::Alive
    }
}
