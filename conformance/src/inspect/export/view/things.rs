//! What is shown of fibers and contexts at the moment.

use std::rc::Rc;

use eventring::eio::{Code, EioId};
use foldhash::HashMap;

use crate::inspect::export::text::text_of;
use crate::inspect::export::timeline::TrackId;
use crate::run::{Class, Key, Thing};

/// The things that have a track, until they end.
#[derive(Debug, Default)]
pub(super) struct Things {
    pub(super) shown: HashMap<Key, Shown>,
    /// By ring, the context that was just made: its name mostly follows at once, and is to stand at its begin.
    pending: Vec<Option<Pending>>,
    /// Whether the track above all of them is told.
    pub(super) has_group: bool,
}

/// A thing that has a track.
#[derive(Debug)]
pub(super) struct Shown {
    /// The track above; it stays, though what the thing is in may change.
    pub(super) parent: TrackId,
    /// Whether its operations have a track.
    pub(super) has_operations: bool,
    name: Option<ShownName>,
}

/// What a thing is called, and what that was made from.
#[derive(Debug)]
struct ShownName {
    class: Class,
    code: Option<Code>,
    id: EioId,
    name: Option<Box<[u8]>>,
    text: Rc<str>,
}

/// A context that has begun.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    pub(super) context: Key,
    pub(super) timestamp_ns: u64,
}

impl Shown {
    pub(super) const fn new(parent: TrackId) -> Self {
        Self { parent, has_operations: false, name: None }
    }

    /// What the thing is called now. A fiber that runs a million times is called the same each time, and its text is
    /// made once.
    pub(super) fn name(&mut self, thing: &Thing) -> Rc<str> {
        match &self.name {
            Some(known) if known.is_of(thing) => Rc::clone(&known.text),
            _ => Rc::clone(&self.name.insert(ShownName::of(thing)).text),
        }
    }
}

impl ShownName {
    fn of(thing: &Thing) -> Self {
        let Thing { class, code, id, ref name, .. } = *thing;
        Self { class, code, id, name: name.clone(), text: thing_name(thing).into() }
    }

    fn is_of(&self, thing: &Thing) -> bool {
        (self.class, self.code, self.id) == (thing.class, thing.code, thing.id)
            && self.name == thing.name
    }
}

/// What a thing is called: what it is, its id, its name if it has one.
pub(super) fn thing_name(thing: &Thing) -> String {
    let what = match (thing.class, thing.code.and_then(|code| code.name)) {
        (Class::Context | Class::Object, Some(name)) => name,
        (class, _) => class.name(),
    };
    let id = thing.id;
    match &thing.name {
        Some(name) if !name.is_empty() => format!("{what} {id}: {}", text_of(name)),
        _ => format!("{what} {id}"),
    }
}

impl Things {
    /// The name of a thing, which may be shown or not.
    pub(super) fn name(&mut self, thing: &Thing) -> Rc<str> {
        match self.shown.get_mut(&thing.key) {
            Some(shown) => shown.name(thing),
            None => thing_name(thing).into(),
        }
    }

    /// The context that a ring has just made.
    #[inline]
    pub(super) fn pending(&self, ring: u32) -> Option<Pending> {
        self.pending.get(ring as usize).copied().flatten()
    }

    pub(super) fn set_pending(&mut self, ring: u32, pending: Option<Pending>) {
        let place = ring as usize;
        if self.pending.len() <= place {
            self.pending.resize(place + 1, None);
        }
        self.pending[place] = pending;
    }

    /// Takes all contexts that were just made, with their rings.
    pub(super) fn take_pending(&mut self) -> Vec<(u32, Pending)> {
        let pending = (0..).zip(self.pending.drain(..));
        pending.filter_map(|(ring, pending)| Some((ring, pending?))).collect()
    }
}
