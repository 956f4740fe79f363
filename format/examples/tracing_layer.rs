//! The spans and events of the crate `tracing` in a ring file, beside what OCaml programs write: every tool that reads
//! OCaml's files shows them.
//!
//! ```sh
//! eventring record -o trace.jsonl -- cargo run -p eventring --features std --example tracing_layer
//! ```
//!
//! Beside a program in OCaml, in one trace:
//!
//! ```sh
//! eventring record -o run.events -- sh -c './tracing_layer & ./server; wait'
//! eventring export run*.events -o both.pftrace
//! ```
//!
//! `both.pftrace` opens at <https://ui.perfetto.dev>; times are of one clock, so that what is beside each other was so. The
//! picture `tracing_layer.svg` in this folder shows such a trace; `picture` there draws it.
//!
//! A span is a user span event, named by its module and name (`tracing_layer.request`), from each entering to its
//! leaving. An event is a custom event whose bytes are its message and fields as text, named by its module and level
//! (`tracing_layer.info`); one without any is a unit event. Each thread has a ring, and leaves it to the next.

use std::cell::RefCell;
use std::collections::HashMap;
use std::error::Error;
use std::fmt::{Debug, Write};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use eventring::file::{CreateError, EventsFile, MonotonicClock, Removal, Settings};
use eventring::writer::{EventIndex, Session, Writer};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id};
use tracing::{Event, Metadata, Subscriber, info, info_span};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;

type RingWriter = Writer<'static, MonotonicClock>;

/// Writes spans and events to the ring file of this process.
struct RingLayer {
    shared: Arc<Mutex<Shared>>,
}

/// What all threads use now and then: for a new name, and at the beginning and the end of a thread.
struct Shared {
    session: Session<'static>,
    indices: HashMap<String, EventIndex>,
    /// Rings that no thread has at present.
    free: Vec<RingWriter>,
    next_ring: u32,
}

/// The ring that a thread has while it runs, as a domain of OCaml has one.
struct Taken {
    writer: Option<RingWriter>,
    shared: Arc<Mutex<Shared>>,
}

thread_local! {
    static RING: RefCell<Option<Taken>> = const { RefCell::new(None) };
}

impl RingLayer {
    /// The layer, and who removes the file when it is dropped.
    fn new(settings: &Settings) -> Result<(Self, Option<Removal>), CreateError> {
        let config = settings.config().longest_custom(MOST_TEXT_BYTES);
        let mut file = EventsFile::create(settings, &config)?;
        let removal = file.take_removal();
        // A layer lives as long as the program, and so does the file that it writes.
        let (session, first) = Box::leak(Box::new(file)).start(MonotonicClock)?;
        let shared = Shared { session, indices: HashMap::new(), free: vec![first], next_ring: 1 };
        Ok((Self { shared: Arc::new(Mutex::new(shared)) }, removal))
    }

    /// The event index of a name; none when all names are used.
    fn index(&self, name: &str) -> Option<EventIndex> {
        let mut shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(index) = shared.indices.get(name) {
            return Some(*index);
        }
        let index = shared.session.register(name.as_bytes()).ok()?;
        shared.indices.insert(name.to_owned(), index);
        Some(index)
    }

    /// Writes to the ring of this thread; nothing where all rings are in use, or the thread is ending.
    fn write(&self, write: impl FnOnce(&mut RingWriter)) {
        // What is traced while a ring is written cannot be written to it.
        let _ = RING.try_with(|ring| {
            let Ok(mut ring) = ring.try_borrow_mut() else { return };
            let taken = ring.get_or_insert_with(|| self.take_ring());
            if let Some(writer) = &mut taken.writer {
                write(writer);
            }
        });
    }

    fn take_ring(&self) -> Taken {
        let mut shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        let mut writer = shared.free.pop().or_else(|| {
            let ring = shared.next_ring;
            shared.next_ring = ring.saturating_add(1);
            shared.session.take_writer(ring, MonotonicClock)
        });
        if let Some(writer) = &mut writer {
            writer.domain_spawn(process_id());
        }
        Taken { writer, shared: Arc::clone(&self.shared) }
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        if let Some(mut writer) = self.writer.take() {
            writer.domain_terminate(process_id());
            self.shared.lock().unwrap_or_else(PoisonError::into_inner).free.push(writer);
        }
    }
}

fn process_id() -> NonZeroU32 {
    NonZeroU32::new(std::process::id()).unwrap_or(NonZeroU32::MIN) // Never 0.
}

/// The event index of a span, kept with it.
struct SpanIndex(EventIndex);

impl<S> Layer<S> for RingLayer
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        // Looked up once, so that entering and leaving need no lock.
        if let (Some(span), Some(index)) = (
            context.span(id),
            self.index(&name(attributes.metadata(), attributes.metadata().name())),
        ) {
            span.extensions_mut().insert(SpanIndex(index));
        }
    }

    fn on_enter(&self, id: &Id, context: Context<'_, S>) {
        if let Some(index) = span_index(id, &context) {
            self.write(|writer| writer.span_begin(index));
        }
    }

    fn on_exit(&self, id: &Id, context: Context<'_, S>) {
        if let Some(index) = span_index(id, &context) {
            self.write(|writer| writer.span_end(index));
        }
    }

    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut text = Text::default();
        event.record(&mut text);
        let level = event.metadata().level().as_str().to_ascii_lowercase();
        let Some(index) = self.index(&name(event.metadata(), &level)) else { return };
        self.write(|writer| {
            if text.0.is_empty() {
                writer.unit(index);
            } else {
                let room = text.0.len().min(MOST_TEXT_BYTES);
                // The ring has room for so much: it was asked for at the beginning.
                let _ = writer.custom(index, &text.0.as_bytes()[..room]);
            }
        });
    }
}

fn span_index<S>(id: &Id, context: &Context<'_, S>) -> Option<EventIndex>
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    let span = context.span(id)?;
    let extensions = span.extensions();
    extensions.get::<SpanIndex>().map(|index| index.0)
}

/// A name of at most 127 bytes, cut at a character.
fn name(metadata: &Metadata<'_>, name: &str) -> String {
    let mut whole = format!("{}.{name}", metadata.target()).replace('\0', " ");
    while whole.len() > 127 {
        whole.pop();
    }
    whole
}

/// The message and the fields of an event.
#[derive(Default)]
struct Text(String);

impl Visit for Text {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let space = if self.0.is_empty() { "" } else { " " };
        // Writing to a string does not fail.
        let _ = if field.name() == "message" {
            write!(self.0, "{space}{value:?}")
        } else {
            write!(self.0, "{space}{}={value:?}", field.name())
        };
    }
}

/// Longer text is cut.
const MOST_TEXT_BYTES: usize = 256;

fn main() -> Result<(), Box<dyn Error>> {
    let settings = Settings::from_environment();
    let (layer, _removal) = RingLayer::new(&settings)?;
    tracing::subscriber::set_global_default(tracing_subscriber::registry().with(layer))?;

    std::thread::scope(|scope| {
        for worker in 0..2 {
            scope.spawn(move || {
                for request in 0..12 {
                    let _span = info_span!("request").entered();
                    info!(worker, request, "received");
                    info_span!("answer").in_scope(|| {
                        // The work.
                        std::thread::sleep(Duration::from_millis(2));
                        info!("sent");
                    });
                }
            });
        }
    });
    Ok(())
}
