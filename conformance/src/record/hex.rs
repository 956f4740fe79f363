//! Bytes as lower-case hex.

use std::fmt;

/// Bytes, shown as lower-case hex without separators.
#[derive(Clone, Copy, Debug)]
pub struct Hex<'a>(pub &'a [u8]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        // By pieces, since a call for each byte would cost more than the bytes.
        let mut text = [0; 128];
        for piece in self.0.chunks(text.len() / 2) {
            for (pair, byte) in text.chunks_exact_mut(2).zip(piece) {
                pair[0] = DIGITS[usize::from(byte >> 4)];
                pair[1] = DIGITS[usize::from(byte & 0xf)];
            }
            f.write_str(std::str::from_utf8(&text[..2 * piece.len()]).map_err(|_| fmt::Error)?)?;
        }
        Ok(())
    }
}

/// The bytes that hex text stands for; none where it is not whole pairs of hex digits of either case.
pub(crate) fn parse_hex(text: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    if !rest.is_empty() {
        return None;
    }
    let digit = |byte: u8| char::from(byte).to_digit(16);
    pairs.iter().map(|[high, low]| u8::try_from(digit(*high)? << 4 | digit(*low)?).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_and_length_comes_back() {
        let all: Vec<u8> = (0..=255).collect();
        for len in [0, 1, 63, 64, 65, 128, 256] {
            let text = Hex(&all[..len]).to_string();
            assert_eq!(text.len(), 2 * len);
            assert_eq!(parse_hex(&text).as_deref(), Some(&all[..len]));
            assert_eq!(parse_hex(&text.to_uppercase()).as_deref(), Some(&all[..len]));
        }
        assert_eq!(Hex(&[0x0f, 0xa0]).to_string(), "0fa0");
    }

    #[test]
    fn what_is_not_hex_is_not_taken() {
        for wrong in ["0", "000", "0g", "+1", " 0", "é"] {
            assert_eq!(parse_hex(wrong), None, "{wrong}");
        }
    }
}
