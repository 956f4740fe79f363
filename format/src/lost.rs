//! Losses that events tell: those of a session that was put together from what a reader found.

use crate::event::Kind;
use crate::names::{LOST_NAME, Name, Names};

/// Which events of a session tell lost words (clause names.reserved).
///
/// Shared by whoever reads a snapshot and whoever reads memory that is written, where the name can come late
/// (clause names.late).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LostEvents {
    index: Option<u16>,
}

impl LostEvents {
    /// By a name table.
    #[must_use]
    pub fn of(names: &Names<'_>) -> Self {
        let mut events = Self::default();
        names.iter().for_each(|(index, name)| events.observe_name(index, name));
        events
    }

    /// Takes in a name of the table. Where several are that of losses, the first one taken in counts.
    pub fn observe_name(&mut self, index: u16, name: Name<'_>) {
        if name.as_bytes() == LOST_NAME {
            self.index = self.index.or(Some(index));
        }
    }

    /// How many words of the ring were lost just before, if that is what an event tells. A number that cannot be one,
    /// and one that is missing, is 0.
    #[inline]
    #[must_use]
    pub fn words(self, event: &Kind<'_>) -> Option<u64> {
        match *event {
            Kind::Int { index, value } if self.index == Some(index) => {
                Some(value.and_then(|words| u64::try_from(words).ok()).unwrap_or(0))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table of these names.
    fn table<const N: usize>(names: [&[u8]; N]) -> [[u8; 128]; N] {
        names.map(|name| {
            let mut entry = [0; 128];
            entry[..name.len()].copy_from_slice(name);
            entry
        })
    }

    #[test]
    fn the_first_of_its_name_tells_losses() {
        let table = table([b"eventring.lost2", b"eventring.lost", b"eventring.lost"]);
        let mut lost = LostEvents::of(&Names::new(table.as_flattened()));
        let int = |index, value| Kind::Int { index, value };
        for (value, words) in [
            (Some(7), 7),
            (Some(0), 0),
            (Some(-1), 0),
            (None, 0),
            (Some(i64::MAX), i64::MAX as u64),
        ] {
            assert_eq!(lost.words(&int(1, value)), Some(words), "{value:?}");
        }
        lost.observe_name(5, Names::new(table.as_flattened()).name(1).unwrap());
        for other in [int(0, Some(7)), int(2, Some(7)), int(5, Some(7)), Kind::Unit { index: 1 }] {
            assert_eq!(lost.words(&other), None, "{other:?}");
        }
    }

    #[test]
    fn without_the_name_no_event_tells_losses() {
        let lost = LostEvents::of(&Names::new(&[]));
        assert_eq!(lost.words(&Kind::Int { index: 0, value: Some(1) }), None);
        assert_eq!(lost, LostEvents::default());
    }
}
