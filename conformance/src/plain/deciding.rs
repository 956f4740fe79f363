//! The clauses that decide what is made of an event, for [`reached`](super::reached()).

use std::collections::BTreeMap;

use super::reached::reach;
use super::records::Part;
use super::{Category, File, Item};
use crate::record::{Body, Name, Record};

/// Words of payload that an alloc event needs.
const BUCKETS: u64 = 20;

/// What the reader has come across in a file, since some clauses are about several events.
#[derive(Debug, Default)]
pub(super) struct Across {
    /// The ring of the latest record.
    ring: Option<u32>,
    has_fault: bool,
    /// The type of the first event under each event index.
    types: BTreeMap<u16, u8>,
    /// The event index of the first event of each name.
    indices: BTreeMap<Vec<u8>, u16>,
}

impl Across {
    /// The next record, and what it comes from.
    pub(super) fn see(&mut self, file: &File<'_>, part: &Part<'_>, record: &Record<'_>) {
        let ring = record.ring();
        if self.ring.is_some() && self.ring != ring {
            reach(&["record.order"]);
        }
        self.ring = ring;
        match (part, record) {
            (Part::Item(item), Record::Event(event)) => self.event(file, item, &event.body),
            (Part::Fault(_), _) => {
                self.has_fault = true;
                reach(&["record.corrupt"]);
            }
            (Part::Lost { .. } | Part::Item(_), _) => {
                reach(&["ring.lost-at-start", "record.lost"]);
            }
        }
    }

    /// An event, and what was made of it.
    fn event(&mut self, file: &File<'_>, item: &Item<'_>, body: &Body<'_>) {
        reach(&["item.category", "item.timestamp", "record.ts"]);
        if self.has_fault {
            reach(&["ring.independent"]);
        }
        if item.header.reserved() != 0 {
            reach(&["item.reserved-bits.ignored"]);
        }
        values(item, body);
        let id = item.header.id();
        match body {
            Body::Unknown { .. } => {}
            _ if item.header.category() == Category::Runtime => {
                // The reader is given the release; names are those of its tables.
                if let Some(name) = runtime_name(body) {
                    let is_known = !matches!(name, Name::None);
                    reach(&[if is_known { "release.given-wins" } else { "release.unknown-id" }]);
                }
            }
            _ => {
                self.name(file, id);
                let first = *self.types.entry(id).or_insert(item.header.item_type());
                if first != item.header.item_type() {
                    reach(&["user.type-of-message"]);
                }
            }
        }
    }

    fn name(&mut self, file: &File<'_>, index: u16) {
        let Some(table) = file.name_table() else { return reach(&["names.none"]) };
        let Some(entry) = table.entry(index).filter(|entry| !entry.name().is_empty()) else {
            return reach(&["names.late", "record.name"]);
        };
        reach(&["names.entry"]);
        match std::str::from_utf8(entry.name()) {
            Ok(_) => reach(&["record.name"]),
            Err(_) => reach(&["names.bytes", "record.name-hex"]),
        }
        if entry.name().len() == 127 && entry.bytes.last() != Some(&0) {
            reach(&["names.last-byte"]);
        }
        let first = *self.indices.entry(entry.name().to_vec()).or_insert(index);
        if first != index {
            reach(&["names.index-not-identity"]);
        }
    }
}

fn runtime_name<'b>(body: &'b Body<'_>) -> Option<&'b Name<'b>> {
    match body {
        Body::Begin { name, .. }
        | Body::End { name, .. }
        | Body::Counter { name, .. }
        | Body::Lifecycle { name, .. } => Some(name),
        _ => None,
    }
}

/// The clauses on payloads.
fn values(item: &Item<'_>, body: &Body<'_>) {
    let words = item.payload_len_words();
    let needed = match body {
        Body::Unknown { .. } => return reach(&["item.unknown-type"]),
        Body::Begin { .. }
        | Body::End { .. }
        | Body::Unit { .. }
        | Body::SpanBegin { .. }
        | Body::SpanEnd { .. } => 0,
        Body::Counter { .. } | Body::Lifecycle { .. } => {
            reach(&["runtime.unsigned-counter", "record.integer"]);
            1
        }
        Body::Int { .. } => {
            reach(&["record.integer"]);
            1
        }
        Body::Alloc { .. } => {
            reach(&["record.integer"]);
            BUCKETS
        }
        Body::Custom { data, .. } => return custom(item, data.as_deref()),
    };
    if words < needed {
        reach(&["payload.short"]);
    }
    if words > needed {
        reach(&["payload.extra"]);
    }
}

fn custom(item: &Item<'_>, data: Option<&[u8]>) {
    let Some(count) = item.count_byte() else { return reach(&["payload.short"]) };
    let Some(data) = data else { return reach(&["custom.count.outside"]) };
    reach(&["record.custom"]);
    if count > 7 {
        reach(&["custom.count.above-7"]);
    }
    let filler = item.payload_bytes().get(data.len()..).and_then(|rest| rest.split_last());
    if filler.is_some_and(|(_, filler)| filler.iter().any(|byte| *byte != 0)) {
        reach(&["custom.filler"]);
    }
}
