//! Why a clause has no mutant, and what stands in for one.

use super::producer;
use crate::checks;

/// Clauses of level MUST that bind consumers and that no mutant can break, with the reason.
pub const UNSEEN: &[(&str, &str)] = &[
    (
        "time.not-wall-clock",
        "an event record has the timestamp as it is; what a consumer takes it for shows in none",
    ),
    (
        "names.index-not-identity",
        "an event record names every event; who looks for a certain one is somebody that reads records",
    ),
    ("live.access", "who loads a word in parts sees it torn only where a processor lets him"),
    ("eio.id.block-not-domain", STATE),
    ("eio.id.low-32", STATE),
    ("eio.id.never-created", STATE),
    ("eio.id.created-twice", STATE),
    ("eio.fiber.current", STATE),
    ("eio.context.stack", STATE),
    ("eio.exit-without-enter", STATE),
    ("eio.after-loss", STATE),
    ("eio.ring-reuse", STATE),
    ("eio.across-rings", STATE),
];

const STATE: &str = "an event record, typed or not, holds what one event says, and not what a consumer makes of several";

/// Clauses of level MUST that bind consumers, and that wait for a mutant: none.
pub const NOT_YET: &[&str] = &[];

/// The models that stand in where order of memory matters, each a test of `format/tests/loom.rs`. It runs the
/// library's own reader and writer in all orders, as they are and without the step that the clause asks for, and has to
/// fail then.
pub const MODELS: &[(&str, &str)] = &[
    ("order.access", "plain_holds"),
    ("order.header", "start_needs_step_b"),
    ("order.head", "whole_ring_needs_step_c"),
    ("order.evict", "lap_needs_step_d"),
    ("order.publish", "plain_needs_step_h"),
    ("producer.reuse", "restart_needs_step_a"),
    ("live.access", "plain_holds"),
    ("live.copy", "plain_needs_step_t"),
    ("live.recheck", "lap_needs_step_w"),
    ("live.lost", "two_laps_hold"),
    ("live.resume", "two_laps_hold"),
    ("live.tail-below-head", "whole_ring_needs_step_y"),
    ("live.ready", "start_needs_step_q"),
    ("live.restart", "restart_needs_step_y"),
];

/// Whom a mutant plays.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// It writes files, and checks judge them.
    Producer,
    /// It reads vectors, and its records are compared.
    Consumer,
}

impl Side {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Producer, Self::Consumer];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Producer => "producer",
            Self::Consumer => "consumer",
        }
    }
}

/// Why a clause has no mutant of this side, if a reason is known.
pub fn reason(side: Side, clause: &str) -> Option<String> {
    let of = |list: &[(&str, &'static str)]| {
        list.iter().find(|(name, _)| *name == clause).map(|(_, text)| *text)
    };
    let text = match side {
        // What no check from outside shows, a model that is looked at after every store can.
        Side::Producer if producer::all().any(|mutant| mutant.clause == clause) => return None,
        Side::Producer => checks::reason(clause)?,
        Side::Consumer => of(UNSEEN)?,
    };
    Some(match of(MODELS) {
        Some(model) => format!("{text}; the model {model} of format/tests/loom.rs stands in"),
        None => text.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use eventring_spec::clauses::Level;

    use super::*;
    use crate::certify::SHOWN;
    use crate::clauses;
    use crate::mutants::live::LIVE_CONSUMERS;

    #[test]
    fn each_model_is_there() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../format/tests/loom.rs");
        let models = fs::read_to_string(path).unwrap();
        for (clause, model) in MODELS {
            assert!(models.contains(&format!("fn {model}()")), "{model} of {clause}");
            // A mutant stands still between two stores; the model goes through what processors may do with them.
            let given = Side::ALL.into_iter().any(|side| reason(side, clause).is_some());
            let stepped = producer::all().any(|mutant| mutant.clause == *clause)
                || LIVE_CONSUMERS.iter().any(|mutant| mutant.clause == *clause);
            assert!(given || stepped, "{clause} has a model and neither a reason nor a mutant");
        }
    }

    /// A clause of the Eio profile shows in event records, or there is a reason why it does not.
    #[test]
    fn clauses_of_the_eio_profile_are_shown_or_have_a_reason() {
        for clause in clauses::in_force().filter(|clause| clause.name().starts_with("eio.")) {
            if clause.level() == Level::Must && clause.role().binds_snapshot_consumers() {
                let unseen = UNSEEN.iter().any(|(name, _)| *name == clause.name());
                assert_ne!(SHOWN.contains(&clause.name()), unseen, "{}", clause.name());
            }
        }
    }

    #[test]
    fn reasons_are_for_clauses_that_must_hold() {
        for name in UNSEEN.iter().map(|(name, _)| name).chain(NOT_YET) {
            let clause = clauses::find(name).unwrap();
            assert_eq!(clause.level(), Level::Must, "{name}");
            let role = clause.role();
            assert!(role.binds_snapshot_consumers() || !role.binds_producers(), "{name}");
        }
    }
}
