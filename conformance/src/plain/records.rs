//! Event records of a whole file.

use super::deciding::Across;
use super::event::body;
use super::reached::{is_asked, reach};
use super::{Fault, File, Item, NameTable, NotOpen, Ring, RuntimeNames};
use crate::record::{Corrupt, Event, Record};

impl<'a> File<'a> {
    /// All records, ring by ring and in each by position: `lost` where its head is above 0, its events, and
    /// `corrupt` where it ends with a fault (clause record.order).
    pub fn records(&self, names: &'a RuntimeNames) -> impl Iterator<Item = Record<'a>> {
        self.placed_records(names).map(|(_, record)| record)
    }

    /// The same, each after what it comes from: the item, or the ring header of lost words and of a window at fault, in
    /// bytes from the start of the file.
    pub fn placed_records(
        &self,
        names: &'a RuntimeNames,
    ) -> impl Iterator<Item = (u64, Record<'a>)> + use<'a> {
        let (file, table) = (*self, self.name_table());
        let mut across = is_asked().then(Across::default);
        self.rings().flat_map(parts).filter_map(move |part| {
            let placed = match &part {
                Part::Lost { header_offset_bytes, ring, words } => {
                    (*header_offset_bytes, Record::Lost { ring: *ring, words: *words })
                }
                Part::Item(item) => (item.offset_bytes, item.record(names, table.as_ref())?),
                Part::Fault(fault) => (fault.offset_bytes, fault.record()),
            };
            if let Some(across) = &mut across {
                across.see(&file, &part, &placed.1);
            }
            Some(placed)
        })
    }
}

impl NotOpen {
    /// The record of a file that is refused; none for one that is not ready.
    pub fn record(&self) -> Option<Record<'static>> {
        let Self::Refused { faults, .. } = self else { return None };
        let first = faults.first()?;
        reach(&["record.refused"]);
        let (clause, message) = (first.clause.into(), first.message.clone().into());
        Some(Record::Refused { clause, message })
    }
}

impl Fault {
    /// The record of this fault.
    pub fn record(&self) -> Record<'static> {
        let Self { ring, position, offset_bytes, clause, message } = self;
        Record::Corrupt(Corrupt {
            ring: *ring,
            position: *position,
            offset_bytes: *offset_bytes,
            clause: (*clause).into(),
            message: message.clone().into(),
        })
    }
}

impl<'a> Item<'a> {
    /// The record of the event that this item is; none where it is padding.
    pub fn record(
        &self,
        names: &'a RuntimeNames,
        table: Option<&NameTable<'a>>,
    ) -> Option<Record<'a>> {
        let (ring, timestamp_ns) = (self.ring, self.timestamp_ns()?);
        Some(Record::Event(Event { ring, timestamp_ns, body: body(self, names, table)? }))
    }
}

/// What a record may come from.
pub(super) enum Part<'a> {
    /// Words that were gone when the file was taken.
    Lost { header_offset_bytes: u64, ring: u32, words: u64 },
    /// An event or padding.
    Item(Item<'a>),
    /// The end of a ring.
    Fault(Fault),
}

fn parts<'a>(ring: Ring<'a>) -> impl Iterator<Item = Part<'a>> {
    let words = ring.lost_words();
    let header_offset_bytes = ring.header_offset_bytes();
    let lost = Part::Lost { header_offset_bytes, ring: ring.index(), words };
    let lost = (words > 0).then_some(lost);
    lost.into_iter().chain(ring.items().map(|item| match item {
        Ok(item) => Part::Item(item),
        Err(fault) => Part::Fault(fault),
    }))
}
