//! Properties of all events: what is written is what is read, and any bytes have a result.

extern crate std;

use core::num::NonZeroU32;

use proptest::collection::vec;
use proptest::prelude::*;
use std::vec::Vec;

use super::codes::{
    ContextType, Generation1Type, ObjectType, ProposalProtection, ProposalPurpose, ProposalType,
};
use super::{
    DataBuffer, Edge, EioEvent, EioEvents, EioId, EventType, Generation1, Generation2, NotWritten,
    Proposal, Tag, Undecoded, Value, Wire, WireNarrowing, WireSet, WireVerdict,
};
use crate::event::Kind;
use crate::reader::Snapshot;
use crate::registry::CUSTOM_MAX_BYTES;
use crate::shared::{Cell, WritableView};
use crate::writer::{Config, Session};

/// Every variant of every wire with these values.
fn events(whole: i64, low: i32, code: u8, text: &[u8]) -> Vec<EioEvent<'_>> {
    let id = EioId::new(whole);
    let context = EioId::new(!whole);
    let cut = EioId::of_low_32(low);
    let other = EioId::of_low_32(!low);
    let int = EioId::of_int(whole);
    let is_context = ProposalType(code) == ProposalType::CANCELLATION_CONTEXT;
    let proposal = [
        Proposal::Created {
            id: cut,
            kind: ProposalType(code),
            purpose: is_context.then_some(ProposalPurpose(code)),
            protection: is_context.then_some(ProposalProtection(!code)),
        },
        Proposal::Created {
            id: cut,
            kind: ProposalType::CANCELLATION_CONTEXT,
            purpose: Some(ProposalPurpose(code)),
            protection: Some(ProposalProtection(!code)),
        },
        Proposal::Read { reader: cut, id: other },
        Proposal::TryRead { reader: cut, id: other },
        Proposal::Parent { id: cut, parent: other },
        Proposal::Fail { id: cut, text },
        Proposal::Resolved { id: int },
        Proposal::Name { id: cut, text },
        Proposal::Loc { id: cut, text },
        Proposal::Log { id: cut, text },
        Proposal::Switch { id: int },
        Proposal::Signal { source: cut, id: other },
        Proposal::Suspend,
    ];
    let generation_1 = [
        Generation1::Create { id, kind: Generation1Type(code) },
        Generation1::Read { id: int },
        Generation1::TryRead { id: int },
        Generation1::Resolve { id: int },
        Generation1::ResolveError { id, text },
        Generation1::Name { id, text },
        Generation1::Log { text },
        Generation1::Fiber { id: int },
        Generation1::Signal { id: int },
        Generation1::Suspend { edge: Edge::Begin },
        Generation1::Suspend { edge: Edge::End },
    ];
    let generation_2 = [
        Generation2::CreateObj { id, kind: ObjectType(code) },
        Generation2::CreateCc { id, kind: ContextType(code) },
        Generation2::CreateFiber { id, context },
        Generation2::Get { id: int },
        Generation2::TryGet { id: int },
        Generation2::Put { id: int },
        Generation2::ExitCc,
        Generation2::ExitFiber { id: int },
        Generation2::Error { id, text },
        Generation2::Name { id, text },
        Generation2::Log { text },
        Generation2::EnterSpan { text },
        Generation2::ExitSpan,
        Generation2::Fiber { id: int },
        Generation2::SuspendFiber { text },
        Generation2::SuspendDomain { edge: Edge::Begin },
        Generation2::SuspendDomain { edge: Edge::End },
        Generation2::DomainSpawn { parent: int },
    ];
    let mut all = Vec::new();
    all.extend(proposal.map(EioEvent::Proposal));
    all.extend(generation_1.map(EioEvent::Generation1));
    all.extend(generation_2.map(EioEvent::Generation2));
    all
}

fn text_of(event: &EioEvent<'_>) -> Option<usize> {
    event.fields().iter().find_map(|field| match field.value {
        Value::Text(text) => Some(text.len()),
        _ => None,
    })
}

proptest! {
    #[test]
    fn what_is_encoded_decodes_to_the_same(
        whole: i64, low: i32, code: u8, index: u16, text in vec(any::<u8>(), 0..1016),
    ) {
        let mut buffer = DataBuffer::default();
        for event in events(whole, low, code, &text) {
            let item = event.encode(index, &mut buffer);
            prop_assert_eq!(item.index(), Some(index));
            let decoded = EioEvent::decode(event.wire(), event.name().as_bytes(), item);
            prop_assert_eq!(decoded, Ok(event));
            let tag = Tag::of_name(event.wire(), event.name().as_bytes()).unwrap();
            prop_assert_eq!(tag.wire(), event.wire());
            prop_assert_eq!(tag.decode(item), Ok(event));
        }
    }

    #[test]
    fn any_data_of_any_event_has_a_result(data in vec(any::<u8>(), 0..1100)) {
        let item = Kind::Custom { index: 0, data: Some(&data) };
        for event in events(0, 0, 0, b"") {
            let name = event.name().as_bytes();
            for wire in Wire::ALL {
                let decoded = EioEvent::decode(wire, name, item);
                if let Ok(decoded) = decoded {
                    // What was read is written as the same bytes, as far as the fields go.
                    let mut buffer = DataBuffer::default();
                    let Kind::Custom { data: Some(again), .. } = decoded.encode(0, &mut buffer)
                    else {
                        panic!("{decoded:?}");
                    };
                    prop_assert!(data.starts_with(again));
                }
            }
        }
    }
}

#[test]
fn every_code_is_kept() {
    let mut buffer = DataBuffer::default();
    for code in 0..=255 {
        for event in events(1, 1, code, b"x") {
            let item = event.encode(0, &mut buffer);
            assert_eq!(EioEvent::decode(event.wire(), event.name().as_bytes(), item), Ok(event));
        }
    }
}

/// Every prefix of a payload, and the payload with a byte behind it.
#[test]
fn payloads_of_every_length() {
    let mut buffer = DataBuffer::default();
    let mut prefixes = 0;
    for event in events(0x0102_0304_0506_0708, 0x0102_0304, 20, b"text") {
        let item = event.encode(0, &mut buffer);
        let Kind::Custom { data: Some(data), .. } = item else {
            continue;
        };
        let decode = |data: Option<&[u8]>| {
            let item = Kind::Custom { index: 0, data };
            let decoded = EioEvent::decode(event.wire(), event.name().as_bytes(), item);
            decoded.map(|decoded| (text_of(&decoded), decoded.fields().iter().count()))
        };
        let whole = decode(Some(data)).unwrap();
        let fixed = data.len() - whole.0.unwrap_or(0);
        for len in 0..=data.len() {
            prefixes += 1;
            let text = whole.0.map(|_| len.saturating_sub(fixed));
            let expected = if len < fixed { Err(Undecoded::Short) } else { Ok((text, whole.1)) };
            assert_eq!(decode(Some(&data[..len])), expected, "{event:?} {len}");
        }
        let mut longer = Vec::from(data);
        longer.push(0xff);
        let text = whole.0.map(|len| len + 1);
        assert_eq!(decode(Some(&longer)), Ok((text, whole.1)), "{event:?}");
        assert_eq!(decode(None), Err(Undecoded::Short));
    }
    assert!(prefixes > 100);
}

#[test]
fn a_text_is_cut_to_the_room_behind_the_fields() {
    for len in [1015, 1016, 1017, 1019, 1020, 1021, 1023, 1024, 1025, 5000] {
        let text = std::vec![b'x'; len];
        for event in events(0, 0, 0, &text) {
            let mut buffer = DataBuffer::default();
            let item = event.encode(0, &mut buffer);
            let Some(_) = text_of(&event) else {
                continue;
            };
            let fixed = match event {
                EioEvent::Proposal(_) => 4,
                _ if event.fields().value("id").is_some() => 8,
                _ => 0,
            };
            let Kind::Custom { data: Some(data), .. } = item else {
                panic!("{item:?}");
            };
            assert_eq!(data.len(), (fixed + len).min(CUSTOM_MAX_BYTES), "{}", event.name());
        }
    }
}

/// Names are compared byte by byte, and an index says nothing.
#[test]
fn another_name_is_no_event() {
    let mut buffer = DataBuffer::default();
    for event in events(0, 0, 0, b"") {
        let item = event.encode(0, &mut buffer);
        let mut name = Vec::from(event.name());
        name.push(0);
        assert_eq!(EioEvent::decode(event.wire(), &name, item), Err(Undecoded::OtherName));
        for index in 4..event.name().len() {
            let cut = &event.name().as_bytes()[..index];
            let is_another = |other: &EioEvent<'_>| {
                other.name().as_bytes() == cut && other.wire() == event.wire()
            };
            if !events(0, 0, 0, b"").iter().any(is_another) {
                assert_eq!(EioEvent::decode(event.wire(), cut, item), Err(Undecoded::OtherName));
            }
        }
    }
}

#[test]
fn narrowing_never_strikes_the_wire_that_wrote_an_event() {
    for wire in Wire::ALL {
        let mut narrowing = WireNarrowing::new();
        let mut buffer = DataBuffer::default();
        for event in events(0, 0, 0, b"").iter().filter(|event| event.wire() == wire) {
            let item = event.encode(0, &mut buffer);
            assert!(EventType::of(&item).is_some());
            narrowing.observe(event.name().as_bytes(), &item);
            assert_ne!(narrowing.verdict(), WireVerdict::Mixed);
        }
        assert_eq!(narrowing.verdict(), WireVerdict::Settled(wire));
    }
}

/// Each wire through a session and back, and an event of another wire into none.
#[cfg(not(loom))]
#[test]
fn what_is_written_is_read_from_the_ring() {
    let all = events(-2, 3, 1, b"a text");
    for wire in Wire::ALL {
        let config = Config::new(1, 4096);
        let words = config.geometry().unwrap().file_bytes() / 8;
        let memory: Vec<Cell> = (0..words).map(|_| Cell::new(0)).collect();
        let memory = WritableView::new(&memory);
        let mut now_ns = 0;
        let clock = || {
            now_ns += 1;
            now_ns
        };
        let (mut session, mut writer) =
            Session::create(memory, &config, NonZeroU32::MIN, clock).unwrap();
        // Not from index 0 on: an event is known by its name.
        session.register(b"another").unwrap();
        let eio = EioEvents::register(&mut session, wire).unwrap();
        assert_eq!(eio.wire(), wire);
        for &event in &all {
            let is_other = event.wire() != wire;
            let written = eio.write(&mut writer, event);
            assert_eq!(written, if is_other { Err(NotWritten::OtherWire) } else { Ok(()) });
        }
        let view = memory.as_shared();
        let bytes: Vec<u8> = (0..view.len_words())
            .flat_map(|index| view.load(index).unwrap().to_ne_bytes())
            .collect();
        let snapshot = Snapshot::new(&bytes).unwrap();
        let names = snapshot.names();
        let read: Vec<_> = snapshot.ring(0).unwrap().events().map(Result::unwrap).collect();
        let named = read.iter().filter_map(|event| {
            let name = names.name(event.kind.index()?)?;
            // What the session itself says.
            let is_own = name.as_bytes().starts_with(b"eventring.");
            (!is_own).then_some((name, event.kind))
        });
        let read: Vec<_> = named
            .map(|(name, event)| EioEvent::decode(wire, name.as_bytes(), event).unwrap())
            .collect();
        let wanted: Vec<_> = all.iter().copied().filter(|event| event.wire() == wire).collect();
        assert_eq!(read, wanted);
    }
}

/// In a ring that is too small for a text, and in a table that is too small for the names.
#[cfg(not(loom))]
#[test]
fn what_has_no_room_is_refused() {
    let config = Config { longest_event_words: 3, ..Config::new(1, 8) };
    let words = config.geometry().unwrap().file_bytes() / 8;
    let memory: Vec<Cell> = (0..words).map(|_| Cell::new(0)).collect();
    let (mut session, mut writer) =
        Session::create(WritableView::new(&memory), &config, NonZeroU32::MIN, || 0).unwrap();
    let eio = EioEvents::register(&mut session, Wire::Generation2).unwrap();
    let log = EioEvent::Generation2(Generation2::Log { text: b"a text of more than two words" });
    let tail = writer.tail();
    let refusal = eio.write(&mut writer, log).unwrap_err();
    assert!(matches!(refusal, NotWritten::TooLong(_)));
    let shown = std::format!("{refusal}; {}", NotWritten::OtherWire);
    assert!(shown.starts_with("payload of 29 bytes, at most "), "{shown}");
    assert!(shown.ends_with("; event of another wire than was registered"), "{shown}");
    assert_eq!(
        std::format!("{:12}|{}", Wire::Generation1, Wire::Proposal),
        "generation 1|the proposal"
    );
    assert_eq!(writer.tail(), tail);
    assert_eq!(eio.write(&mut writer, EioEvent::Generation2(Generation2::ExitCc)), Ok(()));

    while session.register(b"more").is_ok() {}
    assert!(EioEvents::register(&mut session, Wire::Proposal).is_err());
}

#[test]
fn sets_of_wires() {
    let [proposal, first, second] = Wire::ALL.map(WireSet::only);
    let generations = first.or(second);
    assert_eq!(generations.or(second), generations);
    assert_eq!(generations.and(second), second);
    assert_eq!(generations.and(proposal), WireSet::EMPTY);
    assert!(generations.iter().eq([Wire::Generation1, Wire::Generation2]));
}
