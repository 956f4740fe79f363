//! The consumer mutants: what each does otherwise, and which clause it breaks by that.

/// Declares the switches and the list of mutants together, so that no switch is without one.
macro_rules! mutants {
    ($($switch:ident, $name:literal, $clause:literal, $does:literal;)+) => {
        /// What a consumer does otherwise than `SPEC.md` says. A consumer has one of these at most.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(super) enum Switch {
            $($switch,)+
        }

        /// Every consumer mutant, in the order of `SPEC.md`.
        pub const CONSUMERS: &[ConsumerMutant] = &[
            $(ConsumerMutant { name: $name, clause: $clause, does: $does, switch: Switch::$switch },)+
        ];
    };
}

/// A consumer that breaks one clause.
#[derive(Clone, Copy, Debug)]
pub struct ConsumerMutant {
    /// The permanent name.
    pub name: &'static str,
    /// The clause that it breaks.
    pub clause: &'static str,
    /// What it does, for people.
    pub does: &'static str,
    pub(super) switch: Switch,
}

mutants! {
    NotReadyEmpty, "not-ready-is-empty", "file.not-ready", "takes a file that is not ready for one without events";
    BeforeHead, "before-head", "file.left-over", "reads from the oldest slot of a ring, though it reports what head says as lost";
    PastTail, "past-tail", "file.left-over", "reads on past tail as long as it finds items";
    TruncatedRefused, "truncated-is-refused", "file.truncated", "refuses a file that ends inside a ring";
    CutNames, "cut-names", "file.truncated", "takes what is left of a name at the end of the file";
    LittleOnly, "little-only", "file.byte-order", "knows little-endian files only";
    SwapsData, "swaps-data", "file.byte-order", "swaps the data of custom events in big-endian files";
    ShortNotReady, "short-is-not-ready", "header.complete", "takes a file that is too short for one that is not ready";
    AnyVersion, "any-version", "header.version", "reads any version";
    AnyMaxDomains, "any-max-domains", "header.max-domains", "reads any number of rings";
    AnyRingHeaderSize, "any-ring-header-size", "header.ring-header-size", "reads ring headers of any size";
    Only80, "only-80", "header.ring-header-size", "refuses ring headers of another size than 80";
    Assumes80, "assumes-80", "header.ring-header-size", "takes ring headers to have 80 bytes";
    AnyRingElements, "any-ring-elements", "header.ring-elements", "reads rings of any number of words";
    NoRingOf1, "no-ring-of-1", "header.ring-elements", "refuses rings of one word";
    AnyRingSize, "any-ring-size", "header.ring-size", "reads rings whose two sizes differ";
    AnyAlignment, "any-alignment", "header.alignment", "reads words at any offset";
    AnyOverflow, "any-overflow", "header.no-overflow", "reads areas that end beyond 64 bits";
    AnyOverlap, "any-overlap", "header.no-overlap", "reads areas that overlap";
    AnyRingHeaders, "any-ring-headers", "header.ring-headers-in-file", "reads a file that ends within the ring headers";
    HeadIsSlot0, "head-is-slot-0", "ring.slot", "looks for the oldest item in slot 0";
    WindowQuiet, "window-quiet", "ring.window", "takes a ring whose window is at fault for an empty one";
    FullRefused, "full-refused", "ring.window", "takes a full ring for one at fault";
    NewestFirst, "newest-first", "ring.order", "delivers the newest event of a ring first";
    SortsRing, "sorts-ring", "ring.order", "sorts the events of a ring by timestamp";
    NoLoss, "no-loss", "ring.lost-at-start", "reports no lost words";
    HeadIgnored, "head-ignored", "ring.lost-at-start", "does not look at head: a ring begins at its oldest slot";
    Loss32Bits, "loss-32-bits", "ring.lost-at-start", "counts lost words in 32 bits";
    FirstFaultEndsAll, "first-fault-ends-all", "ring.independent", "stops at the first fault in any ring";
    ZeroEnds, "zero-ends", "item.length.zero", "takes an item of length 0 for the end of the ring";
    OneSkipped, "one-skipped", "item.length.one", "passes over an event of length 1";
    CrossesEnd, "crosses-end", "item.within-ring", "reads an item across the end of its ring";
    PastWindow, "past-window", "item.within-window", "delivers an event that passes tail";
    UnitIsPadding, "unit-is-padding", "item.category", "takes type 0 for padding, whatever the category";
    UnknownIsCustom, "unknown-is-custom", "item.unknown-type", "takes an unknown type for a custom event";
    UnknownDropped, "unknown-dropped", "item.unknown-type", "does not report events of unknown types";
    UnknownIsFault, "unknown-is-fault", "item.unknown-type", "ends a ring at an unknown type";
    ReservedRefused, "reserved-refused", "item.reserved-bits.ignored", "ends a ring at an item with reserved bits";
    PaddingIsEvent, "padding-is-event", "item.padding.skipped", "reports padding as an event";
    PaddingById, "padding-by-id", "item.padding.skipped", "takes only id 0 for padding";
    PaddingAtEnd, "padding-at-end", "item.padding.skipped", "takes padding only at the end of a ring for padding";
    Time63Bits, "time-63-bits", "item.timestamp", "drops the highest bit of timestamps";
    CounterSigned, "counter-signed", "runtime.unsigned-counter", "takes counters for signed and stops at 2^63 - 1";
    TypeOfFirst, "type-of-first", "user.type-of-message", "takes the type of the first event of each index";
    OutsideIsFault, "outside-is-fault", "custom.count.outside", "ends a ring at a count byte that points outside";
    CountSigned, "count-signed", "custom.count.outside", "takes the count byte for signed, and counts no filler below 0";
    CountMasked, "count-masked", "custom.count.above-7", "takes the low 3 bits of the count byte";
    Above7IsNull, "above-7-is-null", "custom.count.above-7", "gives no data where the count byte is above 7";
    FillerIsData, "filler-is-data", "custom.filler", "delivers filler as data";
    ShortIsFault, "short-is-fault", "payload.short", "ends a ring at an event that is too short for its type";
    ShortIsZero, "short-is-zero", "payload.short", "gives 0 for a value that is missing";
    ExtraIsFault, "extra-is-fault", "payload.extra", "ends a ring at an event that is too long for its type";
    ValueFromEnd, "value-from-end", "payload.extra", "takes the last word of an event for its value";
    NameOfNext, "name-of-next", "names.entry", "gives each event the name of the next index";
    NamesOf4096, "names-of-4096", "names.entry", "knows 4096 names";
    NamesWithoutEnd, "names-without-end", "names.last-byte", "reads a name up to the first 0, past its entry";
    NamesOf128, "names-of-128", "names.last-byte", "reads 128 bytes of a name";
    NamesTrimmed, "names-trimmed", "names.bytes", "trims white space off names";
    NamelessDropped, "nameless-dropped", "names.late", "does not report events without name";
    NamesAtZero, "names-at-zero", "names.none", "takes word 7 for the place of names in a file without names";
    NamesNeeded, "names-needed", "names.none", "refuses a file without names";
    VersionIsRelease, "version-is-release", "release.not-from-version", "takes version 1 for OCaml 5.0 where no release was given";
    IgnoresRelease, "ignores-release", "release.given-wins", "names runtime events by the newest release, whatever was given";
    StampIgnored, "stamp-ignored", "release.stamp.emitted", "does not look at emitted stamps";
    RegisteredDecides, "registered-decides", "release.stamp.registered", "takes a stamp that no event uses for the release";
    LastStampDecides, "last-stamp-decides", "release.stamp.conflict", "takes the last of several emitted stamps";
    NewestRelease, "newest-release", "release.agreed-names", "names runtime events by the newest release that remains";
    NoneIsNewest, "none-is-newest", "release.none-left", "names runtime events by the newest release where none remains";
    UnknownIdDropped, "unknown-id-dropped", "release.unknown-id", "does not report runtime events of unknown ids";
    RefusesLate, "refuses-late", "fault.refuse", "delivers events before it refuses a file";
    GoesOn, "goes-on", "fault.framing", "goes on at the next word after a fault";
    RelativeTime, "relative-time", "record.ts", "prints timestamps from the first event on";
    Int32Bits, "int-32-bits", "record.integer", "cuts ints to 32 bits";
    IntAsFloat, "int-as-float", "record.integer", "takes ints through floating point";
    EmptyName, "empty-name", "record.name", "prints an unknown name as an empty one";
    NamesUtf8Only, "names-utf-8-only", "record.name-hex", "prints no name where it is not UTF-8";
    NamesLossy, "names-lossy", "record.name-hex", "replaces what is not UTF-8 in names";
    CountIsData, "count-is-data", "record.custom", "prints filler and count byte as data";
    LossLast, "loss-last", "record.lost", "prints lost words after the events of their ring";
    FaultSilently, "fault-silently", "record.corrupt", "prints no record of a fault";
    RefusesSilently, "refuses-silently", "record.refused", "prints no record of a refusal";
    UnitsUncounted, "units-uncounted", "record.count", "does not count unit events";
    LimitByRing, "limit-by-ring", "record.limit", "delivers as many events as it may from each ring";
    RingsBackwards, "rings-backwards", "record.order", "prints the last ring first";
    ByTime, "by-time", "record.order", "prints all events in order of time";
    EioByIndex, "eio-by-index", "eio.by-name", "finds Eio's events by the places in which Eio registers them";
    AnyType, "eio-any-type", "eio.by-name", "takes every event with a name of Eio for Eio's, whatever its type";
    WiresMixed, "eio-wires-mixed", "eio.wires-not-mixed", "reads each event by the newest wire that has it, where no wire has all";
    WireOfNames, "eio-wire-of-names", "eio.wire.by-use", "learns the wire from the name table";
    OpenIsNewest, "eio-open-is-newest", "eio.wire.open", "reads as the newest wire what could be another";
    UnknownIsOther, "eio-unknown-is-other", "eio.unknown-event", "takes a file with an unknown event of Eio for one of an unknown wire";
    IdsInFileOrder, "eio-ids-in-file-order", "eio.payload.little-endian", "reads ids in the data in the order of the file";
    ShortIsZeros, "eio-short-is-zeros", "eio.payload.short", "takes data that is not there for zeros";
    LongIsNull, "eio-long-is-null", "eio.payload.extra", "does not interpret an event with bytes behind its last field";
    UnknownCodeIsNull, "eio-unknown-code-is-null", "eio.unknown-enum", "does not interpret an event with a code that it does not know";
    TextToZero, "eio-text-to-zero", "eio.text.bytes", "ends a text at its first zero byte";
    TextLossy, "eio-text-lossy", "eio.text.bytes", "replaces what is not UTF-8 in texts";
    EdgesLeftOut, "eio-edges-left-out", "eio.record.typed", "does not say which end of a span it is";
    PurposeLeftOut, "eio-purpose-left-out", "eio.record.typed", "does not say the purpose of a context of the proposal";
}

impl Switch {
    /// Whether the consumer takes the names of runtime events from another release.
    pub(super) fn renames(self) -> bool {
        matches!(
            self,
            Self::VersionIsRelease
                | Self::IgnoresRelease
                | Self::StampIgnored
                | Self::RegisteredDecides
                | Self::LastStampDecides
                | Self::NewestRelease
                | Self::NoneIsNewest
        )
    }

    /// Whether the consumer goes wrong in what Eio's events say, and in nothing else.
    pub(super) fn is_eio(self) -> bool {
        matches!(
            self,
            Self::EioByIndex
                | Self::AnyType
                | Self::WiresMixed
                | Self::WireOfNames
                | Self::OpenIsNewest
                | Self::UnknownIsOther
                | Self::IdsInFileOrder
                | Self::ShortIsZeros
                | Self::LongIsNull
                | Self::UnknownCodeIsNull
                | Self::TextToZero
                | Self::TextLossy
                | Self::EdgesLeftOut
                | Self::PurposeLeftOut
        )
    }

    /// The clause of the file header that the consumer does not judge, if it is such a one.
    pub(super) fn ignores(self) -> Option<&'static str> {
        Some(match self {
            Self::AnyVersion => "header.version",
            Self::AnyMaxDomains => "header.max-domains",
            Self::AnyRingHeaderSize => "header.ring-header-size",
            Self::AnyRingElements => "header.ring-elements",
            Self::AnyRingSize => "header.ring-size",
            Self::AnyAlignment => "header.alignment",
            Self::AnyOverflow => "header.no-overflow",
            Self::AnyOverlap => "header.no-overlap",
            Self::AnyRingHeaders => "header.ring-headers-in-file",
            _ => return None,
        })
    }
}
