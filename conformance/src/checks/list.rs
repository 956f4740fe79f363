//! Every check, in an order in which each comes after those that it presupposes.

use std::sync::OnceLock;

use super::check::Check;
use super::{custom, eio, file, header, item, length, names, padding, ring, runtime, time};

/// Every check.
pub fn all() -> &'static [Check] {
    static ALL: OnceLock<Vec<Check>> = OnceLock::new();
    ALL.get_or_init(|| FAMILIES.concat())
}

/// The check of a clause, if there is one.
pub fn of(clause: &str) -> Option<&'static Check> {
    all().iter().find(|check| check.clause == clause)
}

const FAMILIES: &[&[Check]] = &[
    header::COMPLETE,
    file::ORDER,
    header::CHECKS,
    file::CHECKS,
    ring::CHECKS,
    item::CHECKS,
    padding::CHECKS,
    time::CHECKS,
    length::RUNTIME,
    runtime::CHECKS,
    length::USER,
    custom::CHECKS,
    names::CHECKS,
    eio::CHECKS,
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use eventring_spec::clauses::Level;

    use super::*;
    use crate::checks::unshown::{BY_SESSION, NOT_YET, UNSHOWN};
    use crate::clauses;

    #[test]
    fn each_clause_exists_binds_producers_and_is_checked_once() {
        let mut seen = BTreeSet::new();
        for check in all() {
            let clause = clauses::find(check.clause).unwrap_or_else(|| panic!("{}", check.clause));
            assert!(clause.role().binds_producers(), "{}", check.clause);
            assert!(matches!(clause.level(), Level::Must | Level::Should), "{}", check.clause);
            assert!(seen.insert(check.clause), "{} is checked twice", check.clause);
        }
        assert!(seen.len() < 128, "a set of checks has 128 bits");
    }

    #[test]
    fn what_is_presupposed_has_been_judged_before() {
        let mut before = BTreeSet::new();
        for check in all() {
            for clause in check.presupposes {
                assert!(before.contains(clause), "{} presupposes {clause}", check.clause);
            }
            before.insert(check.clause);
        }
    }

    /// These alone take one ring's events together with another's: all else holds of each ring, and so of a copy whose
    /// rings are of different moments.
    #[test]
    fn the_start_names_and_fibers_are_of_all_rings() {
        let comparing = all().iter().filter(|check| check.compares_rings());
        let comparing: Vec<&str> = comparing.map(|check| check.clause).collect();
        let wanted = [
            "runtime.lifecycle.ring-start",
            "names.unused",
            "names.before-use",
            "names.reserved",
            "eio.wires-not-mixed",
            "eio.payload.layout",
            "eio.payload.little-endian",
            "eio.enum",
            "eio.id.unique",
        ];
        assert_eq!(comparing, wanted);
    }

    #[test]
    fn every_must_of_producers_is_checked_or_accounted_for() {
        let musts = clauses::in_force()
            .filter(|clause| clause.level() == Level::Must && clause.role().binds_producers());
        for clause in musts {
            let unshown = UNSHOWN.iter().filter(|(name, _)| *name == clause.name()).count();
            let checked = usize::from(of(clause.name()).is_some());
            let not_yet = usize::from(NOT_YET.contains(&clause.name()));
            let by_session = usize::from(BY_SESSION.contains(&clause.name()));
            assert_eq!(unshown + checked + not_yet + by_session, 1, "{}", clause.name());
        }
        for name in BY_SESSION {
            assert!(
                clauses::find(name).is_some_and(|clause| clause.role().binds_producers()),
                "{name}"
            );
            assert!(of(name).is_none(), "{name}");
        }
        for (name, _) in UNSHOWN {
            let clause = clauses::find(name).unwrap();
            assert!(clause.level() == Level::Must && clause.role().binds_producers(), "{name}");
        }
    }
}
