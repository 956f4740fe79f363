//! Which act may come next, so that whatever a conforming consumer does is right.

use std::collections::BTreeSet;

use super::event::INDICES;
use super::{Act, Shape};

/// Event indices that there are names for.
const NAMES: u16 = 8192;

/// A consumer that has seen so many events of ring 0 sees that the ring begins anew, by its tail.
const EVENTS_THAT_SHOW: u64 = 20;

/// The most words of one jump; several hundred of them stay far below 2^64.
const MOST_JUMP_WORDS: u64 = 1 << 40;

/// How far a scenario has come.
#[derive(Clone, Debug)]
pub struct Course {
    shape: Shape,
    file_bytes: u64,
    file: FileState,
    consumer: Consumer,
    /// Whether the consumer has had everything that was written.
    is_read: bool,
    /// Whether word 7 is there.
    has_names_offset: bool,
    /// Ranges of event indices by their first, that were in use with names and without.
    named: BTreeSet<u16>,
    unnamed: BTreeSet<u16>,
    /// Names came after their events: who attaches anew finds them, whose record has none.
    is_named_late: bool,
    /// Whether the memory held another session before.
    is_reused: bool,
    at_fault: BTreeSet<u32>,
    /// Rings in which an event was begun, in stores or in plan.
    begun: BTreeSet<u32>,
    /// Events in ring 0.
    written: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FileState {
    None,
    Empty,
    Zeros,
    HalfHeader,
    Open,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Consumer {
    Away,
    Attached,
    /// Attached to a session that has ended, and not asked since.
    MustSeeEnd,
    HasSeenEnd,
}

impl Course {
    /// Of a scenario of this shape, at its begin.
    pub fn new(shape: Shape) -> Self {
        Self {
            shape,
            file_bytes: shape.file_bytes(),
            file: FileState::None,
            consumer: Consumer::Away,
            is_read: false,
            has_names_offset: false,
            named: BTreeSet::new(),
            unnamed: BTreeSet::new(),
            is_named_late: false,
            is_reused: false,
            at_fault: BTreeSet::new(),
            begun: BTreeSet::new(),
            written: 0,
        }
    }

    /// Whether all of these acts may come in a session of this shape, one after the other.
    pub fn is_sound(shape: Shape, acts: &[Act]) -> bool {
        let mut course = Self::new(shape);
        is_workable(shape) && acts.iter().all(|act| course.take(*act))
    }

    /// Whether a consumer can be asked.
    pub fn is_attached(&self) -> bool {
        self.consumer == Consumer::Attached
    }

    /// Takes an act, if it may come now; otherwise nothing changes.
    pub fn take(&mut self, act: Act) -> bool {
        let mut next = self.clone();
        let may_come = next.go(act);
        if may_come {
            *self = next;
        }
        may_come
    }

    fn go(&mut self, act: Act) -> bool {
        match act {
            Act::MakeEmpty => self.file_becomes(&[FileState::None], FileState::Empty),
            Act::MakeZeros => {
                self.file_becomes(&[FileState::None, FileState::Empty], FileState::Zeros)
            }
            Act::BeginHeader => {
                self.shape.has_names
                    && self.file_becomes(&[FileState::Zeros], FileState::HalfHeader)
            }
            Act::FinishHeader => {
                self.file_becomes(&[FileState::HalfHeader], FileState::Open) && self.begin(true)
            }
            Act::Begin => {
                let from = [FileState::None, FileState::Empty];
                self.shape.has_names
                    && self.file_becomes(&from, FileState::Open)
                    && self.begin(true)
            }
            Act::BeginWithoutNames => {
                let from = [FileState::None, FileState::Empty];
                self.file_becomes(&from, FileState::Open) && self.begin(false)
            }
            Act::AttachTooEarly => {
                self.consumer == Consumer::Away
                    && !matches!(self.file, FileState::None | FileState::Open)
            }
            Act::StoreNamesOffset => {
                let comes = self.is_open() && self.shape.has_names && !self.has_names_offset;
                self.has_names_offset = true;
                comes
            }
            Act::UseIndices(first, true) => self.is_open() && self.use_named(first),
            Act::UseIndices(first, false) => self.is_open() && self.use_unnamed(first),
            Act::Attach => {
                let may = self.is_open() && self.consumer == Consumer::Away && !self.is_named_late;
                (self.consumer, self.is_read) = (Consumer::Attached, false);
                may
            }
            Act::Detach => {
                let may = matches!(self.consumer, Consumer::Attached | Consumer::HasSeenEnd);
                self.consumer = Consumer::Away;
                may
            }
            Act::Poll => {
                self.is_read = true;
                self.is_attached()
            }
            Act::PollOver => {
                let may = self.consumer == Consumer::MustSeeEnd;
                self.consumer = Consumer::HasSeenEnd;
                may
            }
            Act::BeginAgain(shape) => self.begin_again(shape),
            _ => self.write(act),
        }
    }

    /// The acts that write to rings.
    fn write(&mut self, act: Act) -> bool {
        let was_read = std::mem::replace(&mut self.is_read, false);
        match act {
            Act::Write { ring, events } => {
                self.begun.remove(&ring);
                if ring == 0 {
                    self.written += events;
                }
                // Too little for the old tail to be reached again.
                let is_seen =
                    self.consumer != Consumer::MustSeeEnd || (ring == 0 && self.written < 2);
                (1..1 << 20).contains(&events) && is_seen && self.is_sound_ring(ring)
            }
            Act::WriteWords { ring, words } => {
                self.begun.remove(&ring);
                (1..1 << 20).contains(&words) && self.is_writable(ring)
            }
            Act::Fill { ring } => {
                // It plans an event, to know where head will be.
                self.begun.insert(ring);
                self.is_attached() && self.is_writable(ring)
            }
            Act::WriteStoreByStore { ring, events } => {
                self.begun.remove(&ring);
                self.is_read = true;
                (1..100).contains(&events) && self.is_attached() && self.is_writable(ring)
            }
            Act::Halt { ring, .. } => {
                self.begun.insert(ring);
                self.is_writable(ring)
            }
            Act::Jump { ring, words } => {
                let is_far = (1..MOST_JUMP_WORDS).contains(&words);
                is_far && self.is_writable(ring) && !self.begun.contains(&ring)
            }
            Act::WriteFault { ring } => {
                let may = self.is_writable(ring) && !self.begun.contains(&ring);
                self.at_fault.insert(ring);
                may
            }
            Act::Race { rounds, events } => {
                self.begun.clear();
                self.is_read = true;
                let is_short = (1..1000).contains(&rounds) && (1..100_000).contains(&events);
                is_short && self.is_attached() && self.at_fault.is_empty() && self.is_open()
            }
            // Processes, and files that come and go.
            _ => {
                self.is_read = was_read;
                false
            }
        }
    }

    fn file_becomes(&mut self, from: &[FileState], to: FileState) -> bool {
        let may = from.contains(&self.file);
        self.file = to;
        may
    }

    fn begin(&mut self, with_names: bool) -> bool {
        self.has_names_offset = with_names;
        if with_names { self.named.insert(0) } else { self.unnamed.insert(0) }
    }

    fn is_open(&self) -> bool {
        self.file == FileState::Open
    }

    fn is_sound_ring(&self, ring: u32) -> bool {
        self.is_open() && ring < self.shape.rings && !self.at_fault.contains(&ring)
    }

    fn is_writable(&self, ring: u32) -> bool {
        self.is_sound_ring(ring) && self.consumer != Consumer::MustSeeEnd
    }

    fn use_named(&mut self, first: u16) -> bool {
        let mut hidden = self.unnamed.iter().filter(|other| overlap(first, **other));
        let is_late = hidden.next().is_some_and(|other| *other == first) && hidden.next().is_none();
        let is_free = !self.unnamed.iter().any(|other| overlap(first, *other));
        // An event that was planned has no name in its record.
        let is_between = self.is_attached() && self.is_read && self.begun.is_empty();
        self.is_named_late |= is_late;
        self.unnamed.remove(&first);
        self.named.insert(first);
        first <= NAMES - INDICES
            && self.has_names_offset
            && self.consumer != Consumer::MustSeeEnd
            && (is_free || (is_late && is_between))
    }

    fn use_unnamed(&mut self, first: u16) -> bool {
        self.unnamed.insert(first);
        // Old names may be anywhere in memory that held another session.
        first <= NAMES - INDICES
            && !self.is_reused
            && !self.named.iter().any(|other| overlap(first, *other))
    }

    /// Another session in the same file, which the consumer has to see: by its file header, or by a tail that is below the
    /// one that it has seen.
    fn begin_again(&mut self, shape: Shape) -> bool {
        let is_shown = shape != self.shape
            || (self.written >= EVENTS_THAT_SHOW && !self.at_fault.contains(&0));
        let may = self.is_attached()
            && self.is_read
            && is_shown
            && is_workable(shape)
            && shape.has_names
            && shape.order == self.shape.order
            && shape.file_bytes() <= self.file_bytes;
        let file_bytes = self.file_bytes;
        *self = Self::new(shape);
        self.file_bytes = file_bytes;
        self.file = FileState::Open;
        self.consumer = Consumer::MustSeeEnd;
        self.is_reused = true;
        self.begin(true) && may
    }
}

/// Rings that take every event of three words, of a file that is not too large.
fn is_workable(shape: Shape) -> bool {
    let is_ring = (8..=1 << 16).contains(&shape.ring_words) && shape.ring_words.is_power_of_two();
    is_ring && (1..=128).contains(&shape.rings)
}

fn overlap(first: u16, other: u16) -> bool {
    first.abs_diff(other) < INDICES
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenarios::{HaltAt, all};

    /// Of the scenarios, but for those with a process, with a file that comes and goes, and with sessions that are known not
    /// to look alike.
    #[test]
    fn the_scenarios_of_one_session_are_sound() {
        let is_other = |act: &Act| {
            matches!(act, Act::Spawn | Act::Remove | Act::PollToEnd { .. } | Act::BeginAgain(_))
        };
        let mut count = 0;
        for scenario in all().filter(|scenario| !scenario.acts.iter().any(is_other)) {
            let mut course = Course::new(scenario.shape);
            for (place, act) in scenario.acts.iter().enumerate() {
                assert!(course.take(*act), "{}: act {}, {act:?}", scenario.name, place + 1);
            }
            count += 1;
        }
        assert!(count > 20, "{count}");
    }

    #[test]
    fn what_a_conforming_consumer_could_fail_is_not_sound() {
        use Act::{
            Attach, Begin, BeginAgain, Detach, Halt, Jump, Poll, PollOver, UseIndices, Write,
        };
        let shape = Shape::new(2, 64);
        let write = |events| Write { ring: 0, events };
        let (halt, jump) = (Halt { ring: 0, at: HaltAt::Words }, Jump { ring: 0, words: 9 });
        for shape in [
            Shape::new(0, 64),
            Shape::new(129, 64),
            Shape::new(1, 0),
            Shape::new(1, 4),
            Shape::new(1, 65),
            Shape::new(1, 1 << 17),
        ] {
            assert!(!Course::is_sound(shape, &[Begin]), "{shape:?}");
        }
        for (acts, is_sound) in [
            (&[Attach][..], false),
            (&[Begin, Attach, Poll], true),
            (&[Begin, Poll], false),
            (&[Begin, Write { ring: 2, events: 1 }], false),
            (&[Begin, halt, jump], false),
            (&[Begin, halt, write(1), jump], true),
            // Names after events: only where those were read before.
            (&[Begin, UseIndices(40, false), Attach, write(9), UseIndices(40, true)], false),
            (&[Begin, UseIndices(40, false), Attach, write(9), Poll, UseIndices(40, true)], true),
            (&[Begin, UseIndices(3, false)], false),
            // A session that nobody can see to be another.
            (&[Begin, Attach, write(3), Poll, BeginAgain(shape), PollOver], false),
            (&[Begin, Attach, write(20), BeginAgain(shape), PollOver], false),
            (&[Begin, Attach, write(20), Poll, BeginAgain(shape), Poll], false),
            (&[Begin, Attach, write(20), Poll, BeginAgain(shape), write(2), PollOver], false),
            (
                &[Begin, Attach, write(20), Poll, BeginAgain(shape), write(1), PollOver, Detach],
                true,
            ),
        ] {
            assert_eq!(Course::is_sound(shape, acts), is_sound, "{acts:?}");
        }
    }
}
