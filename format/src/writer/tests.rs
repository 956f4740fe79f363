extern crate std;

use std::format;
use std::string::String;
use std::vec::Vec;

use core::num::NonZeroU32;

use proptest::prelude::*;

use super::*;
use crate::event::Kind;
use crate::reader::Snapshot;
use crate::registry::Release;
use crate::shared::{Cell, WritableView};

const PID: NonZeroU32 = NonZeroU32::new(1234).unwrap();

fn memory(words: u64, filled_with: u64) -> Vec<Cell> {
    (0..words).map(|_| Cell::new(filled_with)).collect()
}

fn memory_for(config: &Config) -> Vec<Cell> {
    memory(config.geometry().unwrap().file_bytes() / 8, 0)
}

/// Small sessions without the name table, which is large.
fn of_5_0(max_domains: u32, ring_words: u64) -> Config {
    Config { release: Some(Release::V5_0), ..Config::new(max_domains, ring_words) }
}

fn ticks() -> impl Clock {
    let mut now_ns = 0;
    move || {
        now_ns += 10;
        now_ns
    }
}

fn bytes(memory: &[Cell]) -> Vec<u8> {
    let view = WritableView::new(memory).as_shared();
    (0..memory.len()).flat_map(|index| view.load(index).unwrap().to_ne_bytes()).collect()
}

/// The events of a ring as text, each with its timestamp.
fn events(memory: &[Cell], ring: u32) -> Vec<String> {
    let bytes = bytes(memory);
    let events = Snapshot::new(&bytes).unwrap().ring(ring).unwrap().events();
    events.map(|event| event.unwrap()).map(|e| format!("{} {:?}", e.timestamp_ns, e.kind)).collect()
}

#[test]
fn a_session_has_the_header_of_the_spec() {
    let config = Config { release: Some(Release::V5_1), ..Config::new(128, 65536) };
    let memory = memory_for(&config);
    Session::create(WritableView::new(&memory), &config, PID, ticks()).unwrap();
    let view = WritableView::new(&memory).as_shared();
    // The example of SPEC.md: the defaults of a 64-bit OCaml 5.1 and later.
    let wanted = [1, 128, 80, 524288, 65536, 64, 10304, 67119168];
    assert_eq!([0, 1, 2, 3, 4, 5, 6, 7].map(|index| view.load(index).unwrap()), wanted);
    assert_eq!(memory.len() * 8, 68167744);
}

#[test]
fn every_message_type_comes_back() {
    let config = Config {
        release: Some(Release::V5_4),
        stamp: false,
        longest_event_words: 22,
        ..Config::new(1, 128)
    };
    let memory = memory_for(&config);
    let view = WritableView::new(&memory);
    let (mut session, mut writer) = Session::create(view, &config, PID, ticks()).unwrap();
    let event = session.register(b"an.event").unwrap();
    let phase = session.phase(7).unwrap();
    let counter = session.counter(3).unwrap();
    writer.unit(event);
    writer.int(event, i64::MIN);
    writer.span_begin(event);
    writer.span_end(event);
    writer.custom(event, b"12345678").unwrap();
    writer.begin(phase);
    writer.end(phase);
    writer.counter(counter, u64::MAX);
    writer.alloc(&core::array::from_fn(|bucket| bucket as u64)).unwrap();
    writer.fork_parent(NonZeroU32::MAX);
    writer.fork_child();
    writer.domain_spawn(PID);
    writer.domain_terminate(PID);
    assert!(!writer.is_paused());
    writer.pause();
    assert!(writer.is_paused());
    writer.unit(event); // Not written.
    writer.custom(event, b"").unwrap(); // Not written.
    writer.resume();
    assert!(!writer.is_paused());
    writer.resume(); // There is no pause.
    writer.pause();
    writer.ring_stop();
    let buckets: Vec<u64> = (0..20).collect();
    assert_eq!(
        events(&memory, 0),
        [
            "10 Lifecycle { lifecycle: 0, value: Some(1234) }",
            "20 Unit { index: 0 }",
            "30 Int { index: 0, value: Some(-9223372036854775808) }",
            "40 SpanBegin { index: 0 }",
            "50 SpanEnd { index: 0 }",
            "60 Custom { index: 0, data: Some([49, 50, 51, 52, 53, 54, 55, 56]) }",
            "70 Begin { phase: 7 }",
            "80 End { phase: 7 }",
            "90 Counter { counter: 3, value: Some(18446744073709551615) }",
            &format!("100 Alloc {{ buckets: {buckets:?} }}"),
            "110 Lifecycle { lifecycle: 4, value: Some(4294967295) }",
            "120 Lifecycle { lifecycle: 5, value: Some(0) }",
            "130 Lifecycle { lifecycle: 6, value: Some(1234) }",
            "140 Lifecycle { lifecycle: 7, value: Some(1234) }",
            "150 Lifecycle { lifecycle: 2, value: Some(0) }",
            "160 Lifecycle { lifecycle: 3, value: Some(0) }",
            "170 Lifecycle { lifecycle: 2, value: Some(0) }",
            "180 Lifecycle { lifecycle: 1, value: None }",
        ]
    );
}

#[test]
fn a_producer_that_is_not_ocaml_is_stamped_and_has_no_phases() {
    let config = Config::new(2, 8);
    let memory = memory_for(&config);
    let view = WritableView::new(&memory);
    let (mut session, _writer) = Session::create(view, &config, PID, ticks()).unwrap();
    assert!(session.phase(0).is_none() && session.counter(0).is_none());
    assert_eq!(session.stamp().map(|stamp| stamp.get()), Some(0));
    assert_eq!(session.register(b"mine").unwrap().get(), 1);
    let bytes = bytes(&memory);
    let names = Snapshot::new(&bytes).unwrap().names();
    assert_eq!(names.name(0).unwrap().as_bytes(), b"eventring.release:none");
    assert_eq!(names.name(1).unwrap().as_bytes(), b"mine");
    assert_eq!(events(&memory, 0)[1], "20 Unit { index: 0 }");
    assert_eq!(events(&memory, 1), [""; 0]);
}

#[test]
fn each_ring_is_handed_out_once() {
    let config = of_5_0(65, 8);
    let memory = memory_for(&config);
    let view = WritableView::new(&memory);
    let (mut session, writer) = Session::create(view, &config, PID, ticks()).unwrap();
    assert_eq!(writer.ring(), 0);
    assert_eq!(std::format!("{writer:?}"), "Writer { ring: 0, head: 0, tail: 3, .. }");
    assert!(session.stamp().is_none());
    assert!(session.take_writer(0, ticks()).is_none());
    for ring in [1, 63] {
        assert_eq!(session.take_writer(ring, ticks()).unwrap().ring(), ring);
        assert!(session.take_writer(ring, ticks()).is_none());
    }
    assert_eq!(session.take_writer(64, ticks()).unwrap().ring(), 64);
    assert!(session.take_writer(64, ticks()).is_none());
    assert!(session.take_writer(65, ticks()).is_none());
    assert!(session.take_writer(u32::MAX, ticks()).is_none());
}

#[test]
fn names_at_their_bounds() {
    let config = Config { stamp: false, ..Config::new(1, 8) };
    let memory = memory_for(&config);
    let view = WritableView::new(&memory);
    let (mut session, _writer) = Session::create(view, &config, PID, ticks()).unwrap();
    assert_eq!(session.register(&[b'x'; 128]), Err(NameError::TooLong { len_bytes: 128 }));
    assert_eq!(session.register(b"a\0b"), Err(NameError::Nul { offset_bytes: 1 }));
    assert_eq!(session.register(b"eventring.release:5.4"), Err(NameError::Reserved));
    assert_eq!(session.register(b"eventring."), Err(NameError::Reserved));
    assert_eq!(session.register(&[b'x'; 127]).unwrap().get(), 0, "refused names use no index up");
    assert_eq!(session.register(b"eventring.lost").unwrap().get(), 1);
    assert_eq!(session.register(b"").unwrap().get(), 2);
    for index in 3..8192 {
        assert_eq!(session.register(b"n").unwrap().get(), index);
    }
    assert_eq!(session.register(b"n"), Err(NameError::TableFull));
    assert!(std::format!("{}", NameError::TooLong { len_bytes: 128 }).contains("128"));
    let bytes = bytes(&memory);
    let names = Snapshot::new(&bytes).unwrap().names();
    assert_eq!(names.name(0).unwrap().as_bytes(), [b'x'; 127]);
    assert_eq!(names.name(8191).unwrap().as_bytes(), b"n");

    let config = of_5_0(1, 8);
    let memory = memory_for(&config);
    let view = WritableView::new(&memory);
    let (mut session, _writer) = Session::create(view, &config, PID, ticks()).unwrap();
    assert_eq!(session.register(b"n"), Err(NameError::NoTable));
    // Phase 40 came with 5.2. In a release whose tables are not complete it may be any.
    assert!(session.phase(39).is_some() && session.phase(40).is_none());
    let config = Config { release: Some(Release::Trunk), ..Config::new(1, 8) };
    let memory = memory_for(&config);
    let view = WritableView::new(&memory);
    let (session, _writer) = Session::create(view, &config, PID, ticks()).unwrap();
    assert!(session.phase(8191).is_some() && session.phase(8192).is_none());
}

#[test]
fn what_cannot_work_is_refused_with_what_would() {
    let workable = |config: Config| match config.geometry() {
        Ok(geometry) => Ok(geometry.ring_words()),
        Err(Unworkable::RingWords { workable, .. }) => Err(workable),
        Err(other) => panic!("{other}"),
    };
    for (ring_words, wanted) in [(0, 8), (1, 8), (4, 8), (7, 8), (9, 16), (100, 128)] {
        assert_eq!(workable(Config::new(1, ring_words)), Err(wanted), "{ring_words}");
    }
    assert_eq!(workable(Config::new(1, 8)), Ok(8));
    assert_eq!(workable(Config::new(1, 256).longest_custom(1024)), Err(512));
    assert_eq!(workable(Config::new(1, 512).longest_custom(1024)), Ok(512));
    assert_eq!(workable(Config::new(1, u64::MAX)), Err(8));
    assert_eq!(workable(Config { longest_event_words: 22, ..Config::new(1, 32) }), Err(64));

    for (asked, workable) in [(0, 1), (4097, 4096), (u32::MAX, 4096)] {
        let refusal = Config::new(asked, 8).geometry().unwrap_err();
        assert_eq!(refusal, Unworkable::MaxDomains { max_domains: asked, workable });
    }
    for ring_words in [1 << 63, 1 << 61, 1 << 60] {
        let refusal = Config::new(2, ring_words).geometry().unwrap_err();
        assert_eq!(refusal, Unworkable::TooLarge { max_domains: 2, ring_words });
    }
    assert!(Config::new(1, 1 << 59).geometry().is_ok());
    let refusal = Config { longest_event_words: 1024, ..Config::new(1, 4096) }.geometry();
    assert!(matches!(refusal, Err(Unworkable::LongestEvent { workable: 1023, .. })));
    let longest = Config { longest_event_words: 1023, ..Config::new(1, 2048) };
    assert_eq!(workable(longest), Ok(2048));
    for (config, told) in [
        (Config::new(0, 8), "0 rings, the nearest number that works is 1"),
        (Config::new(1, 9), "rings of 9 words for events of"),
        (Config { longest_event_words: 1024, ..longest }, "no item is longer than 1023"),
        (Config::new(2, 1 << 60), "1152921504606846976"),
    ] {
        let shown = std::format!("{}", config.geometry().unwrap_err());
        assert!(shown.contains(told), "{shown}");
    }

    let config = of_5_0(1, 8);
    let needed_words = config.geometry().unwrap().file_bytes() / 8;
    let memory = memory(needed_words - 1, 7);
    let refusal = Session::create(WritableView::new(&memory), &config, PID, ticks());
    let found_words = needed_words - 1;
    assert_eq!(refusal.unwrap_err(), Unworkable::Memory { found_words, needed_words });
    assert!(bytes(&memory).iter().step_by(8).all(|&byte| byte == 7), "nothing was written");
}

#[test]
fn memory_may_hold_anything_before() {
    let config = Config::new(2, 8);
    let memory = memory(config.geometry().unwrap().file_bytes() / 8, u64::MAX);
    let view = WritableView::new(&memory);
    let (mut session, _writer) = Session::create(view, &config, PID, ticks()).unwrap();
    session.register(b"n").unwrap();
    let bytes = bytes(&memory);
    let snapshot = Snapshot::new(&bytes).unwrap();
    assert_eq!(snapshot.names().iter().count(), 2);
    assert!(bytes[64 + 80..64 + 160].iter().all(|&byte| byte == 0), "ring header 1");
    assert_eq!(snapshot.ring(0).unwrap().events().count(), 2);
}

#[test]
fn events_longer_than_half_a_ring_are_refused() {
    let config = Config { stamp: false, ..Config::new(1, 256) };
    let memory = memory_for(&config);
    let view = WritableView::new(&memory);
    let (mut session, mut writer) = Session::create(view, &config, PID, ticks()).unwrap();
    let event = session.register(b"n").unwrap();
    // Half of 256 words: header, timestamp, 126 words of payload with one count byte.
    let max_bytes = 126 * 8 - 1;
    assert_eq!(writer.custom_max_bytes(), max_bytes);
    let data = [1; 1025];
    let tail = writer.tail();
    let refusal = writer.custom(event, &data[..max_bytes + 1]);
    assert_eq!(refusal, Err(TooLong { len_bytes: max_bytes + 1, max_bytes }));
    assert_eq!(writer.tail(), tail);
    assert_eq!(writer.custom(event, &data[..max_bytes]), Ok(()));

    let config = Config::new(1, 512).longest_custom(1024);
    let memory = memory_for(&config);
    let view = WritableView::new(&memory);
    let (_, mut writer) = Session::create(view, &config, PID, ticks()).unwrap();
    assert_eq!(writer.custom_max_bytes(), 1024);
    assert!(writer.custom(event, &data[..1024]).is_ok() && writer.custom(event, &data).is_err());

    let config = of_5_0(1, 32);
    let memory = memory_for(&config);
    let view = WritableView::new(&memory);
    let (_, mut writer) = Session::create(view, &config, PID, ticks()).unwrap();
    let refusal = writer.alloc(&[0; 20]).unwrap_err();
    assert_eq!(refusal, TooLong { len_bytes: 160, max_bytes: 14 * 8 });
    let shown = std::format!("{refusal}");
    assert_eq!(shown, "payload of 160 bytes, at most 112 fit this ring");
}

#[test]
fn a_clock_that_goes_back_does_not_take_the_ring_along() {
    let config = of_5_0(1, 64);
    let memory = memory_for(&config);
    let mut times = [5, 9, 3, 12].into_iter();
    let clock = || times.next().unwrap();
    let view = WritableView::new(&memory);
    let (session, mut writer) = Session::create(view, &config, PID, clock).unwrap();
    (0..3).for_each(|_| writer.begin(session.phase(0).unwrap()));
    let bytes = bytes(&memory);
    let events = Snapshot::new(&bytes).unwrap().ring(0).unwrap().events();
    let times: Vec<u64> = events.map(|event| event.unwrap().timestamp_ns).collect();
    assert_eq!(times, [5, 9, 9, 12]);
}

#[test]
fn a_ring_that_somebody_else_overwrites_does_not_hang_its_writer() {
    let config = of_5_0(1, 8);
    for scribble in (0..=9).map(|length| length << 54).chain([u64::MAX]) {
        let memory = memory_for(&config);
        let view = WritableView::new(&memory);
        let (session, mut writer) = Session::create(view, &config, PID, ticks()).unwrap();
        for round in 0..100 {
            writer.begin(session.phase(0).unwrap());
            assert!(view.store(18 + round % 8, scribble));
            // Whatever stands there, what was just written is in the window, and whole.
            let [head, tail] = [8, 9].map(|word| view.as_shared().load(word).unwrap());
            assert!(head <= tail - 2 && tail - head <= 8, "{scribble}: {head} {tail}");
        }
        assert!(writer.tail() >= 203);
    }
}

proptest! {
    /// Custom events of any lengths: what is left in the ring is the latest of what was written,
    /// and the window is as the producer clauses want it.
    #[test]
    fn a_ring_holds_the_latest_events(
        lengths in prop::collection::vec(0_usize..=111, 0..60),
        ring_words in prop::sample::select(&[32_u64, 64, 128, 1024]),
    ) {
        let config = Config { stamp: false, ..Config::new(1, ring_words) };
        let memory = memory_for(&config);
        let view = WritableView::new(&memory);
        let (mut session, mut writer) = Session::create(view, &config, PID, ticks()).unwrap();
        let event = session.register(b"n").unwrap();
        let mut written = std::vec![None];
        for (number, &length) in lengths.iter().enumerate() {
            let data = std::vec![number as u8; length.min(writer.custom_max_bytes())];
            writer.custom(event, &data).unwrap();
            written.push(Some(data));
        }
        let bytes = bytes(&memory);
        let ring = Snapshot::new(&bytes).unwrap().ring(0).unwrap();
        prop_assert!(ring.tail() - ring.head() < ring_words);
        let mut left = Vec::new();
        for event in ring.events() {
            match event.unwrap().kind {
                Kind::Custom { data, .. } => left.push(data.map(<[u8]>::to_vec)),
                _ => left.push(None),
            }
        }
        prop_assert!(!left.is_empty() && written.ends_with(&left));
        // One item more would not have fitted: the ring is not emptied further than needed.
        prop_assert!(left.len() == written.len() || ring.tail() - ring.head() + 131 + 16 >= ring_words / 2);
    }
}
