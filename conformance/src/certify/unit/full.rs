//! The full mode: a program that is started once and asked line by line.

use serde_json::value::RawValue;

use super::session::Session;
use super::{
    CommandLine, Ending, Limits, LiveSaid, LiveUnit, Place, Reply, Request, Stage, Transcript,
    Trouble, Unit,
};
use crate::certify::Outcome;
use crate::certify::protocol::{Ask, DecodeOutcome, Decoded, LiveOutcome, LiveReply, Started};

/// A unit in the full mode. It is started at the first case, and again after a case that it did not answer.
#[derive(Debug)]
pub struct Full {
    command: CommandLine,
    limits: Limits,
    stage: Stage,
    session: Option<Session>,
    /// What went to and fro in a session that ended without an answer.
    ended: Transcript,
}

impl Full {
    /// A unit that is run by this command.
    ///
    /// # Errors
    ///
    /// No folder for its files can be made.
    pub fn new(command: CommandLine, limits: Limits) -> Result<Self, Trouble> {
        Ok(Self {
            command,
            limits,
            stage: Stage::new()?,
            session: None,
            ended: Transcript::default(),
        })
    }

    /// Starts the unit and asks who it is.
    ///
    /// # Errors
    ///
    /// The environment failed. What the unit itself did wrong is the inner result.
    pub fn start(&mut self) -> Result<Result<Started, Reply>, Trouble> {
        let mut session = Session::new(&self.command, self.limits)?;
        let said = session.start(self.limits.start);
        Ok(match said {
            Ok(started) => {
                self.session = Some(session);
                Ok(started)
            }
            Err(ending) => Err(unanswered(&mut session, ending)?),
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
        // What is kept is that of this case.
        session.take_transcript();
        self.stage.put(request.bytes)?;
        let (file, folder) = (self.stage.file(), self.stage.folder());
        let ask = Ask::Decode {
            file: &file.to_string_lossy(),
            dir: &folder.to_string_lossy(),
            pid: self.stage.pid(),
            release: request.release,
            limit: request.limit,
        };
        match session.ask(ask, self.limits.case) {
            Ok(decoded) => {
                let reply = reply(decoded, &mut session);
                self.session = Some(session);
                Ok(reply)
            }
            Err(ending) => unanswered(&mut session, ending),
        }
    }

    fn stop(&mut self) -> Result<Option<Ending>, Trouble> {
        let Some(mut session) = self.session.take() else { return Ok(None) };
        Ok(session.stop_within(self.limits.case)?.err())
    }

    fn live(&mut self) -> Option<&mut dyn LiveUnit> {
        Some(self)
    }
}

impl Full {
    fn ask_live(&mut self, ask: Ask<'_>) -> Result<LiveSaid, Trouble> {
        if self.session.is_none()
            && let Err(reply) = self.start()?
        {
            return Ok(LiveSaid::nothing(reply.ending, reply.log));
        }
        let Some(mut session) = self.session.take() else {
            return Err(Trouble("the unit has no session after its start".to_owned()));
        };
        match session.ask::<LiveReply>(ask, self.limits.case) {
            Ok(reply) => {
                let log = session.log();
                self.session = Some(session);
                let outcome = if reply.outcome == LiveOutcome::Failed {
                    let why = reply.message.unwrap_or_default();
                    Err(Ending::Crashed { how: format!("it says `failed`: {why}") })
                } else {
                    Ok(reply.outcome)
                };
                Ok(LiveSaid { outcome, output: lines(&reply.records), log })
            }
            Err(ending) => {
                let (ending, log) = session.failed(ending)?;
                self.ended = session.take_transcript();
                Ok(LiveSaid::nothing(ending, log))
            }
        }
    }
}

impl LiveUnit for Full {
    fn attach(&mut self, place: &Place<'_>) -> Result<LiveSaid, Trouble> {
        let (file, dir) = (place.file.to_string_lossy(), place.folder.to_string_lossy());
        self.ask_live(Ask::Attach { file: &file, dir: &dir, pid: place.pid })
    }

    fn poll(&mut self, limit: u64) -> Result<LiveSaid, Trouble> {
        self.ask_live(Ask::Poll { limit })
    }

    fn detach(&mut self) -> Result<LiveSaid, Trouble> {
        self.ask_live(Ask::Detach {})
    }

    fn take_transcript(&mut self) -> Transcript {
        match &mut self.session {
            Some(session) => session.take_transcript(),
            None => std::mem::take(&mut self.ended),
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

/// The reply of a unit that gave none.
fn unanswered(session: &mut Session, ending: Ending) -> Result<Reply, Trouble> {
    let (ending, log) = session.failed(ending)?;
    let transcript = session.take_transcript();
    Ok(Reply { ending, output: Vec::new(), delivered: None, log, transcript, line: None })
}

/// Records as lines.
fn lines(records: &[Box<RawValue>]) -> Vec<u8> {
    let mut output = Vec::new();
    for record in records {
        output.extend_from_slice(record.get().as_bytes());
        output.push(b'\n');
    }
    output
}

fn reply(decoded: Decoded, session: &mut Session) -> Reply {
    let output = lines(&decoded.records);
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
    let (log, line) = (session.log(), Some(session.last_line()));
    let transcript = session.take_transcript();
    Reply { ending, output, delivered: decoded.delivered, log, transcript, line }
}
