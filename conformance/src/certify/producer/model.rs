//! What a producer was asked for, as far as its files have to show it. Written from SPEC.md alone.

use crate::plain::{Category, Item, custom_payload};

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

/// Category and type of a kind, by the word of the event record.
pub(super) fn kind(word: &str) -> Option<(Category, u8)> {
    Some(match word {
        "begin" => (Category::Runtime, 2),
        "end" => (Category::Runtime, 3),
        "counter" => (Category::Runtime, 4),
        "unit" => (Category::User, 0),
        "int" => (Category::User, 1),
        "span_begin" => (Category::User, 2),
        "span_end" => (Category::User, 3),
        "custom" => (Category::User, 4),
        _ => return None,
    })
}
