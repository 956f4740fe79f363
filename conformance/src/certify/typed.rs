//! Cases about what Eio's events say: the member `typed`, of units that declare the Eio profile.
//!
//! Whatever else a record holds is what the same file's case without `typed` is about.

use std::borrow::Cow;
use std::sync::Arc;

use eventring_spec::recordings::{Recording, embedded};
use eventring_spec::registry::eio::Wire;
use serde_json::{Map, Value};

use super::compare::{Apart, apart};
use super::options::{EIO, EIO_GENERATION_1, EIO_PROPOSAL};
use super::{Case, Difference, EXTRA, Expected, MISSING, Origin, PlacedReading, Probe};
use crate::plain::{EioReader, RuntimeNames, eio_registry, open};
use crate::record::{Member, ReadEvent, Reading, Record};

/// The clauses of the Eio profile that show in the member `typed`. The others are about what a consumer makes of several
/// events.
pub const SHOWN: [&str; 11] = [
    "eio.by-name",
    "eio.wires-not-mixed",
    "eio.wire.by-use",
    "eio.wire.open",
    "eio.unknown-event",
    "eio.payload.little-endian",
    "eio.payload.short",
    "eio.payload.extra",
    "eio.unknown-enum",
    "eio.text.bytes",
    "eio.record.typed",
];

/// The clauses that every file with an event of Eio is about.
const ALWAYS: [&str; 3] = ["eio.by-name", "eio.wire.by-use", "eio.record.typed"];

/// What differs where one of the two is null.
const TYPED: &str = "typed";

/// Where the readings that are expected come from.
enum Oracle {
    /// The lines of a vector.
    Lines(Vec<String>),
    /// The decoding by Eio's own library.
    Decoding(&'static Recording),
}

/// A case again, with what is asked of the member `typed`.
struct TypedCase {
    name: String,
    case: Arc<dyn Case>,
    wire: Option<&'static Wire>,
    clauses: Vec<String>,
    oracle: Oracle,
}

/// What the events of a case of a vector say, where its lines tell it; `cited` are the clauses of the vector.
pub(super) fn of_vector(
    case: &Arc<dyn Case>,
    lines: &[String],
    cited: &[String],
) -> Option<Arc<dyn Case>> {
    let clauses: Vec<String> =
        cited.iter().filter(|clause| SHOWN.contains(&clause.as_str())).cloned().collect();
    if clauses.is_empty() {
        return None;
    }
    let wire = case.bytes().ok().and_then(|bytes| wire_of(&bytes));
    Some(typed(case, wire, clauses, Oracle::Lines(lines.to_vec())))
}

/// What the events of a recording say, where Eio's library has decoded it.
pub(super) fn of_recording(
    case: &Arc<dyn Case>,
    recording: &'static Recording,
) -> Option<Arc<dyn Case>> {
    let library = recording.eio_library.as_ref()?;
    let mut wires = eio_registry().into_iter().flat_map(|registry| &registry.wires);
    let is_of =
        |wire: &&Wire| library.starts_with(&wire.title) || wire.library_versions.contains(library);
    let clauses = ALWAYS.map(str::to_owned).into();
    Some(typed(case, wires.rfind(is_of), clauses, Oracle::Decoding(recording)))
}

fn typed(
    case: &Arc<dyn Case>,
    wire: Option<&'static Wire>,
    clauses: Vec<String>,
    oracle: Oracle,
) -> Arc<dyn Case> {
    let name = format!("{}/typed", case.name());
    Arc::new(TypedCase { name, case: Arc::clone(case), wire, clauses, oracle })
}

fn wire_of(bytes: &[u8]) -> Option<&'static Wire> {
    let names = RuntimeNames::none();
    let records: Vec<Record<'_>> = open(bytes).ok()?.records(&names).collect();
    EioReader::new(&records).wire()
}

impl Case for TypedCase {
    fn name(&self) -> &str {
        &self.name
    }

    fn origin(&self) -> Origin {
        self.case.origin()
    }

    fn purpose(&self) -> &str {
        self.case.purpose()
    }

    fn release(&self) -> Option<&str> {
        self.case.release()
    }

    fn option(&self) -> Option<&'static str> {
        Some(match self.wire.map(|wire| wire.key.as_str()) {
            Some("generation_1") => EIO_GENERATION_1,
            Some("proposal") => EIO_PROPOSAL,
            // Who reads generation 2 has to tell the others from it.
            _ => EIO,
        })
    }

    fn probe(&self) -> Probe {
        Probe::Typed
    }

    fn sha256(&self) -> &str {
        self.case.sha256()
    }

    fn bytes(&self) -> Result<Cow<'_, [u8]>, String> {
        self.case.bytes()
    }

    fn expected<'a>(&'a self, bytes: &'a [u8]) -> Result<Expected<'a>, String> {
        let expected = self.case.expected(bytes)?;
        let readings = self.oracle.readings()?;
        // The oracle says what is expected, the plain reader only where it lies.
        let records = || expected.records.iter().map(|placed| &placed.record);
        let reader = EioReader::new(records());
        let places = expected.records.iter();
        let places = places.filter(|placed| reader.reading(&placed.record).is_some());
        let places: Vec<Option<u64>> = places.map(|placed| placed.offset_bytes).collect();
        let known = places.len() == readings.len();
        let place = |number: usize| places.get(number).copied().flatten().filter(|_| known);
        let readings = readings.into_iter().enumerate();
        let readings = readings
            .map(|(number, event)| PlacedReading { event, offset_bytes: place(number) })
            .collect();
        let clauses = self.clauses.iter().map(|name| Cow::Borrowed(name.as_str())).collect();
        Ok(Expected { readings, clauses, ..expected })
    }
}

impl Oracle {
    fn readings(&self) -> Result<Vec<ReadEvent>, String> {
        match self {
            Self::Lines(lines) => {
                lines.iter().filter_map(|line| ReadEvent::of_line(line).transpose()).collect()
            }
            Self::Decoding(recording) => {
                let file = recording.eio.as_deref().unwrap_or_default();
                let packed = embedded::bytes(file).ok_or("it was not compiled in")?;
                let text = zstd::stream::decode_all(packed).map_err(|error| error.to_string())?;
                let text = String::from_utf8(text).map_err(|error| error.to_string())?;
                text.lines().filter_map(|line| of_decoding(line).transpose()).collect()
            }
        }
    }
}

/// A line of a decoding by Eio's library: the members of the reading beside ring and timestamp; none where it tells of
/// lost words.
fn of_decoding(line: &str) -> Result<Option<ReadEvent>, String> {
    let object: Map<String, Value> =
        serde_json::from_str(line).map_err(|error| error.to_string())?;
    let number = |name| object.get(name).and_then(Value::as_u64);
    let (Some(ring), Some(timestamp_ns)) = (number("ring"), number("ts")) else { return Ok(None) };
    let ring = u32::try_from(ring).map_err(|error| error.to_string())?;
    let reading = Some(Reading::of_members(&object)?);
    Ok(Some(ReadEvent { ring, timestamp_ns, reading }))
}

/// The first difference between what a unit reads and what is expected, if there is one.
pub fn first_reading_difference(
    expected: &[PlacedReading],
    got: &[ReadEvent],
) -> Option<Difference> {
    let Apart { place, wanted, found } =
        apart(expected, got, |expected, got| expected.event == *got)?;
    let (member, clause) = match (wanted.map(|placed| &placed.event), found) {
        (None, None) => return None,
        (Some(_), None) => (MISSING, "eio.record.typed"),
        (None, Some(_)) => (EXTRA, "eio.record.typed"),
        (Some(wanted), Some(found)) => {
            let is_same = same_place(wanted, found);
            let comes = expected.iter().skip(place).any(|placed| same_place(&placed.event, found));
            match (is_same, comes) {
                (true, _) => difference_of(wanted.reading.as_ref(), found.reading.as_ref()),
                (false, true) => (MISSING, "eio.record.typed"),
                (false, false) => (EXTRA, "eio.record.typed"),
            }
        }
    };
    const NONE: &str = "no more typed records";
    let of = |placed: &PlacedReading| (placed.offset_bytes, line(&placed.event));
    Some(Difference::at(place, (member, clause), (wanted.map(of), found.map(line)), NONE))
}

fn same_place(one: &ReadEvent, other: &ReadEvent) -> bool {
    (one.ring, one.timestamp_ns) == (other.ring, other.timestamp_ns)
}

/// In which member two readings of one event differ, and the clause that it shows.
fn difference_of(
    wanted: Option<&Reading>,
    found: Option<&Reading>,
) -> (&'static str, &'static str) {
    let (wanted, found) = match (wanted, found) {
        (Some(wanted), Some(found)) => (wanted, found),
        (None, _) => return (TYPED, "eio.payload.short"),
        (Some(wanted), None) => {
            let has_number = matches!(wanted.members.get("type"), Some(Member::Number(_)));
            let clause = if has_number { "eio.unknown-enum" } else { "eio.payload.extra" };
            return (TYPED, clause);
        }
    };
    if wanted.eio != found.eio {
        return ("eio", "eio.by-name");
    }
    let names = wanted.members.keys().chain(found.members.keys());
    let mut differs = names.filter(|name| wanted.members.get(**name) != found.members.get(**name));
    match differs.next() {
        Some(name @ &("type" | "protected")) => (name, "eio.unknown-enum"),
        Some(name @ &"text") => (name, "eio.text.bytes"),
        Some(name @ &"edge") => (name, "eio.record.typed"),
        Some(name) => match (wanted.members.get(name), found.members.get(name)) {
            (Some(Member::Number(wanted)), Some(Member::Number(found)))
                if is_turned(*wanted, *found) =>
            {
                (name, "eio.payload.little-endian")
            }
            _ => (name, "eio.record.typed"),
        },
        None => (TYPED, "eio.record.typed"),
    }
}

/// Whether one number is the other with its 8 or its 4 bytes turned round.
fn is_turned(wanted: i64, found: i64) -> bool {
    let of_4 = |number: i64| i32::try_from(number).map(i32::swap_bytes).map(i64::from);
    found == wanted.swap_bytes() || of_4(wanted) == Ok(found)
}

fn line(event: &ReadEvent) -> String {
    let ReadEvent { ring, timestamp_ns, reading } = event;
    serde_json::json!({ "ring": ring, "ts": timestamp_ns, "typed": reading }).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certify::Suite;

    fn event(timestamp_ns: u64, typed: &str) -> ReadEvent {
        let line = format!(r#"{{"ring":0,"ts":{timestamp_ns},"typed":{typed}}}"#);
        ReadEvent::of_line(&line).unwrap().unwrap()
    }

    fn difference(wanted: &[(u64, &str)], found: &[(u64, &str)]) -> Option<Difference> {
        let all = |list: &[(u64, &str)]| -> Vec<ReadEvent> {
            list.iter().map(|(ts, typed)| event(*ts, typed)).collect()
        };
        let wanted = all(wanted).into_iter();
        let wanted: Vec<PlacedReading> =
            wanted.map(|event| PlacedReading { event, offset_bytes: Some(8) }).collect();
        first_reading_difference(&wanted, &all(found))
    }

    const GET: &str = r#"{"eio":"get","id":3}"#;
    const CC: &str = r#"{"eio":"create_cc","id":2,"type":"switch"}"#;

    #[test]
    fn each_difference_is_told_with_its_clause() {
        let cc = |from: &str, to: &str| CC.replace(from, to);
        for (wanted, found, member, clause) in [
            (CC, cc("2", "3"), "id", "eio.record.typed"),
            (CC, cc("2", "144115188075855872"), "id", "eio.payload.little-endian"),
            (CC, cc("2", "33554432"), "id", "eio.payload.little-endian"),
            (CC, cc("\"switch\"", "3"), "type", "eio.unknown-enum"),
            (CC, cc("create_cc", "create"), "eio", "eio.by-name"),
            (CC, "null".to_owned(), TYPED, "eio.payload.extra"),
            ("null", CC.to_owned(), TYPED, "eio.payload.short"),
            (&cc("\"switch\"", "255"), "null".to_owned(), TYPED, "eio.unknown-enum"),
            (
                r#"{"eio":"log","text":"a\u0000b"}"#,
                r#"{"eio":"log","text":"a"}"#.to_owned(),
                "text",
                "eio.text.bytes",
            ),
            (
                r#"{"eio":"suspend_domain","edge":"begin"}"#,
                r#"{"eio":"suspend_domain","edge":"end"}"#.to_owned(),
                "edge",
                "eio.record.typed",
            ),
        ] {
            let found = difference(&[(1, GET), (2, wanted)], &[(1, GET), (2, &found)]).unwrap();
            assert_eq!((found.record, found.member, found.clause), (2, member, clause));
            assert_eq!(found.offset_bytes, Some(8));
        }
        assert_eq!(difference(&[(1, GET), (2, CC)], &[(1, GET), (2, CC)]), None);
    }

    #[test]
    fn what_is_missing_or_too_much_is_told() {
        for (wanted, found, member) in [
            (&[(1, GET), (2, CC)][..], &[(2, CC)][..], MISSING),
            (&[(1, GET)], &[], MISSING),
            (&[], &[(1, GET)], EXTRA),
            (&[(2, CC)], &[(1, GET), (2, CC)], EXTRA),
        ] {
            assert_eq!(difference(wanted, found).unwrap().member, member);
        }
    }

    /// The plain reader agrees with the lines of the vectors and with Eio's own library, and so knows where each is.
    #[test]
    fn the_plain_reader_reads_as_the_oracles_do() {
        let suite = Suite::load().unwrap();
        let mut by_option = std::collections::BTreeMap::<_, usize>::new();
        for case in suite.cases().filter(|case| case.probe() == Probe::Typed) {
            let bytes = case.bytes().unwrap();
            let expected = case.expected(&bytes).unwrap();
            let reader = EioReader::new(expected.records.iter().map(|placed| &placed.record));
            let ours = expected.records.iter().filter_map(|placed| {
                let reading = reader.reading(&placed.record)?;
                let event = ReadEvent::of_record(&placed.record, reading)?;
                Some(PlacedReading { event, offset_bytes: placed.offset_bytes })
            });
            assert_eq!(ours.collect::<Vec<_>>(), expected.readings, "{}", case.name());
            *by_option.entry((case.origin(), case.option())).or_default() += 1;
        }
        for option in [EIO, EIO_GENERATION_1, EIO_PROPOSAL] {
            for origin in [Origin::Vector, Origin::Recording] {
                assert!(by_option.contains_key(&(origin, Some(option))), "{by_option:?}");
            }
        }
    }
}
