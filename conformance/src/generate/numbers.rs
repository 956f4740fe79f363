//! Numbers at which readers go wrong more often than at others.

use arbitrary::{Result, Unstructured};

/// Bounds of the types and fields that a reader may use.
const WORDS: [u64; 19] = [
    0,
    1,
    2,
    7,
    8,
    16,
    64,
    80,
    127,
    255,
    1023,
    1024,
    8192,
    i32::MAX as u64,
    u32::MAX as u64,
    1 << 32,
    i64::MAX as u64,
    1 << 63,
    u64::MAX,
];

/// Any word, most often one near a bound.
pub(super) fn word(choices: &mut Unstructured<'_>) -> Result<u64> {
    let near = *choices.choose(&WORDS)?;
    match choices.int_in_range(0..=7)? {
        0 => choices.arbitrary(),
        1 => Ok(near.wrapping_add(1)),
        2 => Ok(near.wrapping_sub(1)),
        _ => Ok(near),
    }
}

/// A position: 0, or one that a ring has come to, at any slot.
pub(super) fn position(choices: &mut Unstructured<'_>, ring_words: u64) -> Result<u64> {
    let laps = match choices.int_in_range(0..=3)? {
        0 => return Ok(0),
        1 => choices.int_in_range(0..=3)?,
        2 => choices.int_in_range(0..=1 << 20)?,
        // Positions above 32 bits are reached in an hour.
        _ => (1 << 33) + choices.int_in_range(0..=1 << 10)?,
    };
    Ok(laps * ring_words + choices.int_in_range(0..=ring_words - 1)?)
}
