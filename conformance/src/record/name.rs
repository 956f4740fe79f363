//! The name of an event: text, bytes that are no text, or none.

use std::borrow::Cow;
use std::fmt::{self, Write};

use super::Hex;

/// The name of an event.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Name<'a> {
    /// Unknown, empty or outside the file: `"name": null`.
    #[default]
    None,
    /// UTF-8: `"name": "..."`.
    Text(Cow<'a, str>),
    /// Not UTF-8: `"name_hex": "..."`.
    Bytes(Cow<'a, [u8]>),
}

impl<'a> Name<'a> {
    /// The name of these bytes; empty is none.
    pub fn from_bytes(bytes: &'a [u8]) -> Self {
        match std::str::from_utf8(bytes) {
            Ok("") => Self::None,
            Ok(text) => Self::Text(text.into()),
            Err(_) => Self::Bytes(bytes.into()),
        }
    }

    /// The same, with bytes of its own.
    pub fn into_owned(self) -> Name<'static> {
        match self {
            Self::None => Name::None,
            Self::Text(text) => Name::Text(text.into_owned().into()),
            Self::Bytes(bytes) => Name::Bytes(bytes.into_owned().into()),
        }
    }

    /// Whether there is no name.
    pub fn is_none(&self) -> bool {
        matches!(self, Self::None)
    }
}

impl<'a> From<Option<&'a str>> for Name<'a> {
    fn from(text: Option<&'a str>) -> Self {
        text.map_or(Self::None, |text| Self::Text(text.into()))
    }
}

/// For people: what would steer a terminal, or turn the direction of text, is escaped; so is the backslash.
impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => Ok(()),
            Self::Text(text) => text.chars().try_for_each(|char| match char {
                '"' | '\'' => f.write_char(char),
                _ => write!(f, "{}", char.escape_debug()),
            }),
            Self::Bytes(bytes) => write!(f, "0x{}", Hex(bytes)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_text_where_they_can_be() {
        assert_eq!(Name::from_bytes(b""), Name::None);
        assert_eq!(Name::from_bytes("é".as_bytes()), Name::Text("é".into()));
        assert_eq!(Name::from_bytes(b"\xff"), Name::Bytes(b"\xff"[..].into()));
    }

    #[test]
    fn a_name_cannot_steer_the_terminal() {
        let shown = Name::from_bytes(b"a\x1b[2Jb\n").to_string();
        assert!(!shown.chars().any(char::is_control), "{shown}");
        assert_eq!(Name::from_bytes(b"\xff\x1b").to_string(), "0xff1b");
        assert_eq!(Name::from_bytes("\u{202e}x".as_bytes()).to_string(), r"\u{202e}x");
        assert_eq!(Name::from_bytes("é's \"\\".as_bytes()).to_string(), r#"é's "\\"#);
    }
}
