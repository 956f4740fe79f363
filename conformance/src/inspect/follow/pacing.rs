//! How long to rest between two looks: short enough not to be lapped, long enough not to slow the writer.

use std::hint::spin_loop;
use std::thread::sleep;
use std::time::{Duration, Instant};

use eventring::geometry::Geometry;
use eventring::live::Rest;

/// Each look at head and tail takes their cache line from the writer (clause live.pace), so words are left to gather
/// between looks. While events come in, the rest is spent without giving up the core, since whoever sleeps is woken
/// too late; when none do, it is slept.
#[derive(Debug)]
pub(super) struct Pacing {
    /// The rest between looks at a ring that is busy.
    busy: Duration,
    /// The longest sleep while it may soon go on: half of the time of a lap at full speed.
    short_sleep: Duration,
    /// When something was delivered.
    delivered: Instant,
    /// When every ring was last delivered up to its tail.
    complete: Instant,
    next: Next,
}

#[derive(Debug)]
enum Next {
    AtOnce,
    Spin,
    Sleep(Duration),
}

impl Pacing {
    pub(super) fn new(geometry: &Geometry) -> Self {
        let lap = Duration::from_nanos(geometry.ring_words().saturating_mul(FASTEST_WORD_NS));
        let now = Instant::now();
        Self {
            busy: (lap / 16).clamp(Duration::from_micros(1), Duration::from_micros(20)),
            short_sleep: (lap / 2).clamp(Duration::from_micros(50), LONG_SLEEP),
            delivered: now,
            complete: now,
            next: Next::AtOnce,
        }
    }

    /// How many words are to gather before the next look copies any.
    pub(super) fn gather_words(&self, now: Instant) -> u64 {
        if now.duration_since(self.complete) >= LATEST { 0 } else { GATHER_WORDS }
    }

    /// Takes in what a poll did, and says whether it is time for a pause.
    pub(super) fn polled(&mut self, now: Instant, delivered: bool, rest: Rest) -> bool {
        let waited = now.duration_since(self.complete) >= LATEST;
        if rest == Rest::Nothing || waited {
            self.complete = now;
        }
        if delivered {
            self.delivered = now;
        }
        let quiet = now.duration_since(self.delivered);
        self.next = match rest {
            Rest::More => Next::AtOnce,
            _ if quiet < STILL_BUSY => Next::Spin,
            _ if quiet < LONG_QUIET => Next::Sleep((quiet / 4).min(self.short_sleep)),
            _ => Next::Sleep(LONG_SLEEP),
        };
        waited || rest == Rest::Nothing
    }

    /// Rests, but not after `until`.
    pub(super) fn rest(&self, until: Option<Instant>) {
        match self.next {
            Next::AtOnce => {}
            Next::Spin => {
                let now = Instant::now();
                while now.elapsed() < self.busy {
                    // A look at the clock costs as much as a few turns.
                    (0..64).for_each(|_| spin_loop());
                }
            }
            Next::Sleep(time) => {
                let left = until.map(|until| until.saturating_duration_since(Instant::now()));
                sleep(left.map_or(time, |left| left.min(time)));
            }
        }
    }
}

/// So fast is the fastest known writer: an event of two words takes it 31 ns.
const FASTEST_WORD_NS: u64 = 15;
/// Words worth a look; of a ring of less than four times as many, a quarter.
const GATHER_WORDS: u64 = 4096;
/// No event waits longer than this, and one sleep, for others to gather.
const LATEST: Duration = Duration::from_millis(10);
/// After so long a time nothing is expected.
const LONG_QUIET: Duration = Duration::from_millis(100);
/// A thousand looks a second at rings that are idle take little.
const LONG_SLEEP: Duration = Duration::from_millis(1);
/// So long after an event the next is expected at any moment.
const STILL_BUSY: Duration = Duration::from_micros(500);
