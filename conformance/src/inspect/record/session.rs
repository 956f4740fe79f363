//! One ring file, recorded from its beginning to its end.

use std::fs::File;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use eventring::error::Refusal;
use eventring::event::Kind;
use eventring::file::Attached;
use eventring::live::Found;
use eventring::reader::Snapshot;
use eventring::registry::{NAME_ENTRIES, lifecycle};

use super::compose::{NameTable, compose};
use super::spool::Spool;
use super::watch::{Progress, RecordFormat};
use crate::inspect::{Dump, Ending, FileReader, Follow, Format, LiveDump, ReleaseChoice, Sink};
use crate::source::{self, Limits, copy};

/// What was recorded of one session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// Where it is.
    pub output: PathBuf,
    /// The ring file.
    pub file: PathBuf,
    /// Events.
    pub events: u64,
    /// Words that were overwritten before they could be read.
    pub lost_words: u64,
    /// Losses that the output does not tell, because it has no name for them.
    pub unmarked_losses: u64,
    /// Rings that ended early, at an item that cannot be.
    pub corrupt_rings: u64,
    /// Why it ended.
    pub ending: Ending,
}

/// Why a session could not be recorded.
#[derive(Debug)]
#[non_exhaustive]
pub enum RecordError {
    /// The ring file could not be read.
    Source(source::Error),
    /// The ring file is none, or never became one.
    Refused {
        /// The ring file.
        file: PathBuf,
        /// Why.
        refusal: Refusal,
    },
    /// The output could not be written.
    Write {
        /// The output.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
}

/// Records what is attached to, until it is over or `stop` is set.
pub(super) fn record(
    attached: &Attached,
    output: &Path,
    format: RecordFormat,
    choice: ReleaseChoice,
    stop: &AtomicBool,
    progress: &Progress,
) -> Result<Recorded, RecordError> {
    let refused = |refusal| RecordError::Refused { file: attached.path().to_owned(), refusal };
    let failed = |error| RecordError::Write { path: output.to_owned(), error };
    let mut follow = Follow::new(attached).map_err(refused)?;
    progress.sessions.fetch_add(1, Ordering::Relaxed);
    let (ending, unmarked_losses, corrupt_rings) = match format {
        RecordFormat::Events => {
            let max_domains = follow.reader().live().geometry().max_domains();
            let spool = Spool::new(max_domains).map_err(failed)?;
            let mut sink =
                Observed { sink: Spooling { spool, failed: None, corrupt: 0 }, progress };
            let ending = follow.run(None, stop, &mut sink);
            let Spooling { spool, failed: error, corrupt } = sink.sink;
            error.map_or(Ok(()), Err).map_err(failed)?;
            let names = names(attached, follow.reader());
            (ending, compose(output, spool, names).map_err(failed)?, corrupt)
        }
        RecordFormat::JsonLines => {
            let begun = copy(attached, Limits::default()).map_err(RecordError::Source)?;
            let begun = Snapshot::new(&begun.bytes).map_err(refused)?;
            let file = File::create(output).map_err(failed)?;
            let dump = Dump::new(file, Format::JsonLines);
            let sink = LiveDump::new(dump, attached, &begun, choice, None);
            let mut sink = Observed { sink, progress };
            let ending = follow.run(None, stop, &mut sink);
            let (dump, _) = sink.sink.finish().map_err(failed)?;
            (ending, 0, dump.tally().corrupt_rings)
        }
    };
    let counts = follow.reader().counts();
    Ok(Recorded {
        output: output.to_owned(),
        file: attached.path().to_owned(),
        events: counts.events,
        lost_words: counts.lost_words,
        unmarked_losses,
        corrupt_rings,
        ending,
    })
}

/// The names, as they are at the end: the mapping outlives the name of the file, and its process.
fn names(attached: &Attached, reader: &FileReader<'_>) -> NameTable {
    reader.live().geometry().names_offset()?;
    let entry = |index: u16| {
        let name = reader.name(index)?;
        let name = name.name();
        (!name.is_empty()).then(|| (index, name.as_bytes().to_owned()))
    };
    let is_whole = attached.is_whole();
    Some((0..NAME_ENTRIES as u16).take_while(|_| is_whole).filter_map(entry).collect())
}

/// Keeps events in a spool.
struct Spooling {
    spool: Spool,
    failed: Option<io::Error>,
    corrupt: u64,
}

impl Sink for Spooling {
    fn found(&mut self, ring: u32, found: Found<'_>) -> ControlFlow<()> {
        match found {
            Found::Event(event) => {
                if let Err(error) = self.spool.event(ring, &event) {
                    self.failed = Some(error);
                    return ControlFlow::Break(());
                }
            }
            Found::Lost { words } => self.spool.lost(ring, words),
            Found::Fault(_) => self.corrupt += 1,
        }
        ControlFlow::Continue(())
    }
}

/// Counts for whoever looks on, and notes which processes were forked.
struct Observed<'a, S> {
    sink: S,
    progress: &'a Progress,
}

impl<S: Sink> Sink for Observed<'_, S> {
    fn found(&mut self, ring: u32, found: Found<'_>) -> ControlFlow<()> {
        match &found {
            Found::Event(event) => {
                self.progress.events.fetch_add(1, Ordering::Relaxed);
                if let Kind::Lifecycle { lifecycle: lifecycle::FORK_PARENT, value } = event.kind
                    && let Some(child) = value.and_then(|child| u32::try_from(child).ok())
                {
                    self.progress.forked(child);
                }
            }
            Found::Lost { words } => {
                self.progress.lost_words.fetch_add(*words, Ordering::Relaxed);
            }
            Found::Fault(_) => {}
        }
        self.sink.found(ring, found)
    }

    fn pause(&mut self) -> ControlFlow<()> {
        self.sink.pause()
    }
}
