//! The writer of the crate `eventring` as a producer that is told what to do, over standard input and output.

use std::io::{BufRead, Write};
use std::path::PathBuf;

use eventring::file::{EventsFile, MonotonicClock, Removal, Settings};
use eventring::registry::Release;
use eventring::writer::{Config, EventIndex, Session, Writer};
use serde::Deserialize;
use serde_json::{Number, json};

use crate::certify::options::{
    CUSTOMS, GEOMETRY, INTS, PAUSE, PAUSE_EVENT, RINGS, RUNTIME_EVENTS, SPANS,
};
use crate::certify::protocol::VERSION;
use crate::record::parse_hex;

/// The release whose runtime events it writes, where it is asked to.
const RELEASE: &str = "5.4";

/// What it can be asked for.
const OPTIONS: [&str; 8] =
    [GEOMETRY, RINGS, INTS, SPANS, CUSTOMS, RUNTIME_EVENTS, PAUSE, PAUSE_EVENT];

/// Answers requests until it is told to stop.
///
/// # Errors
///
/// What is said to it is no request, or nobody listens.
pub fn serve(input: impl BufRead, mut output: impl Write) -> std::io::Result<()> {
    let mut recording = None;
    for line in input.lines() {
        let request: Request = serde_json::from_str(&line?)?;
        let seq = request.seq;
        let mut reply = match request.op.as_str() {
            "start" => json!({
                "protocol": VERSION,
                "name": "the built-in producer",
                "version": env!("CARGO_PKG_VERSION"),
                "releases": ["none", RELEASE],
                "options": OPTIONS,
            }),
            "stop" => break,
            "open" => match Recording::open(&request) {
                Ok(opened) => {
                    recording = Some(opened);
                    json!({ "outcome": "done", "pid": std::process::id() })
                }
                Err(why) => json!({ "outcome": "refused", "message": why }),
            },
            _ => match recording.as_mut().map(|recording| recording.ask(&request)) {
                Some(Ok(Some(index))) => json!({ "outcome": "done", "index": index }),
                Some(Ok(None)) => json!({ "outcome": "done" }),
                Some(Err(why)) => json!({ "outcome": "refused", "message": why }),
                None => json!({ "outcome": "failed", "message": "there is no session" }),
            },
        };
        reply["seq"] = seq.into();
        writeln!(output, "{reply}")?;
        output.flush()?;
    }
    if let Some(recording) = recording {
        recording.end();
    }
    Ok(())
}

/// A request of any kind.
#[derive(Debug, Deserialize)]
struct Request {
    seq: u64,
    op: String,
    #[serde(default)]
    dir: PathBuf,
    #[serde(default)]
    release: String,
    #[serde(default)]
    max_domains: u32,
    #[serde(default)]
    ring_words: u64,
    #[serde(default)]
    preserve: bool,
    #[serde(default)]
    name_hex: String,
    #[serde(default)]
    ring: u32,
    #[serde(default)]
    kind: String,
    #[serde(default)]
    id: u16,
    value: Option<Number>,
    #[serde(default)]
    data: String,
    #[serde(default)]
    count: u32,
}

/// A session in a file, kept for the life of this process.
struct Recording {
    session: Session<'static>,
    writers: Vec<Writer<'static, MonotonicClock>>,
    events: Vec<EventIndex>,
    removal: Option<Removal>,
}

impl Recording {
    fn open(request: &Request) -> Result<Self, String> {
        let release = match request.release.as_str() {
            "none" => None,
            name => Some(name.parse::<Release>().map_err(|error| error.to_string())?),
        };
        let config = Config { release, ..Config::new(request.max_domains, request.ring_words) };
        let settings = Settings {
            folder: request.dir.clone(),
            preserve: request.preserve,
            ..Settings::from_variables(|_| None)
        };
        let file = EventsFile::create(&settings, &config).map_err(|error| error.to_string())?;
        let file = Box::leak(Box::new(file));
        let removal = file.take_removal();
        let (session, first) = file.start(MonotonicClock).map_err(|error| error.to_string())?;
        let events = session.stamp().into_iter().collect();
        Ok(Self { session, writers: vec![first], events, removal })
    }

    /// Does what is asked; the event index of a name that was registered.
    fn ask(&mut self, request: &Request) -> Result<Option<u16>, String> {
        match request.op.as_str() {
            "register" => {
                let name = unhex(&request.name_hex)?;
                let mut index = None;
                for _ in 0..request.count {
                    let event = self.session.register(&name).map_err(|error| error.to_string())?;
                    self.events.push(event);
                    index = Some(event.get());
                }
                return Ok(index);
            }
            "write" => self.write(request)?,
            "pause" => self.writers.iter_mut().for_each(Writer::pause),
            "resume" => self.writers.iter_mut().for_each(Writer::resume),
            op => return Err(format!("there is no {op}")),
        }
        Ok(None)
    }

    fn write(&mut self, request: &Request) -> Result<(), String> {
        let id = request.id;
        let event = self.events.iter().find(|event| event.get() == id).copied();
        let event = || event.ok_or_else(|| format!("no name has event index {id}"));
        let (phase, counter) = (self.session.phase(id), self.session.counter(id));
        let phase = || phase.ok_or_else(|| format!("no phase {id}"));
        let counter = || counter.ok_or_else(|| format!("no counter {id}"));
        let writer = self.writer(request.ring)?;
        let value = request.value.as_ref();
        let data = unhex(&request.data)?;
        for _ in 0..request.count {
            match request.kind.as_str() {
                "unit" => writer.unit(event()?),
                "int" => writer.int(event()?, value.and_then(Number::as_i64).unwrap_or(0)),
                "span_begin" => writer.span_begin(event()?),
                "span_end" => writer.span_end(event()?),
                "custom" => writer.custom(event()?, &data).map_err(|error| error.to_string())?,
                "begin" => writer.begin(phase()?),
                "end" => writer.end(phase()?),
                "counter" => {
                    writer.counter(counter()?, value.and_then(Number::as_u64).unwrap_or(0));
                }
                kind => return Err(format!("there are no {kind} events")),
            }
        }
        Ok(())
    }

    fn writer(&mut self, ring: u32) -> Result<&mut Writer<'static, MonotonicClock>, String> {
        if !self.writers.iter().any(|writer| writer.ring() == ring) {
            let writer = self.session.take_writer(ring, MonotonicClock);
            self.writers.push(writer.ok_or_else(|| format!("there is no ring {ring}"))?);
        }
        let writer = self.writers.iter_mut().find(|writer| writer.ring() == ring);
        writer.ok_or_else(|| format!("there is no ring {ring}"))
    }

    fn end(mut self) {
        if let Some(writer) = self.writers.first_mut() {
            writer.ring_stop();
        }
        drop(self.removal);
    }
}

fn unhex(text: &str) -> Result<Vec<u8>, String> {
    parse_hex(text).ok_or_else(|| "no hex".to_owned())
}
