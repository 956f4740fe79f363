//! Going round the rings, and delivering what is found.

use core::error::Error;
use core::fmt::{self, Display, Formatter};
use core::ops::ControlFlow;

use zerocopy::IntoBytes;
use zerocopy::byteorder::{BigEndian, LittleEndian};

use super::look::{Batch, EndsAt, Look};
use super::{Counts, Cursor, Live};
use crate::error::{Cause, Fault};
use crate::event::Event;
use crate::layout::NameEntry;
use crate::registry::ITEM_MAX_WORDS;
use crate::sync::{Step, acquire_fence};
use crate::walk::{After, Framing, Walk};
use crate::words::{ByteOrder, Order, run};

/// A reader of all rings of a shared view.
///
/// It can stop at any event and go on from there, with nothing lost or delivered twice: what was
/// checked stays in the buffer. That holds for a callback that panics, too.
#[derive(Debug)]
pub struct Reader<'a, C, B> {
    live: Live<'a>,
    cursors: C,
    buffer: B,
    batch: Option<Batch>,
    next_ring: u32,
    restart: Option<Restart>,
}

/// How much a poll may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// The most calls of the callback, exactly.
    pub budget: u64,
    /// Leave a ring alone that has fewer new words than this, or than a quarter of its size if that
    /// is less. Whoever uses it polls with 0 now and then, so that the last events arrive.
    pub gather_words: u64,
}

/// As much as there is, at once.
impl Default for Pace {
    fn default() -> Self {
        Self { budget: u64::MAX, gather_words: 0 }
    }
}

/// What is given to the callback.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found<'a> {
    /// An event, each once and in order of position (clause ring.order).
    Event(Event<'a>),
    /// Words of this ring that were passed over since its latest event (clause live.lost): reported
    /// before the next event, or as soon as there is nothing else.
    Lost {
        /// How many.
        words: u64,
    },
    /// The ring ends here; others go on (clauses fault.framing and ring.independent).
    Fault(Fault),
}

/// What a poll did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Polled {
    /// How often the callback was called.
    pub calls: u64,
    /// What there is still to do.
    pub rest: Rest,
}

/// What there is still to do after a poll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rest {
    /// Nothing: every ring was looked at and delivered up to the tail it had then.
    Nothing,
    /// There are new words, fewer than are worth a look.
    Gathering,
    /// There may be more to deliver at once.
    More,
}

/// The memory now holds another session than the one that was being read (clause live.restart).
///
/// The reader is over. Whoever goes on makes a new one, whose first lost words are those of the new
/// session; how much of the old one was missed cannot be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Restart {
    /// The ring whose position went back; `None` where the file header changed.
    pub ring: Option<u32>,
}

impl<'a, C, B> Reader<'a, C, B>
where
    C: AsRef<[Cursor]> + AsMut<[Cursor]>,
    B: AsMut<[u64]>,
{
    pub(super) const fn new(live: Live<'a>, cursors: C, buffer: B) -> Self {
        Self { live, cursors, buffer, batch: None, next_ring: 0, restart: None }
    }

    /// The memory that is read, with its geometry.
    #[must_use]
    pub const fn live(&self) -> &Live<'a> {
        &self.live
    }

    /// As [`Live::name`].
    #[must_use]
    pub fn name(&self, index: u16) -> Option<NameEntry> {
        self.live.name(index)
    }

    /// The cursor of ring `ring`.
    #[must_use]
    pub fn cursor(&self, ring: u32) -> Option<&Cursor> {
        let rings = self.cursors.as_ref().get(..self.live.geometry.max_domains() as usize)?;
        rings.get(usize::try_from(ring).ok()?)
    }

    /// What was found in all rings together.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let mut sum = Counts::default();
        for counts in (0..).map_while(|ring| self.cursor(ring)).map(Cursor::counts) {
            sum.events = sum.events.wrapping_add(counts.events);
            sum.event_words = sum.event_words.wrapping_add(counts.event_words);
            sum.padding_words = sum.padding_words.wrapping_add(counts.padding_words);
            sum.lost_words = sum.lost_words.wrapping_add(counts.lost_words);
        }
        sum
    }

    /// Delivers what is left of an earlier poll, and then a batch of each ring that has something
    /// new, beginning where the last poll ended.
    ///
    /// `found` is called with the index of the ring. It can end the poll; what it was given counts
    /// as delivered. So that one busy ring cannot starve the others, each gets one batch a poll.
    ///
    /// # Errors
    ///
    /// [`Restart`] where another session has taken the place of this one; from then on always.
    pub fn poll(
        &mut self,
        pace: Pace,
        mut found: impl FnMut(u32, Found<'_>) -> ControlFlow<()>,
    ) -> Result<Polled, Restart> {
        let mut left = pace.budget;
        let calls = |left| pace.budget.wrapping_sub(left);
        if let Some(restart) = self.restart {
            return Err(restart);
        }
        if self.deliver(&mut left, &mut found).is_break() {
            return Ok(Polled { calls: calls(left), rest: Rest::More });
        }
        let rings = self.live.geometry.max_domains();
        let mut rest = Rest::Nothing;
        let Some(live) = self.live.refresh() else {
            return Err(*self.restart.insert(Restart { ring: None }));
        };
        self.live = live;
        for _ in 0..rings {
            if left == 0 {
                return Ok(Polled { calls: calls(left), rest: Rest::More });
            }
            let ring = self.next_ring;
            let next = ring.wrapping_add(1);
            self.next_ring = if next < rings { next } else { 0 };
            rest = rest.max(self.look(ring, left, pace.gather_words)?);
            if self.deliver(&mut left, &mut found).is_break() {
                return Ok(Polled { calls: calls(left), rest: Rest::More });
            }
        }
        Ok(Polled { calls: calls(left), rest })
    }

    /// Takes a batch of ring `ring`, if there is one.
    fn look(&mut self, ring: u32, budget: u64, gather_words: u64) -> Result<Rest, Restart> {
        let Some(cursor) = self.cursors.as_mut().get_mut(ring as usize) else {
            return Ok(Rest::Nothing); // There are as many as rings.
        };
        // An event has two words, and even the longest item has to fit.
        let at_most = budget.saturating_mul(2).max(ITEM_MAX_WORDS);
        let at_most = usize::try_from(at_most).unwrap_or(usize::MAX);
        let buffer = self.buffer.as_mut();
        let mut look = self.live.look(ring, cursor, buffer, at_most, gather_words);
        if let Ok(Look::Lapped) = look {
            // What is behind head now has the best chance to be whole.
            look = self.live.look(ring, cursor, buffer, at_most, 0);
        }
        match look {
            Ok(Look::Nothing) => Ok(Rest::Nothing),
            Ok(Look::Gathering) => Ok(Rest::Gathering),
            Ok(Look::Lapped) => Ok(Rest::More),
            Ok(Look::Batch(batch)) => {
                self.batch = Some(batch);
                let is_all = matches!(batch.ends_at, EndsAt::Tail | EndsAt::Fault(_));
                Ok(if is_all { Rest::Nothing } else { Rest::More })
            }
            Err(restart) => Err(*self.restart.insert(restart)),
        }
    }

    /// Delivers the batch at hand, as far as `left` goes; `Break` ends the poll.
    fn deliver(
        &mut self,
        left: &mut u64,
        found: &mut impl FnMut(u32, Found<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(batch) = self.batch else { return ControlFlow::Continue(()) };
        let words = self.buffer.as_mut().get(batch.start..batch.end).unwrap_or_default();
        let words = words.as_bytes();
        let cursors = self.cursors.as_mut();
        let Some(cursor) = cursors.get_mut(batch.ring as usize) else {
            return ControlFlow::Continue(()); // There are as many as rings.
        };
        let (live, at) = (&self.live, &mut self.batch);
        match live.order {
            ByteOrder::Little => {
                Turn::<LittleEndian>::new(live, batch, at, cursor, words).run(left, found)
            }
            ByteOrder::Big => {
                Turn::<BigEndian>::new(live, batch, at, cursor, words).run(left, found)
            }
        }
    }
}

/// The delivery of a batch. However it ends, cursor and batch are left where it ended.
struct Turn<'t, O: Order> {
    live: &'t Live<'t>,
    batch: Batch,
    /// Where what is left of the batch is kept.
    at: &'t mut Option<Batch>,
    cursor: &'t mut Cursor,
    walk: Walk<'t, O>,
    events: u64,
    event_words: u64,
    is_done: bool,
}

impl<'t, O: Order> Turn<'t, O> {
    fn new(
        live: &'t Live<'t>,
        batch: Batch,
        at: &'t mut Option<Batch>,
        cursor: &'t mut Cursor,
        words: &'t [u8],
    ) -> Self {
        let after = match batch.ends_at {
            EndsAt::Tail => After::Tail,
            EndsAt::RingEnd => After::RingEnd,
            EndsAt::MemoryEnd => After::FileEnd,
            EndsAt::More => After::More,
            EndsAt::Fault(cause) => After::Fault(cause),
        };
        let walk = Walk::new(cursor.position, run(words, 0, u64::MAX), after);
        Self { live, batch, at, cursor, walk, events: 0, event_words: 0, is_done: false }
    }

    #[inline]
    fn run(
        mut self,
        left: &mut u64,
        found: &mut impl FnMut(u32, Found<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let ring = self.batch.ring;
        if self.cursor.position < self.cursor.skip_to {
            self.skip();
        }
        if self.cursor.unreported > 0 && self.has_come_to_an_end_of_loss() {
            if *left == 0 {
                return ControlFlow::Break(());
            }
            *left = left.wrapping_sub(1);
            let words = core::mem::take(&mut self.cursor.unreported);
            found(ring, Found::Lost { words })?;
        }
        while *left > 0 {
            match self.walk.next() {
                Some(Ok(event)) => {
                    // Both sums are parts of a position.
                    let words = self.walk.here().wrapping_sub(event.position);
                    self.event_words = self.event_words.wrapping_add(words);
                    self.events = self.events.wrapping_add(1);
                    *left = left.wrapping_sub(1);
                    found(ring, Found::Event(event))?;
                }
                None => {
                    self.is_done = true;
                    return ControlFlow::Continue(());
                }
                Some(Err(framing)) => {
                    self.is_done = true;
                    if let Some(fault) = self.fault(framing) {
                        *left = left.wrapping_sub(1);
                        found(ring, Found::Fault(fault))?;
                    }
                    return ControlFlow::Continue(());
                }
            }
        }
        ControlFlow::Break(())
    }

    /// Whether an event or a fault comes next, or nothing that has been written so far: not more of
    /// the same loss, and not only padding.
    #[cold]
    fn has_come_to_an_end_of_loss(&self) -> bool {
        let is_skipping = self.cursor.position < self.cursor.skip_to;
        let mut ahead = self.walk;
        !is_skipping && (ahead.next().is_some() || self.batch.ends_at == EndsAt::Tail)
    }

    /// Passes over items up to where reading is to go on.
    #[cold]
    fn skip(&mut self) {
        self.walk.skip_to(self.cursor.skip_to);
        let here = self.walk.here();
        // Other than at words that are still to come, an item that cannot be skipped is at fault.
        if here < self.cursor.skip_to && self.batch.ends_at != EndsAt::More {
            self.cursor.skip_to = here;
        }
        let skipped = here.wrapping_sub(self.cursor.position);
        self.batch = self.batch.without(skipped);
        self.cursor.lose_to(here);
    }

    /// Ends the ring, unless the producer has meanwhile passed the item.
    ///
    /// Where a producer does without step D, words of a newer item can come before its head does,
    /// and a second look at head is cheap.
    #[cold]
    fn fault(&mut self, mut framing: Framing) -> Option<Fault> {
        acquire_fence(Step::V);
        if let Cause::Window { head, .. } = framing.cause {
            framing.position = head;
        } else if self.live.head(self.batch.ring) > framing.position {
            return None;
        }
        self.cursor.is_over = true;
        Some(framing.in_ring(self.batch.ring, &self.live.geometry))
    }
}

impl<O: Order> Drop for Turn<'_, O> {
    fn drop(&mut self) {
        let here = self.walk.here();
        let taken = here.wrapping_sub(self.cursor.position);
        self.cursor.position = here;
        let counts = &mut self.cursor.counts;
        counts.events = counts.events.wrapping_add(self.events);
        counts.event_words = counts.event_words.wrapping_add(self.event_words);
        let padding = taken.wrapping_sub(self.event_words);
        counts.padding_words = counts.padding_words.wrapping_add(padding);
        *self.at = (!self.is_done).then(|| self.batch.without(taken));
    }
}

impl Display for Restart {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.ring {
            Some(ring) => write!(f, "another session: a position of ring {ring} went back"),
            None => write!(f, "another session: the file header changed"),
        }
    }
}

impl Error for Restart {}
