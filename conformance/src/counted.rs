//! Numbers of things in texts for people.

use std::fmt;

/// So many of what the word says: `1 ring`, `2 rings`, `1 process`, `2 processes`.
#[derive(Clone, Copy, Debug)]
pub struct Counted<'a>(pub u64, pub &'a str);

impl fmt::Display for Counted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(count, word) = self;
        let ending = match count {
            1 => "",
            _ if word.ends_with('s') => "es",
            _ => "s",
        };
        write!(f, "{count} {word}{ending}")
    }
}

#[cfg(test)]
mod tests {
    use super::Counted;

    #[test]
    fn one_is_no_plural() {
        let shown = [0, 1, 2, u64::MAX].map(|count| Counted(count, "word").to_string());
        assert_eq!(shown, ["0 words", "1 word", "2 words", "18446744073709551615 words"]);
        let shown = [1, 2].map(|count| Counted(count, "process").to_string());
        assert_eq!(shown, ["1 process", "2 processes"]);
    }
}
