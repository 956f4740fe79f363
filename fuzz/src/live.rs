//! The live reader against an adversary: what is in memory changes between any two of its loads.

use std::cell::{OnceCell, RefCell};
use std::num::NonZeroU32;
use std::ops::ControlFlow::Continue;
use std::rc::Rc;
use std::sync::atomic::Ordering::Relaxed;

use eventring::adversary::before_each_load;
use eventring::event::Kind;
use eventring::live::{Cursor, Found, Live, Pace, Reader, Rest};
use eventring::registry::Release;
use eventring::shared::{Cell, SharedView, WritableView};
use eventring::writer::{Config, Session, Writer};

const RINGS: u32 = 2;

/// Reading that has not come to its end after so many polls of memory at rest never will.
const MOST_POLLS: u64 = 10_000;

/// The counter whose values count the events of a ring; a release without name table has it.
const COUNTER: u16 = 3;

/// Bytes 0 and 1 of the input say the size of the rings, that of the buffer, and who the adversary
/// is; each other byte is what happens before one load.
///
/// * A producer that writes: what is delivered is what it wrote, in order and at its position; and
///   events, padding and lost words add up to what was written.
/// * One that stores any word anywhere: reading comes to an end all the same.
pub fn body(input: &[u8]) {
    let Some((&[sizes, who], script)) = input.split_first_chunk() else { return };
    let size = usize::from(sizes & 3);
    let memory = memory(size);
    for cell in memory {
        cell.store(0, Relaxed);
    }
    let process_id = NonZeroU32::MIN;
    let view = WritableView::new(memory);
    let (mut session, first) =
        Session::create(view, &config(size), process_id, clock as fn() -> u64).expect("workable");
    let mut writers = vec![first];
    writers.extend(session.take_writer(1, clock as fn() -> u64));
    let live = Live::new(SharedView::new(memory)).expect("a session that was made");
    let buffer = vec![0; live.least_buffer_words() + usize::from(sizes >> 2)];
    let reader = live.reader([Cursor::new(); RINGS as usize], buffer).expect("a buffer as asked");
    let gather_words = u64::from(who >> 1 & 0xf);
    if who & 1 == 0 {
        against_producer(session, writers, reader, script, gather_words);
    } else {
        against_vandal(memory, reader, script, gather_words);
    }
    before_each_load(None);
}

type OurWriter = Writer<'static, fn() -> u64>;
type OurReader = Reader<'static, [Cursor; RINGS as usize], Vec<u64>>;

/// What a producer has written: by ring, the position of each counter event. Its value is its place
/// in the list.
type Written = Rc<RefCell<[Vec<u64>; RINGS as usize]>>;

fn against_producer(
    session: Session<'static>,
    mut writers: Vec<OurWriter>,
    mut reader: OurReader,
    script: &[u8],
    gather_words: u64,
) {
    let written = Written::default();
    let log = Rc::clone(&written);
    let counter = session.counter(COUNTER).expect("a counter of every release");
    let mut script = Vec::from(script).into_iter();
    before_each_load(Some(Box::new(move || {
        let Some(step) = script.next() else { return };
        let ring = usize::from(step >> 7);
        // Mostly nothing, now and then more than the ring has room for.
        let events = if step & 0x40 == 0 { step & 3 } else { step & 0x3f };
        for _ in 0..events {
            let positions = &mut log.borrow_mut()[ring];
            writers[ring].counter(counter, positions.len() as u64);
            positions.push(writers[ring].tail() - 3);
        }
    })));
    let mut next = [0; RINGS as usize];
    let mut polls = 0;
    loop {
        let pace = Pace { gather_words: if polls % 2 == 0 { 0 } else { gather_words }, budget: 17 };
        let polled = reader.poll(pace, |ring, found| {
            let at = &mut next[ring as usize];
            match found {
                Found::Event(event) => match event.kind {
                    Kind::Counter { counter: COUNTER, value: Some(value) } => {
                        assert!(*at <= value, "in order, each once");
                        *at = value + 1;
                        let position = written.borrow()[ring as usize].get(value as usize).copied();
                        assert_eq!(position, Some(event.position), "what was written there");
                    }
                    // ring_start.
                    kind => {
                        assert!(matches!(kind, Kind::Lifecycle { lifecycle: 0, .. }), "{kind:?}")
                    }
                },
                Found::Lost { words } => assert!(words > 0),
                Found::Fault(fault) => panic!("{fault}"),
            }
            Continue(())
        });
        let polled = polled.expect("no other session has taken its place");
        polls += 1;
        if polled.rest == Rest::Nothing && pace.gather_words == 0 && is_at_end(&reader, &written) {
            break;
        }
        assert!(polls < MOST_POLLS, "no end");
    }
    for ring in 0..RINGS {
        let cursor = reader.cursor(ring).expect("a cursor for each ring");
        let counts = cursor.counts();
        let sum = counts.event_words + counts.padding_words + counts.lost_words;
        assert_eq!(sum, cursor.position());
    }
}

fn is_at_end(reader: &OurReader, written: &Written) -> bool {
    (0..RINGS).all(|ring| {
        let last = written.borrow()[ring as usize].last().copied();
        let position = reader.cursor(ring).map_or(0, Cursor::position);
        last.is_none_or(|last| position == last + 3)
    })
}

fn against_vandal(
    memory: &'static [Cell],
    mut reader: OurReader,
    script: &[u8],
    gather_words: u64,
) {
    let mut script = Vec::from(script).into_iter();
    before_each_load(Some(Box::new(move || {
        let (Some(what), Some(place)) = (script.next(), script.next()) else { return };
        let word = match what & 7 {
            0 => 0,
            1 => u64::MAX,
            2 => u64::from(what >> 3),
            3 => u64::from(what >> 3) << 54,
            _ => return,
        };
        // Head and tail are what most depends on: half of the stores hit ring headers.
        let place =
            if place & 1 == 0 { 8 + usize::from(place >> 1) % 20 } else { usize::from(place) };
        if let Some(cell) = memory.get(place % memory.len()) {
            cell.store(word, Relaxed);
        }
    })));
    let mut polls = 0;
    loop {
        let pace = Pace { gather_words: if polls % 2 == 0 { 0 } else { gather_words }, budget: 64 };
        let Ok(polled) = reader.poll(pace, |_, _| Continue(())) else { return };
        polls += 1;
        if polled.rest == Rest::Nothing && polled.calls == 0 {
            break;
        }
        assert!(polls < MOST_POLLS, "no end");
    }
}

fn config(size: usize) -> Config {
    // No names: a table of them would have to be cleared for each input.
    Config { release: Some(Release::V5_0), stamp: false, ..Config::new(RINGS, 8 << size) }
}

fn clock() -> u64 {
    7
}

/// The memory of a session of each size, made once: what happens before loads is kept where it has
/// to live as long as the thread.
fn memory(size: usize) -> &'static [Cell] {
    std::thread_local! {
        static MEMORY: [OnceCell<&'static [Cell]>; 4] = const { [const { OnceCell::new() }; 4] };
    }
    MEMORY.with(|memory| {
        *memory[size].get_or_init(|| {
            let words = config(size).geometry().expect("workable").file_bytes() / 8;
            Vec::leak((0..words).map(|_| Cell::new(0)).collect())
        })
    })
}
