//! What the workers of a run share: which case comes next, which are in work, and what is known.

use std::collections::{BTreeMap, BTreeSet};

use super::{Key, State};

/// What is given out, and what came back.
#[derive(Debug)]
pub(super) struct Desk {
    seed: u64,
    live: bool,
    next: u64,
    end: u64,
    in_work: BTreeSet<u64>,
    known: BTreeMap<Key, String>,
    /// Known ones that are still to be kept.
    claimed: BTreeSet<Key>,
}

impl Desk {
    /// Goes on where `state` is, with so many cases at most.
    pub(super) fn new(state: &State, most_cases: u64) -> Self {
        Self {
            seed: state.seed,
            live: state.live,
            next: state.next_case,
            end: state.next_case.saturating_add(most_cases),
            in_work: BTreeSet::new(),
            known: state.findings.iter().cloned().collect(),
            claimed: BTreeSet::new(),
        }
    }

    /// The next case, if there is one.
    pub(super) fn take(&mut self) -> Option<u64> {
        let number = self.next;
        if number >= self.end {
            return None;
        }
        self.next += 1;
        self.in_work.insert(number);
        Some(number)
    }

    /// A case was judged.
    pub(super) fn done(&mut self, number: u64) {
        self.in_work.remove(&number);
    }

    /// A name for what has this key, unless it is known already.
    pub(super) fn claim(&mut self, key: &Key) -> Option<String> {
        if self.known.contains_key(key) {
            return None;
        }
        let Key { failure, clause, .. } = key;
        let stem = match clause.as_str() {
            "" => failure.clone(),
            clause => format!("{failure}-{}", clause.replace('.', "-")),
        };
        let number = self.known.values().filter(|name| name.starts_with(&stem)).count() + 1;
        let name = format!("{stem}-{number}");
        self.known.insert(key.clone(), name.clone());
        self.claimed.insert(key.clone());
        Some(name)
    }

    /// What was claimed is kept.
    pub(super) fn kept(&mut self, key: &Key) {
        self.claimed.remove(key);
    }

    /// How far it is: a run that goes on from here puts what is in work once more, and does not know what was not kept.
    pub(super) fn state(&self) -> State {
        let kept = self.known.iter().filter(|(key, _)| !self.claimed.contains(*key));
        State {
            seed: self.seed,
            live: self.live,
            next_case: self.in_work.first().copied().unwrap_or(self.next),
            findings: kept.map(|(key, name)| (key.clone(), name.clone())).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_work_is_put_once_more() {
        let mut desk = Desk::new(&State { seed: 7, next_case: 10, ..State::default() }, 3);
        assert_eq!([desk.take(), desk.take()], [Some(10), Some(11)]);
        desk.done(11);
        assert_eq!(desk.state().next_case, 10);
        desk.done(10);
        assert_eq!(desk.state().next_case, 12);
        assert_eq!([desk.take(), desk.take()], [Some(12), None]);
        desk.done(12);
        assert_eq!((desk.state().seed, desk.state().next_case), (7, 13));
        let last = State { next_case: u64::MAX, ..State::default() };
        assert_eq!(Desk::new(&last, u64::MAX).take(), None);
    }

    #[test]
    fn a_key_has_one_name_and_is_in_the_state_once_it_is_kept() {
        let key = |member: &str| Key {
            failure: "records".into(),
            clause: "item.type".into(),
            member: member.into(),
            crash: String::new(),
            in_race: false,
        };
        let mut desk = Desk::new(&State::default(), 1);
        assert_eq!(desk.claim(&key("id")).as_deref(), Some("records-item-type-1"));
        assert_eq!(desk.claim(&key("id")), None);
        assert_eq!(desk.claim(&key("name")).as_deref(), Some("records-item-type-2"));
        desk.kept(&key("id"));
        let mut later = Desk::new(&desk.state(), 1);
        assert_eq!(later.claim(&key("id")), None);
        assert_eq!(later.claim(&key("name")).as_deref(), Some("records-item-type-2"));
    }
}
