//! Wrong producers, against the checks.
//!
//! * [`PRODUCERS`]: what each does otherwise. The model with its switch and the sessions it goes through are beside it.
//! * [`found_in`]: the clauses that the checks find broken in the files of a producer.

mod model;
mod mutant;
mod session;

use std::collections::BTreeSet;

use eventring_spec::registry::Registry;

pub use mutant::{PRODUCERS, ProducerMutant};

use crate::checks::{self, Subject};
use crate::plain::TooLarge;

/// The clauses for which checks that are not masked find something in the files of a mutant, or of the right producer.
/// Notes count too: the right producer gives none.
///
/// # Errors
///
/// A file would be too large. A test proves that none is.
pub fn found_in(
    mutant: Option<&ProducerMutant>,
    registry: &Registry,
) -> Result<BTreeSet<&'static str>, TooLarge> {
    let mut found = BTreeSet::new();
    for bytes in session::files(mutant.map(|mutant| mutant.switch))? {
        let subject = Subject::new(&bytes, registry, Some(session::RELEASE));
        let outcomes = checks::run(&subject, checks::all(), 0);
        let broken = outcomes.iter().filter(|outcome| outcome.findings() > 0);
        found.extend(broken.map(|outcome| outcome.check.clause));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_right_producer_breaks_nothing() {
        let registry = Registry::load().unwrap();
        assert_eq!(found_in(None, &registry).unwrap(), BTreeSet::new());
    }

    #[test]
    fn the_right_producer_lets_every_check_judge() {
        let registry = Registry::load().unwrap();
        let mut judged = BTreeSet::new();
        for bytes in session::files(None).unwrap() {
            let subject = Subject::new(&bytes, &registry, Some(session::RELEASE));
            let outcomes = checks::run(&subject, checks::all(), 0);
            judged.extend(outcomes.iter().filter(|o| o.judged > 0).map(|o| o.check.clause));
        }
        let never: Vec<&str> = checks::all()
            .iter()
            .map(|check| check.clause)
            .filter(|c| !judged.contains(c))
            .collect();
        assert_eq!(never, Vec::<&str>::new());
    }

    #[test]
    fn each_mutant_breaks_its_clause_and_no_other() {
        let registry = Registry::load().unwrap();
        let mut wrong = Vec::new();
        for mutant in PRODUCERS {
            let found = found_in(Some(mutant), &registry).unwrap();
            let own = [mutant.clause];
            let wanted = if mutant.shows.is_empty() { &own } else { mutant.shows };
            if found != wanted.iter().copied().collect() {
                wrong.push(format!("{} ({}): {found:?}", mutant.name, mutant.clause));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
