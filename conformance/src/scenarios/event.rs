//! What the producer of the scenarios writes: each event follows from its ring and number, so that whoever knows these
//! knows the record that a consumer has to deliver.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::plain::{ByteOrder, Category, HeaderFields};
use crate::record::{Body, Event, Name, Record};

/// Words of the longest event that is written: an alloc event.
const MOST_WORDS: usize = 22;

/// When the first event of a ring is written.
const FIRST_NS: u64 = 1_000_000;

/// User events have this many indices, one for each of their types.
pub(super) const INDICES: u16 = 5;

/// Which events a producer writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Script {
    /// Events of every type and of many lengths. Their values fit into 63 bits, sign included, so that a consumer that
    /// has no more is also judged by what comes after them.
    Mixed,
    /// The same with values of 64 bits (clauses record.integer and runtime.unsigned-counter).
    Wide,
    /// Events whose payload is all ones: what looks most like an item header at fault, to whoever takes it for one.
    Ones,
}

impl Script {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Mixed => "mixed",
            Self::Wide => "wide",
            Self::Ones => "ones",
        }
    }

    /// The script that is called so.
    ///
    /// # Errors
    ///
    /// None is; a message.
    pub fn named(name: &str) -> Result<Self, String> {
        let all = [Self::Mixed, Self::Wide, Self::Ones];
        let named = all.into_iter().find(|script| script.name() == name);
        named.ok_or_else(|| "there is mixed, wide, and ones".to_owned())
    }
}

/// One event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// Its number in its ring, from 0.
    pub number: u64,
    /// The first of the indices in use when it was written.
    pub first_index: u16,
    /// Whether the name of its index was in the table by then.
    pub is_named: bool,
    script: Script,
    ring: u32,
    /// The longest event of the ring, in words.
    most_words: u64,
}

impl Written {
    /// The event of this number in a ring of so many words.
    pub fn new(script: Script, ring: u32, ring_words: u64, number: u64) -> Self {
        // Clause item.half-ring.
        Self { number, first_index: 0, is_named: true, script, ring, most_words: ring_words / 2 }
    }

    /// The same with other indices, whose names are or are not in the table.
    #[must_use]
    pub fn of_indices(self, first_index: u16, is_named: bool) -> Self {
        Self { first_index, is_named, ..self }
    }

    /// The words of the item in a file of this byte order.
    pub fn words(&self, order: ByteOrder) -> Words {
        let what = self.what();
        let mut words = Words { words: [0; MOST_WORDS], len: 2 };
        let (category, item_type, id) = match what {
            What::Lifecycle(id, value) => {
                words.push(value.cast_unsigned());
                (Category::Runtime, 1, id)
            }
            What::Begin(id) => (Category::Runtime, 2, id),
            What::End(id) => (Category::Runtime, 3, id),
            What::Counter(id, value) => {
                words.push(value);
                (Category::Runtime, 4, id)
            }
            What::Alloc => {
                self.buckets().for_each(|bucket| words.push(bucket));
                (Category::Runtime, 5, 0)
            }
            What::Unit => (Category::User, 0, self.first_index),
            What::Int(value) => {
                words.push(value.cast_unsigned());
                (Category::User, 1, self.first_index + 1)
            }
            What::SpanBegin => (Category::User, 2, self.first_index + 2),
            What::SpanEnd => (Category::User, 3, self.first_index + 3),
            What::Custom(len) => {
                // Data, filler and the count byte (clauses custom.words and custom.count).
                let payload_words = len / 8 + 1;
                let count = (8 * payload_words - 1 - len) as u8;
                for word in 0..payload_words {
                    let mut bytes = [FILL; 8];
                    if word == payload_words - 1 {
                        bytes[7] = count;
                    }
                    // These bytes are not swapped (clause file.byte-order).
                    words.push(order.word(bytes));
                }
                (Category::User, 4, self.first_index + 4)
            }
        };
        let length_words = words.len as u64;
        let fields = HeaderFields { length_words, category, item_type, id: id.into(), reserved: 0 };
        words.words[0] = fields.bits();
        words.words[1] = self.timestamp_ns();
        words
    }

    /// The record of it, without names of runtime ids.
    pub fn record(&self) -> Record<'static> {
        let user = |index: u16| {
            let id = self.first_index + index;
            (id, if self.is_named { Name::Text(name(id).into()) } else { Name::None })
        };
        let body = match self.what() {
            What::Lifecycle(id, value) => {
                Body::Lifecycle { id, name: Name::None, value: Some(value) }
            }
            What::Begin(id) => Body::Begin { id, name: Name::None },
            What::End(id) => Body::End { id, name: Name::None },
            What::Counter(id, value) => Body::Counter { id, name: Name::None, value: Some(value) },
            What::Alloc => Body::Alloc { buckets: self.buckets().collect() },
            What::Unit => {
                let (id, name) = user(0);
                Body::Unit { id, name }
            }
            What::Int(value) => {
                let (id, name) = user(1);
                Body::Int { id, name, value: Some(value) }
            }
            What::SpanBegin => {
                let (id, name) = user(2);
                Body::SpanBegin { id, name }
            }
            What::SpanEnd => {
                let (id, name) = user(3);
                Body::SpanEnd { id, name }
            }
            What::Custom(len) => {
                let (id, name) = user(4);
                Body::Custom { id, name, data: Some(Cow::Owned(vec![FILL; len])) }
            }
        };
        Record::Event(Event { ring: self.ring, timestamp_ns: self.timestamp_ns(), body })
    }

    /// Grows with the number, and is another in each ring.
    pub fn timestamp_ns(&self) -> u64 {
        FIRST_NS + 1000 * self.number + u64::from(self.ring)
    }

    /// The number of the event of this time in a ring, if it can be one.
    pub fn number_at(ring: u32, timestamp_ns: u64) -> Option<u64> {
        let since = timestamp_ns.checked_sub(FIRST_NS + u64::from(ring))?;
        (since % 1000 == 0).then_some(since / 1000)
    }

    fn what(&self) -> What {
        if (self.ring, self.number) == (0, 0) {
            // The first event of a session (clause runtime.lifecycle.ring-start).
            return What::Lifecycle(0, i64::from(i32::MAX));
        }
        let chance = scrambled(self.number << 12 | u64::from(self.ring));
        let what = match (self.script, chance % 16) {
            (Script::Ones, 0) => What::Unit,
            (Script::Ones, 1 | 2) => What::Custom((chance >> 8) as usize % 64),
            (Script::Ones, _) => What::Int(-1),
            // From ring_pause to domain_terminate.
            (_, 0) => What::Lifecycle(2 + (chance >> 8) as u16 % 6, 77),
            (_, 1 | 2) => What::Begin((chance >> 8) as u16 % 48),
            (_, 3 | 4) => What::End((chance >> 8) as u16 % 48),
            (_, 5) => What::Counter((chance >> 8) as u16 % 20, chance >> self.spare_bits()),
            (_, 6) => What::Alloc,
            (_, 7 | 8) => What::Unit,
            (_, 9 | 10) => What::Int(chance.cast_signed() >> self.spare_bits()),
            (_, 11) => What::SpanBegin,
            (_, 12) => What::SpanEnd,
            (_, _) => What::Custom((chance >> 8) as usize % 48),
        };
        if what.len_words() > self.most_words { What::Unit } else { what }
    }

    /// Counts of an alloc event.
    fn buckets(self) -> impl Iterator<Item = u64> {
        (0..20).map(move |bucket| scrambled(self.number ^ bucket) >> self.spare_bits())
    }

    /// How many of the 64 bits its values leave unused.
    fn spare_bits(self) -> u32 {
        match self.script {
            Script::Mixed => 2,
            Script::Wide | Script::Ones => 0,
        }
    }
}

/// The name of a user event.
pub(super) fn name(index: u16) -> String {
    format!("live.{index}")
}

/// The words of an item.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    words: [u64; MOST_WORDS],
    len: usize,
}

impl Words {
    /// As many as there are.
    pub fn as_slice(&self) -> &[u64] {
        &self.words[..self.len]
    }

    fn push(&mut self, word: u64) {
        self.words[self.len] = word;
        self.len += 1;
    }
}

/// What an event says.
#[derive(Clone, Copy, Debug)]
enum What {
    Lifecycle(u16, i64),
    Begin(u16),
    End(u16),
    Counter(u16, u64),
    Alloc,
    Unit,
    Int(i64),
    SpanBegin,
    SpanEnd,
    /// So many bytes of data.
    Custom(usize),
}

impl What {
    fn len_words(self) -> u64 {
        match self {
            Self::Begin(_) | Self::End(_) | Self::Unit | Self::SpanBegin | Self::SpanEnd => 2,
            Self::Lifecycle(..) | Self::Counter(..) | Self::Int(_) => 3,
            Self::Alloc => 22,
            Self::Custom(len) => 3 + len as u64 / 8,
        }
    }
}

/// The bytes of custom data, and of the filler after it.
const FILL: u8 = 0xff;

/// A number that looks as if it had nothing to do with `seed`.
fn scrambled(seed: u64) -> u64 {
    let mixed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 29).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 32
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::plain::{Item, ItemHeader, RuntimeNames};

    /// By the plain reader, which vectors have judged.
    #[test]
    fn words_and_record_say_the_same() {
        let names = RuntimeNames::none();
        let mut kinds = BTreeSet::new();
        for (script, ring_words) in [
            (Script::Mixed, 8),
            (Script::Mixed, 64),
            (Script::Wide, 64),
            (Script::Ones, 8),
            (Script::Ones, 1024),
        ] {
            for number in 0..200 {
                for ring in 0..2 {
                    let written = Written::new(script, ring, ring_words, number);
                    let written = written.of_indices(9, false);
                    let words = written.words(ByteOrder::Little);
                    let words = words.as_slice();
                    assert!(words.len() as u64 <= ring_words / 2);
                    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
                    let header = ItemHeader { bits: words[0] };
                    assert_eq!(header.length_words(), words.len() as u64);
                    let item = Item {
                        ring,
                        position: 0,
                        slot: 0,
                        offset_bytes: 0,
                        header,
                        bytes: &bytes,
                        order: ByteOrder::Little,
                    };
                    let record = item.record(&names, None).unwrap();
                    kinds.insert(record.kind());
                    assert_eq!(record, written.record(), "{script:?} {ring} {number}");
                }
            }
        }
        assert_eq!(kinds.len(), 10, "{kinds:?}");
    }
}
