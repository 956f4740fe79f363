extern crate std;

mod journal;
mod laps;
mod steps;

use core::ops::ControlFlow::{Break, Continue};
use std::format;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::string::String;
use std::vec::Vec;

use proptest::prelude::*;

use self::journal::{PID, cells_of, memory_for, of_5_0, ticks};
use super::*;
use crate::reader::Snapshot;
use crate::sample::{Sample, SampleRing, header as item};
use crate::shared::{Cell, WritableView};
use crate::words::ByteOrder;
use crate::writer::{Config, Session};

const UNIT: u64 = item(2, true, 0, 7);

fn reader(memory: &[Cell]) -> Reader<'_, Vec<Cursor>, Vec<u64>> {
    let live = Live::new(SharedView::new(memory)).unwrap();
    let cursors = std::vec![Cursor::new(); live.geometry().max_domains() as usize];
    live.reader(cursors, std::vec![0; 2048]).unwrap()
}

/// What a poll finds, as text.
fn poll(reader: &mut Reader<'_, Vec<Cursor>, Vec<u64>>, pace: Pace) -> (Vec<String>, Polled) {
    let mut all = Vec::new();
    let polled = reader.poll(pace, |ring, found| {
        all.push(match found {
            Found::Event(event) => format!("{ring}: {} {}", event.position, event.timestamp_ns),
            Found::Lost { words } => format!("{ring}: lost {words}"),
            Found::Fault(fault) => format!("{ring}: {} {}", fault.clause(), fault.position()),
        });
        Continue(())
    });
    let polled = polled.unwrap();
    assert_eq!(polled.calls, all.len() as u64);
    (all, polled)
}

fn poll_all(reader: &mut Reader<'_, Vec<Cursor>, Vec<u64>>) -> Vec<String> {
    let mut all = Vec::new();
    loop {
        let (found, polled) = poll(reader, Pace::default());
        all.extend(found);
        if polled.rest == Rest::Nothing {
            return all;
        }
    }
}

fn budget(budget: u64) -> Pace {
    Pace { budget, ..Pace::default() }
}

#[test]
fn what_is_not_ready_and_what_is_refused() {
    let judged = |words: &[u64]| {
        let cells: Vec<Cell> = words.iter().map(|&word| Cell::new(word)).collect();
        let live = Live::new(SharedView::new(&cells));
        live.map_or_else(|refusal| (refusal.clause(), refusal.is_not_ready()), |_| ("", false))
    };
    let not_ready = ("file.not-ready", true);
    assert_eq!(judged(&[]), not_ready);
    assert_eq!(judged(&[1; 7]), ("header.complete", false));
    let ring = SampleRing::holding(8, 0, &[]);
    let sample = Sample::of(ring);
    let whole = sample.bytes();
    let words: Vec<u64> =
        whole.chunks(8).map(|b| u64::from_le_bytes(b.try_into().unwrap())).collect();
    // A header of which any words but the data offset are there, in any order.
    for there in 0..256_u32 {
        let mut words = words.clone();
        (0..8).filter(|bit| there & 1 << bit == 0).for_each(|bit| words[bit] = 0);
        match there & 0b0111_1111 {
            0b0111_1111 => assert_eq!(judged(&words), ("", false)),
            _ if words[6] == 0 => assert_eq!(judged(&words), not_ready, "{there:b}"),
            _ => assert!(!judged(&words).1, "{there:b}"),
        }
    }
}

#[test]
fn a_session_is_followed() {
    let config = of_5_0(2, 64);
    let memory = memory_for(&config);
    let view = WritableView::new(&memory);
    let (mut session, mut writer) = Session::create(view, &config, PID, ticks()).unwrap();
    let mut other = session.take_writer(1, ticks()).unwrap();
    let phase = session.phase(1).unwrap();
    let mut reader = reader(&memory);
    assert_eq!(poll_all(&mut reader), ["0: 0 1"]);
    assert_eq!(poll(&mut reader, Pace::default()).1, Polled { calls: 0, rest: Rest::Nothing });
    writer.begin(phase);
    other.begin(phase);
    writer.end(phase);
    assert_eq!(poll_all(&mut reader), ["0: 3 2", "0: 5 3", "1: 0 1"]);
    let counts = reader.cursor(0).unwrap().counts();
    assert_eq!(counts, Counts { events: 3, event_words: 7, padding_words: 0, lost_words: 0 });
    assert_eq!(reader.counts().event_words, 9);
    assert!(reader.cursor(2).is_none());
}

#[test]
fn words_can_gather() {
    let config = of_5_0(1, 64);
    let memory = memory_for(&config);
    let view = WritableView::new(&memory);
    let (session, mut writer) = Session::create(view, &config, PID, ticks()).unwrap();
    let phase = session.phase(1).unwrap();
    let mut reader = reader(&memory);
    // Not more than a quarter of the ring: 16 words. Three are there.
    let pace = Pace { gather_words: 1000, ..Pace::default() };
    for _ in 0..6 {
        assert_eq!(poll(&mut reader, pace).1, Polled { calls: 0, rest: Rest::Gathering });
        writer.begin(phase);
    }
    writer.begin(phase);
    assert_eq!(poll(&mut reader, pace).1, Polled { calls: 8, rest: Rest::Nothing });
    writer.begin(phase);
    assert_eq!(poll(&mut reader, Pace::default()).1.calls, 1);
}

#[test]
fn a_budget_is_exact_and_changes_nothing_else() {
    let config = of_5_0(3, 64);
    let memory = memory_for(&config);
    let view = WritableView::new(&memory);
    let (mut session, mut writer) = Session::create(view, &config, PID, ticks()).unwrap();
    let phase = session.phase(1).unwrap();
    let mut third = session.take_writer(2, ticks()).unwrap();
    (0..20).for_each(|_| writer.begin(phase));
    (0..20).for_each(|_| third.begin(phase));
    let wanted = poll_all(&mut reader(&memory));
    for size in 1..=42 {
        let mut reader = reader(&memory);
        let mut all = Vec::new();
        while all.len() < 41 {
            let (found, polled) = poll(&mut reader, budget(size));
            assert_eq!(polled.calls, size.min(41 - all.len() as u64));
            all.extend(found);
        }
        assert_eq!(all, wanted);
        assert_eq!(poll(&mut reader, budget(size)).1.calls, 0);
    }
    let polled = poll(&mut reader(&memory), budget(0)).1;
    assert_eq!(polled, Polled { calls: 0, rest: Rest::More });
}

#[test]
fn a_busy_ring_does_not_starve_the_others() {
    let config = of_5_0(3, 4096);
    let memory = memory_for(&config);
    let view = WritableView::new(&memory);
    let (mut session, mut writer) = Session::create(view, &config, PID, ticks()).unwrap();
    let phase = session.phase(1).unwrap();
    let mut third = session.take_writer(2, ticks()).unwrap();
    let mut reader = reader(&memory);
    for round in 0..100 {
        // More than one batch, however small the budget.
        (0..1500).for_each(|_| writer.begin(phase));
        third.begin(phase);
        let (found, polled) = poll(&mut reader, Pace::default());
        let of_third = found.iter().filter(|found| found.starts_with("2: ")).count();
        assert_eq!((of_third, polled.rest), (1, Rest::More), "round {round}");
    }
    // A budget far below a batch does not change that.
    let before = [0, 2].map(|ring| reader.cursor(ring).unwrap().counts().events);
    for _ in 0..1000 {
        (0..50).for_each(|_| writer.begin(phase));
        (0..50).for_each(|_| third.begin(phase));
        poll(&mut reader, budget(50));
    }
    let after = [0, 2].map(|ring| reader.cursor(ring).unwrap().counts().events);
    assert!((0..2).all(|ring| after[ring] - before[ring] > 15_000), "{before:?} {after:?}");
}

#[test]
fn whoever_stops_early_loses_and_repeats_nothing() {
    let config = of_5_0(2, 64);
    let memory = memory_for(&config);
    let view = WritableView::new(&memory);
    let (mut session, mut writer) = Session::create(view, &config, PID, ticks()).unwrap();
    let phase = session.phase(1).unwrap();
    let mut other = session.take_writer(1, ticks()).unwrap();
    (0..100).for_each(|_| writer.begin(phase));
    (0..9).for_each(|_| other.begin(phase));
    let wanted = poll_all(&mut reader(&memory));
    assert!(wanted[0].starts_with("0: lost ") && wanted.len() > 30);

    let mut stopping = reader(&memory);
    let mut count = 0;
    while stopping.poll(Pace::default(), |_, _| Break(())).unwrap().calls == 1 {
        count += 1;
    }
    assert_eq!(count, wanted.len());
    assert_eq!(poll_all(&mut stopping), [""; 0]);

    let mut panicking = reader(&memory);
    let mut all = Vec::new();
    loop {
        let poll = || {
            panicking.poll(Pace::default(), |ring, found| {
                all.push((ring, format!("{found:?}")));
                // As a callback that panics, but without its message.
                std::panic::resume_unwind(std::boxed::Box::new(()))
            })
        };
        if catch_unwind(AssertUnwindSafe(poll)).is_ok_and(|polled| polled.unwrap().calls == 0) {
            break;
        }
    }
    assert_eq!(all.len(), wanted.len());
    all.sort();
    all.dedup();
    assert_eq!(all.len(), wanted.len(), "nothing twice");

    // What was checked stays, although the writer has passed it since.
    let mut late = reader(&memory);
    let (mut found, _) = poll(&mut late, budget(3));
    (0..100).for_each(|_| writer.begin(phase));
    found.extend(poll(&mut late, budget(7)).0);
    assert_eq!(found, wanted[..10]);
}

#[test]
fn a_session_in_the_place_of_another_is_a_restart() {
    let config = of_5_0(2, 64);
    let memory = memory_for(&config);
    let view = WritableView::new(&memory);
    let create = |config: &Config| {
        let (session, mut writer) = Session::create(view, config, PID, ticks()).unwrap();
        writer.begin(session.phase(1).unwrap());
        writer
    };
    drop(create(&config));
    let mut reader = reader(&memory);
    assert_eq!(poll_all(&mut reader).len(), 2);
    let mut writer = create(&config);
    assert_eq!(poll_all(&mut reader), [""; 0], "the same positions look like the same session");
    writer.fork_child();
    assert_eq!(poll_all(&mut reader), ["0: 5 3"]);
    let mut writer = create(&config);
    let poll = |reader: &mut Reader<'_, _, _>| {
        reader.poll(Pace::default(), |_, found| panic!("{found:?}"))
    };
    let restart = Err(Restart { ring: Some(0) });
    assert_eq!(poll(&mut reader), restart);
    (0..9).for_each(|_| writer.fork_child());
    assert_eq!(poll(&mut reader), restart, "for good");

    let mut reader = self::reader(&memory);
    poll_all(&mut reader);
    drop(create(&of_5_0(1, 64)));
    assert_eq!(poll(&mut reader), Err(Restart { ring: None }));

    // Only head goes back.
    let mut ring = SampleRing::holding(16, 12, &[&[UNIT, 1], &[UNIT, 2]]);
    let memory = cells_of(&Sample::of(ring.clone()));
    let mut reader = self::reader(&memory);
    assert_eq!(poll_all(&mut reader), ["0: lost 12", "0: 12 1", "0: 14 2"]);
    let event: &[u64] = &[UNIT, 1];
    ring = SampleRing::holding(16, 0, &[event; 9]);
    let (old, new) = (WritableView::new(&memory), cells_of(&Sample::of(ring)));
    let new = SharedView::new(&new);
    for index in 0..new.len_words() {
        assert!(old.store(index, new.load(index).unwrap()));
    }
    assert_eq!(poll(&mut reader), Err(Restart { ring: Some(0) }));
}

#[test]
fn a_fault_ends_its_ring_only() {
    let bad = SampleRing::holding(16, 0, &[&[UNIT, 1], &[0, 0]]);
    let good = SampleRing::holding(16, 0, &[&[UNIT, 2]]);
    let rings = std::vec![bad, good];
    let memory = cells_of(&Sample { order: ByteOrder::NATIVE, rings, names: false });
    let mut reader = reader(&memory);
    assert_eq!(poll_all(&mut reader), ["0: 0 1", "0: item.length.zero 2", "1: 0 2"]);
    assert!(reader.cursor(0).unwrap().is_over() && !reader.cursor(1).unwrap().is_over());
    // It stays over, even when its tail moves.
    assert!(WritableView::new(&memory).store(9, 8));
    assert_eq!(poll_all(&mut reader), [""; 0]);
}

#[test]
fn names_can_come_late() {
    let config = Config { stamp: false, ..Config::new(1, 8) };
    let memory = memory_for(&config);
    let view = WritableView::new(&memory);
    let (mut session, _writer) = Session::create(view, &config, PID, ticks()).unwrap();
    let names_offset = view.as_shared().load(7).unwrap();
    assert!(view.store(7, 0));
    let mut reader = reader(&memory);
    poll_all(&mut reader);
    assert!(reader.name(0).is_none());
    assert!(view.store(7, names_offset));
    poll_all(&mut reader);
    assert!(reader.name(0).unwrap().name().is_empty());
    session.register(&[b'x'; 127]).unwrap();
    for _ in 1..8192 {
        session.register(b"last").unwrap();
    }
    assert_eq!(reader.name(0).unwrap().name().as_bytes(), [b'x'; 127]);
    assert_eq!(reader.name(8191).unwrap().name().as_bytes(), b"last");
    assert!(reader.name(8192).is_none() && reader.name(u16::MAX).is_none());
}

#[test]
fn cursors_and_buffers_of_every_kind_and_size() {
    let memory = cells_of(&Sample::of(SampleRing::holding(2048, 0, &[&[UNIT, 1]])));
    let live = Live::new(SharedView::new(&memory)).unwrap();
    assert_eq!(live.least_buffer_words(), 1023);
    let too_small = TooSmall { cursors_needed: 1, buffer_words_needed: 1023 };
    let shown = std::format!("{too_small}");
    assert_eq!(shown, "needs 1 cursors and a buffer of 1023 words");
    let restarts = [Some(3), None].map(|ring| format!("{}", Restart { ring }));
    assert!(restarts[0].ends_with("a position of ring 3 went back"), "{restarts:?}");
    assert!(restarts[1].ends_with("the file header changed"), "{restarts:?}");
    assert_eq!(live.reader([], [0; 1023]).unwrap_err(), too_small);
    assert_eq!(live.reader([Cursor::new()], [0; 1022]).unwrap_err(), too_small);
    let mut cursors = heapless::Vec::<Cursor, 4>::new();
    cursors.resize_default(4).unwrap();
    let mut reader = live.reader(cursors, [0; 1023]).unwrap();
    let mut count = 0;
    reader.poll(Pace::default(), |_, _| (count += 1, Continue(())).1).unwrap();
    assert_eq!(count, 1);
    let memory = cells_of(&Sample::of(SampleRing::holding(4, 0, &[])));
    assert_eq!(Live::new(SharedView::new(&memory)).unwrap().least_buffer_words(), 4);
}

proptest! {
    /// A live reader finds in memory that nobody writes just what a snapshot has: events, lost
    /// words and faults, whatever the words, the byte order, and the size of buffer and budget.
    #[test]
    fn memory_that_nobody_writes_reads_as_a_snapshot(
        words in prop::collection::vec(prop_oneof![
            1 => any::<u64>(),
            9 => (1u64..9, any::<bool>(), 0u64..16, 0u64..50)
                .prop_map(|(length, user, kind, id)| item(length, user, kind, id)),
        ], 32),
        head in prop_oneof![0u64..100, any::<u64>()],
        len in 0u64..=33,
        cut in 0usize..=33,
        big in any::<bool>(),
        size in prop_oneof![1u64..9, Just(u64::MAX)],
        extra in 0usize..40,
    ) {
        let order = if big { ByteOrder::Big } else { ByteOrder::Little };
        let ring = SampleRing { head, tail: head.saturating_add(len), words };
        let sample = Sample { order, rings: std::vec![ring], names: false };
        let mut bytes = sample.bytes();
        bytes.truncate(bytes.len() - 8 * cut.min(32));
        let memory: Vec<Cell> = bytes
            .chunks(8)
            .map(|word| Cell::new(u64::from_ne_bytes(word.try_into().unwrap())))
            .collect();
        let ring = Snapshot::new(&bytes).unwrap().ring(0).unwrap();
        let mut wanted = Vec::new();
        if ring.lost_words() > 0 {
            wanted.push(format!("{:?}", Found::Lost { words: ring.lost_words() }));
        }
        wanted.extend(ring.events().map(|next| match next {
            Ok(event) => format!("{:?}", Found::Event(event)),
            Err(fault) => format!("{:?}", Found::Fault(fault)),
        }));

        let live = Live::new(SharedView::new(&memory)).unwrap();
        let mut reader = live.reader([Cursor::new()], std::vec![0; 32 + extra]).unwrap();
        let mut found = Vec::new();
        loop {
            let polled = reader
                .poll(budget(size), |_, next| (found.push(format!("{next:?}")), Continue(())).1)
                .unwrap();
            if polled.rest == Rest::Nothing {
                break;
            }
        }
        prop_assert_eq!(found, wanted);
    }
}
