//! Tracks and marks as lines of JSON, for programs that want them without a format of some viewer.

use serde::Serialize;

use super::encoder::Encoder;
use super::json::{Details, write_json};
use super::timeline::{Gap, Label, Link, Mark, Number, Track, TrackKind, What};

/// Writes one object a line.
#[derive(Debug, Default)]
pub(super) struct Lines;

/// One line.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Line<'a> {
    Track {
        track: u64,
        parent: Option<u64>,
        what: &'static str,
        name: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        process_id: Option<u32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        unit: Option<&'static str>,
    },
    Begin(Labelled<'a>),
    End(Labelled<'a>),
    Instant(Labelled<'a>),
    Counter {
        ring: u32,
        track: u64,
        ts: u64,
        value: Number,
    },
    Lost {
        ring: u32,
        track: u64,
        ts: u64,
        since: Option<u64>,
        words: u64,
    },
    Paused {
        ring: u32,
        track: u64,
        ts: u64,
        since: Option<u64>,
    },
}

#[derive(Debug, Serialize)]
struct Labelled<'a> {
    ring: u32,
    track: u64,
    ts: u64,
    category: &'static str,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    link_out: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    link_in: Option<u64>,
    #[serde(skip_serializing_if = "Details::is_empty")]
    details: Details<'a>,
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
