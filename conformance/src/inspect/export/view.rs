//! Changes of the run as tracks and marks.

mod eio;
mod fields;
mod open;
mod things;

use std::borrow::Cow;
use std::io;

use eventring::registry::{ALLOC_BUCKETS, Release};
use eventring::words::Words;

use super::encoder::Marks;
use super::labels::Labels;
use super::timeline::{
    Category, Detail, Gap, Label, Link, Mark, Number, Track, TrackId, TrackKind, Value, What,
};
use super::tracks::{PROCESS, Part, Told, ring_track};
use crate::inspect::FieldReader;
use crate::record::Hex;
use crate::run::{Change, End, Flaw, Run, View, What as Changed};
use fields::FieldTexts;
use open::{OpenSpans, Place, SpanName};
use things::Things;

/// Shows a run to an export.
pub struct ExportView<M> {
    marker: Marker<M>,
    labels: Labels,
    told: Told,
    things: Things,
    open: OpenSpans,
    /// The latest time that was shown.
    last_ns: u64,
    fields: Option<FieldReader>,
    failed: Option<io::Error>,
}

/// Who takes the marks, and the ring that tells the next.
struct Marker<M> {
    marks: M,
    ring: u32,
}

impl<M: Marks> ExportView<M> {
    /// Begins with the track of the process.
    ///
    /// # Errors
    ///
    /// The output could not be written.
    pub fn new(mut marks: M, process_name: &str, process_id: Option<u32>) -> io::Result<Self> {
        marks.track(&Track {
            id: PROCESS,
            parent: None,
            kind: TrackKind::Process { process_id },
            name: process_name,
        })?;
        Ok(Self {
            marker: Marker { marks, ring: 0 },
            labels: Labels::default(),
            told: Told::default(),
            things: Things::default(),
            open: OpenSpans::default(),
            last_ns: 0,
            fields: None,
            failed: None,
        })
    }

    /// Says of custom events with a schema what their fields hold.
    #[must_use]
    pub fn with_fields(self, fields: Option<FieldReader>) -> Self {
        Self { fields, ..self }
    }

    /// Writes what is there by now. If that fails, no more is wanted, and the end says why.
    pub fn flush(&mut self) {
        if self.failed.is_none() {
            self.failed = self.marker.marks.flush().err();
        }
    }

    /// Ends what is open, and the format. A part of a run leaves something open, a run that was finished does not.
    ///
    /// # Errors
    ///
    /// The output could not be written, now or earlier.
    pub fn finish(mut self, run: &Run) -> io::Result<()> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        self.settle_all(run)?;
        let detail = end_detail(End::Open);
        for (track, name) in self.open.take(|ring| ring_track(ring, Part::Ring)) {
            let label = Label::new(name.category(), name.text(&self.labels));
            let what = What::End(Label { details: detail.as_slice(), ..label });
            self.marker.mark((self.last_ns, track), what)?;
        }
        self.marker.marks.finish()
    }

    fn show(&mut self, run: &Run, change: &Change<'_>) -> io::Result<()> {
        let Change { ring, timestamp_ns, what, .. } = *change;
        self.marker.ring = ring;
        self.settle(run, change)?;
        self.last_ns = self.last_ns.max(timestamp_ns);
        match what {
            Changed::PhaseBegan { phase, .. } => {
                let place = self.ring_place(ring)?;
                self.begin((timestamp_ns, place), SpanName::Phase(phase), None)
            }
            Changed::PhaseEnded { phase, began_ns, end, .. } => {
                let place = self.ring_place(ring)?;
                self.end((timestamp_ns, place), SpanName::Phase(phase), began_ns, end)
            }
            Changed::SpanBegan { index, .. } => {
                let place = Place::Other(self.part(ring, Part::Spans(index))?);
                self.begin((timestamp_ns, place), SpanName::User(index), None)
            }
            Changed::SpanEnded { index, began_ns, end, .. } => {
                let place = Place::Other(self.part(ring, Part::Spans(index))?);
                self.end((timestamp_ns, place), SpanName::User(index), began_ns, end)
            }
            Changed::Counter { counter, value: Some(value) } => {
                let track = self.part(ring, Part::Counter(counter))?;
                let what = What::Counter(Number::Unsigned(value));
                self.marker.mark((timestamp_ns, track), what)
            }
            Changed::Lost { words, since_ns } => {
                let track = self.ring(ring)?;
                // Before the first event of a ring everything is unknown, from where the run is known at all.
                let since_ns = since_ns.or(run.first_ns().filter(|first| *first < timestamp_ns));
                let what = What::Gap { since_ns, cause: Gap::Lost { words } };
                self.marker.mark((timestamp_ns, track), what)
            }
            Changed::Paused { since_ns } => {
                let track = self.ring(ring)?;
                let what = What::Gap { since_ns, cause: Gap::Paused };
                self.marker.mark((timestamp_ns, track), what)
            }
            Changed::DomainBegan => {
                let place = Place::Other(self.part(ring, Part::Domains)?);
                let name = SpanName::Domain(domain_name(ring));
                self.begin((timestamp_ns, place), name, None)
            }
            Changed::DomainEnded { end } => {
                let place = Place::Other(self.part(ring, Part::Domains)?);
                let name = SpanName::Domain(domain_name(ring));
                let began_ns = run.domain(ring).map(|domain| domain.began_ns);
                self.end((timestamp_ns, place), name, began_ns, end)
            }
            Changed::Counter { .. }
            | Changed::Alloc { .. }
            | Changed::Lifecycle { .. }
            | Changed::Unit { .. }
            | Changed::Int { .. }
            | Changed::Custom { .. }
            | Changed::Unknown { .. }
            | Changed::Faulted { .. }
            | Changed::Flawed { .. } => self.moment(run, change),
            _ => self.eio(run, change),
        }
    }

    /// A moment of a ring.
    fn moment(&mut self, run: &Run, change: &Change<'_>) -> io::Result<()> {
        let Change { ring, timestamp_ns, what, .. } = *change;
        let track = self.ring(ring)?;
        if let Changed::Custom { index, data: Some(data) } = what
            && let Some(fields) = &self.fields
            && let Some(name) = run.name(change.origin)
            && let Some(fields) = fields.of_event(name, data)
        {
            let texts = FieldTexts::new(fields);
            let label = Label::new(Category::User, self.labels.user(index));
            let what = What::Instant(Label { details: &texts.details(), ..label });
            return self.marker.mark((timestamp_ns, track), what);
        }
        let text: String;
        let (category, name, detail): (_, Cow<'_, str>, Option<Detail<'_>>) = match what {
            Changed::Counter { counter, .. } => {
                let name = self.labels.counter(counter).into();
                (Category::Runtime, name, Some(detail("value", Value::Text(MISSING))))
            }
            Changed::Alloc { buckets } => {
                text = shown_buckets(buckets);
                (Category::Runtime, "alloc".into(), Some(detail("buckets", Value::Text(&text))))
            }
            Changed::Lifecycle { lifecycle, value } => {
                let value = value.map(|value| detail("value", Value::Number(value.into())));
                (Category::Lifecycle, self.labels.lifecycle(lifecycle).into(), value)
            }
            Changed::Unit { index } => (Category::User, self.labels.user(index).into(), None),
            Changed::Int { index, value } => {
                let value = value.map_or(Value::Text(MISSING), |value| Value::Number(value.into()));
                (Category::User, self.labels.user(index).into(), Some(detail("value", value)))
            }
            Changed::Custom { index, data } => {
                text = data.map_or_else(|| MISSING.to_owned(), |data| Hex(data).to_string());
                let data = detail("data", Value::Text(&text));
                (Category::User, self.labels.user(index).into(), Some(data))
            }
            Changed::Unknown { user, kind, id, payload } => {
                let category = if user { Category::User } else { Category::Runtime };
                text = Hex(payload.as_bytes()).to_string();
                let name = format!("{} type {kind}, id {id}", category.name());
                (category, name.into(), Some(detail("payload", Value::Text(&text))))
            }
            Changed::Faulted { fault } => {
                text = fault.clause().to_owned();
                let name = format!("the ring ends early: {fault}");
                (Category::Reader, name.into(), Some(detail("clause", Value::Text(&text))))
            }
            Changed::Flawed { flaw } => (Category::Reader, flaw_text(flaw).into(), None),
            _ => return Ok(()),
        };
        let details = detail.as_slice();
        let label = Label { details, ..Label::new(category, &name) };
        self.marker.mark((timestamp_ns, track), What::Instant(label))
    }

    #[inline]
    fn begin(
        &mut self,
        (timestamp_ns, place): (u64, Place),
        name: SpanName,
        link: Option<Link>,
    ) -> io::Result<()> {
        let label = Label { link, ..Label::new(name.category(), name.text(&self.labels)) };
        let (track, what) = (place.track(), What::Begin(label));
        self.marker.mark((timestamp_ns, track), what)?;
        self.open.begin(place, name);
        Ok(())
    }

    /// The end of a span. Where its begin was not shown, it is a moment.
    #[inline]
    fn end(
        &mut self,
        (timestamp_ns, place): (u64, Place),
        name: SpanName,
        began_ns: Option<u64>,
        end: End,
    ) -> io::Result<()> {
        let detail = end_detail(end);
        let track = place.track();
        if let Some(name) = self.open.end(place) {
            let label = Label::new(name.category(), name.text(&self.labels));
            let what = What::End(Label { details: detail.as_slice(), ..label });
            return self.marker.mark((timestamp_ns, track), what);
        }
        let began = began_ns
            .map(|began_ns| Detail { name: "began_ns", value: Value::Number(began_ns.into()) });
        let details: Vec<Detail<'_>> = began.into_iter().chain(detail).collect();
        let text = format!("end of {}", name.text(&self.labels));
        let label = Label { details: &details, ..Label::new(name.category(), &text) };
        self.marker.mark((timestamp_ns, track), What::Instant(label))
    }

    #[inline]
    fn ring_place(&mut self, ring: u32) -> io::Result<Place> {
        Ok(Place::Ring(ring, self.ring(ring)?))
    }

    /// The track of a ring, which is told where it is new.
    #[inline]
    fn ring(&mut self, ring: u32) -> io::Result<TrackId> {
        self.part(ring, Part::Ring)
    }

    /// The track of a part of a ring, which is told where it is new.
    #[inline]
    fn part(&mut self, ring: u32, part: Part) -> io::Result<TrackId> {
        if self.told.is_new(ring, part) {
            self.tell_part(ring, part)?;
        }
        Ok(ring_track(ring, part))
    }

    #[cold]
    fn tell_part(&mut self, ring: u32, part: Part) -> io::Result<()> {
        if part == Part::Ring {
            let (id, name) = (ring_track(ring, part), format!("ring {ring}"));
            let kind = TrackKind::Ring { ring };
            return self.marker.marks.track(&Track {
                id,
                parent: Some(PROCESS),
                kind,
                name: &name,
            });
        }
        let parent = Some(self.ring(ring)?);
        let (kind, name) = match part {
            Part::Ring | Part::Domains => (TrackKind::Part, "domains"),
            Part::Fibers => (TrackKind::Part, "fibers"),
            Part::Operations => (TrackKind::Part, "operations"),
            Part::Idle => (TrackKind::Part, "idle"),
            Part::Spans(index) => (TrackKind::Part, self.labels.user(index)),
            Part::Counter(counter) => {
                let name = self.labels.counter(counter);
                (TrackKind::Counter { unit: unit_of(counter, name) }, name)
            }
        };
        self.marker.marks.track(&Track { id: ring_track(ring, part), parent, kind, name })
    }
}

impl<M: Marks> Marker<M> {
    #[inline]
    fn mark(&mut self, (timestamp_ns, track): (u64, TrackId), what: What<'_>) -> io::Result<()> {
        self.marks.mark(&Mark { ring: self.ring, timestamp_ns, track, what })
    }
}

impl<M: Marks> View for ExportView<M> {
    #[inline]
    fn change(&mut self, run: &Run, change: &Change<'_>) {
        if self.failed.is_none() {
            self.labels.learn(change.origin, || run.name(change.origin));
            self.failed = self.show(run, change).err();
        }
    }

    fn is_full(&self) -> bool {
        self.failed.is_some()
    }
}

/// What stands for a payload that the item is too short for.
const MISSING: &str = "missing";

/// What is to be said of an end that no event tells.
fn end_detail(end: End) -> Option<Detail<'static>> {
    match end {
        End::Told => None,
        End::Unknown => Some(detail("end", Value::Text("unknown"))),
        End::Open => Some(detail("end", Value::Text("open"))),
    }
}

const fn detail<'a>(name: &'a str, value: Value<'a>) -> Detail<'a> {
    Detail { name, value }
}

/// No event tells the number that the runtime gives a domain.
fn domain_name(ring: u32) -> String {
    format!("domain of ring {ring}")
}

/// The unit of a counter, where a release gives it that name.
fn unit_of(counter: u16, name: &str) -> Option<&'static str> {
    let release =
        Release::ALL.into_iter().find(|release| release.counter_name(counter) == Some(name));
    Some(release?.counter_unit(counter)?.name())
}

fn shown_buckets(buckets: Words<'_>) -> String {
    let counts: Vec<_> =
        buckets.iter().take(ALLOC_BUCKETS).map(|count| count.to_string()).collect();
    counts.join(" ")
}

const fn flaw_text(flaw: Flaw) -> &'static str {
    match flaw {
        Flaw::ExitWithoutEnter => "something ends that has not begun",
        Flaw::ExitOfUnknown => "a fiber ends that nobody knows",
        Flaw::CreatedTwice => "an id is created twice",
        Flaw::Short => "the data ends before its last field",
        Flaw::MixedWires => "events of different versions of Eio; none is interpreted from here on",
        Flaw::WithoutFiber => "it is not known of which fiber this is",
    }
}
