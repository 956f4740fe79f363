//! Pauses: how long the runtime kept a domain from running its program at a stretch.

use super::latency::Gathered;

/// Phases that stand outside of all others, as seen in every recording of the rings whose start is there, in each
/// release that has them. The others are always inside of one of these.
pub const OUTERMOST: [&str; 15] = [
    "domain_condition_wait",
    "empty_minor",
    "explicit_gc_compact",
    "explicit_gc_full_major",
    "explicit_gc_major",
    "explicit_gc_major_slice",
    "explicit_gc_minor",
    "explicit_gc_set",
    "explicit_gc_stat",
    "interrupt_remote",
    "major",
    "major_finish_marking",
    "major_finish_sweeping",
    "stw_handler",
    "stw_leader",
];

/// The one in which a domain leads the others.
pub(super) const LEADER: &str = "stw_leader";

/// The one in which a domain only waits for something to do.
pub(in crate::inspect) const WAIT: &str = "domain_condition_wait";

/// What is known of a phase that ended outside of all others that are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outer {
    /// It can be a pause.
    Pause,
    /// It is a wait.
    Wait,
    /// It is inside of another, whose begin is not known.
    Inner,
    /// Its name is not known.
    Unnamed,
}

impl Outer {
    pub(super) fn of(name: Option<&str>) -> Self {
        match name {
            None => Self::Unnamed,
            Some(WAIT) => Self::Wait,
            Some(name) if OUTERMOST.contains(&name) => Self::Pause,
            Some(_) => Self::Inner,
        }
    }
}

/// The pauses of one ring.
///
/// At the begin of a ring, and after a loss, phases can stand inside of one whose begin is not known. Then that one ends
/// some time, and what was taken for pauses since is taken back: they were parts of a longer one.
#[derive(Clone, Debug, Default)]
pub(super) struct Pauses {
    settled: Gathered,
    in_doubt: Gathered,
    pub(super) cut: u64,
    pub(super) unnamed: u64,
}

impl Pauses {
    /// Those of the ring at this place.
    pub(super) fn at_place(place: usize) -> Self {
        let gathered = || Gathered::at_place(place);
        Self { settled: gathered(), in_doubt: gathered(), ..Self::default() }
    }

    pub(super) fn ended(&mut self, outer: Outer, length_ns: u64) {
        match outer {
            Outer::Pause => self.in_doubt.add(length_ns),
            Outer::Unnamed => self.unnamed += 1,
            Outer::Wait | Outer::Inner => {}
        }
    }

    /// A phase ends that began before what is known of the ring.
    pub(super) fn ended_unknown(&mut self) {
        self.in_doubt.take();
        self.cut += 1;
    }

    /// From here on the ring is not known: what was not taken back by now stays.
    pub(super) fn lost(&mut self) {
        self.settled.join(&self.in_doubt.take());
    }

    /// All of them.
    pub(super) fn all(&self) -> Gathered {
        let mut all = self.settled.clone();
        all.join(&self.in_doubt);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_longer_pause_are_taken_back() {
        let mut pauses = Pauses::default();
        pauses.ended(Outer::Pause, 5);
        pauses.ended(Outer::Wait, 1000);
        pauses.ended(Outer::Inner, 1000);
        pauses.lost();
        pauses.ended(Outer::Pause, 7);
        pauses.ended_unknown();
        pauses.ended(Outer::Pause, 9);
        let all = pauses.all().lengths();
        assert_eq!((all.count, all.total_ns, all.max_ns, pauses.cut), (2, 14, Some(9), 1));
    }
}
