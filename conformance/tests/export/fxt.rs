//! A plain reader of Fuchsia's trace format.

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;

use crate::seen::{Seen, Trace, What};

/// Words that are left of a record, or of the file.
struct Words<'a>(&'a [u8]);

impl<'a> Words<'a> {
    fn word(&mut self) -> u64 {
        let (word, rest) = self.0.split_first_chunk().expect("a word");
        self.0 = rest;
        u64::from_le_bytes(*word)
    }

    /// `len` bytes in whole words, the rest of which is zero.
    fn text(&mut self, len: u64) -> &'a str {
        let len = len as usize;
        let (text, rest) = self.0.split_at(len.div_ceil(8) * 8);
        assert!(text[len..].iter().all(|byte| *byte == 0));
        self.0 = rest;
        str::from_utf8(&text[..len]).expect("UTF-8")
    }

    /// The words of the record or argument that begins here, header first.
    fn take(&mut self) -> (u64, Words<'a>) {
        let header = Words(self.0).word();
        let (record, rest) = self.0.split_at(8 * bits(header, 4, 15) as usize);
        self.0 = rest;
        let mut words = Words(record);
        (words.word(), words)
    }
}

/// Bits `from` to `to` of a word, both included.
fn bits(word: u64, from: u32, to: u32) -> u64 {
    word >> from & ((1 << (to - from + 1)) - 1)
}

#[derive(Default)]
struct Tables {
    strings: HashMap<u64, String>,
    threads: HashMap<u64, (u64, u64)>,
}

impl Tables {
    fn string(&self, reference: u64, words: &mut Words<'_>) -> String {
        match reference {
            0 => String::new(),
            inline if inline & 0x8000 != 0 => words.text(inline & 0x7fff).to_owned(),
            index => self.strings[&index].clone(),
        }
    }
}

/// Threads are numbered from here.
const FIRST_THREAD: u64 = 1 << 32;

pub(crate) fn read(bytes: &[u8]) -> Trace {
    assert_eq!(bytes.len() % 8, 0);
    let mut words = Words(bytes);
    assert_eq!(&bytes[..8], b"\x10\x00\x04\x46\x78\x54\x16\x00", "the magic number");
    let (mut trace, mut tables) = (Trace::default(), Tables::default());
    let mut has_rate = false;
    while !words.0.is_empty() {
        let (header, mut record) = words.take();
        match bits(header, 0, 3) {
            0 if bits(header, 16, 19) == 4 => {}
            0 => {
                assert_eq!(bits(header, 16, 19), 1, "the name of a provider");
                assert_eq!(record.text(bits(header, 52, 59)), "eventring");
            }
            1 => {
                assert_eq!(record.word(), 1_000_000_000);
                has_rate = true;
            }
            2 => {
                let (index, len) = (bits(header, 16, 30), bits(header, 32, 46));
                assert!(tables.strings.insert(index, record.text(len).to_owned()).is_none());
                assert_ne!(index, 0);
            }
            3 => {
                let index = bits(header, 16, 23);
                assert!(index != 0 && has_rate);
                let thread = (record.word(), record.word());
                assert!(tables.threads.insert(index, thread).is_none());
            }
            4 => event(header, &mut record, &tables, &mut trace.marks),
            7 => object(header, &mut record, &tables, &mut trace),
            other => panic!("a record of type {other}"),
        }
        assert!(record.0.is_empty(), "words are left of {header:x}");
    }
    trace
}

fn object(header: u64, record: &mut Words<'_>, tables: &Tables, trace: &mut Trace) {
    let number = record.word();
    let name = tables.string(bits(header, 24, 39), record);
    match bits(header, 16, 23) {
        1 => trace.tracks.insert(1, (None, name)),
        2 => {
            let arguments = arguments(bits(header, 40, 43), record, tables);
            assert_eq!(arguments.len(), 1);
            assert!(arguments.contains_key("process"));
            trace.tracks.insert(number - FIRST_THREAD, (Some(1), name))
        }
        other => panic!("an object of type {other}"),
    };
}

fn event(header: u64, record: &mut Words<'_>, tables: &Tables, marks: &mut Vec<Seen>) {
    let timestamp_ns = record.word();
    let thread = match bits(header, 24, 31) {
        0 => (record.word(), record.word()),
        index => tables.threads[&index],
    };
    let track = thread.1 - FIRST_THREAD;
    assert!(!tables.string(bits(header, 32, 47), record).is_empty(), "a category");
    let name = tables.string(bits(header, 48, 63), record);
    let details = arguments(bits(header, 20, 23), record, tables);
    let what = match bits(header, 16, 19) {
        0 => What::Instant,
        1 => {
            let track = record.word();
            return marks
                .push(Seen { details, ..Seen::new(What::Counter, track, timestamp_ns, "") });
        }
        2 => What::Begin,
        3 => What::End,
        arrow @ (8 | 10) => {
            let number = Some(record.word());
            let last = marks.last_mut().expect("a mark");
            assert_eq!((last.track, last.timestamp_ns), (track, timestamp_ns));
            if arrow == 8 {
                last.links.0 = number;
            } else {
                last.links.1 = number;
            }
            return;
        }
        other => panic!("an event of type {other}"),
    };
    marks.push(Seen { details, ..Seen::new(what, track, timestamp_ns, &name) });
}

fn arguments(count: u64, record: &mut Words<'_>, tables: &Tables) -> BTreeMap<String, Value> {
    let arguments = (0..count).map(|_| {
        let (header, mut words) = record.take();
        let name = tables.string(bits(header, 16, 31), &mut words);
        let value = match bits(header, 0, 3) {
            3 => words.word().cast_signed().into(),
            4 | 8 => words.word().into(),
            5 => f64::from_bits(words.word()).into(),
            6 => tables.string(bits(header, 32, 47), &mut words).into(),
            other => panic!("an argument of type {other}"),
        };
        assert!(words.0.is_empty());
        (name, value)
    });
    arguments.collect()
}
