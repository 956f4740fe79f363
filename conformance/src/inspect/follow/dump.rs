//! The events of a file that is written, one line each, as they come.

use std::io::{self, Write};
use std::ops::ControlFlow;

use eventring::file::Attached;
use eventring::live::Found;
use eventring::reader::Snapshot;
use eventring::release::ReleaseSet;

use super::Sink;
use super::names::LiveNames;
use crate::inspect::records::event_record;
use crate::inspect::{Dump, Naming, ReleaseChoice, Releases, Tally, corrupt};
use crate::record::{Name, Record};

/// Writes records while they come in.
pub struct LiveDump<'a, W> {
    dump: Dump<W>,
    names: LiveNames<'a>,
    /// By which releases the runtime's ids are named at present.
    remaining: ReleaseSet,
    naming: Naming<'a>,
    only_ring: Option<u32>,
    failed: Option<io::Error>,
}

impl<'a, W: Write> LiveDump<'a, W> {
    /// Of what is attached to, with names as far as they are known by `begun`, a copy of it, and by each event since.
    pub fn new(
        dump: Dump<W>,
        attached: &'a Attached,
        begun: &'a Snapshot<'a>,
        choice: ReleaseChoice,
        only_ring: Option<u32>,
    ) -> Self {
        let names = LiveNames::new(attached, begun, choice);
        let remaining = names.remaining();
        let naming = names.naming(remaining);
        Self { dump, names, remaining, naming, only_ring, failed: None }
    }

    /// What was written, and by what release; `Err` if the output failed on the way. The dump goes on elsewhere.
    ///
    /// # Errors
    ///
    /// The output could not be written.
    pub fn finish(mut self) -> io::Result<(Dump<W>, Releases)> {
        match self.failed.take() {
            Some(error) => Err(error),
            None => {
                self.dump.flush()?;
                Ok((self.dump, self.names.releases()))
            }
        }
    }

    /// Writes what was kept for later.
    ///
    /// # Errors
    ///
    /// The output could not be written.
    pub fn flush(&mut self) -> io::Result<()> {
        self.dump.flush()
    }

    /// What was written so far.
    pub fn tally(&self) -> Tally {
        self.dump.tally()
    }

    fn keep(&mut self, written: io::Result<()>) -> ControlFlow<()> {
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.failed = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}

impl<W: Write> Sink for LiveDump<'_, W> {
    fn found(&mut self, ring: u32, found: Found<'_>) -> ControlFlow<()> {
        match &found {
            Found::Event(event) => {
                self.names.observe(ring, event);
                let remaining = self.names.remaining();
                if remaining != self.remaining {
                    self.remaining = remaining;
                    self.naming = self.names.naming(remaining);
                }
            }
            Found::Lost { .. } => self.names.lost(ring),
            Found::Fault(_) => {}
        }
        if self.only_ring.is_some_and(|only| only != ring) {
            return ControlFlow::Continue(());
        }
        let written = match found {
            Found::Event(event) => {
                let user = event.kind.index().map_or(Name::None, |index| self.names.user(index));
                self.dump.record(&event_record(ring, event, &self.naming, user))
            }
            Found::Lost { words } => self.dump.record(&Record::Lost { ring, words }),
            Found::Fault(fault) => self.dump.record(&Record::Corrupt(corrupt(&fault))),
        };
        self.keep(written)
    }

    fn pause(&mut self) -> ControlFlow<()> {
        let flushed = self.dump.flush();
        self.keep(flushed)
    }
}
