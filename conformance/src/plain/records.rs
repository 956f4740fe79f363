//! Event records of a whole file.

use super::event::body;
use super::{Fault, File, Item, NameTable, NotOpen, Ring, RuntimeNames};
use crate::record::{Corrupt, Event, Record};

impl<'a> File<'a> {
    /// All records, ring by ring and in each by position: `lost` where its head is above 0, its events, and
    /// `corrupt` where it ends with a fault (clause record.order).
    pub fn records(&self, names: &'a RuntimeNames) -> impl Iterator<Item = Record<'a>> {
        let table = self.name_table();
        self.rings().flat_map(move |ring| records(ring, names, table))
    }
}

impl NotOpen {
    /// The record of a file that is refused; none for one that is not ready.
    pub fn record(&self) -> Option<Record<'static>> {
        let Self::Refused { faults, .. } = self else { return None };
        let first = faults.first()?;
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

fn records<'a>(
    ring: Ring<'a>,
    names: &'a RuntimeNames,
    table: Option<NameTable<'a>>,
) -> impl Iterator<Item = Record<'a>> {
    let lost_words = ring.lost_words();
    let lost = Record::Lost { ring: ring.index(), words: lost_words };
    let lost = (lost_words > 0).then_some(lost);
    lost.into_iter().chain(ring.items().filter_map(move |item| match item {
        Ok(item) => item.record(names, table.as_ref()),
        Err(fault) => Some(fault.record()),
    }))
}
