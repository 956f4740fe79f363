//! The smallest file or scenario that still shows the same.

use std::time::{Duration, Instant};

use super::{Key, Subject, Trial};
use crate::certify::Failure;
use crate::certify::unit::Trouble;

/// What cutting down one finding may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Files or scenarios that are put to the unit.
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

/// Leaves out what it can, as long as the failure has the same key, and gives what is left with its
/// failure.
///
/// # Errors
///
/// The environment failed.
pub fn minimise<S: Subject>(
    trial: &mut Trial<'_>,
    subject: S,
    found: (Key, Failure),
    budget: Budget,
) -> Result<(S, Failure), Trouble> {
    let ((key, mut failure), mut subject) = (found, subject);
    let until = Instant::now() + budget.time;
    let mut trials = 0;
    'smaller: loop {
        for candidate in subject.simpler() {
            if trials == budget.trials || Instant::now() > until {
                break 'smaller;
            }
            trials += 1;
            if let Some((_, same)) = candidate.put(trial)?.filter(|(other, _)| *other == key) {
                (subject, failure) = (candidate, same);
                continue 'smaller;
            }
        }
        break;
    }
    Ok((subject, failure))
}
