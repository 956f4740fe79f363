//! A process of its own group, with a budget, and with output that is bounded.

use std::ffi::{OsStr, OsString};
use std::io::{BufRead, BufReader, Read};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, Signal, kill_process_group, pidfd_open};

use super::memory::{EVERY, Memory};
use super::{Ending, Trouble};

/// How much of standard error is kept.
const LOG_BYTES: usize = 64 * 1024;

/// A line, or what is none.
pub(in crate::certify) type Line = Result<String, NoLine>;

/// What is no line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::certify) struct NoLine {
    /// Why.
    pub(in crate::certify) how: String,
    /// What it is.
    pub(in crate::certify) bytes: Vec<u8>,
}

/// How long a pipe may stay open after every process of the group has been killed.
const GRACE: Duration = Duration::from_secs(1);

/// A running process. It and all that it started are killed when it is dropped.
#[derive(Debug)]
pub(in crate::certify) struct Process {
    child: Child,
    pid: Pid,
    /// Whether its number may be another's by now.
    is_reaped: bool,
    log: Kept,
    memory: Option<Memory>,
}

impl Process {
    /// Starts a program. Its standard error goes to a log.
    pub(super) fn start(
        program: &Path,
        arguments: &[OsString],
        folder: Option<&Path>,
        stdin: Stdio,
    ) -> Result<Self, Trouble> {
        Self::start_with(program, arguments, folder, stdin, &[])
    }

    /// The same, with variables of the environment besides those of this process.
    pub(in crate::certify) fn start_with(
        program: &Path,
        arguments: &[OsString],
        folder: Option<&Path>,
        stdin: Stdio,
        variables: &[(&str, &OsStr)],
    ) -> Result<Self, Trouble> {
        let mut command = Command::new(program);
        command
            .args(arguments)
            .envs(variables.iter().copied())
            .stdin(stdin)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0);
        if let Some(folder) = folder {
            command.current_dir(folder);
        }
        let cannot = |why: String| Trouble(format!("cannot start {}: {why}", program.display()));
        let mut child = command.spawn().map_err(|error| cannot(error.to_string()))?;
        let pid = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
        let pid = pid.ok_or_else(|| cannot("it has no process id".to_owned()))?;
        let log = Kept::new(child.stderr.take(), LOG_BYTES, || {});
        Ok(Self { child, pid, is_reaped: false, log, memory: None })
    }

    /// Watches that it has at most so many bytes of memory.
    pub(super) fn watch_memory(&mut self, most_bytes: Option<u64>) {
        self.memory = most_bytes.map(Memory::new);
    }

    /// How often [`Self::outgrown`] is to be asked while it works.
    pub(super) fn look_every(&self) -> Duration {
        if self.memory.is_some() { EVERY } else { Duration::MAX }
    }

    /// Its ending, if it has more memory than it may.
    pub(super) fn outgrown(&self) -> Option<Ending> {
        let memory = self.memory.as_ref().filter(|memory| memory.is_exceeded(self.pid))?;
        Some(Ending::Outgrew { budget_bytes: memory.most_bytes() })
    }

    /// Waits for the process to end; how it failed if it does not within `budget`, or needs too much memory.
    pub(super) fn wait_watched(&self, budget: Duration) -> Result<Result<(), Ending>, Trouble> {
        let deadline = Instant::now() + budget;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if self.wait(left.min(self.look_every()))? {
                return Ok(Ok(()));
            }
            if let Some(outgrown) = self.outgrown() {
                return Ok(Err(outgrown));
            }
            if left.is_zero() {
                return Ok(Err(Ending::Hung { budget }));
            }
        }
    }

    /// Its standard input, once.
    pub(in crate::certify) fn stdin(&mut self) -> Option<ChildStdin> {
        self.child.stdin.take()
    }

    /// Its standard output, once.
    pub(in crate::certify) fn stdout(&mut self) -> Option<ChildStdout> {
        self.child.stdout.take()
    }

    /// The lines of its standard output as they come, once. What is no line of at most `most_bytes` is told, and nothing
    /// comes after it.
    pub(in crate::certify) fn lines(&mut self, most_bytes: usize) -> Receiver<Line> {
        let stdout = self.stdout();
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            let Some(stdout) = stdout else { return };
            let mut stdout = BufReader::new(stdout);
            while let Some(line) = line(&mut stdout, most_bytes) {
                let over = line.is_err();
                if sender.send(line).is_err() || over {
                    break;
                }
            }
        });
        lines
    }

    /// Its number, to kill its group with.
    pub(in crate::certify) fn pid(&self) -> Pid {
        self.pid
    }

    /// Waits for the process to end; false if it does not within `budget`.
    pub(in crate::certify) fn wait(&self, budget: Duration) -> Result<bool, Trouble> {
        if self.is_reaped {
            return Ok(true);
        }
        let failed =
            |error: Errno| Trouble(format!("cannot wait for process {}: {error}", self.pid));
        let deadline = Instant::now() + budget;
        let handle = pidfd_open(self.pid, PidfdFlags::empty()).map_err(failed)?;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let left = Timespec::try_from(left).map_err(|_| failed(Errno::INVAL))?;
            match poll(&mut [PollFd::new(&handle, PollFlags::IN)], Some(&left)) {
                Ok(0) => return Ok(false),
                Ok(_) => return Ok(true),
                Err(Errno::INTR) => {}
                Err(error) => return Err(failed(error)),
            }
        }
    }

    /// Kills what is left of its group, and says how the process itself ended.
    pub(in crate::certify) fn end(&mut self) -> Result<ExitStatus, Trouble> {
        // Before it is reaped, so that its number cannot be another's yet.
        if !self.is_reaped {
            kill_group(self.pid);
        }
        let status = self.child.wait();
        self.is_reaped = status.is_ok();
        // What it said last may still be on its way; all that hold the pipe have been killed.
        self.log.overflowed();
        status.map_err(|error| Trouble(format!("cannot wait for process {}: {error}", self.pid)))
    }

    /// What it said on standard error. Complete only once it has ended.
    pub(in crate::certify) fn log(&self) -> String {
        String::from_utf8_lossy(&self.log.bytes()).into_owned()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Reaped already, its number may be another's.
        if !self.is_reaped {
            let _ = self.end();
        }
    }
}

/// The next line, or that it is too long; none at the end.
fn line(stdout: &mut impl BufRead, most_bytes: usize) -> Option<Line> {
    let mut line = Vec::new();
    let most = u64::try_from(most_bytes).unwrap_or(u64::MAX);
    match stdout.by_ref().take(most).read_until(b'\n', &mut line) {
        Ok(0) | Err(_) => return None,
        Ok(_) => {}
    }
    if line.last() != Some(&b'\n') {
        // A line that was begun when the unit ended is no line.
        let how = format!("it printed more than {most_bytes} bytes");
        return (line.len() >= most_bytes).then_some(Err(NoLine { how, bytes: line }));
    }
    line.pop();
    Some(String::from_utf8(line).map_err(|error| {
        let how = "it printed a line that is not UTF-8".to_owned();
        NoLine { how, bytes: error.into_bytes() }
    }))
}

/// Kills every process of a group. One that has ended by itself is no error.
pub(super) fn kill_group(group: Pid) {
    let _ = kill_process_group(group, Signal::KILL);
}

/// How a process ended, in words.
pub(in crate::certify) fn ended(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("it exited with {code}"),
        (None, Some(signal)) => format!("it was killed by signal {signal}"),
        (None, None) => format!("it ended: {status}"),
    }
}

/// A pipe that is read to its end by a thread of its own, and kept up to a limit.
#[derive(Debug)]
pub(in crate::certify) struct Kept {
    bytes: Arc<Mutex<Vec<u8>>>,
    over: Receiver<bool>,
}

impl Kept {
    /// Reads `pipe`; `too_much` is called once when there is more than `most_bytes`.
    pub(in crate::certify) fn new<R: Read + Send + 'static>(
        pipe: Option<R>,
        most_bytes: usize,
        too_much: impl FnOnce() + Send + 'static,
    ) -> Self {
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let (sender, over) = mpsc::channel();
        let kept = Arc::clone(&bytes);
        thread::spawn(move || {
            let Some(mut pipe) = pipe else { return };
            let mut chunk = [0; 16 * 1024];
            let mut too_much = Some(too_much);
            while let Ok(got) = pipe.read(&mut chunk) {
                if got == 0 {
                    break;
                }
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                let room = most_bytes - kept.len();
                kept.extend_from_slice(&chunk[..got.min(room)]);
                if got > room
                    && let Some(too_much) = too_much.take()
                {
                    too_much();
                }
            }
            // Nobody listens any more if the process was dropped.
            let _ = sender.send(too_much.is_none());
        });
        Self { bytes, over }
    }

    /// Waits for the end of the pipe, which comes when all that hold it have been killed; whether there was too much.
    pub(in crate::certify) fn overflowed(&self) -> bool {
        self.over.recv_timeout(GRACE).unwrap_or(false)
    }

    /// What was kept so far.
    pub(in crate::certify) fn bytes(&self) -> Vec<u8> {
        self.bytes.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
