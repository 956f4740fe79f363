//! A scenario that has no name: made up, or found and written down.

use serde::{Deserialize, Serialize};

use super::{Act, Course, Scenario, Script, Shape};

/// A session, and what happens in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The session at its begin.
    pub shape: Shape,
    /// The events that are written.
    pub script: Script,
    /// What happens, in this order.
    pub acts: Vec<Act>,
}

impl Plan {
    /// Whether each act may come where it stands: then only a wrong consumer fails it.
    pub fn is_sound(&self) -> bool {
        Course::is_sound(self.shape, &self.acts)
    }

    /// The scenario.
    pub fn scenario(&self) -> Scenario<'_> {
        Scenario {
            name: "a made-up scenario",
            purpose: "",
            clauses: &["ring.order"],
            shape: self.shape,
            script: self.script,
            acts: &self.acts,
        }
    }

    /// Sound plans that are simpler in one thing, those first in which most is left out.
    pub fn simpler(&self) -> Vec<Self> {
        let mut all = Vec::new();
        let mut changed = |change: &dyn Fn(&mut Self)| {
            let mut other = self.clone();
            change(&mut other);
            if other != *self && other.is_sound() {
                all.push(other);
            }
        };
        let mut size = self.acts.len();
        while size > 0 {
            for from in (0..self.acts.len()).step_by(size) {
                changed(&|plan| drop(plan.acts.drain(from..(from + size).min(self.acts.len()))));
            }
            size /= 2;
        }
        changed(&|plan| plan.script = Script::Mixed);
        changed(&|plan| plan.shape = Shape::new(1, 64));
        changed(&|plan| plan.shape = Shape { order: Shape::new(1, 8).order, ..plan.shape });
        changed(&|plan| plan.shape.rings -= 1);
        changed(&|plan| plan.shape.ring_words = (plan.shape.ring_words / 2).max(8));
        for place in 0..self.acts.len() {
            changed(&|plan| plan.acts[place] = on_ring_0(plan.acts[place]));
            for divisor in [8, 2] {
                changed(&|plan| plan.acts[place] = less(plan.acts[place], divisor));
            }
        }
        all
    }
}

fn on_ring_0(act: Act) -> Act {
    match act {
        Act::Write { events, .. } => Act::Write { ring: 0, events },
        Act::WriteWords { words, .. } => Act::WriteWords { ring: 0, words },
        Act::WriteStoreByStore { events, .. } => Act::WriteStoreByStore { ring: 0, events },
        Act::Fill { .. } => Act::Fill { ring: 0 },
        Act::Halt { at, .. } => Act::Halt { ring: 0, at },
        Act::Jump { words, .. } => Act::Jump { ring: 0, words },
        Act::WriteFault { .. } => Act::WriteFault { ring: 0 },
        other => other,
    }
}

fn less(act: Act, divisor: u64) -> Act {
    match act {
        Act::Write { ring, events } => Act::Write { ring, events: events - events / divisor },
        Act::WriteWords { ring, words } => Act::WriteWords { ring, words: words - words / divisor },
        Act::WriteStoreByStore { ring, events } => {
            Act::WriteStoreByStore { ring, events: events - events / divisor }
        }
        Act::Jump { ring, words } => Act::Jump { ring, words: words - words / divisor },
        Act::Race { rounds, events } if rounds > 1 => {
            Act::Race { rounds: rounds - rounds / divisor, events }
        }
        other => other,
    }
}
