//! Scenarios from choices: a producer that laps and disturbs whoever reads.

use arbitrary::{Result, Unstructured};

use crate::plain::ByteOrder;
use crate::scenarios::{Act, Course, HaltAt, Plan, Script, Shape};

/// Acts of the longest scenario.
const MOST_ACTS: usize = 40;

/// A scenario in which only a wrong consumer fails.
///
/// # Errors
///
/// Only from the choices, which do not fail where they run out.
pub fn live(choices: &mut Unstructured<'_>) -> Result<Plan> {
    let shape = Shape {
        rings: choices.int_in_range(1..=3)?,
        ring_words: 1 << choices.int_in_range(3..=9)?,
        has_names: !choices.ratio(1, 8)?,
        order: if choices.ratio(1, 8)? { ByteOrder::Big } else { ByteOrder::Little },
    };
    let script = if choices.ratio(1, 4)? { Script::Ones } else { Script::Mixed };
    let mut plan = Plan { shape, script, acts: Vec::new() };
    let mut course = Course::new(shape);
    begin(&mut plan, &mut course, choices)?;
    let acts = choices.int_in_range(4..=MOST_ACTS)?;
    // What comes of a race is not the same each time, so that most scenarios have none.
    let races = choices.ratio(1, 8)?;
    // Some of what is chosen may not come where it would stand.
    for _ in 0..2 * acts {
        if plan.acts.len() >= acts || choices.is_empty() {
            break;
        }
        let act = act(&course, shape, choices)?;
        let act = if races || !act.is_race() { act } else { Act::Poll };
        add(&mut plan, &mut course, &[act]);
    }
    add(&mut plan, &mut course, &[Act::Attach]);
    add(&mut plan, &mut course, &[Act::Poll]);
    Ok(plan)
}

/// Adds those acts that may come.
fn add(plan: &mut Plan, course: &mut Course, acts: &[Act]) {
    plan.acts.extend(acts.iter().filter(|act| course.take(**act)));
}

fn begin(plan: &mut Plan, course: &mut Course, choices: &mut Unstructured<'_>) -> Result<()> {
    use Act::{
        Attach, AttachTooEarly, Begin, BeginHeader, BeginWithoutNames, FinishHeader, MakeEmpty,
        MakeZeros, StoreNamesOffset, UseIndices,
    };
    let acts: &[Act] = match choices.int_in_range(0..=15)? {
        0 => &[MakeEmpty, AttachTooEarly, MakeZeros, AttachTooEarly, BeginHeader],
        1 | 2 => &[BeginWithoutNames, Attach, StoreNamesOffset, UseIndices(100, true)],
        _ => &[Begin],
    };
    add(plan, course, acts);
    // Whatever could not come: one of these can.
    add(plan, course, &[AttachTooEarly, FinishHeader, BeginWithoutNames]);
    if choices.ratio(2, 3)? {
        add(plan, course, &[Attach]);
    }
    Ok(())
}

fn act(course: &Course, shape: Shape, choices: &mut Unstructured<'_>) -> Result<Act> {
    let ring = choices.int_in_range(0..=shape.rings - 1)?;
    let ring_words = shape.ring_words;
    Ok(match choices.int_in_range(0..=47)? {
        _ if !course.is_attached() && choices.ratio(1, 2)? => {
            // After the end of a session that was seen, and from then on.
            *choices.choose(&[Act::PollOver, Act::Detach, Act::Attach])?
        }
        0..=8 | 32..=36 => Act::Poll,
        9..=12 | 37..=40 => Act::Write { ring, events: choices.int_in_range(1..=4)? },
        13 | 14 => Act::Write { ring, events: choices.int_in_range(1..=40)? },
        // A lap, by a word less or more, or several.
        15..=17 | 41..=43 => {
            let words = ring_words * choices.int_in_range(1..=4)?;
            Act::WriteWords { ring, words: words - 3 + choices.int_in_range(0..=6)? }
        }
        18 | 19 | 44 => Act::Fill { ring },
        20 | 21 | 45 | 46 => {
            let at = if choices.arbitrary()? { HaltAt::Head } else { HaltAt::Words };
            Act::Halt { ring, at }
        }
        22 | 23 => Act::WriteStoreByStore { ring, events: choices.int_in_range(1..=4)? },
        24 => {
            let bits = choices.int_in_range(3..=39)?;
            Act::Jump { ring, words: (1 << bits) + choices.int_in_range(0..=ring_words)? }
        }
        25 => Act::WriteFault { ring },
        26 => Act::UseIndices(choices.int_in_range(1..=8187)?, true),
        27 => Act::UseIndices(choices.int_in_range(1..=8187)?, false),
        28 => Act::Detach,
        29 | 30 => {
            let smaller = Shape { ring_words: (ring_words / 2).max(8), ..shape };
            Act::BeginAgain(if choices.arbitrary()? { shape } else { smaller })
        }
        _ => Act::Race {
            rounds: choices.int_in_range(1..=8)?,
            events: choices.int_in_range(1..=2000)?,
        },
    })
}
