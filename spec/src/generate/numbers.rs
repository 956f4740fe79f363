//! The numbers of the layout, as each language gets them.

use crate::registry::Registry;

/// A constant.
pub(super) struct Number {
    /// In capitals.
    pub(super) name: &'static str,
    /// Its type in Rust.
    pub(super) kind: &'static str,
    pub(super) value: Value,
    /// What it is, with names of other numbers as links of rustdoc.
    pub(super) doc: &'static str,
}

/// How a number is written.
pub(super) enum Value {
    Decimal(u64),
    Hex(u64),
    /// Of this bit alone.
    Bit(u32),
}

/// Every number, in the order of the file.
pub(super) fn numbers(registry: &Registry) -> Vec<Number> {
    let header = &registry.item_header;
    let sizes = &registry.sizes;
    let decimal = |value: usize| Value::Decimal(value as u64);
    let low = |field: crate::registry::Field| Value::Decimal(field.low.into());
    [
        ("VERSION", "u64", Value::Decimal(sizes.version), "Word 0 of the file header, in every release (clause header.version)."),
        ("FILE_HEADER_BYTES", "usize", decimal(sizes.file_header_bytes), "Bytes of the file header: 8 words at offset 0."),
        ("RING_HEADER_BYTES", "usize", decimal(sizes.ring_header_bytes), "Bytes of a ring header, as every producer writes it (clause header.ring-header-size)."),
        (
            "LEAST_RING_HEADER_BYTES",
            "usize",
            decimal(sizes.least_ring_header_bytes),
            "Bytes of the smallest ring header that holds head and tail (clause header.ring-header-size).",
        ),
        ("MAX_DOMAINS", "u32", Value::Decimal(sizes.max_domains.into()), "The largest number of rings that a file can have (clause header.max-domains)."),
        ("DEFAULT_RING_WORDS", "u64", Value::Decimal(sizes.default_ring_words), "Words of a ring where nothing else was asked for."),
        ("NAME_ENTRIES", "usize", decimal(sizes.name_entries), "Entries of the name table, and one more than the largest event index (clause user.index)."),
        ("NAME_ENTRY_BYTES", "usize", decimal(sizes.name_entry_bytes), "Bytes of one entry of the name table (clause names.entry)."),
        ("NAME_MAX_BYTES", "usize", decimal(sizes.name_max_bytes), "Bytes of the longest name (clause names.length)."),
        ("LENGTH_SHIFT", "u32", low(header.length), "Bit of the item header where the length starts, which goes up to the highest bit."),
        ("ITEM_MAX_WORDS", "u64", Value::Decimal(header.length.most()), "The largest length, in words, that an item header can hold."),
        ("USER_BIT", "u64", Value::Bit(header.user.low), "The bit of the item header that is set in user events (clause item.category)."),
        ("TYPE_SHIFT", "u32", low(header.kind), "Bit of the item header where the type starts."),
        ("TYPE_MASK", "u64", Value::Hex(header.kind.most()), "Mask of the type once it is shifted down by [`TYPE_SHIFT`]."),
        ("ID_SHIFT", "u32", low(header.id), "Bit of the item header where the id starts."),
        ("ID_MASK", "u64", Value::Hex(header.id.most()), "Mask of the id once it is shifted down by [`ID_SHIFT`]."),
        ("RESERVED_MASK", "u64", Value::Hex(header.reserved.most()), "The bits of the item header without meaning (clause item.reserved-bits)."),
        ("CUSTOM_MAX_BYTES", "usize", decimal(sizes.custom_max_bytes), "The most data bytes of a custom event, without filler and count byte (clause custom.max)."),
        (
            "ALLOC_BUCKETS",
            "usize",
            decimal(registry.alloc.bucket_least_words.len()),
            "Buckets of an alloc event (clause runtime.alloc.length).",
        ),
    ]
    .map(|(name, kind, value, doc)| Number { name, kind, value, doc })
    .into()
}
