//! A session that is made and written, and a live reader of the same memory.

use core::num::NonZeroU32;
use core::ops::ControlFlow::{Break, Continue};

use eventring::eio::{EioEvent, EioEvents, EioId, Generation2, Wire};
use eventring::live::{Cursor, Found, Live, Pace};
use eventring::registry::Release;
use eventring::shared::{SharedView, WritableView};
use eventring::writer::{Config, Session};

/// A number that depends on all that a poll finds.
pub fn follow(memory: SharedView<'_>, budget: u64, gather_words: u64) -> u64 {
    let Ok(live) = Live::new(memory) else { return 1 };
    let Ok(mut reader) = live.reader([const { Cursor::new() }; 128], [0; 4096]) else { return 2 };
    let mut sum = 0_u64;
    for _ in 0..2 {
        let polled = reader.poll(Pace { budget, gather_words }, |ring, found| {
            sum = sum.wrapping_add(u64::from(ring)).rotate_left(5);
            match found {
                Found::Event(event) => {
                    let name = event.kind.index().and_then(|index| live.name(index));
                    let name = name.map_or(0, |entry| entry.name().as_bytes().len() as u64);
                    sum ^= event.timestamp_ns ^ event.position ^ name;
                    if sum == 7 { Break(()) } else { Continue(()) }
                }
                Found::Lost { words } => {
                    sum ^= words;
                    Continue(())
                }
                Found::Fault(fault) => {
                    sum ^= fault.offset_bytes();
                    Continue(())
                }
            }
        });
        sum ^= polled.map_or(3, |polled| polled.calls);
    }
    sum ^ reader.counts().lost_words
}

/// Makes a session and writes every type of event, as often as `data` has bytes.
pub fn write(memory: WritableView<'_>, max_domains: u32, ring_words: u64, data: &[u8]) -> u64 {
    let config = Config {
        release: Some(Release::V5_4),
        ..Config::new(max_domains, ring_words).longest_custom(data.len())
    };
    let mut now_ns = 0_u64;
    let clock = || {
        now_ns = now_ns.wrapping_add(1);
        now_ns
    };
    let Ok((mut session, mut writer)) = Session::create(memory, &config, NonZeroU32::MIN, clock)
    else {
        return 1;
    };
    let Ok(event) = session.register(data) else { return 2 };
    let (Some(phase), Some(counter)) = (session.phase(9), session.counter(9)) else { return 3 };
    let other = session.take_writer(1, || 5).map_or(0, |mut writer| {
        writer.unit(event);
        writer.tail()
    });
    let Ok(eio) = EioEvents::register(&mut session, Wire::Generation2) else { return 5 };
    for &byte in data {
        let id = EioId::new(byte.into());
        for typed in [
            EioEvent::Generation2(Generation2::Name { id, text: data }),
            EioEvent::Generation2(Generation2::Fiber { id }),
            EioEvent::Generation2(Generation2::ExitSpan),
        ] {
            if eio.write(&mut writer, typed).is_err() {
                return 6;
            }
        }
        writer.unit(event);
        writer.int(event, i64::from(byte));
        writer.span_begin(event);
        writer.span_end(event);
        if writer.custom(event, data).is_err() || writer.alloc(&[u64::from(byte); 20]).is_err() {
            return 4;
        }
        writer.begin(phase);
        writer.counter(counter, u64::from(byte));
        writer.end(phase);
        writer.pause();
        writer.resume();
        writer.fork_parent(NonZeroU32::MIN);
        writer.fork_child();
        writer.domain_spawn(NonZeroU32::MIN);
        writer.domain_terminate(NonZeroU32::MIN);
    }
    writer.ring_stop();
    writer.tail() ^ other
}
