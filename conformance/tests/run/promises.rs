//! A view that holds the model to every promise that `Change` makes.

use std::collections::{BTreeMap, HashMap, HashSet};

use eventring_conformance::run::{
    Change, Class, FiberState, Key, Life, Parent, Run, Stop, View, What,
};

/// Its name and its begin.
type Operation = (Vec<u8>, u64);

/// What is open, and what was told.
#[derive(Default)]
pub(crate) struct Promises {
    pub(crate) told: u64,
    pub(crate) flaws: BTreeMap<String, u64>,
    pub(crate) lost: u64,
    now: HashMap<u32, u64>,
    phases: HashMap<u32, Vec<(u16, u64)>>,
    spans: HashMap<(u32, u16), Vec<u64>>,
    operations: HashMap<(Option<Key>, u32), Vec<Operation>>,
    idle: HashMap<u32, u64>,
    domains: HashSet<u32>,
    running: HashMap<u32, Key>,
    runs: HashMap<Key, (u64, u64)>,
    known: HashSet<Key>,
    ended: HashSet<Key>,
    is_finished: bool,
}

impl Promises {
    /// Nothing is open at the end.
    pub(crate) fn finished(&mut self, run: &Run) {
        self.is_finished = true;
        assert!(self.phases.values().all(Vec::is_empty), "{:?}", self.phases);
        assert!(self.spans.values().all(Vec::is_empty), "{:?}", self.spans);
        assert!(self.operations.values().all(Vec::is_empty), "{:?}", self.operations);
        assert!(self.running.is_empty() && self.idle.is_empty());
        for thing in run.things() {
            assert!(self.known.contains(&thing.key), "{thing:?}");
            assert!(thing.created_ns.is_none_or(|created_ns| created_ns >= thing.seen_ns));
            check_parents(run, thing.key);
            let Some(fiber) = &thing.fiber else { continue };
            let (runs, running_ns) = self.runs.get(&thing.key).copied().unwrap_or_default();
            let told_ns = thing.running_ns(run.now_ns()).unwrap();
            assert_eq!((fiber.runs, told_ns), (runs, running_ns), "{thing:?}");
            let span_ns = run.now_ns() - run.first_ns().unwrap();
            assert!(told_ns + fiber.waiting_ns <= span_ns, "{thing:?}");
            assert_eq!(fiber.state == FiberState::Ended, matches!(thing.life, Life::Ended { .. }));
        }
    }

    fn known(&self, key: Key) {
        assert!(self.known.contains(&key), "{key:?} was not told");
    }
}

/// Parents are contexts, and lead to a root or to what is unknown.
fn check_parents(run: &Run, key: Key) {
    let mut at = key;
    for _ in 0..10_000 {
        let Some(thing) = run.thing(at) else { return };
        match thing.parent {
            Parent::Root | Parent::Unknown => return,
            Parent::Of(parent) => {
                let class = run.thing(parent).map(|parent| parent.class);
                assert!(class.is_none_or(|class| class == Class::Context), "{thing:?}");
                at = parent;
            }
        }
    }
    panic!("{key:?} is in itself");
}

impl View for Promises {
    fn change(&mut self, run: &Run, change: &Change<'_>) {
        self.told += 1;
        let Change { ring, timestamp_ns: now, what, .. } = *change;
        let before = self.now.insert(ring, now);
        assert!(before.is_none_or(|before| before <= now), "{before:?} {change:?}");
        match what {
            What::DomainBegan => {
                assert!(self.domains.insert(ring), "{change:?}");
                assert_eq!(run.domain(ring).unwrap().ended_ns, None);
            }
            What::DomainEnded { .. } => {
                assert!(self.domains.remove(&ring));
                assert_eq!(run.domain(ring).unwrap().ended_ns, Some(now));
            }
            What::PhaseBegan { phase, depth } => {
                let open = self.phases.entry(ring).or_default();
                assert_eq!(open.len(), depth as usize);
                open.push((phase, now));
                assert_eq!(run.phases(ring).len(), open.len());
            }
            What::PhaseEnded { phase, depth, began_ns, .. } => {
                let open = self.phases.entry(ring).or_default();
                match began_ns {
                    Some(began_ns) => {
                        assert!(began_ns <= now);
                        let place = open.iter().rposition(|open| *open == (phase, began_ns));
                        assert_eq!(place, Some(depth as usize), "{change:?}");
                        open.remove(depth as usize);
                    }
                    None => assert!(open.iter().all(|(open, _)| *open != phase)),
                }
            }
            What::SpanBegan { index, .. } => self.spans.entry((ring, index)).or_default().push(now),
            What::SpanEnded { index, began_ns, .. } => {
                let open = self.spans.entry((ring, index)).or_default();
                assert_eq!(open.pop(), began_ns);
            }
            What::Created { thing } => {
                self.known.insert(thing);
                assert_eq!(run.thing(thing).unwrap().created_ns, Some(now));
            }
            What::Appeared { thing } => {
                self.known.insert(thing);
                assert_eq!(run.thing(thing).unwrap().created_ns, None);
            }
            What::Named { thing } | What::Located { thing } | What::Moved { thing } => {
                self.known(thing);
            }
            What::Obscured { thing } => {
                self.known(thing);
                assert!(matches!(run.thing(thing).unwrap().life, Life::Unknown { .. }));
            }
            What::FiberRuns { fiber, stopped_ns } => {
                self.known(fiber);
                assert!(!self.ended.contains(&fiber), "{change:?}");
                assert!(stopped_ns.is_none_or(|stopped_ns| stopped_ns <= now));
                assert_eq!(self.running.insert(ring, fiber), None);
                assert_eq!(self.running.values().filter(|other| **other == fiber).count(), 1);
                assert_eq!(run.current(ring), Some(fiber));
                self.runs.entry(fiber).or_default().0 += 1;
            }
            What::FiberStops { fiber, began_ns, stop } => {
                assert_eq!(self.running.remove(&ring), Some(fiber));
                assert!(began_ns <= now);
                self.runs.get_mut(&fiber).unwrap().1 += now - began_ns;
                assert_eq!(run.current(ring), None);
                assert!(stop != Stop::Exited || !self.ended.contains(&fiber));
            }
            What::Ended { thing, .. } => {
                self.known(thing);
                assert!(self.ended.insert(thing));
            }
            What::Failed { thing, .. } => self.known(thing),
            What::Got { fiber, thing }
            | What::Wanted { fiber, thing }
            | What::Put { fiber, thing } => {
                self.known(thing);
                fiber.into_iter().for_each(|fiber| self.known(fiber));
            }
            What::Log { fiber, .. } => fiber.into_iter().for_each(|fiber| self.known(fiber)),
            What::SpawnedBy { fiber } => self.known(fiber),
            What::OperationBegan { fiber, text, depth } => {
                let place = (fiber, if fiber.is_some() { 0 } else { ring });
                let open = self.operations.entry(place).or_default();
                assert_eq!(open.len(), depth as usize);
                open.push((text.to_vec(), now));
            }
            What::OperationEnded { fiber, text, depth, began_ns, .. } => {
                let place = (fiber, if fiber.is_some() { 0 } else { ring });
                let open = self.operations.entry(place).or_default();
                let last = open.pop();
                assert_eq!(last.as_ref().map(|(text, _)| text.as_slice()), text);
                assert_eq!(last.map(|(_, began_ns)| began_ns), began_ns);
                assert_eq!(open.len(), depth as usize);
            }
            What::IdleBegan => assert_eq!(self.idle.insert(ring, now), None),
            What::IdleEnded { began_ns, .. } => assert_eq!(self.idle.remove(&ring), began_ns),
            What::Lost { since_ns, words } => {
                assert!(words > 0 && since_ns.is_none_or(|since_ns| since_ns <= now));
                self.lost += 1;
            }
            What::Paused { since_ns } => assert!(since_ns.is_none_or(|since_ns| since_ns <= now)),
            What::Flawed { flaw } => *self.flaws.entry(format!("{flaw:?}")).or_default() += 1,
            What::Counter { .. }
            | What::Alloc { .. }
            | What::Lifecycle { .. }
            | What::Unit { .. }
            | What::Int { .. }
            | What::Custom { .. }
            | What::Unknown { .. }
            | What::Faulted { .. } => {}
        }
    }
}
