//! A vector and its cases.

use eventring_spec::vectors::{Front, Text, parse, texts};

use super::describe::Describer;
use super::lines::{Line, expand};
use super::token::Tokens;
use super::{Error, Expected};
use crate::plain::{ByteOrder, Description, Image, TooLarge};

/// A text, read: one case or several, under one purpose.
#[derive(Clone, Debug)]
pub struct Vector {
    /// The permanent name, such as `custom/count-byte`.
    pub name: String,
    /// Purpose, clauses, effect of failing, release, byte orders.
    pub front: Front,
    /// The whole text.
    pub text: String,
    /// At least one.
    pub cases: Vec<Case>,
}

/// A file, and what a consumer makes of it.
#[derive(Clone, Debug)]
pub struct Case {
    /// The permanent name: that of the vector, and where it has several cases `/` and that of the case.
    pub name: String,
    /// The producer clauses that the file breaks.
    pub breaks: Vec<String>,
    /// Of a vector that is read without a release given: the releases that remain, oldest first.
    pub remaining: Option<Vec<String>>,
    /// What is in the file.
    pub description: Description,
    /// What a consumer makes of it.
    pub expected: Expected,
}

/// All vectors, by name.
///
/// # Errors
///
/// The first text that cannot be read. A test proves that there is none.
pub fn load() -> Result<Vec<Vector>, Error> {
    let texts = texts().map_err(|error| Error {
        vector: error.file.trim_end_matches(".vector").to_owned(),
        line: 0,
        message: error.message,
    })?;
    texts.into_iter().map(Vector::read).collect()
}

impl Vector {
    /// Reads a text of the notation that is none of those of [`load`].
    ///
    /// # Errors
    ///
    /// It cannot be read.
    pub fn parse(name: &str, text: &str) -> Result<Self, Error> {
        let failed = |message| Error { vector: name.to_owned(), line: 0, message };
        Self::read(parse(name.to_owned(), text).map_err(failed)?)
    }

    fn read(text: Text<'_>) -> Result<Self, Error> {
        let Text { name, text, front, body, body_line } = text;
        let failed = |(line, message)| Error { vector: name.clone(), line, message };
        let lines = expand(body, body_line).map_err(failed)?;
        let cases = cases(&name, &front, &lines).map_err(failed)?;
        Ok(Self { name, front, text: text.to_owned(), cases })
    }

    /// The release that is given when it is read; none where it is to be narrowed.
    pub fn given_release(&self) -> Option<&str> {
        Some(self.front.release.as_str()).filter(|release| *release != "auto")
    }

    /// The byte orders in which each case is written.
    pub fn byte_orders(&self) -> impl Iterator<Item = ByteOrder> {
        self.front.byte_orders.iter().map(|order| match order {
            eventring_spec::vectors::ByteOrder::Little => ByteOrder::Little,
            eventring_spec::vectors::ByteOrder::Big => ByteOrder::Big,
        })
    }
}

impl Case {
    /// The file in one byte order.
    ///
    /// # Errors
    ///
    /// It would be too large. A test proves that no vector is.
    pub fn encode(&self, order: ByteOrder) -> Result<Image, TooLarge> {
        self.description.encode(order)
    }
}

/// The lines before the first `case` belong to every case.
fn cases(name: &str, front: &Front, lines: &[Line]) -> Result<Vec<Case>, (usize, String)> {
    let mut parts = lines.split(|line| line.text.starts_with("case "));
    let common = parts.next().unwrap_or_default();
    let mut heads = lines.iter().filter(|line| line.text.starts_with("case ")).peekable();
    let mut draft = Draft::new(front);
    draft.lines(common)?;
    if heads.peek().is_none() {
        let last = lines.last().map_or(0, |line| line.number);
        return Ok(vec![draft.finish(name.to_owned(), last)?]);
    }
    let mut cases: Vec<Case> = Vec::new();
    for (head, own) in heads.zip(parts) {
        let own_name = head.text.trim_start_matches("case ").trim();
        let is_name =
            |next: char| next.is_ascii_lowercase() || next.is_ascii_digit() || next == '-';
        if own_name.is_empty() || !own_name.chars().all(is_name) {
            return Err((head.number, format!("{own_name:?} is no name of a case")));
        }
        let full = format!("{name}/{own_name}");
        if cases.iter().any(|case| case.name == full) {
            return Err((head.number, format!("case {own_name} twice")));
        }
        let mut draft = draft.clone();
        draft.is_replaced = true;
        draft.lines(own)?;
        cases.push(draft.finish(full, head.number)?);
    }
    Ok(cases)
}

#[derive(Clone)]
struct Draft {
    describer: Describer,
    breaks: Vec<String>,
    remaining: Option<Vec<String>>,
    exit: Option<u8>,
    /// The lines of records, with their numbers.
    records: Vec<(usize, String)>,
    /// Whether what is expected belongs to all cases, so that the first word of a case replaces it.
    is_replaced: bool,
}

impl Draft {
    fn new(front: &Front) -> Self {
        Self {
            describer: Describer::default(),
            breaks: front.breaks.clone(),
            remaining: None,
            exit: None,
            records: Vec::new(),
            is_replaced: false,
        }
    }

    fn lines(&mut self, lines: &[Line]) -> Result<(), (usize, String)> {
        lines.iter().try_for_each(|line| {
            self.line(&line.text, line.number).map_err(|message| (line.number, message))
        })
    }

    fn line(&mut self, text: &str, number: usize) -> Result<(), String> {
        if text.starts_with('{') {
            if self.exit.is_none() || self.is_replaced {
                return Err("a record before `exit`".to_owned());
            }
            self.records.push((number, text.to_owned()));
            return Ok(());
        }
        let mut tokens = Tokens::new(text);
        match tokens.next_word()? {
            "exit" => {
                if std::mem::take(&mut self.is_replaced) {
                    self.records.clear();
                } else if self.exit.is_some() {
                    return Err("`exit` twice".to_owned());
                }
                self.exit = Some(tokens.number()?);
                tokens.end()
            }
            "breaks" => {
                self.breaks = tokens.rest_of_line()?;
                Ok(())
            }
            "remaining" => {
                let names = tokens.rest_of_line()?;
                let names = names.iter().flat_map(|names| names.split(','));
                self.remaining = Some(names.map(str::to_owned).collect());
                Ok(())
            }
            keyword => self.describer.line(keyword, &mut tokens),
        }
    }

    fn finish(self, name: String, line: usize) -> Result<Case, (usize, String)> {
        let exit = self.exit.ok_or((line, "no `exit`: nothing is expected".to_owned()))?;
        let (numbers, lines): (Vec<usize>, Vec<String>) = self.records.iter().cloned().unzip();
        let expected = Expected::new(exit, lines)
            .map_err(|(place, message)| (numbers.get(place).copied().unwrap_or(line), message))?;
        let Self { breaks, remaining, describer, .. } = self;
        Ok(Case { name, breaks, remaining, description: describer.finish(), expected })
    }
}
