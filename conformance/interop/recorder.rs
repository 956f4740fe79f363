//! Our writer, with a journal of what it wrote.

use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};

use eventring::file::{EventsFile, MonotonicClock};
use eventring::payload::custom_words;
use eventring::registry::{ALLOC_BUCKETS, Release, len_words, lifecycle};
use eventring::writer::{Clock, Counter, EventIndex, Phase, Session, Writer};
use eventring_conformance::record::{Body, Event, Name, Record};

use crate::journal::Written;

/// A clock that remembers what it said.
#[derive(Clone, Debug, Default)]
pub(crate) struct Remembered(Arc<Mutex<Vec<u64>>>);

impl Clock for Remembered {
    fn now_ns(&mut self) -> u64 {
        let now_ns = MonotonicClock.now_ns();
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(now_ns);
        now_ns
    }
}

impl Remembered {
    fn take(&self) -> Vec<u64> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A registered user event.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    index: EventIndex,
    name: Name<'static>,
}

/// Registers a name.
pub(crate) fn register(session: &mut Session<'_>, name: &[u8]) -> Result<Named, String> {
    let index = session.register(name).map_err(|error| error.to_string())?;
    let name = match Name::from_bytes(name) {
        Name::None => Name::None,
        Name::Text(text) => Name::Text(text.into_owned().into()),
        Name::Bytes(bytes) => Name::Bytes(bytes.into_owned().into()),
    };
    Ok(Named { index, name })
}

/// A ring's writer and its journal.
pub(crate) struct Recorder<'a> {
    writer: Writer<'a, Remembered>,
    clock: Remembered,
    written: Vec<Written>,
}

/// Begins the session of `file`; the recorder is that of ring 0, its journal begins with ring_start and the stamp.
pub(crate) fn start(
    file: &mut EventsFile,
    release: Option<Release>,
) -> Result<(Session<'_>, Recorder<'_>), String> {
    let clock = Remembered::default();
    let (session, writer) = file.start(clock.clone()).map_err(|error| error.to_string())?;
    let times = clock.take();
    let stamp = session.stamp().ok_or("a session without a stamp")?.get();
    let stamp_name = format!("eventring.release:{}", release.map_or("none", Release::name));
    let bodies = [
        (
            lifecycle_body(lifecycle::RING_START, Some(std::process::id().into())),
            len_words::RING_START,
        ),
        (Body::Unit { id: stamp, name: Name::Text(stamp_name.into()) }, len_words::UNIT),
    ];
    let mut recorder = Recorder { writer, clock, written: Vec::new() };
    let mut end = 0;
    for ((body, words), timestamp_ns) in bodies.into_iter().zip(times) {
        end += words;
        recorder.push(body, words, end, timestamp_ns);
    }
    Ok((session, recorder))
}

/// Takes another ring of the session.
pub(crate) fn take<'a>(session: &mut Session<'a>, ring: u32) -> Result<Recorder<'a>, String> {
    let clock = Remembered::default();
    let writer = session.take_writer(ring, clock.clone()).ok_or("the ring cannot be taken")?;
    Ok(Recorder { writer, clock, written: Vec::new() })
}

impl Recorder<'_> {
    pub(crate) fn ring(&self) -> u32 {
        self.writer.ring()
    }

    pub(crate) fn written(&self) -> &[Written] {
        &self.written
    }

    pub(crate) fn tail(&self) -> u64 {
        self.writer.tail()
    }

    pub(crate) fn custom_max_bytes(&self) -> usize {
        self.writer.custom_max_bytes()
    }

    pub(crate) fn unit(&mut self, event: &Named) {
        self.writer.unit(event.index);
        self.note(Body::Unit { id: event.index.get(), name: event.name.clone() }, len_words::UNIT);
    }

    pub(crate) fn int(&mut self, event: &Named, value: i64) {
        self.writer.int(event.index, value);
        let (id, name) = (event.index.get(), event.name.clone());
        self.note(Body::Int { id, name, value: Some(value) }, len_words::INT);
    }

    pub(crate) fn span_begin(&mut self, event: &Named) {
        self.writer.span_begin(event.index);
        let (id, name) = (event.index.get(), event.name.clone());
        self.note(Body::SpanBegin { id, name }, len_words::SPAN_BEGIN);
    }

    pub(crate) fn span_end(&mut self, event: &Named) {
        self.writer.span_end(event.index);
        let (id, name) = (event.index.get(), event.name.clone());
        self.note(Body::SpanEnd { id, name }, len_words::SPAN_END);
    }

    pub(crate) fn custom(&mut self, event: &Named, data: &[u8]) -> Result<(), String> {
        self.writer.custom(event.index, data).map_err(|error| error.to_string())?;
        let (id, name) = (event.index.get(), event.name.clone());
        let body = Body::Custom { id, name, data: Some(data.to_vec().into()) };
        self.note(body, 2 + custom_words(data.len()) as u64);
        Ok(())
    }

    pub(crate) fn begin(&mut self, release: Release, id: u16, phase: Phase) {
        self.writer.begin(phase);
        self.note(Body::Begin { id, name: release.phase_name(id).into() }, len_words::BEGIN);
    }

    pub(crate) fn end(&mut self, release: Release, id: u16, phase: Phase) {
        self.writer.end(phase);
        self.note(Body::End { id, name: release.phase_name(id).into() }, len_words::END);
    }

    pub(crate) fn counter(&mut self, release: Release, id: u16, counter: Counter, value: u64) {
        self.writer.counter(counter, value);
        let name = release.counter_name(id).into();
        self.note(Body::Counter { id, name, value: Some(value) }, len_words::COUNTER);
    }

    pub(crate) fn alloc(&mut self, buckets: &[u64; ALLOC_BUCKETS]) -> Result<(), String> {
        self.writer.alloc(buckets).map_err(|error| error.to_string())?;
        self.note(Body::Alloc { buckets: buckets.to_vec().into() }, len_words::ALLOC);
        Ok(())
    }

    pub(crate) fn pause(&mut self) {
        self.writer.pause();
        self.note(lifecycle_body(lifecycle::RING_PAUSE, Some(0)), len_words::RING_PAUSE);
    }

    pub(crate) fn resume(&mut self) {
        self.writer.resume();
        self.note(lifecycle_body(lifecycle::RING_RESUME, Some(0)), len_words::RING_RESUME);
    }

    pub(crate) fn fork_parent(&mut self, child: NonZeroU32) {
        self.writer.fork_parent(child);
        let body = lifecycle_body(lifecycle::FORK_PARENT, Some(child.get().into()));
        self.note(body, len_words::FORK_PARENT);
    }

    pub(crate) fn fork_child(&mut self) {
        self.writer.fork_child();
        self.note(lifecycle_body(lifecycle::FORK_CHILD, Some(0)), len_words::FORK_CHILD);
    }

    pub(crate) fn ring_stop(&mut self) {
        self.writer.ring_stop();
        self.note(lifecycle_body(lifecycle::RING_STOP, None), len_words::RING_STOP);
    }

    /// Notes what has just been written: nothing, if no time was asked for.
    fn note(&mut self, body: Body<'static>, words: u64) {
        let end = self.writer.tail();
        for timestamp_ns in self.clock.take() {
            self.push(body.clone(), words, end, timestamp_ns);
        }
    }

    fn push(&mut self, body: Body<'static>, words: u64, end: u64, timestamp_ns: u64) {
        let record = Record::Event(Event { ring: self.writer.ring(), timestamp_ns, body });
        self.written.push(Written { start: end - words, end, record });
    }
}

fn lifecycle_body(id: u16, value: Option<i64>) -> Body<'static> {
    // All releases agree on these.
    Body::Lifecycle { id, name: Release::V5_4.lifecycle_name(id).into(), value }
}
