//! From what a unit replied to an outcome, and from that to a verdict.

use schemars::JsonSchema;
use serde::Serialize;

use super::compare::{first_difference, line as record_line};
use super::typed::first_reading_difference;
use super::unit::{Breach, Ending, OutputPlace, Reply};
use super::{Difference, Expected, Outcome, Probe};
use crate::record::{ReadEvent, Record};

/// What differs where a unit counts wrong or delivers too many.
const DELIVERED: &str = "delivered";

/// How a case failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Failure {
    /// The outcome where another is right, or `records` where the records are not.
    pub failure: FailureKind,
    /// What happened, in a sentence.
    pub message: String,
    /// The clause that it shows.
    pub clause: String,
    /// The number of the first record that differs, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<u64>,
    /// The member in which it differs; `missing` or `extra` for a whole record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<&'static str>,
    /// The place in the file that it is about, in bytes.
    #[serde(rename = "offset", skip_serializing_if = "Option::is_none")]
    pub offset_bytes: Option<u64>,
    /// What a conforming consumer does.
    pub expected: String,
    /// What the unit did.
    pub got: String,
    /// Where in its output that is, where it printed what is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output: Option<OutputPlace>,
}

/// What is wrong: the outcome, the records, or what was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum FailureKind {
    /// Another outcome is right.
    Outcome(Outcome),
    /// The outcome is right, the records are not.
    Records(RecordsWord),
    /// A producer wrote what a clause does not allow.
    Finding(FindingWord),
}

/// The word for wrong records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub enum RecordsWord {
    /// `records`.
    #[serde(rename = "records")]
    Records,
}

/// The word for what a producer wrote wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub enum FindingWord {
    /// `finding`.
    #[serde(rename = "finding")]
    Finding,
}

impl FailureKind {
    /// What a producer wrote breaks a clause.
    pub const FINDING: Self = Self::Finding(FindingWord::Finding);

    /// Whether the unit gave an answer, if a wrong one: not where it crashed, hung, outgrew its memory or broke the protocol.
    pub fn is_answer(self) -> bool {
        match self {
            Self::Outcome(outcome) => {
                matches!(outcome, Outcome::Accepted | Outcome::Rejected | Outcome::NotReady)
            }
            Self::Records(_) | Self::Finding(_) => true,
        }
    }

    /// The word of reports and lists of deviations.
    pub fn name(self) -> &'static str {
        match self {
            Self::Outcome(outcome) => outcome.name(),
            Self::Records(_) => "records",
            Self::Finding(_) => "finding",
        }
    }
}

/// What a unit did with a case, and what is wrong with it, if anything is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// What it did.
    pub outcome: Outcome,
    /// What is wrong with that.
    pub failure: Option<Failure>,
}

/// Judges a reply. Nothing of the unit's log matters here.
pub fn judge(
    expected: &Expected<'_>,
    reply: &Reply,
    probe: Probe,
    with_runtime_names: bool,
) -> Judgement {
    let text = String::from_utf8_lossy(&reply.output);
    let lines = || text.lines().filter(|line| !line.trim().is_empty());
    let mut records = Vec::new();
    let mut readings = Vec::new();
    let mut garbage = None;
    for line in lines() {
        match read(line, probe) {
            Ok(Line::Record(record)) => records.push(record),
            Ok(Line::Reading(event)) => readings.push(event),
            Err(error) => {
                let number = records.len() + readings.len();
                let is_compared = probe == Probe::Records;
                let wanted = expected.records.get(number).filter(|_| is_compared);
                garbage = Some(Garbage {
                    breach: Breach::new(format!("it printed what is no event record: {error}"))
                        .said(line.as_bytes(), place_of(line, &text, reply, number))
                        .wanted(wanted.map_or_else(
                            || "an event record, one JSON object a line".to_owned(),
                            |placed| format!("an event record: {}", record_line(&placed.record)),
                        )),
                    record: number as u64 + 1,
                    offset_bytes: wanted.and_then(|placed| placed.offset_bytes),
                });
                break;
            }
        }
    }
    let outcome = outcome(&reply.ending, &records, garbage.is_some());
    let breach = match (&reply.ending, &garbage) {
        _ if outcome != Outcome::BrokeProtocol => None,
        (Ending::BrokeProtocol(breach), _) => Some(breach),
        (_, Some(garbage)) => Some(&garbage.breach),
        (_, None) => None,
    };
    let garbage = garbage.as_ref().filter(|_| outcome == Outcome::BrokeProtocol);
    let how = match breach {
        Some(breach) => breach.to_string(),
        None if outcome == Outcome::Rejected => "it rejected the file, and says where".to_owned(),
        None => reply.ending.to_string(),
    };
    let right = expected.outcome.allows(outcome);
    let is_answer = matches!(outcome, Outcome::Accepted | Outcome::Rejected);
    // Of a file that is not ready nothing need be said.
    let difference = (is_answer && expected.outcome != Outcome::NotReady)
        .then(|| match probe {
            Probe::Records => first_difference(&expected.records, &records, with_runtime_names),
            Probe::Count => wrong_count(&records, reply.delivered),
            Probe::Limit(limit) => above_limit(&records, limit),
            Probe::Typed => first_reading_difference(&expected.readings, &readings),
        })
        .flatten();
    if right && difference.is_none() {
        return Judgement { outcome, failure: None };
    }
    let failure = if right {
        FailureKind::Records(RecordsWord::Records)
    } else {
        FailureKind::Outcome(outcome)
    };
    let (expected_text, got) = match &difference {
        Some(difference) if right => (difference.expected.clone(), difference.got.clone()),
        Some(difference) => (
            format!("{}; {}", expected.outcome, difference.expected),
            format!("{how}; {}", difference.got),
        ),
        None => {
            let wanted = breach.and_then(|breach| breach.wanted.clone());
            let said = breach.and_then(|breach| breach.said.clone());
            (
                wanted.unwrap_or_else(|| expected_summary(expected)),
                said.unwrap_or_else(|| how.clone()),
            )
        }
    };
    let message = match (&difference, right) {
        (Some(difference), true) => difference.to_string(),
        (Some(difference), false) => {
            format!("{outcome}, expected {}: {difference}", expected.outcome)
        }
        (None, _) => format!("{outcome}, expected {}: {how}", expected.outcome),
    };
    let clause =
        difference.as_ref().map_or_else(|| clause_of_outcome(expected), |found| found.clause);
    let place = difference
        .as_ref()
        .and_then(|found| found.offset_bytes)
        .or_else(|| garbage.and_then(|garbage| garbage.offset_bytes))
        .or_else(|| fault_offset(expected));
    let record = difference.as_ref().map(|found| found.record);
    Judgement {
        outcome,
        failure: Some(Failure {
            failure,
            message,
            clause: clause.to_owned(),
            record: record.or_else(|| garbage.map(|garbage| garbage.record)),
            member: difference.as_ref().map(|found| found.member),
            offset_bytes: place,
            expected: expected_text,
            got,
            output: breach.and_then(|breach| breach.place),
        }),
    }
}

/// A line that is no record.
struct Garbage {
    breach: Breach,
    /// Which record would have stood there, from 1, and what it would have been about.
    record: u64,
    offset_bytes: Option<u64>,
}

/// Where a line of `text` stands in what the unit printed: there, or in the one line that has all records.
fn place_of(line: &str, text: &str, reply: &Reply, number: usize) -> OutputPlace {
    if let Some(all) = reply.line {
        return OutputPlace { record: Some(number as u64 + 1), ..all };
    }
    let before = line.as_ptr().addr() - text.as_ptr().addr();
    let lines = text.bytes().take(before).filter(|byte| *byte == b'\n').count();
    // What is no UTF-8 has another length in the text, but as many lines.
    let before = reply.output.split(|byte| *byte == b'\n').take(lines);
    let offset_bytes = before.map(|line| line.len() as u64 + 1).sum();
    OutputPlace { line: lines as u64 + 1, offset_bytes, record: None }
}

/// A line of a unit, as far as it is looked at.
enum Line<'a> {
    Record(Record<'a>),
    Reading(ReadEvent),
}

fn read(line: &str, probe: Probe) -> Result<Line<'_>, String> {
    // Of a record with a reading only that is compared, so the rest need not be there.
    if probe == Probe::Typed
        && let Some(event) = ReadEvent::of_line(line)?
    {
        return Ok(Line::Reading(event));
    }
    serde_json::from_str(line).map(Line::Record).map_err(|error| error.to_string())
}

fn event_count(records: &[Record<'_>]) -> u64 {
    records.iter().filter(|record| matches!(record, Record::Event(_))).count() as u64
}

fn wrong_count(records: &[Record<'_>], delivered: Option<u64>) -> Option<Difference> {
    let events = event_count(records);
    (delivered != Some(events)).then(|| Difference {
        record: records.len() as u64,
        member: DELIVERED,
        clause: "record.count",
        offset_bytes: None,
        expected: format!("it counts the {events} events that it delivers"),
        got: delivered.map_or_else(|| "no count".to_owned(), |count| format!("it counts {count}")),
    })
}

fn above_limit(records: &[Record<'_>], limit: u64) -> Option<Difference> {
    let events = event_count(records);
    // At least one, or a unit that delivers nothing would keep to every limit.
    (events > limit || events == 0).then(|| Difference {
        record: records.len() as u64,
        member: DELIVERED,
        clause: "record.limit",
        offset_bytes: None,
        expected: format!("1 to {limit} events, as asked"),
        got: format!("{events} events"),
    })
}

/// The outcome; `is_garbage` says that a line is no record.
fn outcome(ending: &Ending, records: &[Record<'_>], is_garbage: bool) -> Outcome {
    let proven =
        records.iter().any(|record| matches!(record, Record::Corrupt(_) | Record::Refused { .. }));
    match ending {
        // Who says that it knows the file answers in records and nothing else.
        Ending::Decoded if is_garbage => Outcome::BrokeProtocol,
        Ending::Rejected { .. } if is_garbage && proven => Outcome::BrokeProtocol,
        Ending::Decoded => Outcome::Accepted,
        Ending::Rejected { .. } if proven => Outcome::Rejected,
        Ending::Rejected { unproven, .. } => *unproven,
        Ending::NotReady => Outcome::NotReady,
        Ending::Crashed { .. } => Outcome::Crashed,
        Ending::Outgrew { .. } => Outcome::Outgrew,
        Ending::Hung { .. } => Outcome::Hung,
        Ending::BrokeProtocol(_) => Outcome::BrokeProtocol,
    }
}

fn expected_summary(expected: &Expected<'_>) -> String {
    let fault = expected
        .records
        .iter()
        .find(|placed| matches!(placed.record, Record::Corrupt(_) | Record::Refused { .. }))
        .and_then(|placed| serde_json::to_string(&placed.record).ok());
    match (expected.outcome, fault) {
        (Outcome::Rejected, Some(fault)) => format!("rejected, with {fault}"),
        (outcome, _) => format!("{outcome}, with {} records", expected.records.len()),
    }
}

/// What a unit shows that gives no answer: what the case is about, where that is one thing or two.
fn clause_of_outcome<'a>(expected: &'a Expected<'_>) -> &'a str {
    const MOST: usize = 4;
    match expected.outcome {
        _ if (1..=MOST).contains(&expected.clauses.len()) => {
            expected.clauses.first().map_or("ring.order", AsRef::as_ref)
        }
        _ if expected.clauses.contains("eio.record.typed") || !expected.readings.is_empty() => {
            "eio.record.typed"
        }
        Outcome::NotReady => "file.not-ready",
        Outcome::Rejected => "fault.framing",
        _ => "ring.order",
    }
}

fn fault_offset(expected: &Expected<'_>) -> Option<u64> {
    let is_fault =
        |record: &Record<'_>| matches!(record, Record::Corrupt(_) | Record::Refused { .. });
    expected.records.iter().find(|placed| is_fault(&placed.record))?.offset_bytes
}
