//! The file header.

use std::cmp::Ordering;

use super::check::{Check, Judge, Words};
use super::sink::Sink;
use super::subject::Subject;
use crate::counted::Counted;
use crate::finding::Place;
use crate::plain::{
    FILE_HEADER_BYTES, FileHeader, HeaderFault, HeaderWord, NAME_BYTES, NAME_COUNT,
};

const RING_HEADER_BYTES: u64 = 80;
const MOST_DOMAINS: u64 = 4096;

/// A file header whose words can be taken for what they are.
const READABLE: &[&str] = &["header.complete", "header.version", "file.byte-order"];

/// Each size is one that a file can have, and each offset one where a word can be.
const SIZES: &[&str] = &[
    "header.complete",
    "header.version",
    "file.byte-order",
    "header.max-domains",
    "header.ring-header-size",
    "header.ring-elements",
    "header.ring-size",
    "header.alignment",
];

/// The areas have ends.
const ENDS: &[&str] = &["header.no-overflow"];

/// The areas lie apart, and the ring headers in the file.
const AREAS: &[&str] = &["header.no-overlap", "header.ring-headers-in-file"];

pub(super) const COMPLETE: &[Check] = &[
    Check::new("header.complete", &[], Judge::HeaderFault(complete)),
    Check::new("header.version", &["header.complete"], Judge::HeaderFault(version)),
];

pub(super) const CHECKS: &[Check] = &[
    Check::new("header.max-domains", READABLE, Judge::HeaderFault(max_domains)),
    Check::new("header.ring-header-size", READABLE, Judge::Header(ring_header_size)),
    Check::new("header.ring-elements", READABLE, Judge::HeaderFault(ring_elements)),
    Check::new("header.ring-size", &["header.ring-elements"], Judge::HeaderFault(ring_size)),
    Check::new("header.alignment", READABLE, Judge::HeaderFault(alignment)),
    Check::new("header.no-overflow", SIZES, Judge::HeaderFault(no_overflow)),
    Check::new("header.no-overlap", ENDS, Judge::HeaderFault(no_overlap)),
    Check::new("header.ring-headers-in-file", ENDS, Judge::HeaderFault(ring_headers_in_file)),
    Check::new("header.headers-offset", AREAS, Judge::Header(headers_offset)),
    Check::new("header.data-offset", AREAS, Judge::Header(data_offset)),
    Check::new("header.names-offset", AREAS, Judge::Header(names_offset)),
];

fn complete(subject: &Subject<'_>, _: Option<&FileHeader>, _: &HeaderFault) -> Words {
    Words::new(
        format!("a file of {}", Counted(subject.len_bytes(), "byte")),
        format!("{FILE_HEADER_BYTES} bytes and more"),
    )
}

fn version(subject: &Subject<'_>, _: Option<&FileHeader>, _: &HeaderFault) -> Words {
    use crate::plain::ByteOrder;
    let [little, big] =
        ByteOrder::ALL.map(|order| order.word_at(subject.bytes(), 0).unwrap_or_default());
    Words::new(format!("version {little} (in a big-endian file {big})"), "1")
}

fn max_domains(_: &Subject<'_>, header: Option<&FileHeader>, fault: &HeaderFault) -> Words {
    Words::new(word_at(header, fault), format!("1 to {MOST_DOMAINS}"))
}

fn ring_elements(_: &Subject<'_>, header: Option<&FileHeader>, fault: &HeaderFault) -> Words {
    Words::new(word_at(header, fault), "a power of two, from 1")
}

fn ring_size(_: &Subject<'_>, header: Option<&FileHeader>, fault: &HeaderFault) -> Words {
    let elements = header.map_or(0, |header| header.word(HeaderWord::RingSizeElements));
    let allowed = 8 * u128::from(elements);
    Words::new(word_at(header, fault), format!("{allowed}, which is 8 * ring_size_elements"))
}

fn alignment(_: &Subject<'_>, header: Option<&FileHeader>, fault: &HeaderFault) -> Words {
    Words::new(word_at(header, fault), "a multiple of 8")
}

fn no_overflow(_: &Subject<'_>, header: Option<&FileHeader>, fault: &HeaderFault) -> Words {
    let found = word_at(header, fault);
    Words::new(format!("{found}: {}", fault.message), "an area that ends below 2^64")
}

fn no_overlap(_: &Subject<'_>, header: Option<&FileHeader>, fault: &HeaderFault) -> Words {
    let found = word_at(header, fault);
    Words::new(format!("{found}: {}", fault.message), "areas that lie apart")
}

fn ring_headers_in_file(
    subject: &Subject<'_>,
    header: Option<&FileHeader>,
    _: &HeaderFault,
) -> Words {
    let end = header.map_or(0, |header| header.ring_headers_area().end);
    Words::new(
        format!(
            "ring headers up to byte {end}, in a file of {}",
            Counted(subject.len_bytes(), "byte")
        ),
        "all ring headers inside the file",
    )
}

/// A consumer accepts more than a producer may write.
fn ring_header_size(_: &Subject<'_>, header: &FileHeader, sink: &mut Sink<'_, '_>) {
    exactly(header, HeaderWord::RingHeaderSizeBytes, RING_HEADER_BYTES.into(), sink);
}

fn headers_offset(_: &Subject<'_>, header: &FileHeader, sink: &mut Sink<'_, '_>) {
    exactly(header, HeaderWord::HeadersOffset, FILE_HEADER_BYTES.into(), sink);
}

fn data_offset(_: &Subject<'_>, header: &FileHeader, sink: &mut Sink<'_, '_>) {
    let max_domains = u128::from(header.word(HeaderWord::MaxDomains));
    let allowed = u128::from(FILE_HEADER_BYTES) + u128::from(RING_HEADER_BYTES) * max_domains;
    exactly(header, HeaderWord::DataOffset, allowed, sink);
}

fn names_offset(subject: &Subject<'_>, header: &FileHeader, sink: &mut Sink<'_, '_>) {
    let rings_end = header.rings_area().end;
    let found = header.word(HeaderWord::NamesOffset);
    let place = word_place(HeaderWord::NamesOffset);
    if found == 0 {
        // What lies after the rings is a name table if it is as large as one.
        let after = u128::from(subject.len_bytes()).checked_sub(rings_end);
        let has_table = after == Some(u128::from(name_table_bytes()));
        return sink.judge(!has_table, place, || {
            Words::new(
                "0, with room for a name table after the rings",
                format!("{rings_end}, where the rings end"),
            )
        });
    }
    if header.names_area(subject.len_bytes()).is_none() {
        return sink.judge(false, place, || {
            let (size, needed) = (subject.len_bytes(), rings_end + u128::from(name_table_bytes()));
            let found = match size.cmp(&found) {
                Ordering::Less => format!("{found}, in a file that ends before, at byte {size}"),
                _ => format!("{found}, in a file that ends there"),
            };
            let allowed =
                format!("0 in a file without name table; with one, a file of {needed} bytes");
            Words::new(found, allowed)
        });
    }
    sink.judge(u128::from(found) == rings_end, place, || {
        Words::new(
            found.to_string(),
            format!("{rings_end}, where the rings end, or 0 in a file without name table"),
        )
    });
}

/// Bytes of the whole name table.
pub(super) fn name_table_bytes() -> u64 {
    NAME_BYTES * u64::from(NAME_COUNT)
}

fn exactly(header: &FileHeader, word: HeaderWord, allowed: u128, sink: &mut Sink<'_, '_>) {
    let found = header.word(word);
    sink.judge(u128::from(found) == allowed, word_place(word), || {
        Words::new(format!("{} {found}", word.name()), allowed.to_string())
    });
}

fn word_at(header: Option<&FileHeader>, fault: &HeaderFault) -> String {
    let word = HeaderWord::ALL.into_iter().find(|word| word.offset_bytes() == fault.offset_bytes);
    match (header, word) {
        (Some(header), Some(word)) => format!("{} {}", word.name(), header.word(word)),
        _ => fault.message.clone(),
    }
}

fn word_place(word: HeaderWord) -> Place {
    Place::in_file(word.offset_bytes(), 8)
}
