//! The producer mutants that only a dictated session shows: what each does otherwise.

use super::mutant::{How, ProducerMutant};

macro_rules! told_mutants {
    ($($fault:ident, $name:literal, $clause:literal $([shows $($shows:literal),+])?, $script:literal, $does:literal;)+) => {
        /// What a producer that is told what to do does otherwise.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(super) enum Fault {
            $($fault,)+
        }

        /// Every mutant that is told what to do, in the order of `SPEC.md`.
        pub(super) const TOLD: &[ProducerMutant] = &[
            $(ProducerMutant {
                name: $name,
                clause: $clause,
                shows: &[$($($shows),+)?],
                does: $does,
                how: How::Told(Fault::$fault, $script),
            },)+
        ];
    };
}

told_mutants! {
    OtherName, "other-name", "file.name", "start", "puts a zero before the number in the name of its file";
    ForEverybody, "for-everybody", "file.private", "start", "lets everybody read its file";
    GoesBack, "goes-back", "ring.grows", "smallest-ring", "begins its rings again within a session";
    HeadInsideItem, "head-inside-item", "ring.boundary", "smallest-ring", "moves head by words, into the middle of an item";
    TakesOverHalf, "takes-over-half", "item.half-ring", "over-half-a-ring", "takes events that are longer than half a ring, and loses them";
    TimestampLast, "timestamp-last", "item.timestamp" [shows "item.timestamp", "time.order"], "ints", "writes the value before the timestamp";
    Microseconds, "microseconds", "time.unit", "ints", "counts time in microseconds";
    IndexBeyond, "index-beyond", "user.index", "name-8192", "gives out event index 8192";
    Cuts32, "cuts-32", "user.int.full-width", "wide-ints", "cuts ints to 32 bits";
    TakesTooLong, "takes-too-long", "custom.max", "custom-1025", "takes custom events of 1025 bytes, and loses them";
    NamesOneOff, "names-one-off", "names.entry" [shows "names.entry", "names.unused"], "names", "puts each name into the entry after its own";
    NamesCut, "names-cut", "names.length", "name-too-long", "cuts a name of 128 bytes";
    TakesAnyIndex, "takes-any-index", "names.before-use", "unregistered", "takes events of an index that no name has, and loses them";
    RewritesNames, "rewrites-names", "names.kept", "names", "writes another name into an entry that has one";
    IgnoresPause, "ignores-pause", "producer.pause", "pause", "writes on while recording is paused";
    NoResumeEvent, "no-resume-event", "producer.resume-event", "pause", "goes on without ring_resume";
    WaitsForReader, "waits-for-reader", "producer.no-wait", "no-reader", "waits when a ring is full";
    LosesEvents, "loses-events", "producer.events", "ints", "loses every third event";
    DoublesEvents, "doubles-events", "producer.events", "ints", "writes every third event twice";
    OtherRing, "other-ring", "producer.events", "rings", "writes into the next ring";
    ForkIntoParent, "fork-into-parent", "producer.fork", "fork", "lets the child write into its parent's file";
    ForkForgetsIndices, "fork-forgets-indices", "producer.fork", "fork", "gives names new indices in the child";
    NoForkEvents, "no-fork-events", "producer.fork-events", "fork", "forks without a word";
    KeepsFile, "keeps-file", "producer.end", "removed", "leaves its file behind";
    NoRingStop, "no-ring-stop", "producer.end", "start", "ends without ring_stop";
}
