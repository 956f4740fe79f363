//! Names of user events, which have the form of clause names and are none.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use crate::registry::EioRegistry;

/// Whether an event of the registry is called so, such as `eio.name`. No clause may be.
pub(super) fn is_event_name(name: &str) -> bool {
    static NAMES: OnceLock<BTreeSet<String>> = OnceLock::new();
    let names = NAMES.get_or_init(|| {
        // A registry that does not load has its own errors.
        let events = EioRegistry::load().map_or_else(|_| Vec::new(), |registry| registry.events);
        events.into_iter().map(|event| event.name).collect()
    });
    names.contains(name)
}
