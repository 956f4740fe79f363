//! The writer and the live reader of this crate under a model of memory that allows every order
//! the language allows: small rings, all schedules up to a few switches, all values a load can see.
//!
//! Each model is run as it is, and again with one step of the ordering table of SPEC.md left out;
//! then it has to find what goes wrong. A step that no model misses would be one that nobody needs,
//! or a model that shows nothing.
//!
//! `RUSTFLAGS="--cfg loom" cargo test -p eventring --test loom --release`
#![cfg(loom)]

use std::num::NonZeroU32;
use std::ops::ControlFlow::Continue;
use std::sync::Arc;

use eventring::event::{Event, Kind};
use eventring::live::{Cursor, Found, Live, Pace, Rest, Restart};
use eventring::registry::Release;
use eventring::shared::{Cell, SharedView, Step, WritableView, leave_out};
use eventring::writer::{Clock, Config, Session, Writer};
use loom::model::Builder;
use loom::thread;

const PID: NonZeroU32 = NonZeroU32::new(7).unwrap();

/// A file of one ring of 8 words.
const WORDS: usize = 8 + 10 + 8;

fn config() -> Config {
    Config { release: Some(Release::V5_0), ..Config::new(1, 8) }
}

fn memory() -> Arc<Vec<Cell>> {
    Arc::new((0..WORDS).map(|_| Cell::new(0)).collect())
}

/// Runs a model in all schedules with up to three switches between the threads that neither asks
/// for; the longest models with up to two.
fn explore(model: impl Fn() + Sync + Send + 'static) {
    explore_bounded(3, model);
}

fn explore_bounded(switches: usize, model: impl Fn() + Sync + Send + 'static) {
    let mut builder = Builder::new();
    builder.preemption_bound = Some(switches);
    builder.max_branches = 100_000;
    builder.check(model);
}

/// Runs a model without one step.
fn explore_without(step: Step, model: impl Fn() + Sync + Send + 'static) {
    leave_out(Some(step));
    explore(model);
}

/// A clock of which every event has its own number.
fn numbers(from: u64) -> impl Clock {
    let mut number = from;
    move || {
        number += 1;
        number
    }
}

/// Writes event `number`, which the timestamp has to be, too: 2 or 3 words.
fn write<C: Clock>(session: &Session<'_>, writer: &mut Writer<'_, C>, number: u16, length: u32) {
    match length {
        2 => writer.begin(session.phase(number).unwrap()),
        _ => writer.counter(session.counter(number % 8).unwrap(), number.into()),
    }
}

/// The number of an event, whose words have to fit each other.
fn number_of(event: Event<'_>) -> u64 {
    let number = event.timestamp_ns;
    let is_right = match event.kind {
        Kind::Begin { phase } => u64::from(phase) == number,
        Kind::Counter { counter, value } => {
            u64::from(counter) == number % 8 && value == Some(number)
        }
        Kind::Lifecycle { lifecycle, value } => (lifecycle, value) == (0, Some(7)),
        _ => false,
    };
    assert!(is_right, "an event that nobody wrote: {event:?}");
    number
}

/// What a reader found: events as positions and numbers.
#[derive(Default)]
struct History {
    events: Vec<(u64, u64)>,
    lost_words: u64,
}

/// Polls until there is nothing more, at most `polls` times.
fn poll(
    live: Live<'_>,
    cursor: &mut Cursor,
    polls: usize,
    history: &mut History,
) -> Result<(), Restart> {
    let mut reader = live.reader(std::slice::from_mut(cursor), [0; 8]).unwrap();
    for _ in 0..polls {
        let polled = reader.poll(Pace::default(), |_, found| {
            match found {
                Found::Event(event) => history.events.push((event.position, number_of(event))),
                Found::Lost { words } => history.lost_words += words,
                Found::Fault(fault) => panic!("a fault that is none: {fault}"),
            }
            Continue(())
        })?;
        if polled.rest == Rest::Nothing {
            break;
        }
    }
    Ok(())
}

/// A writer writes events of the lengths `before`, then those of `during` while a reader reads. At
/// the end the reader reads again, and everything has been delivered or is lost, to the word.
fn race(before: &'static [u32], during: &'static [u32]) -> impl Fn() + Sync + Send + 'static {
    move || {
        let memory = memory();
        let view = WritableView::new(&memory);
        let (session, mut writer) = Session::create(view, &config(), PID, numbers(0)).unwrap();
        let mut number = 1;
        // Position and number of each event, from the one that a reader may see first.
        let mut written = vec![(0, 1)];
        let mut write = |length: u32| {
            number += 1;
            write(&session, &mut writer, number, length);
            written.push((writer.tail() - u64::from(length), u64::from(number)));
        };
        before.iter().for_each(|&length| write(length));

        let reader = thread::spawn({
            let memory = memory.clone();
            move || {
                let (mut cursor, mut history) = (Cursor::new(), History::default());
                let live = Live::new(SharedView::new(&memory)).unwrap();
                poll(live, &mut cursor, 1, &mut history).unwrap();
                (cursor, history)
            }
        });
        during.iter().for_each(|&length| write(length));
        let (mut cursor, mut history) = reader.join().unwrap();
        let live = Live::new(view.as_shared()).unwrap();
        poll(live, &mut cursor, 9, &mut history).unwrap();

        let mut left = written.iter();
        for event in &history.events {
            assert!(left.any(|written| written == event), "{event:?} is not as it was written");
        }
        assert_eq!(history.events.last(), written.last());
        let counts = cursor.counts();
        assert_eq!(counts.lost_words, history.lost_words);
        assert_eq!(counts.event_words + counts.padding_words + counts.lost_words, writer.tail());
        if history.lost_words == 0 {
            assert_eq!(history.events, written);
        }
    }
}

/// No lap: 3 words are there, 2 and 2 come.
fn plain() -> impl Fn() + Sync + Send + 'static {
    race(&[], &[2, 2])
}

/// 3 words, 2 are added, 2 come with padding before them, whose room is made first.
fn padding() -> impl Fn() + Sync + Send + 'static {
    race(&[2], &[2, 2])
}

/// A full ring, in which every event overwrites another.
fn lap() -> impl Fn() + Sync + Send + 'static {
    race(&[2, 2], &[2, 2])
}

/// Two events of 3 words, the second of which leaves nothing else in the ring.
fn whole_ring() -> impl Fn() + Sync + Send + 'static {
    race(&[], &[3, 3])
}

/// A reader that is a lap behind when it comes, and is lapped again.
fn two_laps() -> impl Fn() + Sync + Send + 'static {
    race(&[2, 2, 2, 2], &[3, 3])
}

/// A reader comes while a session is made.
fn start() {
    let memory = memory();
    let reader = thread::spawn({
        let memory = memory.clone();
        move || match Live::new(SharedView::new(&memory)) {
            Ok(live) => assert_eq!(live.geometry().ring_words(), 8),
            Err(refusal) => assert!(refusal.is_not_ready(), "refused: {refusal}"),
        }
    });
    Session::create(WritableView::new(&memory), &config(), PID, numbers(0)).unwrap();
    reader.join().unwrap();
}

/// A session takes the place of another, whose tail was higher, while a reader reads.
fn restart() {
    let memory = memory();
    let view = WritableView::new(&memory);
    let (session, mut writer) = Session::create(view, &config(), PID, numbers(0)).unwrap();
    write(&session, &mut writer, 2, 2);
    write(&session, &mut writer, 3, 2);
    let reader = thread::spawn({
        let memory = memory.clone();
        move || {
            let mut history = History::default();
            // It may come when there is no session just now, and may find that one is over.
            if let Ok(live) = Live::new(SharedView::new(&memory)) {
                let _ = poll(live, &mut Cursor::new(), 1, &mut history);
            }
            assert_eq!(history.lost_words, 0);
            let numbers: Vec<u64> = history.events.iter().map(|&(_, number)| number).collect();
            let first = [1, 2, 3];
            let second = [11, 12];
            assert!(
                first.starts_with(&numbers) || second.starts_with(&numbers),
                "events of two sessions: {numbers:?}"
            );
        }
    });
    let (session, mut writer) = Session::create(view, &config(), PID, numbers(10)).unwrap();
    write(&session, &mut writer, 12, 2);
    reader.join().unwrap();
}

#[test]
fn plain_holds() {
    explore(plain());
}

#[test]
fn padding_holds() {
    explore(padding());
}

#[test]
fn lap_holds() {
    explore(lap());
}

#[test]
fn whole_ring_holds() {
    explore(whole_ring());
}

#[test]
fn two_laps_hold() {
    explore_bounded(2, two_laps());
}

#[test]
fn start_holds() {
    explore(start);
}

#[test]
fn restart_holds() {
    explore_bounded(2, restart);
}

#[test]
#[should_panic(expected = "refused: ")]
fn start_needs_step_b() {
    explore_without(Step::B, start);
}

#[test]
#[should_panic(expected = "refused: ")]
fn start_needs_step_q() {
    explore_without(Step::Q, start);
}

#[test]
#[should_panic(expected = "a fault that is none: tail ")]
fn whole_ring_needs_step_c() {
    explore_without(Step::C, whole_ring());
}

#[test]
#[should_panic(expected = "a fault that is none: tail ")]
fn whole_ring_needs_step_x() {
    explore_without(Step::X, whole_ring());
}

#[test]
#[should_panic(expected = "a fault that is none: item of length 0")]
fn lap_needs_step_d() {
    explore_without(Step::D, lap());
}

#[test]
#[should_panic(expected = "an event that nobody wrote")]
fn lap_needs_step_v() {
    explore_without(Step::V, lap());
}

#[test]
#[should_panic(expected = "a fault that is none: head ")]
fn lap_needs_step_w() {
    explore_without(Step::W, lap());
}

#[test]
#[should_panic(expected = "a fault that is none: item of length 0")]
fn padding_needs_step_f() {
    explore_without(Step::F, padding());
}

#[test]
#[should_panic(expected = "a fault that is none: item of length 0")]
fn plain_needs_step_h() {
    explore_without(Step::H, plain());
}

#[test]
#[should_panic(expected = "a fault that is none: item of length 0")]
fn plain_needs_step_t() {
    explore_without(Step::T, plain());
}

#[test]
#[should_panic(expected = "an event that nobody wrote")]
fn restart_needs_step_a() {
    explore_without(Step::A, restart);
}

#[test]
#[should_panic(expected = "an event that nobody wrote")]
fn restart_needs_step_y() {
    explore_without(Step::Y, restart);
}

#[test]
#[should_panic(expected = "a fault that is none: tail ")]
fn whole_ring_needs_step_y() {
    explore_without(Step::Y, whole_ring());
}
