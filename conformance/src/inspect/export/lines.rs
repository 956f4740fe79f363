//! Tracks and marks as lines of JSON, for programs that want them without a format of some viewer.

use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, schema_for};
use serde::Serialize;

use super::encoder::Encoder;
use super::json::{Details, write_json};
use super::timeline::{Gap, Label, Link, Mark, Number, Track, TrackKind, What};

/// Writes one object a line.
#[derive(Debug, Default)]
pub(super) struct Lines;

/// The JSON Schema of a line.
pub fn line_schema() -> Schema {
    schema_for!(Line<'_>)
}

/// A line of `export --format jsonl`: a track, or something at one moment on one. Others may be added, with other kinds
/// and other members.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[schemars(title = "Line of an export")]
enum Line<'a> {
    /// A line of a picture of the run, before anything on it. Told again, it has a new name.
    Track {
        /// Its number.
        track: u64,
        /// The track that it belongs to; null for a process.
        parent: Option<u64>,
        /// `process`, `ring`, `fiber`, `context`, `part` of a ring or a fiber, `group` of others, or `counter`.
        what: &'static str,
        /// What people call it.
        name: &'a str,
        /// Of a process, where the file tells it.
        #[serde(skip_serializing_if = "Option::is_none")]
        process_id: Option<u32>,
        /// What a counter counts, where it is known.
        #[serde(skip_serializing_if = "Option::is_none")]
        unit: Option<&'static str>,
    },
    /// A span begins, inside those that are open on its track.
    Begin(Labelled<'a>),
    /// The innermost open span of the track ends. Where no event tells it, `details` has `end`: `unknown` or `open`.
    End(Labelled<'a>),
    /// A moment.
    Instant(Labelled<'a>),
    /// A counter has this value from now on.
    Counter {
        /// The ring that tells it.
        ring: u32,
        /// Its track.
        track: u64,
        /// When, in nanoseconds of the producer's clock.
        ts: u64,
        /// The value.
        #[schemars(with = "serde_json::Number", extend("type" = "integer"))]
        value: Number,
    },
    /// Words of a ring were lost.
    Lost {
        /// The ring.
        ring: u32,
        /// Its track.
        track: u64,
        /// When the ring is known again.
        ts: u64,
        /// The last moment before it that is known; null where there is none.
        since: Option<u64>,
        /// How many.
        words: u64,
    },
    /// The program did not record.
    Paused {
        /// The ring.
        ring: u32,
        /// Its track.
        track: u64,
        /// When it went on.
        ts: u64,
        /// The last moment before it that is known; null where there is none.
        since: Option<u64>,
    },
}

/// What a span or a moment is called, and what is known of it.
#[derive(Debug, Serialize, JsonSchema)]
struct Labelled<'a> {
    /// The ring that tells it.
    ring: u32,
    /// Where it is shown.
    track: u64,
    /// When, in nanoseconds of the producer's clock.
    ts: u64,
    /// Who says so: `runtime`, `lifecycle`, `user`, `eio`, or `reader`, which is this program.
    category: &'static str,
    /// Its name. Bytes that are no UTF-8 are written `\xff`.
    name: &'a str,
    /// The arrow that starts here, by its number.
    #[serde(skip_serializing_if = "Option::is_none")]
    link_out: Option<u64>,
    /// The arrow that ends here.
    #[serde(skip_serializing_if = "Option::is_none")]
    link_in: Option<u64>,
    /// More about it, name by name.
    #[serde(skip_serializing_if = "Details::is_empty")]
    #[schemars(with = "Option<BTreeMap<String, DetailValue>>")]
    details: Details<'a>,
}

/// A number or text.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "only its schema is used")]
enum DetailValue {
    Number(serde_json::Number),
    Text(String),
}

impl Encoder for Lines {
    fn begin(&mut self, _out: &mut Vec<u8>) {}

    fn track(&mut self, track: &Track<'_>, out: &mut Vec<u8>) {
        let (mut process_id, mut unit) = (None, None);
        match track.kind {
            TrackKind::Process { process_id: id } => process_id = id,
            TrackKind::Counter { unit: name } => unit = name,
            TrackKind::Ring { .. }
            | TrackKind::Fiber
            | TrackKind::Context
            | TrackKind::Part
            | TrackKind::Group => {}
        }
        let line = Line::Track {
            track: track.id.0,
            parent: track.parent.map(|parent| parent.0),
            what: track.kind.name(),
            name: track.name,
            process_id,
            unit,
        };
        write_line(&line, out);
    }

    fn mark(&mut self, mark: &Mark<'_>, out: &mut Vec<u8>) {
        let (ring, track, ts) = (mark.ring, mark.track.0, mark.timestamp_ns);
        let labelled = |label| Labelled::new((ring, track, ts), label);
        match mark.what {
            What::Begin(label) => write_line(&Line::Begin(labelled(label)), out),
            What::End(label) => write_line(&Line::End(labelled(label)), out),
            What::Instant(label) => write_line(&Line::Instant(labelled(label)), out),
            What::Counter(value) => write_line(&Line::Counter { ring, track, ts, value }, out),
            What::Gap { since_ns: since, cause } => match cause {
                Gap::Lost { words } => {
                    write_line(&Line::Lost { ring, track, ts, since, words }, out)
                }
                Gap::Paused => write_line(&Line::Paused { ring, track, ts, since }, out),
            },
        }
    }

    fn end(&mut self, _out: &mut Vec<u8>) {}
}

impl<'a> Labelled<'a> {
    fn new((ring, track, ts): (u32, u64, u64), label: Label<'a>) -> Self {
        let (link_out, link_in) = match label.link {
            Some(Link::Out(number)) => (Some(number), None),
            Some(Link::In(number)) => (None, Some(number)),
            None => (None, None),
        };
        Self {
            ring,
            track,
            ts,
            category: label.category.name(),
            name: label.name,
            link_out,
            link_in,
            details: Details(label.details),
        }
    }
}

fn write_line(line: &Line<'_>, out: &mut Vec<u8>) {
    write_json(line, out);
    out.push(b'\n');
}
