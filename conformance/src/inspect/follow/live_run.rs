//! A run while its file is written: the events of all rings, put in the order of time as they come.

use std::ops::ControlFlow;

use eventring::file::Attached;
use eventring::live::Found;
use eventring::reader::Snapshot;

use super::Sink;
use super::held::Held;
use super::lost::LiveLost;
use super::names::LiveNames;
use crate::inspect::typed::named_events;
use crate::inspect::{ReleaseChoice, Replayed};
use crate::run::{Retention, Run, Typist, View};

/// Feeds a run with what is found.
///
/// Rings are read one after the other, so what one of them holds can be earlier than what another gave before. Events
/// are held back until all rings were looked at once more: what is earlier is there by then, but for a writer that was
/// stopped between taking the time and writing the event. That one comes late, and changes nothing that was told.
pub struct LiveRun<'a, V> {
    run: Run,
    view: V,
    names: LiveNames<'a>,
    lost: LiveLost<'a>,
    held: Held,
    found: Replayed,
    /// Everything up to this time was there before the present look at all rings.
    before_ns: Option<u64>,
}

impl<'a, V: View> LiveRun<'a, V> {
    /// Of what is attached to. `begun` is a copy of it, from which the wire of Eio's events is told as far as it shows.
    pub fn new(
        view: V,
        attached: &'a Attached,
        begun: &'a Snapshot<'a>,
        choice: ReleaseChoice,
        retention: Retention,
    ) -> Self {
        let names = LiveNames::new(attached, begun, choice);
        let mut typist = Typist::narrowing();
        for (name, kind) in named_events(begun) {
            typist.observe(&kind, Some(name));
        }
        let run = Run::new(typist, names.remaining(), retention);
        let held = Held::new(begun.geometry().max_domains());
        let lost = LiveLost::new(attached);
        Self { run, view, names, lost, held, found: Replayed::default(), before_ns: None }
    }

    /// The run so far, without what is held back.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// What was found so far, with what is held back.
    pub fn replayed(&self) -> Replayed {
        self.found
    }

    /// The view.
    pub fn view(&self) -> &V {
        &self.view
    }

    /// The view, to be changed.
    pub fn view_mut(&mut self) -> &mut V {
        &mut self.view
    }

    /// Feeds what is held back, and ends the run; what was found in all.
    pub fn finish(mut self) -> (Run, V, Replayed) {
        self.feed(u64::MAX);
        self.run.finish(&mut self.view);
        (self.run, self.view, self.found)
    }

    /// Feeds what is held back up to this time.
    fn feed(&mut self, until_ns: u64) {
        let Self { run, view, names, held, .. } = self;
        run.set_releases(names.remaining());
        held.take(until_ns, |ring, found| match found {
            Found::Event(event) => {
                run.event(ring, &event, |index| names.user_bytes(index), view);
            }
            Found::Lost { words } => run.lost(ring, words, view),
            Found::Fault(fault) => run.fault(ring, &fault, view),
        });
    }
}

impl<V: View> Sink for LiveRun<'_, V> {
    fn found(&mut self, ring: u32, found: Found<'_>) -> ControlFlow<()> {
        match &found {
            Found::Event(event) => {
                self.found.events += 1;
                self.names.observe(ring, event);
                if let Some(words) = self.lost.words(&event.kind) {
                    self.held.add(ring, Found::Lost { words });
                    return ControlFlow::Continue(());
                }
            }
            Found::Lost { .. } => self.names.lost(ring),
            // A ring has one, and ends there.
            Found::Fault(_) => self.found.corrupt_rings += 1,
        }
        self.held.add(ring, found);
        ControlFlow::Continue(())
    }

    fn pause(&mut self) -> ControlFlow<()> {
        if let Some(before_ns) = self.before_ns {
            self.feed(before_ns);
        }
        self.before_ns = self.held.latest_ns();
        if self.view.is_full() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
