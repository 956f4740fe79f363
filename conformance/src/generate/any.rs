//! Sessions of any kind.

use arbitrary::{Result, Unstructured};

use super::{Broken, Session, broken, hostile, valid};

/// What kind of session one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Such as a conforming producer writes.
    Valid,
    /// One that breaks this clause.
    Broken(&'static str),
    /// Such as nobody writes.
    Hostile,
}

/// A session of any kind: half of them have one clause broken.
///
/// # Errors
///
/// Only from the choices, which do not fail where they run out.
pub fn any(choices: &mut Unstructured<'_>) -> Result<(Kind, Session)> {
    Ok(match choices.int_in_range(0..=3)? {
        0 => (Kind::Valid, valid(choices)?),
        1 => (Kind::Hostile, hostile(choices)?),
        _ => {
            let Broken { clause, session } = broken(choices)?;
            (Kind::Broken(clause), session)
        }
    })
}
