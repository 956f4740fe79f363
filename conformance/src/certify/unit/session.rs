//! A unit that runs and is asked line by line.

use std::io::Write;
use std::process::{ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;

use super::process::{Line, NoLine, Process, ended};
use super::{Breach, CommandLine, Ending, Limits, OutputPlace, Transcript, Trouble};
use crate::certify::protocol::{self, Ask, Numbered, Started, VERSION};

/// How long a unit may take to exit when it is told to stop, before it is killed.
const STOP: Duration = Duration::from_secs(1);

/// A unit that runs.
#[derive(Debug)]
pub(in crate::certify) struct Session {
    process: Process,
    stdin: Option<ChildStdin>,
    lines: Receiver<Line>,
    seq: u64,
    /// What went to and fro since it was last taken.
    transcript: Transcript,
    /// The place of the last line that was printed, and of the next.
    last: OutputPlace,
    next: OutputPlace,
}

impl Session {
    /// Starts it.
    pub(in crate::certify) fn new(command: &CommandLine, limits: Limits) -> Result<Self, Trouble> {
        let program = command.program()?;
        let mut process =
            Process::start(&program, command.arguments(), command.folder(), Stdio::piped())?;
        process.watch_memory(limits.memory_bytes);
        let (stdin, lines) = (process.stdin(), process.lines(limits.output_bytes));
        let (transcript, first) = (Transcript::default(), OutputPlace::FIRST);
        Ok(Self { process, stdin, lines, seq: 0, transcript, last: first, next: first })
    }

    /// Asks who it is.
    pub(in crate::certify) fn start(&mut self, budget: Duration) -> Result<Started, Ending> {
        let started: Started = self.ask(Ask::Start { protocol: VERSION }, budget)?;
        if started.protocol != VERSION {
            let how =
                format!("it speaks version {} of the messages, not {VERSION}", started.protocol);
            return Err(self.breach(how, Started::SHAPE));
        }
        Ok(started)
    }

    /// Asks, and waits for the reply.
    pub(in crate::certify) fn ask<T: DeserializeOwned + Numbered>(
        &mut self,
        ask: Ask<'_>,
        budget: Duration,
    ) -> Result<T, Ending> {
        let line = self.line(ask, budget, T::SHAPE)?;
        let reply: T = serde_json::from_str(&line).map_err(|error| {
            let how = format!("it answered request {} with what is no reply: {error}", self.seq);
            self.breach(how, T::SHAPE)
        })?;
        if reply.seq() != self.seq {
            let how = format!("it answered request {}, not {}", reply.seq(), self.seq);
            return Err(self.breach(how, T::SHAPE));
        }
        Ok(reply)
    }

    /// What the line that was printed last breaks, where a reply of this shape has to be.
    fn breach(&self, how: String, shape: &str) -> Ending {
        let printed = self.transcript.stdout.strip_suffix(b"\n").unwrap_or_default();
        let line = printed.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
        let wanted = format!("one line {{\"seq\":{},{shape}}}", self.seq);
        Ending::BrokeProtocol(Breach::new(how).said(line, self.last).wanted(wanted))
    }

    /// Where the last line stands that was printed.
    pub(in crate::certify) fn last_line(&self) -> OutputPlace {
        self.last
    }

    /// What went to and fro since this was last asked.
    pub(in crate::certify) fn take_transcript(&mut self) -> Transcript {
        std::mem::take(&mut self.transcript)
    }

    fn printed(&mut self, line: &[u8]) {
        self.transcript.printed(line);
        self.last = self.next;
        self.next = self.next.after(line.len() + 1);
    }

    fn line(&mut self, ask: Ask<'_>, budget: Duration, shape: &str) -> Result<String, Ending> {
        self.seq += 1;
        let request = protocol::Request { seq: self.seq, ask };
        let gone = || Ending::Crashed { how: "it is gone".to_owned() };
        let mut line = serde_json::to_vec(&request).map_err(|_| gone())?;
        line.push(b'\n');
        self.transcript.told(&line);
        let stdin = self.stdin.as_mut().ok_or_else(gone)?;
        stdin.write_all(&line).and_then(|()| stdin.flush()).map_err(|_| gone())?;
        let deadline = Instant::now() + budget;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let said = self.lines.recv_timeout(left.min(self.process.look_every()));
            if let Some(outgrown) = self.process.outgrown() {
                return Err(outgrown);
            }
            match said {
                Ok(Ok(line)) => {
                    self.printed(line.as_bytes());
                    return Ok(line);
                }
                Ok(Err(NoLine { how, bytes })) => {
                    self.printed(&bytes);
                    return Err(self.breach(how, shape));
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return Err(Ending::Hung { budget });
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(gone()),
            }
        }
    }

    /// What it said on standard error so far.
    pub(in crate::certify) fn log(&self) -> String {
        self.process.log()
    }

    /// Ends a session that did not answer: how it ended, and what it said on standard error.
    pub(in crate::certify) fn failed(
        &mut self,
        ending: Ending,
    ) -> Result<(Ending, String), Trouble> {
        let by_itself = matches!(ending, Ending::Crashed { .. }) && self.process.wait(STOP)?;
        let status = self.process.end()?;
        let ending = if by_itself { Ending::Crashed { how: ended(status) } } else { ending };
        Ok((ending, self.process.log()))
    }

    /// The number of its process.
    pub(in crate::certify) fn process_id(&self) -> u32 {
        self.process.pid().as_raw_pid().cast_unsigned()
    }

    /// Tells it to stop, and waits a moment for it to do so.
    pub(in crate::certify) fn stop(&mut self) {
        self.tell_to_stop();
        let _ = self.process.wait(STOP);
    }

    /// Tells it to stop, and waits until it has.
    pub(in crate::certify) fn stop_within(
        &mut self,
        budget: Duration,
    ) -> Result<Result<(), Ending>, Trouble> {
        self.tell_to_stop();
        if !self.process.wait(budget)? {
            return Ok(Err(Ending::Hung { budget }));
        }
        let status = self.process.end()?;
        Ok(if status.success() { Ok(()) } else { Err(Ending::Crashed { how: ended(status) }) })
    }

    fn tell_to_stop(&mut self) {
        let request = protocol::Request { seq: self.seq + 1, ask: Ask::Stop };
        if let (Some(mut stdin), Ok(mut line)) = (self.stdin.take(), serde_json::to_vec(&request)) {
            line.push(b'\n');
            self.transcript.told(&line);
            // One that is gone needs no telling; all are killed in the end.
            let _ = stdin.write_all(&line);
        }
    }
}
