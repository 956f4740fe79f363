//! What our live reader makes of a program's rings while it runs, event by event.

use std::ops::ControlFlow;
use std::path::Path;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::thread::{Scope, ScopedJoinHandle, scope};

use eventring::event::{Event, Kind};
use eventring::file::{Attached, Process};
use eventring::live::{Counts, Found, Live};
use eventring::payload::custom_words;
use eventring::registry::{len_words, lifecycle};
use eventring_conformance::inspect::{Ending, Follow, Sink};

use crate::child::Watch;

/// A process as it was seen.
#[derive(Debug)]
pub(crate) struct Observed {
    pub(crate) process_id: u32,
    pub(crate) ring_words: u64,
    pub(crate) rings: Vec<SeenRing>,
}

/// A ring as it was seen.
#[derive(Debug, Default)]
pub(crate) struct SeenRing {
    pub(crate) seen: Vec<Seen>,
    pub(crate) counts: Counts,
    pub(crate) position: u64,
}

/// What was delivered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Seen {
    Lost { words: u64 },
    Event(SeenEvent),
}

/// An event in a form of its own: nothing of it is borrowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SeenEvent {
    pub(crate) start: u64,
    pub(crate) end: u64,
    pub(crate) timestamp_ns: u64,
    /// Of a user event.
    pub(crate) name: Vec<u8>,
    /// Of a custom event.
    pub(crate) data: Vec<u8>,
    /// The rest.
    pub(crate) kind: String,
    /// The number that it says.
    pub(crate) number: Option<u64>,
}

impl SeenEvent {
    /// `name` gives the name of a user event by its index.
    pub(crate) fn new(event: &Event<'_>, name: impl Fn(u16) -> Option<Vec<u8>>) -> Self {
        let digits = |data: &[u8]| {
            let digits = data.iter().take_while(|byte| byte.is_ascii_digit()).count();
            str::from_utf8(&data[..digits]).ok()?.parse().ok()
        };
        let (words, index, number) = match event.kind {
            Kind::Begin { .. } | Kind::End { .. } => (len_words::BEGIN, None, None),
            Kind::Counter { .. } => (len_words::COUNTER, None, None),
            Kind::Alloc { .. } => (len_words::ALLOC, None, None),
            Kind::Lifecycle { value: None, .. } => (len_words::RING_STOP, None, None),
            Kind::Lifecycle { .. } => (len_words::RING_START, None, None),
            Kind::Unit { index } | Kind::SpanBegin { index } | Kind::SpanEnd { index } => {
                (len_words::UNIT, Some(index), None)
            }
            Kind::Int { index, value } => {
                (len_words::INT, Some(index), value.and_then(|value| value.try_into().ok()))
            }
            Kind::Custom { index, data } => {
                let data = data.unwrap_or_default();
                (2 + custom_words(data.len()) as u64, Some(index), digits(data))
            }
            // No OCaml writes others: a length that fits nowhere.
            _ => (u64::MAX - event.position, None, None),
        };
        let (kind, data) = match event.kind {
            // Long data takes long to be put into words.
            Kind::Custom { index, data: Some(data) } => (format!("Custom {index}"), data.to_vec()),
            kind => (format!("{kind:?}"), Vec::new()),
        };
        Self {
            start: event.position,
            end: event.position + words,
            timestamp_ns: event.timestamp_ns,
            name: index.and_then(name).unwrap_or_default(),
            data,
            kind,
            number,
        }
    }

    /// `journal.0` of `journal.0.int`: which domain of the program `journal` wrote it.
    pub(crate) fn domain(&self) -> Option<Vec<u8>> {
        let name = &self.name;
        name.strip_suffix(b".int").or(name.strip_suffix(b".text")).map(<[u8]>::to_vec)
    }
}

/// Runs a program and follows it, and all that it forks, until each has ended. The program's input ends when it is
/// attached to.
pub(crate) fn run(command: &mut Command, folder: &Path) -> Result<Vec<Observed>, String> {
    command.env("OCAML_RUNTIME_EVENTS_DIR", folder);
    command.env("OCAML_RUNTIME_EVENTS_START", "1").env("OCAML_RUNTIME_EVENTS_PRESERVE", "1");
    command.stdin(Stdio::piped()).stdout(Stdio::null());
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let watch = Watch::over(&child)?;
    // Until it is waited for, its number stays its own.
    let observed = observe(folder, child.id(), child.stdin.take());
    let status = child.wait().map_err(|error| error.to_string())?;
    watch.ended()?;
    if !status.success() {
        return Err(format!("{}: {status}", command.get_program().display()));
    }
    observed
}

fn observe(
    folder: &Path,
    process_id: u32,
    input: Option<ChildStdin>,
) -> Result<Vec<Observed>, String> {
    let attached = attach(folder, process_id)?;
    drop(input);
    let follow = Follow::new(&attached);
    let mut follow = follow.map_err(|refusal| format!("process {process_id}: {refusal}"))?;
    let live = *follow.reader().live();
    let rings = live.geometry().max_domains();
    scope(|scope| {
        let mut taking = Taking {
            live,
            scope,
            folder,
            rings: (0..rings).map(|_| SeenRing::default()).collect(),
            forked: Vec::new(),
            faults: Vec::new(),
        };
        // One that was over before is read once.
        let stop = AtomicBool::new(attached.process().is_none());
        let ending = follow.run(None, &stop, &mut taking);
        let Taking { mut rings, forked, faults, .. } = taking;
        if !faults.is_empty() {
            return Err(format!("process {process_id}: {}", faults.join(", ")));
        }
        if !matches!(ending, Ending::ProcessEnded | Ending::Stopped) {
            return Err(format!("process {process_id} ends with {ending:?}"));
        }
        for (ring, index) in rings.iter_mut().zip(0..) {
            let cursor = follow.reader().cursor(index).ok_or("a ring without a cursor")?;
            (ring.position, ring.counts) = (cursor.position(), cursor.counts());
        }
        let ring_words = live.geometry().ring_words();
        let mut all = vec![Observed { process_id, ring_words, rings }];
        for forked in forked {
            all.extend(forked.join().map_err(|_| "an observer panicked")??);
        }
        Ok(all)
    })
}

/// Attaches as soon as there is a file, or after all if the process has ended.
fn attach(folder: &Path, process_id: u32) -> Result<Attached, String> {
    loop {
        let is_over = Process::with_id(process_id).is_none();
        let error = match Attached::to_process(process_id, Some(folder)) {
            Ok(attached) => match Live::new(attached.memory()) {
                Ok(_) => return Ok(attached),
                Err(refusal) => refusal.to_string(),
            },
            Err(error) => error.to_string(),
        };
        if is_over {
            return Err(format!("process {process_id} has ended: {error}"));
        }
        std::thread::yield_now();
    }
}

/// Takes what is delivered, and follows what is forked in threads of its own.
struct Taking<'scope, 'env, 'a> {
    live: Live<'a>,
    scope: &'scope Scope<'scope, 'env>,
    folder: &'scope Path,
    rings: Vec<SeenRing>,
    forked: Vec<ScopedJoinHandle<'scope, Result<Vec<Observed>, String>>>,
    faults: Vec<String>,
}

impl Sink for Taking<'_, '_, '_> {
    fn found(&mut self, ring: u32, found: Found<'_>) -> ControlFlow<()> {
        let seen = match found {
            Found::Fault(fault) => {
                self.faults.push(format!("{fault:?}"));
                return ControlFlow::Continue(());
            }
            Found::Lost { words } => Seen::Lost { words },
            Found::Event(event) => {
                if let Kind::Lifecycle { lifecycle: lifecycle::FORK_PARENT, value: Some(child) } =
                    event.kind
                    && let Ok(child) = child.try_into()
                {
                    let folder = self.folder;
                    self.forked.push(self.scope.spawn(move || observe(folder, child, None)));
                }
                let name = |index| Some(self.live.name(index)?.name().as_bytes().to_vec());
                Seen::Event(SeenEvent::new(&event, name))
            }
        };
        if let Some(ring) = self.rings.get_mut(ring as usize) {
            ring.seen.push(seen);
        }
        ControlFlow::Continue(())
    }
}
