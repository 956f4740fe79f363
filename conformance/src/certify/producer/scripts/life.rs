//! Pauses, forks and ends.

use super::{OPEN, ROOMY, script};
use crate::certify::options::{FORK, GEOMETRY, PAUSE, RINGS};
use crate::certify::producer::script::{Script, Step, register, unit};

pub(super) fn life() -> [Script; 6] {
    let paused = [
        OPEN,
        register("a"),
        unit(0, 0, 2),
        Step::Look,
        Step::Pause,
        unit(0, 0, 3),
        Step::Look,
        Step::Resume,
        unit(0, 0, 1),
        Step::Look,
        Step::Stop,
    ];
    [
        script("pause", "events before, in and after a pause", &[PAUSE], (1, ROOMY), paused),
        script(
            "pause-twice",
            "a pause within a pause, and going on twice",
            &[PAUSE],
            (1, ROOMY),
            [
                OPEN,
                register("a"),
                unit(0, 0, 1),
                Step::Pause,
                Step::Pause,
                unit(0, 0, 1),
                Step::Resume,
                unit(0, 0, 1),
                Step::Resume,
                unit(0, 0, 1),
                Step::Look,
                Step::Stop,
            ],
        ),
        script(
            "pause-rings",
            "a pause of several rings",
            &[GEOMETRY, RINGS, PAUSE],
            (4, 1024),
            [
                OPEN,
                register("a"),
                unit(0, 0, 2),
                unit(1, 0, 2),
                Step::Pause,
                unit(1, 0, 2),
                unit(0, 0, 2),
                Step::Look,
                Step::Resume,
                unit(1, 0, 1),
                unit(0, 0, 1),
                Step::Look,
                Step::Stop,
            ],
        ),
        script(
            "fork-while-paused",
            "a fork of a paused session, whose child records",
            &[FORK, PAUSE],
            (1, ROOMY),
            [OPEN, register("a"), unit(0, 0, 1), Step::Pause, Step::Fork(0), Step::Resume]
                .into_iter()
                .chain([unit(0, 0, 1), Step::Look, Step::Stop]),
        ),
        script(
            "end-while-paused",
            "the end of a paused session",
            &[PAUSE],
            (1, ROOMY),
            [OPEN, register("a"), unit(0, 0, 1), Step::Pause, unit(0, 0, 1), Step::Stop],
        ),
        script(
            "fork",
            "a fork, whose child writes too",
            &[FORK],
            (1, ROOMY),
            [
                OPEN,
                register("a"),
                register("b"),
                unit(0, 0, 1),
                Step::Fork(1),
                unit(0, 0, 1),
                Step::Look,
                Step::Stop,
            ],
        ),
    ]
}
