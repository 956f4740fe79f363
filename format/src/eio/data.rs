//! The payload of a user event as a run of fields, read and written. All integers are little-endian,
//! in files of either byte order (clause eio.payload.little-endian).

use heapless::Vec;

use super::{Edge, EioId, Undecoded};
use crate::event::Kind;
use crate::registry::CUSTOM_MAX_BYTES;

/// Where [`encode`](super::EioEvent::encode) puts the data of a custom event.
#[derive(Clone, Debug, Default)]
pub struct DataBuffer(Vec<u8, CUSTOM_MAX_BYTES>);

/// The data of a custom event, from the next field on.
pub(super) struct Data<'a>(&'a [u8]);

impl<'a> Data<'a> {
    pub(super) fn of(event: Kind<'a>) -> Result<Self, Undecoded> {
        match event {
            Kind::Custom { data, .. } => data.map(Self).ok_or(Undecoded::Short),
            _ => Err(Undecoded::OtherType),
        }
    }

    pub(super) fn whole_id(&mut self) -> Result<EioId, Undecoded> {
        self.take().map(i64::from_le_bytes).map(EioId::new)
    }

    pub(super) fn low_32(&mut self) -> Result<EioId, Undecoded> {
        self.take().map(i32::from_le_bytes).map(EioId::of_low_32)
    }

    pub(super) fn byte(&mut self) -> Result<u8, Undecoded> {
        self.take().map(|[byte]| byte)
    }

    /// The rest.
    pub(super) fn text(self) -> &'a [u8] {
        self.0
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], Undecoded> {
        let (field, rest) = self.0.split_first_chunk().ok_or(Undecoded::Short)?;
        self.0 = rest;
        Ok(*field)
    }
}

/// The id that is the value of an int event.
pub(super) fn int(event: Kind<'_>) -> Result<EioId, Undecoded> {
    match event {
        Kind::Int { value, .. } => value.map(EioId::of_int).ok_or(Undecoded::Short),
        _ => Err(Undecoded::OtherType),
    }
}

/// Nothing, of a unit event.
pub(super) fn unit(event: Kind<'_>) -> Result<(), Undecoded> {
    if matches!(event, Kind::Unit { .. }) { Ok(()) } else { Err(Undecoded::OtherType) }
}

/// Which end of a span it is.
pub(super) fn edge(event: Kind<'_>) -> Result<Edge, Undecoded> {
    match event {
        Kind::SpanBegin { .. } => Ok(Edge::Begin),
        Kind::SpanEnd { .. } => Ok(Edge::End),
        _ => Err(Undecoded::OtherType),
    }
}

/// Puts fields together. What has no room is left out: of the fields only a text can have none.
pub(super) struct Sink<'b>(&'b mut Vec<u8, CUSTOM_MAX_BYTES>);

impl<'b> Sink<'b> {
    pub(super) fn new(buffer: &'b mut DataBuffer) -> Self {
        buffer.0.clear();
        Self(&mut buffer.0)
    }

    pub(super) fn whole_id(&mut self, id: EioId) {
        self.put(&id.value().to_le_bytes());
    }

    pub(super) fn low_32(&mut self, id: EioId) {
        self.put(&id.low_32().to_le_bytes());
    }

    pub(super) fn byte(&mut self, byte: u8) {
        self.put(&[byte]);
    }

    /// As much as there is room for.
    pub(super) fn text(&mut self, text: &[u8]) {
        let room = CUSTOM_MAX_BYTES.saturating_sub(self.0.len());
        self.put(cut(text, room));
    }

    /// The user event with these fields.
    pub(super) fn event(self, index: u16) -> Kind<'b> {
        Kind::Custom { index, data: Some(self.0) }
    }

    fn put(&mut self, bytes: &[u8]) {
        // The layouts are shorter than the buffer, and texts are cut to what is left of it.
        let _ = self.0.extend_from_slice(bytes);
    }
}

/// The user event that is this end of a span.
pub(super) fn span<'b>(edge: Edge, index: u16) -> Kind<'b> {
    match edge {
        Edge::Begin => Kind::SpanBegin { index },
        Edge::End => Kind::SpanEnd { index },
    }
}

/// The first `room` bytes, or up to 3 fewer where a character of UTF-8 would be split
/// (clause eio.text.cut).
fn cut(text: &[u8], room: usize) -> &[u8] {
    let Some((whole, rest)) = text.split_at_checked(room) else {
        return text;
    };
    if !rest.first().is_some_and(is_continuation) {
        return whole;
    }
    let split = whole.iter().rev().take(3).take_while(|byte| is_continuation(byte)).count();
    let lead = whole.len().saturating_sub(split).saturating_sub(1);
    // Only a byte that begins a character is dropped; other bytes are no text, and have no ends.
    if whole.get(lead).is_some_and(|byte| *byte >= 0xc0) {
        whole.get(..lead).unwrap_or(whole)
    } else {
        whole
    }
}

fn is_continuation(byte: &u8) -> bool {
    byte & 0xc0 == 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_between_characters() {
        for text in ["", "a", "aé", "€€€", "a😀b", "😀😀"] {
            for room in 0..=text.len() + 1 {
                let kept = cut(text.as_bytes(), room);
                let end = (0..=room.min(text.len())).rfind(|end| text.is_char_boundary(*end));
                assert_eq!(kept, &text.as_bytes()[..end.unwrap()], "{text} {room}");
            }
        }
        let bytes = [0x80; 9];
        assert_eq!(cut(&bytes, 8), &bytes[..8]);
    }
}
