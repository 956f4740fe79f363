//! Which name an id has: of the runtime where all remaining releases agree, of the user from the file.

use eventring::names::Names;
use eventring::release::ReleaseSet;

use crate::record::Name;
use crate::run::RuntimeNames;

/// The names of one file under some releases. The name table is read where an event asks for it, since most of it is
/// empty.
#[derive(Clone, Debug)]
pub struct Naming<'a> {
    runtime: RuntimeNames,
    users: Names<'a>,
}

impl<'a> Naming<'a> {
    /// Names as `releases` have them, where all agree (clause release.agreed-names), and as the name table has them.
    /// Without any release no runtime name is known.
    pub fn new(releases: ReleaseSet, names: Names<'a>) -> Self {
        Self { runtime: RuntimeNames::new(releases), users: names }
    }

    /// The name of a phase.
    pub fn phase(&self, phase: u16) -> Name<'static> {
        self.runtime.phase(phase).into()
    }

    /// The name of a counter.
    pub fn counter(&self, counter: u16) -> Name<'static> {
        self.runtime.counter(counter).into()
    }

    /// The name of a lifecycle event.
    pub fn lifecycle(&self, lifecycle: u16) -> Name<'static> {
        self.runtime.lifecycle(lifecycle).into()
    }

    /// The name of a user event; none where it is empty or outside the file.
    pub fn user(&self, index: u16) -> Name<'a> {
        self.users.name(index).map(|name| Name::from_bytes(name.as_bytes())).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use eventring::registry::Release;

    use super::*;

    fn naming(releases: &[Release]) -> Naming<'static> {
        let mut file = vec![0; 64 + 80 + 8];
        for (word, value) in [1, 1, 80, 8, 1, 64, 144, 0].into_iter().enumerate() {
            file[8 * word..][..8].copy_from_slice(&u64::to_le_bytes(value));
        }
        let file = file.leak();
        Naming::new(
            releases.iter().copied().collect(),
            eventring::reader::Snapshot::new(file).unwrap().names(),
        )
    }

    #[test]
    fn a_name_is_shown_where_all_agree() {
        let one = naming(&[Release::V5_3]);
        assert_eq!(one.phase(9), Name::from(Release::V5_3.phase_name(9)));
        assert!(!one.phase(9).is_none());
        // Phase 9 moved in 5.3, phase 8 did not.
        let two = naming(&[Release::V5_2, Release::V5_3]);
        assert!(two.phase(9).is_none());
        assert_eq!(two.phase(8), one.phase(8));
        assert_eq!(two.lifecycle(0), Name::Text("ring_start".into()));
    }

    #[test]
    fn an_id_that_one_lacks_has_no_agreed_name() {
        for releases in [[Release::V5_0, Release::V5_1], [Release::V5_1, Release::V5_0]] {
            assert!(naming(&releases).counter(11).is_none());
        }
        assert!(!naming(&[Release::V5_1]).counter(11).is_none());
    }

    #[test]
    fn unknown_ids_have_no_name() {
        for releases in [&[][..], &[Release::V5_5], &[Release::Trunk]] {
            let naming = naming(releases);
            for id in [8191, u16::MAX] {
                assert!(naming.phase(id).is_none() && naming.counter(id).is_none());
                assert!(naming.lifecycle(id).is_none() && naming.user(id).is_none());
            }
        }
        assert!(naming(&[]).phase(0).is_none());
    }
}
