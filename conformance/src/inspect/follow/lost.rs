//! Losses that the events of a session tell, while it is written.

use std::collections::HashSet;

use eventring::event::Kind;
use eventring::file::Attached;
use eventring::lost::LostEvents;

use super::names::name_by_now;

/// Which events tell lost words, found out as they come: the name of an index is looked up once it is there
/// (clause names.late).
#[derive(Debug)]
pub struct LiveLost<'a> {
    attached: &'a Attached,
    events: LostEvents,
    /// The indices of int events whose name is known.
    known: HashSet<u16>,
}

impl<'a> LiveLost<'a> {
    /// Of what is attached to.
    pub fn new(attached: &'a Attached) -> Self {
        Self { attached, events: LostEvents::default(), known: HashSet::new() }
    }

    /// How many words of the ring were lost just before, if that is what an event tells.
    #[inline]
    pub fn words(&mut self, event: &Kind<'_>) -> Option<u64> {
        if let Kind::Int { index, .. } = *event
            && !self.known.contains(&index)
        {
            self.look_up(index);
        }
        self.events.words(event)
    }

    #[cold]
    fn look_up(&mut self, index: u16) {
        if let Some(entry) = name_by_now(self.attached, index) {
            self.events.observe_name(index, entry.name());
            self.known.insert(index);
        }
    }
}
