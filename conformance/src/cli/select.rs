//! The arguments of every command that shows a part of a run.

use globset::{Glob, GlobSet};

use super::failure::Failure;
use super::input::{check_ring, parse_ring};
use crate::inspect::{Moment, Selection};

/// Which part of a run is shown.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct SelectArgs {
    /// Only this ring
    #[arg(long, value_name = "N", value_parser = parse_ring)]
    ring: Option<u32>,

    /// Nothing before this moment: a timestamp in nanoseconds, or a time after the first event such as 1.5s, 20ms
    #[arg(long, value_name = "MOMENT")]
    from: Option<Moment>,

    /// Nothing after this moment
    #[arg(long, value_name = "MOMENT")]
    to: Option<Moment>,

    /// Only events whose name fits, such as 'minor*' or 'eio.*'; may be given several times
    #[arg(long, value_name = "GLOB", value_parser = Glob::new)]
    event: Vec<Glob>,
}

impl SelectArgs {
    /// What is asked for, of a file with so many rings.
    pub(super) fn selection(&self, what: &str, max_domains: u32) -> Result<Selection, Failure> {
        check_ring(self.ring, what, max_domains)?;
        if let (Some(from), Some(to)) = (self.from, self.to)
            && to.is_before(from)
        {
            return Err(Failure::Usage(
                "--to is before --from, so there is nothing between".to_owned(),
            ));
        }
        let globs = GlobSet::new(&self.event).map_err(|error| Failure::Usage(error.to_string()))?;
        let events = (!self.event.is_empty()).then_some(globs);
        Ok(Selection { ring: self.ring, from: self.from, to: self.to, events })
    }

    /// Where the reading can end.
    pub(super) fn to(&self) -> Option<Moment> {
        self.to
    }

    /// The ring that is asked for.
    pub(super) fn ring(&self) -> Option<u32> {
        self.ring
    }
}
