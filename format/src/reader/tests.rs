extern crate std;

use std::vec::Vec;

use proptest::prelude::*;

use super::*;
use crate::event::Kind;
use crate::sample::{Sample, SampleRing, header};

const UNIT: u64 = header(2, true, 0, 7);

/// Events as (position, timestamp), and the clause and position of the fault that ends them.
type Read = (Vec<(u64, u64)>, Option<(&'static str, u64)>);

fn read(sample: &Sample) -> Read {
    read_bytes(&sample.bytes())
}

fn read_bytes(bytes: &[u8]) -> Read {
    let (mut events, mut fault) = (Vec::new(), None);
    let mut iterator = Snapshot::new(bytes).unwrap().ring(0).unwrap().events();
    for next in iterator.by_ref() {
        assert!(fault.is_none(), "nothing comes after a fault");
        match next {
            Ok(event) => events.push((event.position, event.timestamp_ns)),
            Err(found) => fault = Some((found.clause(), found.position())),
        }
    }
    assert!(iterator.next().is_none());
    (events, fault)
}

#[test]
fn events_wrap_with_and_without_padding() {
    // 16 words, from slot 12: an exact fit at the ring's end, then slot 0.
    let exact = SampleRing::holding(16, 12, &[&[UNIT, 1], &[UNIT, 2], &[UNIT, 3]]);
    assert_eq!(read(&Sample::of(exact)), (std::vec![(12, 1), (14, 2), (16, 3)], None));
    // From slot 13: one word is left before the end, which is padding of length 1.
    let padded = SampleRing::holding(16, 13, &[&[UNIT, 1], &[header(1, false, 0, 0)], &[UNIT, 3]]);
    assert_eq!(read(&Sample::of(padded)), (std::vec![(13, 1), (16, 3)], None));
}

#[test]
fn rings_are_counted_and_know_which_they_are() {
    let ring = SampleRing::holding(16, 0, &[&[UNIT, 1]]);
    let mut sample = Sample::of(ring.clone());
    sample.rings.extend([ring.clone(), ring]);
    let bytes = sample.bytes();
    let snapshot = Snapshot::new(&bytes).unwrap();
    let mut rings = snapshot.rings();
    for index in 0..3 {
        assert_eq!(rings.len(), 3 - index as usize);
        let ring = rings.next().unwrap();
        assert_eq!(ring.index(), index);
        assert_eq!(
            std::format!("{:?}", ring.events()),
            std::format!("Events {{ ring: {index}, .. }}")
        );
    }
    assert_eq!(rings.size_hint(), (0, Some(0)));
}

#[test]
fn padding_is_skipped_wherever_it_stands() {
    let items: &[&[u64]] =
        &[&[header(3, false, 0, 5), 9, 9], &[UNIT, 1], &[header(1, false, 0, 0)]];
    assert_eq!(read(&Sample::of(SampleRing::holding(16, 0, items))), (std::vec![(3, 1)], None));
}

#[test]
fn windows_of_every_occupancy() {
    let full: Vec<&[u64]> = std::vec![&[UNIT, 1]; 8];
    let mut ring = SampleRing::holding(16, 1 << 33, &full);
    assert_eq!(read(&Sample::of(ring.clone())).0.len(), 8);
    ring.tail += 1;
    assert_eq!(read(&Sample::of(ring.clone())).1, Some(("ring.window", 1 << 33)));
    ring.tail = ring.head - 1;
    let sample = Sample::of(ring.clone());
    assert_eq!(read(&sample).1, Some(("ring.window", 1 << 33)));
    let bytes = sample.bytes();
    let ring_0 = Snapshot::new(&bytes).unwrap().ring(0).unwrap();
    assert_eq!(ring_0.lost_words(), 0);
    assert_eq!(ring_0.events().next().unwrap().unwrap_err().offset_bytes(), 64);
    ring.tail = ring.head;
    assert_eq!(read(&Sample::of(ring)), (Vec::new(), None));
}

#[test]
fn positions_near_the_end_of_64_bits() {
    let head = u64::MAX - 5;
    let mut ring = SampleRing::holding(4, head, &[&[UNIT, 1], &[UNIT, 2]]);
    assert_eq!(read(&Sample::of(ring.clone())), (std::vec![(head, 1), (head + 2, 2)], None));
    ring.head = u64::MAX;
    ring.tail = 3; // Tail does not wrap.
    assert_eq!(read(&Sample::of(ring)).1, Some(("ring.window", u64::MAX)));
}

#[test]
fn framing_faults_by_clause_and_position() {
    let cases: [(&[&[u64]], u64, &str, u64); 6] = [
        (&[&[UNIT, 1], &[0, 0]], 0, "item.length.zero", 2),
        (&[&[UNIT, 1], &[header(1, true, 0, 0)]], 0, "item.length.one", 2),
        (&[&[UNIT, 1], &[header(1, false, 2, 0), 0]], 0, "item.length.one", 2),
        (&[&[UNIT, 1], &[header(3, true, 1, 0), 5]], 0, "item.within-window", 2),
        (&[&[UNIT, 1], &[header(3, true, 1, 0), 5, 6]], 12, "item.within-ring", 14),
        (&[&[UNIT, 1], &[header(1023, false, 0, 0), 5]], 0, "item.within-window", 2),
    ];
    for (items, head, clause, position) in cases {
        let sample = Sample::of(SampleRing::holding(16, head, items));
        assert_eq!(read(&sample), (std::vec![(head, 1)], Some((clause, position))));
        let bytes = sample.bytes();
        let fault = Snapshot::new(&bytes).unwrap().ring(0).unwrap().events().last();
        let offset_bytes = 64 + 80 + 8 * (position % 16);
        assert_eq!(fault.unwrap().unwrap_err().offset_bytes(), offset_bytes);
    }
}

#[test]
fn an_item_cut_by_tail_after_its_header() {
    let sample = Sample::of(SampleRing::holding(16, 0, &[&[UNIT, 1], &[UNIT]]));
    assert_eq!(read(&sample).1, Some(("item.within-window", 2)));
}

#[test]
fn a_truncated_ring_ends_at_the_first_item_that_reaches_the_end() {
    // Three events in slots 14, 0 and 2.
    let bytes =
        Sample::of(SampleRing::holding(16, 14, &[&[UNIT, 1], &[UNIT, 2], &[UNIT, 3]])).bytes();
    let data = 64 + 80;
    let cut = |words: usize| read_bytes(&bytes[..data + 8 * words]);
    assert_eq!(cut(16).1, None);
    // The window begins in slot 14, so whatever is cut off, it begins there.
    for words in 0..16 {
        assert_eq!(cut(words), (Vec::new(), Some(("file.truncated", 14))), "{words} words");
    }
    let bytes = Sample::of(SampleRing::holding(16, 0, &[&[UNIT, 1], &[UNIT, 2]])).bytes();
    let cut = |bytes_left: usize| read_bytes(&bytes[..data + bytes_left]);
    assert_eq!(cut(8 * 4), (std::vec![(0, 1), (2, 2)], None));
    assert_eq!(cut(8 * 4 - 1), (std::vec![(0, 1)], Some(("file.truncated", 2))));
    assert_eq!(cut(8 * 2), (std::vec![(0, 1)], Some(("file.truncated", 2))));
    assert_eq!(cut(8 * 2 - 1), (Vec::new(), Some(("file.truncated", 0))));
    assert_eq!(cut(0), (Vec::new(), Some(("file.truncated", 0))));
}

#[test]
fn every_type_at_every_length_up_to_its_own_and_one_more() {
    for user in [false, true] {
        for kind in 0..16u64 {
            for length in 2..=24u64 {
                let mut item = std::vec![header(length, user, kind, 3), 77];
                item.extend((2..length).map(|index| index << 8 | 1));
                let ring = SampleRing::holding(64, 0, &[&item, &[UNIT, 78]]);
                let bytes = Sample::of(ring).bytes();
                let events: Vec<_> =
                    Snapshot::new(&bytes).unwrap().ring(0).unwrap().events().collect();
                let events: Vec<_> = events.into_iter().map(Result::unwrap).collect();
                if !user && kind == 0 {
                    assert_eq!(events.len(), 1);
                    continue;
                }
                assert_eq!(events.len(), 2);
                assert_eq!((events[0].position, events[0].timestamp_ns), (0, 77));
                let there = length > 2;
                match (user, kind, events[0].kind) {
                    (false, 2, Kind::Begin { phase: 3 }) | (false, 3, Kind::End { phase: 3 }) => {}
                    (false, 4, Kind::Counter { counter: 3, value }) => {
                        assert_eq!(value, there.then_some(0x201));
                    }
                    (false, 1, Kind::Lifecycle { lifecycle: 3, value })
                    | (true, 1, Kind::Int { index: 3, value }) => {
                        assert_eq!(value, there.then_some(0x201));
                    }
                    (false, 5, Kind::Alloc { buckets }) => {
                        assert_eq!(buckets.len() as u64, (length - 2).min(20));
                    }
                    (true, 0, Kind::Unit { index: 3 })
                    | (true, 2, Kind::SpanBegin { index: 3 })
                    | (true, 3, Kind::SpanEnd { index: 3 }) => {}
                    (true, 4, Kind::Custom { index: 3, data }) => {
                        // The count byte is the most significant of the last word: 0.
                        assert_eq!(data.map(<[u8]>::len), there.then(|| length as usize * 8 - 17));
                    }
                    (u, k, Kind::Unknown { user, kind, id: 3, payload }) => {
                        assert_eq!((user, u64::from(kind)), (u, k));
                        assert!(u && k >= 5 || !u && k >= 6);
                        assert_eq!(payload.len() as u64, length - 2);
                    }
                    (user, kind, found) => panic!("user {user}, type {kind}: {found:?}"),
                }
            }
        }
    }
}

#[test]
fn rings_beyond_the_last_do_not_exist() {
    let bytes = Sample::of(SampleRing::holding(16, 0, &[])).bytes();
    let snapshot = Snapshot::new(&bytes).unwrap();
    assert_eq!(snapshot.rings().len(), 1);
    assert!(snapshot.ring(1).is_none() && snapshot.ring(u32::MAX).is_none());
}

proptest! {
    /// Any words in any window: every event lies in the window, in order, and both byte orders
    /// give the same.
    #[test]
    fn any_words_give_ordered_events_inside_the_window(
        words in prop::collection::vec(prop_oneof![
            any::<u64>(),
            (0u64..9, any::<bool>(), 0u64..16, 0u64..50)
                .prop_map(|(length, user, kind, id)| header(length, user, kind, id)),
        ], 32),
        head in prop_oneof![0u64..100, any::<u64>()],
        len in 0u64..=32,
        cut in 0usize..=8 * 32,
    ) {
        let ring = SampleRing { head, tail: head.saturating_add(len), words };
        let mut sample = Sample::of(ring.clone());
        let little = sample.bytes();
        sample.order = ByteOrder::Big;
        let big = sample.bytes();
        let end = little.len() - cut;
        let events = shapes(&little[..end]);
        let mut least = ring.head;
        for event in &events {
            let position = match event {
                Ok(event) => event.0,
                Err(fault) => fault.position(),
            };
            prop_assert!(position >= least && position <= ring.tail);
            least = position + u64::from(event.is_ok()) * 2;
        }
        prop_assert_eq!(events, shapes(&big[..end]));
    }
}

/// Position, timestamp and payload words.
type Shape = (u64, u64, Vec<u64>);

/// What of ring 0's events does not depend on the byte order.
fn shapes(bytes: &[u8]) -> Vec<Result<Shape, Fault>> {
    let ring = Snapshot::new(bytes).unwrap().ring(0).unwrap();
    let shape = |event: Event<'_>| {
        let payload = match event.kind {
            Kind::Alloc { buckets } => buckets.iter().collect(),
            Kind::Unknown { payload, .. } => payload.iter().collect(),
            Kind::Counter { value, .. } => value.into_iter().collect(),
            Kind::Lifecycle { value, .. } | Kind::Int { value, .. } => {
                value.into_iter().map(i64::cast_unsigned).collect()
            }
            _ => Vec::new(),
        };
        (event.position, event.timestamp_ns, payload)
    };
    ring.events().map(|next| next.map(shape)).collect()
}
