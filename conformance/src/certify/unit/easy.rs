//! The easy mode: a program that is started for every case, and prints its records.

use std::process::Stdio;

use super::process::{Kept, Process, ended, kill_group};
use super::{
    Breach, CommandLine, Ending, Follow, Limits, LiveUnit, Reply, Request, Stage, Transcript,
    Trouble, Unit,
};
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
            let most = self.limits.output_bytes;
            Ending::BrokeProtocol(
                Breach::new(format!("it printed more than {most} bytes"))
                    .wanted(format!("at most {most} bytes of event records")),
            )
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
        let (output, log) = (output.bytes(), process.log());
        let transcript = Transcript { stdin: Vec::new(), stdout: output.clone() };
        Ok(Reply { ending, output, delivered: None, log, transcript, line: None })
    }

    fn live(&mut self) -> Option<&mut dyn LiveUnit> {
        self.follow.as_mut().map(|follow| follow as _)
    }
}
