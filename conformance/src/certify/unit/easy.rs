//! The easy mode: a program that is started for every case, and prints its records.

use std::process::Stdio;

use super::process::{Kept, Process, ended, kill_group};
use super::{CommandLine, Ending, Follow, Limits, LiveUnit, Reply, Request, Stage, Trouble, Unit};
use crate::certify::Outcome;

/// A unit in the easy mode.
#[derive(Debug)]
pub struct Easy {
    command: CommandLine,
    limits: Limits,
    stage: Stage,
    follow: Option<Follow>,
}

impl Easy {
    /// A unit that is run by this command, and for files that are being written by the other, if there is one.
    ///
    /// # Errors
    ///
    /// No folder for its files can be made.
    pub fn new(
        command: CommandLine,
        follow: Option<CommandLine>,
        limits: Limits,
    ) -> Result<Self, Trouble> {
        let follow = follow.map(|command| Follow::new(command, limits));
        Ok(Self { command, limits, stage: Stage::new()?, follow })
    }
}

impl Unit for Easy {
    fn decode(&mut self, request: &Request<'_>) -> Result<Reply, Trouble> {
        self.stage.put(request.bytes)?;
        let arguments = self.command.filled(&self.stage, request.release);
        let program = self.command.program()?;
        let mut process =
            Process::start(&program, &arguments, self.command.folder(), Stdio::null())?;
        process.watch_memory(self.limits.memory_bytes);
        let group = process.pid();
        let output =
            Kept::new(process.stdout(), self.limits.output_bytes, move || kill_group(group));
        let waited = process.wait_watched(self.limits.case)?;
        let status = process.end()?;
        let ending = if output.overflowed() {
            Ending::BrokeProtocol {
                how: format!("it printed more than {} bytes", self.limits.output_bytes),
            }
        } else if let Err(ending) = waited {
            ending
        } else {
            match status.code() {
                Some(0) => Ending::Decoded,
                Some(1) => Ending::Rejected {
                    unproven: Outcome::Crashed,
                    how: "it exited with 1, and no `corrupt` or `refused` record says why"
                        .to_owned(),
                },
                Some(5) => Ending::NotReady,
                _ => Ending::Crashed { how: ended(status) },
            }
        };
        Ok(Reply { ending, output: output.bytes(), delivered: None, log: process.log() })
    }

    fn live(&mut self) -> Option<&mut dyn LiveUnit> {
        self.follow.as_mut().map(|follow| follow as _)
    }
}
