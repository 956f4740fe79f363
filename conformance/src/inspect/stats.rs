//! How much there is in each ring: events, words, padding, lost words, and over what time; and what the run shows.

mod latency;
mod pauses;
mod run;
mod run_text;
mod scheduler;
mod text;
mod user;

pub use latency::Lengths;
pub use pauses::OUTERMOST;
pub(super) use pauses::WAIT;
pub use run::{CounterStats, DomainStats, Incomplete, PhaseStats, RunStats, Summary};
pub(super) use run_text::time;
pub use scheduler::{SchedulerStats, Spread};
pub use user::{UserIntStats, UserSpanStats};

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use eventring::error::Fault;
use eventring::file::Attached;
use eventring::item::ItemHeader;
use eventring::live::{Counts, Cursor, Found};
use eventring::lost::LostEvents;
use eventring::reader::{Ring, Snapshot};
use eventring::words::ByteOrder;
use schemars::{JsonSchema, Schema, schema_for};
use serde::Serialize;

use super::follow::{FileReader, LiveLost, Sink};

/// What one ring, or all together, came to.
///
/// `words + padding_words + lost_words` is how many words were written, as far as they were looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Totals {
    /// Events delivered.
    pub events: u64,
    /// Their words.
    pub words: u64,
    /// Words of padding.
    pub padding_words: u64,
    /// Words that had been overwritten, or were skipped.
    pub lost_words: u64,
    /// Of these, the ones that had been overwritten when the first look was taken.
    pub lost_before_words: u64,
    /// From the first to the last timestamp.
    pub duration_ns: u64,
    /// Events in a second of that time; nothing where there is no such time.
    pub events_per_second: Option<f64>,
}

/// A ring that has been used.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct RingTotals {
    /// The ring.
    pub ring: u32,
    #[expect(missing_docs, reason = "the members of the totals stand beside the ring")]
    #[serde(flatten)]
    pub totals: Totals,
    /// Why the ring ended early, if it did.
    pub fault: Option<String>,
}

/// What was read.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Stats {
    /// The file.
    pub file: String,
    /// How long it was watched; nothing for a file that was read as it lay there.
    pub watched_ns: Option<u64>,
    /// The rings that have been used.
    pub rings: Vec<RingTotals>,
    /// All rings together.
    pub all: Totals,
    /// The losses since the first look, in their order; the first of them, where there are very many.
    pub losses: Vec<Loss>,
    /// What the run shows, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<RunStats>,
}

/// Words that were overwritten while a ring was watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Loss {
    /// The ring.
    pub ring: u32,
    /// How many.
    pub words: u64,
    /// From the look that found the ring's event before them until they were known to be lost. Where that is longer than
    /// the producer takes to write a ring full, the reader had not been running: only a core of its own or a larger ring
    /// helps.
    pub unwatched_ns: u64,
}

impl Stats {
    /// Of a snapshot.
    pub fn of_snapshot(file: String, bytes: &[u8], snapshot: &Snapshot<'_>) -> Self {
        let (mut rings, mut span) = (Vec::new(), Span::default());
        let lost = LostEvents::of(&snapshot.names());
        for ring in snapshot.rings().filter(|ring| ring.tail() > 0) {
            let (totals, ring_span) = of_ring(bytes, snapshot, lost, &ring);
            span.join(ring_span);
            rings.push(totals);
        }
        Self::new(file, None, rings, span, Vec::new())
    }

    /// The JSON Schema of it.
    pub fn schema() -> Schema {
        schema_for!(Self)
    }

    /// Leaves only what is told of one ring, also of all together.
    pub fn retain_ring(&mut self, ring: u32) {
        self.rings.retain(|totals| totals.ring == ring);
        self.losses.retain(|loss| loss.ring == ring);
        self.all = self.rings.first().map(|totals| totals.totals).unwrap_or_default();
    }

    /// How many rings ended with a fault.
    pub fn corrupt_rings(&self) -> u64 {
        self.rings.iter().filter(|ring| ring.fault.is_some()).count() as u64
    }

    fn new(
        file: String,
        watched: Option<Duration>,
        rings: Vec<RingTotals>,
        span: Span,
        losses: Vec<Loss>,
    ) -> Self {
        let mut all = Totals::default();
        for RingTotals { totals, .. } in &rings {
            all.events += totals.events;
            all.words += totals.words;
            all.padding_words += totals.padding_words;
            all.lost_words += totals.lost_words;
            all.lost_before_words += totals.lost_before_words;
        }
        let watched_ns = watched.map(nanoseconds);
        Self { file, watched_ns, rings, all: all.over(span), losses, run: None }
    }
}

impl Totals {
    fn over(mut self, span: Span) -> Self {
        self.duration_ns = span.duration_ns();
        self.events_per_second =
            (self.duration_ns > 0).then(|| self.events as f64 * 1e9 / self.duration_ns as f64);
        self
    }
}

/// Counts while a file is written. What the reader counts itself is left to it.
#[derive(Debug)]
pub struct Counting<'a> {
    rings: Vec<Watched>,
    /// Nothing where no event tells of losses.
    lost: Option<LiveLost<'a>>,
    losses: Vec<Loss>,
    /// When the present look began.
    look: Instant,
}

/// One ring of them.
#[derive(Clone, Debug)]
struct Watched {
    span: Span,
    /// When the look began that found its latest event.
    look: Instant,
    /// Words that had been lost when the first look was over.
    lost_before_words: u64,
    /// Lost words that the reader has told, which it does later than it counts them.
    told_words: u64,
    /// Lost words that events have told: who wrote the session had lost them.
    retold_words: u64,
    fault: Option<Fault>,
}

impl<'a> Counting<'a> {
    /// For so many rings, of what is attached to.
    pub fn new(max_domains: u32, attached: &'a Attached) -> Self {
        Self { lost: Some(LiveLost::new(attached)), ..Self::of_rings(max_domains) }
    }

    fn of_rings(max_domains: u32) -> Self {
        let look = Instant::now();
        let watched = Watched {
            span: Span::default(),
            look,
            lost_before_words: 0,
            told_words: 0,
            retold_words: 0,
            fault: None,
        };
        let rings = vec![watched; max_domains as usize];
        Self { rings, lost: None, losses: Vec::new(), look }
    }

    /// Takes what is lost by now as lost before the first look.
    pub fn begin(&mut self, reader: &FileReader<'_>) {
        for (watched, counts) in self.rings.iter_mut().zip(counts(reader)) {
            watched.lost_before_words = counts.lost_words;
        }
        self.losses.clear();
    }

    /// What it came to.
    pub fn finish(&self, file: String, watched: Duration, reader: &FileReader<'_>) -> Stats {
        let mut all = Span::default();
        let mut rings = Vec::new();
        for (index, (counts, watched)) in counts(reader).zip(&self.rings).enumerate() {
            let Watched { span, fault, lost_before_words, retold_words, .. } = watched;
            if counts == Counts::default() && fault.is_none() {
                continue;
            }
            all.join(*span);
            let totals = Totals {
                events: counts.events,
                words: counts.event_words,
                padding_words: counts.padding_words,
                lost_words: counts.lost_words.saturating_add(*retold_words),
                lost_before_words: *lost_before_words,
                ..Totals::default()
            };
            let fault = fault.as_ref().map(Fault::to_string);
            rings.push(RingTotals { ring: index as u32, totals: totals.over(*span), fault });
        }
        Stats::new(file, Some(watched), rings, all, self.losses.clone())
    }
}

impl Sink for Counting<'_> {
    #[inline]
    fn found(&mut self, ring: u32, found: Found<'_>) -> ControlFlow<()> {
        // There are as many as rings.
        let watched = &mut self.rings[ring as usize];
        match found {
            Found::Event(event) => {
                watched.span.add(event.timestamp_ns);
                watched.look = self.look;
                let retold = self.lost.as_mut().and_then(|lost| lost.words(&event.kind));
                watched.retold_words = watched.retold_words.saturating_add(retold.unwrap_or(0));
            }
            Found::Lost { words } => {
                // What is told now can have been lost before the first look was over.
                let known = watched.told_words.max(watched.lost_before_words);
                watched.told_words += words;
                let words = watched.told_words.saturating_sub(known);
                if words > 0 && self.losses.len() < MOST_LOSSES {
                    let unwatched_ns = nanoseconds(watched.look.elapsed());
                    self.losses.push(Loss { ring, words, unwatched_ns });
                }
            }
            Found::Fault(found) => watched.fault = Some(found),
        }
        ControlFlow::Continue(())
    }

    fn look(&mut self, now: Instant) {
        self.look = now;
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

fn counts(reader: &FileReader<'_>) -> impl Iterator<Item = Counts> {
    (0..).map_while(|ring| reader.cursor(ring)).map(Cursor::counts)
}

fn of_ring(
    bytes: &[u8],
    snapshot: &Snapshot<'_>,
    lost: LostEvents,
    ring: &Ring<'_>,
) -> (RingTotals, Span) {
    let mut totals = Totals {
        lost_words: ring.lost_words(),
        lost_before_words: ring.lost_words(),
        ..Totals::default()
    };
    let (mut span, mut end, mut fault) = (Span::default(), ring.tail(), None);
    for event in ring.events() {
        match event {
            Ok(event) => {
                let lost_words = lost.words(&event.kind).unwrap_or(0);
                totals.lost_words = totals.lost_words.saturating_add(lost_words);
                totals.events += 1;
                totals.words += len_words(bytes, snapshot, ring.index(), event.position);
                span.add(event.timestamp_ns);
            }
            Err(found) => {
                end = found.position();
                fault = Some(found.to_string());
            }
        }
    }
    // Up to where the walk came, what is neither lost nor an event is padding.
    totals.padding_words = end.saturating_sub(ring.head()).saturating_sub(totals.words);
    (RingTotals { ring: ring.index(), totals: totals.over(span), fault }, span)
}

/// The length of the item at `position`, which has just been delivered from there.
fn len_words(bytes: &[u8], snapshot: &Snapshot<'_>, ring: u32, position: u64) -> u64 {
    let geometry = snapshot.geometry();
    let slot = position % geometry.ring_words();
    let offset = geometry.data_offset() + u64::from(ring) * geometry.ring_bytes() + 8 * slot;
    let word = bytes.get(offset as usize..).and_then(|bytes| bytes.first_chunk());
    let bits = word.map_or(0, |word| match snapshot.byte_order() {
        ByteOrder::Little => u64::from_le_bytes(*word),
        ByteOrder::Big => u64::from_be_bytes(*word),
    });
    ItemHeader::from_bits(bits).length_words() as u64
}

/// A reader that is always too slow loses too often to tell of each time.
const MOST_LOSSES: usize = 10_000;

/// The time between the first and the last of some timestamps.
#[derive(Clone, Copy, Debug)]
struct Span {
    first_ns: u64,
    last_ns: u64,
}

impl Span {
    #[inline]
    fn add(&mut self, timestamp_ns: u64) {
        self.first_ns = self.first_ns.min(timestamp_ns);
        self.last_ns = self.last_ns.max(timestamp_ns);
    }

    fn join(&mut self, other: Self) {
        self.first_ns = self.first_ns.min(other.first_ns);
        self.last_ns = self.last_ns.max(other.last_ns);
    }

    fn duration_ns(self) -> u64 {
        self.last_ns.saturating_sub(self.first_ns)
    }
}

/// Of no timestamps.
impl Default for Span {
    fn default() -> Self {
        Self { first_ns: u64::MAX, last_ns: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The reader counts lost words at once and tells them later: of those that it tells after the first look, the ones
    /// that it had counted by then are the past.
    #[test]
    fn a_loss_that_is_told_late_counts_once() {
        let mut counting = Counting::of_rings(2);
        let lost = |words| Found::Lost { words };
        assert!(counting.found(1, lost(3)).is_continue());
        counting.losses.clear();
        counting.rings[1].lost_before_words = 10;
        for (words, since) in [(7, None), (5, Some(5)), (0, None), (1, Some(1))] {
            let before = counting.losses.len();
            assert!(counting.found(1, lost(words)).is_continue());
            let told = counting.losses.get(before).map(|loss| (loss.ring, loss.words));
            assert_eq!(told, since.map(|words| (1, words)), "{words}");
        }
        // In one piece with what is new.
        counting.rings[0].lost_before_words = 10;
        assert!(counting.found(0, lost(12)).is_continue());
        assert_eq!(counting.losses.last().map(|loss| loss.words), Some(2));
    }
}
