// Generated from spec/registry/runtime.toml by `cargo run -p eventring-spec -- generate`.
// Do not edit: change the data there and generate again.

//! Ids, names and units of every OCaml release, and the numbers of the layout (generated).
//!
//! The id of a phase or a counter means something in a [`Release`] only, and a file does not name
//! its release (clause release.not-from-version). An id that no table has is an ordinary value
//! (clause release.unknown-id): every look-up gives `None` for it, and none panics.

use core::error::Error;
use core::fmt;
use core::str::FromStr;

/// Word 0 of the file header, in every release (clause header.version).
pub const VERSION: u64 = 1;

/// Bytes of the file header: 8 words at offset 0.
pub const FILE_HEADER_BYTES: usize = 64;

/// Bytes of a ring header, as every producer writes it (clause header.ring-header-size).
pub const RING_HEADER_BYTES: usize = 80;

/// Bytes of the smallest ring header that holds head and tail (clause header.ring-header-size).
pub const LEAST_RING_HEADER_BYTES: usize = 16;

/// The largest number of rings that a file can have (clause header.max-domains).
pub const MAX_DOMAINS: u32 = 4096;

/// Words of a ring where nothing else was asked for.
pub const DEFAULT_RING_WORDS: u64 = 65536;

/// Entries of the name table, and one more than the largest event index (clause user.index).
pub const NAME_ENTRIES: usize = 8192;

/// Bytes of one entry of the name table (clause names.entry).
pub const NAME_ENTRY_BYTES: usize = 128;

/// Bytes of the longest name (clause names.length).
pub const NAME_MAX_BYTES: usize = 127;

/// Bit of the item header where the length starts, which goes up to the highest bit.
pub const LENGTH_SHIFT: u32 = 54;

/// The largest length, in words, that an item header can hold.
pub const ITEM_MAX_WORDS: u64 = 1023;

/// The bit of the item header that is set in user events (clause item.category).
pub const USER_BIT: u64 = 1 << 53;

/// Bit of the item header where the type starts.
pub const TYPE_SHIFT: u32 = 49;

/// Mask of the type once it is shifted down by [`TYPE_SHIFT`].
pub const TYPE_MASK: u64 = 0xf;

/// Bit of the item header where the id starts.
pub const ID_SHIFT: u32 = 36;

/// Mask of the id once it is shifted down by [`ID_SHIFT`].
pub const ID_MASK: u64 = 0x1fff;

/// The bits of the item header without meaning (clause item.reserved-bits).
pub const RESERVED_MASK: u64 = 0xfffffffff;

/// The most data bytes of a custom event, without filler and count byte (clause custom.max).
pub const CUSTOM_MAX_BYTES: usize = 1024;

/// Buckets of an alloc event (clause runtime.alloc.length).
pub const ALLOC_BUCKETS: usize = 20;

/// For each bucket of an alloc event, the smallest block it counts, in words without its header.
///
/// A bucket counts blocks up to those of the next one; the last has no upper end.
pub const ALLOC_BUCKET_LEAST_WORDS: [u64; ALLOC_BUCKETS] =
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100];

/// Types of runtime items (clause item.type).
pub mod runtime_type {
    /// `EV_INTERNAL` in OCaml's C header.
    pub const PADDING: u8 = 0;

    /// `EV_LIFECYCLE` in OCaml's C header.
    pub const LIFECYCLE: u8 = 1;

    /// `EV_BEGIN` in OCaml's C header.
    pub const BEGIN: u8 = 2;

    /// `EV_EXIT` in OCaml's C header.
    pub const END: u8 = 3;

    /// `EV_COUNTER` in OCaml's C header.
    pub const COUNTER: u8 = 4;

    /// `EV_ALLOC` in OCaml's C header.
    pub const ALLOC: u8 = 5;

    /// `EV_FLUSH` in OCaml's C header, which no release emits.
    pub const FLUSH: u8 = 6;
}

/// Types of user items (clause item.type).
pub mod user_type {
    /// `EV_USER_MSG_TYPE_UNIT` in OCaml's C header.
    pub const UNIT: u8 = 0;

    /// `EV_USER_MSG_TYPE_INT` in OCaml's C header.
    pub const INT: u8 = 1;

    /// `EV_USER_MSG_TYPE_SPAN_BEGIN` in OCaml's C header.
    pub const SPAN_BEGIN: u8 = 2;

    /// `EV_USER_MSG_TYPE_SPAN_END` in OCaml's C header.
    pub const SPAN_END: u8 = 3;

    /// `EV_USER_MSG_TYPE_CUSTOM` in OCaml's C header.
    pub const CUSTOM: u8 = 4;
}

/// Lifecycle ids, the same in every release (clause runtime.id).
pub mod lifecycle {
    /// `EV_RING_START` in OCaml's C header.
    pub const RING_START: u16 = 0;

    /// `EV_RING_STOP` in OCaml's C header.
    pub const RING_STOP: u16 = 1;

    /// `EV_RING_PAUSE` in OCaml's C header, which no release emits.
    pub const RING_PAUSE: u16 = 2;

    /// `EV_RING_RESUME` in OCaml's C header.
    pub const RING_RESUME: u16 = 3;

    /// `EV_FORK_PARENT` in OCaml's C header.
    pub const FORK_PARENT: u16 = 4;

    /// `EV_FORK_CHILD` in OCaml's C header.
    pub const FORK_CHILD: u16 = 5;

    /// `EV_DOMAIN_SPAWN` in OCaml's C header.
    pub const DOMAIN_SPAWN: u16 = 6;

    /// `EV_DOMAIN_TERMINATE` in OCaml's C header.
    pub const DOMAIN_TERMINATE: u16 = 7;
}

/// Words of whole items, item header and timestamp included, where they are always the same.
///
/// A lifecycle's length goes by its id, a custom event's by its data, and padding's by its place.
pub mod len_words {
    /// Words of `EV_BEGIN`.
    pub const BEGIN: u64 = 2;

    /// Words of `EV_EXIT`.
    pub const END: u64 = 2;

    /// Words of `EV_COUNTER`.
    pub const COUNTER: u64 = 3;

    /// Words of `EV_ALLOC`.
    pub const ALLOC: u64 = 22;

    /// Words of `EV_RING_START`.
    pub const RING_START: u64 = 3;

    /// Words of `EV_RING_STOP`.
    pub const RING_STOP: u64 = 2;

    /// Words of `EV_RING_PAUSE`.
    pub const RING_PAUSE: u64 = 3;

    /// Words of `EV_RING_RESUME`.
    pub const RING_RESUME: u64 = 3;

    /// Words of `EV_FORK_PARENT`.
    pub const FORK_PARENT: u64 = 3;

    /// Words of `EV_FORK_CHILD`.
    pub const FORK_CHILD: u64 = 3;

    /// Words of `EV_DOMAIN_SPAWN`.
    pub const DOMAIN_SPAWN: u64 = 3;

    /// Words of `EV_DOMAIN_TERMINATE`.
    pub const DOMAIN_TERMINATE: u64 = 3;

    /// Words of `EV_USER_MSG_TYPE_UNIT`.
    pub const UNIT: u64 = 2;

    /// Words of `EV_USER_MSG_TYPE_INT`.
    pub const INT: u64 = 3;

    /// Words of `EV_USER_MSG_TYPE_SPAN_BEGIN`.
    pub const SPAN_BEGIN: u64 = 2;

    /// Words of `EV_USER_MSG_TYPE_SPAN_END`.
    pub const SPAN_END: u64 = 2;
}

/// A line of OCaml whose id tables are equal.
///
/// A file does not say which one wrote it (clause release.not-from-version).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Release {
    /// OCaml 5.0.0.
    V5_0,
    /// OCaml 5.1.0, 5.1.1.
    V5_1,
    /// OCaml 5.2.0, 5.2.1.
    V5_2,
    /// OCaml 5.3.0.
    V5_3,
    /// OCaml 5.4.0, 5.4.1.
    V5_4,
    /// OCaml 5.5.0, 5.5.1, 5.5.2.
    V5_5,
    /// The line trunk, of which no id is known.
    Trunk,
    /// The line oxcaml, as far as its ids are known.
    Oxcaml,
}

impl Release {
    /// Every release, the complete ones first, oldest first.
    pub const ALL: [Self; 8] = [
        Self::V5_0,
        Self::V5_1,
        Self::V5_2,
        Self::V5_3,
        Self::V5_4,
        Self::V5_5,
        Self::Trunk,
        Self::Oxcaml,
    ];

    /// The releases that evidence chooses from, oldest first: those whose tables are complete.
    /// The others count only when they are given.
    pub const NARROWABLE: [Self; 6] =
        [Self::V5_0, Self::V5_1, Self::V5_2, Self::V5_3, Self::V5_4, Self::V5_5];

    const fn facts(self) -> &'static Facts {
        match self {
            Self::V5_0 => &V5_0,
            Self::V5_1 => &V5_1,
            Self::V5_2 => &V5_2,
            Self::V5_3 => &V5_3,
            Self::V5_4 => &V5_4,
            Self::V5_5 => &V5_5,
            Self::Trunk => &TRUNK,
            Self::Oxcaml => &OXCAML,
        }
    }
}

const NAMES: &str = "5.0, 5.1, 5.2, 5.3, 5.4, 5.5, trunk and oxcaml";

impl Release {
    /// Its name, as in `5.3`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// Whether every id that it can write is in its tables.
    #[must_use]
    pub const fn is_complete(self) -> bool {
        self.facts().is_complete
    }

    /// Whether its files have a name table, and user events (clause names.none).
    #[must_use]
    pub const fn has_names(self) -> bool {
        self.facts().has_names
    }

    /// Whether its files can have that many rings (clause header.max-domains).
    ///
    /// Up to 5.2 the number is fixed by the width of the machine; from 5.3 it is a parameter of the
    /// run. Where a release's numbers are not known, all up to [`MAX_DOMAINS`] can be.
    #[must_use]
    pub fn allows_max_domains(self, max_domains: u32) -> bool {
        match self.facts().max_domains {
            None => (1..=MAX_DOMAINS).contains(&max_domains),
            Some(MaxDomains::OneOf(counts)) => counts.contains(&max_domains),
            Some(MaxDomains::Range(from, to)) => (from..=to).contains(&max_domains),
        }
    }

    /// One more than its largest phase id; 0 where no phase of it is known.
    #[must_use]
    pub const fn phase_count(self) -> usize {
        self.facts().phases.len()
    }

    /// One more than its largest counter id; 0 where no counter of it is known.
    #[must_use]
    pub const fn counter_count(self) -> usize {
        self.facts().counters.len()
    }

    /// The name that OCaml gives a phase, where the release has that id.
    #[must_use]
    pub fn phase_name(self, phase: u16) -> Option<&'static str> {
        self.facts().phases.get(usize::from(phase)).copied()
    }

    /// The name that OCaml gives a counter, where the release has that id.
    #[must_use]
    pub fn counter_name(self, counter: u16) -> Option<&'static str> {
        self.counter(counter).map(|(name, _)| name)
    }

    /// What a counter's values count, where the release has that id.
    #[must_use]
    pub fn counter_unit(self, counter: u16) -> Option<Unit> {
        self.counter(counter).map(|(_, unit)| unit)
    }

    /// The name that OCaml gives a lifecycle, where the release has that id.
    #[must_use]
    pub fn lifecycle_name(self, lifecycle: u16) -> Option<&'static str> {
        self.facts().lifecycles.get(usize::from(lifecycle)).copied()
    }

    /// Whether it writes that phase: it has the id, and is not known never to use it.
    #[must_use]
    pub fn emits_phase(self, phase: u16) -> bool {
        self.phase_name(phase).is_some() && !self.facts().phases_not_emitted.contains(&phase)
    }

    /// Whether it writes ends of that phase, not only begins (clause runtime.balance).
    #[must_use]
    pub fn ends_phase(self, phase: u16) -> bool {
        self.emits_phase(phase) && !self.facts().phases_without_end.contains(&phase)
    }

    /// Whether it writes that lifecycle: it has the id, and is not known never to use it.
    #[must_use]
    pub fn emits_lifecycle(self, lifecycle: u16) -> bool {
        self.lifecycle_name(lifecycle).is_some()
            && !self.facts().lifecycles_not_emitted.contains(&lifecycle)
    }

    fn counter(self, counter: u16) -> Option<(&'static str, Unit)> {
        self.facts().counters.get(usize::from(counter)).copied()
    }
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Release {
    type Err = UnknownRelease;

    /// The release of that [`name`](Release::name), exactly.
    fn from_str(name: &str) -> Result<Self, UnknownRelease> {
        let mut all = Self::ALL.into_iter();
        all.find(|release| release.name() == name).ok_or(UnknownRelease)
    }
}

/// A text that names no [`Release`]; its message lists those there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownRelease;

impl fmt::Display for UnknownRelease {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no such release, there are {NAMES}")
    }
}

impl Error for UnknownRelease {}

/// What a counter's values count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unit {
    /// Bytes.
    Bytes,
    /// Words of the producing machine: 8 bytes, or 4 on a 32-bit one.
    Words,
    /// Blocks of the heap.
    Blocks,
    /// The collector's own measure of work.
    Work,
    /// The event itself: its value is always 1.
    Occurrences,
    /// Not known.
    Unknown,
}

impl Unit {
    /// Its name, as in `bytes`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bytes => "bytes",
            Self::Words => "words",
            Self::Blocks => "blocks",
            Self::Work => "work",
            Self::Occurrences => "occurrences",
            Self::Unknown => "unknown",
        }
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What is known of one release. The lists are indexed by id.
struct Facts {
    name: &'static str,
    is_complete: bool,
    has_names: bool,
    max_domains: Option<MaxDomains>,
    phases: &'static [&'static str],
    counters: &'static [(&'static str, Unit)],
    lifecycles: &'static [&'static str],
    phases_not_emitted: &'static [u16],
    phases_without_end: &'static [u16],
    lifecycles_not_emitted: &'static [u16],
}

/// The numbers of rings that a release makes files with.
enum MaxDomains {
    OneOf(&'static [u32]),
    Range(u32, u32),
}

static V5_0: Facts = Facts {
    name: "5.0",
    is_complete: true,
    has_names: false,
    max_domains: Some(MaxDomains::OneOf(&[16, 128])),
    phases: PHASES_5_2.split_at(40).0,
    counters: COUNTERS_5_5.split_at(11).0,
    lifecycles: &LIFECYCLES_5_0,
    phases_not_emitted: &[12],
    phases_without_end: &[],
    lifecycles_not_emitted: &[2],
};

static V5_1: Facts = Facts {
    name: "5.1",
    is_complete: true,
    has_names: true,
    max_domains: Some(MaxDomains::OneOf(&[16, 128])),
    phases: PHASES_5_2.split_at(40).0,
    counters: COUNTERS_5_5.split_at(17).0,
    lifecycles: &LIFECYCLES_5_0,
    phases_not_emitted: &[],
    phases_without_end: &[17],
    lifecycles_not_emitted: &[2],
};

static V5_2: Facts = Facts {
    name: "5.2",
    is_complete: true,
    has_names: true,
    max_domains: Some(MaxDomains::OneOf(&[16, 128])),
    phases: &PHASES_5_2,
    counters: COUNTERS_5_5.split_at(17).0,
    lifecycles: &LIFECYCLES_5_0,
    phases_not_emitted: &[],
    phases_without_end: &[],
    lifecycles_not_emitted: &[2],
};

static V5_3: Facts = Facts {
    name: "5.3",
    is_complete: true,
    has_names: true,
    max_domains: Some(MaxDomains::Range(1, 4096)),
    phases: PHASES_5_4.split_at(48).0,
    counters: COUNTERS_5_5.split_at(26).0,
    lifecycles: &LIFECYCLES_5_0,
    phases_not_emitted: &[],
    phases_without_end: &[],
    lifecycles_not_emitted: &[2],
};

static V5_4: Facts = Facts {
    name: "5.4",
    is_complete: true,
    has_names: true,
    max_domains: Some(MaxDomains::Range(1, 4096)),
    phases: &PHASES_5_4,
    counters: COUNTERS_5_5.split_at(26).0,
    lifecycles: &LIFECYCLES_5_0,
    phases_not_emitted: &[],
    phases_without_end: &[],
    lifecycles_not_emitted: &[2],
};

static V5_5: Facts = Facts {
    name: "5.5",
    is_complete: true,
    has_names: true,
    max_domains: Some(MaxDomains::Range(1, 4096)),
    phases: &PHASES_5_4,
    counters: &COUNTERS_5_5,
    lifecycles: &LIFECYCLES_5_0,
    phases_not_emitted: &[],
    phases_without_end: &[],
    lifecycles_not_emitted: &[2],
};

static TRUNK: Facts = Facts {
    name: "trunk",
    is_complete: false,
    has_names: true,
    max_domains: None,
    phases: &[],
    counters: &[],
    lifecycles: &[],
    phases_not_emitted: &[],
    phases_without_end: &[],
    lifecycles_not_emitted: &[],
};

static OXCAML: Facts = Facts {
    name: "oxcaml",
    is_complete: false,
    has_names: true,
    max_domains: None,
    phases: &PHASES_OXCAML,
    counters: &COUNTERS_OXCAML,
    lifecycles: &LIFECYCLES_5_0,
    phases_not_emitted: &[],
    phases_without_end: &[],
    lifecycles_not_emitted: &[],
};

static PHASES_5_2: [&str; 44] = [
    "explicit_gc_set",
    "explicit_gc_stat",
    "explicit_gc_minor",
    "explicit_gc_major",
    "explicit_gc_full_major",
    "explicit_gc_compact",
    "major",
    "major_sweep",
    "major_mark_roots",
    "major_mark",
    "minor",
    "minor_local_roots",
    "minor_finalized",
    "explicit_gc_major_slice",
    "finalise_update_first",
    "finalise_update_last",
    "interrupt_remote",
    "major_ephe_mark",
    "major_ephe_sweep",
    "major_finish_marking",
    "major_gc_cycle_domains",
    "major_gc_phase_change",
    "major_gc_stw",
    "major_mark_opportunistic",
    "major_slice",
    "major_finish_cycle",
    "minor_clear",
    "minor_finalizers_oldify",
    "minor_global_roots",
    "minor_leave_barrier",
    "stw_api_barrier",
    "stw_handler",
    "stw_leader",
    "major_finish_sweeping",
    "minor_finalizers_admin",
    "minor_remembered_set",
    "minor_remembered_set_promote",
    "minor_local_roots_promote",
    "domain_condition_wait",
    "domain_resize_heap_reservation",
    "compaction",
    "compaction_evacuate",
    "compaction_forward",
    "compaction_release",
];

static PHASES_5_4: [&str; 50] = [
    "explicit_gc_set",
    "explicit_gc_stat",
    "explicit_gc_minor",
    "explicit_gc_major",
    "explicit_gc_full_major",
    "explicit_gc_compact",
    "major",
    "major_sweep",
    "major_mark_roots",
    "major_memprof_roots",
    "major_mark",
    "minor",
    "minor_local_roots",
    "minor_memprof_roots",
    "minor_memprof_clean",
    "minor_finalized",
    "explicit_gc_major_slice",
    "finalise_update_first",
    "finalise_update_last",
    "interrupt_remote",
    "major_ephe_mark",
    "major_ephe_sweep",
    "major_finish_marking",
    "major_gc_cycle_domains",
    "major_gc_phase_change",
    "major_gc_stw",
    "major_mark_opportunistic",
    "major_slice",
    "major_finish_cycle",
    "minor_clear",
    "minor_finalizers_oldify",
    "minor_global_roots",
    "minor_leave_barrier",
    "stw_api_barrier",
    "stw_handler",
    "stw_leader",
    "major_finish_sweeping",
    "major_memprof_clean",
    "minor_finalizers_admin",
    "minor_remembered_set",
    "minor_remembered_set_promote",
    "minor_local_roots_promote",
    "domain_condition_wait",
    "domain_resize_heap_reservation",
    "compaction",
    "compaction_evacuate",
    "compaction_forward",
    "compaction_release",
    "empty_minor",
    "minor_ephe_clean",
];

static PHASES_OXCAML: [&str; 50] = [
    "explicit_gc_set",
    "explicit_gc_stat",
    "explicit_gc_minor",
    "explicit_gc_major",
    "explicit_gc_full_major",
    "explicit_gc_compact",
    "major",
    "major_sweep",
    "major_mark_roots",
    "major_memprof_roots",
    "major_mark",
    "minor",
    "minor_local_roots",
    "minor_memprof_roots",
    "minor_memprof_clean",
    "minor_finalized",
    "explicit_gc_major_slice",
    "finalise_update_first",
    "finalise_update_last",
    "interrupt_remote",
    "major_ephe_mark",
    "major_ephe_sweep",
    "major_finish_marking",
    "major_gc_cycle_domains",
    "major_gc_phase_change",
    "major_gc_stw",
    "major_mark_opportunistic",
    "major_slice",
    "major_finish_cycle",
    "minor_clear",
    "minor_finalizers_oldify",
    "minor_global_roots",
    "minor_leave_barrier",
    "stw_api_barrier",
    "stw_handler",
    "stw_leader",
    "major_finish_sweeping",
    "major_memprof_clean",
    "minor_finalizers_admin",
    "minor_remembered_set",
    "minor_remembered_set_promote",
    "minor_local_roots_promote",
    "domain_condition_wait",
    "domain_resize_heap_reservation",
    "compaction",
    "compaction_evacuate",
    "compaction_forward",
    "compaction_release",
    "minor_ephe_clean",
    "minor_dependent",
];

static COUNTERS_5_5: [(&str, Unit); 28] = [
    ("force_minor_alloc_small", Unit::Occurrences),
    ("force_minor_make_vect", Unit::Occurrences),
    ("force_minor_set_minor_heap_size", Unit::Occurrences),
    ("force_minor_memprof", Unit::Occurrences),
    ("minor_promoted", Unit::Bytes),
    ("minor_allocated", Unit::Bytes),
    ("request_major_alloc_shr", Unit::Occurrences),
    ("request_major_adjust_gc_speed", Unit::Occurrences),
    ("request_minor_realloc_ref_table", Unit::Occurrences),
    ("request_minor_realloc_ephe_ref_table", Unit::Occurrences),
    ("request_minor_realloc_custom_table", Unit::Occurrences),
    ("major_heap_pool_words", Unit::Words),
    ("major_heap_pool_live_words", Unit::Words),
    ("major_heap_large_words", Unit::Words),
    ("major_heap_pool_frag_words", Unit::Words),
    ("major_heap_pool_live_blocks", Unit::Blocks),
    ("major_heap_large_blocks", Unit::Blocks),
    ("major_heap_words", Unit::Words),
    ("major_allocated_words", Unit::Words),
    ("major_allocated_work", Unit::Work),
    ("major_dependent_work", Unit::Work),
    ("major_extra_work", Unit::Work),
    ("major_work_counter", Unit::Work),
    ("major_alloc_counter", Unit::Work),
    ("major_slice_target", Unit::Work),
    ("major_slice_budget", Unit::Work),
    ("minor_allocated_words", Unit::Words),
    ("minor_promoted_words", Unit::Words),
];

static COUNTERS_OXCAML: [(&str, Unit); 24] = [
    ("force_minor_alloc_small", Unit::Occurrences),
    ("force_minor_make_vect", Unit::Occurrences),
    ("force_minor_set_minor_heap_size", Unit::Occurrences),
    ("force_minor_memprof", Unit::Occurrences),
    ("minor_promoted", Unit::Bytes),
    ("minor_allocated", Unit::Bytes),
    ("request_major_alloc_shr", Unit::Occurrences),
    ("request_major_adjust_gc_speed", Unit::Occurrences),
    ("request_minor_realloc_ref_table", Unit::Occurrences),
    ("request_minor_realloc_ephe_ref_table", Unit::Occurrences),
    ("request_minor_realloc_custom_table", Unit::Occurrences),
    ("major_heap_pool_words", Unit::Words),
    ("major_heap_pool_live_words", Unit::Words),
    ("major_heap_large_words", Unit::Words),
    ("major_heap_pool_frag_words", Unit::Words),
    ("major_heap_pool_live_blocks", Unit::Blocks),
    ("major_heap_large_blocks", Unit::Blocks),
    ("request_minor_realloc_dependent_table", Unit::Occurrences),
    ("major_slice_alloc_words", Unit::Words),
    ("major_slice_alloc_dependent_words", Unit::Words),
    ("major_slice_new_work", Unit::Work),
    ("major_slice_total_work", Unit::Work),
    ("major_slice_budget", Unit::Work),
    ("major_slice_work_done", Unit::Work),
];

static LIFECYCLES_5_0: [&str; 8] = [
    "ring_start",
    "ring_stop",
    "ring_pause",
    "ring_resume",
    "fork_parent",
    "fork_child",
    "domain_spawn",
    "domain_terminate",
];
