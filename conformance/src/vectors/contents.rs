//! Lines that put items and words into a ring.

use super::expression::word;
use super::token::Tokens;
use crate::plain::{Category, Content, HeaderFields, Piece, custom_payload};

/// What fills up a custom payload where nothing else is asked for: not zero, so that nobody takes it for nothing.
const FILLER: u8 = 0xee;

/// The pieces of one line, or nothing if `keyword` puts nothing into a ring.
///
/// # Errors
///
/// The line cannot be read.
pub(super) fn pieces(keyword: &str, tokens: &mut Tokens<'_>) -> Result<Option<Vec<Piece>>, String> {
    let event = |category, item_type| Shape { category, item_type, has_id: true };
    let shape = match keyword {
        "words" => return words(tokens).map(Some),
        "padding" => return padding(tokens).map(Some),
        "item" => item_shape(tokens)?,
        "alloc" => Shape { category: Category::Runtime, item_type: 5, has_id: false },
        "lifecycle" => event(Category::Runtime, 1),
        "begin" => event(Category::Runtime, 2),
        "end" => event(Category::Runtime, 3),
        "counter" => event(Category::Runtime, 4),
        "unit" => event(Category::User, 0),
        "int" => event(Category::User, 1),
        "span_begin" => event(Category::User, 2),
        "span_end" => event(Category::User, 3),
        "custom" => event(Category::User, 4),
        _ => return Ok(None),
    };
    item(keyword, shape, tokens).map(Some)
}

struct Shape {
    category: Category,
    item_type: u64,
    has_id: bool,
}

/// `words W ..`
fn words(tokens: &mut Tokens<'_>) -> Result<Vec<Piece>, String> {
    Ok(tokens.words()?.into_iter().map(|word| word_piece("word", word)).collect())
}

/// `padding LENGTH [id=N] [reserved=N] [: W ..]`
fn padding(tokens: &mut Tokens<'_>) -> Result<Vec<Piece>, String> {
    let length_words: u64 = tokens.number()?;
    let id = tokens.option("id").map_or(Ok(0), word)?;
    let reserved = tokens.option("reserved").map_or(Ok(0), word)?;
    let (category, item_type) = (Category::Runtime, 0);
    let bits = HeaderFields { length_words, category, item_type, id, reserved }.bits();
    let mut pieces = vec![word_piece(&format!("padding, {length_words} words"), bits)];
    let rest = if tokens.take(":") { tokens.words()? } else { Vec::new() };
    let after_header = length_words.saturating_sub(1) as usize;
    if rest.len() > after_header {
        return Err(format!("{} words in padding of {length_words}", rest.len()));
    }
    let left_over = rest.into_iter().chain(std::iter::repeat(0)).take(after_header);
    pieces.extend(left_over.map(|word| word_piece("left over", word)));
    Ok(pieces)
}

/// `item runtime|user TYPE`, the rest as of every event
fn item_shape(tokens: &mut Tokens<'_>) -> Result<Shape, String> {
    let category = match tokens.next_word()? {
        "runtime" => Category::Runtime,
        "user" => Category::User,
        other => return Err(format!("{other}, allowed are runtime and user")),
    };
    Ok(Shape { category, item_type: tokens.number()?, has_id: true })
}

/// `KIND [ID] [at TIMESTAMP] [length=N] [id=N] [reserved=N] [filler=N] [: W .. | bytes HEX | data HEX]`
fn item(keyword: &str, shape: Shape, tokens: &mut Tokens<'_>) -> Result<Vec<Piece>, String> {
    let Shape { category, item_type, has_id } = shape;
    let mut id = if has_id { tokens.number()? } else { 0 };
    let timestamp = if tokens.take("at") { Some(tokens.word()?) } else { None };
    let (mut length, mut reserved, mut filler) = (None, 0, FILLER);
    loop {
        if let Some(value) = tokens.option("length") {
            length = Some(word(value)?);
        } else if let Some(value) = tokens.option("id") {
            id = word(value)?;
        } else if let Some(value) = tokens.option("reserved") {
            reserved = word(value)?;
        } else if let Some(value) = tokens.option("filler") {
            let value = word(value)?;
            filler = u8::try_from(value).map_err(|_| "filler is one byte")?;
        } else {
            break;
        }
    }
    let payload = payload(tokens, filler)?;
    let own_words =
        1 + u64::from(timestamp.is_some()) + payload.iter().map(piece_words).sum::<u64>();
    let length_words = length.unwrap_or(own_words);
    let bits = HeaderFields { length_words, category, item_type, id, reserved }.bits();
    let label = match has_id {
        true => format!("{keyword} {id}, {length_words} words"),
        false => format!("{keyword}, {length_words} words"),
    };
    let mut pieces = vec![word_piece(&label, bits)];
    pieces.extend(timestamp.map(|time| word_piece(&format!("timestamp {time}"), time)));
    pieces.extend(payload);
    Ok(pieces)
}

fn payload(tokens: &mut Tokens<'_>, filler: u8) -> Result<Vec<Piece>, String> {
    if tokens.take(":") {
        let words = tokens.words()?.into_iter();
        return Ok(words
            .map(|word| word_piece(&format!("payload {}", word.cast_signed()), word))
            .collect());
    }
    let bytes = if tokens.take("bytes") {
        tokens.hex()?
    } else if tokens.take("data") {
        custom_payload(&tokens.hex()?, filler)
    } else {
        return Ok(Vec::new());
    };
    if !bytes.len().is_multiple_of(8) {
        return Err(format!("{} bytes are no whole words", bytes.len()));
    }
    Ok(vec![Piece { label: "payload".to_owned(), content: Content::Bytes(bytes) }])
}

pub(super) fn word_piece(label: &str, word: u64) -> Piece {
    Piece { label: label.to_owned(), content: Content::Word(word) }
}

/// Words that a piece takes in a ring.
pub(super) fn piece_words(piece: &Piece) -> u64 {
    match &piece.content {
        Content::Word(_) => 1,
        Content::Bytes(bytes) => (bytes.len() / 8) as u64,
    }
}
