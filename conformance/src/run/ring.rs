//! What is known of a ring.

use super::spans::Spans;
use super::thing::Key;

/// A life of a domain on a ring (clause eio.ring-reuse).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Domain {
    /// A number of its own, from 0 in the order in which lives are told.
    pub serial: u32,
    /// The ring.
    pub ring: u32,
    /// When its first event was, in nanoseconds.
    pub began_ns: u64,
    /// What is known of its begin.
    pub start: DomainStart,
    /// When it ended, in nanoseconds; nothing while it goes on.
    pub ended_ns: Option<u64>,
    /// The fiber that started it, where that is told.
    pub spawner: Option<Key>,
}

/// What is known of the begin of a domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DomainStart {
    /// The session began with it.
    Session,
    /// It was spawned in the session.
    Spawned,
    /// It was there before the first event that is left of the ring.
    Unknown,
}

/// The current fiber.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Current {
    Nobody,
    /// Words were lost (clause eio.after-loss).
    Unknown,
    Fiber(Key),
}

/// The event of Eio before the present one, so far as it matters to that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Previous {
    Wanted,
    Suspended(Key),
    Other,
}

#[derive(Debug)]
pub(super) struct Ring {
    /// The time of the latest event; nothing before the first.
    pub(super) now_ns: Option<u64>,
    /// The time of the one before it.
    pub(super) before_ns: Option<u64>,
    /// Words lost since then.
    pub(super) lost_words: u64,
    pub(super) is_faulted: bool,
    pub(super) domain: Option<Domain>,
    /// What was lost since the domain began can have been its end.
    pub(super) is_domain_doubtful: bool,
    pub(super) phases: Spans<u16>,
    pub(super) spans: Spans<u16>,
    pub(super) operations: Spans<Box<[u8]>>,
    pub(super) idle_ns: Option<u64>,
    pub(super) current: Current,
    pub(super) previous: Previous,
    /// The fiber that started the domain, until its root context is made.
    pub(super) spawner: Option<Key>,
    /// Root contexts of the domain.
    pub(super) roots: Vec<Key>,
    /// Fibers that ran here since words were lost.
    pub(super) touched: Vec<Key>,
    /// Whether the next to run is the system thread (the proposal).
    pub(super) wakes: bool,
}

impl Default for Ring {
    fn default() -> Self {
        Self {
            now_ns: None,
            before_ns: None,
            lost_words: 0,
            is_faulted: false,
            domain: None,
            is_domain_doubtful: false,
            phases: Spans::default(),
            spans: Spans::default(),
            operations: Spans::default(),
            idle_ns: None,
            current: Current::Nobody,
            previous: Previous::Other,
            spawner: None,
            roots: Vec::new(),
            touched: Vec::new(),
            wakes: false,
        }
    }
}
