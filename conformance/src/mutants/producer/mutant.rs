//! The producer mutants: what each does otherwise, and which clause it breaks by that.

/// What a producer does otherwise than `SPEC.md` says. A producer has one of these at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Switch {
    DataOffsetLast,
    SevenWords,
    SwappedHeader,
    SwappedWindows,
    Version2,
    NoDomains,
    LargeRingHeaders,
    OddRing,
    SizeInWords,
    HeadersLast,
    DataLater,
    NamesLater,
    NamesUnannounced,
    NamesUnaligned,
    NamesBeyond,
    RingsOverHeaders,
    NoRingHeaders,
    Longer,
    Shorter,
    NeverEvicts,
    HeadBeyond,
    FullRing,
    HeadOfUnused,
    ReservedBytes,
    HeadByWords,
    NextSlot,
    LengthZero,
    NoTimestamp,
    NoPadding,
    TailEarly,
    LongEvents,
    Flush,
    UserType5,
    ReservedBits,
    PaddingWithin,
    PaddingId,
    PaddingAlways,
    ClockBack,
    UnknownPhase,
    UnknownCounter,
    Unbalanced,
    SpanWithValue,
    CounterWithoutValue,
    LifecycleWithoutValue,
    RingStopWithValue,
    NoRingStart,
    RingStartZero,
    RingStartSecond,
    AllocShort,
    AllocId,
    UnitWithValue,
    UserSpanWithValue,
    IntWithoutValue,
    CustomWithoutWord,
    CustomWordMore,
    CountOutside,
    CustomTooLong,
    IndexTooLarge,
    NoNames,
    OldBytesInNames,
    NameOfOurs,
    LostAsCustom,
}

/// A producer that breaks one clause.
#[derive(Clone, Copy, Debug)]
pub struct ProducerMutant {
    /// The permanent name.
    pub name: &'static str,
    /// The clause that it breaks.
    pub clause: &'static str,
    /// What a file shows of that where it cannot show the clause itself; else nothing.
    pub shows: &'static [&'static str],
    /// What it does, for people.
    pub does: &'static str,
    pub(super) switch: Switch,
}

impl ProducerMutant {
    const fn new(
        name: &'static str,
        clause: &'static str,
        switch: Switch,
        does: &'static str,
    ) -> Self {
        Self { name, clause, shows: &[], does, switch }
    }

    const fn showing(self, shows: &'static [&'static str]) -> Self {
        Self { shows, ..self }
    }
}

const fn mutant(
    name: &'static str,
    clause: &'static str,
    switch: Switch,
    does: &'static str,
) -> ProducerMutant {
    ProducerMutant::new(name, clause, switch, does)
}

/// Every producer mutant, in the order of `SPEC.md`.
pub const PRODUCERS: &[ProducerMutant] = &[
    mutant("longer", "file.size", Switch::Longer, "leaves 8 bytes after the name table"),
    mutant("shorter", "file.size", Switch::Shorter, "ends the file 8 bytes early"),
    mutant(
        "data-offset-last",
        "file.header-first",
        Switch::DataOffsetLast,
        "stores the data offset after its events",
    ),
    mutant(
        "swapped-header",
        "file.byte-order",
        Switch::SwappedHeader,
        "writes all of the file header but the version in the other byte order",
    ),
    mutant(
        "swapped-windows",
        "file.byte-order",
        Switch::SwappedWindows,
        "writes heads and tails in the other byte order",
    ),
    mutant("seven-words", "header.complete", Switch::SevenWords, "ends the file after word 6"),
    mutant("version-2", "header.version", Switch::Version2, "writes 2 as version"),
    mutant("no-domains", "header.max-domains", Switch::NoDomains, "leaves max_domains at 0"),
    mutant(
        "large-ring-headers",
        "header.ring-header-size",
        Switch::LargeRingHeaders,
        "gives ring headers 128 bytes",
    ),
    mutant("odd-ring", "header.ring-elements", Switch::OddRing, "makes rings half as large again"),
    mutant(
        "size-in-words",
        "header.ring-size",
        Switch::SizeInWords,
        "writes the size of a ring in words where bytes belong",
    ),
    mutant(
        "headers-last",
        "header.headers-offset",
        Switch::HeadersLast,
        "puts the ring headers behind everything else",
    ),
    mutant(
        "data-later",
        "header.data-offset",
        Switch::DataLater,
        "leaves room between ring headers and rings",
    ),
    mutant(
        "names-later",
        "header.names-offset",
        Switch::NamesLater,
        "leaves room between rings and name table",
    ),
    mutant(
        "names-unannounced",
        "header.names-offset",
        Switch::NamesUnannounced,
        "writes a name table and 0 as its offset",
    ),
    mutant(
        "names-unaligned",
        "header.alignment",
        Switch::NamesUnaligned,
        "puts the name table 4 bytes after the rings",
    ),
    mutant(
        "names-beyond",
        "header.no-overflow",
        Switch::NamesBeyond,
        "puts the name table where 64 bits end",
    ),
    mutant(
        "rings-over-headers",
        "header.no-overlap",
        Switch::RingsOverHeaders,
        "puts the rings where the ring headers are",
    ),
    mutant(
        "no-ring-headers",
        "header.ring-headers-in-file",
        Switch::NoRingHeaders,
        "ends the file after the first ring header",
    ),
    mutant("next-slot", "ring.slot", Switch::NextSlot, "writes every word one slot too far")
        .showing(&[
            "item.length.zero",
            "item.padding.ends-ring",
            "item.within-ring",
            "item.within-window",
        ]),
    mutant("never-evicts", "ring.window", Switch::NeverEvicts, "leaves head at 0"),
    mutant("head-beyond", "ring.window", Switch::HeadBeyond, "moves head past tail"),
    mutant("full-ring", "ring.occupancy", Switch::FullRing, "fills a ring to its last word"),
    mutant(
        "reserved-bytes",
        "ring.reserved",
        Switch::ReservedBytes,
        "keeps a number of its own in the ring headers",
    ),
    mutant(
        "head-of-unused",
        "ring.unused",
        Switch::HeadOfUnused,
        "starts the positions of a ring at 8",
    ),
    mutant(
        "head-by-words",
        "ring.boundary",
        Switch::HeadByWords,
        "moves head by as many words as it needs, not by items",
    )
    .showing(&["item.length.zero"]),
    mutant("length-zero", "item.length.zero", Switch::LengthZero, "leaves the length of units 0"),
    mutant("no-timestamp", "item.length.one", Switch::NoTimestamp, "writes units as one word"),
    mutant(
        "no-padding",
        "item.within-ring",
        Switch::NoPadding,
        "lets events go on at slot 0 instead of padding",
    ),
    mutant("tail-early", "item.within-window", Switch::TailEarly, "stores a tail one word short"),
    mutant(
        "long-events",
        "item.half-ring",
        Switch::LongEvents,
        "writes events of up to three quarters of a ring",
    ),
    mutant("flush", "item.type", Switch::Flush, "writes runtime type 6"),
    mutant("user-type-5", "item.type", Switch::UserType5, "writes user type 5"),
    mutant(
        "reserved-bits",
        "item.reserved-bits",
        Switch::ReservedBits,
        "keeps a number in the low bits of item headers",
    ),
    mutant(
        "padding-within",
        "item.padding.ends-ring",
        Switch::PaddingWithin,
        "puts padding between events",
    ),
    mutant("padding-id", "item.padding.id", Switch::PaddingId, "writes padding with id 1"),
    mutant(
        "padding-always",
        "item.padding.needed",
        Switch::PaddingAlways,
        "pads although the event fits exactly",
    ),
    mutant("clock-back", "time.order", Switch::ClockBack, "has a clock that goes backwards"),
    mutant("unknown-phase", "runtime.id", Switch::UnknownPhase, "begins a phase of no release"),
    mutant("unknown-counter", "runtime.id", Switch::UnknownCounter, "counts what no release does"),
    mutant(
        "span-with-value",
        "runtime.span.length",
        Switch::SpanWithValue,
        "writes a payload word after begins",
    ),
    mutant("unbalanced", "runtime.balance", Switch::Unbalanced, "ends another phase than it began"),
    mutant(
        "counter-without-value",
        "runtime.counter.length",
        Switch::CounterWithoutValue,
        "writes counters without value",
    ),
    mutant(
        "lifecycle-without-value",
        "runtime.lifecycle.length",
        Switch::LifecycleWithoutValue,
        "writes lifecycle events without payload",
    ),
    mutant(
        "ring-stop-with-value",
        "runtime.lifecycle.ring-stop",
        Switch::RingStopWithValue,
        "writes ring_stop with a payload",
    ),
    mutant(
        "no-ring-start",
        "runtime.lifecycle.ring-start",
        Switch::NoRingStart,
        "begins without ring_start",
    ),
    mutant(
        "ring-start-zero",
        "runtime.lifecycle.ring-start",
        Switch::RingStartZero,
        "writes 0 for its process id",
    ),
    mutant(
        "ring-start-second",
        "runtime.lifecycle.ring-start",
        Switch::RingStartSecond,
        "writes another event before ring_start",
    ),
    mutant("alloc-short", "runtime.alloc.length", Switch::AllocShort, "writes 19 buckets"),
    mutant("alloc-id", "runtime.alloc.id", Switch::AllocId, "gives alloc events the id 1"),
    mutant(
        "index-too-large",
        "user.index",
        Switch::IndexTooLarge,
        "uses event index 8192, which spills into the type",
    )
    .showing(&["user.int.length"]),
    mutant(
        "unit-with-value",
        "user.unit.length",
        Switch::UnitWithValue,
        "writes a payload word after units",
    ),
    mutant(
        "user-span-with-value",
        "user.span.length",
        Switch::UserSpanWithValue,
        "writes a payload word after user spans",
    ),
    mutant(
        "int-without-value",
        "user.int.length",
        Switch::IntWithoutValue,
        "writes ints without value",
    ),
    mutant(
        "custom-without-word",
        "user.custom.length",
        Switch::CustomWithoutWord,
        "writes custom events of 0 bytes without count byte",
    ),
    mutant(
        "custom-word-more",
        "custom.words",
        Switch::CustomWordMore,
        "writes a word of filler more than a custom event needs",
    ),
    mutant(
        "count-outside",
        "custom.count",
        Switch::CountOutside,
        "counts 8 bytes of filler in an empty custom event",
    ),
    mutant(
        "custom-too-long",
        "custom.max",
        Switch::CustomTooLong,
        "writes custom events of 1025 bytes",
    ),
    mutant(
        "old-bytes-in-names",
        "names.unused",
        Switch::OldBytesInNames,
        "leaves bytes in an entry without name",
    ),
    mutant("no-names", "names.before-use", Switch::NoNames, "writes user events but no name table"),
    mutant(
        "name-of-ours",
        "names.reserved",
        Switch::NameOfOurs,
        "makes up a name that begins with eventring.",
    ),
    mutant(
        "lost-as-custom",
        "names.reserved",
        Switch::LostAsCustom,
        "writes a custom event under the name eventring.lost",
    ),
];
