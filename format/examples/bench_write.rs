//! How long it takes to write an event: `bench_write [EVENTS] [PASSES] [RING_WORDS]`.
//!
//! A line for each kind of event, nanoseconds an event, median and least of the passes: with a clock
//! that only counts, so without a clock; then with the clock of the standard library, less what a
//! loop of reading that clock takes.
use std::hint::black_box;
use std::num::NonZeroU32;
use std::time::Instant;

use eventring::shared::{Cell, WritableView};
use eventring::writer::{Clock, Config, EventIndex, Session, Writer};

fn main() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let mut argument = |default| match arguments.next() {
        Some(Ok(number)) => Ok(number),
        Some(Err(error)) => Err(error.to_string()),
        None => Ok(default),
    };
    let events = argument(20_000)?;
    let passes = argument(1_000)?.max(1);
    let ring_words = argument(65536)?;

    let config = Config::new(2, ring_words).longest_custom(16);
    let geometry = config.geometry().map_err(|refusal| refusal.to_string())?;
    let memory: Vec<Cell> = (0..geometry.file_bytes() / 8).map(|_| Cell::new(0)).collect();
    let memory = WritableView::new(&memory);
    let mut number = 0;
    let counting = || {
        number += 1;
        number
    };
    let created = Session::create(memory, &config, NonZeroU32::MIN, counting);
    let (mut session, mut counted) = created.map_err(|refusal| refusal.to_string())?;
    let event = session.register(b"bench").map_err(|refusal| refusal.to_string())?;
    let start = Instant::now();
    let clock = || start.elapsed().as_nanos() as u64;
    let mut timed = session.take_writer(1, clock).ok_or("no ring 1")?;

    let kinds: [(&str, Write); 4] = [
        ("unit", |writer, event, events| writer.unit(event, events)),
        ("int", |writer, event, events| writer.int(event, events)),
        ("span", |writer, event, events| writer.span(event, events)),
        ("custom 16", |writer, event, events| writer.custom(event, events)),
    ];
    for (name, write) in kinds {
        let (mut reads, mut counts, mut times) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..passes {
            reads.push(nanoseconds(events, || {
                for _ in 0..events {
                    black_box(clock());
                }
            }));
            counts.push(nanoseconds(events, || write(&mut counted, event, events)));
            times.push(nanoseconds(events, || write(&mut timed, event, events)));
        }
        for all in [&mut reads, &mut counts, &mut times] {
            all.sort_by(f64::total_cmp);
        }
        let [median, least] = [reads.len() / 2, 0].map(|at| (counts[at], times[at] - reads[at]));
        println!(
            "{name}: {:.2} {:.2}, above the clock {:.2} {:.2}",
            median.0, least.0, median.1, least.1
        );
    }
    Ok(())
}

fn nanoseconds(events: u64, run: impl FnOnce()) -> f64 {
    let start = Instant::now();
    run();
    start.elapsed().as_nanos() as f64 / events as f64
}

/// Writes so many events in a tight loop.
type Write = fn(&mut dyn Loop, EventIndex, u64);

/// Tight loops over a writer of whatever clock.
trait Loop {
    fn unit(&mut self, event: EventIndex, events: u64);
    fn int(&mut self, event: EventIndex, events: u64);
    fn span(&mut self, event: EventIndex, events: u64);
    fn custom(&mut self, event: EventIndex, events: u64);
}

impl<C: Clock> Loop for Writer<'_, C> {
    fn unit(&mut self, event: EventIndex, events: u64) {
        for _ in 0..events {
            Self::unit(self, event);
        }
    }

    fn int(&mut self, event: EventIndex, events: u64) {
        for value in 0..events {
            Self::int(self, event, value.cast_signed());
        }
    }

    fn span(&mut self, event: EventIndex, events: u64) {
        for _ in 0..events / 2 {
            self.span_begin(event);
            self.span_end(event);
        }
    }

    fn custom(&mut self, event: EventIndex, events: u64) {
        for _ in 0..events {
            // The length is known only when it runs.
            Self::custom(self, event, black_box(&[7; 16])).expect("16 bytes fit every ring here");
        }
    }
}
