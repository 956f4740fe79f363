//! Requirements on producers that a file alone cannot show: those that sessions show, and the reason for the others.

/// Clauses that bind producers and that no file alone shows, but its session does: what was asked for, what the file was
/// like at earlier looks. The mutants of each clause prove it.
pub const BY_SESSION: &[&str] = &[
    "file.name",
    "file.private",
    "ring.grows",
    "ring.boundary",
    "item.timestamp",
    "time.unit",
    "user.index",
    "user.int.full-width",
    "names.entry",
    "names.length",
    "names.kept",
    "order.evict",
    "order.publish",
    "producer.no-wait",
    "producer.events",
    "producer.pause",
    "producer.resume-event",
    "producer.fork",
    "producer.fork-events",
    "producer.end",
];

/// Clauses of level MUST that bind producers and that neither a file nor a session shows, with the reason.
pub const UNSHOWN: &[(&str, &str)] = &[
    ("order.access", BETWEEN_STORES),
    ("order.header", BETWEEN_STORES),
    ("order.head", BETWEEN_STORES),
    ("producer.reuse", BETWEEN_STORES),
    (
        "ring.slot",
        "a word in another slot is read as another item, and breaks the clauses of items",
    ),
    ("eio.fiber.announced", "a file does not tell which fiber ran, only which one was announced"),
    (
        "producer.one-writer",
        "two writers leave the words of one, or words that break the clauses of items",
    ),
];

/// The mutants of these clauses are models that are looked at after every store.
const BETWEEN_STORES: &str =
    "it shows only between two stores, where no test from outside can stop a producer for certain";

/// Clauses of level MUST that bind producers, that a file can show, and that have no check yet.
pub const NOT_YET: &[&str] = &[];

/// Why neither a file nor a session can show this clause, if so.
pub fn reason(clause: &str) -> Option<&'static str> {
    UNSHOWN.iter().find(|(name, _)| *name == clause).map(|(_, reason)| *reason)
}
