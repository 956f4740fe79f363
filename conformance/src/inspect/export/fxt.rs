//! Fuchsia's trace format: what eio-trace and olly write, and Perfetto opens.

mod record;

use super::encoder::Encoder;
use super::interner::{Interner, Place};
use super::timeline::{
    Category, Detail, Label, Link, Mark, Number, Track, TrackId, TrackKind, Value, What, gap_marks,
};
use record::{
    MOST_ARGUMENTS, MOST_STRINGS, MOST_THREADS, Record, StringPlace, Thread, ThreadPlace,
    string_ref, thread_ref,
};

use std::collections::HashMap;

/// Writes records. Each track is a thread of the process; a counter belongs to the thread of its parent.
#[derive(Debug)]
pub(super) struct Fxt {
    process: u64,
    strings: Interner<String>,
    threads: Interner<TrackId>,
    /// Parent and name of each counter.
    counters: HashMap<TrackId, (TrackId, String)>,
}

impl Default for Fxt {
    fn default() -> Self {
        Self {
            process: UNKNOWN_PROCESS,
            strings: Interner::new(MOST_STRINGS),
            threads: Interner::new(MOST_THREADS),
            counters: HashMap::new(),
        }
    }
}

/// Types of records.
mod kind {
    pub(super) const METADATA: u64 = 0;
    pub(super) const INITIALIZATION: u64 = 1;
    pub(super) const STRING: u64 = 2;
    pub(super) const THREAD: u64 = 3;
    pub(super) const EVENT: u64 = 4;
    pub(super) const KERNEL_OBJECT: u64 = 7;
}

/// Types of events.
mod event {
    pub(super) const INSTANT: u64 = 0;
    pub(super) const COUNTER: u64 = 1;
    pub(super) const DURATION_BEGIN: u64 = 2;
    pub(super) const DURATION_END: u64 = 3;
    pub(super) const FLOW_BEGIN: u64 = 8;
    pub(super) const FLOW_END: u64 = 10;
}

/// Types of arguments.
mod argument {
    pub(super) const SIGNED_64: u64 = 3;
    pub(super) const UNSIGNED_64: u64 = 4;
    pub(super) const DOUBLE: u64 = 5;
    pub(super) const STRING: u64 = 6;
    pub(super) const KERNEL_OBJECT: u64 = 8;
}

/// The whole first word of a file.
const MAGIC: u64 = 0x0016_5478_4604_0010;
/// Metadata that names a provider.
const PROVIDER_INFO: u64 = 1;
const PROVIDER_NAME: &str = "eventring";
/// Kernel objects that are processes, and threads.
const PROCESS_OBJECT: u64 = 1;
const THREAD_OBJECT: u64 = 2;
/// No process has the number 0 in this format.
const UNKNOWN_PROCESS: u64 = 1;
/// Threads and processes share the kernel's numbers; no process number reaches this.
const FIRST_THREAD: u64 = 1 << 32;
const TICKS_PER_SECOND: u64 = 1_000_000_000;

impl Encoder for Fxt {
    fn begin(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(&MAGIC.to_le_bytes());
        let header = PROVIDER_INFO << 16 | 1 << 20 | (PROVIDER_NAME.len() as u64) << 52;
        let mut record = Record::new(kind::METADATA, header, out);
        record.bytes(PROVIDER_NAME);
        record.close();
        let mut record = Record::new(kind::INITIALIZATION, 0, out);
        record.word(TICKS_PER_SECOND);
        record.close();
    }

    fn track(&mut self, track: &Track<'_>, out: &mut Vec<u8>) {
        match track.kind {
            TrackKind::Process { process_id } => {
                self.process = process_id.filter(|id| *id > 0).map_or(UNKNOWN_PROCESS, u64::from);
                let name = StringPlace::Inline(track.name);
                let header = PROCESS_OBJECT << 16 | string_ref(name) << 24;
                let mut record = Record::new(kind::KERNEL_OBJECT, header, out);
                record.word(self.process).string(name);
                record.close();
            }
            TrackKind::Counter { .. } => {
                let parent = track.parent.unwrap_or(track.id);
                self.counters.insert(track.id, (parent, track.name.to_owned()));
            }
            TrackKind::Ring { .. }
            | TrackKind::Fiber
            | TrackKind::Context
            | TrackKind::Part
            | TrackKind::Group => {
                let process = self.string("process", out);
                let name = StringPlace::Inline(track.name);
                let header = THREAD_OBJECT << 16 | string_ref(name) << 24 | 1 << 40;
                let mut record = Record::new(kind::KERNEL_OBJECT, header, out);
                record.word(self.thread(track.id).thread).string(name);
                record.argument(argument::KERNEL_OBJECT, string_ref(process) << 16, |argument| {
                    argument.string(process).word(self.process);
                });
                record.close();
            }
        }
    }

    fn mark(&mut self, mark: &Mark<'_>, out: &mut Vec<u8>) {
        let at = (mark.timestamp_ns, mark.track);
        match mark.what {
            What::Begin(label) => {
                self.event(event::DURATION_BEGIN, at, &label, None, out);
                self.link(at, &label, out);
            }
            What::End(label) => self.event(event::DURATION_END, at, &label, None, out),
            What::Instant(label) => {
                self.event(event::INSTANT, at, &label, None, out);
                self.link(at, &label, out);
            }
            What::Counter(number) => {
                let (parent, name) =
                    self.counters.get(&mark.track).cloned().unwrap_or((mark.track, String::new()));
                let details = [Detail { name: "value", value: Value::Number(number) }];
                let label = Label { details: &details, ..Label::new(Category::Runtime, &name) };
                let at = (mark.timestamp_ns, parent);
                self.event(event::COUNTER, at, &label, Some(mark.track.0), out);
            }
            What::Gap { since_ns, cause } => {
                gap_marks(mark, since_ns, cause, |mark| self.mark(mark, out));
            }
        }
    }

    fn end(&mut self, _out: &mut Vec<u8>) {}
}

impl Fxt {
    fn event(
        &mut self,
        kind: u64,
        (timestamp_ns, track): (u64, TrackId),
        label: &Label<'_>,
        number: Option<u64>,
        out: &mut Vec<u8>,
    ) {
        let category = self.string(label.category.name(), out);
        let name = self.string(label.name, out);
        let details = &label.details[..label.details.len().min(MOST_ARGUMENTS)];
        let names: Vec<_> = details.iter().map(|detail| self.string(detail.name, out)).collect();
        let thread = self.thread_place(track, out);
        let header = kind << 16
            | thread_ref(thread) << 24
            | string_ref(category) << 32
            | string_ref(name) << 48;
        let mut record = Record::new(kind::EVENT, header, out);
        record.word(timestamp_ns).thread(thread).string(category).string(name);
        let mut count = 0;
        for (detail, name) in details.iter().zip(names) {
            count += u64::from(write_argument(&mut record, name, detail.value));
        }
        record.add_to_header(count << 20);
        if let Some(number) = number {
            record.word(number);
        }
        record.close();
    }

    /// An arrow is an event of its own, at the same place.
    fn link(&mut self, at: (u64, TrackId), label: &Label<'_>, out: &mut Vec<u8>) {
        let (kind, number) = match label.link {
            Some(Link::Out(number)) => (event::FLOW_BEGIN, number),
            Some(Link::In(number)) => (event::FLOW_END, number),
            None => return,
        };
        self.event(kind, at, &Label::new(label.category, "link"), Some(number), out);
    }

    fn thread(&self, track: TrackId) -> Thread {
        Thread { process: self.process, thread: FIRST_THREAD + track.0 }
    }

    /// The place of a thread, which is told where it is new.
    fn thread_place(&mut self, track: TrackId, out: &mut Vec<u8>) -> ThreadPlace {
        let thread = self.thread(track);
        match self.threads.place(&track) {
            Place::Known(number) => ThreadPlace::Table(number),
            Place::New(number) => {
                let mut record = Record::new(kind::THREAD, number << 16, out);
                record.word(thread.process).word(thread.thread);
                record.close();
                ThreadPlace::Table(number)
            }
            Place::Full => ThreadPlace::Inline(thread),
        }
    }

    /// The place of a string, which is told where it is new.
    fn string<'a>(&mut self, text: &'a str, out: &mut Vec<u8>) -> StringPlace<'a> {
        if text.is_empty() {
            return StringPlace::Inline(text);
        }
        match self.strings.name(text) {
            Place::Known(number) => StringPlace::Table(number),
            Place::New(number) => {
                let header = number << 16 | (text.len() as u64) << 32;
                let mut record = Record::new(kind::STRING, header, out);
                record.bytes(text);
                record.close();
                StringPlace::Table(number)
            }
            Place::Full => StringPlace::Inline(text),
        }
    }
}

/// Whether it fits.
fn write_argument(record: &mut Record<'_>, name: StringPlace<'_>, value: Value<'_>) -> bool {
    let header = string_ref(name) << 16;
    let number = |word: u64| {
        move |argument: &mut Record<'_>| {
            argument.string(name).word(word);
        }
    };
    match value {
        Value::Number(Number::Signed(value)) => {
            record.argument(argument::SIGNED_64, header, number(value.cast_unsigned()))
        }
        Value::Number(Number::Unsigned(value)) => {
            record.argument(argument::UNSIGNED_64, header, number(value))
        }
        Value::Float(value) => record.argument(argument::DOUBLE, header, number(value.to_bits())),
        Value::Text(text) => {
            let text = StringPlace::Inline(text);
            record.argument(argument::STRING, header | string_ref(text) << 32, |argument| {
                argument.string(name).string(text);
            })
        }
    }
}
