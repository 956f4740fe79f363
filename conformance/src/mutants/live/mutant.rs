//! The live consumer mutants: what each does otherwise, and which clause it breaks by that.

/// Declares the switches and the list of mutants together, so that no switch is without one.
macro_rules! mutants {
    ($($switch:ident, $name:literal, $clause:literal, $does:literal;)+) => {
        /// What a live consumer does otherwise than `SPEC.md` says. A consumer has one of these at most.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(super) enum Switch {
            $($switch,)+
        }

        /// Every live consumer mutant, in the order of `SPEC.md`.
        pub const LIVE_CONSUMERS: &[LiveMutant] = &[
            $(LiveMutant { name: $name, clause: $clause, does: $does, switch: Switch::$switch },)+
        ];
    };
}

/// A live consumer that breaks one clause.
#[derive(Clone, Copy, Debug)]
pub struct LiveMutant {
    /// The permanent name.
    pub name: &'static str,
    /// The clause that it breaks.
    pub clause: &'static str,
    /// What it does, for people.
    pub does: &'static str,
    pub(super) switch: Switch,
}

mutants! {
    BeginsAtHead, "begins-at-head", "ring.lost-at-start", "does not report what was gone when it came";
    BeginsAtTail, "begins-at-tail", "ring.lost-at-start", "begins with what comes after it, and counts all before as lost";
    NamesKept, "names-kept", "names.late", "copies the name table when it attaches";
    ReadsPastTail, "reads-past-tail", "live.copy", "reads on past tail as long as it finds newer events";
    NoHead, "no-head", "live.recheck", "looks at head only where tail is more than a ring ahead";
    HeadFirst, "head-first", "live.recheck", "looks at head before it copies, and not after";
    JudgesEarly, "judges-early", "live.recheck", "judges the lengths of items before it looks at head again";
    KeepsDropped, "keeps-dropped", "live.recheck", "counts what head has passed, and delivers it as well";
    CountsItems, "counts-items", "live.lost", "counts a lost event for every two lost words after a lap";
    Loss32Bits, "loss-after-lap-32-bits", "live.lost", "counts lost words after a lap in 32 bits";
    LapUncounted, "lap-uncounted", "live.lost", "does not count what it passes over after a lap";
    LossFromTail, "loss-from-tail", "live.lost", "goes on at head after a lap, and counts up to tail";
    ResumesInside, "resumes-inside", "live.resume", "goes on half a ring before tail after a lap";
    ResumesByRing, "resumes-by-a-ring", "live.resume", "goes on a ring after its cursor after a lap";
    NoSecondTail, "no-second-tail", "live.tail-below-head", "does not load tail again before it takes it to be below head";
    UnreadyRefused, "unready-refused", "live.ready", "refuses a file header that has no data offset yet";
    UnreadyEmpty, "unready-empty", "live.ready", "takes a file header without data offset for a file without rings";
    PositionsUnwatched, "positions-unwatched", "live.restart", "waits until a tail that went back has come as far as its cursor";
    HeaderUnwatched, "header-unwatched", "live.restart", "looks at no word of the file header again but word 7";
    NamesAreRestart, "names-are-a-restart", "live.restart", "takes word 7 that comes late for another session";
}
