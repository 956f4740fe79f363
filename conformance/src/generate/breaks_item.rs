//! How to break the clauses on rings and items.

use arbitrary::{Result, Unstructured};

use super::numbers::word;
use super::{Entry, EventPlan, Payload, RingPlan, Session};
use crate::plain::Category;

/// Any of the rings that have something in them.
fn any_ring<'s>(
    session: &'s mut Session,
    choices: &mut Unstructured<'_>,
) -> Result<Option<&'s mut RingPlan>> {
    let mut rings: Vec<_> =
        session.rings.iter_mut().filter(|ring| !ring.entries.is_empty()).collect();
    if rings.is_empty() {
        return Ok(None);
    }
    let place = choices.choose_index(rings.len())?;
    Ok(Some(rings.swap_remove(place)))
}

/// Any of the events that `fits`.
fn any_event<'s>(
    session: &'s mut Session,
    choices: &mut Unstructured<'_>,
    fits: impl Fn(&EventPlan) -> bool,
) -> Result<Option<&'s mut EventPlan>> {
    let mut events: Vec<_> = session.events_mut().filter(|event| fits(event)).collect();
    if events.is_empty() {
        return Ok(None);
    }
    let place = choices.choose_index(events.len())?;
    Ok(Some(events.swap_remove(place)))
}

fn is(category: Category, item_type: u8) -> impl Fn(&EventPlan) -> bool {
    move |event| event.category == category && event.item_type == item_type
}

pub(super) fn window(session: &mut Session, choices: &mut Unstructured<'_>) -> Result<bool> {
    let ring_words = session.ring_words;
    let Some(ring) = any_ring(session, choices)? else { return Ok(false) };
    let (head, tail) = (ring.from, ring.end());
    match choices.int_in_range(0..=3)? {
        0 => ring.tail = Some(head.wrapping_add(ring_words + choices.int_in_range(1..=8)?)),
        1 => ring.head = Some(tail + choices.int_in_range(1..=8)?),
        2 => (ring.head, ring.tail) = (Some(tail), Some(head)),
        _ => ring.tail = Some(word(choices)?.max(head.saturating_add(ring_words + 1))),
    }
    Ok(true)
}

/// Events up to the last free word: consumers read a full ring.
pub(super) fn occupancy(session: &mut Session, choices: &mut Unstructured<'_>) -> Result<bool> {
    let ring_words = session.ring_words;
    let Some(ring) = any_ring(session, choices)? else { return Ok(false) };
    let now_ns = ring.entries.iter().rev().find_map(|entry| match entry {
        Entry::Event(event) => Some(event.timestamp_ns),
        Entry::Padding { .. } => None,
    });
    let Some(timestamp_ns) = now_ns else { return Ok(false) };
    while ring.end() - ring.from < ring_words {
        let free = ring_words.saturating_sub(ring.end().wrapping_sub(ring.from));
        let left = ring_words - ring.end() % ring_words;
        let words = if free == 3 || left == 3 { 3 } else { 2 };
        ring.entries.push(if left == 1 || free == 1 {
            Entry::Padding { length_words: 1, id: 0 }
        } else {
            let payload = Payload::Words(vec![7; words - 2]);
            Entry::Event(EventPlan {
                category: Category::Runtime,
                // A lifecycle that every release has, with and without payload.
                item_type: 1,
                id: if words == 3 { 4 } else { 1 },
                length_words: None,
                reserved: 0,
                timestamp_ns,
                payload,
            })
        });
    }
    Ok(true)
}

/// Head within an item.
pub(super) fn boundary(session: &mut Session, choices: &mut Unstructured<'_>) -> Result<bool> {
    let Some(ring) = any_ring(session, choices)? else { return Ok(false) };
    ring.head = Some(ring.from + 1);
    Ok(true)
}

pub(super) fn length_zero(session: &mut Session, choices: &mut Unstructured<'_>) -> Result<bool> {
    length(session, choices, 0)
}

pub(super) fn length_one(session: &mut Session, choices: &mut Unstructured<'_>) -> Result<bool> {
    length(session, choices, 1)
}

fn length(session: &mut Session, choices: &mut Unstructured<'_>, words: u64) -> Result<bool> {
    let Some(event) = any_event(session, choices, |_| true)? else { return Ok(false) };
    event.length_words = Some(words);
    Ok(true)
}

/// An event of which the last words are in the slots after the end of the ring, or at its start.
pub(super) fn within_ring(session: &mut Session, choices: &mut Unstructured<'_>) -> Result<bool> {
    let ring_words = session.ring_words;
    let Some(ring) = any_ring(session, choices)? else { return Ok(false) };
    let mut position = ring.from;
    let mut places = Vec::new();
    for (place, entry) in ring.entries.iter().enumerate() {
        let left = ring_words - position % ring_words;
        if left < 1022 && matches!(entry, Entry::Event(_)) {
            places.push((place, left));
        }
        position += entry.words();
    }
    if places.is_empty() {
        return Ok(false);
    }
    let (place, left) = *choices.choose(&places)?;
    if let Some(Entry::Event(event)) = ring.entries.get_mut(place) {
        event.length_words = Some(left + choices.int_in_range(1..=1023 - left)?);
    }
    Ok(true)
}

/// A last event that says that it goes on after tail.
pub(super) fn within_window(session: &mut Session, choices: &mut Unstructured<'_>) -> Result<bool> {
    let ring_words = session.ring_words;
    let Some(ring) = any_ring(session, choices)? else { return Ok(false) };
    let end = ring.end();
    let Some(Entry::Event(event)) = ring.entries.last_mut() else { return Ok(false) };
    let left = ring_words - (end - event.words()) % ring_words;
    if left <= event.words() {
        return Ok(false);
    }
    event.length_words = Some(choices.int_in_range(event.words() + 1..=left.min(1023))?);
    Ok(true)
}

pub(super) fn item_type(session: &mut Session, choices: &mut Unstructured<'_>) -> Result<bool> {
    let Some(event) = any_event(session, choices, |_| true)? else { return Ok(false) };
    event.item_type = match event.category {
        Category::Runtime => choices.int_in_range(6..=15)?,
        Category::User => choices.int_in_range(5..=15)?,
    };
    Ok(true)
}

pub(super) fn reserved_bits(session: &mut Session, choices: &mut Unstructured<'_>) -> Result<bool> {
    let Some(event) = any_event(session, choices, |_| true)? else { return Ok(false) };
    event.reserved = choices.int_in_range(1..=(1 << 36) - 1)?;
    Ok(true)
}

/// Padding between two events.
pub(super) fn padding_ends_ring(
    session: &mut Session,
    choices: &mut Unstructured<'_>,
) -> Result<bool> {
    let ring_words = session.ring_words;
    let Some(ring) = any_ring(session, choices)? else { return Ok(false) };
    // At the end, so that nothing moves.
    let free = ring_words.saturating_sub(ring.end().wrapping_sub(ring.from));
    let left = ring_words - ring.end() % ring_words;
    if free.min(left) < 2 {
        return Ok(false);
    }
    let length_words = choices.int_in_range(1..=free.min(left).min(1023) - 1)?;
    ring.entries.push(Entry::Padding { length_words, id: 0 });
    Ok(true)
}

pub(super) fn padding_id(session: &mut Session, choices: &mut Unstructured<'_>) -> Result<bool> {
    let entries = session.rings.iter_mut().flat_map(|ring| &mut ring.entries);
    for entry in entries {
        if let Entry::Padding { id, .. } = entry {
            *id = choices.int_in_range(1..=8191)?;
            return Ok(true);
        }
    }
    Ok(false)
}

/// An event that is older than the one before it.
pub(super) fn time_order(session: &mut Session, choices: &mut Unstructured<'_>) -> Result<bool> {
    let Some(ring) = any_ring(session, choices)? else { return Ok(false) };
    let mut before = None;
    for entry in &mut ring.entries {
        let Entry::Event(event) = entry else { continue };
        if before.is_some_and(|before| before > 0) {
            event.timestamp_ns = 0;
            return Ok(true);
        }
        before = Some(event.timestamp_ns);
    }
    Ok(false)
}

pub(super) fn runtime_id(session: &mut Session, choices: &mut Unstructured<'_>) -> Result<bool> {
    let fits =
        |event: &EventPlan| event.category == Category::Runtime && matches!(event.item_type, 1..=4);
    let Some(event) = any_event(session, choices, fits)? else { return Ok(false) };
    event.id = choices.int_in_range(64..=8191)?;
    Ok(true)
}

/// An event with too few words for its type.
pub(super) fn short(session: &mut Session, choices: &mut Unstructured<'_>) -> Result<bool> {
    let Some(event) = any_event(session, choices, |event| event.payload.words() > 0)? else {
        return Ok(false);
    };
    let words = choices.int_in_range(0..=event.payload.words() - 1)?;
    let words = usize::try_from(words).unwrap_or(0); // At most 1022.
    match &mut event.payload {
        Payload::Words(payload) => payload.truncate(words),
        // What is left has no count byte of its own, so it is none at all.
        Payload::Bytes(payload) => payload.clear(),
    }
    Ok(true)
}

/// A span or a unit event with a payload that nobody asked for, or a counter with one word more.
pub(super) fn extra(session: &mut Session, choices: &mut Unstructured<'_>) -> Result<bool> {
    let Some(event) =
        any_event(session, choices, |event| matches!(event.payload, Payload::Words(_)))?
    else {
        return Ok(false);
    };
    if let Payload::Words(words) = &mut event.payload {
        for _ in 0..choices.int_in_range(1..=3)? {
            words.push(word(choices)?);
        }
    }
    Ok(true)
}

pub(super) fn alloc_id(session: &mut Session, choices: &mut Unstructured<'_>) -> Result<bool> {
    let Some(event) = any_event(session, choices, is(Category::Runtime, 5))? else {
        return Ok(false);
    };
    event.id = choices.int_in_range(1..=8191)?;
    Ok(true)
}

pub(super) fn count_outside(session: &mut Session, choices: &mut Unstructured<'_>) -> Result<bool> {
    count(session, choices, true)
}

pub(super) fn count_above_7(session: &mut Session, choices: &mut Unstructured<'_>) -> Result<bool> {
    count(session, choices, false)
}

fn count(session: &mut Session, choices: &mut Unstructured<'_>, outside: bool) -> Result<bool> {
    let custom = is(Category::User, 4);
    let fits = |event: &EventPlan| match &event.payload {
        // The largest count that points inside is one less than the bytes.
        Payload::Bytes(bytes) => {
            custom(event)
                && if outside { (8..=248).contains(&bytes.len()) } else { bytes.len() > 8 }
        }
        Payload::Words(_) => false,
    };
    let Some(event) = any_event(session, choices, fits)? else { return Ok(false) };
    let Payload::Bytes(bytes) = &mut event.payload else { return Ok(false) };
    let most = u8::try_from(bytes.len() - 1).unwrap_or(u8::MAX);
    if let Some(last) = bytes.last_mut() {
        *last = if outside {
            choices.int_in_range(most + 1..=u8::MAX)?
        } else {
            choices.int_in_range(8..=most)?
        };
    }
    Ok(true)
}
