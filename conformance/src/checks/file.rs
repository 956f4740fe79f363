//! The file as a whole: its size, the order of its bytes, and what comes first.

use super::check::{Check, Judge, Words};
use super::header::name_table_bytes;
use super::sink::Sink;
use super::subject::Subject;
use crate::finding::Place;
use crate::plain::{
    ByteOrder, FILE_HEADER_BYTES, FileHeader, HeaderWord, ItemHeader, NotOpen, Ring,
};

/// Comes before all that read words, since it says how to.
pub(super) const ORDER: &[Check] = &[
    Check::new("file.header-first", &[], Judge::File(header_first)),
    Check::new("file.byte-order", &["header.complete", "header.version"], Judge::File(byte_order)),
];

/// Where the parts are that the file is to end with.
const PARTS: &[&str] = &["header.headers-offset", "header.names-offset"];

pub(super) const CHECKS: &[Check] = &[Check::new("file.size", PARTS, Judge::Header(size))];

fn size(subject: &Subject<'_>, header: &FileHeader, sink: &mut Sink<'_, '_>) {
    let rings_end = header.rings_area().end;
    let names_offset = header.word(HeaderWord::NamesOffset);
    let (end, why) = if names_offset == 0 {
        (rings_end, "where the rings end")
    } else {
        (u128::from(names_offset) + u128::from(name_table_bytes()), "where the name table ends")
    };
    let found = subject.len_bytes();
    // The first byte that is too much, or the last that is there.
    let place = match u64::try_from(end) {
        Ok(end) if end < found => Place::in_file(end, (found - end).min(8)),
        _ => Place::in_file(found.saturating_sub(1), 1),
    };
    sink.judge(u128::from(found) == end, place, || {
        Words::new(format!("a file of {found} bytes"), format!("{end} bytes, {why}"))
    });
}

/// A file whose header is not finished must not have items yet.
fn header_first(subject: &Subject<'_>, sink: &mut Sink<'_, '_>) {
    match subject.not_open() {
        None => sink.holds(),
        Some(NotOpen::Refused { .. }) => {}
        Some(NotOpen::NotReady { .. }) => {
            let Some((order, headers, rings)) = unfinished(subject) else { return };
            for ring in 0..rings {
                let offset_bytes = headers + 80 * ring + 8;
                let Some(tail) = order.word_at(subject.bytes(), offset_bytes) else { return };
                sink.judge(tail == 0, Place::in_file(offset_bytes, 8), || {
                    Words::new(
                        format!("tail {tail} of ring {ring}, and a file header that is not whole"),
                        "0 until the file header is whole",
                    )
                });
            }
        }
    }
}

/// Where the ring headers of an unfinished file would be, and how many, as far as it tells.
fn unfinished(subject: &Subject<'_>) -> Option<(ByteOrder, u64, u64)> {
    let word =
        |order: ByteOrder, word: HeaderWord| order.word_at(subject.bytes(), word.offset_bytes());
    let in_order = |order: &ByteOrder| word(*order, HeaderWord::Version) == Some(1);
    // Whether a word is 0 can be told in either order.
    let order = ByteOrder::ALL.into_iter().find(in_order).unwrap_or(ByteOrder::Little);
    let rings = word(order, HeaderWord::MaxDomains)?;
    let headers = word(order, HeaderWord::HeadersOffset)?;
    let headers = if headers == 0 { FILE_HEADER_BYTES } else { headers };
    // A file header that says nothing yet has ring 0 at least.
    let rings = if (1..=4096).contains(&rings) { rings } else { 1 };
    (headers < subject.len_bytes()).then_some((order, headers, rings))
}

/// Words that mean nothing in the order of word 0 and everything in the other are in the other.
fn byte_order(subject: &Subject<'_>, sink: &mut Sink<'_, '_>) {
    if let Some(header) = subject.header() {
        let swapped = |word: HeaderWord| match word {
            HeaderWord::Version => 1,
            word => header.word(word).swap_bytes(),
        };
        let other = FileHeader { order: header.order, words: HeaderWord::ALL.map(swapped) };
        let refused = subject.file().is_none();
        let holds = !(refused && other.faults(subject.len_bytes()).is_empty());
        let [own, not_own] = names(header.order);
        sink.judge(holds, Place::in_file(8, FILE_HEADER_BYTES - 8), || {
            Words::new(format!("word 0 in {own} and the others in {not_own}"), "one order")
        });
    }
    let Some(file) = subject.file() else { return };
    let [own, not_own] = names(file.order());
    for ring in file.rings().filter(|ring| ring.tail() != 0) {
        let window = ring.window_fault().is_some() && window_in_other_order(&ring);
        let place = Place::in_ring(ring.index(), ring.header_offset_bytes(), 16);
        sink.judge(!window, place, || {
            Words::new(format!("head and tail in {not_own}"), format!("{own}, the order of word 0"))
        });
        if let Some(fault) = ring.items().find_map(Result::err)
            && let Some(bits) = file.word_at(fault.offset_bytes)
            && ring.window_fault().is_none()
        {
            let other = item_in_other_order(&ring, fault.position, bits);
            let place = Place::at_position(ring.index(), fault.position, fault.offset_bytes, 8);
            sink.judge(!other, place, || {
                Words::new(
                    format!("an item header in {not_own}"),
                    format!("{own}, the order of word 0"),
                )
            });
        }
    }
}

fn window_in_other_order(ring: &Ring<'_>) -> bool {
    let [head, tail] = [ring.head(), ring.tail()].map(u64::swap_bytes);
    tail.checked_sub(head).is_some_and(|window| window <= ring.words())
}

/// Whether a word that is no item header would be a flawless one with its bytes turned round.
fn item_in_other_order(ring: &Ring<'_>, position: u64, bits: u64) -> bool {
    let flawless = |bits: u64| {
        let header = ItemHeader { bits };
        let types = if header.is_user() { 0..=4 } else { 1..=5 };
        let room = (ring.words() - ring.slot(position)).min(ring.tail().saturating_sub(position));
        header.reserved() == 0
            && types.contains(&header.item_type())
            && (2..=room).contains(&header.length_words())
    };
    !flawless(bits) && flawless(bits.swap_bytes())
}

fn names(order: ByteOrder) -> [String; 2] {
    let other = if order == ByteOrder::Little { ByteOrder::Big } else { ByteOrder::Little };
    [order, other].map(|order| format!("{order}-endian"))
}
