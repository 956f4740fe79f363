//! Two readers of ring files, format/ and the plain one, over vectors of which one word was changed.
//!
//! Neither knows what such a file should be read as; that both read it alike is what is tested. Where several clauses
//! are broken either may be named, so clauses are not compared. What the events of Eio say is.

use eventring::reader::Snapshot;
use eventring::release::ReleaseSet;
use eventring_conformance::inspect::{Naming, RingRecords, Typing};
use eventring_conformance::plain::{ByteOrder, EioReader, NotOpen, RuntimeNames, open};
use eventring_conformance::record::Record;
use eventring_conformance::vectors::load;
use eventring_spec::registry::Registry;
use serde_json::Value;

/// So many words of a file are changed first, those of its header among them.
const FIRST_WORDS: usize = 16;

/// And about so many of the rest, evenly spread.
const OTHER_WORDS: usize = 16;

/// Files with more items than this take too long to be read so often.
const MOST_FIELDS: usize = 1000;

#[test]
fn both_readers_agree_on_changed_vectors() {
    let none = RuntimeNames::agreed(&Registry::load().unwrap(), &[]);
    let mut kinds = [0_u64; 3];
    for case in load().unwrap().iter().flat_map(|vector| &vector.cases) {
        for order in ByteOrder::ALL {
            let image = case.encode(order).unwrap();
            if image.fields.len() > MOST_FIELDS {
                continue;
            }
            let mut bytes = image.bytes;
            let words = image.fields.iter().filter(|field| field.len_bytes == 8);
            let offsets: Vec<usize> = words.map(|field| field.offset_bytes as usize).collect();
            let (first, rest) = offsets.split_at(offsets.len().min(FIRST_WORDS));
            let step = rest.len().div_ceil(OTHER_WORDS).max(1);
            for &offset in first.iter().chain(rest.iter().step_by(step)) {
                let word: [u8; 8] = bytes[offset..][..8].try_into().unwrap();
                for changed in changes(order.word(word)) {
                    bytes[offset..][..8].copy_from_slice(&order.bytes(changed));
                    let (one, two) = (by_format(&bytes), by_plain(&bytes, &none));
                    assert_eq!(one, two, "{} {order}: word at {offset} is {changed:#x}", case.name);
                    kinds[usize::from(one.0)] += 1;
                }
                bytes[offset..][..8].copy_from_slice(&word);
            }
        }
    }
    // Each way in which a file can end was met.
    assert!(kinds.iter().all(|count| *count > 100), "{kinds:?}");
}

/// Values at the bounds, neighbours, and single bits of every field of an item header.
fn changes(word: u64) -> impl Iterator<Item = u64> {
    let bits = [0, 3, 35, 36, 48, 49, 52, 53, 54, 55, 57, 63];
    [0, 1, u64::MAX, word.wrapping_add(1), word.wrapping_sub(1), word << 1, word.swap_bytes()]
        .into_iter()
        .chain(bits.into_iter().map(move |bit| word ^ 1 << bit))
}

/// Read 0, refused 1, not ready 2; and the records, as far as both readers have to say the same.
type Reading = (u8, Vec<String>);

fn by_format(bytes: &[u8]) -> Reading {
    let snapshot = match Snapshot::new(bytes) {
        Ok(snapshot) => snapshot,
        Err(refusal) => return (if refusal.is_not_ready() { 2 } else { 1 }, Vec::new()),
    };
    let naming = Naming::new(ReleaseSet::EMPTY, snapshot.names());
    let typing = Typing::of(&snapshot);
    let records = snapshot.rings().flat_map(|ring| RingRecords::new(&ring, &naming));
    let all = records.map(|record| {
        let typed = typing.typed(&record).map(|typed| serde_json::to_value(typed).unwrap());
        said(record, typed)
    });
    (0, all.collect())
}

fn by_plain(bytes: &[u8], names: &RuntimeNames) -> Reading {
    match open(bytes) {
        Ok(file) => {
            let records: Vec<Record<'_>> = file.records(names).collect();
            let reader = EioReader::new(&records);
            let typed = |record: &Record<'_>| {
                reader.reading(record).map(|reading| serde_json::to_value(reading).unwrap())
            };
            let readings: Vec<_> = records.iter().map(typed).collect();
            let both = records.into_iter().zip(readings);
            (0, both.map(|(record, typed)| said(record, typed)).collect())
        }
        Err(NotOpen::Refused { .. }) => (1, Vec::new()),
        Err(NotOpen::NotReady { .. }) => (2, Vec::new()),
    }
}

fn said(mut record: Record<'_>, typed: Option<Value>) -> String {
    if let Record::Corrupt(corrupt) = &mut record {
        corrupt.clause = "".into();
        corrupt.message = "".into();
    }
    format!("{record:?} {typed:?}")
}
