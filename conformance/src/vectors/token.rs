//! The words of a line.

use super::expression::{evaluate, word};

/// What is left of a line: words parted by spaces, where a quoted text is one word.
#[derive(Clone, Debug)]
pub(super) struct Tokens<'a> {
    rest: &'a str,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(line: &'a str) -> Self {
        Self { rest: line.trim() }
    }

    pub(super) fn next_word(&mut self) -> Result<&'a str, String> {
        let end = if let Some(inside) = self.rest.strip_prefix('"') {
            // A JSON text has no quote inside that has no backslash before it.
            let mut before = ' ';
            let closing = inside.find(|next| {
                let is_end = next == '"' && before != '\\';
                before = next;
                is_end
            });
            closing.map(|closing| closing + 2)
        } else {
            Some(self.rest.find(char::is_whitespace).unwrap_or(self.rest.len()))
        };
        let (word, rest) = end
            .and_then(|end| self.rest.split_at_checked(end))
            .filter(|(word, _)| !word.is_empty())
            .ok_or("the line ends too early")?;
        self.rest = rest.trim_start();
        Ok(word)
    }

    /// Takes the next word if it is this one.
    pub(super) fn take(&mut self, wanted: &str) -> bool {
        let mut ahead = self.clone();
        let found = ahead.next_word() == Ok(wanted);
        if found {
            *self = ahead;
        }
        found
    }

    /// Takes the next word if it is `key=value`.
    pub(super) fn option(&mut self, key: &str) -> Option<&'a str> {
        let mut ahead = self.clone();
        let value = ahead.next_word().ok()?.strip_prefix(key)?.strip_prefix('=')?;
        *self = ahead;
        Some(value)
    }

    pub(super) fn expect(&mut self, wanted: &str) -> Result<(), String> {
        if self.take(wanted) {
            Ok(())
        } else {
            Err(format!("`{wanted}` is missing before {:?}", self.rest))
        }
    }

    /// The next word as a number that fits.
    pub(super) fn number<T: TryFrom<i128>>(&mut self) -> Result<T, String> {
        let text = self.next_word()?;
        T::try_from(evaluate(text)?).map_err(|_| format!("{text} is out of its range"))
    }

    /// The next word as a word of 64 bits.
    pub(super) fn word(&mut self) -> Result<u64, String> {
        word(self.next_word()?)
    }

    /// All that is left as words of 64 bits; `N x VALUE` is N times the same.
    pub(super) fn words(&mut self) -> Result<Vec<u64>, String> {
        let mut words = Vec::new();
        while !self.rest.is_empty() {
            let value = self.word()?;
            if self.take("x") {
                let count = usize::try_from(value).ok().filter(|count| *count <= 1 << 16);
                let count = count.ok_or_else(|| format!("{value} times is too often"))?;
                words.resize(words.len() + count, self.word()?);
            } else {
                words.push(value);
            }
        }
        Ok(words)
    }

    /// The next word as hex, or nothing where the line ends.
    pub(super) fn hex(&mut self) -> Result<Vec<u8>, String> {
        let text = if self.rest.is_empty() { "" } else { self.next_word()? };
        let (pairs, rest) = text.as_bytes().as_chunks::<2>();
        let digit = |byte: u8| char::from(byte).to_digit(16);
        let bytes =
            pairs.iter().map(|[high, low]| u8::try_from(digit(*high)? << 4 | digit(*low)?).ok());
        let bytes = bytes.collect::<Option<Vec<u8>>>().filter(|_| rest.is_empty());
        bytes.ok_or_else(|| format!("{text} is no hex"))
    }

    /// Every word that is left.
    pub(super) fn rest_of_line(&mut self) -> Result<Vec<String>, String> {
        let mut words = Vec::new();
        while !self.rest.is_empty() {
            words.push(self.next_word()?.to_owned());
        }
        Ok(words)
    }

    fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    pub(super) fn end(&self) -> Result<(), String> {
        if self.is_empty() { Ok(()) } else { Err(format!("{:?} is left over", self.rest)) }
    }
}
