//! A writer in a tight loop and a reader beside it: `bench_live [SECONDS] [RING_WORDS] [PAUSES]
//! [GATHER_WORDS]`.
//!
//! One thread writes unit events with the clock of the standard library, first alone, then beside a
//! reader that rests for so many pause instructions between polls. The last line is what a poll of
//! 128 idle rings takes.
use std::hint::spin_loop;
use std::num::NonZeroU32;
use std::ops::ControlFlow::Continue;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use eventring::live::{Counts, Cursor, Found, Live, Pace, Rest};
use eventring::shared::{Cell, WritableView};
use eventring::writer::{Clock, Config, EventIndex, Session, Writer};

fn main() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let mut argument = |default| match arguments.next() {
        Some(Ok(number)) => Ok(number),
        Some(Err(error)) => Err(error.to_string()),
        None => Ok(default),
    };
    let duration = Duration::from_secs(argument(3)?);
    let ring_words = argument(65536)?;
    let pauses = argument(500)?;
    let gather_words = argument(1024)?;

    let config = Config::new(128, ring_words);
    let geometry = config.geometry().map_err(|refusal| refusal.to_string())?;
    let memory: Vec<Cell> = (0..geometry.file_bytes() / 8).map(|_| Cell::new(0)).collect();
    let memory = WritableView::new(&memory);
    let start = Instant::now();
    let clock = || start.elapsed().as_nanos() as u64;
    let created = Session::create(memory, &config, NonZeroU32::MIN, clock);
    let (mut session, mut writer) = created.map_err(|refusal| refusal.to_string())?;
    let event = session.register(b"bench").map_err(|refusal| refusal.to_string())?;

    println!("alone: {:.2} ns an event", write(&mut writer, event, duration));

    let before = writer.tail();
    let live = Live::new(memory.as_shared()).map_err(|refusal| refusal.to_string())?;
    let cursors = vec![Cursor::new(); 128];
    let mut reader = live.reader(cursors, vec![0; 16384]).map_err(|error| error.to_string())?;
    // What was evicted before the reader came is no loss of this run.
    while reader.poll(Pace::default(), |_, _| Continue(())).map_err(|e| e.to_string())?.rest
        != Rest::Nothing
    {}
    let lost_before = reader.counts().lost_words;
    let is_done = AtomicBool::new(false);
    let (mut gaps, mut longest_gap, mut polls) = (0_u64, 0, 0_u64);
    let nanoseconds = thread::scope(|scope| {
        let writer = scope.spawn(|| {
            let nanoseconds = write(&mut writer, event, duration);
            is_done.store(true, Ordering::Release);
            nanoseconds
        });
        loop {
            let was_done = is_done.load(Ordering::Acquire);
            let gather_words = if was_done { 0 } else { gather_words };
            let pace = Pace { gather_words, ..Pace::default() };
            let polled = reader.poll(pace, |_, found| {
                if let Found::Lost { words } = found {
                    gaps += 1;
                    longest_gap = words.max(longest_gap);
                }
                Continue(())
            });
            polls += 1;
            match polled {
                Ok(polled) if was_done && polled.rest == Rest::Nothing => break,
                Ok(polled) if polled.rest == Rest::More => {}
                Ok(_) => (0..pauses).for_each(|_| spin_loop()),
                Err(restart) => panic!("{restart}"),
            }
        }
        writer.join()
    });
    let nanoseconds = nanoseconds.map_err(|_| "the writer panicked")?;
    let Counts { events, event_words, padding_words, lost_words } = reader.counts();
    assert_eq!(event_words + padding_words + lost_words, writer.tail());
    let lost_words = lost_words - lost_before;
    println!(
        "with a reader: {nanoseconds:.2} ns an event, {events} delivered in {polls} polls, lost \
         {:.4} % of words in {gaps} gaps, the longest {longest_gap}",
        100.0 * lost_words as f64 / (writer.tail() - before) as f64
    );

    let start = Instant::now();
    const POLLS: u32 = 100_000;
    for _ in 0..POLLS {
        let polled = reader.poll(Pace::default(), |_, _| Continue(()));
        polled.map_err(|restart| restart.to_string())?;
    }
    println!(
        "128 idle rings: {:.0} ns a poll",
        start.elapsed().as_nanos() as f64 / f64::from(POLLS)
    );
    Ok(())
}

/// Writes events for a while and says how many nanoseconds each took.
fn write<C: Clock>(writer: &mut Writer<'_, C>, event: EventIndex, duration: Duration) -> f64 {
    let (start, mut events) = (Instant::now(), 0_u64);
    while start.elapsed() < duration {
        for _ in 0..10_000 {
            writer.unit(event);
        }
        events += 10_000;
    }
    start.elapsed().as_nanos() as f64 / events as f64
}
