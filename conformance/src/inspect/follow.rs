//! Following a ring file while it is written: when to look, and when it is over.

mod dump;
mod held;
mod live_run;
mod lost;
mod names;
mod pacing;

pub use dump::LiveDump;
pub use live_run::LiveRun;
pub use lost::LiveLost;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use eventring::error::{Malformed, NotReady, Refusal};
use eventring::file::{Attached, Standing};
use eventring::live::{Cursor, Found, Live, Pace, Reader, Rest, Restart};

use pacing::Pacing;

/// Who takes what is found.
pub trait Sink {
    /// An event, lost words or a fault of ring `ring`. `Break` ends the following.
    fn found(&mut self, ring: u32, found: Found<'_>) -> ControlFlow<()>;

    /// A look at all rings begins.
    fn look(&mut self, _now: Instant) {}

    /// There is nothing more at this moment; called at least once between two events that are far
    /// apart in time. `Break` ends the following.
    fn pause(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Why the following has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The process has ended, and all that it wrote was delivered.
    ProcessEnded,
    /// The file was removed and nobody is known who still writes it; all of it was delivered.
    Removed,
    /// Another file has come under its name. What the old one held was delivered.
    Replaced,
    /// Another session has begun in the same file.
    Restarted(Restart),
    /// The file was made shorter; nothing more can be read of it.
    CutShort,
    /// It was to end now.
    TimeUp,
    /// Somebody asked for it.
    Stopped,
    /// The sink did not want more.
    Enough,
}

/// The reader of an attached file.
pub type FileReader<'a> = Reader<'a, Vec<Cursor>, Vec<u64>>;

/// Follows one attached file.
#[derive(Debug)]
pub struct Follow<'a> {
    attached: &'a Attached,
    reader: FileReader<'a>,
}

impl<'a> Follow<'a> {
    /// Begins with the oldest item of each ring.
    ///
    /// # Errors
    ///
    /// [`Refusal`]: the file header is at fault, or not ready.
    pub fn new(attached: &'a Attached) -> Result<Self, Refusal> {
        let live = live(attached)?;
        let cursors = vec![Cursor::new(); live.geometry().max_domains() as usize];
        let buffer = vec![0; BATCH_WORDS.max(live.least_buffer_words())];
        let reader = live.reader(cursors, buffer);
        // Both were made as large as is asked for.
        Ok(Self {
            attached,
            reader: reader.unwrap_or_else(|too_small| unreachable!("{too_small}")),
        })
    }

    /// The reader, for its counts and names.
    pub fn reader(&self) -> &FileReader<'a> {
        &self.reader
    }

    /// Delivers what there is, once round all rings, without waiting. Gives why no more can come.
    pub fn catch_up(&mut self, sink: &mut impl Sink) -> Option<Ending> {
        self.poll(Instant::now(), 0, sink).err()
    }

    /// Goes round until something was delivered or there is nothing more at this moment. Gives why no more can come.
    pub fn deliver_some(&mut self, sink: &mut impl Sink) -> Option<Ending> {
        // A round may come upon padding, or on a loss that is still going on; a writer laps nobody for ever.
        for _ in 0..MOST_ROUNDS {
            match self.poll(Instant::now(), 0, sink) {
                Err(ending) => return Some(ending),
                Ok(polled) if polled.delivered || polled.rest == Rest::Nothing => return None,
                Ok(_) => {}
            }
        }
        None
    }

    /// Delivers until it is over, `until` has come, or `stop` is set.
    ///
    /// It runs on one core while events come in, and sleeps most of the time when none do. All
    /// endings but [`Ending::Stopped`], [`Ending::TimeUp`] and [`Ending::Enough`] mean that no more
    /// can come.
    pub fn run(
        &mut self,
        until: Option<Instant>,
        stop: &AtomicBool,
        sink: &mut impl Sink,
    ) -> Ending {
        let mut pacing = Pacing::new(self.reader.live().geometry());
        let mut looked_around = Instant::now();
        loop {
            let now = Instant::now();
            if now.duration_since(looked_around) >= LOOK_AROUND {
                looked_around = now;
                if let Some(ending) = self.look_around() {
                    return self.drain(ending, sink);
                }
            }
            let time_is_up = until.is_some_and(|until| now >= until);
            if time_is_up || stop.load(Ordering::Relaxed) {
                let ending = if time_is_up { Ending::TimeUp } else { Ending::Stopped };
                return self.drain(ending, sink);
            }
            let rest = match self.poll(now, pacing.gather_words(now), sink) {
                Ok(rest) => rest,
                Err(ending) => return ending,
            };
            if pacing.polled(now, rest.delivered, rest.rest) && sink.pause().is_break() {
                return Ending::Enough;
            }
            pacing.rest(until);
        }
    }

    /// Whether the file or its process has gone. What was written before may still be there to be delivered.
    pub fn look_around(&self) -> Option<Ending> {
        if self.attached.is_over() {
            return Some(Ending::ProcessEnded);
        }
        match self.attached.standing() {
            // A process that lives goes on writing, wherever its file was moved.
            Standing::Removed if self.attached.process().is_none() => Some(Ending::Removed),
            Standing::Replaced => Some(Ending::Replaced),
            Standing::CutShort => Some(Ending::CutShort),
            _ => None,
        }
    }

    /// Delivers what is left, once it is decided that nothing after it is wanted.
    fn drain(&mut self, ending: Ending, sink: &mut impl Sink) -> Ending {
        // A writer that is still there could go on for ever.
        let until = Instant::now() + MOST_DRAIN;
        loop {
            match self.poll(Instant::now(), 0, sink) {
                Err(other) => return other,
                Ok(polled) if polled.rest == Rest::Nothing => break,
                Ok(_) if Instant::now() >= until => break,
                Ok(_) => {}
            }
        }
        if sink.pause().is_break() { Ending::Enough } else { ending }
    }

    fn poll(
        &mut self,
        now: Instant,
        gather_words: u64,
        sink: &mut impl Sink,
    ) -> Result<Polled, Ending> {
        sink.look(now);
        if !self.attached.is_whole() {
            return Err(Ending::CutShort);
        }
        let mut is_enough = false;
        let pace = Pace { gather_words, ..Pace::default() };
        let polled = self.reader.poll(pace, |ring, found| {
            let flow = sink.found(ring, found);
            is_enough |= flow.is_break();
            flow
        });
        match polled {
            Err(restart) => Err(Ending::Restarted(restart)),
            Ok(_) if is_enough => Err(Ending::Enough),
            Ok(polled) => Ok(Polled { delivered: polled.calls > 0, rest: polled.rest }),
        }
    }
}

struct Polled {
    delivered: bool,
    rest: Rest,
}

/// The file header of an attached file. One that looks malformed is looked at again for a while,
/// since OCaml may be just writing it.
///
/// # Errors
///
/// [`Refusal`].
pub(super) fn live(attached: &Attached) -> Result<Live<'_>, Refusal> {
    let until = Instant::now() + crate::source::HEADER_WRITTEN;
    loop {
        match Live::new(attached.memory()) {
            Err(Refusal::Malformed(_)) if Instant::now() < until => std::thread::yield_now(),
            // Less than a word is not in the memory, and yet the file is not empty.
            Err(Refusal::NotReady(NotReady::Empty)) if attached.len_bytes() > 0 => {
                return Err(Refusal::Malformed(Malformed::Short {
                    file_bytes: attached.len_bytes(),
                }));
            }
            judged => return judged,
        }
    }
}

/// Words that are copied at once, at most.
const BATCH_WORDS: usize = 1 << 14;
/// So often a loss that is still going on is looked at again.
const MOST_ROUNDS: u32 = 1000;
/// How often to see whether the process and the file are there.
const LOOK_AROUND: Duration = Duration::from_millis(50);
/// How long a drain may take.
const MOST_DRAIN: Duration = Duration::from_secs(2);
