//! A program that is traced as an OCaml program is: it makes `<pid>.events` by the same variables of the environment,
//! and every tool that reads OCaml's files reads this one.
//!
//! ```sh
//! OCAML_RUNTIME_EVENTS_DIR=/tmp cargo run --release -p eventring --features std --example producer -- 2
//! ```
//!
//! writes events from two threads for two seconds, one ring each. Another terminal can look on with
//! `eventring stats PID`, or with OCaml's own tools.

use std::error::Error;
use std::time::{Duration, Instant};

use eventring::file::{EventsFile, MonotonicClock, Settings};
use eventring::writer::{EventIndex, Writer};

fn main() -> Result<(), Box<dyn Error>> {
    let seconds = std::env::args().nth(1).map_or(Ok(1), |text| text.parse())?;
    let until = Instant::now() + Duration::from_secs(seconds);

    // Room for custom events of up to 64 bytes; a ring that is too small for them is refused here.
    let settings = Settings::from_environment();
    let config = settings.config().longest_custom(64);
    let mut file = EventsFile::create(&settings, &config)?;
    println!("{}", file.path().display());
    let (mut session, first) = file.start(MonotonicClock)?;

    // A name has to be registered before its first event.
    let names = Names {
        step: session.register(b"producer.step")?,
        count: session.register(b"producer.count")?,
        note: session.register(b"producer.note")?,
    };
    // A ring belongs to one thread at a time.
    let second = session.take_writer(1, MonotonicClock);
    let steps: u64 = std::thread::scope(|scope| {
        let writers = [Some(first), second].into_iter().flatten();
        let threads: Vec<_> =
            writers.map(|writer| scope.spawn(move || work(writer, names, until))).collect();
        threads.into_iter().filter_map(|thread| thread.join().ok()).sum()
    });
    println!("{steps} steps");
    Ok(()) // The file is removed here, unless OCAML_RUNTIME_EVENTS_PRESERVE is set.
}

#[derive(Clone, Copy)]
struct Names {
    step: EventIndex,
    count: EventIndex,
    note: EventIndex,
}

fn work(mut writer: Writer<'_, MonotonicClock>, names: Names, until: Instant) -> u64 {
    let mut steps = 0;
    while Instant::now() < until {
        writer.span_begin(names.step);
        for _ in 0..1000 {
            steps += 1;
            writer.int(names.count, i64::try_from(steps).unwrap_or(i64::MAX));
        }
        let note = format!("{steps} steps done");
        // At most 64 bytes, so that it fits.
        let _ = writer.custom(names.note, note.as_bytes());
        writer.span_end(names.step);
    }
    writer.ring_stop();
    steps
}
