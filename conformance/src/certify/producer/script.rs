//! A script: what a producer is asked for, step by step, and what it has to answer.

use serde_json::Number;

use crate::certify::protocol::{Event, is_user};
use crate::record::Hex;

/// A session that is dictated.
#[derive(Clone, Debug)]
pub struct Script {
    /// Its permanent name, without `sessions/`.
    pub name: &'static str,
    /// What it shows, in a sentence.
    pub purpose: &'static str,
    /// The options that a unit needs for it.
    pub needs: &'static [&'static str],
    /// How many rings.
    pub max_domains: u32,
    /// Words of each.
    pub ring_words: u64,
    /// What is done before and during the session.
    pub steps: Vec<Step>,
}

impl Script {
    /// The name of the case.
    pub fn case_name(&self) -> String {
        format!("sessions/{}", self.name)
    }

    /// The kind of the events that are written under the name that is registered so many-th.
    pub(super) fn kind_of(&self, name: usize) -> &'static str {
        let written = self.steps.iter().find_map(|step| match step {
            Step::Write(ask, _) if ask.is_user() && ask.name == name => Some(ask.kind),
            _ => None,
        });
        match written {
            Some("span_end") => "span_begin",
            Some(kind) => kind,
            None => "unit",
        }
    }
}

/// A step.
#[derive(Clone, Debug)]
pub enum Step {
    /// Leave a file of an earlier process under the name of the unit's.
    LeftOver,
    /// Begin the session, whose file is kept at the end.
    Open(Answer),
    /// Begin a session whose file is not kept.
    OpenFleeting,
    /// Register a name so many times.
    Register(Vec<u8>, u32, Answer),
    /// Write an event of the name that was registered so many-th.
    Write(Ask, Answer),
    /// Pause.
    Pause,
    /// Go on.
    Resume,
    /// Fork; the child writes an event of this name.
    Fork(usize),
    /// Take a snapshot and judge it.
    Look,
    /// End, and judge what is left.
    Stop,
}

/// An event to be asked for.
#[derive(Clone, Debug)]
pub struct Ask {
    /// The ring.
    pub ring: u32,
    /// The kind, by the word of the event record.
    pub kind: &'static str,
    /// Of user events, which of the names, in the order of registration; of others the id.
    pub name: usize,
    /// What it carries.
    pub value: Value,
    /// How often.
    pub count: u32,
}

/// What an event carries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Nothing.
    None,
    /// A signed word.
    Int(i64),
    /// An unsigned word.
    Count(u64),
    /// Bytes.
    Data(Vec<u8>),
}

/// What has to be answered, and the clause that says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whether it has to be refused.
    pub refused: bool,
    /// The clause.
    pub clause: &'static str,
}

impl Answer {
    pub(super) const DONE: Self = Self { refused: false, clause: "producer.events" };

    pub(super) const fn refused(clause: &'static str) -> Self {
        Self { refused: true, clause }
    }
}

impl Ask {
    /// The message, with the id as the unit knows it.
    pub(super) fn message(&self, id: u16) -> Event {
        let value = match &self.value {
            Value::Int(value) => Some(Number::from(*value)),
            Value::Count(value) => Some(Number::from(*value)),
            Value::None | Value::Data(_) => None,
        };
        let data = match &self.value {
            Value::Data(data) => Some(Hex(data).to_string()),
            _ => None,
        };
        Event { ring: self.ring, kind: self.kind, id, value, data, count: self.count }
    }

    /// Whether the id is an event index.
    pub(super) fn is_user(&self) -> bool {
        is_user(self.kind)
    }
}

/// Steps in words of a script.
pub(super) fn register(name: &str) -> Step {
    Step::Register(name.as_bytes().to_vec(), 1, Answer::DONE)
}

pub(super) fn unit(ring: u32, name: usize, count: u32) -> Step {
    write(ring, "unit", name, Value::None, count)
}

pub(super) fn int(ring: u32, name: usize, value: i64, count: u32) -> Step {
    write(ring, "int", name, Value::Int(value), count)
}

pub(super) fn custom(ring: u32, name: usize, len_bytes: usize, answer: Answer) -> Step {
    // No byte is 0 and neighbours differ, so that a shift shows.
    let data = (0..len_bytes).map(|byte| (byte % 251 + 1) as u8).collect();
    Step::Write(Ask { ring, kind: "custom", name, value: Value::Data(data), count: 1 }, answer)
}

pub(super) fn write(ring: u32, kind: &'static str, name: usize, value: Value, count: u32) -> Step {
    Step::Write(Ask { ring, kind, name, value, count }, Answer::DONE)
}
