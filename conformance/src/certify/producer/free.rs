//! A program that writes what it likes, sampled by true snapshots while it runs, and judged at its end.
//!
//! What is true of every sample is proven for those. What is true from one sample to the next, such as that head passes
//! whole items, is only observed: what happened between the two was not seen.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use eventring_spec::registry::Registry;

use super::clock::now_ns;
use super::evidence::{Broken, Evidence};
use super::folder;
use super::history::History;
use super::model::Span;
use super::results::About;
use crate::certify::judge::FailureKind;
use crate::certify::unit::{Adapter, Ending, Kept, Process, Transcript, Trouble, ended};
use crate::certify::{CaseResult, Origin, Outcome, Pattern, Settings};
use crate::checks::{self, Subject};
use crate::clauses;
use crate::plain::{File, open};
use crate::source::{Argument, Bytes, Limits, attach, copy};

/// What the names of these results begin with.
const RUNS: &str = "runs";

/// What samples do not prove.
const OBSERVED: &[&str] = &[
    "file.header-first",
    "ring.grows",
    "ring.boundary",
    "order.publish",
    "order.evict",
    "time.order",
    "time.unit",
    "names.kept",
];

/// How long nothing is done between two samples.
const PAUSE: Duration = Duration::from_millis(5);

/// Runs the program of an adapter once, with the variables that make an OCaml runtime record, and judges every file that
/// appears. `progress` is called with the number of samples.
///
/// # Errors
///
/// The environment failed, so that nothing can be said of the program.
pub fn run_free(
    adapter: &Adapter,
    pattern: Option<&Pattern>,
    settings: Settings<'_>,
    registry: &Registry,
    progress: &dyn Fn(u64),
) -> Result<Vec<CaseResult>, Trouble> {
    let folder = folder::make()?;
    let variables = [
        ("OCAML_RUNTIME_EVENTS_DIR", folder.path().as_os_str()),
        ("OCAML_RUNTIME_EVENTS_START", OsStr::new("1")),
        ("OCAML_RUNTIME_EVENTS_PRESERVE", OsStr::new("1")),
    ];
    let command = &adapter.command;
    let from_ns = now_ns();
    let (program, arguments) = (command.program()?, command.arguments());
    let mut process =
        Process::start_with(&program, arguments, command.folder(), Stdio::null(), &variables)?;
    // What it prints is nobody's business here, but it must not wait for a reader.
    let output = Kept::new(process.stdout(), adapter.limits.output_bytes, || {});
    let mut watch = Watch {
        folder: folder.path(),
        release: settings.declared.releases.first().map(String::as_str),
        registry,
        from_ns,
        files: BTreeMap::new(),
        evidence: Evidence::default(),
    };
    let deadline = Instant::now() + adapter.limits.case;
    let mut samples = 0;
    let in_time = loop {
        if process.wait(PAUSE)? {
            break true;
        }
        if Instant::now() >= deadline {
            break false;
        }
        watch.sample()?;
        samples += 1;
        progress(samples);
    };
    let status = process.end()?;
    watch.finish()?;
    let Watch { mut evidence, files, .. } = watch;
    if files.is_empty() {
        let broken = Broken::new(
            "it made no file <pid>.events in the folder that OCAML_RUNTIME_EVENTS_DIR names",
            "a file",
        );
        let kind = FailureKind::Outcome(Outcome::BrokeProtocol);
        evidence.answer("file.name", kind, broken);
    }
    if !in_time {
        evidence.unanswered("producer.no-wait", &Ending::Hung { budget: adapter.limits.case });
    } else if !status.success() {
        evidence.unanswered("producer.no-wait", &Ending::Crashed { how: ended(status) });
    }
    let log = process.log();
    let purpose = "a program that writes what it likes";
    let transcript = Transcript { stdin: Vec::new(), stdout: output.bytes() };
    let (case, folder) = (RUNS, Some(folder.path()));
    let about = About { case, origin: Origin::Run, purpose, log: &log, transcript, folder };
    let mut results = about.results(&evidence, OBSERVED, settings)?;
    if let Some(pattern) = pattern {
        results.retain(|result| pattern.matches(&result.name));
    }
    Ok(results)
}

/// Whether a pattern may fit a result.
pub fn is_run_selected(pattern: Option<&Pattern>) -> bool {
    pattern.is_none_or(|pattern| {
        clauses::in_force().any(|clause| pattern.matches(&format!("{RUNS}/{}", clause.name())))
    })
}

/// The files of a program that runs.
struct Watch<'a> {
    folder: &'a Path,
    release: Option<&'a str>,
    registry: &'a Registry,
    /// When the program was started.
    from_ns: u64,
    files: BTreeMap<PathBuf, History<Bytes>>,
    evidence: Evidence,
}

impl Watch<'_> {
    /// Takes a snapshot of each file that is there.
    fn sample(&mut self) -> Result<(), Trouble> {
        for (path, process_id) in folder::files(self.folder)? {
            // It may be gone, empty, or made anew again just now.
            let Ok(attached) = attach(&Argument::File(path.clone()), None) else { continue };
            let Ok(input) = copy(&attached, Limits::default()) else { continue };
            self.judge(path, process_id, input.bytes, false);
        }
        Ok(())
    }

    /// Reads what is left. Nobody writes any more.
    fn finish(&mut self) -> Result<(), Trouble> {
        for (path, process_id) in folder::files(self.folder)? {
            folder::private(&path, &mut self.evidence);
            if let Some(bytes) = folder::read(&path)? {
                self.judge(path, process_id, bytes, true);
            }
        }
        Ok(())
    }

    fn judge(&mut self, path: PathBuf, process_id: Option<u32>, bytes: Bytes, is_last: bool) {
        let evidence = &mut self.evidence;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let what = name.unwrap_or_default();
        evidence.judge("file.name", process_id.is_some(), || {
            Broken::new(format!("a file {what}"), "<pid>.events, with a decimal number")
        });
        let history = self.files.entry(path).or_default();
        let subject = Subject::new(&bytes, self.registry, self.release);
        let mut outcomes = checks::run(&subject, checks::all(), 1);
        // A sample has each ring as it was when it was copied, one after the other.
        outcomes.retain(|outcome| is_last || !outcome.check.compares_rings());
        evidence.checks(&what, outcomes);
        history.judge(&bytes, evidence);
        if let Ok(file) = open(&bytes) {
            if let Some(process_id) = process_id {
                folder::process(&file, process_id, is_last, evidence);
            }
            let span = Span { from_ns: self.from_ns, to_ns: now_ns() };
            times(&file, span, evidence);
        }
        history.keep(bytes);
    }
}

/// Every event is of the time of the run (clause time.unit).
fn times(file: &File<'_>, span: Span, evidence: &mut Evidence) {
    for item in file.rings().flat_map(|ring| ring.items().map_while(Result::ok)) {
        let Some(timestamp_ns) = item.timestamp_ns() else { continue };
        evidence.judge("time.unit", span.holds(timestamp_ns), || {
            Broken::new(
                format!("{timestamp_ns} ns at position {} of ring {}", item.position, item.ring),
                format!("{} to {} ns, when the program ran", span.from_ns, span.to_ns),
            )
            .at(item.word_offset_bytes(1))
        });
    }
}
