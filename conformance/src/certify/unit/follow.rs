//! Following a file in the easy mode: a program that is started beside a producer, prints records while they come, and
//! exits when the session has ended.

use std::process::Stdio;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

use super::process::{Line, NoLine, Process, ended};
use super::{Breach, CommandLine, Ending, Limits, LiveSaid, LiveUnit, Place, Transcript, Trouble};
use crate::certify::protocol::LiveOutcome;
use crate::record::Record;

/// How long lines are gathered after the first, so that there are fewer to judge one by one.
const GATHER: Duration = Duration::from_millis(1);

/// A program that follows files.
#[derive(Debug)]
pub struct Follow {
    command: CommandLine,
    limits: Limits,
    session: Option<Session>,
    /// What it printed, as far as that was looked at.
    transcript: Transcript,
}

#[derive(Debug)]
struct Session {
    process: Process,
    lines: Receiver<Line>,
    /// What was read before anybody asked for it.
    first: Option<Line>,
    output_bytes: usize,
    told_of_fault: bool,
}

impl Follow {
    /// A unit that is run by this command.
    pub fn new(command: CommandLine, limits: Limits) -> Self {
        Self { command, limits, session: None, transcript: Transcript::default() }
    }
}

impl LiveUnit for Follow {
    /// Starts the program, and waits for its first record.
    fn attach(&mut self, place: &Place<'_>) -> Result<LiveSaid, Trouble> {
        let arguments = self.command.filled_at(place, None);
        let program = self.command.program()?;
        let mut process =
            Process::start(&program, &arguments, self.command.folder(), Stdio::null())?;
        let lines = process.lines(self.limits.output_bytes);
        let first = lines.recv_timeout(self.limits.case);
        let (output_bytes, told_of_fault) = (0, false);
        let mut session = Session { process, lines, first: None, output_bytes, told_of_fault };
        match first {
            Ok(line) => session.first = Some(line),
            Err(RecvTimeoutError::Timeout) => return session.hung(self.limits.case),
            Err(RecvTimeoutError::Disconnected) => {
                let how = ended(session.process.end()?);
                let how = format!("{how} before it printed a record");
                return Ok(LiveSaid::nothing(Ending::Crashed { how }, session.process.log()));
            }
        }
        let log = session.process.log();
        self.session = Some(session);
        Ok(LiveSaid { outcome: Ok(LiveOutcome::Attached), output: Vec::new(), log })
    }

    /// Waits for more, or for the end.
    fn poll(&mut self, _limit: u64) -> Result<LiveSaid, Trouble> {
        let over = |output, log| LiveSaid { outcome: Ok(LiveOutcome::Over), output, log };
        let Some(mut session) = self.session.take() else {
            return Ok(over(Vec::new(), String::new()));
        };
        let mut output = Vec::new();
        let first = session.first.take().map(Ok);
        let mut next = first.unwrap_or_else(|| session.lines.recv_timeout(self.limits.case));
        loop {
            match next {
                Ok(Err(NoLine { how, bytes })) => {
                    self.transcript.printed(&bytes);
                    return session.broke_protocol(how);
                }
                Ok(Ok(line)) => {
                    session.told_of_fault |= is_of_fault(&line);
                    session.output_bytes += line.len() + 1;
                    self.transcript.printed(line.as_bytes());
                    output.extend_from_slice(line.as_bytes());
                    output.push(b'\n');
                    if session.output_bytes > self.limits.output_bytes {
                        let most = self.limits.output_bytes;
                        return session
                            .broke_protocol(format!("it printed more than {most} bytes"));
                    }
                }
                Err(RecvTimeoutError::Timeout) if output.is_empty() => {
                    return session.hung(self.limits.case);
                }
                Err(RecvTimeoutError::Timeout) => {
                    let log = session.process.log();
                    self.session = Some(session);
                    return Ok(LiveSaid { outcome: Ok(LiveOutcome::Live), output, log });
                }
                Err(RecvTimeoutError::Disconnected) => {
                    if !session.process.wait(self.limits.case)? {
                        return session.hung(self.limits.case);
                    }
                    let status = session.process.end()?;
                    let log = session.process.log();
                    return Ok(match status.code() {
                        Some(0) => over(output, log),
                        Some(1) if session.told_of_fault => over(output, log),
                        _ => LiveSaid::nothing(Ending::Crashed { how: ended(status) }, log),
                    });
                }
            }
            next = session.lines.recv_timeout(GATHER);
        }
    }

    fn detach(&mut self) -> Result<LiveSaid, Trouble> {
        // One that still runs is killed.
        self.session = None;
        let (output, log) = (Vec::new(), String::new());
        Ok(LiveSaid { outcome: Ok(LiveOutcome::Detached), output, log })
    }

    fn take_transcript(&mut self) -> Transcript {
        std::mem::take(&mut self.transcript)
    }

    fn only_follows(&self) -> bool {
        true
    }
}

impl Session {
    fn broke_protocol(mut self, how: String) -> Result<LiveSaid, Trouble> {
        self.process.end()?;
        Ok(LiveSaid::nothing(Ending::BrokeProtocol(Breach::new(how)), self.process.log()))
    }

    fn hung(mut self, budget: Duration) -> Result<LiveSaid, Trouble> {
        self.process.end()?;
        Ok(LiveSaid::nothing(Ending::Hung { budget }, self.process.log()))
    }
}

fn is_of_fault(line: &str) -> bool {
    matches!(serde_json::from_str(line), Ok(Record::Corrupt(_) | Record::Refused { .. }))
}
