//! Losses that a file tells by events of its own, since it was put together from what a reader found.

use eventring::event::Kind;
use eventring::names::LOST_NAME;
use eventring::reader::Snapshot;

/// Which events of a file tell lost words (clause names.reserved).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LostEvents {
    index: Option<u16>,
}

impl LostEvents {
    /// By the name table.
    pub(super) fn of(snapshot: &Snapshot<'_>) -> Self {
        let names = snapshot.names();
        let mut named = names.iter().filter(|(_, name)| name.as_bytes() == LOST_NAME);
        Self { index: named.next().map(|(index, _)| index) }
    }

    /// How many words were lost just before, if that is what an event tells. A number that cannot be one is none.
    #[inline]
    pub(super) fn words(self, event: &Kind<'_>) -> Option<u64> {
        match *event {
            Kind::Int { index, value } if self.index == Some(index) => {
                Some(value.and_then(|words| u64::try_from(words).ok()).unwrap_or(0))
            }
            _ => None,
        }
    }
}
