//! Requirements on producers that a file alone cannot show, each with the reason.

/// Clauses of level MUST that bind producers and have no check of a file, with the reason.
pub const UNSHOWN: &[(&str, &str)] = &[
    ("file.name", "a file can be renamed and packed, and is then still the same file"),
    (
        "ring.slot",
        "a word in another slot is read as another item, and breaks the clauses of items",
    ),
    (
        "ring.boundary",
        "a tail inside an item is item.within-window, and words from the middle of an item on are read as items, \
         which breaks other clauses of items; only who saw the ring earlier knows that they are not",
    ),
    ("item.timestamp", "every word can be a timestamp; time.order judges those of a ring together"),
    ("time.unit", "the clock is not in the file"),
    (
        "user.index",
        "an item header has 13 bits for it, so that no other number can be seen; a larger one changes the type, and \
         shows as an event of another length than its type has",
    ),
    ("names.entry", "entries have no marks; a table of another size is file.size"),
    ("names.length", "what does not fit is the next entry, and byte 127 means nothing"),
    ("eio.fiber.announced", "a file does not tell which fiber ran, only which one was announced"),
    ("order.access", ACCESS),
    ("order.header", ORDER),
    ("order.head", ORDER),
    ("order.evict", ORDER),
    ("order.publish", ORDER),
    (
        "producer.one-writer",
        "two writers leave the words of one, or words that break the clauses of items",
    ),
    ("producer.no-wait", "a file does not tell how long its producer took"),
    ("producer.reuse", ORDER),
    ("producer.pause", "a pause need not leave an event, and nor need its end"),
    ("producer.fork", "a file does not tell which process wrote a word"),
];

/// Clauses of level MUST that bind producers, that a file can show, and that have no check yet.
pub const NOT_YET: &[&str] = &[];

/// Bytes at rest are those that were stored last.
const ORDER: &str = "bytes at rest do not tell in which order they were stored";
const ACCESS: &str = "bytes at rest do not tell how they were stored";

/// Why a file alone cannot show this clause, if so.
pub fn reason(clause: &str) -> Option<&'static str> {
    UNSHOWN.iter().find(|(name, _)| *name == clause).map(|(_, reason)| *reason)
}
