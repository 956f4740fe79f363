//! A session as data: what a vector says, before it is text or a file.

use crate::plain::{
    ByteOrder, Category, Content, Description, HeaderFields, HeaderWord, Image, Layout, Piece,
    RingDescription, TooLarge,
};

/// A file to be made: a layout that a producer writes, what is in it, and what of it is otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// The release by whose tables its ids were taken; `none` for a producer that is not OCaml.
    pub release: &'static str,
    /// The order of its words.
    pub order: ByteOrder,
    /// The number of rings.
    pub max_domains: u64,
    /// Words of each ring.
    pub ring_words: u64,
    /// Whether there is a name table.
    pub with_names: bool,
    /// Where things are put instead, which the file header then says too.
    pub layout: Vec<(HeaderWord, u64)>,
    /// What the file header says instead, wherever things are.
    pub header: Vec<(HeaderWord, u64)>,
    /// Another size of the file than the layout has, in bytes.
    pub len_bytes: Option<u64>,
    /// Event index and bytes of names.
    pub names: Vec<(u16, Vec<u8>)>,
    /// The rings in use.
    pub rings: Vec<RingPlan>,
    /// Words put over the rest at last, by their offset in the file in bytes.
    pub patches: Vec<(u64, u64)>,
}

/// What is in a ring.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RingPlan {
    /// Its index.
    pub index: u32,
    /// The position of the first entry, and head if nothing else is.
    pub from: u64,
    /// One after the other from there; tail is after the last if nothing else is.
    pub entries: Vec<Entry>,
    /// Another head.
    pub head: Option<u64>,
    /// Another tail.
    pub tail: Option<u64>,
    /// Words that belong to nothing, by slot.
    pub left_over: Vec<(u64, u64)>,
}

/// An item, right or wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Padding, with zeros after its header.
    Padding {
        /// Words, its header included.
        length_words: u64,
        /// The id in its header.
        id: u16,
    },
    /// Anything else.
    Event(EventPlan),
}

/// An event, right or wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventPlan {
    /// Runtime or user.
    pub category: Category,
    /// The type, of 4 bits.
    pub item_type: u8,
    /// The id, of 13 bits.
    pub id: u16,
    /// Another length in its header than it has words.
    pub length_words: Option<u64>,
    /// The low 36 bits of its header.
    pub reserved: u64,
    /// The timestamp.
    pub timestamp_ns: u64,
    /// What comes after it.
    pub payload: Payload,
}

/// The payload of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Payload {
    /// Words, in the order of the file.
    Words(Vec<u64>),
    /// Whole words of bytes as they are.
    Bytes(Vec<u8>),
}

impl Session {
    /// Where things are.
    pub fn places(&self) -> Layout {
        let mut layout = Layout::regular(self.max_domains, self.ring_words, self.with_names);
        for (word, value) in &self.layout {
            match word {
                HeaderWord::RingHeaderSizeBytes => layout.ring_header_size_bytes = *value,
                HeaderWord::HeadersOffset => layout.headers_offset = *value,
                HeaderWord::DataOffset => layout.data_offset = *value,
                HeaderWord::NamesOffset => layout.names_offset = *value,
                // The others lay out nothing.
                _ => {}
            }
        }
        layout
    }

    /// What the plain writer is to write.
    pub fn describe(&self) -> Description {
        let layout = self.places();
        let mut header = layout.header();
        for (word, value) in &self.header {
            header[*word as usize] = *value;
        }
        Description {
            header: Some(header),
            layout,
            rings: self.rings.iter().map(RingPlan::describe).collect(),
            names: self.names.clone(),
            patches: self.patches.iter().map(|(at, word)| (*at, piece(*word))).collect(),
            len_bytes: self.len_bytes,
        }
    }

    /// The file.
    ///
    /// # Errors
    ///
    /// It would be too large.
    pub fn encode(&self) -> Result<Image, TooLarge> {
        self.describe().encode(self.order)
    }

    /// Every event of every ring.
    pub fn events_mut(&mut self) -> impl Iterator<Item = &mut EventPlan> {
        let entries = self.rings.iter_mut().flat_map(|ring| &mut ring.entries);
        entries.filter_map(|entry| match entry {
            Entry::Event(event) => Some(event),
            Entry::Padding { .. } => None,
        })
    }
}

impl RingPlan {
    /// The position after the last entry.
    pub fn end(&self) -> u64 {
        self.from.wrapping_add(self.entries.iter().map(Entry::words).sum())
    }

    fn describe(&self) -> RingDescription {
        let mut contents: Vec<(u64, Piece)> = Vec::new();
        let mut position = self.from;
        for entry in &self.entries {
            for content in entry.contents() {
                let words = content_words(&content);
                contents.push((position, Piece { label: String::new(), content }));
                position = position.wrapping_add(words);
            }
        }
        contents.extend(self.left_over.iter().map(|(slot, word)| (*slot, piece(*word))));
        RingDescription {
            index: self.index,
            head: self.head.unwrap_or(self.from),
            tail: self.tail.unwrap_or(position),
            reserved: Vec::new(),
            contents,
        }
    }
}

impl Entry {
    /// Words that it takes, whatever its header says.
    pub fn words(&self) -> u64 {
        match self {
            Self::Padding { length_words, .. } => (*length_words).max(1),
            Self::Event(event) => event.words(),
        }
    }

    fn contents(&self) -> Vec<Content> {
        match self {
            Self::Padding { length_words, id } => {
                let fields = HeaderFields {
                    length_words: *length_words,
                    category: Category::Runtime,
                    item_type: 0,
                    id: (*id).into(),
                    reserved: 0,
                };
                let zeros = length_words.saturating_sub(1);
                let zeros = (0..zeros).map(|_| Content::Word(0));
                [Content::Word(fields.bits())].into_iter().chain(zeros).collect()
            }
            Self::Event(event) => event.contents(),
        }
    }
}

impl EventPlan {
    /// Words that it takes, whatever its header says.
    pub fn words(&self) -> u64 {
        2 + self.payload.words()
    }

    fn contents(&self) -> Vec<Content> {
        let fields = HeaderFields {
            length_words: self.length_words.unwrap_or_else(|| self.words()),
            category: self.category,
            item_type: self.item_type.into(),
            id: self.id.into(),
            reserved: self.reserved,
        };
        let mut contents = vec![Content::Word(fields.bits()), Content::Word(self.timestamp_ns)];
        match &self.payload {
            Payload::Words(words) => contents.extend(words.iter().copied().map(Content::Word)),
            Payload::Bytes(bytes) => contents.push(Content::Bytes(bytes.clone())),
        }
        contents
    }
}

impl Payload {
    /// Words that it takes.
    pub fn words(&self) -> u64 {
        match self {
            Self::Words(words) => words.len() as u64,
            Self::Bytes(bytes) => bytes.len().div_ceil(8) as u64,
        }
    }
}

fn piece(word: u64) -> Piece {
    Piece { label: String::new(), content: Content::Word(word) }
}

fn content_words(content: &Content) -> u64 {
    match content {
        Content::Word(_) => 1,
        Content::Bytes(bytes) => bytes.len().div_ceil(8) as u64,
    }
}
