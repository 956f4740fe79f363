//! Which spans are open, so that each that begins ends, and none ends that has not begun.

use std::borrow::Cow;
use std::collections::hash_map::Entry;
use std::rc::Rc;

use foldhash::HashMap;

use crate::inspect::export::labels::Labels;
use crate::inspect::export::timeline::{Category, TrackId};

/// What an open span is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SpanName {
    /// As the phase.
    Phase(u16),
    /// As the user event.
    User(u16),
    /// This.
    Eio(Cow<'static, str>),
    /// As a fiber or context was called when it began.
    Thing(Rc<str>),
    /// This, of a domain.
    Domain(String),
}

/// Spans by track, outermost first.
#[derive(Debug, Default)]
pub(super) struct OpenSpans {
    /// Those of a ring itself, by ring: the phases, which are most of all.
    rings: Vec<Vec<SpanName>>,
    others: HashMap<TrackId, Stack>,
}

/// The spans of one track. Mostly there is one, which takes no memory of its own.
#[derive(Debug)]
struct Stack {
    outermost: SpanName,
    inner: Vec<SpanName>,
}

/// Where a span is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    /// On the track of a ring itself.
    Ring(u32, TrackId),
    /// On another track.
    Other(TrackId),
}

impl SpanName {
    pub(super) const fn category(&self) -> Category {
        match self {
            Self::Phase(_) => Category::Runtime,
            Self::User(_) => Category::User,
            Self::Eio(_) | Self::Thing(_) => Category::Eio,
            Self::Domain(_) => Category::Lifecycle,
        }
    }

    pub(super) fn text<'a>(&'a self, labels: &'a Labels) -> &'a str {
        match self {
            Self::Phase(phase) => labels.phase(*phase),
            Self::User(index) => labels.user(*index),
            Self::Eio(text) => text,
            Self::Thing(text) => text,
            Self::Domain(text) => text,
        }
    }
}

impl Place {
    pub(super) const fn track(self) -> TrackId {
        match self {
            Self::Ring(_, track) | Self::Other(track) => track,
        }
    }
}

impl OpenSpans {
    #[inline]
    pub(super) fn begin(&mut self, place: Place, name: SpanName) {
        match place {
            Place::Ring(ring, _) => {
                let ring = ring as usize;
                if self.rings.len() <= ring {
                    self.rings.resize_with(ring + 1, Vec::new);
                }
                self.rings[ring].push(name);
            }
            Place::Other(track) => match self.others.entry(track) {
                Entry::Occupied(mut entry) => entry.get_mut().inner.push(name),
                Entry::Vacant(entry) => {
                    entry.insert(Stack { outermost: name, inner: Vec::new() });
                }
            },
        }
    }

    /// The innermost, which ends; nothing where none is open.
    #[inline]
    pub(super) fn end(&mut self, place: Place) -> Option<SpanName> {
        match place {
            Place::Ring(ring, _) => self.rings.get_mut(ring as usize)?.pop(),
            Place::Other(track) => match self.others.entry(track) {
                Entry::Occupied(mut entry) => match entry.get_mut().inner.pop() {
                    Some(name) => Some(name),
                    None => Some(entry.remove().outermost),
                },
                Entry::Vacant(_) => None,
            },
        }
    }

    /// Takes all that is open, track by track, innermost first.
    pub(super) fn take(&mut self, ring_track: impl Fn(u32) -> TrackId) -> Vec<(TrackId, SpanName)> {
        let rings = std::mem::take(&mut self.rings);
        let rings = (0..).zip(rings).map(|(ring, spans)| (ring_track(ring), spans));
        let mut others: Vec<_> = std::mem::take(&mut self.others).into_iter().collect();
        others.sort_unstable_by_key(|(track, _)| *track);
        let others = others.into_iter().map(|(track, Stack { outermost, mut inner })| {
            inner.insert(0, outermost);
            (track, inner)
        });
        let tracks = rings.chain(others);
        tracks
            .flat_map(|(track, spans)| spans.into_iter().rev().map(move |name| (track, name)))
            .collect()
    }
}
