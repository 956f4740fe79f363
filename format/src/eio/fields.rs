//! The fields of an event with their names, for whoever prints them.

use core::fmt;

use heapless::Vec;

use super::EioId;

/// The most fields of an event.
const MAX_FIELDS: usize = 4;

/// The fields of an event, in the order of the payload.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields<'a>(Vec<Field<'a>, MAX_FIELDS>);

/// A field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field<'a> {
    /// Its name in event records, such as `id`.
    pub name: &'static str,
    /// What it says.
    pub value: Value<'a>,
}

/// What a field says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    /// A fiber, context or object.
    Id(EioId),
    /// A kind of one.
    Code(Code),
    /// Raw bytes; no encoding is promised (clause eio.text.bytes).
    Text(&'a [u8]),
    /// Which end of a span the event is.
    Edge(Edge),
}

/// The code of a 1-byte field, whatever its enum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// The byte.
    pub number: u8,
    /// Its name, where its enum has one for it (clause eio.unknown-enum).
    pub name: Option<&'static str>,
}

/// An end of a span.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edge {
    /// It begins.
    Begin,
    /// It ends.
    End,
}

impl<'a> Fields<'a> {
    /// The field of that name.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<Value<'a>> {
        self.iter().find(|field| field.name == name).map(|field| field.value)
    }

    /// The fields.
    pub fn iter(&self) -> impl Iterator<Item = Field<'a>> + '_ {
        self.0.iter().copied()
    }

    pub(super) fn add(&mut self, name: &'static str, value: impl Into<Value<'a>>) {
        // No event has more of them than there is room for: a test looks at every one.
        let _ = self.0.push(Field { name, value: value.into() });
    }
}

impl Edge {
    /// `begin` or `end`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Begin => "begin",
            Self::End => "end",
        }
    }
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The name, or else the number.
impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name {
            Some(name) => f.pad(name),
            None => self.number.fmt(f),
        }
    }
}

impl From<EioId> for Value<'_> {
    fn from(id: EioId) -> Self {
        Self::Id(id)
    }
}

impl<'a> From<&'a [u8]> for Value<'a> {
    fn from(text: &'a [u8]) -> Self {
        Self::Text(text)
    }
}

impl From<Edge> for Value<'_> {
    fn from(edge: Edge) -> Self {
        Self::Edge(edge)
    }
}

impl<C: Into<Code>> From<C> for Value<'_> {
    fn from(code: C) -> Self {
        Self::Code(code.into())
    }
}

#[cfg(test)]
mod tests {
    use core::fmt::Write;

    use super::*;

    #[test]
    fn edges_and_codes_are_padded_as_they_are_asked_to_be() {
        let named = Code { number: 3, name: Some("switch") };
        let unknown = Code { number: 200, name: None };
        let mut text = heapless::String::<64>::new();
        write!(text, "{}{:>6}|{named:8}|{unknown:<5}|{unknown}", Edge::Begin, Edge::End).unwrap();
        assert_eq!(text, "begin   end|switch  |200  |200");
    }
}
