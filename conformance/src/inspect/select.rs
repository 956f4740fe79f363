//! A part of a run: of one ring, of a time, of some events.

use std::collections::HashMap;

use globset::GlobSet;

use super::Moment;
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

/// A view that is told only what was selected. The run knows everything.
///
/// Losses, faults and pauses of what was selected are told always. An end can be told whose begin was not, because it
/// began before; a thing that was told before is not told again, but can be asked for.
#[derive(Debug)]
pub struct Selected<'v, V> {
    view: &'v mut V,
    selection: Selection,
    fits: HashMap<Origin, bool>,
    has_told: bool,
}

impl<'v, V> Selected<'v, V> {
    /// Passes on to `view`.
    pub fn new(view: &'v mut V, selection: Selection) -> Self {
        Self { view, selection, fits: HashMap::new(), has_told: false }
    }

    /// The view that is told.
    pub fn view_mut(&mut self) -> &mut V {
        self.view
    }

    /// Whether a part was asked for, and nothing of the run is in it.
    pub fn is_in_vain(&self) -> bool {
        let Selection { ring, from, to, events } = &self.selection;
        let is_part = ring.is_some() || from.is_some() || to.is_some() || events.is_some();
        is_part && !self.has_told
    }

    fn wants(&mut self, run: &Run, change: &Change<'_>) -> bool {
        let Selection { ring, from, to, events } = &self.selection;
        let first_ns = run.first_ns().unwrap_or(change.timestamp_ns);
        let at_ns = change.timestamp_ns;
        if ring.is_some_and(|ring| ring != change.ring)
            || from.is_some_and(|from| at_ns < from.at_ns(first_ns))
            || to.is_some_and(|to| at_ns > to.at_ns(first_ns))
        {
            return false;
        }
        let Some(events) = events else { return true };
        if is_told_always(change) {
            return true;
        }
        if let Some(fits) = self.fits.get(&change.origin) {
            return *fits;
        }
        // A name can come late, so only what was found is kept.
        let Some(name) = run.name(change.origin) else { return false };
        let fits = events.is_match(String::from_utf8_lossy(name).as_ref());
        self.fits.insert(change.origin, fits);
        fits
    }
}

/// Whatever events are selected.
fn is_told_always(change: &Change<'_>) -> bool {
    matches!(change.what, What::Lost { .. } | What::Paused { .. } | What::Faulted { .. })
}

impl<V: View> View for Selected<'_, V> {
    #[inline]
    fn change(&mut self, run: &Run, change: &Change<'_>) {
        if self.wants(run, change) {
            self.has_told |= self.selection.events.is_none() || !is_told_always(change);
            self.view.change(run, change);
        }
    }

    fn is_full(&self) -> bool {
        self.view.is_full()
    }
}
