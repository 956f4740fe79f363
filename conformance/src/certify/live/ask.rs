//! Asking the unit, and holding what it says against what was written.

use super::explain::{Explained, Ring, Wrong};
use super::play::{Play, Stop};
use crate::certify::Outcome;
use crate::certify::judge::{Failure, FailureKind, RecordsWord};
use crate::certify::protocol::LiveOutcome;
use crate::certify::unit::{Ending, LiveSaid, LiveUnit, Place};
use crate::record::Record;
use crate::scenarios::RingWriter;

/// After so many events a unit is to reply.
pub(super) const LIMIT: u64 = 4096;

/// A unit that has more, again and again, where nothing is written, never comes to an end.
const MOST_POLLS: u64 = 10_000;

/// How often a unit is asked whether a session is over, when it has nothing more.
const OVER_POLLS: u64 = 3;

impl Play<'_> {
    fn place<T>(&mut self, ask: impl FnOnce(&mut dyn LiveUnit, &Place<'_>) -> T) -> T {
        let file = self.stage.file();
        let (file, pid) = match &self.child {
            Some(child) => (child.file.clone(), child.pid),
            None => (file, self.stage.pid()),
        };
        let place = Place { file: &file, folder: self.stage.folder(), pid };
        ask(self.unit, &place)
    }

    pub(super) fn attach(&mut self) -> Result<(), Stop> {
        let said = self.place(|unit, place| unit.attach(place))?;
        let outcome = self.outcome(&said)?;
        if outcome != LiveOutcome::Attached {
            let clause =
                if outcome == LiveOutcome::NotReady { "live.ready" } else { "fault.refuse" };
            let why = String::from_utf8_lossy(&said.output).trim_end().to_owned();
            let got = format!("{} {why}", outcome.name()).trim_end().to_owned();
            return Err(self.not_attached(outcome, clause, "attached: the file is ready", got));
        }
        let rings = &self.writing()?.rings;
        self.explained = rings.iter().map(|ring| Explained::new(ring.head())).collect();
        self.read_to = vec![0; self.explained.len()];
        Ok(())
    }

    pub(super) fn attach_too_early(&mut self) -> Result<(), Stop> {
        let said = self.place(|unit, place| unit.attach(place))?;
        let outcome = self.outcome(&said)?;
        if outcome == LiveOutcome::NotReady {
            return Ok(());
        }
        let got = outcome.name().to_owned();
        Err(self.not_attached(outcome, "live.ready", "not-ready, to be tried again later", got))
    }

    fn not_attached(
        &self,
        outcome: LiveOutcome,
        clause: &str,
        expected: &str,
        got: String,
    ) -> Stop {
        let outcome = match outcome {
            LiveOutcome::NotReady => Outcome::NotReady,
            LiveOutcome::Rejected => Outcome::Rejected,
            LiveOutcome::Attached => Outcome::Accepted,
            _ => Outcome::BrokeProtocol,
        };
        self.failed(FailureKind::Outcome(outcome), clause, None, expected.to_owned(), got)
    }

    pub(super) fn detach(&mut self) -> Result<(), Stop> {
        let said = self.unit.detach()?;
        let outcome = self.outcome(&said)?;
        self.replaced = None;
        if outcome == LiveOutcome::Detached {
            Ok(())
        } else {
            Err(self.no_reply("detach", outcome))
        }
    }

    /// Asks until the unit has no more, and wants everything that was written.
    pub(super) fn poll_all(&mut self) -> Result<(), Stop> {
        if self.poll_to_quiet(true)? {
            let clause = "live.restart";
            let (expected, got) = ("live: the session goes on".to_owned(), "over".to_owned());
            return Err(self.failed(RECORDS, clause, Some(OUTCOME), expected, got));
        }
        self.finish(true)
    }

    /// Asks until the unit has no more, and gives whether it says that the session is over.
    pub(super) fn poll_to_quiet(&mut self, is_still: bool) -> Result<bool, Stop> {
        for _ in 0..MOST_POLLS {
            let (is_over, output) = self.poll()?;
            self.explain(&output, is_still)?;
            if is_over || output.is_empty() {
                return Ok(is_over);
            }
        }
        let (expected, got) = ("an end: nothing is written".to_owned(), "more and more".to_owned());
        let clause = self.scenario.clauses[0];
        Err(self.failed(FailureKind::Outcome(Outcome::BrokeProtocol), clause, None, expected, got))
    }

    /// Everything that was written has been delivered or is lost.
    pub(super) fn finish(&mut self, is_still: bool) -> Result<(), Stop> {
        let Some(producer) = self.replaced.as_ref().or(self.producer.as_ref()) else {
            return Ok(());
        };
        for (explained, writer) in self.explained.iter_mut().zip(&producer.rings) {
            let ring = of_writer(writer, is_still);
            if let Err(wrong) = explained.finish(ring) {
                return Err(self.wrong(ring.index, wrong));
            }
        }
        self.read_to = producer.rings.iter().map(|ring| ring.journal().end()).collect();
        Ok(())
    }

    /// Asks until the unit says that the session is over, and wants nothing else to be said.
    pub(super) fn poll_over(&mut self) -> Result<(), Stop> {
        let clause = "live.restart";
        for _ in 0..OVER_POLLS {
            let (is_over, output) = self.poll()?;
            // Of the new session nothing can be had from the old cursors.
            if let Some(first) = String::from_utf8_lossy(&output).lines().next() {
                let expected = "over, and no record of the other session".to_owned();
                return Err(self.failed(
                    RECORDS,
                    clause,
                    Some(OUTCOME),
                    expected,
                    first.to_owned(),
                ));
            }
            if is_over {
                return Ok(());
            }
        }
        Err(self.not_over(clause))
    }

    /// Asks until the unit has everything that was written, and says that the session is over.
    pub(super) fn poll_to_end(&mut self, clause: &str) -> Result<(), Stop> {
        for _ in 0..OVER_POLLS {
            let is_over = self.poll_to_quiet(true)?;
            self.finish(true)?;
            if is_over {
                return Ok(());
            }
        }
        Err(self.not_over(clause))
    }

    pub(super) fn not_over(&self, clause: &str) -> Stop {
        let expected = "over: no more can come of this session".to_owned();
        self.failed(RECORDS, clause, Some(OUTCOME), expected, "live".to_owned())
    }

    /// Asks once: whether the session is over, and the records.
    pub(super) fn poll(&mut self) -> Result<(bool, Vec<u8>), Stop> {
        let said = self.unit.poll(LIMIT)?;
        self.polled(said)
    }

    pub(super) fn polled(&mut self, said: LiveSaid) -> Result<(bool, Vec<u8>), Stop> {
        match self.outcome(&said)? {
            LiveOutcome::Live => Ok((false, said.output)),
            LiveOutcome::Over => Ok((true, said.output)),
            other => Err(self.no_reply("poll", other)),
        }
    }

    fn outcome(&mut self, said: &LiveSaid) -> Result<LiveOutcome, Stop> {
        self.log.clone_from(&said.log);
        said.outcome.clone().map_err(|ending| {
            let outcome = match ending {
                Ending::Hung { .. } => Outcome::Hung,
                Ending::Outgrew { .. } => Outcome::Outgrew,
                Ending::BrokeProtocol(_) => Outcome::BrokeProtocol,
                _ => Outcome::Crashed,
            };
            let (kind, clause) = (FailureKind::Outcome(outcome), self.scenario.clauses[0]);
            self.failed(kind, clause, None, "a reply".to_owned(), ending.to_string())
        })
    }

    fn no_reply(&self, ask: &str, outcome: LiveOutcome) -> Stop {
        let expected = format!("a reply to `{ask}`");
        let kind = FailureKind::Outcome(Outcome::BrokeProtocol);
        let got = format!("the outcome {}", outcome.name());
        self.failed(kind, self.scenario.clauses[0], None, expected, got)
    }

    /// Holds records against what was written.
    pub(super) fn explain(&mut self, output: &[u8], is_still: bool) -> Result<(), Stop> {
        let text = String::from_utf8_lossy(output);
        let mut records: Vec<Record<'_>> = Vec::new();
        for line in text.lines() {
            match serde_json::from_str(line) {
                Ok(record) => records.push(record),
                Err(error) => {
                    let (kind, got) =
                        (FailureKind::Outcome(Outcome::BrokeProtocol), format!("{line}: {error}"));
                    let clause = self.scenario.clauses[0];
                    return Err(self.failed(kind, clause, None, "event records".to_owned(), got));
                }
            }
        }
        for record in &records {
            self.records += 1;
            let index = record.ring().unwrap_or(0);
            let producer = self.replaced.as_ref().or(self.producer.as_ref());
            let writer = producer.and_then(|producer| producer.rings.get(index as usize));
            let explained = self.explained.get_mut(index as usize);
            let (Some(writer), Some(explained)) = (writer, explained) else {
                let expected = "records of rings that there are".to_owned();
                return Err(self.failed(
                    RECORDS,
                    "ring.order",
                    Some("ring"),
                    expected,
                    index.to_string(),
                ));
            };
            let taken = explained.take(of_writer(writer, is_still), record);
            taken.map_err(|wrong| self.wrong(index, wrong))?;
        }
        Ok(())
    }

    pub(super) fn wrong(&self, ring: u32, wrong: Wrong) -> Stop {
        let Wrong { clause, member, position, expected, got } = wrong;
        let expected = format!("ring {ring}, position {position}: {expected}");
        self.failed(RECORDS, clause, Some(member), expected, got)
    }

    pub(super) fn failed(
        &self,
        failure: FailureKind,
        clause: &str,
        member: Option<&'static str>,
        expected: String,
        got: String,
    ) -> Stop {
        let act = self.scenario.acts.get(self.act.saturating_sub(1));
        let act = act.map_or_else(|| "the end".to_owned(), |act| format!("{act:?}"));
        let message = format!("act {} ({act}), after {} records", self.act, self.records);
        Stop::Failed(Box::new(Failure {
            failure,
            message,
            clause: clause.to_owned(),
            record: Some(self.records),
            member,
            offset_bytes: None,
            expected,
            got,
            output: None,
        }))
    }
}

const RECORDS: FailureKind = FailureKind::Records(RecordsWord::Records);

/// What differs where the unit says wrongly whether a session goes on.
const OUTCOME: &str = "outcome";

fn of_writer(writer: &RingWriter, is_still: bool) -> Ring<'_> {
    let (index, ring_words) = (writer.ring(), writer.ring_words());
    Ring { index, journal: writer.journal(), ring_words, head: writer.head(), is_still }
}
