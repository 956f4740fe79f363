//! What a conforming consumer makes of a file, by the plain reader; nothing of the crate `eventring` is asked.

use std::borrow::Cow;

use super::{Expected, Outcome, Placed};
use crate::plain::{self, RuntimeNames, reached};
use crate::record::Record;

/// What a conforming consumer makes of `bytes` with these runtime names. The clauses of consumers that the file exercises
/// are those that the reader reached.
pub fn of_file<'a>(bytes: &'a [u8], names: &'a RuntimeNames) -> Expected<'a> {
    let ((outcome, records), clauses) = reached(|| read(bytes, names));
    let clauses = clauses.into_keys().map(Cow::Borrowed).collect();
    Expected { outcome, records, readings: Vec::new(), clauses }
}

fn read<'a>(bytes: &'a [u8], names: &'a RuntimeNames) -> (Outcome, Vec<Placed<'a>>) {
    match plain::open(bytes) {
        Ok(file) => {
            let placed =
                |(offset_bytes, record)| Placed { record, offset_bytes: Some(offset_bytes) };
            let records: Vec<_> = file.placed_records(names).map(placed).collect();
            let is_fault = |placed: &Placed<'_>| matches!(placed.record, Record::Corrupt(_));
            let has_fault = records.iter().any(is_fault);
            (if has_fault { Outcome::Rejected } else { Outcome::Accepted }, records)
        }
        Err(plain::NotOpen::NotReady { .. }) => (Outcome::NotReady, Vec::new()),
        Err(refused) => {
            let placed = |record| Placed { record, offset_bytes: Some(0) };
            (Outcome::Rejected, refused.record().map(placed).into_iter().collect())
        }
    }
}
