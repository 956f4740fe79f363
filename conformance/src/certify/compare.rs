//! A unit's records against the expected ones: the first that differs, and in which member.
//!
//! Members may come in any order. The name of a runtime event counts only where the unit declares the release; that of
//! a user event counts always. Of a `corrupt` record ring and position count, of a `refused` one that it is there.

use std::fmt;

use serde_json::{Map, Value};

use super::Placed;
use crate::record::{Body, Record};

/// The first difference between two lists of records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The number of the record, from 1.
    pub record: u64,
    /// What differs: a member of the record, or a whole one.
    pub member: &'static str,
    /// The clause of consumers that it shows.
    pub clause: &'static str,
    /// Where the expected record comes from, in bytes from the start of the file.
    pub offset_bytes: Option<u64>,
    /// The expected record.
    pub expected: String,
    /// The unit's record.
    pub got: String,
}

/// A record of the unit is missing.
pub const MISSING: &str = "missing";

/// A record of the unit is one too many.
pub const EXTRA: &str = "extra";

/// In which members records are compared.
const MEMBERS: [&str; 15] = [
    "kind", "ring", "ts", "id", "user", "type", "name", "name_hex", "value", "buckets", "data",
    "payload", "words", "position", "offset",
];

/// What stands for a record that is not there.
const NONE: &str = "no more records";

/// The first difference, if there is one.
pub fn first_difference(
    expected: &[Placed<'_>],
    got: &[Record<'_>],
    with_runtime_names: bool,
) -> Option<Difference> {
    let is_same =
        |expected: &Placed<'_>, got: &Record<'_>| same(&expected.record, got, with_runtime_names);
    let Apart { place, wanted, found } = apart(expected, got, is_same)?;
    let (member, clause) = match (wanted.map(|placed| &placed.record), found) {
        (None, None) => return None,
        (Some(wanted), None) => (MISSING, clause_of_missing(wanted)),
        (_, Some(_)) if is_before_head(expected, got, place) => (EXTRA, "file.left-over"),
        (None, Some(found)) => (EXTRA, clause_of_extra(found)),
        (Some(wanted), Some(found)) => {
            let member = first_member(wanted, found, with_runtime_names);
            (member, clause_of_member(member, wanted, found))
        }
    };
    let of = |placed: &Placed<'_>| (placed.offset_bytes, line(&placed.record));
    let texts = (wanted.map(of), found.map(line));
    Some(Difference::at(place, (member, clause), texts, NONE))
}

/// Where two lists go apart, and what stands there in each.
pub(super) struct Apart<'e, 'g, E, G> {
    pub(super) place: usize,
    pub(super) wanted: Option<&'e E>,
    pub(super) found: Option<&'g G>,
}

/// The first place where two lists go apart; none where they do not.
pub(super) fn apart<'e, 'g, E, G>(
    expected: &'e [E],
    got: &'g [G],
    same: impl Fn(&E, &G) -> bool,
) -> Option<Apart<'e, 'g, E, G>> {
    let place = expected.iter().zip(got).position(|(expected, got)| !same(expected, got));
    let place = place.unwrap_or(expected.len().min(got.len()));
    let (wanted, found) = (expected.get(place), got.get(place));
    (wanted.is_some() || found.is_some()).then_some(Apart { place, wanted, found })
}

impl Difference {
    /// At a place of two lists: what differs with its clause, what is expected with its offset, and what is there; `none`
    /// stands for what is not.
    pub(super) fn at(
        place: usize,
        (member, clause): (&'static str, &'static str),
        (wanted, found): (Option<(Option<u64>, String)>, Option<String>),
        none: &str,
    ) -> Self {
        let (offset_bytes, expected) = wanted.unwrap_or_else(|| (None, none.to_owned()));
        let got = found.unwrap_or_else(|| none.to_owned());
        Self { record: place as u64 + 1, member, clause, offset_bytes, expected, got }
    }
}

/// Whether the unit's record at a place is from before head: it stands just after the lost words of its ring, and is a fault
/// at a position among those, or an event where what belongs there comes later or is of another ring.
fn is_before_head(expected: &[Placed<'_>], got: &[Record<'_>], place: usize) -> bool {
    let before = place.checked_sub(1).and_then(|before| expected.get(before));
    let Some(Record::Lost { ring, words }) = before.map(|placed| &placed.record) else {
        return false;
    };
    let wanted = expected.get(place).map(|placed| &placed.record);
    match got.get(place) {
        Some(Record::Corrupt(fault)) => fault.ring == *ring && fault.position < *words,
        Some(Record::Event(found)) => {
            let is_of_ring = wanted.and_then(Record::ring) == Some(*ring);
            let is_wanted = |later| wanted.is_some_and(|wanted| same(wanted, later, false));
            found.ring == *ring && (!is_of_ring || got[place..].iter().any(is_wanted))
        }
        _ => false,
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "record {}", self.record)?;
        if let Some(offset) = self.offset_bytes {
            write!(f, " (byte {offset})")?;
        }
        match self.member {
            MISSING => f.write_str(" is missing"),
            EXTRA => f.write_str(" is one too many"),
            member => write!(f, " differs in `{member}`"),
        }
    }
}

fn same(expected: &Record<'_>, got: &Record<'_>, with_runtime_names: bool) -> bool {
    match (expected, got) {
        (Record::Corrupt(expected), Record::Corrupt(got)) => {
            (expected.ring, expected.position) == (got.ring, got.position)
        }
        (Record::Refused { .. }, Record::Refused { .. }) => true,
        // Most records are equal, and this is the quick way to see it.
        _ if expected == got => true,
        _ => {
            !with_runtime_names && has_runtime_name(expected) && {
                let (expected, got) = (members(expected), members(got));
                MEMBERS
                    .iter()
                    .all(|member| is_name(member) || expected.get(*member) == got.get(*member))
            }
        }
    }
}

/// The first member in which two records differ that are not the same.
fn first_member(expected: &Record<'_>, got: &Record<'_>, with_runtime_names: bool) -> &'static str {
    let counts = |member: &str| match expected {
        Record::Corrupt(_) => matches!(member, "kind" | "ring" | "position"),
        _ => with_runtime_names || !has_runtime_name(expected) || !is_name(member),
    };
    let (expected, got) = (members(expected), members(got));
    let differs = |member: &&&str| counts(member) && expected.get(**member) != got.get(**member);
    match MEMBERS.iter().find(differs) {
        Some(member) if is_name(member) => "name",
        Some(member) => member,
        None => "kind",
    }
}

fn is_name(member: &str) -> bool {
    matches!(member, "name" | "name_hex")
}

fn has_runtime_name(record: &Record<'_>) -> bool {
    matches!(
        record,
        Record::Event(event) if matches!(
            event.body,
            Body::Begin { .. } | Body::End { .. } | Body::Counter { .. } | Body::Lifecycle { .. }
        )
    )
}

fn is_user(body: &Body<'_>) -> bool {
    matches!(
        body,
        Body::Unit { .. }
            | Body::SpanBegin { .. }
            | Body::SpanEnd { .. }
            | Body::Int { .. }
            | Body::Custom { .. }
    )
}

fn members(record: &Record<'_>) -> Map<String, Value> {
    match serde_json::to_value(record) {
        Ok(Value::Object(members)) => members,
        // A record is a JSON object always; without members it equals nothing but itself.
        _ => Map::new(),
    }
}

/// A record as a line.
pub(super) fn line(record: &Record<'_>) -> String {
    serde_json::to_string(record).unwrap_or_else(|error| error.to_string())
}

fn clause_of_missing(expected: &Record<'_>) -> &'static str {
    match expected {
        Record::Lost { .. } => "ring.lost-at-start",
        Record::Corrupt(_) => "fault.framing",
        Record::Refused { .. } => "fault.refuse",
        Record::Event(event) if matches!(event.body, Body::Unknown { .. }) => "item.unknown-type",
        Record::Event(_) => "ring.order",
    }
}

fn clause_of_extra(got: &Record<'_>) -> &'static str {
    match got {
        Record::Lost { .. } => "record.lost",
        Record::Corrupt(_) => "record.corrupt",
        Record::Refused { .. } => "record.refused",
        Record::Event(_) => "ring.order",
    }
}

fn clause_of_member(member: &str, expected: &Record<'_>, got: &Record<'_>) -> &'static str {
    // Who stumbles before head has not begun there, and says so by leaving out what was lost.
    if let (Record::Lost { ring, words }, Record::Corrupt(fault)) = (expected, got)
        && (*ring, true) == (fault.ring, fault.position < *words)
    {
        return clause_of_missing(expected);
    }
    // To give up where there is more to read shows that, whatever is expected in its place.
    if member == "kind" && matches!(got, Record::Refused { .. } | Record::Corrupt(_)) {
        return clause_of_extra(got);
    }
    let Record::Event(event) = expected else { return clause_of_missing(expected) };
    match (member, &event.body, got) {
        ("kind", _, Record::Event(_)) if matches!(event.body, Body::Unknown { .. }) => {
            "item.unknown-type"
        }
        ("kind", _, Record::Event(got)) if is_user(&event.body) && is_user(&got.body) => {
            "user.type-of-message"
        }
        ("kind", _, Record::Event(_)) => "item.category",
        ("kind" | "ring", ..) => clause_of_extra(got),
        ("ts", ..) => "item.timestamp",
        ("name", ..) if has_runtime_name(expected) => "release.given-wins",
        ("name", ..) => "names.entry",
        (_, Body::Unknown { .. }, _) => "item.unknown-type",
        ("value", Body::Counter { value: None, .. }, _)
        | ("value", Body::Lifecycle { value: None, .. } | Body::Int { value: None, .. }, _) => {
            "payload.short"
        }
        ("value", Body::Counter { .. } | Body::Lifecycle { .. }, _) => "runtime.unsigned-counter",
        ("data", Body::Custom { data: None, .. }, _) => "custom.count.outside",
        ("data", ..) => "record.custom",
        ("buckets", Body::Alloc { buckets }, _) if buckets.len() < 20 => "payload.short",
        _ => "record.integer",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn difference(expected: &[&str], got: &[&str], names: bool) -> Option<Difference> {
        let expected: Vec<Placed<'_>> = expected
            .iter()
            .map(|line| Placed {
                record: serde_json::from_str(line).unwrap(),
                offset_bytes: Some(8),
            })
            .collect();
        let got: Vec<Record<'_>> =
            got.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
        first_difference(&expected, &got, names)
    }

    const INT: &str = r#"{"ring":1,"ts":2,"kind":"int","id":3,"name":"a","value":-4}"#;
    const BEGIN: &str = r#"{"ring":1,"ts":2,"kind":"begin","id":3,"name":"minor"}"#;

    #[test]
    fn equal_lists_do_not_differ_whatever_the_order_of_members() {
        assert_eq!(difference(&[], &[], true), None);
        let other =
            r#"{"value":"-4","name_hex":"61","id":3,"kind":"int","ts":2,"ring":1,"more":0}"#;
        assert_eq!(difference(&[INT, BEGIN], &[other, BEGIN], true), None);
    }

    #[test]
    fn each_member_is_told_with_its_clause() {
        for (from, to, member, clause) in [
            ("\"ring\":1", "\"ring\":2", "ring", "ring.order"),
            ("\"ts\":2", "\"ts\":3", "ts", "item.timestamp"),
            ("\"id\":3", "\"id\":2", "id", "record.integer"),
            ("\"a\"", "\"b\"", "name", "names.entry"),
            ("\"name\":\"a\"", "\"name_hex\":\"ff\"", "name", "names.entry"),
            ("-4", "-5", "value", "record.integer"),
            ("-4", "null", "value", "record.integer"),
            ("int", "counter", "kind", "item.category"),
        ] {
            let got = INT.replacen(from, to, 1).replace(
                "counter\",\"id\":3,\"name\":\"a\",\"value\":-4",
                "counter\",\"id\":3,\"name\":\"a\",\"value\":4",
            );
            let found = difference(&[BEGIN, INT], &[BEGIN, &got], true).unwrap();
            assert_eq!((found.record, found.member, found.clause), (2, member, clause));
            assert_eq!((found.offset_bytes, found.expected.as_str()), (Some(8), INT));
        }
    }

    #[test]
    fn a_runtime_name_counts_where_the_release_is_declared() {
        let other = BEGIN.replace("minor", "major");
        let unnamed = BEGIN.replace("\"minor\"", "null");
        for got in [&other, &unnamed] {
            assert_eq!(difference(&[BEGIN], &[got], false), None);
            let found = difference(&[BEGIN], &[got], true).unwrap();
            assert_eq!((found.member, found.clause), ("name", "release.given-wins"));
        }
        let id = other.replace("\"id\":3", "\"id\":4");
        assert_eq!(difference(&[BEGIN], &[&id], false).unwrap().member, "id");
        // The name of a user event counts always.
        let user = INT.replace("\"a\"", "null");
        assert_eq!(difference(&[INT], &[&user], false).unwrap().member, "name");
    }

    #[test]
    fn what_is_missing_or_too_much_is_told() {
        let lost = r#"{"ring":1,"kind":"lost","words":9}"#;
        let found = difference(&[lost, INT], &[], true).unwrap();
        assert_eq!((found.record, found.member, found.clause), (1, MISSING, "ring.lost-at-start"));
        let found = difference(&[lost, INT], &[INT], true).unwrap();
        assert_eq!((found.record, found.member), (1, "kind"));
        let found = difference(&[INT], &[INT, lost], true).unwrap();
        assert_eq!((found.record, found.member, found.clause), (2, EXTRA, "record.lost"));
        assert_eq!(found.expected, NONE);
    }

    #[test]
    fn who_does_not_look_at_head_is_told_so() {
        const OLD: &str = r#"{"ring":1,"ts":1,"kind":"int","id":2,"name":"old","value":4}"#;
        const LOST: &str = r#"{"ring":1,"kind":"lost","words":9}"#;
        const OTHER: &str = r#"{"ring":2,"ts":2,"kind":"begin","id":3,"name":"minor"}"#;
        let corrupt = |position: u64| {
            format!(
                r#"{{"ring":1,"kind":"corrupt","position":{position},"offset":9,"clause":"a","message":"b"}}"#
            )
        };
        let blame = |expected: &[&str], got: &[&str]| {
            difference(expected, got, true).map(|found| (found.member, found.clause))
        };
        let left_over = Some((EXTRA, "file.left-over"));
        let lost_at_start = Some(("kind", "ring.lost-at-start"));
        // It leaves out what was lost, and begins before it or stumbles there.
        assert_eq!(blame(&[LOST, INT], &[OLD, INT]), lost_at_start);
        for (position, clause) in
            [(0, "ring.lost-at-start"), (8, "ring.lost-at-start"), (9, "record.corrupt")]
        {
            assert_eq!(blame(&[LOST, INT], &[&corrupt(position)]), Some(("kind", clause)));
        }
        // It tells what was lost, and begins before that all the same.
        assert_eq!(blame(&[LOST, INT], &[LOST, OLD, INT]), left_over);
        assert_eq!(blame(&[LOST], &[LOST, OLD]), left_over);
        assert_eq!(blame(&[LOST, INT], &[LOST, &corrupt(8)]), left_over);
        assert_eq!(blame(&[LOST, INT], &[LOST, &corrupt(9)]), Some(("kind", "record.corrupt")));
        assert_eq!(blame(&[LOST, OTHER], &[LOST, OLD, OTHER]), left_over);
        // What is another event is none from before head.
        let other = INT.replace("-4", "-5");
        assert_eq!(blame(&[LOST, INT], &[LOST, &other]), Some(("value", "record.integer")));
        assert_eq!(blame(&[LOST, OTHER], &[LOST, INT]), left_over);
        assert_eq!(blame(&[INT, OTHER], &[INT, OLD, OTHER]), Some(("kind", "item.category")));
    }

    #[test]
    fn of_a_fault_its_place_counts_and_of_a_refusal_that_it_is_there() {
        let corrupt =
            r#"{"ring":1,"kind":"corrupt","position":5,"offset":9,"clause":"a","message":"b"}"#;
        let other =
            corrupt.replace("\"offset\":9,\"clause\":\"a\"", "\"offset\":0,\"clause\":\"c\"");
        assert_eq!(difference(&[corrupt], &[&other], true), None);
        let moved = other.replace("\"position\":5", "\"position\":6");
        assert_eq!(difference(&[corrupt], &[&moved], true).unwrap().member, "position");
        let refused = [
            r#"{"kind":"refused","clause":"a","message":"b"}"#,
            r#"{"kind":"refused","clause":"","message":""}"#,
        ];
        assert_eq!(difference(&refused[..1], &refused[1..], true), None);
    }
}
