//! What is put to a unit, whatever it is.

use super::{Finding, Known, Trial, Wrong};
use crate::certify::Failure;
use crate::certify::unit::Trouble;
use crate::plain::RuntimeNames;

/// A file or a scenario.
pub trait Subject: Clone {
    /// How the texts of findings end.
    const EXTENSION: &'static str;

    /// The one of a number, for one seed always the same.
    ///
    /// # Errors
    ///
    /// The generators have none; a message for their author.
    fn new(seed: u64, number: u64) -> Result<Self, String>;

    /// What is wrong with what the unit makes of it, if anything is.
    ///
    /// # Errors
    ///
    /// The environment failed, so that nothing can be said of the unit.
    fn put(&self, trial: &mut Trial<'_>) -> Result<Option<Wrong>, Trouble>;

    /// Simpler ones, those first in which most is left out; there is no end of them only if each is taken.
    fn simpler(&self) -> Vec<Self>;

    /// Whether this failure is no finding.
    fn is_known(&self, known: &Known<'_>, failure: &Failure) -> bool;

    /// The text of a finding, which says how to repeat it: `repeat` is the command.
    fn text(finding: &Finding<Self>, names: &RuntimeNames, repeat: &str) -> String;

    /// The release whose names the text has.
    fn release(&self) -> Option<&str>;

    /// The file, if it is one.
    fn bytes(&self) -> Option<Vec<u8>>;
}
