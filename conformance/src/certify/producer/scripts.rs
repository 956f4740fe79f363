//! The sessions that are dictated.

mod life;
mod limits;

use super::script::{Answer, Script, Step, Value, custom, int, register, unit, write};
use crate::certify::options::{CUSTOMS, GEOMETRY, INTS, RINGS, RUNTIME_EVENTS, SPANS};

const OPEN: Step = Step::Open(Answer::DONE);

/// Words of a ring where they do not matter.
const ROOMY: u64 = 4096;

/// All of them.
pub fn scripts() -> Vec<Script> {
    let mut all = Vec::from(first());
    all.extend(events());
    all.extend(rings());
    all.extend(names());
    all.extend(limits::too_long());
    all.push(limits::unregistered());
    all.extend(life::life());
    all.extend(limits::geometries());
    all
}

fn script(
    name: &'static str,
    purpose: &'static str,
    needs: &'static [&'static str],
    (max_domains, ring_words): (u32, u64),
    steps: impl IntoIterator<Item = Step>,
) -> Script {
    let steps = steps.into_iter().collect();
    Script { name, purpose, needs, max_domains, ring_words, steps }
}

fn first() -> [Script; 3] {
    [
        script(
            "start",
            "a session in which nothing happened yet",
            &[],
            (2, ROOMY),
            [OPEN, Step::Look, Step::Stop],
        ),
        script(
            "removed",
            "a session whose file is not to be kept",
            &[],
            (1, ROOMY),
            [Step::OpenFleeting, register("a"), unit(0, 0, 1), Step::Look, Step::Stop],
        ),
        script(
            "left-over",
            "a file of an earlier process lies under the name of the new one",
            &[],
            (2, ROOMY),
            [Step::LeftOver, OPEN, register("new"), unit(0, 0, 1), Step::Look, Step::Stop],
        ),
    ]
}

fn events() -> [Script; 5] {
    let extremes = [0, 1, -1, 5, i64::from(i32::MAX), i64::from(i32::MIN)];
    let wide = [1 << 31, (1 << 32) + 1, -(1 << 33), i64::MAX >> 1, i64::MIN >> 1];
    let ints = |values: &[i64]| {
        let mut steps = vec![OPEN, register("int")];
        steps.extend(values.iter().map(|value| int(0, 0, *value, 1)));
        steps.extend([Step::Look, Step::Stop]);
        steps
    };
    let mut customs = vec![OPEN, register("custom")];
    for len_bytes in [0, 1, 6, 7, 8, 9, 15, 16, 255, 1023, 1024] {
        customs.extend([custom(0, 0, len_bytes, Answer::DONE), Step::Look]);
    }
    customs.push(Step::Stop);
    let spans = [
        OPEN,
        register("span"),
        register("unit"),
        write(0, "span_begin", 0, Value::None, 1),
        unit(0, 1, 1),
        write(0, "span_end", 0, Value::None, 1),
        Step::Look,
        Step::Stop,
    ];
    let runtime = [
        OPEN,
        write(0, "begin", 1, Value::None, 1),
        write(0, "counter", 5, Value::Count(u64::MAX), 1),
        write(0, "counter", 5, Value::Count(0), 1),
        write(0, "end", 1, Value::None, 1),
        Step::Look,
        Step::Stop,
    ];
    [
        script("ints", "ints that 32 bits hold", &[INTS], (1, ROOMY), ints(&extremes)),
        script("wide-ints", "ints that need more than 32 bits", &[INTS], (1, ROOMY), ints(&wide)),
        script("spans", "a user span with an event inside", &[SPANS], (1, ROOMY), spans),
        script("customs", "data of 0 to 1024 bytes", &[CUSTOMS], (1, ROOMY), customs),
        script(
            "runtime-events",
            "a phase and a counter at both ends of its range",
            &[RUNTIME_EVENTS],
            (1, ROOMY),
            runtime,
        ),
    ]
}

fn rings() -> [Script; 5] {
    let looked = |writes: Vec<Step>| writes.into_iter().flat_map(|step| [step, Step::Look]);
    let start = || vec![OPEN, register("a"), register("b")];
    let with = |steps: Vec<Step>| start().into_iter().chain(steps).chain([Step::Stop]);
    // ring_start has 3 words, so units and ints reach every slot before the end, and the end itself.
    let mut wraps = Vec::new();
    for turn in 0..24 {
        wraps.push(unit(0, 0, 1 + turn % 5));
        wraps.push(int(0, 1, i64::from(turn), 1 + turn % 3));
    }
    let tight = (0..24).map(|turn| int(0, 1, turn, 1)).collect();
    let laps =
        vec![unit(0, 0, 1000), Step::Look, int(0, 1, 7, 3000), Step::Look, unit(0, 0, 100_000)];
    let mut several = Vec::new();
    for turn in 0..12 {
        several.push(unit(turn % 3, 0, 3));
        several.push(int((turn + 1) % 3, 1, i64::from(turn), 2));
    }
    let custom_laps = (0..24).map(|turn| custom(0, 0, turn * 9, Answer::DONE)).collect();
    [
        script(
            "wrap",
            "a small ring that is lapped, looked at after each step",
            &[GEOMETRY, INTS],
            (1, 32),
            with(looked(wraps).collect()),
        ),
        script(
            "smallest-ring",
            "ints in a ring of 8 words",
            &[GEOMETRY, INTS],
            (1, 8),
            with(looked(tight).collect()),
        ),
        script(
            "no-reader",
            "a hundred thousand events that nobody reads",
            &[GEOMETRY, INTS],
            (1, 64),
            with(laps.into_iter().chain([Step::Look]).collect()),
        ),
        script(
            "rings",
            "three rings of four, written in turn",
            &[GEOMETRY, RINGS, INTS],
            (4, 1024),
            with(looked(several).collect()),
        ),
        script(
            "custom-laps",
            "custom events of growing length in a ring that they lap",
            &[GEOMETRY, CUSTOMS],
            (1, 64),
            with(looked(custom_laps).collect()),
        ),
    ]
}

fn names() -> [Script; 5] {
    let name = |name: Vec<u8>, count, answer| Step::Register(name, count, answer);
    let refused = Answer::refused;
    [
        script(
            "names",
            "names of 1 and of 127 bytes, one that is not UTF-8, one twice, one after events",
            &[],
            (1, ROOMY),
            [
                OPEN,
                register("a"),
                name(vec![b'x'; 127], 1, Answer::DONE),
                unit(0, 1, 1),
                Step::Look,
                name(b"\xff\xfe\x01".to_vec(), 1, Answer::DONE),
                name(b"a".to_vec(), 1, Answer::DONE),
                unit(0, 3, 1),
                unit(0, 2, 1),
                unit(0, 0, 1),
                Step::Look,
                Step::Stop,
            ],
        ),
        script(
            "name-too-long",
            "a name of 128 bytes",
            &[],
            (1, ROOMY),
            [
                OPEN,
                register("a"),
                name(vec![b'x'; 128], 1, refused("names.length")),
                register("b"),
                unit(0, 1, 1),
                Step::Look,
                Step::Stop,
            ],
        ),
        script(
            "name-with-nul",
            "a name with a byte 0",
            &[],
            (1, ROOMY),
            [
                OPEN,
                name(b"a\0b".to_vec(), 1, refused("names.length")),
                register("b"),
                unit(0, 0, 1),
                Step::Look,
                Step::Stop,
            ],
        ),
        script(
            "all-names",
            "as many names as the table has room for, and the last of them used",
            &[],
            (1, ROOMY),
            // Some of the table may be the unit's own.
            [OPEN, name(b"n".to_vec(), 8100, Answer::DONE), unit(0, 0, 1), Step::Look, Step::Stop],
        ),
        script(
            "name-8192",
            "one name more than the table has room for",
            &[],
            (1, ROOMY),
            [OPEN, name(b"n".to_vec(), 8193, refused("user.index")), Step::Look, Step::Stop],
        ),
    ]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::certify::options;
    use crate::clauses;

    #[test]
    fn names_are_unique_and_what_is_needed_can_be_declared() {
        let mut names = BTreeSet::new();
        for script in scripts() {
            assert!(names.insert(script.name), "{} twice", script.name);
            for option in script.needs {
                assert!(options::find(option).is_some(), "{option}");
            }
            for step in &script.steps {
                if let Step::Open(answer) | Step::Register(_, _, answer) | Step::Write(_, answer) =
                    step
                {
                    assert!(clauses::find(answer.clause).is_some(), "{}", answer.clause);
                }
            }
        }
    }
}
