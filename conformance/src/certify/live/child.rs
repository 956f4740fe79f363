//! The plain producer as a process of its own, from outside.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use eventring::file::Attached;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, waitid};

use crate::certify::unit::{Line, Process, Trouble};
use crate::plain::ByteOrder;
use crate::scenarios::{DONE, END, READY, Scenario};

/// How long our own producer may take; it is no unit under test.
const BUDGET: Duration = Duration::from_secs(20);

/// No line of it comes near.
const MOST_BYTES: usize = 4096;

/// What the program is told that plays the producer.
const COMMAND: &str = "scenario-producer";

/// A producer that runs.
#[derive(Debug)]
pub(super) struct Child {
    process: Process,
    stdin: Option<ChildStdin>,
    lines: Receiver<Line>,
    attached: Attached,
    pub(super) file: PathBuf,
    pub(super) pid: u32,
    /// The word of the file that holds the head of ring 0.
    ring_header: usize,
}

impl Child {
    /// Starts it in a folder, and waits until its file can be attached to.
    pub(super) fn start(
        program: &Path,
        folder: &Path,
        scenario: &Scenario<'_>,
    ) -> Result<Self, Trouble> {
        let (shape, script) = (scenario.shape, scenario.script);
        let arguments: Vec<OsString> = vec![
            COMMAND.into(),
            folder.into(),
            shape.rings.to_string().into(),
            shape.ring_words.to_string().into(),
            script.name().into(),
        ];
        let mut process =
            Process::start_with(program, &arguments, Some(folder), Stdio::piped(), &[])?;
        let (stdin, lines) = (process.stdin(), process.lines(MOST_BYTES));
        wait_for(&lines, READY)?;
        let pid = process.pid().as_raw_nonzero().get().cast_unsigned();
        let file = folder.join(format!("{pid}.events"));
        let attached = Attached::to_file(&file).map_err(|error| Trouble(error.to_string()))?;
        let ring_header = (shape.layout().headers_offset / 8) as usize;
        Ok(Self { process, stdin, lines, attached, file, pid, ring_header })
    }

    /// Tells it to write so many events.
    pub(super) fn tell(&mut self, events: u64) -> Result<(), Trouble> {
        self.say(&events.to_string())
    }

    /// Whether it has written what it was told to.
    pub(super) fn is_done(&mut self) -> Result<bool, Trouble> {
        match self.lines.try_recv() {
            Ok(Ok(line)) if line == DONE => Ok(true),
            Err(TryRecvError::Empty) => Ok(false),
            _ => Err(gone()),
        }
    }

    /// Waits until it has written what it was told to.
    pub(super) fn wait_done(&mut self) -> Result<(), Trouble> {
        wait_for(&self.lines, DONE)
    }

    /// Tells it to write so many events, waits until it is inside of them, and sends it a signal there. Returns when it
    /// has taken it.
    pub(super) fn interrupt(&mut self, events: u64, how: Signal) -> Result<(), Trouble> {
        // Looked at first: it can be done before this process has its turn again.
        let (_, before) = self.window();
        self.tell(events)?;
        let until = Instant::now() + BUDGET;
        while self.window().1 == before {
            if Instant::now() > until {
                return Err(gone());
            }
            thread::yield_now();
        }
        self.signal(how)?;
        if how == Signal::KILL {
            // Reaped, so that its number is nobody's.
            return self.process.end().map(drop);
        }
        let options = WaitIdOptions::STOPPED | WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        waitid(WaitId::Pid(self.pid()), options).map_err(|error| Trouble(error.to_string()))?;
        Ok(())
    }

    /// Sends a signal.
    pub(super) fn signal(&self, signal: Signal) -> Result<(), Trouble> {
        kill_process(self.pid(), signal).map_err(|error| Trouble(error.to_string()))
    }

    /// Tells it to end, and waits until it has.
    pub(super) fn end(&mut self) -> Result<(), Trouble> {
        self.say(END)?;
        self.process.wait(BUDGET)?;
        self.process.end().map(drop)
    }

    /// Head and tail of ring 0, as they are now; exact while the producer rests.
    pub(super) fn window(&self) -> (u64, u64) {
        let word = |index| self.attached.memory().load(index).unwrap_or(0);
        let value = |loaded: u64| ByteOrder::Little.word(loaded.to_ne_bytes());
        (value(word(self.ring_header)), value(word(self.ring_header + 1)))
    }

    fn pid(&self) -> Pid {
        self.process.pid()
    }

    fn say(&mut self, line: &str) -> Result<(), Trouble> {
        let stdin = self.stdin.as_mut().ok_or_else(gone)?;
        writeln!(stdin, "{line}").and_then(|()| stdin.flush()).map_err(|_| gone())
    }
}

fn wait_for(lines: &Receiver<Line>, word: &str) -> Result<(), Trouble> {
    match lines.recv_timeout(BUDGET) {
        Ok(Ok(line)) if line == word => Ok(()),
        _ => Err(gone()),
    }
}

fn gone() -> Trouble {
    Trouble("the producer of the scenarios does not answer".to_owned())
}
