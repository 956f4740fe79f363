//! A producer under test that is told what to do.

use std::time::Duration;

use crate::certify::Outcome;
use crate::certify::protocol::{Ask, Done};
use crate::certify::unit::{CommandLine, Ending, Limits, Session, Transcript, Trouble};

/// A producer that is told what to do, request by request.
pub trait Producer {
    /// Asks, and waits for the reply.
    ///
    /// # Errors
    ///
    /// How it ended instead.
    fn ask(&mut self, ask: Ask<'_>) -> Result<Done, Ending>;

    /// The process that writes, as far as it is known before it says so.
    fn process_id(&self) -> Option<u32>;

    /// Tells it to stop, and waits until it has.
    ///
    /// # Errors
    ///
    /// The environment failed. That it does not stop, or not well, is the inner result.
    fn stop(&mut self) -> Result<Result<(), Ending>, Trouble>;

    /// Ends it, whatever it does; `ending` is how it ended where it did not answer.
    ///
    /// # Errors
    ///
    /// The environment failed.
    fn end(self: Box<Self>, ending: Option<Ending>) -> Result<Ended, Trouble>;
}

/// What is left of a producer that was ended.
#[derive(Debug, Default)]
pub struct Ended {
    /// How it ended, if it did not answer.
    pub ending: Option<Ending>,
    /// What it said on standard error.
    pub log: String,
    /// What went to and fro.
    pub transcript: Transcript,
}

/// A process that is told what to do over its standard input.
#[derive(Debug)]
pub struct Driven {
    session: Session,
    budget: Duration,
}

impl Driven {
    /// Starts it, and has it say who it is.
    ///
    /// # Errors
    ///
    /// The environment failed; what the unit did wrong is the inner result.
    pub fn start(command: &CommandLine, limits: Limits) -> Result<Result<Self, Ended>, Trouble> {
        let mut session = Session::new(command, limits)?;
        let started = session.start(limits.start);
        let driven = Self { session, budget: limits.case };
        match started {
            Ok(_) => Ok(Ok(driven)),
            Err(ending) => Ok(Err(Box::new(driven).end(Some(ending))?)),
        }
    }
}

impl Producer for Driven {
    fn ask(&mut self, ask: Ask<'_>) -> Result<Done, Ending> {
        self.session.ask(ask, self.budget)
    }

    fn process_id(&self) -> Option<u32> {
        Some(self.session.process_id())
    }

    fn stop(&mut self) -> Result<Result<(), Ending>, Trouble> {
        self.session.stop_within(self.budget)
    }

    fn end(mut self: Box<Self>, ending: Option<Ending>) -> Result<Ended, Trouble> {
        let (ending, log) = match ending {
            Some(ending) => {
                let (ending, log) = self.session.failed(ending)?;
                (Some(ending), log)
            }
            None => (None, self.session.log()),
        };
        Ok(Ended { ending, log, transcript: self.session.take_transcript() })
    }
}

/// The outcome of an ending that is no answer.
pub(super) fn outcome(ending: &Ending) -> Outcome {
    match ending {
        Ending::Crashed { .. } => Outcome::Crashed,
        Ending::Hung { .. } => Outcome::Hung,
        Ending::Outgrew { .. } => Outcome::Outgrew,
        Ending::BrokeProtocol(_) => Outcome::BrokeProtocol,
        Ending::Decoded => Outcome::Accepted,
        Ending::Rejected { .. } => Outcome::Rejected,
        Ending::NotReady => Outcome::NotReady,
    }
}
