//! From lines to the description of a file.

use super::contents::{piece_words, pieces, word_piece};
use super::token::Tokens;
use crate::plain::{Content, Description, HeaderWord, Layout, Piece, RingDescription};

/// A description that grows line by line.
#[derive(Clone, Debug, Default)]
pub(super) struct Describer {
    description: Description,
    /// The size against that of the layout.
    size: Size,
    /// Where the next item of the ring at hand goes.
    cursor: u64,
}

#[derive(Clone, Copy, Debug, Default)]
enum Size {
    #[default]
    Regular,
    Bytes(u64),
    Cut(u64),
    Extended(u64),
}

impl Describer {
    /// Takes one line, or says what is wrong with it.
    pub(super) fn line(&mut self, keyword: &str, tokens: &mut Tokens<'_>) -> Result<(), String> {
        match keyword {
            "file" => self.file(tokens)?,
            "header" => self.header(tokens)?,
            "layout" => self.layout(tokens)?,
            "size" => self.size = Size::Bytes(tokens.number()?),
            "cut" => self.size = Size::Cut(tokens.number()?),
            "extend" => self.size = Size::Extended(tokens.number()?),
            "name" => self.name(tokens)?,
            "ring" => self.ring(tokens)?,
            "head" => self.ring_at_hand()?.head = tokens.word()?,
            "tail" => self.ring_at_hand()?.tail = tokens.word()?,
            "reserved" => {
                let at = tokens.number()?;
                let content = content(tokens)?;
                let piece = Piece { label: "ring header, reserved".to_owned(), content };
                self.ring_at_hand()?.reserved.push((at, piece));
            }
            "left-over" => self.left_over(tokens)?,
            "patch" => {
                let at = tokens.number()?;
                let piece = Piece { label: "patch".to_owned(), content: content(tokens)? };
                self.description.patches.push((at, piece));
            }
            _ => match pieces(keyword, tokens)? {
                Some(pieces) => self.put(pieces)?,
                None => return Err(format!("unknown keyword `{keyword}`")),
            },
        }
        tokens.end()
    }

    pub(super) fn finish(mut self) -> Description {
        let regular = self.description.layout.end();
        self.description.len_bytes = match self.size {
            Size::Regular => None,
            Size::Bytes(bytes) => Some(bytes),
            Size::Cut(bytes) => Some(regular.saturating_sub(bytes)),
            Size::Extended(bytes) => Some(regular.saturating_add(bytes)),
        };
        self.description
    }

    /// `file D rings of N words [with names]`
    fn file(&mut self, tokens: &mut Tokens<'_>) -> Result<(), String> {
        let max_domains = tokens.number()?;
        if !tokens.take("ring") {
            tokens.expect("rings")?;
        }
        tokens.expect("of")?;
        let ring_words = tokens.number()?;
        if !tokens.take("word") {
            tokens.expect("words")?;
        }
        let with_names = tokens.take("with");
        if with_names {
            tokens.expect("names")?;
        }
        self.description.layout = Layout::regular(max_domains, ring_words, with_names);
        self.description.header = Some(self.description.layout.header());
        Ok(())
    }

    /// `header WORD VALUE`: what the file header says, wherever things are
    fn header(&mut self, tokens: &mut Tokens<'_>) -> Result<(), String> {
        let word = header_word(tokens.next_word()?)?;
        let header = self.description.header.as_mut().ok_or("no `file` before")?;
        header[word as usize] = tokens.word()?;
        Ok(())
    }

    /// `layout WORD VALUE`: where things are, and what the file header says of it
    fn layout(&mut self, tokens: &mut Tokens<'_>) -> Result<(), String> {
        let word = header_word(tokens.next_word()?)?;
        let value = tokens.word()?;
        let layout = &mut self.description.layout;
        match word {
            HeaderWord::RingHeaderSizeBytes => layout.ring_header_size_bytes = value,
            HeaderWord::HeadersOffset => layout.headers_offset = value,
            HeaderWord::DataOffset => layout.data_offset = value,
            HeaderWord::NamesOffset => layout.names_offset = value,
            _ => return Err(format!("{} lays out nothing, use `file`", word.name())),
        }
        self.description.header.as_mut().ok_or("no `file` before")?[word as usize] = value;
        Ok(())
    }

    /// `name INDEX "TEXT"` or `name INDEX hex HEX`
    fn name(&mut self, tokens: &mut Tokens<'_>) -> Result<(), String> {
        let index = tokens.number()?;
        let bytes = if tokens.take("hex") {
            tokens.hex()?
        } else {
            let text = tokens.next_word()?;
            let text: String = serde_json::from_str(text).map_err(|error| error.to_string())?;
            text.into_bytes()
        };
        self.description.names.push((index, bytes));
        Ok(())
    }

    /// `ring INDEX [from POSITION]`
    fn ring(&mut self, tokens: &mut Tokens<'_>) -> Result<(), String> {
        let index = tokens.number()?;
        let from = if tokens.take("from") { tokens.word()? } else { 0 };
        let ring = RingDescription { index, head: from, tail: from, ..Default::default() };
        self.description.rings.push(ring);
        self.cursor = from;
        Ok(())
    }

    /// `left-over SLOT : W ..`: words that move neither head nor tail
    fn left_over(&mut self, tokens: &mut Tokens<'_>) -> Result<(), String> {
        let slot: u64 = tokens.number()?;
        tokens.expect(":")?;
        let words = tokens.words()?.into_iter().map(|word| word_piece("left over", word));
        self.ring_at_hand()?.contents.extend((slot..).zip(words));
        Ok(())
    }

    fn put(&mut self, pieces: Vec<Piece>) -> Result<(), String> {
        for piece in pieces {
            let (at, words) = (self.cursor, piece_words(&piece));
            self.cursor = at.wrapping_add(words);
            self.ring_at_hand()?.contents.push((at, piece));
        }
        self.ring_at_hand()?.tail = self.cursor;
        Ok(())
    }

    fn ring_at_hand(&mut self) -> Result<&mut RingDescription, String> {
        self.description.rings.last_mut().ok_or_else(|| "no `ring` before".to_owned())
    }
}

/// `: WORD` or `bytes HEX`
fn content(tokens: &mut Tokens<'_>) -> Result<Content, String> {
    if tokens.take("bytes") {
        return Ok(Content::Bytes(tokens.hex()?));
    }
    tokens.expect(":")?;
    Ok(Content::Word(tokens.word()?))
}

fn header_word(name: &str) -> Result<HeaderWord, String> {
    let word = HeaderWord::ALL.into_iter().find(|word| word.name() == name);
    word.ok_or_else(|| format!("{name} is no word of the file header"))
}
