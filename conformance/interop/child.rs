//! Child processes that cannot outlive their time.

use std::fs::read_to_string;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

/// What no part of the comparison comes near, even on a machine with much else to do.
pub(crate) const BUDGET: Duration = Duration::from_secs(120);

/// Kills a child when [`BUDGET`] is over, or when dropped before it was told that the child has ended.
pub(crate) struct Watch {
    ended: Option<Sender<()>>,
    thread: Option<JoinHandle<bool>>,
}

impl Watch {
    pub(crate) fn over(child: &Child) -> Result<Self, String> {
        let id = i32::try_from(child.id()).ok().and_then(Pid::from_raw).ok_or("no process id")?;
        let (ended, told) = channel();
        let thread = std::thread::spawn(move || {
            let heard = told.recv_timeout(BUDGET);
            if heard.is_err() {
                // It may have ended; but until it is waited for, its number is not another's, and
                // whoever has waited for it says so at once.
                let _ = kill_process(id, Signal::KILL);
            }
            heard == Err(RecvTimeoutError::Timeout)
        });
        Ok(Self { ended: Some(ended), thread: Some(thread) })
    }

    /// The child has ended. An error if it had to be killed.
    pub(crate) fn ended(mut self) -> Result<(), String> {
        if let Some(ended) = self.ended.take() {
            let _ = ended.send(()); // Nobody listens where the time is over.
        }
        let killed = self.thread.take().is_some_and(|thread| thread.join().unwrap_or(true));
        if killed { Err(format!("killed after {} s", BUDGET.as_secs())) } else { Ok(()) }
    }
}

/// Runs a program to its end, with an empty input, and gives its outputs.
pub(crate) fn run(command: &mut Command) -> Result<Output, String> {
    let outcome = (|| {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().map_err(|error| error.to_string())?;
        let watch = Watch::over(&child)?;
        let output = child.wait_with_output().map_err(|error| error.to_string())?;
        watch.ended()?;
        Ok(output)
    })();
    outcome.map_err(|error: String| format!("{}: {error}", command.get_program().display()))
}

/// The same, of a program that has to succeed; its standard output.
pub(crate) fn output(command: &mut Command) -> Result<String, String> {
    let output = run(command)?;
    if !output.status.success() {
        let text = [output.stderr, output.stdout].concat();
        let text = String::from_utf8_lossy(&text);
        return Err(format!("{command:?}: {}\n{text}", output.status));
    }
    String::from_utf8(output.stdout).map_err(|error| error.to_string())
}

/// A program with which one talks by lines.
pub(crate) struct Talking {
    child: Child,
    watch: Watch,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Talking {
    pub(crate) fn start(command: &mut Command) -> Result<Self, String> {
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let program = command.get_program().display();
        let mut child = child.map_err(|error| format!("{program}: {error}"))?;
        let watch = Watch::over(&child)?;
        let (input, output) = child.stdin.take().zip(child.stdout.take()).ok_or("no pipes")?;
        Ok(Self { child, watch, input, output: BufReader::new(output) })
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits until it has mapped a ring file, where it says nothing that tells.
    pub(crate) fn wait_until_mapped(&self) -> Result<(), String> {
        let maps = format!("/proc/{}/maps", self.id());
        loop {
            let maps = read_to_string(&maps).map_err(|error| error.to_string())?;
            if maps.contains(".events") {
                return Ok(());
            }
            // Whoever has ended has no memory.
            if maps.is_empty() {
                return Err("it ends without a ring file".to_owned());
            }
            std::thread::yield_now();
        }
    }

    /// Waits for its next line.
    pub(crate) fn line(&mut self) -> Result<String, String> {
        let mut line = String::new();
        match self.output.read_line(&mut line) {
            Ok(0) => Err("it ends without the line that was to come".to_owned()),
            Ok(_) => Ok(line.trim_end().to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }

    /// Gives it a line.
    pub(crate) fn go_on(&mut self) -> Result<(), String> {
        self.input.write_all(b"\n").map_err(|error| error.to_string())
    }

    /// Closes its input, and gives all that it still prints before it ends well.
    pub(crate) fn finish(self) -> Result<String, String> {
        let Self { mut child, watch, input, mut output } = self;
        drop(input);
        let mut text = String::new();
        output.read_to_string(&mut text).map_err(|error| error.to_string())?;
        let status = child.wait().map_err(|error| error.to_string())?;
        watch.ended()?;
        if status.success() { Ok(text) } else { Err(format!("{status}: {text}")) }
    }
}
