//! Writing and reading a live ring allocates nothing.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell as Count;
use std::num::NonZeroU32;
use std::ops::ControlFlow::Continue;

use eventring::live::{Cursor, Live, Pace};
use eventring::registry::Release;
use eventring::shared::{Cell, WritableView};
use eventring::writer::{Config, Session};

/// The allocator of the system, counting for each thread.
struct Counting;

thread_local! {
    static ALLOCATIONS: Count<u64> = const { Count::new(0) };
}

#[expect(unsafe_code, reason = "an allocator is an unsafe trait")]
// SAFETY: all is done by the allocator of the system, which keeps the contract; the count is a
// plain number without a destructor and allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        // SAFETY: the caller keeps the contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract, and all comes from this allocator.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn a_session_is_written_and_read_without_an_allocation() {
    let config =
        Config { release: Some(Release::V5_4), longest_event_words: 131, ..Config::new(2, 512) };
    let words = config.geometry().unwrap().file_bytes() / 8;
    let memory: Vec<Cell> = (0..words).map(|_| Cell::new(0)).collect();
    let view = WritableView::new(&memory);
    let before = ALLOCATIONS.get();
    assert!(before > 0, "the counting works");

    let mut now_ns = 0;
    let clock = || {
        now_ns += 1;
        now_ns
    };
    let process_id = NonZeroU32::MIN;
    let (mut session, mut writer) = Session::create(view, &config, process_id, clock).unwrap();
    let event = session.register(b"an.event").unwrap();
    assert!(session.register(&[0; 200]).is_err());
    let (phase, counter) = (session.phase(1).unwrap(), session.counter(1).unwrap());
    let mut other = session.take_writer(1, || 5).unwrap();

    let live = Live::new(view.as_shared()).unwrap();
    let mut reader = live.reader([Cursor::new(); 2], [0; 1023]).unwrap();
    let (mut events, data) = (0, [7; 1025]);
    for length in 0..1026 {
        writer.unit(event);
        writer.int(event, -1);
        writer.span_begin(event);
        writer.span_end(event);
        assert_eq!(writer.custom(event, &data[..length]).is_ok(), length <= 1024);
        writer.begin(phase);
        writer.counter(counter, u64::MAX);
        writer.alloc(&[1; 20]).unwrap();
        writer.end(phase);
        writer.pause();
        writer.resume();
        other.unit(event);
        if length % 3 == 0 {
            reader.poll(Pace::default(), |_, _| (events += 1, Continue(())).1).unwrap();
        }
    }
    writer.ring_stop();
    let allocations = ALLOCATIONS.get() - before;
    assert!(events > 1000 && reader.name(event.get()).is_some());
    assert_eq!(allocations, 0);
}
