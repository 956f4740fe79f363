//! The event indices that occur, each with its name and its events.

use crate::plain::{Category, File, Item, NAME_COUNT, NameEntry};

/// An event index that occurs in a window.
#[derive(Clone, Debug)]
pub(super) struct UsedName<'a> {
    /// Its entry, where the file has one.
    pub(super) entry: Option<NameEntry<'a>>,
    /// Its first event of each user type, in order of ring and position.
    pub(super) first_of_type: [Option<Item<'a>>; USER_TYPES],
}

impl<'a> UsedName<'a> {
    /// The events in question, one of each type.
    pub(super) fn events(&self) -> impl Iterator<Item = &Item<'a>> {
        self.first_of_type.iter().flatten()
    }
}

/// The event indices that occur in the windows of a file.
pub(super) fn used_names<'a>(file: &File<'a>) -> Vec<UsedName<'a>> {
    let table = file.name_table();
    let mut used: Vec<Option<Box<UsedName<'a>>>> = vec![None; usize::from(NAME_COUNT)];
    let items = file.rings().flat_map(|ring| ring.items().map_while(Result::ok));
    for item in items.filter(is_known_user_event) {
        let id = item.header.id();
        let Some(slot) = used.get_mut(usize::from(id)) else { continue };
        let name = slot.get_or_insert_with(|| {
            let entry = table.as_ref().and_then(|table| table.entry(id));
            Box::new(UsedName { entry, first_of_type: [None; USER_TYPES] })
        });
        let first = name.first_of_type.get_mut(usize::from(item.header.item_type()));
        if let Some(first @ None) = first {
            *first = Some(item);
        }
    }
    used.into_iter().flatten().map(|name| *name).collect()
}

fn is_known_user_event(item: &Item<'_>) -> bool {
    item.header.category() == Category::User && usize::from(item.header.item_type()) < USER_TYPES
}

/// User types 0 to 4. Events of another are no user events that anybody knows.
const USER_TYPES: usize = 5;
