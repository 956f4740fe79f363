//! Fibers, contexts and objects as they are at one moment of a run.

mod text;

#[cfg(feature = "watch")]
pub(in crate::inspect) use text::TreeLines;

use std::collections::{BTreeSet, HashMap};

use eventring::eio::EioId;
use schemars::{JsonSchema, Schema, schema_for};
use serde::Serialize;

use crate::run::{Class, End, Fiber, Key, Life, Parent, Run, Thing};

/// What there is at one moment. A number in `key`, `parent`, `creator`, `waits_for` and the like is the `key` of another
/// one: unlike ids, which can be used again, keys are unique.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Tree {
    /// The file.
    pub file: String,
    /// The timestamp of the first event that was read, in nanoseconds; nothing without events.
    pub first_ns: Option<u64>,
    /// The moment, in nanoseconds: the timestamp of the latest event that was read.
    pub at_ns: Option<u64>,
    /// Which wire of Eio its events are of, where there are any.
    pub eio_wire: Option<String>,
    /// Fibers, contexts, objects and what is unknown, in the order in which they were first mentioned.
    pub things: Vec<Branch>,
    /// How many more there were that have ended, where these are left out.
    pub ended: u64,
}

/// A fiber, a context, an object.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Branch {
    /// What stands for it.
    pub key: u32,
    /// Its id in Eio, signed, as it was written.
    pub id: i64,
    /// `fiber`, `context`, `object`, `system-thread` or `unknown`.
    pub class: String,
    /// What kind of context or object, by name or else by number, where it is known.
    pub r#type: Option<String>,
    /// Its latest name.
    pub name: Option<Text>,
    /// Where in the source it was made.
    pub location: Option<Text>,
    /// Whether a context is protected, where its wire tells.
    pub is_protected: Option<bool>,
    /// `alive`, `ended`, or `unknown` after a loss; of fibers that are alive `new`, `running`, `suspended`, `ready`.
    pub state: String,
    /// Since when that is so, in nanoseconds, where it is known.
    pub since_ns: Option<u64>,
    /// When it was created, in nanoseconds; nothing where no event did.
    pub created_ns: Option<u64>,
    /// When it was first mentioned, in nanoseconds.
    pub seen_ns: u64,
    /// Whether its end is told by an event, and not only by that of something else.
    pub is_end_told: Option<bool>,
    /// The ring in which it was first mentioned, or the one that a fiber runs on.
    pub ring: u32,
    /// The context that it is in.
    pub parent: Option<u32>,
    /// Whether it is in none; with neither, its parent is unknown.
    pub is_root: bool,
    /// The fiber that made it; of a root context, the one that started its domain.
    pub creator: Option<u32>,
    /// How often it failed, or began to be cancelled.
    pub failures: u64,
    /// The latest exception of these.
    pub failure: Option<Text>,
    /// What only a fiber has.
    #[serde(flatten)]
    pub fiber: Option<FiberBranch>,
    /// The fibers that wait for it.
    pub waiters: Vec<u32>,
    /// When it was last resolved or released, in nanoseconds.
    pub last_put_ns: Option<u64>,
    /// By which fiber, where it is known.
    pub last_put_by: Option<u32>,
}

/// What only a fiber has.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct FiberBranch {
    /// How often it began to run.
    pub runs: u64,
    /// How long it ran in all, in nanoseconds.
    pub running_ns: u64,
    /// How long it waited between runs, in nanoseconds, the present wait left out.
    pub waiting_ns: u64,
    /// Whether some of that was not seen, so that these are the least.
    pub is_incomplete: bool,
    /// What it waits for, or waited for last; empty where it let others run.
    pub reason: Option<Text>,
    /// What it wants and cannot have.
    pub waits_for: Option<u32>,
    /// The contexts that it is in, outermost first, as far as they are known.
    pub contexts: Vec<u32>,
    /// The operations that it is in, outermost first, as far as they are known.
    pub operations: Vec<Text>,
}

/// Bytes that are mostly text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Text {
    /// They are UTF-8.
    Utf8(String),
    /// They are not.
    Bytes {
        /// The bytes in lower-case hex.
        hex: String,
    },
}

impl Tree {
    /// Of a run. `with_ended`: what has ended too. `ring`: only what was first mentioned there, or runs there.
    pub fn of(file: String, run: &Run, with_ended: bool, ring: Option<u32>) -> Self {
        let mut waiters = HashMap::<Key, BTreeSet<u32>>::new();
        for thing in run.things() {
            if let Some(waits_for) = thing.fiber.as_ref().and_then(|fiber| fiber.waits_for) {
                waiters.entry(waits_for).or_default().insert(thing.key.serial());
            }
        }
        let is_ended = |thing: &Thing| matches!(thing.life, Life::Ended { .. });
        let (mut things, mut ended) = (Vec::new(), 0);
        for thing in run.things() {
            let branch = Branch::of(run, thing, &waiters);
            if ring.is_some_and(|ring| ring != branch.ring) {
                continue;
            }
            if with_ended || !is_ended(thing) {
                things.push(branch);
            } else {
                ended += 1;
            }
        }
        things.sort_by_key(|branch| branch.key);
        let at_ns = run.first_ns().map(|_| run.now_ns());
        let eio_wire = run.wire().map(|wire| wire.name().to_owned());
        Self { file, first_ns: run.first_ns(), at_ns, eio_wire, things, ended }
    }

    /// The JSON Schema of it.
    pub fn schema() -> Schema {
        schema_for!(Self)
    }
}

impl Branch {
    fn of(run: &Run, thing: &Thing, waiters: &HashMap<Key, BTreeSet<u32>>) -> Self {
        let fiber = thing.fiber.as_deref();
        let (state, since_ns) = match (thing.life, fiber) {
            (Life::Ended { at_ns, .. }, _) => ("ended", Some(at_ns)),
            (Life::Unknown { since_ns }, _) => ("unknown", Some(since_ns)),
            (Life::Alive, Some(fiber)) => (fiber.state.name(), since_ns(thing, fiber)),
            (Life::Alive, None) => ("alive", thing.created_ns),
        };
        let (parent, is_root) = match thing.parent {
            Parent::Root => (None, true),
            Parent::Of(parent) => (Some(parent.serial()), false),
            Parent::Unknown => (None, false),
        };
        let text = |bytes: &Option<Box<[u8]>>| bytes.as_deref().map(Text::from);
        let last_put = thing.last_put;
        Self {
            key: thing.key.serial(),
            id: EioId::value(thing.id),
            class: thing.class.name().to_owned(),
            r#type: thing.code.map(|code| code.to_string()),
            name: text(&thing.name),
            location: text(&thing.location),
            is_protected: thing.is_protected,
            state: state.to_owned(),
            since_ns,
            created_ns: thing.created_ns,
            seen_ns: thing.seen_ns,
            is_end_told: match thing.life {
                Life::Ended { end, .. } => Some(end == End::Told),
                Life::Alive | Life::Unknown { .. } => None,
            },
            ring: fiber.and_then(|fiber| fiber.state.ring()).unwrap_or(thing.ring),
            parent,
            is_root,
            creator: thing.creator.map(Key::serial),
            failures: thing.failures,
            failure: text(&thing.failure),
            fiber: fiber.map(|fiber| FiberBranch::of(run, thing, fiber)),
            waiters: waiters.get(&thing.key).into_iter().flatten().copied().collect(),
            last_put_ns: last_put.map(|(_, at_ns)| at_ns),
            last_put_by: last_put.and_then(|(fiber, _)| fiber).map(Key::serial),
        }
    }

    fn is(&self, class: Class) -> bool {
        self.class == class.name()
    }
}

/// Since when a fiber is in its state; of one that has not run, since it was made.
fn since_ns(thing: &Thing, fiber: &Fiber) -> Option<u64> {
    fiber.since_ns.or(thing.created_ns.filter(|_| fiber.runs == 0))
}

impl FiberBranch {
    fn of(run: &Run, thing: &Thing, fiber: &Fiber) -> Self {
        Self {
            runs: fiber.runs,
            running_ns: thing.running_ns(run.now_ns()).unwrap_or(fiber.running_ns),
            waiting_ns: fiber.waiting_ns,
            is_incomplete: fiber.is_incomplete,
            reason: fiber.reason.as_deref().map(Text::from),
            waits_for: fiber.waits_for.map(Key::serial),
            contexts: fiber.contexts().iter().map(|context| context.serial()).collect(),
            operations: fiber.operations().iter().map(|began| Text::from(&*began.name)).collect(),
        }
    }
}

impl From<&[u8]> for Text {
    fn from(bytes: &[u8]) -> Self {
        match str::from_utf8(bytes) {
            Ok(text) => Self::Utf8(text.to_owned()),
            Err(_) => Self::Bytes { hex: crate::record::Hex(bytes).to_string() },
        }
    }
}
