//! From a description to the bytes of a file.

use std::fmt;

use super::description::{Content, Description, Piece, RingDescription};
use super::{ByteOrder, HeaderWord, NAME_BYTES};

/// More than this is not written.
pub const MOST_BYTES: u64 = 1 << 30;

/// The bytes of a file, and what was put where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// The file.
    pub bytes: Vec<u8>,
    /// What was written, in the order of the description; later fields may lie over earlier ones.
    pub fields: Vec<Field>,
}

/// Bytes of a file that mean something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Where they start in the file, in bytes.
    pub offset_bytes: u64,
    /// How many there are.
    pub len_bytes: u64,
    /// What they are.
    pub label: String,
}

/// The file would be larger than [`MOST_BYTES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// Its size.
    pub len_bytes: u64,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the file would have {} bytes, at most {MOST_BYTES} are written", self.len_bytes)
    }
}

impl std::error::Error for TooLarge {}

impl Description {
    /// Writes the file. What lies beyond its size is left out.
    ///
    /// # Errors
    ///
    /// It would be too large.
    pub fn encode(&self, order: ByteOrder) -> Result<Image, TooLarge> {
        let len_bytes = self.len_bytes.unwrap_or_else(|| self.layout.end());
        if len_bytes > MOST_BYTES {
            return Err(TooLarge { len_bytes });
        }
        // At most a GiB, which fits.
        let mut pen = Pen { bytes: vec![0; len_bytes as usize], fields: Vec::new(), order };
        if let Some(words) = self.header {
            for (word, value) in HeaderWord::ALL.into_iter().zip(words) {
                let label = format!("{} {value}", word.name());
                pen.put(word.offset_bytes(), &label, &Content::Word(value));
            }
        }
        for ring in &self.rings {
            self.encode_ring(ring, &mut pen);
        }
        for (index, bytes) in &self.names {
            let offset = self.layout.names_offset.wrapping_add(NAME_BYTES * u64::from(*index));
            let label = format!("name {index}: {:?}", bytes.escape_ascii().to_string());
            pen.put(offset, &label, &Content::Bytes(bytes.clone()));
        }
        for (offset, Piece { label, content }) in &self.patches {
            pen.put(*offset, label, content);
        }
        Ok(Image { bytes: pen.bytes, fields: pen.fields })
    }

    fn encode_ring(&self, ring: &RingDescription, pen: &mut Pen) {
        let RingDescription { index, head, tail, .. } = ring;
        let layout = &self.layout;
        let number = u64::from(*index);
        let header = layout.ring_header_size_bytes.wrapping_mul(number);
        let header = layout.headers_offset.wrapping_add(header);
        pen.put(header, &format!("ring {index}: head {head}"), &Content::Word(*head));
        pen.put(
            header.wrapping_add(8),
            &format!("ring {index}: tail {tail}"),
            &Content::Word(*tail),
        );
        for (offset, Piece { label, content }) in &ring.reserved {
            pen.put(header.wrapping_add(*offset), label, content);
        }
        let data = layout.ring_words.wrapping_mul(8).wrapping_mul(number);
        let data = layout.data_offset.wrapping_add(data);
        let slot = |position: u64| position % layout.ring_words.max(1);
        let slot_offset = |position| data.wrapping_add(slot(position).wrapping_mul(8));
        for (position, Piece { label, content }) in &ring.contents {
            let label = format!("ring {index}, position {position}: {label}");
            match content {
                Content::Word(_) => pen.put(slot_offset(*position), &label, content),
                Content::Bytes(bytes) => {
                    let mut position = *position;
                    for word in bytes.chunks(8) {
                        let content = Content::Bytes(word.to_vec());
                        pen.put(slot_offset(position), &label, &content);
                        position = position.wrapping_add(1);
                    }
                }
            }
        }
    }
}

struct Pen {
    bytes: Vec<u8>,
    fields: Vec<Field>,
    order: ByteOrder,
}

impl Pen {
    fn put(&mut self, offset_bytes: u64, label: &str, content: &Content) {
        let bytes = match content {
            Content::Word(word) => self.order.bytes(*word).to_vec(),
            Content::Bytes(bytes) => bytes.clone(),
        };
        let room = usize::try_from(offset_bytes).ok().and_then(|from| self.bytes.get_mut(from..));
        let written = bytes.len().min(room.as_ref().map_or(0, |room| room.len()));
        if let Some(room) = room {
            room[..written].copy_from_slice(&bytes[..written]);
        }
        if written > 0 {
            let label = label.to_owned();
            self.fields.push(Field { offset_bytes, len_bytes: written as u64, label });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain::description::{HeaderFields, Layout, custom_payload};
    use crate::plain::{Category, open};

    /// The numbers of the examples of `SPEC.md`.
    #[test]
    fn the_examples_of_the_specification_come_out() {
        let layout = Layout::regular(128, 65_536, true);
        assert_eq!(layout.header(), [1, 128, 80, 524_288, 65_536, 64, 10_304, 67_119_168]);
        assert_eq!(layout.end(), 68_167_744);
        assert_eq!(Layout::regular(128, 65_536, false).end(), 67_119_168);
        let header = |length_words, category, item_type, id| {
            HeaderFields { length_words, category, item_type, id, reserved: 0 }.bits()
        };
        assert_eq!(header(3, Category::Runtime, 1, 0), 0x00c2_0000_0000_0000);
        assert_eq!(header(22, Category::Runtime, 5, 0), 0x058a_0000_0000_0000);
        assert_eq!(header(3, Category::User, 1, 3), 0x00e2_0030_0000_0000);
        assert_eq!(header(4, Category::User, 4, 3), 0x0128_0030_0000_0000);
    }

    #[test]
    fn custom_payloads_follow_the_table() {
        for (n, words, count) in [
            (0, 1, 7),
            (1, 1, 6),
            (7, 1, 0),
            (8, 2, 7),
            (15, 2, 0),
            (16, 3, 7),
            (1023, 128, 0),
            (1024, 129, 7),
        ] {
            let payload = custom_payload(&vec![0xff; n], 0xee);
            assert_eq!((payload.len(), payload.last()), (8 * words, Some(&count)));
        }
        assert_eq!(custom_payload(&[0xff], 0xee), [0xff, 0xee, 0xee, 0xee, 0xee, 0xee, 0xee, 6]);
    }

    #[test]
    fn what_is_written_can_be_opened_in_both_orders() {
        let layout = Layout::regular(3, 16, true);
        let description = Description {
            header: Some(layout.header()),
            layout,
            rings: vec![RingDescription { index: 2, head: 5, tail: 7, ..Default::default() }],
            names: vec![(8191, b"last".to_vec())],
            ..Default::default()
        };
        for order in ByteOrder::ALL {
            let image = description.encode(order).unwrap();
            let file = open(&image.bytes).unwrap();
            assert_eq!((file.order(), file.header().words), (order, layout.header()));
            let ring = file.ring(2).unwrap();
            assert_eq!((ring.head(), ring.tail()), (5, 7));
            assert_eq!(file.name_table().unwrap().entry(8191).unwrap().name(), b"last");
        }
    }

    #[test]
    fn what_does_not_fit_is_left_out() {
        let layout = Layout::regular(1, 1, false);
        let header = Some(layout.header());
        let short = Description { header, layout, len_bytes: Some(13), ..Default::default() };
        let image = short.encode(ByteOrder::Little).unwrap();
        assert_eq!(image.bytes, [1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
        assert_eq!(image.fields.len(), 2);
        let large = Description { len_bytes: Some(MOST_BYTES + 1), ..Default::default() };
        assert_eq!(large.encode(ByteOrder::Big), Err(TooLarge { len_bytes: MOST_BYTES + 1 }));
    }
}
