//! A picture: fibers as bars, contexts as brackets around them, the collector behind.

mod draw;
mod intervals;
mod layout;
mod scale;

use std::collections::HashMap;

use super::encoder::Encoder;
use super::timeline::{Category, Gap, Label, Link, Mark, Track, TrackId, TrackKind, What};
use crate::inspect::stats::WAIT;
use intervals::Intervals;

/// Collects what is drawn at the end. A picture has so many rows and so many bars that it can be looked at: what is more
/// is counted, and the count is drawn.
#[derive(Debug, Default)]
pub(super) struct Svg {
    picture: Picture,
    /// The row of each track.
    rows: HashMap<TrackId, usize>,
    rings: HashMap<TrackId, u32>,
    /// Arrows that have begun.
    links: HashMap<u64, Point>,
}

/// All that is drawn.
#[derive(Debug, Default)]
struct Picture {
    name: String,
    first_ns: Option<u64>,
    last_ns: u64,
    rings: Vec<Ring>,
    rows: Vec<Row>,
    arrows: Vec<Arrow>,
    /// Fibers and contexts that have no row.
    rows_left_out: u64,
}

/// What is known of a ring.
#[derive(Debug, Default)]
struct Ring {
    is_used: bool,
    /// Phases that are open.
    depth: u32,
    phases: Intervals,
    gaps: Vec<RingGap>,
}

#[derive(Debug)]
struct RingGap {
    from_ns: u64,
    to_ns: u64,
    text: String,
}

/// A fiber or a context.
#[derive(Debug)]
struct Row {
    track: TrackId,
    parent: TrackId,
    is_context: bool,
    name: String,
    from_ns: u64,
    to_ns: u64,
    /// Whether it has ended, as far as this is known.
    is_open: bool,
    ring: u32,
    running: Intervals,
    waiting: Intervals,
    ready: Intervals,
    /// What is open now: since when, and what.
    open: Option<(u64, Activity, String)>,
    errors: Vec<(u64, String)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Activity {
    Life,
    Running,
    Waiting,
    Ready,
}

/// An arrow between two rows.
#[derive(Debug)]
struct Arrow {
    from: Point,
    to: Point,
    is_birth: bool,
}

#[derive(Clone, Copy, Debug)]
struct Point {
    row: usize,
    at_ns: u64,
    is_birth: bool,
}

/// More rows than this nobody looks at.
const MOST_ROWS: usize = 1000;
const MOST_ARROWS: usize = 5000;
const MOST_GAPS: usize = 1000;
const MOST_ERRORS: usize = 10;

impl Encoder for Svg {
    fn begin(&mut self, _out: &mut Vec<u8>) {}

    fn track(&mut self, track: &Track<'_>, _out: &mut Vec<u8>) {
        match track.kind {
            TrackKind::Process { .. } => self.picture.name = track.name.to_owned(),
            TrackKind::Ring { ring } => {
                self.rings.insert(track.id, ring);
            }
            TrackKind::Fiber | TrackKind::Context => self.row(track),
            TrackKind::Part | TrackKind::Group | TrackKind::Counter { .. } => {}
        }
    }

    fn mark(&mut self, mark: &Mark<'_>, _out: &mut Vec<u8>) {
        let at_ns = mark.timestamp_ns;
        let first_ns = self.picture.first_ns.get_or_insert(at_ns);
        *first_ns = at_ns.min(*first_ns);
        self.picture.last_ns = self.picture.last_ns.max(at_ns);
        if let Some(&ring) = self.rings.get(&mark.track) {
            self.picture.ring(ring).mark(mark);
        } else if let Some(&row) = self.rows.get(&mark.track) {
            self.row_mark(row, mark);
        }
    }

    fn end(&mut self, out: &mut Vec<u8>) {
        draw::draw(&self.picture, out);
    }
}

impl Svg {
    fn row(&mut self, track: &Track<'_>) {
        if let Some(&row) = self.rows.get(&track.id) {
            track.name.clone_into(&mut self.picture.rows[row].name);
            return;
        }
        if self.picture.rows.len() == MOST_ROWS {
            self.picture.rows_left_out += 1;
            return;
        }
        self.rows.insert(track.id, self.picture.rows.len());
        self.picture.rows.push(Row {
            track: track.id,
            parent: track.parent.unwrap_or(TrackId(0)),
            is_context: track.kind == TrackKind::Context,
            name: track.name.to_owned(),
            from_ns: u64::MAX,
            to_ns: 0,
            is_open: false,
            ring: 0,
            running: Intervals::default(),
            waiting: Intervals::default(),
            ready: Intervals::default(),
            open: None,
            errors: Vec::new(),
        });
    }

    fn row_mark(&mut self, place: usize, mark: &Mark<'_>) {
        let row = &mut self.picture.rows[place];
        row.mark(mark);
        let (What::Begin(label) | What::Instant(label)) = mark.what else { return };
        let at = |is_birth| Point { row: place, at_ns: mark.timestamp_ns, is_birth };
        match label.link {
            // An arrow that nobody has ended is replaced, so there are no more of them than of what is there.
            Some(Link::Out(number)) if self.links.len() < MOST_ARROWS => {
                self.links.insert(number, at(label.name.starts_with("makes ")));
            }
            Some(Link::In(number)) => {
                let from = self.links.remove(&number);
                if let Some(from) = from.filter(|_| self.picture.arrows.len() < MOST_ARROWS) {
                    let (to, is_birth) = (at(false), from.is_birth);
                    self.picture.arrows.push(Arrow { from, to, is_birth });
                }
            }
            _ => {}
        }
    }
}

impl Picture {
    fn ring(&mut self, ring: u32) -> &mut Ring {
        let place = ring as usize;
        if self.rings.len() <= place {
            self.rings.resize_with(place + 1, Ring::default);
        }
        &mut self.rings[place]
    }
}

impl Ring {
    fn mark(&mut self, mark: &Mark<'_>) {
        self.is_used = true;
        let at_ns = mark.timestamp_ns;
        match mark.what {
            What::Begin(label) if label.category == Category::Runtime => {
                if self.depth == 0 && label.name != WAIT {
                    self.phases.begin(at_ns, label.name);
                }
                self.depth += 1;
            }
            What::End(label) if label.category == Category::Runtime => {
                self.depth = self.depth.saturating_sub(1);
                if self.depth == 0 {
                    self.phases.end(at_ns);
                }
            }
            What::Gap { since_ns, cause } if self.gaps.len() < MOST_GAPS => {
                let text = match cause {
                    Gap::Lost { .. } => cause.text(),
                    Gap::Paused => "recording was paused".to_owned(),
                };
                self.gaps.push(RingGap { from_ns: since_ns.unwrap_or(at_ns), to_ns: at_ns, text });
            }
            _ => {}
        }
    }
}

impl Row {
    fn mark(&mut self, mark: &Mark<'_>) {
        let at_ns = mark.timestamp_ns;
        self.from_ns = self.from_ns.min(at_ns);
        self.to_ns = self.to_ns.max(at_ns);
        match mark.what {
            What::Begin(label) => {
                let activity = self.activity(&label);
                if activity == Activity::Running {
                    self.ring = mark.ring;
                }
                self.is_open = true;
                self.open = Some((at_ns, activity, label.name.to_owned()));
            }
            What::End(label) => {
                let Some((since_ns, activity, name)) = self.open.take() else { return };
                let intervals = match activity {
                    Activity::Life => None,
                    Activity::Running => Some(&mut self.running),
                    Activity::Waiting => Some(&mut self.waiting),
                    Activity::Ready => Some(&mut self.ready),
                };
                if let Some(intervals) = intervals {
                    intervals.begin(since_ns, &name);
                    intervals.end(at_ns);
                }
                self.is_open = !label.details.is_empty();
            }
            What::Instant(label) if label.name == "error" && self.errors.len() < MOST_ERRORS => {
                let text = label.details.first().map(|detail| detail.value.to_string());
                self.errors.push((at_ns, text.unwrap_or_default()));
            }
            _ => {}
        }
    }

    fn activity(&self, label: &Label<'_>) -> Activity {
        match label.name {
            _ if self.is_context => Activity::Life,
            "running" => Activity::Running,
            "ready" => Activity::Ready,
            _ => Activity::Waiting,
        }
    }
}
