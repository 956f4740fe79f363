//! Writes the file of a long run of Eio fibers, to time readers with: `bench_run [EVENTS]`, by the variables of the
//! environment; the path of the file is printed. The ring has to hold it all: 2^25 words for ten million events.
//!
//! ```sh
//! OCAMLRUNPARAM=e=25,d=1 OCAML_RUNTIME_EVENTS_PRESERVE=1 cargo run --release -p eventring --example bench_run
//! ```

use std::error::Error;

use eventring::eio::{EioEvent, EioEvents, EioId, Generation2, Wire};
use eventring::file::{EventsFile, Settings};
use eventring::registry::Release;

/// Phase `minor` and counter `minor_promoted` of OCaml 5.4.
const MINOR: u16 = 11;
const PROMOTED: u16 = 4;
/// Fibers that take turns.
const FIBERS: i64 = 64;

fn main() -> Result<(), Box<dyn Error>> {
    let events = std::env::args().nth(1).map_or(Ok(10_000_000), |text| text.parse::<u64>())?;
    let settings = Settings::from_environment();
    let mut config = settings.config().longest_custom(64);
    config.release = Some(Release::V5_4);
    let mut file = EventsFile::create(&settings, &config)?;
    println!("{}", file.path().display());

    let mut time_ns = 1_000_000_000;
    let clock = || {
        time_ns += 137;
        time_ns
    };
    let (mut session, mut writer) = file.start(clock)?;
    let eio = EioEvents::register(&mut session, Wire::Generation2)?;
    let minor = session.phase(MINOR).ok_or("no such phase")?;
    let promoted = session.counter(PROMOTED).ok_or("no such counter")?;
    let context = EioId::new(0);
    for id in (1..=FIBERS).map(EioId::new) {
        eio.write(&mut writer, EioEvent::Generation2(Generation2::CreateFiber { id, context }))?;
    }
    let mut written = FIBERS as u64;
    for turn in 0.. {
        if written >= events {
            break;
        }
        let id = EioId::new(1 + turn % FIBERS);
        eio.write(&mut writer, EioEvent::Generation2(Generation2::Fiber { id }))?;
        writer.begin(minor);
        writer.counter(promoted, turn.unsigned_abs());
        writer.end(minor);
        let text = if turn % 8 == 0 { &b"Stream.take"[..] } else { b"" };
        eio.write(&mut writer, EioEvent::Generation2(Generation2::SuspendFiber { text }))?;
        written += 5;
    }
    Ok(())
}
