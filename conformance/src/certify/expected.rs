//! What a conforming consumer makes of a file, by the plain reader; nothing of the crate `eventring` is asked.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::{Expected, Outcome, Placed};
use crate::plain::{self, Category, File, Item, NotOpen, Ring, RuntimeNames};
use crate::record::{Body, Record};

/// What a conforming consumer makes of `bytes` with these runtime names.
pub fn of_file<'a>(bytes: &'a [u8], names: &'a RuntimeNames) -> Expected<'a> {
    match plain::open(bytes) {
        Ok(file) => of_open(&file, names),
        Err(NotOpen::NotReady { .. }) => Expected {
            outcome: Outcome::NotReady,
            records: Vec::new(),
            clauses: [Cow::Borrowed("file.not-ready")].into(),
        },
        Err(refused) => Expected {
            outcome: Outcome::Rejected,
            records: refused
                .record()
                .map(|record| Placed { record, offset_bytes: Some(0) })
                .into_iter()
                .collect(),
            clauses: ["fault.refuse", "record.refused"].map(Cow::Borrowed).into(),
        },
    }
}

fn of_open<'a>(file: &File<'a>, names: &'a RuntimeNames) -> Expected<'a> {
    let table = file.name_table();
    let mut all = Expected {
        outcome: Outcome::Accepted,
        records: Vec::new(),
        clauses: ["file.byte-order", "file.left-over"].map(Cow::Borrowed).into(),
    };
    if table.is_none() {
        all.clauses.insert("names.none".into());
    }
    for ring in file.rings() {
        lost(&ring, &mut all);
        for item in ring.items() {
            let item = match item {
                Ok(item) => item,
                Err(fault) => {
                    all.outcome = Outcome::Rejected;
                    all.clauses.extend(["fault.framing", "record.corrupt"].map(Cow::Borrowed));
                    let (record, offset_bytes) = (fault.record(), Some(fault.offset_bytes));
                    all.records.push(Placed { record, offset_bytes });
                    continue;
                }
            };
            let Some(record) = item.record(names, table.as_ref()) else {
                all.clauses.insert("item.padding.skipped".into());
                continue;
            };
            exercised(&item, &record, &mut all.clauses);
            all.records.push(Placed { record, offset_bytes: Some(item.offset_bytes) });
        }
    }
    all
}

fn lost<'a>(ring: &Ring<'a>, all: &mut Expected<'a>) {
    let words = ring.lost_words();
    if words > 0 {
        all.clauses.extend(["ring.lost-at-start", "record.lost"].map(Cow::Borrowed));
        let record = Record::Lost { ring: ring.index(), words };
        all.records.push(Placed { record, offset_bytes: Some(ring.header_offset_bytes()) });
    }
}

/// The clauses of consumers that an event exercises.
fn exercised<'a>(item: &Item<'a>, record: &Record<'a>, clauses: &mut BTreeSet<Cow<'a, str>>) {
    let mut add = |list: &[&'static str]| clauses.extend(list.iter().copied().map(Cow::Borrowed));
    add(&["item.category", "item.timestamp", "record.ts", "ring.order", "ring.slot"]);
    if item.header.reserved() != 0 {
        add(&["item.reserved-bits.ignored"]);
    }
    if item.header.category() == Category::User {
        add(&["names.entry", "names.index-not-identity", "user.type-of-message", "record.name"]);
    }
    let Record::Event(event) = record else { return };
    match &event.body {
        Body::Begin { .. } | Body::End { .. } => add(&["release.given-wins"]),
        Body::Counter { value, .. } => {
            add(&["release.given-wins", "runtime.unsigned-counter", "record.integer"]);
            if value.is_none() {
                add(&["payload.short"]);
            }
        }
        Body::Lifecycle { .. } => add(&["runtime.unsigned-counter", "record.integer"]),
        Body::Int { value, .. } => {
            add(&["record.integer"]);
            if value.is_none() {
                add(&["payload.short"]);
            }
        }
        Body::Custom { data, .. } => {
            add(&["record.custom", "custom.filler"]);
            if data.is_none() {
                add(&["payload.short"]);
            }
        }
        Body::Unknown { .. } => add(&["item.unknown-type"]),
        Body::Alloc { .. } => add(&["record.integer"]),
        Body::Unit { .. } | Body::SpanBegin { .. } | Body::SpanEnd { .. } => {}
    }
}
