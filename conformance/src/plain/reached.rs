//! Which clauses a reading reached: counters, off unless somebody asks.

use std::cell::RefCell;
use std::collections::BTreeMap;

/// How often each clause was reached; none that was not.
pub type Reached = BTreeMap<&'static str, u64>;

thread_local! {
    /// None while nobody asks.
    static COUNTS: RefCell<Option<Reached>> = const { RefCell::new(None) };
}

/// Does some work, and says which clauses the plain reader reached meanwhile, in this thread. A clause is reached where it
/// decides: who does otherwise makes something else of the file.
pub fn reached<T>(work: impl FnOnce() -> T) -> (T, Reached) {
    let before = COUNTS.replace(Some(Reached::new()));
    let done = work();
    let counts = COUNTS.replace(before).unwrap_or_default();
    // Who asked before counts this too.
    counts.iter().for_each(|(clause, count)| add(clause, *count));
    (done, counts)
}

/// Whether somebody asks: what costs more than a look is left out otherwise.
pub(super) fn is_asked() -> bool {
    COUNTS.with_borrow(Option::is_some)
}

/// The reader is where these clauses decide.
pub(super) fn reach(clauses: &[&'static str]) {
    clauses.iter().for_each(|clause| add(clause, 1));
}

fn add(clause: &'static str, count: u64) {
    COUNTS.with_borrow_mut(|counts| {
        if let Some(counts) = counts {
            *counts.entry(clause).or_default() += count;
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_of_the_work_and_of_whoever_asked_before() {
        reach(&["ring.slot"]);
        let ((), outer) = reached(|| {
            reach(&["ring.slot", "ring.order"]);
            let ((), inner) = reached(|| reach(&["ring.slot"]));
            assert_eq!(inner, Reached::from([("ring.slot", 1)]));
            assert!(is_asked());
        });
        assert_eq!(outer, Reached::from([("ring.slot", 2), ("ring.order", 1)]));
        assert!(!is_asked());
    }
}
