//! How to break the clauses on the file, its header and its names.

use arbitrary::{Result, Unstructured};

use super::Session;
use super::numbers::word;
use crate::plain::HeaderWord;

const HEADER_BYTES: u64 = 64;

fn says(session: &mut Session, word: HeaderWord, value: u64) -> Result<bool> {
    session.header.push((word, value));
    Ok(true)
}

pub(super) fn size(session: &mut Session, choices: &mut Unstructured<'_>) -> Result<bool> {
    session.len_bytes = Some(session.places().end() + choices.int_in_range(1..=4096)?);
    Ok(true)
}

pub(super) fn not_ready(session: &mut Session, choices: &mut Unstructured<'_>) -> Result<bool> {
    match choices.int_in_range(0..=2)? {
        0 => session.len_bytes = Some(0),
        1 => session.header.extend(HeaderWord::ALL.map(|word| (word, 0))),
        _ => session.header.push((HeaderWord::DataOffset, 0)),
    }
    Ok(true)
}

/// Items and words where they mean nothing: outside of the windows, in rings that are not in use.
pub(super) fn left_over(session: &mut Session, choices: &mut Unstructured<'_>) -> Result<bool> {
    let ring_words = session.ring_words;
    for ring in &mut session.rings {
        let used = ring.end() - ring.from;
        let mut free: Vec<u64> =
            (used..ring_words).map(|at| (ring.from + at) % ring_words).collect();
        free.truncate(32);
        for slot in free {
            // Now and then the header of a user event of 2 words, which looks sound.
            let word = if choices.ratio(1, 2)? { 2 << 54 | 1 << 53 } else { word(choices)? };
            ring.left_over.push((slot, word));
        }
    }
    Ok(session.rings.iter().any(|ring| !ring.left_over.is_empty()))
}

/// Cut at any byte of the rings and the names.
pub(super) fn truncated(session: &mut Session, choices: &mut Unstructured<'_>) -> Result<bool> {
    let places = session.places();
    let ring_bytes = session.ring_words * 8;
    let cut = match session.rings.as_slice() {
        [.., last] if choices.ratio(3, 4)? => {
            let ring = places.data_offset + u64::from(last.index) * ring_bytes;
            ring + choices.int_in_range(0..=ring_bytes)?
        }
        _ => choices.int_in_range(places.data_offset..=places.end())?,
    };
    session.len_bytes = Some(cut);
    Ok(true)
}

pub(super) fn complete(session: &mut Session, choices: &mut Unstructured<'_>) -> Result<bool> {
    session.len_bytes = Some(choices.int_in_range(1..=HEADER_BYTES - 1)?);
    Ok(true)
}

pub(super) fn version(session: &mut Session, choices: &mut Unstructured<'_>) -> Result<bool> {
    let value = match word(choices)? {
        1 => 2,
        // In the other order 1, which the words after it are not.
        0x0100_0000_0000_0000 => 0,
        value => value,
    };
    says(session, HeaderWord::Version, value)
}

pub(super) fn max_domains(session: &mut Session, choices: &mut Unstructured<'_>) -> Result<bool> {
    let value = match word(choices)? {
        value @ 1..=4096 => 4096 + value,
        value => value,
    };
    says(session, HeaderWord::MaxDomains, value)
}

/// Ring headers of another size, which stand in the file as the header says; consumers read most of them.
pub(super) fn ring_header_size(
    session: &mut Session,
    choices: &mut Unstructured<'_>,
) -> Result<bool> {
    let value: u64 = *choices.choose(&[0, 1, 8, 15, 16, 17, 24, 72, 79, 81, 88, 96, 128, 4096])?;
    let data_offset = HEADER_BYTES + session.max_domains * value.max(80).next_multiple_of(8);
    session.layout.push((HeaderWord::RingHeaderSizeBytes, value));
    move_rings(session, data_offset);
    Ok(true)
}

pub(super) fn ring_elements(session: &mut Session, choices: &mut Unstructured<'_>) -> Result<bool> {
    let value = match word(choices)? {
        value if value.is_power_of_two() => value ^ 3,
        value => value,
    };
    says(session, HeaderWord::RingSizeElements, value)?;
    // The two sizes agree, where they can.
    says(session, HeaderWord::RingSizeBytes, value.wrapping_mul(8))
}

pub(super) fn ring_size(session: &mut Session, choices: &mut Unstructured<'_>) -> Result<bool> {
    let right = session.ring_words * 8;
    let value = match choices.int_in_range(0..=4)? {
        0 => session.ring_words,
        1 => right + 8,
        2 => {
            // 8 times this is 0 in 64 bits.
            says(session, HeaderWord::RingSizeElements, 1 << 61)?;
            0
        }
        3 => right / 2,
        _ => word(choices)?,
    };
    says(session, HeaderWord::RingSizeBytes, if value == right { value + 1 } else { value })
}

/// Ring headers that begin later, with all behind them.
pub(super) fn headers_offset(
    session: &mut Session,
    choices: &mut Unstructured<'_>,
) -> Result<bool> {
    let gap = 8 * choices.int_in_range(1..=64)?;
    session.layout.push((HeaderWord::HeadersOffset, HEADER_BYTES + gap));
    move_rings(session, HEADER_BYTES + gap + session.max_domains * 80);
    Ok(true)
}

pub(super) fn data_offset(session: &mut Session, choices: &mut Unstructured<'_>) -> Result<bool> {
    let gap = 8 * choices.int_in_range(1..=64)?;
    move_rings(session, HEADER_BYTES + session.max_domains * 80 + gap);
    Ok(true)
}

pub(super) fn names_offset(session: &mut Session, choices: &mut Unstructured<'_>) -> Result<bool> {
    if session.with_names {
        let gap = 8 * choices.int_in_range(1..=64)?;
        let names_offset = session.places().names_offset + gap;
        session.layout.push((HeaderWord::NamesOffset, names_offset));
        return Ok(true);
    }
    // A name table of which there is nothing.
    says(session, HeaderWord::NamesOffset, 8 * choices.int_in_range(1 << 20..=1 << 40)?)
}

pub(super) fn alignment(session: &mut Session, choices: &mut Unstructured<'_>) -> Result<bool> {
    let places = session.places();
    let (word, right) = *choices.choose(&[
        (HeaderWord::HeadersOffset, places.headers_offset),
        (HeaderWord::DataOffset, places.data_offset),
        (HeaderWord::NamesOffset, places.names_offset),
    ])?;
    says(session, word, right + choices.int_in_range(1..=7)?)
}

pub(super) fn no_overflow(session: &mut Session, choices: &mut Unstructured<'_>) -> Result<bool> {
    let word = *choices.choose(&[
        HeaderWord::HeadersOffset,
        HeaderWord::DataOffset,
        HeaderWord::NamesOffset,
    ])?;
    let below = 8 * choices.int_in_range(1..=4)?;
    says(session, word, 0_u64.wrapping_sub(below))
}

pub(super) fn no_overlap(session: &mut Session, choices: &mut Unstructured<'_>) -> Result<bool> {
    let places = session.places();
    let (word, value) = *choices.choose(&[
        (HeaderWord::HeadersOffset, 0),
        (HeaderWord::HeadersOffset, 56),
        (HeaderWord::HeadersOffset, places.data_offset),
        (HeaderWord::DataOffset, HEADER_BYTES),
        (HeaderWord::DataOffset, places.data_offset - 8),
        (HeaderWord::DataOffset, places.headers_offset),
        (HeaderWord::NamesOffset, places.data_offset),
        (HeaderWord::NamesOffset, HEADER_BYTES),
    ])?;
    says(session, word, value)
}

pub(super) fn ring_headers_in_file(
    session: &mut Session,
    choices: &mut Unstructured<'_>,
) -> Result<bool> {
    let end = session.places().data_offset;
    session.len_bytes = Some(choices.int_in_range(HEADER_BYTES..=end - 1)?);
    Ok(true)
}

/// A name without end: its last byte means nothing.
pub(super) fn last_byte(session: &mut Session, _: &mut Unstructured<'_>) -> Result<bool> {
    let Some((_, name)) = session.names.first_mut() else { return Ok(false) };
    *name = (0..128).map(|at| b'A' + at % 26).collect();
    Ok(true)
}

/// Puts the rings, and the names behind them, elsewhere.
fn move_rings(session: &mut Session, data_offset: u64) {
    session.layout.push((HeaderWord::DataOffset, data_offset));
    if session.with_names {
        let names_offset = data_offset + session.max_domains * session.ring_words * 8;
        session.layout.push((HeaderWord::NamesOffset, names_offset));
    }
}
