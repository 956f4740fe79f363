//! The clauses that can be broken, each with how.

use arbitrary::{Result, Unstructured};

use super::Session;
use super::{breaks_file as file, breaks_item as item};

/// Changes a valid session so that it breaks one clause; false where there is no place for it in the session.
pub(super) type Break = fn(&mut Session, &mut Unstructured<'_>) -> Result<bool>;

/// Every clause that [`broken`](super::broken()) can break, in the order of `SPEC.md`. Where a clause binds producers
/// only, consumers read on, and have to make of the file what the others say.
pub const CLAUSES: &[(&str, Break)] = &[
    ("file.size", file::size),
    ("file.not-ready", file::not_ready),
    ("file.left-over", file::left_over),
    ("file.truncated", file::truncated),
    ("header.complete", file::complete),
    ("header.version", file::version),
    ("header.max-domains", file::max_domains),
    ("header.ring-header-size", file::ring_header_size),
    ("header.ring-elements", file::ring_elements),
    ("header.ring-size", file::ring_size),
    ("header.headers-offset", file::headers_offset),
    ("header.data-offset", file::data_offset),
    ("header.names-offset", file::names_offset),
    ("header.alignment", file::alignment),
    ("header.no-overflow", file::no_overflow),
    ("header.no-overlap", file::no_overlap),
    ("header.ring-headers-in-file", file::ring_headers_in_file),
    ("ring.window", item::window),
    ("ring.occupancy", item::occupancy),
    ("ring.boundary", item::boundary),
    ("item.length.zero", item::length_zero),
    ("item.length.one", item::length_one),
    ("item.within-ring", item::within_ring),
    ("item.within-window", item::within_window),
    ("item.type", item::item_type),
    ("item.reserved-bits", item::reserved_bits),
    ("item.padding.ends-ring", item::padding_ends_ring),
    ("item.padding.id", item::padding_id),
    ("time.order", item::time_order),
    ("runtime.id", item::runtime_id),
    ("payload.short", item::short),
    ("payload.extra", item::extra),
    ("runtime.alloc.id", item::alloc_id),
    ("custom.count.outside", item::count_outside),
    ("custom.count.above-7", item::count_above_7),
    ("names.last-byte", file::last_byte),
];

#[cfg(test)]
mod tests {
    use eventring_spec::clauses;

    use super::*;

    #[test]
    fn every_clause_is_one_of_the_specification() {
        for (clause, _) in CLAUSES {
            assert!(clauses::find(clause).is_some(), "{clause}");
        }
    }
}
