//! What in a file speaks for some releases and against others.
//!
//! Each kind of evidence has held in every recording of the repository, where a test compares it
//! with the release that is known to have written the file.

use core::fmt;

use super::{ReleaseSet, Stamp};
use crate::registry::Release;

/// The phase `minor` up to 5.2, which is `major_mark` from 5.3 on.
const MINOR_TO_5_2: u16 = 10;
/// The phase `minor` from 5.3 on, which is `minor_local_roots` up to 5.2.
const MINOR_FROM_5_3: u16 = 11;
/// The phase `stw_leader` up to 5.2, which is `minor_leave_barrier` from 5.3 on.
const STW_LEADER_TO_5_2: u16 = 32;
/// The phase `stw_leader` from 5.3 on, which is `minor_remembered_set` up to 5.2.
const STW_LEADER_FROM_5_3: u16 = 35;

/// Something that a file shows and that not every release can have written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// Word 7 of the file header is zero: only 5.0 leaves it so. Says nothing in a file with user
    /// events, which 5.0 does not have.
    NoNameTable,
    /// The file holds a whole name table: 5.0 cuts its files at the end of the rings.
    NameTable,
    /// A user event: from 5.1 on.
    UserEvent,
    /// The number of rings, which could not be chosen before 5.3.
    MaxDomains(u32),
    /// A phase that a release does not have, or does not emit.
    Phase(u16),
    /// The end of a phase that a release begins and never ends.
    PhaseEnd(u16),
    /// A counter that a release does not have.
    Counter(u16),
    /// The counters of a minor collection (4 and 5) directly inside this phase.
    MinorCountersIn(u16),
    /// The phase that begins right after ring_stop, or ends right after ring_start: the
    /// stop-the-world section in which a ring is made and closed.
    AroundTheRing(u16),
    /// A stamp in the name table that is not emitted (clause release.stamp.registered).
    Registered(Stamp),
}

/// Where evidence was first seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the file header or the name table.
    File,
    /// In an item.
    Item {
        /// Which ring.
        ring: u32,
        /// Its position.
        position: u64,
    },
}

impl Evidence {
    /// The counters that only minor collections write.
    pub(super) const MINOR_COUNTERS: [u16; 2] = [4, 5];

    /// The releases that can have written this, of those that a narrowing begins with.
    #[must_use]
    pub fn allows(self) -> ReleaseSet {
        let of = |allows: &dyn Fn(Release) -> bool| {
            Release::NARROWABLE.into_iter().filter(|&release| allows(release)).collect()
        };
        let all = ReleaseSet::narrowable();
        let from_5_3 = |release| release >= Release::V5_3;
        match self {
            Self::NoNameTable => of(&|release| !release.has_names()),
            Self::NameTable | Self::UserEvent => of(&Release::has_names),
            Self::MaxDomains(count) => of(&|release| release.allows_max_domains(count)),
            Self::Phase(phase) => of(&|release| release.emits_phase(phase)),
            Self::PhaseEnd(phase) => of(&|release| release.ends_phase(phase)),
            Self::Counter(counter) => of(&|release| release.counter_name(counter).is_some()),
            Self::MinorCountersIn(MINOR_TO_5_2) | Self::AroundTheRing(STW_LEADER_TO_5_2) => {
                of(&|release| !from_5_3(release))
            }
            Self::MinorCountersIn(MINOR_FROM_5_3) | Self::AroundTheRing(STW_LEADER_FROM_5_3) => {
                of(&from_5_3)
            }
            Self::MinorCountersIn(_) | Self::AroundTheRing(_) => all,
            Self::Registered(Stamp::Release(release)) => ReleaseSet::only(release),
            Self::Registered(_) => all,
        }
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoNameTable => f.write_str("word 7 of the file header is 0"),
            Self::NameTable => f.write_str("the file holds a name table"),
            Self::UserEvent => f.write_str("there are user events"),
            Self::MaxDomains(count) => write!(f, "there are {count} rings"),
            Self::Phase(phase) => write!(f, "phase {phase} occurs"),
            Self::PhaseEnd(phase) => write!(f, "phase {phase} ends"),
            Self::Counter(counter) => write!(f, "counter {counter} occurs"),
            Self::MinorCountersIn(phase) => {
                write!(f, "counters 4 and 5 stand directly inside phase {phase}")
            }
            Self::AroundTheRing(phase) => {
                write!(f, "a ring starts or stops inside phase {phase}")
            }
            Self::Registered(stamp) => {
                write!(f, "release {stamp} is registered, perhaps by an earlier process")
            }
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File => f.write_str("file"),
            Self::Item { ring, position } => write!(f, "ring {ring}, position {position}"),
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::format;

    use super::*;

    #[test]
    fn it_is_told_with_its_place() {
        for (evidence, told) in [
            (Evidence::NoNameTable, "word 7 of the file header is 0"),
            (Evidence::NameTable, "the file holds a name table"),
            (Evidence::UserEvent, "there are user events"),
            (Evidence::MaxDomains(16), "there are 16 rings"),
            (Evidence::Phase(49), "phase 49 occurs"),
            (Evidence::PhaseEnd(5), "phase 5 ends"),
            (Evidence::Counter(17), "counter 17 occurs"),
            (Evidence::MinorCountersIn(11), "counters 4 and 5 stand directly inside phase 11"),
            (Evidence::AroundTheRing(35), "a ring starts or stops inside phase 35"),
            (
                Evidence::Registered(Stamp::Release(Release::V5_4)),
                "release 5.4 is registered, perhaps by an earlier process",
            ),
        ] {
            assert_eq!(format!("{evidence}"), told);
        }
        assert_eq!(format!("{}", Place::File), "file");
        let item = Place::Item { ring: 3, position: u64::MAX };
        assert_eq!(format!("{item}"), "ring 3, position 18446744073709551615");
    }
}
