//! Bytes as text.

use std::borrow::Cow;
use std::fmt::Write;

/// Bytes as text: what is UTF-8 as it is, other bytes as `\xff`.
pub(super) fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = str::from_utf8(bytes) {
        return text.into();
    }
    let mut text = String::with_capacity(bytes.len() + 8);
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            // Nothing can go wrong in a string.
            let _ = write!(text, "\\x{byte:02x}");
        }
    }
    text.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_text_stays_and_what_is_not_is_shown() {
        for (bytes, text) in [
            (&b""[..], ""),
            ("é\n\0\"".as_bytes(), "é\n\0\""),
            (b"\xff", "\\xff"),
            // Cut in the middle of a character.
            (b"a\xc3", "a\\xc3"),
            (b"\xc3(\xc3\xa9", "\\xc3(é"),
        ] {
            assert_eq!(text_of(bytes), text);
        }
    }
}
