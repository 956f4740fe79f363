//! What is kept of a run to be shown.

use std::collections::VecDeque;

use crate::inspect::Summary;
use crate::record::Name;
use crate::run::{Change, Key, Run, View, What};

/// Takes a run in.
#[derive(Debug, Default)]
pub struct Watched {
    pub(super) summary: Summary,
    /// The latest lines of the log: when, in nanoseconds, and what.
    pub(super) log: VecDeque<(u64, String)>,
}

/// So many lines are kept.
const MOST_LINES: usize = 200;

impl View for Watched {
    #[inline]
    fn change(&mut self, run: &Run, change: &Change<'_>) {
        self.summary.change(run, change);
        let ring = change.ring;
        let line = match change.what {
            What::Log { fiber, text } => format!("{}: {}", named(run, fiber), shown(text)),
            What::Failed { thing, text } => {
                format!("{} fails or is cancelled: {}", named(run, Some(thing)), shown(text))
            }
            What::Lost { words, .. } => format!("ring {ring}: lost {words} words"),
            What::Paused { .. } => format!("ring {ring}: recording was paused"),
            What::Faulted { fault } => format!("ring {ring} ends early: {fault}"),
            _ => return,
        };
        if self.log.len() == MOST_LINES {
            self.log.pop_front();
        }
        self.log.push_back((change.timestamp_ns, line));
    }
}

/// A fiber or a context, by its id and its name.
fn named(run: &Run, thing: Option<Key>) -> String {
    let Some(thing) = thing.and_then(|key| run.thing(key)) else { return "somebody".to_owned() };
    let (class, id) = (thing.class.name(), thing.id);
    match &thing.name {
        Some(name) => format!("{class} {id} {}", shown(name)),
        None => format!("{class} {id}"),
    }
}

/// What would steer the terminal is escaped.
fn shown(text: &[u8]) -> String {
    Name::from_bytes(text).to_string()
}
