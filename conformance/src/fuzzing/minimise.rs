//! The smallest session that still shows the same.

use std::time::{Duration, Instant};

use super::{Key, Trial};
use crate::certify::Failure;
use crate::certify::unit::Trouble;
use crate::generate::{Kind, Session};

/// What cutting down one finding may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Files that the unit is asked.
    pub trials: u64,
    /// Time, which matters where each trial hangs.
    pub time: Duration,
}

impl Default for Budget {
    /// 1000 files, 20 s.
    fn default() -> Self {
        Self { trials: 1000, time: Duration::from_secs(20) }
    }
}

/// Leaves out of a session what it can, as long as the failure has the same key, and gives what is left with its
/// failure.
///
/// # Errors
///
/// The environment failed.
pub fn minimise(
    trial: &mut Trial<'_>,
    session: Session,
    kind: Kind,
    found: (Key, Failure),
    budget: Budget,
) -> Result<(Session, Failure), Trouble> {
    let ((key, mut failure), mut session) = (found, session);
    let until = Instant::now() + budget.time;
    let mut trials = 0;
    'smaller: loop {
        for candidate in session.simpler() {
            if trials == budget.trials || Instant::now() > until {
                break 'smaller;
            }
            trials += 1;
            if let Some((_, same)) = trial.run(&candidate, kind)?.filter(|(other, _)| *other == key)
            {
                (session, failure) = (candidate, same);
                continue 'smaller;
            }
        }
        break;
    }
    Ok((session, failure))
}
