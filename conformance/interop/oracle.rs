//! OCaml's own consumer, as a program that prints what it is given.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;

use eventring::registry::{Release, lifecycle};
use eventring_conformance::record::{Body, Event, Name, Record};

use crate::child::{self, BUDGET, Watch};
use crate::lines::{self, Line};

/// What OCaml's consumer makes of `folder`/`process_id`.events, a file at rest.
pub(crate) fn decode(
    programs: &Path,
    folder: &Path,
    process_id: u32,
    release: Release,
) -> Result<Vec<Record<'static>>, String> {
    let mut oracle = Command::new(programs.join("oracle"));
    records(&child::output(oracle.arg(folder).arg(process_id.to_string()))?, release)
}

/// OCaml's consumer, attached to a file that is being written.
pub(crate) struct Following {
    child: Child,
    watch: Watch,
    /// It goes on until this is closed.
    input: ChildStdin,
    lines: JoinHandle<std::io::Result<String>>,
    count: Receiver<usize>,
    seen: usize,
}

impl Following {
    pub(crate) fn start(programs: &Path, folder: &Path, process_id: u32) -> Result<Self, String> {
        let mut oracle = Command::new(programs.join("oracle"));
        oracle.arg(folder).arg(process_id.to_string()).arg("follow");
        oracle.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = oracle.spawn().map_err(|error| error.to_string())?;
        let watch = Watch::over(&child)?;
        let (input, output) = child.stdin.take().zip(child.stdout.take()).ok_or("no pipes")?;
        let (sender, count) = channel();
        let lines = std::thread::spawn(move || {
            let (mut output, mut text) = (BufReader::new(output), String::new());
            let mut lines = 0;
            while output.read_line(&mut text)? > 0 {
                lines += 1;
                let _ = sender.send(lines); // Not everybody counts.
            }
            Ok(text)
        });
        Ok(Self { child, watch, input, lines, count, seen: 0 })
    }

    /// Waits until it has printed so many lines in all.
    pub(crate) fn wait_for(&mut self, lines: usize) -> Result<(), String> {
        while self.seen < lines {
            let waited = self.count.recv_timeout(BUDGET);
            self.seen = waited.map_err(|_| {
                format!("OCaml's consumer printed {} lines, {lines} are to come", self.seen)
            })?;
        }
        Ok(())
    }

    /// Lets it read all that is left, and gives everything it was given.
    pub(crate) fn finish(mut self, release: Release) -> Result<Vec<Record<'static>>, String> {
        drop(self.input);
        let text = self.lines.join().map_err(|_| "the reading thread panicked")?;
        let status = self.child.wait().map_err(|error| error.to_string())?;
        self.watch.ended()?;
        let text = text.map_err(|error| error.to_string())?;
        let records = records(&text, release)?;
        if status.success() { Ok(records) } else { Err(format!("OCaml's consumer: {status}")) }
    }
}

/// The records that the lines stand for, all of them good.
fn records(text: &str, release: Release) -> Result<Vec<Record<'static>>, String> {
    let (lines, status) = lines::parse(text)?;
    if status != 0 {
        let last = lines.last();
        return Err(format!("OCaml's consumer stops with status {status} after {last:?}"));
    }
    let record = |line: &Line| record(line, release).ok_or_else(|| format!("no record: {line:?}"));
    lines.iter().map(record).collect()
}

/// The record that a line stands for. Where the two forms differ is said in `spec/recordings/README.md`.
fn record(line: &Line, release: Release) -> Option<Record<'static>> {
    let ring = line.ring;
    if line.kind == "lost" {
        let words = u64::try_from(line.words?).ok()?;
        return Some(Record::Lost { ring, words });
    }
    let runtime_name = || match line.name.clone() {
        Some(name) => Name::Text(name.into()),
        // OCaml's library has no constructor for the latest phase of 5.4 and none of it is lost by that.
        None => line.id.and_then(|id| release.phase_name(id)).into(),
    };
    let user_name = || {
        let bytes = line.user_name()?;
        Some(match String::from_utf8(bytes) {
            Ok(text) if text.is_empty() => Name::None,
            Ok(text) => Name::Text(text.into()),
            Err(error) => Name::Bytes(error.into_bytes().into()),
        })
    };
    let body = match line.kind.as_str() {
        "begin" => Body::Begin { id: line.id?, name: runtime_name() },
        "end" => Body::End { id: line.id?, name: runtime_name() },
        "counter" => {
            let value = Some(line.value.as_ref()?.as_u64()?);
            Body::Counter { id: line.id?, name: runtime_name(), value }
        }
        "alloc" => Body::Alloc { buckets: line.buckets.clone()?.into() },
        "lifecycle" => {
            let id = line.id?;
            let value = line.data.as_ref()?.as_i64();
            // It has no payload, for which the library gives 0.
            let value = value.filter(|&value| id != lifecycle::RING_STOP || value != 0);
            Body::Lifecycle { id, name: runtime_name(), value }
        }
        "unit" => Body::Unit { id: line.id?, name: user_name()? },
        "span_begin" => Body::SpanBegin { id: line.id?, name: user_name()? },
        "span_end" => Body::SpanEnd { id: line.id?, name: user_name()? },
        "int" => {
            let value = Some(line.value.as_ref()?.as_i64()?);
            Body::Int { id: line.id?, name: user_name()?, value }
        }
        "custom" => Body::Custom {
            id: line.id?,
            name: user_name()?,
            data: Some(line.custom_data()?.into()),
        },
        _ => return None,
    };
    Some(Record::Event(Event { ring, timestamp_ns: line.timestamp_ns?, body }))
}
