//! The data of an event, field by field.

use std::slice;

use eventring::words::ByteOrder;

use super::value::{number, unsigned};
use super::{Count, Element, Field, List, Value};

/// The fields of one event.
#[derive(Clone, Copy, Debug)]
pub struct Fields<'a> {
    fields: &'a [Field],
    data: &'a [u8],
    order: ByteOrder,
}

/// How data differs from what its schema says. Both are shown, since both can be: another version of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// It ends inside of a field; that one and those after it are missing.
    Short,
    /// There are so many bytes after the last field.
    Long(usize),
}

/// Goes through the fields of one event.
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    fields: slice::Iter<'a, Field>,
    /// What no field has taken yet; nothing where the data has ended inside of one.
    rest: Option<&'a [u8]>,
    order: ByteOrder,
}

impl<'a> Fields<'a> {
    pub(super) const fn new(fields: &'a [Field], data: &'a [u8], order: ByteOrder) -> Self {
        Self { fields, data, order }
    }

    /// Each field with its value, or without where the data ended before.
    pub fn iter(&self) -> Walk<'a> {
        Walk { fields: self.fields.iter(), rest: Some(self.data), order: self.order }
    }

    /// How the data differs from the schema, if it does.
    pub fn misfit(&self) -> Option<Misfit> {
        let mut walk = self.iter();
        walk.by_ref().for_each(drop);
        match walk.rest {
            None => Some(Misfit::Short),
            Some([]) => None,
            Some(rest) => Some(Misfit::Long(rest.len())),
        }
    }

    /// All bytes.
    pub fn data(&self) -> &'a [u8] {
        self.data
    }
}

impl Misfit {
    /// Its word in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Short => "short",
            Self::Long(_) => "long",
        }
    }
}

impl<'a> Iterator for Walk<'a> {
    type Item = (&'a Field, Option<Value<'a>>);

    fn next(&mut self) -> Option<Self::Item> {
        let field = self.fields.next()?;
        let taken = self.rest.and_then(|data| take(field, data, self.order));
        self.rest = taken.map(|(_, rest)| rest);
        Some((field, taken.map(|(value, _)| value)))
    }
}

/// The value at the start of the data, and what follows it.
fn take<'a>(field: &'a Field, data: &'a [u8], order: ByteOrder) -> Option<(Value<'a>, &'a [u8])> {
    let size = field.element.size_bytes();
    let (bytes, rest) = match field.count {
        Count::One => data.split_at_checked(size)?,
        Count::Fixed(count) => data.split_at_checked(size * usize::from(count))?,
        Count::Counted(count) => {
            let (count, data) = data.split_at_checked(count.size_bytes())?;
            let count = usize::try_from(unsigned(order, count)).ok()?;
            data.split_at_checked(size.checked_mul(count)?)?
        }
        Count::Rest => data.split_at(data.len() - data.len() % size),
    };
    let codes = field.codes.as_deref();
    let value = match (field.element, field.count) {
        (Element::Scalar(scalar), Count::One) => number(scalar, codes, order, bytes),
        (Element::Scalar(scalar), _) => Value::List(List { scalar, codes, order, bytes }),
        // What fills a text of fixed size up is no part of it.
        (Element::Text, Count::Fixed(_)) => {
            let len = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
            Value::Text(&bytes[..len])
        }
        (Element::Text, _) => Value::Text(bytes),
        (Element::Bytes, _) => Value::Bytes(bytes),
    };
    Some((value, rest))
}
