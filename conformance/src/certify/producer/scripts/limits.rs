//! What is just small or large enough, and what has to be refused.

use super::{OPEN, ROOMY, script};
use crate::certify::options::{CUSTOMS, GEOMETRY};
use crate::certify::producer::script::{Answer, Ask, Script, Step, Value, custom, register, unit};

pub(super) fn too_long() -> [Script; 4] {
    let refused = Answer::refused;
    [
        script(
            "custom-1025",
            "a custom event with a byte more than there can be",
            &[CUSTOMS],
            (1, ROOMY),
            [
                OPEN,
                register("c"),
                custom(0, 0, 1025, refused("custom.max")),
                custom(0, 0, 3, Answer::DONE),
                Step::Look,
                Step::Stop,
            ],
        ),
        script(
            "half-ring",
            "custom events of exactly half a ring, again and again",
            &[GEOMETRY, CUSTOMS],
            (1, 64),
            [OPEN, register("c")]
                .into_iter()
                .chain((0..9).flat_map(|_| [custom(0, 0, 239, Answer::DONE), Step::Look]))
                .chain([Step::Stop]),
        ),
        script(
            "longer-than-a-ring",
            "a custom event that is longer than its ring",
            &[GEOMETRY, CUSTOMS],
            (1, 64),
            [
                OPEN,
                register("c"),
                custom(0, 0, 1024, refused("item.half-ring")),
                custom(0, 0, 4, Answer::DONE),
                Step::Look,
                Step::Stop,
            ],
        ),
        script(
            "over-half-a-ring",
            "a custom event that is a word longer than half a ring",
            &[GEOMETRY, CUSTOMS],
            (1, 64),
            [
                OPEN,
                register("c"),
                custom(0, 0, 3, Answer::DONE),
                custom(0, 0, 240, refused("item.half-ring")),
                custom(0, 0, 4, Answer::DONE),
                Step::Look,
                Step::Stop,
            ],
        ),
    ]
}

pub(super) fn unregistered() -> Script {
    let unnamed = Ask { ring: 0, kind: "unit", name: 1, value: Value::None, count: 1 };
    script(
        "unregistered",
        "an event of an index that no name has",
        &[],
        (1, ROOMY),
        [
            OPEN,
            register("a"),
            Step::Write(unnamed, Answer::refused("names.before-use")),
            unit(0, 0, 1),
            Step::Look,
            Step::Stop,
        ],
    )
}

pub(super) fn geometries() -> Vec<Script> {
    let sized = |name, purpose, max_domains, ring_words, steps: Vec<Step>| {
        script(name, purpose, &[GEOMETRY], (max_domains, ring_words), steps)
    };
    let works = || vec![OPEN, register("a"), unit(0, 0, 1), Step::Look, Step::Stop];
    let refused = |clause| vec![Step::Open(Answer::refused(clause)), Step::Stop];
    vec![
        sized("one-ring", "one ring", 1, 1024, works()),
        sized("most-rings", "4096 rings of 8 words", 4096, 8, works()),
        sized("no-ring", "no ring", 0, 1024, refused("header.max-domains")),
        sized("too-many-rings", "4097 rings", 4097, 8, refused("header.max-domains")),
        sized("odd-ring", "rings of 12 words", 1, 12, refused("header.ring-elements")),
        sized("empty-ring", "rings of no words", 1, 0, refused("header.ring-elements")),
        sized("ring-of-4", "rings too small for ring_start", 1, 4, refused("item.half-ring")),
        sized("ring-of-1", "rings of one word", 1, 1, refused("item.half-ring")),
    ]
}
