//! The smallest file or scenario that still shows the same.

use std::time::{Duration, Instant};

use super::{Subject, Trial, Wrong};
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

/// What is left of a finding.
#[derive(Clone, Debug)]
pub struct Minimised<S> {
    /// The file or scenario.
    pub subject: S,
    /// What is wrong with it.
    pub wrong: Wrong,
    /// Whether the budget was used up before nothing more could be left out.
    pub is_cut_short: bool,
}

/// Leaves out what it can, as long as the failure has the same key.
///
/// # Errors
///
/// The environment failed.
pub fn minimise<S: Subject>(
    trial: &mut Trial<'_>,
    subject: S,
    found: Wrong,
    budget: Budget,
) -> Result<Minimised<S>, Trouble> {
    let (mut wrong, mut subject, mut is_cut_short) = (found, subject, false);
    let until = Instant::now() + budget.time;
    let mut trials = 0;
    'smaller: loop {
        for candidate in subject.simpler() {
            if trials == budget.trials || Instant::now() > until {
                is_cut_short = true;
                break 'smaller;
            }
            trials += 1;
            if let Some(same) = candidate.put(trial)?.filter(|other| other.key == wrong.key) {
                (subject, wrong) = (candidate, same);
                continue 'smaller;
            }
        }
        break;
    }
    Ok(Minimised { subject, wrong, is_cut_short })
}
