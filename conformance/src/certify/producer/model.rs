//! What a producer was asked for, as far as its files have to show it. Written from SPEC.md alone.

use std::fmt;

use crate::counted::Counted;
use crate::plain::{Category, Item, custom_payload};
use crate::record::Hex;

/// A moment between two readings of the clock, in nanoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) from_ns: u64,
    pub(super) to_ns: u64,
}

impl Span {
    pub(super) fn holds(self, timestamp_ns: u64) -> bool {
        (self.from_ns..=self.to_ns).contains(&timestamp_ns)
    }
}

/// An event that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Written {
    pub(super) category: Category,
    pub(super) item_type: u8,
    pub(super) id: u16,
    pub(super) payload: Payload,
    pub(super) span: Span,
}

/// What an event carries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Payload {
    /// Nothing.
    None,
    /// A word.
    Word(u64),
    /// The data of a custom event.
    Data(Vec<u8>),
}

impl Written {
    /// Words of the item.
    pub(super) fn length_words(&self) -> u64 {
        2 + match &self.payload {
            Payload::None => 0,
            Payload::Word(_) => 1,
            Payload::Data(data) => custom_payload(data, 0).len() as u64 / 8,
        }
    }

    /// Whether an item says what was asked for; its timestamp apart.
    pub(super) fn is(&self, item: &Item<'_>) -> bool {
        self.is_kind(item)
            && match &self.payload {
                Payload::None => true,
                Payload::Word(word) => item.payload_word(0) == Some(*word),
                Payload::Data(data) => item.custom_data() == Some(data),
            }
    }

    /// Whether an item is of the category, type and id that were asked for.
    pub(super) fn is_kind(&self, item: &Item<'_>) -> bool {
        (self.category, self.item_type, self.id)
            == (item.header.category(), item.header.item_type(), item.header.id())
    }
}

/// A session as it was asked for.
#[derive(Debug, Default)]
pub(super) struct Model {
    /// The process that writes it.
    pub(super) process_id: u32,
    /// Event index and name, in the order of registration.
    pub(super) names: Vec<(u16, Vec<u8>)>,
    /// Names that may be there any number of times: a registration of several that was refused.
    pub(super) loose: Vec<Vec<u8>>,
    /// The events of each ring, in order; those of a pause are not among them.
    pub(super) rings: Vec<Vec<Written>>,
    /// From the reply to a pause to the request to go on.
    pub(super) pauses: Vec<Span>,
    /// From the request to the reply.
    pub(super) asked: Vec<(Asked, Span)>,
    /// Whether all runtime events but lifecycles are those that were asked for: not so of a runtime, which writes its own.
    pub(super) has_all: bool,
}

/// A request that leaves a lifecycle event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    Pause,
    Resume,
    /// The child, and the event index that it was to write.
    Fork(u32, u16),
}

impl Model {
    pub(super) fn written(&mut self, ring: u32, event: Written) {
        let place = ring as usize;
        if self.rings.len() <= place {
            self.rings.resize(place + 1, Vec::new());
        }
        self.rings[place].push(event);
    }

    /// Whether recording is paused now.
    pub(super) fn is_paused(&self) -> bool {
        self.pauses.last().is_some_and(|pause| pause.to_ns == u64::MAX)
    }

    /// Whether recording was paused then.
    pub(super) fn is_paused_at(&self, timestamp_ns: u64) -> bool {
        self.pauses.iter().any(|pause| pause.holds(timestamp_ns))
    }
}

/// Category and type of each kind, with the word of the event record.
const KINDS: [(&str, Category, u8); 8] = [
    ("begin", Category::Runtime, 2),
    ("end", Category::Runtime, 3),
    ("counter", Category::Runtime, 4),
    ("unit", Category::User, 0),
    ("int", Category::User, 1),
    ("span_begin", Category::User, 2),
    ("span_end", Category::User, 3),
    ("custom", Category::User, 4),
];

/// Category and type of a kind, by the word of the event record.
pub(super) fn kind(word: &str) -> Option<(Category, u8)> {
    let (_, category, item_type) = KINDS.into_iter().find(|(known, ..)| *known == word)?;
    Some((category, item_type))
}

/// An event that was asked for, in words.
impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_kind(f, self.category, self.item_type, self.id)?;
        match &self.payload {
            Payload::None => Ok(()),
            Payload::Word(word) => write_value(f, self.category, *word),
            Payload::Data(data) => write_data(f, data),
        }
    }
}

/// An event that was found, in the same words.
pub(super) struct Found<'i, 'a>(pub(super) &'i Item<'a>);

impl fmt::Display for Found<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let header = self.0.header;
        write_kind(f, header.category(), header.item_type(), header.id())?;
        match (self.0.payload_len_words(), self.0.payload_word(0)) {
            (0, _) => Ok(()),
            (_, _) if header.is_user() && header.item_type() == 4 => match self.0.custom_data() {
                Some(data) => write_data(f, data),
                None => f.write_str(", with a count byte that points outside"),
            },
            (1, Some(word)) => write_value(f, header.category(), word),
            (words, _) => write!(f, ", with {words} payload words"),
        }
    }
}

fn write_kind(
    f: &mut fmt::Formatter<'_>,
    category: Category,
    item_type: u8,
    id: u16,
) -> fmt::Result {
    let known =
        KINDS.into_iter().find(|(_, own, own_type)| (*own, *own_type) == (category, item_type));
    let (of, id_is) = match category {
        Category::Runtime => ("runtime", "id"),
        Category::User => ("user", "event index"),
    };
    match known {
        Some((word, ..)) => write!(f, "a {of} event `{word}`, {id_is} {id}"),
        None => write!(f, "a {of} event of type {item_type}, {id_is} {id}"),
    }
}

/// Ints are signed, counters are not.
fn write_value(f: &mut fmt::Formatter<'_>, category: Category, word: u64) -> fmt::Result {
    match category {
        Category::Runtime => write!(f, ", value {word}"),
        Category::User => write!(f, ", value {}", word.cast_signed()),
    }
}

fn write_data(f: &mut fmt::Formatter<'_>, data: &[u8]) -> fmt::Result {
    const MOST_BYTES: usize = 16;
    let shown = Hex(&data[..data.len().min(MOST_BYTES)]);
    let more = if data.len() > MOST_BYTES { ".." } else { "" };
    write!(f, ", {} of data {shown}{more}", Counted(data.len() as u64, "byte"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_told_in_words() {
        let span = Span::default();
        let user = Category::User;
        for (category, item_type, payload, text) in [
            (user, 0, Payload::None, "a user event `unit`, event index 7"),
            (user, 1, Payload::Word(u64::MAX), "a user event `int`, event index 7, value -1"),
            (
                Category::Runtime,
                4,
                Payload::Word(u64::MAX),
                "a runtime event `counter`, id 7, value 18446744073709551615",
            ),
            (user, 9, Payload::None, "a user event of type 9, event index 7"),
            (
                user,
                4,
                Payload::Data(vec![1]),
                "a user event `custom`, event index 7, 1 byte of data 01",
            ),
            (
                user,
                4,
                Payload::Data(vec![]),
                "a user event `custom`, event index 7, 0 bytes of data ",
            ),
        ] {
            let written = Written { category, item_type, id: 7, payload, span };
            assert_eq!(written.to_string(), text);
        }
        let long = Written {
            category: user,
            item_type: 4,
            id: 0,
            payload: Payload::Data(vec![255; 17]),
            span,
        };
        assert!(
            long.to_string().ends_with("17 bytes of data ffffffffffffffffffffffffffffffff.."),
            "{long}"
        );
    }
}
