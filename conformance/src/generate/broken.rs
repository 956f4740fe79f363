//! Sessions with one clause broken.

use arbitrary::{Result, Unstructured};

use super::breaks::CLAUSES;
use super::{Session, valid};

/// A session that breaks a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The clause.
    pub clause: &'static str,
    /// The session.
    pub session: Session,
}

/// A session that breaks one clause of [`CLAUSES`], at a place of its own. Of a session in which that clause has no
/// place, such as one without padding, it breaks the next one that has.
///
/// # Errors
///
/// Only from the choices, which do not fail where they run out.
pub fn broken(choices: &mut Unstructured<'_>) -> Result<Broken> {
    let first = choices.choose_index(CLAUSES.len())?;
    let mut session = valid(choices)?;
    for (clause, breaks) in CLAUSES.iter().cycle().skip(first).take(CLAUSES.len()) {
        if breaks(&mut session, choices)? {
            return Ok(Broken { clause, session });
        }
    }
    // The version has a place in every session.
    Err(arbitrary::Error::IncorrectFormat)
}
