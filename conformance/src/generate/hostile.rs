//! Sessions that nobody writes: words of the worst kind over what a producer would have written.

use arbitrary::{Result, Unstructured};

use super::breaks::CLAUSES;
use super::numbers::word;
use super::{Session, valid};
use crate::plain::HeaderWord;

/// A session that may break any number of clauses.
///
/// # Errors
///
/// Only from the choices, which do not fail where they run out.
pub fn hostile(choices: &mut Unstructured<'_>) -> Result<Session> {
    let mut session = valid(choices)?;
    for _ in 0..choices.int_in_range(0..=2)? {
        let (_, breaks) = *choices.choose(CLAUSES)?;
        breaks(&mut session, choices)?;
    }
    for _ in 0..choices.int_in_range(1..=6)? {
        match choices.int_in_range(0..=5)? {
            0 => {
                let header_word = *choices.choose(&HeaderWord::ALL[1..])?;
                session.header.push((header_word, word(choices)?));
            }
            1 => ring_header(&mut session, choices)?,
            // An item header, or whatever stands there, becomes another.
            2 | 3 => {
                let at = place_of_item(&session, choices)?;
                let header = word(choices)? & 0x3ff;
                let rest = choices.arbitrary::<u64>()? >> 10;
                session.patches.push((at, header << 54 | rest));
            }
            _ => {
                let at = place_of_item(&session, choices)?;
                session.patches.push((at, word(choices)?));
            }
        }
    }
    Ok(session)
}

fn ring_header(session: &mut Session, choices: &mut Unstructured<'_>) -> Result<()> {
    let places = session.places();
    let ring = choices.int_in_range(0..=session.max_domains.max(1) - 1)?;
    let at = places.headers_offset.wrapping_add(ring.wrapping_mul(places.ring_header_size_bytes));
    let which = 8 * choices.int_in_range(0..=1)?;
    session.patches.push((at.wrapping_add(which), word(choices)?));
    Ok(())
}

/// The offset of any word of a ring that is in use, or of any.
fn place_of_item(session: &Session, choices: &mut Unstructured<'_>) -> Result<u64> {
    let places = session.places();
    let (mut slot, mut index) = (choices.int_in_range(0..=session.ring_words - 1)?, 0);
    if !session.rings.is_empty() {
        let ring = choices.choose(&session.rings)?;
        index = u64::from(ring.index);
        let used = ring.end().wrapping_sub(ring.from);
        if used > 0 && choices.ratio(7, 8)? {
            let at = choices.int_in_range(0..=used - 1)?;
            slot = ring.from.wrapping_add(at) % session.ring_words;
        }
    }
    let ring = places.data_offset.wrapping_add(index * session.ring_words * 8);
    Ok(ring.wrapping_add(slot * 8))
}
