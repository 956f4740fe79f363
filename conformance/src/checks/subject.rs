//! The file that is checked, and what every check may ask about it.

use std::collections::BTreeSet;

use eventring_spec::registry::Registry;

use super::eio_profile::EioProfile;
use super::ids::{KnownIds, NO_OCAML};
use super::used_names::{UsedName, used_names};
use crate::plain::{File, FileHeader, NotOpen, open};

/// What the name of a stamp begins with.
pub(super) const STAMP_PREFIX: &[u8] = b"eventring.release:";

/// The file that is checked.
#[derive(Debug)]
pub struct Subject<'a> {
    bytes: &'a [u8],
    opened: Result<File<'a>, NotOpen>,
    used_names: Vec<UsedName<'a>>,
    release: ReleaseKnown,
    ids: KnownIds,
    releases: Vec<String>,
    eio: EioProfile,
}

/// How the release of a file is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReleaseKnown {
    /// It is not.
    Unknown,
    /// By who runs the check.
    Given(String),
    /// By an emitted stamp (clause release.stamp.emitted).
    Stamped(String),
    /// By stamps that do not agree (clause release.stamp.conflict).
    Conflict(Vec<String>),
}

impl ReleaseKnown {
    /// The release, where it is known.
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Given(name) | Self::Stamped(name) => Some(name),
            Self::Unknown | Self::Conflict(_) => None,
        }
    }
}

impl<'a> Subject<'a> {
    /// Looks at the bytes of a file. A release that is given must be one of the registry's, or `none`.
    pub fn new(bytes: &'a [u8], registry: &Registry, given: Option<&str>) -> Self {
        let opened = open(bytes);
        let used_names = opened.as_ref().map(used_names).unwrap_or_default();
        let release = match given {
            Some(name) => ReleaseKnown::Given(name.to_owned()),
            None => stamped(&used_names),
        };
        let ids = KnownIds::new(registry, release.name());
        let releases = registry.releases.iter().map(|release| release.name.clone());
        let releases = releases.chain([NO_OCAML.to_owned()]).collect();
        let eio = EioProfile::new(&used_names);
        Self { bytes, opened, used_names, release, ids, releases, eio }
    }

    /// All bytes of the file.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The size of the file in bytes.
    pub fn len_bytes(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// The file, if it can be read.
    pub fn file(&self) -> Option<&File<'a>> {
        self.opened.as_ref().ok()
    }

    /// Why the file cannot be read, if so.
    pub fn not_open(&self) -> Option<&NotOpen> {
        self.opened.as_ref().err()
    }

    /// The clause for which the file cannot be read, if so.
    pub fn shut_by(&self) -> Option<&'static str> {
        Some(match self.not_open()? {
            NotOpen::NotReady { .. } => "file.not-ready",
            NotOpen::Refused { faults, .. } => {
                faults.first().map_or("header.complete", |fault| fault.clause)
            }
        })
    }

    /// The file header, where there is one whose byte order is known.
    pub fn header(&self) -> Option<&FileHeader> {
        match &self.opened {
            Ok(file) => Some(file.header()),
            Err(NotOpen::Refused { header, .. }) => header.as_ref(),
            Err(NotOpen::NotReady { .. }) => None,
        }
    }

    /// The release by whose tables runtime ids are judged.
    pub fn release(&self) -> &ReleaseKnown {
        &self.release
    }

    /// The runtime ids of that release, or of all.
    pub(super) fn ids(&self) -> &KnownIds {
        &self.ids
    }

    /// Whether there is a release of this name, or it is `none`.
    pub(super) fn is_release(&self, name: &str) -> bool {
        self.releases.iter().any(|release| release == name)
    }

    /// The events of Eio in the file.
    pub(super) fn eio(&self) -> &EioProfile {
        &self.eio
    }

    /// Every event index that occurs in a window, ascending.
    pub(super) fn used_names(&self) -> &[UsedName<'a>] {
        &self.used_names
    }
}

fn stamped(used_names: &[UsedName<'_>]) -> ReleaseKnown {
    let stamps: BTreeSet<String> = used_names
        .iter()
        .filter_map(|used| used.entry?.name().strip_prefix(STAMP_PREFIX))
        .map(|release| String::from_utf8_lossy(release).into_owned())
        .collect();
    let mut stamps: Vec<String> = stamps.into_iter().collect();
    match stamps.len() {
        0 => ReleaseKnown::Unknown,
        1 => ReleaseKnown::Stamped(stamps.swap_remove(0)),
        _ => ReleaseKnown::Conflict(stamps),
    }
}
