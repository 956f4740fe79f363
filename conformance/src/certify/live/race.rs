//! The acts in which producer and consumer run at once.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use eventring::shared::WritableView;

use super::ask::LIMIT;
use super::play::{Play, Stop};
use crate::scenarios::RingWriter;

/// What producers know of the unit, so that each of their rounds falls together with its reading.
#[derive(Debug, Default)]
struct Replies {
    count: AtomicUsize,
    is_over: AtomicBool,
}

impl Replies {
    /// Waits for the next reply; no, if none will come.
    fn wait_for_next(&self) -> bool {
        let seen = self.count.load(Ordering::Relaxed);
        while self.count.load(Ordering::Relaxed) == seen {
            if self.is_over.load(Ordering::Relaxed) {
                return false;
            }
            thread::yield_now();
        }
        true
    }
}

impl Play<'_> {
    /// In each round so many events are written to each ring, while the unit is asked all the time; judges when all is
    /// done.
    pub(super) fn race(&mut self, rounds: u64, events: u64) -> Result<(), Stop> {
        let Some(mut producer) = self.producer.take() else { return Ok(()) };
        if self.unit.is_interposed() {
            self.producer = Some(producer);
            return self.race_step_by_step();
        }
        let (memory, rings) = producer.parts();
        let outputs = self.race_freely(memory, rings, rounds, events);
        self.producer = Some(producer);
        for output in outputs? {
            self.explain(&output, false)?;
        }
        // What it had taken before the end may be gone by now, and is no less whole.
        self.poll_to_quiet(false)?;
        self.finish(false)
    }

    fn race_freely(
        &mut self,
        memory: WritableView<'_>,
        rings: &mut [RingWriter],
        rounds: u64,
        events: u64,
    ) -> Result<Vec<Vec<u8>>, Stop> {
        let replies = Replies::default();
        let writing = AtomicUsize::new(rings.len());
        let mut outputs = Vec::new();
        thread::scope(|scope| {
            for ring in rings {
                let (writing, replies) = (&writing, &replies);
                scope.spawn(move || {
                    for _ in 0..rounds {
                        (0..events).for_each(|_| ring.write(memory));
                        if !replies.wait_for_next() {
                            break;
                        }
                    }
                    writing.fetch_sub(1, Ordering::Release);
                });
            }
            let mut race = || -> Result<(), Stop> {
                while writing.load(Ordering::Acquire) > 0 {
                    let (is_over, output) = self.poll()?;
                    outputs.push(output);
                    replies.count.fetch_add(1, Ordering::Relaxed);
                    if is_over {
                        break;
                    }
                }
                Ok(())
            };
            let raced = race();
            // The producers do not wait for one that is gone.
            replies.is_over.store(true, Ordering::Relaxed);
            raced
        })?;
        Ok(outputs)
    }

    /// Polls again and again, and has the producer come in at each load of the unit once: with a part of an event, with
    /// some events, and with more than a ring of them.
    fn race_step_by_step(&mut self) -> Result<(), Stop> {
        for burst in BURSTS {
            for at_load in 0.. {
                let Some(mut producer) = self.producer.take() else { return Ok(()) };
                let (memory, rings) = producer.parts();
                for ring in &mut *rings {
                    (0..AHEAD).for_each(|_| ring.write(memory));
                }
                let mut loads = 0;
                let said = self.unit.poll_between(LIMIT, &mut || {
                    if loads == at_load {
                        rings.iter_mut().for_each(|ring| burst.write(ring, memory));
                    }
                    loads += 1;
                })?;
                let (_, output) = self.polled(said)?;
                // An event that was begun is written to its end, and one more.
                rings.iter_mut().for_each(|ring| ring.write(memory));
                self.producer = Some(producer);
                self.explain(&output, false)?;
                self.poll_to_quiet(false)?;
                self.finish(false)?;
                if loads <= at_load {
                    break;
                }
            }
        }
        Ok(())
    }
}

/// Events that are there when a unit is asked.
const AHEAD: u64 = 4;

/// What a producer writes between two loads of a unit.
#[derive(Clone, Copy, Debug)]
struct Burst {
    words: u64,
    /// Stores of one more event, which is left unfinished.
    stores: u64,
}

const BURSTS: [Burst; 7] = [
    Burst { words: 0, stores: 1 },
    Burst { words: 0, stores: 3 },
    Burst { words: 1, stores: 0 },
    Burst { words: 40, stores: 0 },
    Burst { words: 64, stores: 0 },
    Burst { words: 64, stores: 2 },
    Burst { words: 200, stores: 3 },
];

impl Burst {
    fn write(self, ring: &mut RingWriter, memory: WritableView<'_>) {
        let until = ring.tail() + self.words;
        while ring.tail() < until {
            ring.write(memory);
        }
        for _ in 0..self.stores {
            ring.write_on(memory);
        }
    }
}
