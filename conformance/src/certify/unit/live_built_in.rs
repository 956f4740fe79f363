//! The live reader of the crate `eventring`, in this process.

use std::cell::RefCell;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use eventring::file::Attached;
use eventring::reader::Snapshot;

use super::{Ending, LiveSaid, LiveUnit, Place, Trouble};
use crate::certify::protocol::LiveOutcome;
use crate::inspect::{Dump, Follow, Format, LiveDump, ReleaseChoice};
use crate::record::Record;
use crate::source::{Limits, copy};

/// What `eventring dump --follow --format jsonl` does, asked step by step. What is attached to lives in a thread of its
/// own, since its reader borrows from it.
#[derive(Debug, Default)]
pub struct LiveBuiltIn {
    session: Option<Session>,
}

#[derive(Debug)]
struct Session {
    polls: Sender<()>,
    said: Receiver<Result<LiveSaid, Trouble>>,
    thread: JoinHandle<()>,
}

impl LiveUnit for LiveBuiltIn {
    fn attach(&mut self, place: &Place<'_>) -> Result<LiveSaid, Trouble> {
        self.end();
        let path = place.file.to_owned();
        let (polls, asked) = channel();
        let (answer, said) = channel();
        let thread = thread::spawn(move || {
            let session = AssertUnwindSafe(|| session(&path, &asked, &answer));
            let ended = catch_unwind(session).unwrap_or_else(|_| {
                let how = "it panicked".to_owned();
                Ok(LiveSaid::nothing(Ending::Crashed { how }, String::new()))
            });
            // Nobody listens any more if the unit was dropped.
            let _ = answer.send(ended);
        });
        let session = Session { polls, said, thread };
        let said = session.listen()?;
        if said.outcome == Ok(LiveOutcome::Attached) {
            self.session = Some(session);
        }
        Ok(said)
    }

    fn poll(&mut self, _limit: u64) -> Result<LiveSaid, Trouble> {
        let Some(session) = &self.session else {
            return Ok(said(LiveOutcome::Over, Vec::new()));
        };
        if session.polls.send(()).is_err() {
            return Ok(said(LiveOutcome::Over, Vec::new()));
        }
        session.listen()
    }

    fn detach(&mut self) -> Result<LiveSaid, Trouble> {
        self.end();
        Ok(said(LiveOutcome::Detached, Vec::new()))
    }
}

impl LiveBuiltIn {
    fn end(&mut self) {
        if let Some(Session { polls, thread, .. }) = self.session.take() {
            drop(polls);
            // A panic of it has been told as a crash.
            let _ = thread.join();
        }
    }
}

impl Drop for LiveBuiltIn {
    fn drop(&mut self) {
        self.end();
    }
}

impl Session {
    fn listen(&self) -> Result<LiveSaid, Trouble> {
        self.said.recv().unwrap_or_else(|_| Ok(said(LiveOutcome::Over, Vec::new())))
    }
}

fn said(outcome: LiveOutcome, output: Vec<u8>) -> LiveSaid {
    LiveSaid { outcome: Ok(outcome), output, log: String::new() }
}

/// Attaches and answers; the last answer is what is returned.
fn session(
    path: &Path,
    asked: &Receiver<()>,
    answer: &Sender<Result<LiveSaid, Trouble>>,
) -> Result<LiveSaid, Trouble> {
    let trouble = |error: &dyn std::fmt::Display| Trouble(error.to_string());
    let attached = Attached::to_file(path).map_err(|error| trouble(&error))?;
    let begun = copy(&attached, Limits::default()).map_err(|error| trouble(&error))?;
    let both = Snapshot::new(&begun.bytes)
        .and_then(|begun| Follow::new(&attached).map(|follow| (begun, follow)));
    let (begun, mut follow) = match both {
        Ok(both) => both,
        Err(refusal) if refusal.is_not_ready() => {
            return Ok(said(LiveOutcome::NotReady, Vec::new()));
        }
        Err(refusal) => {
            let (clause, message) = (refusal.clause().into(), refusal.to_string().into());
            let record = serde_json::to_vec(&Record::Refused { clause, message });
            let record = record.map_err(|error| trouble(&error))?;
            return Ok(said(LiveOutcome::Rejected, record));
        }
    };
    let lines = Lines::default();
    let dump = Dump::new(lines.clone(), Format::JsonLines);
    let mut live = LiveDump::new(dump, &attached, &begun, ReleaseChoice::default(), None);
    // It is gone where the unit was dropped, and so is whoever asks.
    let _ = answer.send(Ok(said(LiveOutcome::Attached, Vec::new())));
    while asked.recv().is_ok() {
        let ending = follow.deliver_some(&mut live);
        let flushed = live.flush().map_err(|error| trouble(&error));
        let output = flushed.map(|()| lines.take());
        // What the file holds comes first.
        let ending = ending.or_else(|| {
            let is_quiet = output.as_ref().is_ok_and(Vec::is_empty);
            if is_quiet { follow.look_around() } else { None }
        });
        let outcome = if ending.is_some() { LiveOutcome::Over } else { LiveOutcome::Live };
        let _ = answer.send(output.map(|output| said(outcome, output)));
        if ending.is_some() {
            break;
        }
    }
    Ok(said(LiveOutcome::Over, Vec::new()))
}

/// Lines on their way from the dump to whoever asked.
#[derive(Clone, Debug, Default)]
struct Lines(Rc<RefCell<Vec<u8>>>);

impl Lines {
    fn take(&self) -> Vec<u8> {
        self.0.take()
    }
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
