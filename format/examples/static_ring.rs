//! A ring in memory that is there from the start, as a device without an operating system has it. All but `main` does
//! without std and without an allocator; its clock is a counter, its reader the debugger, a serial line, or another
//! core.

mod device {
    //! What would be on the device: `core`, heapless, and eventring.

    use core::fmt::Write;
    use core::num::NonZeroU32;
    use core::ops::ControlFlow::Continue;
    use core::sync::atomic::{AtomicU64, Ordering};

    use eventring::event::Kind;
    use eventring::live::{Cursor, Found, Live, Pace};
    use eventring::shared::{Cell, SharedView, WritableView};
    use eventring::writer::{Config, Session};
    use heapless::{String, Vec};

    const RINGS: usize = 1;
    const RING_WORDS: usize = 64;
    /// File header, a ring header and a ring; the name table is what takes room.
    const WORDS: usize = 8 + 10 * RINGS + RING_WORDS * RINGS + 8192 * 128 / 8;

    static MEMORY: [Cell; WORDS] = [const { Cell::new(0) }; WORDS];
    static TICKS: AtomicU64 = AtomicU64::new(0);

    /// What the timer interrupt would count.
    fn now_ns() -> u64 {
        1000 * TICKS.fetch_add(1, Ordering::Relaxed)
    }

    /// Traces a loop, and reads it back, as text that has room for so much.
    pub(crate) fn run<const ROOM: usize>() -> Result<String<ROOM>, &'static str> {
        let config = Config::new(RINGS as u32, RING_WORDS as u64);
        let memory = WritableView::new(&MEMORY);
        let process_id = NonZeroU32::MIN;
        let (mut session, mut writer) = Session::create(memory, &config, process_id, now_ns)
            .map_err(|_| "the session does not fit")?;
        let sample = session.register(b"adc.sample").map_err(|_| "no name left")?;
        for value in 0..100 {
            writer.int(sample, value * value);
        }

        // Elsewhere, at any time.
        let live = Live::new(SharedView::new(&MEMORY)).map_err(|_| "no session")?;
        let cursors: Vec<Cursor, RINGS> = (0..RINGS).map(|_| Cursor::new()).collect();
        let mut reader = live.reader(cursors, [0; RING_WORDS]).map_err(|_| "too small")?;
        let mut text = String::new();
        for _ in 0..2 * RING_WORDS {
            let polled = reader.poll(Pace::default(), |_, found| {
                // Where there is no room left, the rest is left out.
                let _ = match found {
                    Found::Event(event) => match event.kind {
                        Kind::Int { value: Some(value), .. } => {
                            writeln!(text, "{} us: {value}", event.timestamp_ns / 1000)
                        }
                        _ => Ok(()),
                    },
                    Found::Lost { words } => writeln!(text, "{words} words lost"),
                    Found::Fault(fault) => writeln!(text, "{fault}"),
                };
                Continue(())
            });
            if polled.map_err(|_| "another session")?.calls == 0 {
                break;
            }
        }
        Ok(text)
    }
}

fn main() -> Result<(), String> {
    print!("{}", device::run::<1024>()?);
    Ok(())
}
