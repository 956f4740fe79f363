//! The producer mutants: what each does otherwise, and which clause it breaks by that.

use super::steps::Disorder;
use super::told_mutant::Fault;

/// Declares the switches and the list of mutants together, so that no switch is without one.
macro_rules! mutants {
    ($($switch:ident, $name:literal, $clause:literal $([shows $($shows:literal),+])?, $does:literal;)+) => {
        /// What a producer does otherwise than `SPEC.md` says. A producer has one of these at most.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(super) enum Switch {
            $($switch,)+
        }

        /// Every mutant that a file alone shows, in the order of `SPEC.md`.
        pub(super) const WRITTEN: &[ProducerMutant] = &[
            $(ProducerMutant {
                name: $name,
                clause: $clause,
                shows: &[$($($shows),+)?],
                does: $does,
                how: How::Files(Switch::$switch),
            },)+
        ];
    };
}

/// A producer that breaks one clause.
#[derive(Clone, Copy, Debug)]
pub struct ProducerMutant {
    /// The permanent name.
    pub name: &'static str,
    /// The clause that it breaks.
    pub clause: &'static str,
    /// The clauses by which its files show that, where no file can show the clause itself; else nothing.
    pub shows: &'static [&'static str],
    /// What it does, for people.
    pub does: &'static str,
    pub(super) how: How,
}

/// What a mutant goes through, and what it does otherwise there.
#[derive(Clone, Copy, Debug)]
pub(super) enum How {
    /// It writes files.
    Files(Switch),
    /// It is told what to do, in this script.
    Told(Fault, &'static str),
    /// It is looked at after each store.
    Stepped(Disorder),
}

mutants! {
    Longer, "longer", "file.size", "leaves 8 bytes after the name table";
    Shorter, "shorter", "file.size", "ends the file 8 bytes early";
    DataOffsetLast, "data-offset-last", "file.header-first", "stores the data offset after its events";
    SwappedHeader, "swapped-header", "file.byte-order", "writes all of the file header but the version in the other byte order";
    SwappedWindows, "swapped-windows", "file.byte-order", "writes heads and tails in the other byte order";
    SevenWords, "seven-words", "header.complete", "ends the file after word 6";
    Version2, "version-2", "header.version", "writes 2 as version";
    NoDomains, "no-domains", "header.max-domains", "leaves max_domains at 0";
    LargeRingHeaders, "large-ring-headers", "header.ring-header-size", "gives ring headers 128 bytes";
    OddRing, "odd-ring", "header.ring-elements", "makes rings half as large again";
    SizeInWords, "size-in-words", "header.ring-size", "writes the size of a ring in words where bytes belong";
    HeadersLast, "headers-last", "header.headers-offset", "puts the ring headers behind everything else";
    DataLater, "data-later", "header.data-offset", "leaves room between ring headers and rings";
    NamesLater, "names-later", "header.names-offset", "leaves room between rings and name table";
    NamesUnannounced, "names-unannounced", "header.names-offset", "writes a name table and 0 as its offset";
    NamesUnaligned, "names-unaligned", "header.alignment", "puts the name table 4 bytes after the rings";
    NamesBeyond, "names-beyond", "header.no-overflow", "puts the name table where 64 bits end";
    RingsOverHeaders, "rings-over-headers", "header.no-overlap", "puts the rings where the ring headers are";
    NoRingHeaders, "no-ring-headers", "header.ring-headers-in-file", "ends the file after the first ring header";
    NextSlot, "next-slot", "ring.slot" [shows "item.length.zero", "item.padding.ends-ring", "item.within-ring", "item.within-window"], "writes every word one slot too far";
    NeverEvicts, "never-evicts", "ring.window", "leaves head at 0";
    HeadBeyond, "head-beyond", "ring.window", "moves head past tail";
    FullRing, "full-ring", "ring.occupancy", "fills a ring to its last word";
    ReservedBytes, "reserved-bytes", "ring.reserved", "keeps a number of its own in the ring headers";
    HeadOfUnused, "head-of-unused", "ring.unused", "starts the positions of a ring at 8";
    HeadByWords, "head-by-words", "ring.boundary" [shows "item.length.zero"], "moves head by as many words as it needs, not by items";
    LengthZero, "length-zero", "item.length.zero", "leaves the length of units 0";
    NoTimestamp, "no-timestamp", "item.length.one", "writes units as one word";
    NoPadding, "no-padding", "item.within-ring", "lets events go on at slot 0 instead of padding";
    TailEarly, "tail-early", "item.within-window", "stores a tail one word short";
    LongEvents, "long-events", "item.half-ring", "writes events of up to three quarters of a ring";
    Flush, "flush", "item.type", "writes runtime type 6";
    UserType5, "user-type-5", "item.type", "writes user type 5";
    ReservedBits, "reserved-bits", "item.reserved-bits", "keeps a number in the low bits of item headers";
    PaddingWithin, "padding-within", "item.padding.ends-ring", "puts padding between events";
    PaddingId, "padding-id", "item.padding.id", "writes padding with id 1";
    PaddingAlways, "padding-always", "item.padding.needed", "pads although the event fits exactly";
    ClockBack, "clock-back", "time.order", "has a clock that goes backwards";
    UnknownPhase, "unknown-phase", "runtime.id", "begins a phase of no release";
    UnknownCounter, "unknown-counter", "runtime.id", "counts what no release does";
    SpanWithValue, "span-with-value", "runtime.span.length", "writes a payload word after begins";
    Unbalanced, "unbalanced", "runtime.balance", "ends another phase than it began";
    CounterWithoutValue, "counter-without-value", "runtime.counter.length", "writes counters without value";
    LifecycleWithoutValue, "lifecycle-without-value", "runtime.lifecycle.length", "writes lifecycle events without payload";
    RingStopWithValue, "ring-stop-with-value", "runtime.lifecycle.ring-stop", "writes ring_stop with a payload";
    NoRingStart, "no-ring-start", "runtime.lifecycle.ring-start", "begins without ring_start";
    RingStartZero, "ring-start-zero", "runtime.lifecycle.ring-start", "writes 0 for its process id";
    RingStartSecond, "ring-start-second", "runtime.lifecycle.ring-start", "writes another event before ring_start";
    AllocShort, "alloc-short", "runtime.alloc.length", "writes 19 buckets";
    AllocId, "alloc-id", "runtime.alloc.id", "gives alloc events the id 1";
    IndexTooLarge, "index-too-large", "user.index" [shows "user.int.length"], "uses event index 8192, which spills into the type";
    UnitWithValue, "unit-with-value", "user.unit.length", "writes a payload word after units";
    UserSpanWithValue, "user-span-with-value", "user.span.length", "writes a payload word after user spans";
    IntWithoutValue, "int-without-value", "user.int.length", "writes ints without value";
    CustomWithoutWord, "custom-without-word", "user.custom.length", "writes custom events of 0 bytes without count byte";
    CustomWordMore, "custom-word-more", "custom.words", "writes a word of filler more than a custom event needs";
    CountOutside, "count-outside", "custom.count", "counts 8 bytes of filler in an empty custom event";
    CustomTooLong, "custom-too-long", "custom.max", "writes custom events of 1025 bytes";
    OldBytesInNames, "old-bytes-in-names", "names.unused", "leaves bytes in an entry without name";
    NoNames, "no-names", "names.before-use", "writes user events but no name table";
    NameOfOurs, "name-of-ours", "names.reserved", "makes up a name that begins with eventring.";
    LostAsCustom, "lost-as-custom", "names.reserved", "writes a custom event under the name eventring.lost";
    EioWiresMixed, "eio-wires-mixed", "eio.wires-not-mixed", "writes an event of Eio's first wire among those of the second";
    EioIdShort, "eio-id-short", "eio.payload.layout", "writes ids of 4 bytes where the wire has 8";
    EioBigEndian, "eio-big-endian", "eio.payload.little-endian", "writes ids of Eio in big-endian";
    EioTypeUnknown, "eio-type-unknown", "eio.enum", "makes up a type of object";
    EioIdTwice, "eio-id-twice", "eio.id.unique", "gives two objects one id";
}
