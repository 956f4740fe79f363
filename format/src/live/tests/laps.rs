//! A reader and a writer at the same time: laps, wraps, and every word accounted for.

extern crate std;

use core::ops::ControlFlow::Continue;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use proptest::prelude::*;

use super::journal::{History, PID, length_of, memory_for, of_5_0, ticks};
use crate::live::{Cursor, Found, Live, Pace, Rest};
use crate::shared::{SharedView, WritableView};
use crate::writer::{Clock, Session, Writer};

/// Writes event `number`: mostly begins, some counters, some alloc events.
fn write<C: Clock>(session: &Session<'_>, writer: &mut Writer<'_, C>, number: u64, alloc: bool) {
    match number % 7 {
        3 => writer.counter(session.counter(0).unwrap(), u64::MAX),
        6 if alloc => writer.alloc(&[u64::MAX; 20]).unwrap(),
        _ => writer.begin(session.phase((number % 8) as u16).unwrap()),
    }
}

fn race(ring_words: u64, buffer_words: usize, gather_words: u64, events: u64) {
    let config = of_5_0(1, ring_words);
    let memory = memory_for(&config);
    let view = WritableView::new(&memory);
    let (session, mut writer) = Session::create(view, &config, PID, ticks()).unwrap();
    let live = Live::new(view.as_shared()).unwrap();
    let mut reader = live.reader([Cursor::new()], std::vec![0; buffer_words]).unwrap();
    let mut history = History::default();
    let is_done = AtomicBool::new(false);
    let mut pace = Pace { gather_words, ..Pace::default() };
    thread::scope(|scope| {
        let tail = scope.spawn(|| {
            // The first event is ring_start.
            (2..=events).for_each(|number| write(&session, &mut writer, number, ring_words >= 64));
            is_done.store(true, Ordering::Release);
            writer.tail()
        });
        loop {
            let was_done = is_done.load(Ordering::Acquire);
            if was_done {
                pace.gather_words = 0;
            }
            let polled = reader
                .poll(pace, |_, found| (history.judge(found, length_of), Continue(())).1)
                .unwrap();
            if was_done && polled.rest == Rest::Nothing {
                break;
            }
        }
        history.settle(reader.cursor(0).unwrap(), tail.join().unwrap(), events);
    });
}

#[test]
fn rings_that_lap_all_the_time_are_read_without_a_fault() {
    for (ring_words, buffer_words) in [(8, 8), (64, 64), (64, 2048), (1024, 1023), (65536, 4096)] {
        race(ring_words, buffer_words, 0, 200_000);
        race(ring_words, buffer_words, 1024, 200_000);
    }
}

/// Lapped again within a ring, the reader goes on a quarter of a ring above head (clause
/// live.resume-distance); else at head.
#[test]
fn a_reader_that_is_lapped_again_soon_goes_on_above_head() {
    // How many events of 2 words come after those that were there at the first lap; what is lost at the second, and where
    // reading goes on.
    for (more, lost, next) in [(0, 20, 106), (1, 4, 92), (2, 4, 94)] {
        let config = of_5_0(1, 64);
        let memory = memory_for(&config);
        let view = WritableView::new(&memory);
        let (session, mut writer) = Session::create(view, &config, PID, ticks()).unwrap();
        // Three words, so that no event comes to stand across the end of the ring.
        writer.counter(session.counter(0).unwrap(), 5);
        let mut write = |events| {
            (0..events).for_each(|_| writer.begin(session.phase(1).unwrap()));
        };
        let live = Live::new(view.as_shared()).unwrap();
        let mut reader = live.reader([Cursor::new()], [0; 64]).unwrap();
        let mut poll = |calls: u64| {
            let mut found = std::vec![];
            let pace = Pace { budget: calls, ..Pace::default() };
            let polled = reader.poll(pace, |_, one| {
                found.push(match one {
                    Found::Lost { words } => words,
                    Found::Event(event) => event.position,
                    Found::Fault(fault) => panic!("{fault}"),
                });
                Continue(())
            });
            polled.unwrap();
            found
        };
        // From head 24 to tail 86, less than a ring.
        write(40);
        assert_eq!(poll(2), [24, 24]);
        assert_eq!(poll(100).len(), 30);
        write(more);
        assert_eq!(poll(100).len() as u64, more);
        write(33);
        assert_eq!(poll(2), [lost, next], "{more}");
    }
}

#[test]
fn a_reader_that_is_always_too_late_reports_few_long_gaps() {
    let config = of_5_0(1, 4096);
    let memory = memory_for(&config);
    let view = WritableView::new(&memory);
    let (session, mut writer) = Session::create(view, &config, PID, ticks()).unwrap();
    let live = Live::new(SharedView::new(&memory)).unwrap();
    let mut reader = live.reader([Cursor::new()], [0; 1023]).unwrap();
    let mut history = History::default();
    let mut number = 1;
    // The writer writes two events for each one that is delivered.
    for _ in 0..200 {
        let pace = Pace { budget: 100, ..Pace::default() };
        let polled = reader
            .poll(pace, |_, found| (history.judge(found, length_of), Continue(())).1)
            .unwrap();
        for _ in 0..2 * polled.calls {
            number += 1;
            write(&session, &mut writer, number, true);
        }
    }
    assert!(history.events > 10_000);
    // A gap is at least a quarter of the ring long, hundreds of events.
    assert!(history.losses < history.events / 200, "{} gaps", history.losses);
}

#[test]
fn memory_that_is_overwritten_at_random_ends_every_poll() {
    let config = of_5_0(2, 64);
    let memory = memory_for(&config);
    let view = WritableView::new(&memory);
    drop(Session::create(view, &config, PID, ticks()).unwrap());
    let first: std::vec::Vec<u64> =
        (0..memory.len()).map(|index| view.as_shared().load(index).unwrap()).collect();
    let (mut polls, mut readers) = (0, 0);
    thread::scope(|scope| {
        let scribbler = scope.spawn(|| {
            // A linear congruential generator, so that a failure can be had again.
            let mut random = 1_u64;
            let mut next = || {
                random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                random >> 16
            };
            for _ in 0..300_000 {
                // Ring headers and rings, with values that look like positions or item headers;
                // now and then the file header goes and comes back.
                let index = 8 + next() as usize % (memory.len() - 8);
                let word = match next() % 4 {
                    0 => next() % 200,
                    1 => u64::MAX - next() % 100,
                    _ => (next() % 30) << 54 | next() << 36,
                };
                let header = next() as usize % 8;
                let _ = view.store(index, word);
                if next() % 100 == 0 {
                    let _ = view.store(header, next() % 3);
                    let _ = view.store(header, first[header]);
                }
            }
        });
        while !scribbler.is_finished() || readers == 0 {
            let Ok(live) = Live::new(view.as_shared()) else { continue };
            if live.geometry().ring_words() != 64 {
                continue;
            }
            readers += 1;
            let mut reader = live.reader([Cursor::new(); 4], [0; 64]).unwrap();
            for _ in 0..50 {
                polls += 1;
                // A panic or a hang would be the failure.
                if reader.poll(Pace::default(), |_, _| Continue(())).is_err() {
                    break;
                }
            }
        }
    });
    assert!(polls > 0);
}

proptest! {
    /// Whatever the rhythm of writing and polling, budget, gathering and buffer, everything is
    /// delivered in order or lost, to the word; and nothing is lost without a lap.
    #[test]
    fn delivered_padding_and_lost_are_what_was_written(
        rounds in prop::collection::vec((0u64..40, 1u64..60, 0u64..40), 1..60),
        ring_words in prop::sample::select(&[8u64, 16, 64, 128, 2048]),
        extra in 0usize..100,
    ) {
        let config = of_5_0(1, ring_words);
        let memory = memory_for(&config);
        let view = WritableView::new(&memory);
        let (session, mut writer) = Session::create(view, &config, PID, ticks()).unwrap();
        let live = Live::new(SharedView::new(&memory)).unwrap();
        let buffer = std::vec![0; live.least_buffer_words() + extra];
        let mut reader = live.reader([Cursor::new()], buffer).unwrap();
        let mut history = History::default();
        let mut number = 1;
        let mut was_lapped = false;
        for (events, budget, gather_words) in rounds {
            for _ in 0..events {
                number += 1;
                write(&session, &mut writer, number, ring_words >= 64);
            }
            was_lapped |= writer.tail() - reader.cursor(0).unwrap().position() >= ring_words;
            let pace = Pace { budget, gather_words };
            reader.poll(pace, |_, found| (history.judge(found, length_of), Continue(())).1).unwrap();
        }
        while reader
            .poll(Pace::default(), |_, found| (history.judge(found, length_of), Continue(())).1)
            .unwrap()
            .rest
            != Rest::Nothing
        {}
        history.settle(reader.cursor(0).unwrap(), writer.tail(), number);
        prop_assert!(was_lapped || history.losses == 0);
    }
}
