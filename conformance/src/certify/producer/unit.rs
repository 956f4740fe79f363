//! A producer under test that is told what to do.

use std::time::Duration;

use crate::certify::Outcome;
use crate::certify::protocol::{Ask, Done};
use crate::certify::unit::{CommandLine, Ending, Limits, Session, Trouble};

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

    /// Ends it, whatever it does: how, if it did not answer, and what it said on standard error.
    ///
    /// # Errors
    ///
    /// The environment failed.
    fn end(self: Box<Self>, ending: Option<Ending>) -> Result<(Option<Ending>, String), Trouble>;
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
    pub fn start(
        command: &CommandLine,
        limits: Limits,
    ) -> Result<Result<Self, (Ending, String)>, Trouble> {
        let mut session = Session::new(command, limits)?;
        match session.start(limits.start) {
            Ok(_) => Ok(Ok(Self { session, budget: limits.case })),
            Err(ending) => Ok(Err(session.failed(ending)?)),
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

    fn end(self: Box<Self>, ending: Option<Ending>) -> Result<(Option<Ending>, String), Trouble> {
        match ending {
            Some(ending) => {
                let (ending, log) = self.session.failed(ending)?;
                Ok((Some(ending), log))
            }
            None => Ok((None, self.session.log())),
        }
    }
}

/// The outcome of an ending that is no answer.
pub(super) fn outcome(ending: &Ending) -> Outcome {
    match ending {
        Ending::Crashed { .. } => Outcome::Crashed,
        Ending::Hung { .. } => Outcome::Hung,
        Ending::Outgrew { .. } => Outcome::Outgrew,
        Ending::BrokeProtocol { .. } => Outcome::BrokeProtocol,
        Ending::Decoded => Outcome::Accepted,
        Ending::Rejected { .. } => Outcome::Rejected,
        Ending::NotReady => Outcome::NotReady,
    }
}
