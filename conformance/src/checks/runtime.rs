//! Runtime events: their ids, how a session begins, and whether phases are balanced.

use eventring_spec::registry::Space;

use super::check::{Check, Judge, Words};
use super::item::{item_header_place, word_place};
use super::length::kind;
use super::sink::Sink;
use super::subject::Subject;
use crate::finding::{Grade, Place};
use crate::plain::{Category, File, Item, Ring};

pub(super) const CHECKS: &[Check] = &[
    Check::new("runtime.id", &["ring.window"], Judge::Item(id)),
    Check::new("runtime.alloc.id", &["ring.window"], Judge::Item(alloc_id)),
    Check::new("runtime.balance", &["ring.window"], Judge::Ring(balance)),
    Check::new(
        "runtime.lifecycle.ring-start",
        &[
            "ring.window",
            "item.length.zero",
            "item.length.one",
            "item.within-ring",
            "item.within-window",
            "runtime.lifecycle.length",
        ],
        Judge::Session(ring_start),
    ),
];

const RING_START: u16 = 0;
const LIFECYCLE: u8 = 1;

fn id(subject: &Subject<'_>, _: &Ring<'_>, item: &Item<'_>, sink: &mut Sink<'_, '_>) {
    let (space, what) = match kind(item) {
        (Category::Runtime, LIFECYCLE) => (Space::Lifecycle, "lifecycle"),
        (Category::Runtime, 2 | 3) => (Space::Phase, "phase"),
        (Category::Runtime, 4) => (Space::Counter, "counter"),
        _ => return,
    };
    let (id, known) = (item.header.id(), subject.ids());
    // Tables may grow, so that an id which none has says little of a file whose release is not known.
    let grade = if known.is_complete() { Grade::Must } else { Grade::Note };
    sink.judge_as(grade, known.has(space, id), item_header_place(item), || {
        Words::new(format!("{what} {id}"), known.words(space))
    });
}

fn alloc_id(_: &Subject<'_>, _: &Ring<'_>, item: &Item<'_>, sink: &mut Sink<'_, '_>) {
    if let (Category::Runtime, 5) = kind(item) {
        let id = item.header.id();
        sink.judge(id == 0, item_header_place(item), || Words::new(format!("id {id}"), "0"));
    }
}

/// A note only: recording starts and stops inside spans, so that healthy files are not balanced either.
fn balance(ring: &Ring<'_>, sink: &mut Sink<'_, '_>) {
    let mut open: Vec<u16> = Vec::new();
    for item in ring.items().map_while(Result::ok) {
        let phase = item.header.id();
        match kind(&item) {
            (Category::Runtime, 2) => open.push(phase),
            (Category::Runtime, 3) => {
                let latest = open.last().copied();
                // A begin before head is one that nobody can see any more.
                let holds = match latest {
                    Some(latest) => latest == phase,
                    None => ring.head() > 0,
                };
                sink.judge_as(Grade::Note, holds, item_header_place(&item), || {
                    end_words(phase, latest)
                });
                if let Some(begin) = open.iter().rposition(|begun| *begun == phase) {
                    open.truncate(begin);
                }
            }
            _ => {}
        }
    }
}

fn end_words(phase: u16, latest: Option<u16>) -> Words {
    let found = format!("the end of phase {phase}");
    Words::new(
        found,
        match latest {
            Some(latest) => format!("the end of phase {latest}, which began last"),
            None => "no end, since no phase is open".to_owned(),
        },
    )
}

/// The first event of a session is judged where nothing can have been evicted.
fn ring_start(subject: &Subject<'_>, sink: &mut Sink<'_, '_>) {
    let Some(file) = subject.file() else { return };
    let mut first_of_rings = Vec::new();
    for ring in file.rings() {
        if ring.head() > 0 {
            return process_ids(file, sink);
        }
        first_of_rings.extend(ring.items().next().and_then(Result::ok));
    }
    // A session in which nothing happened yet.
    let Some(first) = first_of_rings.first() else { return };
    let starts = first_of_rings.iter().any(is_ring_start);
    sink.judge(starts, item_header_place(first), || {
        let header = first.header;
        let category = if header.is_user() { "user" } else { "runtime" };
        Words::new(
            format!(
                "no ring_start at position 0 of any ring; ring {} begins with {category} type {}, id {}",
                first.ring,
                header.item_type(),
                header.id()
            ),
            "a ring_start as first event",
        )
    });
    process_ids(file, sink);
}

/// Wherever a ring_start is seen, it holds a process id.
fn process_ids(file: &File<'_>, sink: &mut Sink<'_, '_>) {
    for ring in file.rings() {
        let start = ring.items().map_while(Result::ok).find(is_ring_start);
        let Some((start, payload)) = start.and_then(|item| Some((item, item.payload_word(0)?)))
        else {
            continue;
        };
        let pid = payload.cast_signed();
        let place: Place = word_place(&start, 2);
        sink.judge(pid > 0, place, || Words::new(format!("process id {pid}"), "a number above 0"));
    }
}

fn is_ring_start(item: &Item<'_>) -> bool {
    kind(item) == (Category::Runtime, LIFECYCLE) && item.header.id() == RING_START
}
