//! A producer model that is looked at after every store, and the orders of stores that are wrong.
//!
//! This is what a reader on another processor could see at that moment. No test from outside can stop a real producer
//! between two stores; the model stands still at each.

use super::mutant::ProducerMutant;
use crate::certify::producer::{Evidence, History};
use crate::plain::{Category, HeaderFields, Layout, NotOpen, open};

macro_rules! step_mutants {
    ($($disorder:ident, $name:literal, $clause:literal $([shows $($shows:literal),+])?, $does:literal;)+) => {
        /// What is stored in another order than `SPEC.md` asks for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(super) enum Disorder {
            $($disorder,)+
        }

        /// Every mutant of order, in the order of `SPEC.md`.
        pub(super) const STEPPED: &[ProducerMutant] = &[
            $(ProducerMutant {
                name: $name,
                clause: $clause,
                shows: &[$($($shows),+)?],
                does: $does,
                how: super::mutant::How::Stepped(Disorder::$disorder),
            },)+
        ];
    };
}

step_mutants! {
    HalfWords, "half-words", "order.access" [shows "ring.window"], "stores each word as two halves";
    OffsetFirst, "offset-first", "order.header", "stores the data offset before the rest of the file header";
    TailsLate, "tails-late", "order.head" [shows "ring.window"], "stores tail after every eighth event only, and head at once";
    HeadLate, "head-late", "order.evict", "moves head after it has overwritten the oldest items";
    TailFirst, "tail-first", "order.publish", "stores tail before the words of the event";
    ReuseInPlace, "reuse-in-place", "producer.reuse" [shows "ring.window"], "begins a session in the file of an earlier one without taking that back first";
}

/// Words of the ring.
const RING_WORDS: u64 = 16;

/// Offsets of head and tail in the file, in bytes.
const HEAD_AT: u64 = 64;
const TAIL_AT: u64 = 72;

/// A position that a ring reaches after a while, at the border of half a word.
const FAR: u64 = (1 << 32) - 2 * RING_WORDS;

/// Events of a session, and how many of them share a tail where tails come late.
const EVENTS: u64 = 80;
const BATCH: u64 = 8;

/// The clauses that do not hold at one of the moments of two sessions, one after the other in the same file.
pub(super) fn found_in(disorder: Option<Disorder>) -> Vec<&'static str> {
    let layout = Layout::regular(1, RING_WORDS, false);
    let mut model = Model {
        disorder,
        layout,
        // The end of a file without names.
        bytes: vec![0; usize::try_from(layout.end()).unwrap_or(0)],
        head: 0,
        tail: 0,
        now_ns: 0,
        history: History::default(),
        evidence: Evidence::default(),
    };
    model.begin();
    model.events();
    model.take_back();
    model.begin();
    model.events();
    model.evidence.broken().collect()
}

struct Model {
    disorder: Option<Disorder>,
    layout: Layout,
    bytes: Vec<u8>,
    head: u64,
    tail: u64,
    now_ns: u64,
    history: History<Vec<u8>>,
    evidence: Evidence,
}

/// A store: where in the file, in bytes, and what.
type Store = (u64, u64);

impl Model {
    fn is(&self, disorder: Disorder) -> bool {
        self.disorder == Some(disorder)
    }

    /// Makes a store, and looks.
    fn store(&mut self, (offset_bytes, word): Store) {
        let (at, bytes) = (offset_bytes as usize, word.to_le_bytes());
        if self.is(Disorder::HalfWords) {
            self.bytes[at..at + 4].copy_from_slice(&bytes[..4]);
            self.look();
        }
        self.bytes[at..at + 8].copy_from_slice(&bytes);
        self.look();
    }

    fn look(&mut self) {
        if self.evidence.broken().next().is_some() {
            return;
        }
        match open(&self.bytes) {
            Ok(file) => {
                self.evidence.header_is_whole(true);
                let window = file.rings().all(|ring| ring.window_fault().is_none());
                self.evidence.window_is_right(window);
            }
            Err(NotOpen::NotReady { .. }) => {}
            Err(NotOpen::Refused { .. }) => self.evidence.header_is_whole(false),
        }
        self.history.judge(&self.bytes, &mut self.evidence);
        self.history.keep(self.bytes.clone());
    }

    /// Withdraws a session.
    fn take_back(&mut self) {
        if !self.is(Disorder::ReuseInPlace) {
            self.store((48, 0));
        }
        self.store((TAIL_AT, 0));
        self.store((HEAD_AT, 0));
        (self.head, self.tail) = (0, 0);
    }

    /// The file header, and ring_start.
    fn begin(&mut self) {
        let header = self.layout.header();
        let mut stores: Vec<Store> = (0..).map(|word| 8 * word).zip(header).collect();
        let offset = stores.remove(6);
        if self.is(Disorder::OffsetFirst) {
            stores.insert(0, offset);
        } else {
            stores.push(offset);
        }
        stores.into_iter().for_each(|store| self.store(store));
        self.event(1, 0, Some(1234), true);
        // As if the ring had been lapped ever since: soon positions do not fit into half a word any more.
        (self.head, self.tail) = (FAR, FAR);
        for at in [HEAD_AT, TAIL_AT] {
            self.bytes[at as usize..at as usize + 8].copy_from_slice(&FAR.to_le_bytes());
        }
    }

    fn events(&mut self) {
        for number in 1..=EVENTS {
            let publishes = !self.is(Disorder::TailsLate) || number % BATCH == 0;
            let value = (number % 3 == 0).then_some(number);
            let item_type = if value.is_some() { 4 } else { 2 + number % 2 };
            self.event(item_type, 5, value, publishes);
        }
    }

    /// An event of a runtime type: where there is a value, of 3 words, else of 2.
    fn event(&mut self, item_type: u64, id: u64, value: Option<u64>, publishes: bool) {
        self.now_ns += 1 << 40;
        let length = 2 + u64::from(value.is_some());
        let left = RING_WORDS - self.tail % RING_WORDS;
        let padding = if left < length { left } else { 0 };
        let mut heads = Vec::new();
        while self.tail + padding + length - self.head >= RING_WORDS {
            let at = self.slot(self.head) as usize;
            let oldest = self.bytes[at..at + 8].try_into().map_or(0, u64::from_le_bytes);
            self.head += oldest >> 54;
            heads.push((HEAD_AT, self.head));
        }
        let mut words = Vec::new();
        if padding > 0 {
            words.push((self.slot(self.tail), header(padding, 0, 0)));
            self.tail += padding;
            if publishes {
                words.push((TAIL_AT, self.tail));
            }
        }
        let from = self.tail;
        let event = [header(length, item_type, id), self.now_ns].into_iter().chain(value);
        let mut event: Vec<Store> =
            (from..).map(|position| self.slot(position)).zip(event).collect();
        self.tail += length;
        let tail = (TAIL_AT, self.tail);
        if self.is(Disorder::TailFirst) {
            event.insert(0, tail);
        } else if publishes {
            event.push(tail);
        }
        let body = words.into_iter().chain(event);
        let stores: Vec<Store> = if self.is(Disorder::HeadLate) {
            body.chain(heads).collect()
        } else {
            heads.into_iter().chain(body).collect()
        };
        stores.into_iter().for_each(|store| self.store(store));
    }

    /// Where the word at a position is in the file.
    fn slot(&self, position: u64) -> u64 {
        self.layout.data_offset + 8 * (position % RING_WORDS)
    }
}

fn header(length_words: u64, item_type: u64, id: u64) -> u64 {
    HeaderFields { length_words, category: Category::Runtime, item_type, id, reserved: 0 }.bits()
}
