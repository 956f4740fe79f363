//! What a producer model goes through: a short session in which nothing is evicted, and a long one that goes round
//! its rings many times. Together they have events of all types, padding, evicted items, names and a ring that is
//! never used.

use super::model::{
    ALLOC, BEGIN, COUNTER, END, INT, LIFECYCLE, Producer, SPAN_BEGIN, SPAN_END, UNIT,
};
use super::mutant::Switch;
use crate::plain::{ByteOrder, Category, TooLarge};

/// The release of the producer, by which its ids are judged.
pub(super) const RELEASE: &str = "5.3";

const MAX_DOMAINS: usize = 3;
const PROCESS_ID: u64 = 1234;

/// An id that no release has.
const UNKNOWN_ID: u64 = 4000;

const UNIT_INDEX: u64 = 0;
const INT_INDEX: u64 = 5;
const SPAN_INDEX: u64 = 6;
const CUSTOM_INDEX: u64 = 8191;
const LOST_INDEX: u64 = 7;
const EIO_OBJECT_INDEX: u64 = 8;
const EIO_FIBER_INDEX: u64 = 9;
const EIO_OLD_INDEX: u64 = 10;

/// The code of a promise in Eio's wires, and one that no object has.
const PROMISE: u8 = 15;
const NO_OBJECT: u8 = 99;

/// The files of both sessions, each in a byte order of its own.
pub(super) fn files(switch: Option<Switch>) -> Result<[Vec<u8>; 2], TooLarge> {
    let short = short(switch).finish(ByteOrder::Little)?;
    let long = long(switch).finish(ByteOrder::Big)?;
    Ok([short.bytes, long.bytes])
}

/// Everything once, in rings that are large enough for all of it.
fn short(switch: Option<Switch>) -> Producer {
    let mut producer = start(switch, 1 << 9);
    for ring in [0, 1] {
        round(&mut producer, ring, 0);
    }
    for len_bytes in [0, 1, 7, 8, 1025] {
        producer.custom(1, CUSTOM_INDEX, len_bytes);
    }
    eio(&mut producer);
    stop(&mut producer);
    producer
}

/// Two objects, and a fiber that runs, as the second wire of Eio writes them.
fn eio(producer: &mut Producer) {
    for id in [0x0102_u64, 0x0304] {
        let id = if producer.is(Switch::EioIdTwice) { 1 } else { id };
        let mut data = if producer.is(Switch::EioBigEndian) {
            id.to_be_bytes().to_vec()
        } else {
            id.to_le_bytes().to_vec()
        };
        if producer.is(Switch::EioIdShort) {
            data.truncate(4);
        }
        data.push(if producer.is(Switch::EioTypeUnknown) { NO_OBJECT } else { PROMISE });
        producer.custom_data(1, EIO_OBJECT_INDEX, &data);
    }
    producer.event(1, INT, EIO_FIBER_INDEX, &[5]);
    if producer.is(Switch::EioWiresMixed) {
        producer.event(1, INT, EIO_OLD_INDEX, &[5]);
    }
}

/// Many rounds in rings that are a little larger than two of the longest events.
fn long(switch: Option<Switch>) -> Producer {
    let mut producer = start(switch, 1 << 6);
    for number in 0..40 {
        for ring in [0, 1] {
            round(&mut producer, ring, number);
            producer.custom(ring, CUSTOM_INDEX, number * 9 % 400);
        }
    }
    // Events that fit exactly, once round the ring.
    for _ in 0..64 {
        producer.event(0, UNIT, UNIT_INDEX, &[]);
    }
    // Events that do not, and then the longest, early in the ring.
    for number in 0..64 {
        producer.event(1, INT, INT_INDEX, &[number]);
    }
    while producer.left(1) < 52 {
        producer.event(1, INT, INT_INDEX, &[0]);
    }
    producer.custom(1, CUSTOM_INDEX, 1025);
    stop(&mut producer);
    producer
}

fn start(switch: Option<Switch>, ring_words: usize) -> Producer {
    let mut producer = Producer::new(switch, MAX_DOMAINS, ring_words);
    for (index, name) in [
        (UNIT_INDEX, if switch == Some(Switch::NameOfOurs) { "eventring.mine" } else { "unit" }),
        (INT_INDEX, "int"),
        (SPAN_INDEX, "span"),
        (LOST_INDEX, "eventring.lost"),
        (EIO_OBJECT_INDEX, "eio.create_obj"),
        (EIO_FIBER_INDEX, "eio.fiber"),
        (EIO_OLD_INDEX, "eio.resolve"),
        (CUSTOM_INDEX, "custom"),
    ] {
        // All indices above fit: an entry of the name table has one.
        producer.name(index as u16, name);
    }
    if producer.is(Switch::OldBytesInNames) {
        producer.name(100, "\0old");
    }
    if producer.is(Switch::RingStartSecond) {
        producer.event(0, UNIT, UNIT_INDEX, &[]);
    }
    if !producer.is(Switch::NoRingStart) {
        let process_id = if producer.is(Switch::RingStartZero) { 0 } else { PROCESS_ID };
        producer.event(0, LIFECYCLE, 0, &[process_id]);
    }
    producer.event(0, LIFECYCLE, 4, &[PROCESS_ID + 1]);
    producer.event(1, LIFECYCLE, 6, &[PROCESS_ID]);
    producer
}

fn stop(producer: &mut Producer) {
    producer.event(1, LIFECYCLE, 7, &[PROCESS_ID]);
    producer.event(0, LIFECYCLE, 1, &[]);
}

/// One event of each type, but for lifecycles; those of the first round are as wrong as the switch asks for.
fn round(producer: &mut Producer, ring: usize, number: usize) {
    let phase = if producer.is(Switch::UnknownPhase) { UNKNOWN_ID } else { 11 };
    let counter = if producer.is(Switch::UnknownCounter) { UNKNOWN_ID } else { 5 };
    let inner = if producer.is(Switch::Unbalanced) { 13 } else { 12 };
    producer.event(ring, BEGIN, phase, &[]);
    producer.event(ring, BEGIN, 12, &[]);
    producer.event(ring, COUNTER, counter, &[number as u64]);
    producer.event(ring, END, inner, &[]);
    let index = if producer.is(Switch::IndexTooLarge) { 8192 } else { UNIT_INDEX };
    producer.event(ring, UNIT, index, &[]);
    producer.event(ring, INT, INT_INDEX, &[(number as u64).wrapping_neg()]);
    producer.event(ring, END, phase, &[]);
    producer.event(ring, SPAN_BEGIN, SPAN_INDEX, &[]);
    producer.event(ring, INT, LOST_INDEX, &[0]);
    if producer.is(Switch::LostAsCustom) {
        producer.custom(ring, LOST_INDEX, 3);
    }
    producer.event(ring, SPAN_END, SPAN_INDEX, &[]);
    let alloc_id = u64::from(producer.is(Switch::AllocId));
    producer.event(ring, ALLOC, alloc_id, &[number as u64; 20]);
    if producer.is(Switch::Flush) {
        producer.event(ring, (Category::Runtime, 6), 0, &[]);
    }
    if producer.is(Switch::UserType5) {
        producer.event(ring, (Category::User, 5), UNIT_INDEX, &[]);
    }
}
