//! Which ring files belong to a program, and a thread that records each.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{Scope, ScopedJoinHandle, scope, sleep};
use std::time::Duration;

use eventring::file::{Attached, Process};
use eventring::live::Live;

use super::launch::Launched;
use super::session::{RecordError, Recorded, record};
use crate::inspect::{Ending, ReleaseChoice};

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordFormat {
    /// A ring file, put together at the end.
    Events,
    /// The event record, one JSON object a line, as events come.
    JsonLines,
}

/// How to record.
#[derive(Clone, Debug)]
pub struct Recording {
    /// Where the program's own recording goes; those of other processes go beside it.
    pub output: PathBuf,
    /// What is written.
    pub format: RecordFormat,
    /// Under which release the lines name runtime events.
    pub choice: ReleaseChoice,
}

/// How far the recording is, for whoever looks on.
#[derive(Debug, Default)]
pub struct Progress {
    /// Sessions that were found.
    pub sessions: AtomicU32,
    /// Events of all of them.
    pub events: AtomicU64,
    /// Words lost.
    pub lost_words: AtomicU64,
    forked: Mutex<HashSet<u32>>,
}

impl Progress {
    /// A process that was followed has forked this one.
    pub(super) fn forked(&self, process_id: u32) {
        self.forked.lock().unwrap_or_else(PoisonError::into_inner).insert(process_id);
    }

    fn is_forked(&self, process_id: u32) -> bool {
        self.forked.lock().unwrap_or_else(PoisonError::into_inner).contains(&process_id)
    }
}

/// Records until the program ends, and says how it ended. `look` is called now and then, with the program's id.
///
/// Every process of the program that makes a ring file has a recording of its own: those that it forks, and those that
/// it starts. Files are waited for only while the program runs.
///
/// # Errors
///
/// The system does not tell how the program ended.
pub fn watch(
    mut launched: Launched,
    recording: &Recording,
    progress: &Progress,
    mut look: impl FnMut(u32),
) -> io::Result<(ExitStatus, Vec<Result<Recorded, RecordError>>)> {
    let stop = AtomicBool::new(false);
    let watching = Watching {
        folder: launched.folder.clone(),
        is_own_folder: launched.own_folder.is_some(),
        preserve: launched.preserve,
        program: launched.child.id(),
        recording,
        outputs: Mutex::new(Outputs::new(recording.output.clone(), launched.child.id())),
        progress,
        stop: &stop,
    };
    scope(|scope| {
        let mut seen = HashSet::new();
        let mut threads: Vec<Thread<'_>> = Vec::new();
        let status = loop {
            let status = launched.child.try_wait();
            // Once more after its end, for a file that came at the last moment.
            watching.find(scope, &mut seen, &mut threads);
            match status {
                Ok(None) => {
                    look(watching.program);
                    sleep(BETWEEN_LOOKS);
                }
                Ok(Some(status)) => break Ok(status),
                Err(error) => break Err(error),
            }
        };
        stop.store(true, Ordering::Relaxed);
        let mut sessions = Vec::new();
        // The last events of a process can tell of one that it forked.
        while !threads.is_empty() {
            for thread in threads.drain(..) {
                let recorded: Vec<_> =
                    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                sessions.extend(recorded);
            }
            watching.find(scope, &mut seen, &mut threads);
        }
        let outputs = watching.outputs.lock().unwrap_or_else(PoisonError::into_inner);
        outputs.give_base(&mut sessions);
        status.map(|status| (status, sessions))
    })
}

type Thread<'scope> = ScopedJoinHandle<'scope, Vec<Result<Recorded, RecordError>>>;

/// How often the folder is looked at.
const BETWEEN_LOOKS: Duration = Duration::from_millis(2);

struct Watching<'a> {
    folder: PathBuf,
    is_own_folder: bool,
    preserve: bool,
    program: u32,
    recording: &'a Recording,
    outputs: Mutex<Outputs>,
    progress: &'a Progress,
    stop: &'a AtomicBool,
}

impl Watching<'_> {
    /// Starts a thread for each file that is new.
    fn find<'scope>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        seen: &mut HashSet<u32>,
        threads: &mut Vec<Thread<'scope>>,
    ) {
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        for entry in entries.flatten() {
            let path = entry.path();
            let Some(process_id) = process_id_of(&path) else { continue };
            if !seen.contains(&process_id) && self.is_ours(process_id) {
                seen.insert(process_id);
                threads.push(scope.spawn(move || self.sessions(&path, process_id)));
            }
        }
    }

    /// Whether a process belongs to the program: all do that write to a folder that only they know.
    fn is_ours(&self, process_id: u32) -> bool {
        self.is_own_folder
            || process_id == self.program
            || self.progress.is_forked(process_id)
            || is_descendant(process_id, self.program)
    }

    /// Records a file until its process ends: one session, or one after the other.
    fn sessions(&self, path: &Path, process_id: u32) -> Vec<Result<Recorded, RecordError>> {
        let mut sessions = Vec::new();
        while let Some(attached) = self.attach(path, process_id) {
            let Recording { format, choice, .. } = *self.recording;
            let output = {
                let mut outputs = self.outputs.lock().unwrap_or_else(PoisonError::into_inner);
                outputs.next(process_id)
            };
            // Where the process has ended, all of its file is there.
            let is_over = AtomicBool::new(true);
            let stop = if attached.process().is_some() { self.stop } else { &is_over };
            let session = record(&attached, &output, format, choice, stop, self.progress);
            let goes_on = session.as_ref().is_ok_and(|recorded| {
                matches!(recorded.ending, Ending::Restarted(_) | Ending::Replaced)
                    && (recorded.events > 0 || sessions.is_empty())
            });
            sessions.push(session);
            if !goes_on {
                // It was kept for us; what the user wants to keep stays.
                let is_over = Process::with_id(process_id).is_none();
                if !self.preserve && !self.is_own_folder && is_over {
                    let _ = fs::remove_file(path);
                }
                break;
            }
        }
        sessions
    }

    /// Attaches as soon as the file is ready and its process has mapped it; not at all if that does not come while the
    /// process runs.
    fn attach(&self, path: &Path, process_id: u32) -> Option<Attached> {
        loop {
            let is_running =
                Process::with_id(process_id).is_some() && !self.stop.load(Ordering::Relaxed);
            if let Ok(attached) = Attached::to_file(path) {
                let is_ready = match Live::new(attached.memory()) {
                    Err(refusal) => !refusal.is_not_ready(),
                    Ok(_) => attached.process().is_some() || !is_running,
                };
                if is_ready {
                    return Some(attached);
                }
            }
            if !is_running {
                return None;
            }
            sleep(Duration::from_millis(1));
        }
    }
}

/// The process id in the name of a ring file.
fn process_id_of(path: &Path) -> Option<u32> {
    path.file_name()?.to_str()?.strip_suffix(".events")?.parse().ok()
}

/// Whether `process_id` was started by `ancestor`, or by one that was, and all between still run.
fn is_descendant(process_id: u32, ancestor: u32) -> bool {
    let parent = |process_id: u32| -> Option<u32> {
        let status = fs::read_to_string(format!("/proc/{process_id}/status")).ok()?;
        status.lines().find_map(|line| line.strip_prefix("PPid:"))?.trim().parse().ok()
    };
    std::iter::successors(Some(process_id), |process_id| parent(*process_id))
        .take(MOST_GENERATIONS)
        .any(|process_id| process_id == ancestor)
}

/// More processes between a program and what it starts are not believed.
const MOST_GENERATIONS: usize = 64;

/// Names of outputs: that which was asked for is for the program itself, the others are beside it.
#[derive(Debug)]
struct Outputs {
    base: PathBuf,
    program: u32,
    taken: HashSet<PathBuf>,
}

impl Outputs {
    fn new(base: PathBuf, program: u32) -> Self {
        Self { base, program, taken: HashSet::new() }
    }

    fn next(&mut self, process_id: u32) -> PathBuf {
        let beside = |text: String| {
            let mut name = self.base.file_stem().unwrap_or_default().to_owned();
            name.push(text);
            let mut path = self.base.with_file_name(name).into_os_string();
            if let Some(extension) = self.base.extension() {
                path.push(".");
                path.push::<&OsStr>(extension);
            }
            PathBuf::from(path)
        };
        let own = (process_id == self.program).then(|| self.base.clone());
        let first = std::iter::once_with(|| beside(format!(".{process_id}")));
        let others = (2_u64..).map(|number| beside(format!(".{process_id}-{number}")));
        let mut names = own.into_iter().chain(first).chain(others);
        let name = names.find(|name| !self.taken.contains(name)).unwrap_or_default();
        self.taken.insert(name.clone());
        name
    }

    /// Where the program itself made no ring file, being a script or the like, the first process that did has the name
    /// that was asked for.
    fn give_base(&self, sessions: &mut [Result<Recorded, RecordError>]) {
        if !self.taken.contains(&self.base)
            && let Some(first) = sessions.iter_mut().find_map(|session| session.as_mut().ok())
            && fs::rename(&first.output, &self.base).is_ok()
        {
            first.output.clone_from(&self.base);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_have_names_of_their_own() {
        let mut outputs = Outputs::new("a/trace.jsonl".into(), 7);
        let names = [8, 7, 8, 7, 7].map(|process_id| outputs.next(process_id));
        let expected = ["trace.8", "trace", "trace.8-2", "trace.7", "trace.7-2"];
        assert_eq!(names, expected.map(|name| PathBuf::from(format!("a/{name}.jsonl"))));
        let mut outputs = Outputs::new("trace".into(), 7);
        assert_eq!([outputs.next(7), outputs.next(8)], ["trace", "trace.8"].map(PathBuf::from));
    }

    #[test]
    fn a_process_descends_from_itself_and_its_parents() {
        let own = std::process::id();
        assert!(is_descendant(own, own));
        assert!(is_descendant(own, std::os::unix::process::parent_id()));
        assert!(!is_descendant(std::os::unix::process::parent_id(), own));
    }
}
