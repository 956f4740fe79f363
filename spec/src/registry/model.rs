//! A registry file as Rust types.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::error::Errors;

/// The registry file of OCaml's runtime, as it was when this crate was built.
const RUNTIME: &str = include_str!("../../registry/runtime.toml");

/// The schema version that [`Registry::parse`] reads.
pub const SCHEMA: u32 = 1;

/// A whole registry file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Registry {
    /// [`SCHEMA`].
    pub schema: u32,
    /// The releases, oldest first.
    #[serde(rename = "release")]
    pub releases: Vec<Release>,
    /// The fields of the item header word.
    pub item_header: ItemHeader,
    /// The words of the headers.
    pub words: Words,
    /// Sizes of the file's parts.
    pub sizes: Sizes,
    /// The buckets of alloc events.
    pub alloc: Alloc,
    /// Types of runtime items, by the words of SPEC.md.
    pub runtime_type: Entities,
    /// Types of user items, by the words of SPEC.md.
    pub user_type: Entities,
    /// Lifecycles, by the names of OCaml's library.
    pub lifecycle: Entities,
    /// Phases, by the names of OCaml's library.
    pub phase: Entities,
    /// Counters, by the names of OCaml's library.
    pub counter: Entities,
}

/// The entities of one id space, by permanent key.
pub type Entities = BTreeMap<String, Entity>;

/// A line of OCaml whose id tables are equal.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Release {
    /// Such as `5.3`.
    pub name: String,
    /// Whether every id that the release can write is in the file.
    pub complete: bool,
    /// The versions it stands for.
    pub ocaml_versions: Vec<String>,
    /// What the file header may hold; `None` where it is not known.
    pub max_domains: Option<MaxDomains>,
    /// Whether its files end in a name table.
    pub name_table: bool,
    /// By id space, the complete release whose ids an incomplete one has unless an entity says otherwise.
    #[serde(default)]
    pub follows: BTreeMap<Space, String>,
    /// Where its facts were read.
    pub source: String,
    /// SHA-256 of OCaml's C header in that source, in hexadecimal.
    pub header_sha256: Option<String>,
    /// How far the facts were checked.
    pub checked: String,
    /// What else there is to say.
    pub note: Option<String>,
}

/// The numbers of rings that a release makes files with.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum MaxDomains {
    /// Fixed when the runtime is compiled: one of these.
    Fixed {
        /// The numbers, ascending.
        one_of: Vec<u32>,
    },
    /// A parameter of the run.
    Parameter {
        /// The least.
        from: u32,
        /// The most, itself allowed.
        to: u32,
    },
}

/// The fields of the item header word.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct ItemHeader {
    /// Words of the whole item.
    pub length: Field,
    /// The category: 0 runtime, 1 user.
    pub user: Field,
    /// The type.
    #[serde(rename = "type")]
    pub kind: Field,
    /// The id.
    pub id: Field,
    /// Without meaning.
    pub reserved: Field,
}

/// A run of bits in a word, bit 0 being the lowest.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Field {
    /// The highest bit, part of the field.
    pub high: u32,
    /// The lowest bit, part of the field.
    pub low: u32,
}

impl Field {
    /// The largest value that the field can hold.
    ///
    /// Linted fields are within one word, so nothing overflows.
    pub fn most(self) -> u64 {
        u64::MAX >> (63 - (self.high - self.low))
    }
}

/// The words of the file header and of a ring header, by their names in `SPEC.md`, in their order.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Words {
    /// From offset 0 of the file.
    pub file_header: Vec<String>,
    /// From the start of each ring header; what follows means nothing.
    pub ring_header: Vec<String>,
}

/// Sizes of the file's parts, in the unit that the name ends in.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
#[expect(missing_docs, reason = "each is documented where it is generated, in the crate eventring")]
pub struct Sizes {
    pub version: u64,
    pub word_bytes: usize,
    pub file_header_bytes: usize,
    pub ring_header_bytes: usize,
    pub least_ring_header_bytes: usize,
    pub max_domains: u32,
    pub name_entries: usize,
    pub name_entry_bytes: usize,
    pub name_max_bytes: usize,
    pub custom_max_bytes: usize,
    pub default_ring_words: u64,
}

/// The buckets of alloc events.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Alloc {
    /// For each bucket, the smallest block that it counts, in words without the block's header.
    pub bucket_least_words: Vec<u64>,
}

/// An id space.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the glossary's words")]
pub enum Space {
    RuntimeType,
    UserType,
    Lifecycle,
    Phase,
    Counter,
}

impl Space {
    /// All of them, in the order of the file.
    pub const ALL: [Self; 5] =
        [Self::RuntimeType, Self::UserType, Self::Lifecycle, Self::Phase, Self::Counter];

    /// Its table's name in the file.
    pub fn name(self) -> &'static str {
        match self {
            Self::RuntimeType => "runtime_type",
            Self::UserType => "user_type",
            Self::Lifecycle => "lifecycle",
            Self::Phase => "phase",
            Self::Counter => "counter",
        }
    }
}

/// A type, lifecycle, phase or counter, whatever its id in a release.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entity {
    /// Its name in OCaml's C header.
    pub constant: String,
    /// Its ids in the complete releases.
    #[serde(default)]
    pub ids: Vec<IdRange>,
    /// Its id in OxCaml, where it is not the one of the release that OxCaml follows.
    pub oxcaml: Option<u16>,
    /// Releases that have the id and never write it.
    #[serde(default)]
    pub not_emitted: Vec<String>,
    /// Phases only: releases whose OCaml type has no constructor for it.
    #[serde(default)]
    pub no_constructor: Vec<String>,
    /// Phases only: releases that never write its end.
    #[serde(default)]
    pub begun_without_end: Vec<String>,
    /// Types and lifecycles only: words of the whole item, where they are always the same.
    pub len_words: Option<u64>,
    /// Counters only, and of every counter: what its values count.
    pub unit: Option<Unit>,
    /// What tells the unit; missing where the unit is unknown.
    pub unit_from: Option<UnitSource>,
    /// Where the last change comes from, when not from its first release's source.
    pub source: Option<String>,
    /// What else there is to say.
    pub note: Option<String>,
}

/// One id of an entity, and the releases that used it.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct IdRange {
    /// The number in the item header.
    pub id: u16,
    /// The first release with it.
    pub since: String,
    /// The last release with it; when missing, the newest complete one.
    pub until: Option<String>,
}

/// What a counter's values count.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "each is documented where it is generated, in the crate eventring")]
pub enum Unit {
    Bytes,
    Words,
    Blocks,
    Work,
    Occurrences,
    Unknown,
}

impl Unit {
    /// Its word in the file.
    pub fn name(self) -> &'static str {
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

/// What tells a counter's unit.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum UnitSource {
    /// The code that writes it.
    Producer,
    /// OCaml's documentation.
    Documentation,
    /// No more than its name.
    Name,
}

impl Registry {
    /// The registry of OCaml's runtime that this crate was built with.
    ///
    /// # Errors
    ///
    /// As [`Registry::parse`].
    pub fn load() -> Result<Self, Errors> {
        Self::parse("spec/registry/runtime.toml", RUNTIME)
    }

    /// Reads and lints a registry file; `file` is its name, for errors only.
    ///
    /// # Errors
    ///
    /// All that is wrong: that the text is not TOML of this schema, or else every lint that it fails.
    pub fn parse(file: &str, text: &str) -> Result<Self, Errors> {
        let registry: Self = Errors::of_toml(file, text)?;
        Errors::of_lints(file, registry.lint())?;
        Ok(registry)
    }

    /// The entities of one id space.
    pub fn entities(&self, space: Space) -> &Entities {
        match space {
            Space::RuntimeType => &self.runtime_type,
            Space::UserType => &self.user_type,
            Space::Lifecycle => &self.lifecycle,
            Space::Phase => &self.phase,
            Space::Counter => &self.counter,
        }
    }

    /// The release of that name.
    pub fn release(&self, name: &str) -> Option<&Release> {
        self.releases.iter().find(|release| release.name == name)
    }
}
