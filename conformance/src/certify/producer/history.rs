//! One session, looked at several times: what a single look at its file cannot show.
//!
//! A look is a snapshot. What was in a window stays as it is until head passes it, positions only grow, head passes
//! whole items, names only come.

use std::ops::Deref;

use super::evidence::{Broken, Evidence};
use crate::plain::{File, Item, NAME_BYTES, NAME_COUNT, Ring, open};

/// The latest look at a session.
#[derive(Debug)]
pub struct History<B> {
    latest: Option<B>,
}

impl<B> Default for History<B> {
    fn default() -> Self {
        Self { latest: None }
    }
}

impl<B: Deref<Target = [u8]>> History<B> {
    /// Keeps a look, for the next one to be judged by.
    pub fn keep(&mut self, bytes: B) {
        // One that is not ready has taken an earlier session back (clause producer.reuse).
        self.latest = Some(bytes).filter(|bytes| open(bytes).is_ok());
    }

    /// Judges a new look against the one before.
    pub fn judge(&self, bytes: &[u8], evidence: &mut Evidence) {
        if let Some(latest) = &self.latest
            && let (Ok(before), Ok(now)) = (open(latest), open(bytes))
        {
            header(&before, &now, evidence);
            for (before, now) in before.rings().zip(now.rings()) {
                if before.window_fault().is_none() && now.window_fault().is_none() {
                    ring(&before, &now, bytes, evidence);
                }
            }
            names(&before, &now, evidence);
        }
    }
}

/// Only word 7 may come late (clause names.late).
fn header(before: &File<'_>, now: &File<'_>, evidence: &mut Evidence) {
    if before.rings().all(|ring| ring.tail() == 0) {
        return;
    }
    let ([was @ .., names_were], [is @ .., names_are]) =
        (before.header().words, now.header().words);
    let holds = was == is && (names_were == names_are || names_were == 0);
    evidence.judge("file.header-first", holds, || {
        let words = |words: &[u64]| -> String {
            words.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
        };
        let (was, is) = (words(&was), words(&is));
        let found = format!("a file header whose words became {is} and {names_are} after events");
        Broken::new(found, format!("{was} and {names_were}, as they were"))
    });
}

fn ring(before: &Ring<'_>, now: &Ring<'_>, bytes: &[u8], evidence: &mut Evidence) {
    let ((head, tail), (head_now, tail_now)) =
        ((before.head(), before.tail()), (now.head(), now.tail()));
    if tail == 0 && tail_now == 0 {
        return;
    }
    let index = now.index();
    let header = now.header_offset_bytes();
    let grows = head_now >= head && tail_now >= tail;
    evidence.judge("ring.grows", grows, || {
        let found = format!("head {head_now} and tail {tail_now} of ring {index}");
        Broken::new(found, format!("head {head} and tail {tail} and more")).at(header)
    });
    if !grows {
        return;
    }
    let items: Vec<Item<'_>> = before.items().map_while(Result::ok).collect();
    let items_now: Vec<Item<'_>> = now.items().map_while(Result::ok).collect();
    border("head", head_now, &items, (head, tail), header, evidence);
    border("the tail of before", tail, &items_now, (head_now, tail_now), header + 8, evidence);
    for item in items.iter().filter(|item| item.position >= head_now) {
        // The words after the header of padding are old ones, and nobody's.
        let len = if item.is_padding() { 8 } else { item.bytes.len() };
        let at = usize::try_from(item.offset_bytes).unwrap_or(usize::MAX);
        let is = bytes.get(at..).and_then(|bytes| bytes.get(..len)).unwrap_or_default();
        let same = item.bytes.get(..len) == Some(is);
        let newest = item.position + item.header.length_words() == tail;
        let clause = if newest { "order.publish" } else { "order.evict" };
        evidence.judge(clause, same, || {
            let found = format!(
                "the item at position {} of ring {index} changed while it was in the window",
                item.position
            );
            let allowed = if newest {
                "its last word is stored before the tail above it"
            } else {
                "head passes it before another word is stored in its place"
            };
            Broken::new(found, allowed).at(item.offset_bytes)
        });
    }
    published_late(before, now, &items_now, evidence);
    let latest_ns = items.iter().rev().find_map(Item::timestamp_ns);
    let first_new = items_now.iter().filter(|item| item.position >= tail);
    let first_new = first_new.filter_map(|item| Some((item, item.timestamp_ns()?))).next();
    if let (Some(least_ns), Some((item, timestamp_ns))) = (latest_ns, first_new) {
        evidence.judge("time.order", timestamp_ns >= least_ns, || {
            let found = format!("{timestamp_ns} ns at position {}", item.position);
            Broken::new(found, format!("{least_ns} ns and more")).at(item.offset_bytes)
        });
    }
}

/// What was no item while tail was above it has become one: its words came after the tail.
fn published_late(before: &Ring<'_>, now: &Ring<'_>, items: &[Item<'_>], evidence: &mut Evidence) {
    let Some(fault) = before.items().find_map(Result::err) else { return };
    let became = items.iter().find(|item| item.position == fault.position);
    if let Some(item) = became.filter(|_| now.tail() >= before.tail()) {
        evidence.judge("order.publish", false, || {
            let found = format!(
                "at position {} of ring {}, below tail, there was no item ({}) before there was one",
                fault.position, fault.ring, fault.message
            );
            Broken::new(found, "tail is stored after the words below it").at(item.offset_bytes)
        });
    }
}

/// A position inside a window that was walked is at the border of an item (clause ring.boundary).
fn border(
    what: &str,
    position: u64,
    items: &[Item<'_>],
    (head, tail): (u64, u64),
    offset_bytes: u64,
    evidence: &mut Evidence,
) {
    let walked = items.last().map_or(head, |item| item.position + item.header.length_words());
    // A walk that a fault ended does not tell about the rest.
    if position <= head || position > tail || position > walked {
        return;
    }
    let is_border = position == walked || items.iter().any(|item| item.position == position);
    evidence.judge("ring.boundary", is_border, || {
        let before = items.iter().rev().find(|item| item.position < position);
        let found = format!(
            "{what}, {position}, inside the item at position {}",
            before.map_or(head, |item| item.position)
        );
        Broken::new(found, "the border of an item").at(offset_bytes)
    });
}

fn names(before: &File<'_>, now: &File<'_>, evidence: &mut Evidence) {
    let (Some(before), Some(now)) = (before.name_table(), now.name_table()) else { return };
    for index in 0..NAME_COUNT {
        let (Some(was), Some(is)) = (before.entry(index), now.entry(index)) else { break };
        if was.bytes.first() == Some(&0) {
            continue;
        }
        evidence.judge("names.kept", was.name() == is.name(), || {
            let text = |name: &[u8]| name.escape_ascii().to_string();
            let found = format!("name {index} became \"{}\"", text(is.name()));
            let offset = now.offset_bytes() + NAME_BYTES * u64::from(index);
            Broken::new(found, format!("\"{}\", as it was", text(was.name()))).at(offset)
        });
    }
}
