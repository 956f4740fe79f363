//! Wrong producers, against the checks of files and against dictated sessions.
//!
//! * [`all`]: every mutant, and what each does otherwise. The models with their switches are beside it: one that writes
//!   files of a session of its own, one that is told what to do, and one that is looked at after every store.
//! * [`found_in`]: the clauses that are found broken in what a producer writes.

mod model;
mod mutant;
mod session;
mod steps;
mod told;
mod told_mutant;

use std::collections::BTreeSet;

use eventring_spec::registry::Registry;

use self::mutant::How;
pub use self::mutant::ProducerMutant;
use self::steps::{Disorder, STEPPED};
use self::told::Told;
use self::told_mutant::{Fault, TOLD};
use crate::certify::options::{CUSTOMS, FORK, GEOMETRY, INTS, PAUSE, PAUSE_EVENT, RINGS, SPANS};
use crate::certify::producer::{Script, play, scripts};
use crate::certify::unit::Declared;
use crate::checks::{self, Subject};

/// Every producer mutant.
pub fn all() -> impl Iterator<Item = &'static ProducerMutant> {
    mutant::WRITTEN.iter().chain(TOLD).chain(STEPPED)
}

/// The clauses that are found broken in what a mutant writes, or the right producer. Masked checks find nothing. Notes
/// count too: the right producer gives none.
///
/// # Errors
///
/// The environment failed: a message.
pub fn found_in(
    mutant: Option<&ProducerMutant>,
    registry: &Registry,
) -> Result<BTreeSet<&'static str>, String> {
    match mutant.map(|mutant| mutant.how) {
        Some(How::Files(switch)) => in_files(Some(switch), registry),
        Some(How::Told(fault, script)) => in_script(Some(fault), script, registry),
        Some(How::Stepped(disorder)) => Ok(in_steps(Some(disorder))),
        None => {
            let mut found = in_files(None, registry)?;
            let told = TOLD.iter().filter_map(|mutant| match mutant.how {
                How::Told(_, script) => Some(script),
                _ => None,
            });
            for script in told.collect::<BTreeSet<_>>() {
                found.extend(in_script(None, script, registry)?);
            }
            found.extend(in_steps(None));
            Ok(found)
        }
    }
}

fn in_files(
    switch: Option<mutant::Switch>,
    registry: &Registry,
) -> Result<BTreeSet<&'static str>, String> {
    let mut found = BTreeSet::new();
    for bytes in session::files(switch).map_err(|error| error.to_string())? {
        let subject = Subject::new(&bytes, registry, Some(session::RELEASE));
        let outcomes = checks::run(&subject, checks::all(), 0);
        let broken = outcomes.iter().filter(|outcome| outcome.findings() > 0);
        found.extend(broken.map(|outcome| outcome.check.clause));
    }
    Ok(found)
}

fn in_script(
    fault: Option<Fault>,
    name: &str,
    registry: &Registry,
) -> Result<BTreeSet<&'static str>, String> {
    let script: Script = scripts()
        .into_iter()
        .find(|script| script.name == name)
        .ok_or_else(|| format!("there is no script {name}"))?;
    let options = [GEOMETRY, RINGS, INTS, SPANS, CUSTOMS, PAUSE, PAUSE_EVENT, FORK];
    let declared = Declared { options: options.map(str::to_owned).into(), ..Declared::default() };
    let played = play(&script, Box::new(Told::new(fault)), &declared, registry);
    let played = played.map_err(|trouble| trouble.to_string())?;
    Ok(played.evidence.broken().collect())
}

fn in_steps(disorder: Option<Disorder>) -> BTreeSet<&'static str> {
    steps::found_in(disorder).into_iter().collect()
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
        for mutant in all() {
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
