//! A part of a run: of one ring, of a time, of some events.

use std::collections::HashMap;

use globset::GlobSet;

use super::Moment;
use crate::record::{Body, Event, Name, Record};
use crate::run::{Change, Origin, Run, View, What};

/// Which changes are wanted; by default all.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Of this ring only.
    pub ring: Option<u32>,
    /// Not before this moment.
    pub from: Option<Moment>,
    /// Not after this moment.
    pub to: Option<Moment>,
    /// Of events whose name fits.
    pub events: Option<GlobSet>,
}

impl Selection {
    /// Whether a part is asked for.
    pub fn is_part(&self) -> bool {
        let Self { ring, from, to, events } = self;
        ring.is_some() || from.is_some() || to.is_some() || events.is_some()
    }

    /// Whether this ring is in it at this time, in nanoseconds, where the first event of all is at `first_ns`.
    fn has_moment(&self, ring: u32, at_ns: u64, first_ns: u64) -> bool {
        self.ring.is_none_or(|only| only == ring)
            && self.from.is_none_or(|from| at_ns >= from.at_ns(first_ns))
            && self.to.is_none_or(|to| at_ns <= to.at_ns(first_ns))
    }
}

/// Whether one of the globs fits a name.
fn fits(events: &GlobSet, name: &[u8]) -> bool {
    events.is_match(String::from_utf8_lossy(name).as_ref())
}

/// A view that is told only what was selected. The run knows everything.
///
/// Losses, faults and pauses of what was selected are told always. An end can be told whose begin was not, because it
/// began before; a thing that was told before is not told again, but can be asked for.
#[derive(Debug)]
pub struct Selected<'v, V> {
    view: &'v mut V,
    selection: Selection,
    /// Whether that is less than all.
    is_part: bool,
    fits: HashMap<Origin, bool>,
    has_told: bool,
}

impl<'v, V> Selected<'v, V> {
    /// Passes on to `view`.
    pub fn new(view: &'v mut V, selection: Selection) -> Self {
        let is_part = selection.is_part();
        Self { view, selection, is_part, fits: HashMap::new(), has_told: false }
    }

    /// The view that is told.
    pub fn view_mut(&mut self) -> &mut V {
        self.view
    }

    /// Whether a part was asked for, and nothing of the run is in it.
    pub fn is_in_vain(&self) -> bool {
        self.is_part && !self.has_told
    }

    fn wants(&mut self, run: &Run, change: &Change<'_>) -> bool {
        let first_ns = run.first_ns().unwrap_or(change.timestamp_ns);
        if !self.selection.has_moment(change.ring, change.timestamp_ns, first_ns) {
            return false;
        }
        let Some(events) = &self.selection.events else { return true };
        if is_told_always(change) {
            return true;
        }
        if let Some(fits) = self.fits.get(&change.origin) {
            return *fits;
        }
        // A name can come late, so only what was found is kept.
        let Some(name) = run.name(change.origin) else { return false };
        let fits = fits(events, name);
        self.fits.insert(change.origin, fits);
        fits
    }
}

/// The records of one ring that were selected. Of losses, those that stand before an event of the time that was selected;
/// where the ring is corrupt, that always.
#[derive(Clone, Debug)]
pub struct SelectedRecords<'s, I: Iterator> {
    records: I,
    selection: &'s Selection,
    first_ns: u64,
    /// The time of the latest event.
    now_ns: u64,
    lost: Option<I::Item>,
    /// What comes after the loss that was given.
    next: Option<I::Item>,
}

impl<'s, 'a, I: Iterator<Item = Record<'a>>> SelectedRecords<'s, I> {
    /// Of these records; the first event of all rings is at `first_ns`.
    pub fn new(records: I, selection: &'s Selection, first_ns: u64) -> Self {
        Self { records, selection, first_ns, now_ns: first_ns, lost: None, next: None }
    }

    fn has_now(&self, ring: u32) -> bool {
        self.selection.has_moment(ring, self.now_ns, self.first_ns)
    }

    fn has_name(&self, body: &Body<'_>) -> bool {
        let Some(events) = &self.selection.events else { return true };
        name_of(body).is_some_and(|name| fits(events, name))
    }
}

impl<'a, I: Iterator<Item = Record<'a>>> Iterator for SelectedRecords<'_, I> {
    type Item = Record<'a>;

    fn next(&mut self) -> Option<Record<'a>> {
        if let Some(next) = self.next.take() {
            return Some(next);
        }
        while let Some(record) = self.records.next() {
            let (is_now, is_told) = match &record {
                Record::Lost { .. } => {
                    self.lost = Some(record);
                    continue;
                }
                Record::Event(Event { ring, timestamp_ns, body }) => {
                    self.now_ns = *timestamp_ns;
                    let is_now = self.selection.has_moment(*ring, self.now_ns, self.first_ns);
                    (is_now, is_now && self.has_name(body))
                }
                Record::Corrupt(corrupt) => (self.has_now(corrupt.ring), true),
                Record::Refused { .. } => (true, true),
            };
            let lost = self.lost.take().filter(|_| is_now);
            let told = is_told.then_some(record);
            match lost {
                Some(lost) => {
                    self.next = told;
                    return Some(lost);
                }
                None if told.is_some() => return told,
                None => {}
            }
        }
        // Nothing comes after it.
        self.lost.take().filter(|record| match record {
            Record::Lost { ring, .. } => self.has_now(*ring),
            _ => true,
        })
    }
}

/// What the event of a record is called, as [`Run::name`] has it.
fn name_of<'b>(body: &'b Body<'_>) -> Option<&'b [u8]> {
    let name = match body {
        Body::Begin { name, .. }
        | Body::End { name, .. }
        | Body::Counter { name, .. }
        | Body::Lifecycle { name, .. }
        | Body::Unit { name, .. }
        | Body::SpanBegin { name, .. }
        | Body::SpanEnd { name, .. }
        | Body::Int { name, .. }
        | Body::Custom { name, .. } => name,
        Body::Alloc { .. } => return Some(b"alloc"),
        Body::Unknown { .. } => return None,
    };
    match name {
        Name::None => None,
        Name::Text(text) => Some(text.as_bytes()),
        Name::Bytes(bytes) => Some(bytes),
    }
}

/// Whatever events are selected.
fn is_told_always(change: &Change<'_>) -> bool {
    matches!(change.what, What::Lost { .. } | What::Paused { .. } | What::Faulted { .. })
}

impl<V: View> View for Selected<'_, V> {
    #[inline]
    fn change(&mut self, run: &Run, change: &Change<'_>) {
        if !self.is_part {
            self.view.change(run, change);
        } else if self.wants(run, change) {
            self.has_told |= self.selection.events.is_none() || !is_told_always(change);
            self.view.change(run, change);
        }
    }

    fn is_full(&self) -> bool {
        self.view.is_full()
    }
}
