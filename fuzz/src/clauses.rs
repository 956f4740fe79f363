//! Which clauses of `SPEC.md` the seeds reach, counted by the plain reader. A clause of consumers that
//! none reaches, and that is not among [`NOT_IN_A_FILE`], has no seed where it should have one.

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

use eventring_conformance::plain::{Reached, RuntimeNames, open, reached};
use eventring_spec::clauses::{Clause, Level, Role, clauses};

use crate::{file, geometry};

/// The file that an input stands for.
type FileOf = fn(&[u8]) -> Vec<u8>;

/// Targets whose inputs are files or say what is in one.
const TARGETS: [(&str, FileOf); 3] =
    [("snapshot", <[u8]>::to_vec), ("differential", file::make), ("geometry", geometry::file)];

const GIVEN: &str = "the plain reader is given its release; the target narrowing finds it out";
const BESIDE: &str = "no file asks for it: it is between a reader and whoever runs it";
const DECODED: &str = "the plain reader gives Eio's events no meaning; the target eio decodes them";
const WIRE: &str =
    "the plain reader gives Eio's events no meaning; the wires are those of spec/vectors/eio";
const TOGETHER: &str = "events together say it, and not one by one; conformance/tests/run has it";

/// Clauses that bind consumers of files and that the plain reader cannot come to, with the reason.
pub const NOT_IN_A_FILE: &[(&str, &str)] = &[
    ("time.not-wall-clock", "what somebody takes a timestamp for shows in no record"),
    ("release.not-from-version", "the version of every file that is read is 1"),
    ("release.stamp.emitted", GIVEN),
    ("release.stamp.registered", GIVEN),
    ("release.stamp.conflict", GIVEN),
    ("release.agreed-names", GIVEN),
    ("release.none-left", GIVEN),
    ("fault.copy", "it is about what people are told beside the records"),
    ("record.count", BESIDE),
    ("record.limit", BESIDE),
    ("eio.by-name", DECODED),
    ("eio.wires-not-mixed", WIRE),
    ("eio.wire.by-use", WIRE),
    ("eio.wire.open", WIRE),
    ("eio.unknown-event", DECODED),
    ("eio.payload.little-endian", DECODED),
    ("eio.payload.short", DECODED),
    ("eio.payload.extra", DECODED),
    ("eio.unknown-enum", DECODED),
    ("eio.text.bytes", DECODED),
    ("eio.id.block-not-domain", TOGETHER),
    ("eio.id.low-32", TOGETHER),
    ("eio.id.never-created", TOGETHER),
    ("eio.id.created-twice", TOGETHER),
    ("eio.fiber.current", TOGETHER),
    ("eio.context.stack", TOGETHER),
    ("eio.exit-without-enter", TOGETHER),
    ("eio.after-loss", TOGETHER),
    ("eio.ring-reuse", TOGETHER),
    ("eio.across-rings", TOGETHER),
    ("eio.record.typed", DECODED),
];

/// The clauses that bind whoever reads files.
pub fn of_readers() -> impl Iterator<Item = &'static Clause> {
    clauses().iter().filter(|clause| {
        let reads_files = !matches!(clause.role(), Role::Producer | Role::ConsumerLive);
        reads_files && clause.level() != Level::Withdrawn
    })
}

/// How many seeds of these targets reach each clause.
///
/// # Errors
///
/// They cannot be read.
pub fn by_seeds(names: &RuntimeNames) -> io::Result<Reached> {
    let mut seeds = BTreeMap::new();
    for (target, file) in TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(target);
        for entry in fs::read_dir(folder)? {
            let bytes = file(&fs::read(entry?.path())?);
            for clause in by_file(&bytes, names).into_keys() {
                *seeds.entry(clause).or_default() += 1;
            }
        }
    }
    Ok(seeds)
}

/// How often a file reaches each clause.
fn by_file(bytes: &[u8], names: &RuntimeNames) -> Reached {
    let ((), counts) = reached(|| match open(bytes) {
        Ok(file) => file.records(names).for_each(drop),
        Err(not_open) => drop(not_open.record()),
    });
    counts
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::differential::NAMES;

    #[test]
    fn every_clause_of_readers_is_reached_or_says_why_not() {
        let seeds = by_seeds(&NAMES).unwrap();
        let excused: BTreeSet<_> = NOT_IN_A_FILE.iter().map(|(clause, _)| *clause).collect();
        assert_eq!(excused.len(), NOT_IN_A_FILE.len(), "a clause is excused twice");
        let all: BTreeSet<_> = of_readers().map(Clause::name).collect();
        let never: Vec<_> =
            all.iter().filter(|clause| !seeds.contains_key(**clause)).copied().collect();
        let expected: Vec<_> = excused.iter().copied().collect();
        assert_eq!(never, expected, "the left are never reached, the right are excused");
        let unknown: Vec<_> = seeds.keys().filter(|clause| !all.contains(*clause)).collect();
        assert_eq!(unknown, [""; 0].iter().collect::<Vec<_>>());
    }
}
