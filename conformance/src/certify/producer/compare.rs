//! The file of a session against what was asked for.

use std::collections::BTreeSet;

use super::evidence::{Broken, Evidence};
use super::model::{Asked, Found, Model, Payload, Written};
use crate::plain::{Category, File, Item, Ring};

/// What the names of the format's own begin with.
const RESERVED: &[u8] = b"eventring.";

const LIFECYCLE: u8 = 1;
const RING_STOP: u16 = 1;
const RING_PAUSE: u16 = 2;
const RING_RESUME: u16 = 3;
const FORK_PARENT: u16 = 4;
const FORK_CHILD: u16 = 5;

/// Judges a file by the model. `with_pause_event` says whether the unit declares that it writes ring_pause.
pub(super) fn compare(
    file: &File<'_>,
    model: &Model,
    with_pause_event: bool,
    evidence: &mut Evidence,
) {
    names(file, model, evidence);
    let (mut lifecycles, mut pairs) = (Vec::new(), Vec::new());
    for ring in file.rings() {
        let mut items = Vec::new();
        let mut whole = true;
        for item in ring.items() {
            match item {
                Ok(item) => items.push(item),
                // What is behind a fault is not known; the fault itself is the business of the checks.
                Err(_) => whole = false,
            }
        }
        paused(&items, model, evidence);
        lifecycles.extend(items.iter().filter(|item| is_lifecycle(item)).copied());
        if whole {
            pairs.extend(events(file, &ring, &items, model, evidence));
        }
    }
    // Of an event that is not the one that was asked for, nobody knows when it should have been.
    if !evidence.is_broken("producer.events") {
        pairs.iter().for_each(|(written, item)| time(written, item, evidence));
    }
    requests(&lifecycles, model, with_pause_event, evidence);
}

fn names(file: &File<'_>, model: &Model, evidence: &mut Evidence) {
    let Some(table) = file.name_table() else { return };
    for (index, name) in &model.names {
        let found = table.entry(*index).map(|entry| entry.name().to_vec()).unwrap_or_default();
        evidence.judge("names.entry", found == *name, || {
            let text = |name: &[u8]| name.escape_ascii().to_string();
            Broken::new(
                format!("the name of event index {index} is \"{}\"", text(&found)),
                format!("\"{}\", as it was registered", text(name)),
            )
            .at(table.offset_bytes() + 128 * u64::from(*index))
        });
    }
    let known: BTreeSet<u16> = model.names.iter().map(|(index, _)| *index).collect();
    for entry in table.entries().filter(|entry| entry.bytes.first() != Some(&0)) {
        let is_loose = model.loose.iter().any(|name| name == entry.name());
        if known.contains(&entry.index) || is_loose || entry.name().starts_with(RESERVED) {
            continue;
        }
        evidence.judge("names.unused", false, || {
            let name = entry.name().escape_ascii();
            let found = format!("event index {} has the name \"{name}\"", entry.index);
            Broken::new(found, "no name, since none was registered").at(entry.offset_bytes)
        });
    }
    evidence.judge("names.unused", true, || Broken::new("", ""));
}

/// While recording is paused nothing is written but ring_stop (clause producer.pause).
fn paused(items: &[Item<'_>], model: &Model, evidence: &mut Evidence) {
    if model.pauses.is_empty() {
        return;
    }
    for item in items {
        let Some(timestamp_ns) = item.timestamp_ns() else { continue };
        let is_stop = is_lifecycle(item) && item.header.id() == RING_STOP;
        let holds = is_stop || !model.is_paused_at(timestamp_ns);
        evidence.judge("producer.pause", holds, || {
            Broken::new(
                format!(
                    "an event at position {} of ring {} that is of a pause",
                    item.position, item.ring
                ),
                "no event but ring_stop",
            )
            .at(item.offset_bytes)
        });
    }
}

/// The events that were asked for, and no other: the window of a ring holds the last of them.
fn events<'m, 'a>(
    file: &File<'_>,
    ring: &Ring<'_>,
    items: &[Item<'a>],
    model: &'m Model,
    evidence: &mut Evidence,
) -> Vec<(&'m Written, Item<'a>)> {
    let asked = model.rings.get(ring.index() as usize).map_or(&[][..], Vec::as_slice);
    let found: Vec<&Item<'a>> =
        items.iter().filter(|item| is_asked_for(file, item, model)).collect();
    let forked = |item: &Item<'_>| {
        model.asked.iter().any(|(request, span)| {
            let Asked::Fork(_, id) = request else { return false };
            item.header.is_user()
                && item.header.id() == *id
                && item.timestamp_ns().is_some_and(|ns| span.holds(ns))
        })
    };
    let is_forks = model.asked.iter().any(|(request, _)| matches!(request, Asked::Fork(..)));
    if is_forks {
        let of_child = found.iter().find(|item| forked(item));
        evidence.judge("producer.fork", of_child.is_none(), || {
            let position = of_child.map_or(0, |item| item.position);
            let found = format!("an event of the child in its parent's file, position {position}");
            Broken::new(found, "the child writes into a file of its own")
        });
    }
    let found: Vec<&Item<'a>> = found.into_iter().filter(|item| !forked(item)).collect();
    let place = |words: String| format!("ring {}: {words}", ring.index());
    let Some(evicted) = asked.len().checked_sub(found.len()) else {
        let last = found.last().map_or(0, |item| item.position);
        let text = place(format!(
            "{} events where {} were asked for, the last at position {last}",
            found.len(),
            asked.len()
        ));
        evidence.judge("producer.events", false, || Broken::new(text, "each event once"));
        return Vec::new();
    };
    let (gone, left) = asked.split_at(evicted);
    let gone_words: u64 = gone.iter().map(Written::length_words).sum();
    evidence.judge("producer.events", gone_words <= ring.head(), || {
        let text = place(format!(
            "{evicted} events of {gone_words} words are not there, and head is {}",
            ring.head()
        ));
        Broken::new(text, "each event, until head has passed it").at(ring.header_offset_bytes())
    });
    let pairs: Vec<_> = left.iter().zip(found.into_iter().copied()).collect();
    pairs.iter().for_each(|(written, item)| event(written, item, evidence));
    pairs
}

/// Whether an item is one that a model knows about.
fn is_asked_for(file: &File<'_>, item: &Item<'_>, model: &Model) -> bool {
    if item.timestamp_ns().is_none_or(|ns| model.is_paused_at(ns)) {
        return false;
    }
    if item.header.category() == Category::Runtime {
        return model.has_all && !is_lifecycle(item);
    }
    // A unit's own stamp, and the like.
    let registered = model.names.iter().any(|(index, _)| *index == item.header.id());
    let entry = file.name_table().and_then(|table| table.entry(item.header.id()));
    registered || entry.is_none_or(|entry| !entry.name().starts_with(RESERVED))
}

fn event(written: &Written, item: &Item<'_>, evidence: &mut Evidence) {
    let place = format!("position {} of ring {}", item.position, item.ring);
    let cut = match (&written.payload, item.payload_word(0)) {
        (Payload::Word(asked), Some(found)) => {
            written.is_kind(item) && *asked != found && i64::from(*asked as i32) as u64 == found
        }
        _ => false,
    };
    if let (Payload::Word(word), Category::User) = (&written.payload, written.category) {
        evidence.judge("user.int.full-width", !cut, || {
            let found = item.payload_word(0).unwrap_or(0).cast_signed();
            Broken::new(format!("{found} at {place}"), format!("{}", word.cast_signed()))
                .at(item.word_offset_bytes(2))
        });
    }
    let swapped = written.is_kind(item) && is_swapped(written, item);
    let same = cut || swapped || written.is(item);
    evidence.judge("producer.events", same, || {
        let found = format!("{}, at {place}", Found(item));
        Broken::new(found, written.to_string()).at(item.offset_bytes)
    });
}

/// When an event was written (clauses item.timestamp and time.unit).
fn time(written: &Written, item: &Item<'_>, evidence: &mut Evidence) {
    let place = format!("position {} of ring {}", item.position, item.ring);
    let timestamp_ns = item.timestamp_ns().unwrap_or(0);
    let swapped = is_swapped(written, item) && !written.span.holds(timestamp_ns);
    evidence.judge("item.timestamp", !swapped, || {
        let found = format!("{timestamp_ns} at {place}, and a time in a word behind it");
        Broken::new(found, "the timestamp in the second word").at(item.word_offset_bytes(1))
    });
    if swapped {
        return;
    }
    let (from_ns, to_ns) = (written.span.from_ns, written.span.to_ns);
    evidence.judge("time.unit", written.span.holds(timestamp_ns), || {
        Broken::new(
            format!("{timestamp_ns} ns at {place}"),
            format!("{from_ns} to {to_ns} ns, when it was asked for"),
        )
        .at(item.word_offset_bytes(1))
    });
}

/// Whether a word of the payload is when the event was asked for.
fn is_swapped(written: &Written, item: &Item<'_>) -> bool {
    item.payload_words().any(|word| written.span.holds(word))
}

/// The lifecycle events that requests leave behind.
fn requests(
    lifecycles: &[Item<'_>],
    model: &Model,
    with_pause_event: bool,
    evidence: &mut Evidence,
) {
    let find = |id: u16, span: super::model::Span| {
        lifecycles.iter().find(|item| {
            item.header.id() == id && item.timestamp_ns().is_some_and(|ns| span.holds(ns))
        })
    };
    for (request, span) in &model.asked {
        match request {
            Asked::Pause if with_pause_event => {
                let found = find(RING_PAUSE, *span).is_some();
                evidence.judge("producer.pause-event", found, || {
                    Broken::new("no ring_pause from the time of the pause", "one, as declared")
                });
            }
            Asked::Pause => {}
            Asked::Resume => {
                let found = find(RING_RESUME, *span).is_some();
                evidence.judge("producer.resume-event", found, || {
                    Broken::new("no ring_resume from the time when recording went on", "one")
                });
            }
            // In a pause nothing is written, not even that.
            Asked::Fork(..) if model.is_paused_at(span.from_ns) => {}
            Asked::Fork(child, _) => {
                let payload = find(FORK_PARENT, *span).and_then(|item| item.payload_word(0));
                let found = payload == Some(u64::from(*child));
                evidence.judge("producer.fork-events", found, || {
                    let found = payload.map_or_else(
                        || "no fork_parent with a payload".to_owned(),
                        |found| format!("fork_parent with {found}"),
                    );
                    Broken::new(found, format!("fork_parent with the process id {child}"))
                });
            }
        }
    }
}

/// What the child of a fork wrote: an event whose index has the name that it had in the parent, and fork_child.
pub(super) fn child(file: &File<'_>, (id, name): (u16, Vec<u8>), evidence: &mut Evidence) {
    let entry = file.name_table().and_then(|table| table.entry(id));
    let found = entry.map(|entry| entry.name().to_vec()).unwrap_or_default();
    let is_written = items(file).any(|item| item.header.is_user() && item.header.id() == id);
    evidence.judge("producer.fork", is_written && found == name, || {
        let event = if is_written { "an event" } else { "no event" };
        Broken::new(
            format!(
                "in the child's file {event} of index {id}, named \"{}\"",
                found.escape_ascii()
            ),
            format!("an event with the name \"{}\"", name.escape_ascii()),
        )
    });
    evidence.judge("producer.fork-events", has_lifecycle(file, FORK_CHILD), || {
        Broken::new("no fork_child in the child's file", "one")
    });
}

/// Whether there is a lifecycle event of this id.
pub(super) fn has_lifecycle(file: &File<'_>, id: u16) -> bool {
    items(file).any(|item| is_lifecycle(&item) && item.header.id() == id)
}

fn items<'a>(file: &File<'a>) -> impl Iterator<Item = Item<'a>> {
    file.rings().flat_map(|ring| ring.items().map_while(Result::ok))
}

pub(super) fn is_lifecycle(item: &Item<'_>) -> bool {
    item.header.category() == Category::Runtime && item.header.item_type() == LIFECYCLE
}
