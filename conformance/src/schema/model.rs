//! What a schema says.

use std::collections::BTreeMap;
use std::collections::HashMap;
use std::sync::Arc;

use eventring::words::ByteOrder;

use super::Fields;

/// The schemas of events, each under the whole name of its event, and never by an index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schemas {
    events: HashMap<Box<[u8]>, EventSchema>,
}

/// What the data of one kind of custom event holds, field after field without gaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventSchema {
    /// The byte order of its numbers.
    pub order: DataOrder,
    /// The fields; only the last can go to the end of the data.
    pub fields: Box<[Field]>,
}

/// One field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: Box<str>,
    /// What it is made of.
    pub element: Element,
    /// How many of these.
    pub count: Count,
    /// What its numbers stand for, if it is of integers.
    pub codes: Option<Arc<Codes>>,
}

/// Names of numbers. A number without a name stays a number.
pub type Codes = BTreeMap<i128, Box<str>>;

/// What a field is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// Numbers.
    Scalar(Scalar),
    /// Bytes of text, UTF-8 where all is well.
    Text,
    /// Bytes.
    Bytes,
}

/// How many elements a field has; of text and bytes, how many bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// One number, which is no list.
    One,
    /// So many.
    Fixed(u16),
    /// As many as the unsigned number says that stands before them.
    Counted(Scalar),
    /// All to the end of the data.
    Rest,
}

/// In which order the bytes of a number lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DataOrder {
    /// As in the words of the file.
    #[default]
    Producer,
    /// In this one, on whatever machine.
    Fixed(ByteOrder),
}

/// A number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it: kind and bits")]
pub enum Scalar {
    U8,
    U16,
    U32,
    U64,
    I8,
    I16,
    I32,
    I64,
    F32,
    F64,
    /// One byte: 0 or 1; another byte stays a number.
    Bool,
}

impl Schemas {
    /// The schema of the custom event of this name.
    pub fn find(&self, name: &[u8]) -> Option<&EventSchema> {
        self.events.get(name)
    }

    /// Adds one.
    ///
    /// # Errors
    ///
    /// The event has a schema already; nothing is changed.
    pub fn add(&mut self, name: &[u8], schema: EventSchema) -> Result<(), EventSchema> {
        if self.events.contains_key(name) {
            return Err(schema);
        }
        self.events.insert(name.into(), schema);
        Ok(())
    }

    /// How many events have one.
    pub fn len(&self) -> usize {
        self.events.len()
    }

    /// Whether none has.
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// Each name and its schema, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], &EventSchema)> {
        self.events.iter().map(|(name, schema)| (&**name, schema))
    }
}

impl EventSchema {
    /// Reads the data of an event, written by a producer of this byte order.
    pub fn read<'a>(&'a self, data: &'a [u8], producer: ByteOrder) -> Fields<'a> {
        let order = match self.order {
            DataOrder::Producer => producer,
            DataOrder::Fixed(order) => order,
        };
        Fields::new(&self.fields, data, order)
    }
}

impl Element {
    /// Bytes of one.
    pub(super) const fn size_bytes(self) -> usize {
        match self {
            Self::Scalar(scalar) => scalar.size_bytes(),
            Self::Text | Self::Bytes => 1,
        }
    }
}

impl Scalar {
    /// Its bytes.
    pub const fn size_bytes(self) -> usize {
        match self {
            Self::U8 | Self::I8 | Self::Bool => 1,
            Self::U16 | Self::I16 => 2,
            Self::U32 | Self::I32 | Self::F32 => 4,
            Self::U64 | Self::I64 | Self::F64 => 8,
        }
    }

    /// The least and the greatest value, of an integer.
    #[cfg(feature = "cli")]
    pub(super) const fn range(self) -> Option<(i128, i128)> {
        Some(match self {
            Self::U8 => (0, u8::MAX as i128),
            Self::U16 => (0, u16::MAX as i128),
            Self::U32 => (0, u32::MAX as i128),
            Self::U64 => (0, u64::MAX as i128),
            Self::I8 => (i8::MIN as i128, i8::MAX as i128),
            Self::I16 => (i16::MIN as i128, i16::MAX as i128),
            Self::I32 => (i32::MIN as i128, i32::MAX as i128),
            Self::I64 => (i64::MIN as i128, i64::MAX as i128),
            Self::F32 | Self::F64 | Self::Bool => return None,
        })
    }
}
