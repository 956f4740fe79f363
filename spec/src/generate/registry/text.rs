//! What of the generated module does not come from the data.

pub(super) const HEADER: &str = r"// Generated from spec/registry/runtime.toml by `cargo run -p eventring-spec -- generate`.
// Do not edit: change the data there and generate again.

//! Ids, names and units of every OCaml release, and the numbers of the layout (generated).
//!
//! The id of a phase or a counter means something in a [`Release`] only, and a file does not name
//! its release (clause release.not-from-version). An id that no table has is an ordinary value
//! (clause release.unknown-id): every look-up gives `None` for it, and none panics.

use core::error::Error;
use core::fmt;
use core::str::FromStr;

";

pub(super) const ALLOC_BUCKET_LEAST: &str = "\
For each bucket of an alloc event, the smallest block it counts, in words without its header.

A bucket counts blocks up to those of the next one; the last has no upper end.";

pub(super) const RUNTIME_TYPE: &str = "Types of runtime items (clause item.type).";
pub(super) const USER_TYPE: &str = "Types of user items (clause item.type).";
pub(super) const LIFECYCLE: &str = "Lifecycle ids, the same in every release (clause runtime.id).";
pub(super) const LEN_WORDS: &str = "\
Words of whole items, item header and timestamp included, where they are always the same.

A lifecycle's length goes by its id, a custom event's by its data, and padding's by its place.";

pub(super) const DERIVES: &str =
    "#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]";

pub(super) const RELEASE_ENUM: &str = "\
A line of OCaml whose id tables are equal.

A file does not say which one wrote it (clause release.not-from-version).";

pub(super) const NARROWABLE: &str = "\
The releases that evidence chooses from, oldest first: those whose tables are complete.
The others count only when they are given.";

/// The end of the first block of methods.
pub(super) const FACTS: &str = "
    const fn facts(self) -> &'static Facts {
        match self {
";

pub(super) const RELEASE: &str = r#"impl Release {
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
"#;
