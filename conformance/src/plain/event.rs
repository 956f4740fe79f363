//! What an event says, by its category, type and length.

use std::borrow::Cow;

use eventring_spec::registry::Space;

use super::{Category, Item, NameTable, RuntimeNames};
use crate::record::{Body, Name};

/// Buckets of an alloc event.
const BUCKETS: usize = 20;

/// The body of the event that an item is; none where it is padding.
///
/// What the item has too few words for is null (clause payload.short), and words beyond what its type needs are
/// ignored (clause payload.extra).
pub(super) fn body<'a>(
    item: &Item<'a>,
    runtime_names: &'a RuntimeNames,
    name_table: Option<&NameTable<'a>>,
) -> Option<Body<'a>> {
    let id = item.header.id();
    let runtime = |space| Name::from(runtime_names.name(space, id));
    let user = || {
        let entry = name_table.and_then(|table| table.entry(id));
        entry.map_or(Name::None, |entry| Name::from_bytes(entry.name()))
    };
    let unsigned = item.payload_word(0);
    let signed = unsigned.map(u64::cast_signed);
    Some(match (item.header.category(), item.header.item_type()) {
        (Category::Runtime, 0) => return None,
        (Category::Runtime, 1) => {
            Body::Lifecycle { id, name: runtime(Space::Lifecycle), value: signed }
        }
        (Category::Runtime, 2) => Body::Begin { id, name: runtime(Space::Phase) },
        (Category::Runtime, 3) => Body::End { id, name: runtime(Space::Phase) },
        (Category::Runtime, 4) => {
            Body::Counter { id, name: runtime(Space::Counter), value: unsigned }
        }
        (Category::Runtime, 5) => {
            Body::Alloc { buckets: item.payload_words().take(BUCKETS).collect() }
        }
        (Category::User, 0) => Body::Unit { id, name: user() },
        (Category::User, 1) => Body::Int { id, name: user(), value: signed },
        (Category::User, 2) => Body::SpanBegin { id, name: user() },
        (Category::User, 3) => Body::SpanEnd { id, name: user() },
        (Category::User, 4) => {
            Body::Custom { id, name: user(), data: item.custom_data().map(Cow::Borrowed) }
        }
        (category, item_type) => Body::Unknown {
            user: category == Category::User,
            kind: item_type,
            id,
            payload: item.payload_bytes().into(),
        },
    })
}
