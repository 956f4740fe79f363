//! Fibers, contexts and what they do to objects.

use std::collections::hash_map::Entry;
use std::io;

use super::open::{Place, SpanName};
use super::things::{Pending, Shown, thing_name};
use super::{ExportView, MISSING, detail, end_detail};
use crate::inspect::export::encoder::Marks;
use crate::inspect::export::text::text_of;
use crate::inspect::export::timeline::{
    Category, Detail, Label, Link, Track, TrackId, TrackKind, Value, What,
};
use crate::inspect::export::tracks::{EIO, PROCESS, Part, operations_track, thing_track};
use crate::run::{Change, Class, End, Key, Life, Parent, Run, Stop, What as Changed};

impl<M: Marks> ExportView<M> {
    /// What Eio tells.
    pub(super) fn eio(&mut self, run: &Run, change: &Change<'_>) -> io::Result<()> {
        let Change { ring, timestamp_ns, what, .. } = *change;
        match what {
            Changed::Appeared { thing } => self.thing(run, thing).map(drop),
            Changed::Created { thing } => self.created(run, change, thing),
            Changed::Named { thing } => self.tell_thing(run, thing),
            Changed::Located { thing } => {
                let location = run.thing(thing).and_then(|thing| thing.location.as_deref());
                let location = text_of(location.unwrap_or_default());
                let details = [detail("location", Value::Text(&location))];
                self.about(run, change, Some(thing), "made here", &details)
            }
            Changed::Moved { thing } => {
                let context = match run.thing(thing).map(|thing| thing.parent) {
                    Some(Parent::Of(context)) => name_of(run, context),
                    Some(Parent::Root) => "none".to_owned(),
                    Some(Parent::Unknown) | None => MISSING.to_owned(),
                };
                let details = [detail("context", Value::Text(&context))];
                self.about(run, change, Some(thing), "moved", &details)
            }
            Changed::FiberRuns { fiber, .. } => self.runs(run, change, fiber),
            Changed::FiberStops { fiber, began_ns, stop } => {
                self.stops(run, change, fiber, (began_ns, stop))
            }
            Changed::Ended { thing, end } => self.ended((timestamp_ns, thing), end),
            Changed::Obscured { thing } => self.ended((timestamp_ns, thing), End::Unknown),
            Changed::Failed { thing, text } => {
                let text = text_of(text);
                let details = [detail("exception", Value::Text(&text))];
                self.about(run, change, Some(thing), "error", &details)
            }
            Changed::Got { fiber, thing } => {
                let was_put = run.thing(thing).is_some_and(|thing| thing.last_put.is_some());
                let link = was_put.then(|| Link::In(put_link(thing)));
                self.touches(run, change, fiber, ("got", thing, link))
            }
            Changed::Wanted { fiber, thing } => {
                self.touches(run, change, fiber, ("wants", thing, None))
            }
            Changed::Put { fiber, thing } => {
                let link = Some(Link::Out(put_link(thing)));
                self.touches(run, change, fiber, ("put", thing, link))
            }
            Changed::Log { fiber, text } => self.about(run, change, fiber, &text_of(text), &[]),
            Changed::OperationBegan { fiber, text, .. } => {
                let place = self.operations(run, ring, fiber)?;
                let name = SpanName::Eio(text_of(text).into_owned().into());
                self.begin((timestamp_ns, place), name, None)
            }
            Changed::OperationEnded { fiber, text, began_ns, end, .. } => {
                let place = self.operations(run, ring, fiber)?;
                let text = text.map_or("an operation".into(), text_of);
                let name = SpanName::Eio(text.into_owned().into());
                self.end((timestamp_ns, place), name, began_ns, end)
            }
            Changed::IdleBegan => {
                let place = Place::Other(self.part(ring, Part::Idle)?);
                self.begin((timestamp_ns, place), SpanName::Eio("idle".into()), None)
            }
            Changed::IdleEnded { began_ns, end } => {
                let place = Place::Other(self.part(ring, Part::Idle)?);
                self.end((timestamp_ns, place), SpanName::Eio("idle".into()), began_ns, end)
            }
            Changed::SpawnedBy { fiber } => {
                let name = name_of(run, fiber);
                let details = [detail("fiber", Value::Text(&name))];
                self.about(run, change, None, "spawned by", &details)
            }
            _ => Ok(()),
        }
    }

    /// A context that has begun is shown with its name, which follows at once if at all.
    #[inline]
    pub(super) fn settle(&mut self, run: &Run, change: &Change<'_>) -> io::Result<()> {
        match self.things.pending(change.ring) {
            None => Ok(()),
            Some(pending) => self.settle_pending(run, change, pending),
        }
    }

    fn settle_pending(
        &mut self,
        run: &Run,
        change: &Change<'_>,
        pending: Pending,
    ) -> io::Result<()> {
        if matches!(change.what, Changed::Named { thing } if thing == pending.context) {
            return Ok(());
        }
        self.things.set_pending(change.ring, None);
        self.context_begins(run, pending)
    }

    /// Shows the contexts that have begun and were not shown yet.
    pub(super) fn settle_all(&mut self, run: &Run) -> io::Result<()> {
        self.things.take_pending().into_iter().try_for_each(|(ring, pending)| {
            self.marker.ring = ring;
            self.context_begins(run, pending)
        })
    }

    fn created(&mut self, run: &Run, change: &Change<'_>, key: Key) -> io::Result<()> {
        let Some(thing) = run.thing(key) else { return Ok(()) };
        if !matches!(thing.class, Class::Fiber | Class::Context | Class::SystemThread) {
            return Ok(());
        }
        let parent = match thing.parent {
            Parent::Of(context) if self.things.shown.contains_key(&context) => thing_track(context),
            _ => EIO,
        };
        self.things.shown.entry(key).or_insert(Shown::new(parent));
        self.tell_thing(run, key)?;
        if thing.class == Class::Context {
            let timestamp_ns = change.timestamp_ns;
            let pending = Pending { context: key, timestamp_ns };
            self.things.set_pending(change.ring, Some(pending));
        } else if let Some(creator) = thing.creator {
            let name = format!("makes {}", thing_name(thing));
            let track = self.track_of(run, change.ring, Some(creator))?;
            let link = Some(Link::Out(make_link(key)));
            let label = Label { link, ..Label::new(Category::Eio, &name) };
            let timestamp_ns = change.timestamp_ns;
            self.marker.mark((timestamp_ns, track), What::Instant(label))?;
        }
        Ok(())
    }

    fn context_begins(&mut self, run: &Run, pending: Pending) -> io::Result<()> {
        let Pending { context, timestamp_ns } = pending;
        let name = self.span_name(run, context);
        self.begin((timestamp_ns, Place::Other(thing_track(context))), name, None)
    }

    fn runs(&mut self, run: &Run, change: &Change<'_>, fiber: Key) -> io::Result<()> {
        let Change { ring, timestamp_ns, .. } = *change;
        let place = Place::Other(self.part(ring, Part::Fibers)?);
        let name = self.span_name(run, fiber);
        self.begin((timestamp_ns, place), name, None)?;
        let Some(track) = self.thing(run, fiber)? else { return Ok(()) };
        let place = Place::Other(track);
        self.end_if_open((timestamp_ns, place), End::Told)?;
        let is_first = run.thing(fiber).is_some_and(|thing| {
            thing.creator.is_some() && thing.fiber.as_ref().is_some_and(|fiber| fiber.runs <= 1)
        });
        let link = is_first.then(|| Link::In(make_link(fiber)));
        self.begin((timestamp_ns, place), SpanName::Eio("running".into()), link)
    }

    fn stops(
        &mut self,
        run: &Run,
        change: &Change<'_>,
        fiber: Key,
        (began_ns, stop): (u64, Stop<'_>),
    ) -> io::Result<()> {
        let Change { ring, timestamp_ns, .. } = *change;
        let end = match stop {
            Stop::Suspended(_) | Stop::Replaced | Stop::Exited => End::Told,
            Stop::Unknown => End::Unknown,
            Stop::Open => End::Open,
        };
        let place = Place::Other(self.part(ring, Part::Fibers)?);
        let name = self.span_name(run, fiber);
        self.end((timestamp_ns, place), name, Some(began_ns), end)?;
        let Some(track) = self.thing(run, fiber)? else { return Ok(()) };
        let place = Place::Other(track);
        self.end_if_open((timestamp_ns, place), end)?;
        let reason = match stop {
            Stop::Suspended(reason) if !reason.is_empty() => text_of(reason).into_owned().into(),
            Stop::Suspended(_) => "yield".into(),
            Stop::Replaced => "ready".into(),
            Stop::Exited | Stop::Unknown | Stop::Open => return Ok(()),
        };
        self.begin((timestamp_ns, place), SpanName::Eio(reason), None)
    }

    fn span_name(&mut self, run: &Run, thing: Key) -> SpanName {
        run.thing(thing).map_or(SpanName::Eio(FORGOTTEN.into()), |thing| {
            SpanName::Thing(self.things.name(thing))
        })
    }

    fn ended(&mut self, (timestamp_ns, thing): (u64, Key), end: End) -> io::Result<()> {
        self.end_if_open((timestamp_ns, Place::Other(thing_track(thing))), end)?;
        // What words were lost of can come back.
        if end == End::Told {
            self.things.shown.remove(&thing);
        }
        Ok(())
    }

    fn end_if_open(&mut self, (timestamp_ns, place): (u64, Place), end: End) -> io::Result<()> {
        let Some(name) = self.open.end(place) else { return Ok(()) };
        let detail = end_detail(end);
        let label = Label::new(name.category(), name.text(&self.labels));
        let what = What::End(Label { details: detail.as_slice(), ..label });
        self.marker.mark((timestamp_ns, place.track()), what)
    }

    /// A fiber does something to an object.
    fn touches(
        &mut self,
        run: &Run,
        change: &Change<'_>,
        fiber: Option<Key>,
        (what, thing, link): (&str, Key, Option<Link>),
    ) -> io::Result<()> {
        let track = self.track_of(run, change.ring, fiber)?;
        let name = format!("{what} {}", name_of(run, thing));
        let label = Label { link, ..Label::new(Category::Eio, &name) };
        let timestamp_ns = change.timestamp_ns;
        self.marker.mark((timestamp_ns, track), What::Instant(label))
    }

    /// A moment of a thing; of the ring where it is not known of what.
    fn about(
        &mut self,
        run: &Run,
        change: &Change<'_>,
        thing: Option<Key>,
        name: &str,
        details: &[Detail<'_>],
    ) -> io::Result<()> {
        let track = self.track_of(run, change.ring, thing)?;
        let label = Label { details, ..Label::new(Category::Eio, name) };
        let timestamp_ns = change.timestamp_ns;
        self.marker.mark((timestamp_ns, track), What::Instant(label))
    }

    /// The track of a thing; that of the ring's fibers where it has none.
    fn track_of(&mut self, run: &Run, ring: u32, thing: Option<Key>) -> io::Result<TrackId> {
        let track = match thing {
            Some(thing) => self.thing(run, thing)?,
            None => None,
        };
        track.map_or_else(|| self.part(ring, Part::Fibers), Ok)
    }

    /// The track of a fiber or a context, which is told where it is new. What has ended has none any longer, an object
    /// never has one.
    fn thing(&mut self, run: &Run, key: Key) -> io::Result<Option<TrackId>> {
        if let Entry::Vacant(entry) = self.things.shown.entry(key) {
            if run.thing(key).is_none_or(|thing| {
                matches!(thing.class, Class::Object | Class::Unknown)
                    || matches!(thing.life, Life::Ended { .. })
            }) {
                return Ok(None);
            }
            entry.insert(Shown::new(EIO));
            self.tell_thing(run, key)?;
        }
        Ok(Some(thing_track(key)))
    }

    /// Where the operations of a fiber are, or those of nobody.
    fn operations(&mut self, run: &Run, ring: u32, fiber: Option<Key>) -> io::Result<Place> {
        let Some(fiber) = fiber else {
            return Ok(Place::Other(self.part(ring, Part::Operations)?));
        };
        let id = operations_track(fiber);
        let Some(parent) = self.thing(run, fiber)? else { return Ok(Place::Other(id)) };
        if let Some(shown) = self.things.shown.get_mut(&fiber)
            && !std::mem::replace(&mut shown.has_operations, true)
        {
            let name = format!("{} operations", name_of(run, fiber));
            let (parent, kind) = (Some(parent), TrackKind::Part);
            self.marker.marks.track(&Track { id, parent, kind, name: &name })?;
        }
        Ok(Place::Other(id))
    }

    /// Tells the track of a fiber or a context, by the name that it has now.
    fn tell_thing(&mut self, run: &Run, key: Key) -> io::Result<()> {
        let Some(thing) = run.thing(key) else { return Ok(()) };
        let parent = self.things.shown.get(&key).map_or(EIO, |shown| shown.parent);
        if !std::mem::replace(&mut self.things.has_group, true) {
            let kind = TrackKind::Group;
            self.marker.marks.track(&Track {
                id: EIO,
                parent: Some(PROCESS),
                kind,
                name: "eio",
            })?;
        }
        let kind = match thing.class {
            Class::Context => TrackKind::Context,
            _ => TrackKind::Fiber,
        };
        let name = thing_name(thing);
        let id = thing_track(key);
        self.marker.marks.track(&Track { id, parent: Some(parent), kind, name: &name })
    }
}

/// The arrow from a fiber's maker to its first run, and from a put to the next who gets it.
fn make_link(fiber: Key) -> u64 {
    1 << 32 | u64::from(fiber.serial())
}

fn put_link(thing: Key) -> u64 {
    2 << 32 | u64::from(thing.serial())
}

/// What stands for a thing that is kept no longer.
const FORGOTTEN: &str = "something forgotten";

fn name_of(run: &Run, thing: Key) -> String {
    run.thing(thing).map_or_else(|| FORGOTTEN.to_owned(), thing_name)
}
