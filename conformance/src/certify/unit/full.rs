//! The full mode: a program that is started once and asked line by line.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::process::{Process, ended};
use super::{CommandLine, Ending, Limits, Reply, Request, Stage, Trouble, Unit};
use crate::certify::Outcome;
use crate::certify::protocol::{self, Ask, DecodeOutcome, Decoded, Started, VERSION};

/// How long a unit may take to exit when it is told to stop, before it is killed.
const STOP: Duration = Duration::from_secs(1);

/// A unit in the full mode. It is started at the first case, and again after a case that it did not answer.
#[derive(Debug)]
pub struct Full {
    command: CommandLine,
    limits: Limits,
    stage: Stage,
    session: Option<Session>,
}

impl Full {
    /// A unit that is run by this command.
    ///
    /// # Errors
    ///
    /// No folder for its files can be made.
    pub fn new(command: CommandLine, limits: Limits) -> Result<Self, Trouble> {
        Ok(Self { command, limits, stage: Stage::new()?, session: None })
    }

    /// Starts the unit and asks who it is.
    ///
    /// # Errors
    ///
    /// The environment failed. What the unit itself did wrong is the inner result.
    pub fn start(&mut self) -> Result<Result<Started, Reply>, Trouble> {
        let mut session = Session::new(&self.command, self.limits)?;
        let ask = Ask::Start { protocol: VERSION };
        let said = session.ask(ask, self.limits.start).and_then(|line| {
            let started: Started = parse(&line)?;
            session.check(started.seq)?;
            if started.protocol != VERSION {
                let how = format!(
                    "it speaks version {} of the messages, not {VERSION}",
                    started.protocol
                );
                return Err(Ending::BrokeProtocol { how });
            }
            Ok(started)
        });
        Ok(match said {
            Ok(started) => {
                self.session = Some(session);
                Ok(started)
            }
            Err(ending) => Err(session.failed(ending)?),
        })
    }
}

impl Unit for Full {
    fn decode(&mut self, request: &Request<'_>) -> Result<Reply, Trouble> {
        if self.session.is_none()
            && let Err(reply) = self.start()?
        {
            return Ok(reply);
        }
        let Some(mut session) = self.session.take() else {
            return Err(Trouble("the unit has no session after its start".to_owned()));
        };
        self.stage.put(request.bytes)?;
        let (file, folder) = (self.stage.file(), self.stage.folder());
        let ask = Ask::Decode {
            file: &file.to_string_lossy(),
            dir: &folder.to_string_lossy(),
            pid: self.stage.pid(),
            release: request.release,
            limit: request.limit,
        };
        let said = session.ask(ask, self.limits.case).and_then(|line| {
            let decoded: Decoded = parse(&line)?;
            session.check(decoded.seq)?;
            Ok(decoded)
        });
        match said {
            Ok(decoded) => {
                let log = session.process.log();
                self.session = Some(session);
                Ok(reply(decoded, log))
            }
            Err(ending) => session.failed(ending),
        }
    }
}

impl Drop for Full {
    fn drop(&mut self) {
        if let Some(session) = &mut self.session {
            session.stop();
        }
    }
}

fn reply(decoded: Decoded, log: String) -> Reply {
    let mut output = Vec::new();
    for record in &decoded.records {
        output.extend_from_slice(record.get().as_bytes());
        output.push(b'\n');
    }
    let ending = match decoded.outcome {
        DecodeOutcome::Decoded => Ending::Decoded,
        DecodeOutcome::Rejected => Ending::Rejected {
            unproven: Outcome::BrokeProtocol,
            how: "it says `rejected`, and no `corrupt` or `refused` record says why".to_owned(),
        },
        DecodeOutcome::NotReady => Ending::NotReady,
        DecodeOutcome::Failed => Ending::Crashed {
            how: format!("it says `failed`: {}", decoded.message.unwrap_or_default()),
        },
    };
    Reply { ending, output, delivered: decoded.delivered, log }
}

fn parse<'a, T: serde::Deserialize<'a>>(line: &'a str) -> Result<T, Ending> {
    serde_json::from_str(line).map_err(|error| Ending::BrokeProtocol {
        how: format!(
            "a line is no reply: {error}: {}",
            line.chars().take(120).collect::<String>().escape_debug()
        ),
    })
}

/// A unit that runs.
#[derive(Debug)]
struct Session {
    process: Process,
    stdin: Option<ChildStdin>,
    lines: Receiver<Result<String, String>>,
    seq: u64,
}

impl Session {
    fn new(command: &CommandLine, limits: Limits) -> Result<Self, Trouble> {
        let program = command.program()?;
        let mut process =
            Process::start(&program, command.arguments(), command.folder(), Stdio::piped())?;
        let (stdin, stdout) = (process.stdin(), process.stdout());
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            let Some(stdout) = stdout else { return };
            let mut stdout = BufReader::new(stdout);
            while let Some(line) = line(&mut stdout, limits.output_bytes) {
                let over = line.is_err();
                if sender.send(line).is_err() || over {
                    break;
                }
            }
        });
        Ok(Self { process, stdin, lines, seq: 0 })
    }

    /// Asks, and waits for the next line.
    fn ask(&mut self, ask: Ask<'_>, budget: Duration) -> Result<String, Ending> {
        self.seq += 1;
        let request = protocol::Request { seq: self.seq, ask };
        let gone = || Ending::Crashed { how: "it is gone".to_owned() };
        let mut line = serde_json::to_vec(&request).map_err(|_| gone())?;
        line.push(b'\n');
        let stdin = self.stdin.as_mut().ok_or_else(gone)?;
        stdin.write_all(&line).and_then(|()| stdin.flush()).map_err(|_| gone())?;
        match self.lines.recv_timeout(budget) {
            Ok(Ok(line)) => Ok(line),
            Ok(Err(how)) => Err(Ending::BrokeProtocol { how }),
            Err(RecvTimeoutError::Timeout) => Err(Ending::Hung { budget }),
            Err(RecvTimeoutError::Disconnected) => Err(gone()),
        }
    }

    fn check(&self, seq: u64) -> Result<(), Ending> {
        if seq == self.seq {
            return Ok(());
        }
        let how = format!("it answered request {seq}, not {}", self.seq);
        Err(Ending::BrokeProtocol { how })
    }

    /// Ends a session that did not answer.
    fn failed(mut self, ending: Ending) -> Result<Reply, Trouble> {
        let by_itself = matches!(ending, Ending::Crashed { .. }) && self.process.wait(STOP)?;
        let status = self.process.end()?;
        let ending = if by_itself { Ending::Crashed { how: ended(status) } } else { ending };
        Ok(Reply { ending, output: Vec::new(), delivered: None, log: self.process.log() })
    }

    fn stop(&mut self) {
        let request = protocol::Request { seq: self.seq + 1, ask: Ask::Stop };
        if let (Some(mut stdin), Ok(mut line)) = (self.stdin.take(), serde_json::to_vec(&request)) {
            line.push(b'\n');
            // One that is gone needs no telling; all are killed in the end.
            let _ = stdin.write_all(&line);
        }
        let _ = self.process.wait(STOP);
    }
}

/// The next line, or that it is too long; none at the end.
fn line(stdout: &mut impl BufRead, most_bytes: usize) -> Option<Result<String, String>> {
    let mut line = Vec::new();
    let most = u64::try_from(most_bytes).unwrap_or(u64::MAX);
    match stdout.by_ref().take(most).read_until(b'\n', &mut line) {
        Ok(0) | Err(_) => return None,
        Ok(_) => {}
    }
    if line.last() != Some(&b'\n') {
        // A line that was begun when the unit ended is no line.
        return (line.len() >= most_bytes)
            .then(|| Err(format!("it printed more than {most_bytes} bytes")));
    }
    line.pop();
    Some(String::from_utf8(line).map_err(|_| "it printed a line that is not UTF-8".to_owned()))
}
