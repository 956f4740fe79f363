//! Our writer laps our reader on small rings, with payloads of all ones: what looks most like an item header at fault.

use core::ops::ControlFlow::Continue;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::scope;
use std::time::{Duration, Instant};

use eventring::event::{Event, Kind};
use eventring::live::{Counts, Cursor, Found, Live, Pace, Rest};
use eventring::shared::{Cell, SharedView, WritableView};
use eventring::writer::{Config, EventIndex, Session, Writer};

use crate::chance::Chance;

/// Rings of 64 to 1024 words, each for its part of the time. Prints what happened; an error if a word is not
/// accounted for, a fault is found, or an event is not as it was written.
pub(crate) fn run(time: Duration) -> Result<(), String> {
    let rings = [64, 128, 256, 512, 1024];
    for ring_words in rings {
        let lapped = lap(ring_words, time / rings.len() as u32)
            .map_err(|error| format!("ring of {ring_words} words: {error}"))?;
        let Counts { events, event_words, padding_words, lost_words } = lapped.counts;
        println!(
            "{ring_words:>5} words: {} written, {events} events delivered in {event_words}, padding {padding_words}, \
             lost {lost_words} in {} losses",
            lapped.tail, lapped.losses
        );
        if lapped.losses == 0 {
            return Err("the reader was never lapped".to_owned());
        }
    }
    Ok(())
}

struct Lapped {
    tail: u64,
    counts: Counts,
    losses: u64,
}

fn lap(ring_words: u64, time: Duration) -> Result<Lapped, String> {
    let config = Config::new(1, ring_words).longest_custom(64);
    let geometry = config.geometry().map_err(|error| error.to_string())?;
    let memory: Vec<Cell> = (0..geometry.file_bytes() / 8).map(|_| Cell::new(0)).collect();
    // The time is the number of the event, from which follows all else.
    let mut number = 0;
    let clock = || {
        number += 1;
        number
    };
    let created = Session::create(WritableView::new(&memory), &config, NonZeroU32::MAX, clock);
    let (mut session, mut writer) = created.map_err(|error| error.to_string())?;
    let stamp = session.stamp().ok_or("no stamp")?;
    let event = session.register(&[0xff; 127]).map_err(|error| error.to_string())?;
    let longest = writer.custom_max_bytes();

    let live = Live::new(SharedView::new(&memory)).map_err(|refusal| refusal.to_string())?;
    let buffer = vec![0; live.least_buffer_words()];
    let mut reader = live.reader([Cursor::new()], buffer).map_err(|error| error.to_string())?;

    let is_over = AtomicBool::new(false);
    let (mut losses, mut latest, mut wrong) = (0, 0, None);
    let tail = scope(|scope| {
        let writing = scope.spawn(|| {
            // ring_start and the stamp were 1 and 2.
            for number in 3.. {
                write(&mut writer, event, Script::of(number, longest));
                if number % 1024 == 0 && is_over.load(Ordering::Relaxed) {
                    break;
                }
            }
            writer.tail()
        });
        let until = Instant::now() + time;
        let mut chance = Chance::new(ring_words);
        let mut tail = None;
        let mut writing = Some(writing);
        loop {
            let polled = reader.poll(Pace::default(), |_, found| {
                match found {
                    Found::Lost { .. } => losses += 1,
                    Found::Event(found) => {
                        let number = found.timestamp_ns;
                        let expected = match number {
                            1 => Kind::Lifecycle { lifecycle: 0, value: Some(u32::MAX.into()) },
                            2 => Kind::Unit { index: stamp.get() },
                            _ => Script::of(number, longest).kind(event),
                        };
                        if number <= latest || found.kind != expected {
                            wrong = wrong.take().or(Some(describe(&found, &expected, latest)));
                        }
                        latest = number;
                    }
                    Found::Fault(fault) => wrong = wrong.take().or(Some(format!("{fault:?}"))),
                }
                Continue(())
            });
            let rest = polled.map_err(|restart| restart.to_string())?.rest;
            // Whatever happened, the writer has to be told.
            if Instant::now() >= until || wrong.is_some() {
                is_over.store(true, Ordering::Relaxed);
            }
            if tail.is_some() && rest == Rest::Nothing {
                break;
            }
            if is_over.load(Ordering::Relaxed)
                && let Some(thread) = writing.take()
            {
                tail = thread.join().ok();
            }
            // Sometimes at once, sometimes after a few laps.
            let turns = chance.below(1024);
            (0..turns * turns / 1024).for_each(|_| std::hint::spin_loop());
        }
        Ok::<_, String>(tail)
    })?;
    if let Some(wrong) = wrong {
        return Err(wrong);
    }
    let (tail, counts) = (tail.ok_or("the writer panicked")?, reader.counts());
    if counts.event_words + counts.padding_words + counts.lost_words != tail {
        return Err(format!("{counts:?}, but {tail} words were written"));
    }
    Ok(Lapped { tail, counts, losses })
}

fn describe(found: &Event<'_>, expected: &Kind<'_>, latest: u64) -> String {
    format!("after number {latest} came {found:?}, and not {expected:?}")
}

/// What is written under a number.
#[derive(Clone, Copy)]
enum Script {
    Unit,
    SpanBegin,
    Int,
    Custom { len_bytes: usize },
}

/// As long as the longest custom event, with all ones.
const ONES: [u8; 1024] = [0xff; 1024];

impl Script {
    fn of(number: u64, longest: usize) -> Self {
        let mut chance = Chance::new(number);
        match chance.below(8) {
            0 => Self::Unit,
            1 => Self::SpanBegin,
            2..5 => Self::Int,
            5 | 6 => Self::Custom { len_bytes: chance.below(25) },
            _ => Self::Custom { len_bytes: chance.below(longest + 1) },
        }
    }

    fn kind(self, event: EventIndex) -> Kind<'static> {
        let index = event.get();
        match self {
            Self::Unit => Kind::Unit { index },
            Self::SpanBegin => Kind::SpanBegin { index },
            Self::Int => Kind::Int { index, value: Some(-1) },
            Self::Custom { len_bytes } => Kind::Custom { index, data: ONES.get(..len_bytes) },
        }
    }
}

fn write(writer: &mut Writer<'_, impl FnMut() -> u64>, event: EventIndex, script: Script) {
    match script {
        Script::Unit => writer.unit(event),
        Script::SpanBegin => writer.span_begin(event),
        Script::Int => writer.int(event, -1),
        Script::Custom { len_bytes } => {
            // No longer than what the writer says is the longest.
            let _ = writer.custom(event, ONES.get(..len_bytes).unwrap_or_default());
        }
    }
}
