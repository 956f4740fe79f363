//! Which process wrote a file.

use eventring::event::Kind;
use eventring::reader::Snapshot;
use eventring::registry::lifecycle;

/// Events of a ring that are looked at: those that tell it come when a ring or a domain begins.
const LOOKED_AT: usize = 1000;

/// The process that a snapshot is of, where an event near the start of a ring tells it.
pub fn process_id(snapshot: &Snapshot<'_>) -> Option<u32> {
    snapshot.rings().find_map(|ring| {
        ring.events().take(LOOKED_AT).flatten().find_map(|event| match event.kind {
            Kind::Lifecycle {
                lifecycle:
                    lifecycle::RING_START | lifecycle::DOMAIN_SPAWN | lifecycle::DOMAIN_TERMINATE,
                value,
            } => value.and_then(|value| u32::try_from(value).ok()),
            _ => None,
        })
    })
}
