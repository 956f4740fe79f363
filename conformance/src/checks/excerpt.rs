//! The bytes that show a finding, with those around them and what they mean.

use super::subject::Subject;
use crate::counted::Counted;
use crate::finding::{Excerpt, Place, Row};
use crate::plain::{FILE_HEADER_BYTES, File, HeaderWord, ItemHeader, NAME_BYTES, NAME_COUNT};

/// Rows of a finding that is longer are left out in the middle.
const MOST_ROWS: u64 = 8;

/// Bytes of the longest item.
const MOST_BYTES: u64 = 8 * 1023;

/// The rows that hold `place`, from its item header on, with one before and one after.
pub(super) fn excerpt(subject: &Subject<'_>, place: &Place) -> Excerpt {
    let item = item_offset(subject, place);
    let first = item.unwrap_or(place.offset_bytes).min(place.offset_bytes) / 8;
    // No item is longer.
    let last_byte = place.offset_bytes.saturating_add(place.len_bytes.clamp(1, MOST_BYTES) - 1);
    let last = last_byte / 8;
    let in_question = place.offset_bytes / 8;
    let shown = |row: &u64| {
        // The item header, two rows around the bytes in question, and not all of a long item.
        *row <= first + 1
            || (*row + 2 >= in_question && *row <= in_question + MOST_ROWS)
            || *row + 1 >= last
    };
    let rows_end = subject.len_bytes().div_ceil(8);
    let rows = (first.saturating_sub(1)..last.saturating_add(2).min(rows_end)).filter(shown);
    Excerpt { rows: rows.filter_map(|row| self::row(subject, row, place, item)).collect() }
}

fn row(subject: &Subject<'_>, row: u64, place: &Place, item: Option<u64>) -> Option<Row> {
    let offset_bytes = row.checked_mul(8)?;
    let from = usize::try_from(offset_bytes).ok()?;
    let to = from.checked_add(8)?.min(subject.bytes().len());
    let bytes = subject.bytes().get(from..to)?.to_vec();
    let meaning = meaning(subject, offset_bytes, place, item);
    Some(Row { offset_bytes, bytes, meaning })
}

/// Where the item header of a finding stands, if it is about an item.
fn item_offset(subject: &Subject<'_>, place: &Place) -> Option<u64> {
    let ring = subject.file()?.ring(place.ring?)?;
    let offset = ring.offset_bytes(place.position?);
    // A window at fault is shown in the ring header, which lies elsewhere.
    let ring_start = ring.offset_bytes(0);
    let in_slots = (ring_start..=ring_start + 8 * (ring.words() - 1)).contains(&place.offset_bytes);
    (in_slots && offset <= place.offset_bytes).then_some(offset)
}

fn meaning(subject: &Subject<'_>, offset_bytes: u64, place: &Place, item: Option<u64>) -> String {
    if offset_bytes < FILE_HEADER_BYTES {
        let word = HeaderWord::ALL.into_iter().find(|word| word.offset_bytes() == offset_bytes);
        return word.map_or_else(String::new, |word| word.name().to_owned());
    }
    let Some(file) = subject.file() else { return String::new() };
    if let (Some(item), Some(ring)) = (item, place.ring.and_then(|ring| file.ring(ring)))
        && offset_bytes >= item
        && let Some(bits) = file.word_at(item)
        && let Some(meaning) = in_item(&ItemHeader { bits }, (offset_bytes - item) / 8)
    {
        let slot_offset = offset_bytes.wrapping_sub(ring.offset_bytes(0)) / 8;
        return format!("slot {slot_offset}, {meaning}");
    }
    in_area(file, offset_bytes)
}

/// What a word of an item means; none after its end.
fn in_item(header: &ItemHeader, word: u64) -> Option<String> {
    let length = header.length_words();
    if word > 0 && word >= length {
        return None;
    }
    Some(match word {
        0 => {
            let category = if header.is_user() { "user" } else { "runtime" };
            let (item_type, id) = (header.item_type(), header.id());
            let length = Counted(length, "word");
            format!("item header: {length}, {category} type {item_type}, id {id}")
        }
        _ if header.is_padding() => "left-over word in padding".to_owned(),
        1 => "timestamp".to_owned(),
        _ => format!("payload word {}", word - 2),
    })
}

fn in_area(file: &File<'_>, offset_bytes: u64) -> String {
    let inside = |start: u64, size: u64, count: u64| {
        let at = offset_bytes.checked_sub(start)?;
        (at / size < count).then_some((at / size, at % size))
    };
    let header = file.header();
    let rings = u64::from(file.max_domains());
    let [headers, data, size, ring_bytes] = [
        HeaderWord::HeadersOffset,
        HeaderWord::DataOffset,
        HeaderWord::RingHeaderSizeBytes,
        HeaderWord::RingSizeBytes,
    ]
    .map(|word| header.word(word));
    if let Some((ring, at)) = inside(headers, size, rings) {
        let value = file.word_at(offset_bytes).unwrap_or(0);
        return match at {
            0 => format!("ring {ring}, head {value}"),
            8 => format!("ring {ring}, tail {value}"),
            _ => format!("ring {ring}, reserved"),
        };
    }
    if let Some((ring, at)) = inside(data, ring_bytes, rings) {
        return format!("ring {ring}, slot {}", at / 8);
    }
    if let Some(table) = file.name_table()
        && let Some((index, at)) = inside(table.offset_bytes(), NAME_BYTES, NAME_COUNT.into())
    {
        return format!("name of index {index}, from its byte {at}");
    }
    "outside all areas".to_owned()
}

#[cfg(test)]
mod tests {
    use eventring_spec::registry::Registry;

    use super::*;
    use crate::plain::ByteOrder;
    use crate::vectors::load;

    /// The rows that are shown of a file of 1 MiB and more, for a place in it.
    fn shown(place: &Place) -> Vec<u64> {
        shown_of("file/longer/one-byte", place)
    }

    fn shown_of(name: &str, place: &Place) -> Vec<u64> {
        let vectors = load().unwrap();
        let mut cases = vectors.iter().flat_map(|vector| &vector.cases);
        let case = cases.find(|case| case.name == name).unwrap();
        let bytes = case.encode(ByteOrder::Little).unwrap().bytes;
        let registry = Registry::load().unwrap();
        let rows = excerpt(&Subject::new(&bytes, &registry, None), place).rows;
        rows.iter().map(|row| row.offset_bytes / 8).collect()
    }

    #[test]
    fn the_middle_of_what_is_long_is_left_out() {
        let beginning: Vec<u64> = (129..=138).collect();
        let whole = |last: u64| {
            let ending = [last - 1, last, last + 1];
            beginning.iter().copied().chain(ending).collect::<Vec<_>>()
        };
        assert_eq!(shown(&Place::in_file(1040, 8 * 1022)), whole(130 + 1021));
        assert_eq!(shown(&Place::in_file(1040, 8 * 1023)), whole(130 + 1022));
        // No item is longer, so that this is its end.
        assert_eq!(shown(&Place::in_file(1040, 8 * 1024)), whole(130 + 1022));
        assert_eq!(shown(&Place::in_file(1040, u64::MAX)), whole(130 + 1022));
    }

    #[test]
    fn there_is_nothing_outside_of_the_file() {
        assert_eq!(shown(&Place::in_file(0, 0)), [0, 1]);
        assert_eq!(shown(&Place::in_file(0, 8)), [0, 1]);
        assert_eq!(shown(&Place::in_file(1, 8)), [0, 1, 2]);
        assert!(shown(&Place::in_file(u64::MAX, 8)).is_empty());
    }

    /// Where the ring headers lie behind the rings, a window at fault is not shown from the item at its head on.
    #[test]
    fn a_ring_header_is_not_in_its_ring() {
        let window = Place::at_position(0, 0, 128, 16);
        assert_eq!(shown_of("header/headers-offset/after-the-rings", &window), [15, 16, 17, 18]);
        let last_slot = Place::at_position(0, 0, 120, 8);
        let rows = shown_of("header/headers-offset/after-the-rings", &last_slot);
        assert_eq!(rows, [7, 8, 9, 13, 14, 15, 16]);
    }
}
