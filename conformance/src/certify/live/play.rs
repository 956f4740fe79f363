//! Plays one scenario to a unit, act by act.

use std::fs::{self, File};

use super::explain::{Explained, Ring, Wrong};
use crate::certify::Outcome;
use crate::certify::judge::{Failure, FailureKind, RecordsWord};
use crate::certify::protocol::LiveOutcome;
use crate::certify::unit::{Ending, LiveSaid, LiveUnit, Place, Stage, Trouble};
use crate::record::Record;
use crate::scenarios::{Act, HaltAt, Producer, RingWriter, Scenario, Shape, Step};

/// After so many events a unit is to reply.
pub(super) const LIMIT: u64 = 4096;

/// A unit that has more, again and again, where nothing is written, never comes to an end.
const MOST_POLLS: u64 = 10_000;

/// How often a unit is asked whether a session is over, when it has nothing more.
const OVER_POLLS: u64 = 3;

/// Why a scenario was not played to its end.
#[derive(Debug)]
pub(super) enum Stop {
    /// The unit did what a conforming one does not.
    Failed(Box<Failure>),
    /// The environment failed.
    Trouble(Trouble),
}

impl From<Trouble> for Stop {
    fn from(trouble: Trouble) -> Self {
        Self::Trouble(trouble)
    }
}

/// A scenario that is being played.
pub(super) struct Play<'u> {
    pub(super) unit: &'u mut dyn LiveUnit,
    stage: Stage,
    scenario: &'static Scenario,
    pub(super) producer: Option<Producer>,
    /// What the unit is attached to, where another file has come under the name.
    replaced: Option<Producer>,
    /// How far the history of each ring has been explained.
    explained: Vec<Explained>,
    /// How many records the unit gave.
    records: u64,
    /// The act at hand, from 1.
    act: usize,
    /// Tail of each ring when the unit had nothing more.
    read_to: Vec<u64>,
    /// What the unit said on standard error.
    pub(super) log: String,
}

impl<'u> Play<'u> {
    pub(super) fn new(
        unit: &'u mut dyn LiveUnit,
        scenario: &'static Scenario,
    ) -> Result<Self, Trouble> {
        Ok(Self {
            unit,
            stage: Stage::new()?,
            scenario,
            producer: None,
            replaced: None,
            explained: Vec::new(),
            records: 0,
            act: 0,
            read_to: Vec::new(),
            log: String::new(),
        })
    }

    /// Plays it, and has the unit let go of the file.
    pub(super) fn run(&mut self) -> Result<(), Stop> {
        for (place, act) in self.scenario.acts.iter().enumerate() {
            self.act = place + 1;
            self.act(*act)?;
        }
        self.detach()
    }

    fn act(&mut self, act: Act) -> Result<(), Stop> {
        match act {
            Act::MakeEmpty => {
                File::create(self.stage.file()).map(drop).map_err(|error| self.cannot(&error))?;
            }
            Act::MakeZeros => self.create(self.scenario.shape)?,
            Act::BeginHeader => self.writing()?.store_header(true),
            Act::FinishHeader => {
                let producer = self.writing()?;
                producer.store_data_offset();
                producer.use_indices(0, true);
            }
            Act::Begin => {
                self.create(self.scenario.shape)?;
                self.begin(true)?;
            }
            Act::BeginWithoutNames => {
                self.create(self.scenario.shape)?;
                self.begin(false)?;
            }
            Act::StoreNamesOffset => self.writing()?.store_names_offset(),
            Act::BeginAgain(shape) => {
                let producer = self.producer.take();
                self.producer =
                    producer.map(|producer| producer.again(shape, self.scenario.script));
                self.begin(true)?;
            }
            Act::Remove => {
                fs::remove_file(self.stage.file()).map_err(|error| self.cannot(&error))?;
            }
            Act::UseIndices(first, with_names) => self.writing()?.use_indices(first, with_names),
            Act::Attach => self.attach()?,
            Act::AttachTooEarly => self.attach_too_early()?,
            Act::Detach => self.detach()?,
            Act::Poll => self.poll_all()?,
            Act::PollOver => self.poll_over("live.restart")?,
            Act::PollOverOrNothing => {
                let clause = self.scenario.clauses[0];
                self.poll_over(clause)?;
            }
            Act::Race { rounds, events } => self.race(rounds, events)?,
            Act::WriteStoreByStore { ring, events } => {
                let mut left = events;
                while left > 0 {
                    let step = self.write(ring, RingWriter::write_on)?;
                    left -= u64::from(matches!(step, Some(Step::Tail(_))));
                    self.poll_all()?;
                }
            }
            Act::Write { ring, events } => {
                for _ in 0..events {
                    self.write(ring, RingWriter::write)?;
                }
            }
            Act::WriteWords { ring, words } => {
                let until = self.write(ring, |ring, _| ring.tail())? + words;
                while self.write(ring, |ring, _| ring.tail())? < until {
                    self.write(ring, RingWriter::write)?;
                }
            }
            Act::Fill { ring } => {
                let read_to = self.read_to.get(ring as usize).copied().unwrap_or(0);
                while self.write(ring, |ring, _| ring.next_head())? <= read_to {
                    self.write(ring, RingWriter::write)?;
                }
            }
            Act::Halt { ring, at } => self.write(ring, |ring, memory| match at {
                HaltAt::Head => while ring.write_on(memory) != Some(Step::Head) {},
                HaltAt::Words => {
                    while !matches!(ring.step_to_come(), Some(Step::Tail(_))) {
                        ring.write_on(memory);
                    }
                }
            })?,
            Act::Jump { ring, words } => {
                self.write(ring, |ring, memory| ring.jump(memory, words))?;
            }
            Act::WriteFault { ring } => self.write(ring, RingWriter::write_fault)?,
        }
        Ok(())
    }

    fn create(&mut self, shape: Shape) -> Result<(), Stop> {
        let made = Producer::create(&self.stage.file(), shape, self.scenario.script);
        let made = made.map_err(|error| self.cannot(&error))?;
        self.replaced = self.producer.replace(made);
        Ok(())
    }

    fn begin(&mut self, with_names: bool) -> Result<(), Stop> {
        let producer = self.writing()?;
        producer.store_header(with_names);
        producer.use_indices(0, with_names);
        producer.store_data_offset();
        Ok(())
    }

    fn writing(&mut self) -> Result<&mut Producer, Trouble> {
        self.producer.as_mut().ok_or_else(|| broken(self.scenario, "nobody writes yet"))
    }

    fn write<T>(
        &mut self,
        ring: u32,
        write: impl FnOnce(&mut RingWriter, eventring::shared::WritableView<'_>) -> T,
    ) -> Result<T, Stop> {
        let scenario = self.scenario;
        let (memory, rings) = self.writing()?.parts();
        let ring = rings.get_mut(ring as usize);
        Ok(write(ring.ok_or_else(|| broken(scenario, "there is no such ring"))?, memory))
    }

    fn place<T>(&mut self, ask: impl FnOnce(&mut dyn LiveUnit, &Place<'_>) -> T) -> T {
        let file = self.stage.file();
        let place = Place { file: &file, folder: self.stage.folder(), pid: self.stage.pid() };
        ask(self.unit, &place)
    }

    fn attach(&mut self) -> Result<(), Stop> {
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

    fn attach_too_early(&mut self) -> Result<(), Stop> {
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

    fn detach(&mut self) -> Result<(), Stop> {
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
    fn poll_all(&mut self) -> Result<(), Stop> {
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

    /// Asks until the unit says that the session is over.
    fn poll_over(&mut self, clause: &'static str) -> Result<(), Stop> {
        let is_other_file = clause != "live.restart";
        for _ in 0..OVER_POLLS {
            if is_other_file {
                if self.poll_to_quiet(true)? {
                    return self.finish(true);
                }
                continue;
            }
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
        let expected = "over: no more can come of this session".to_owned();
        Err(self.failed(RECORDS, clause, Some(OUTCOME), expected, "live".to_owned()))
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
                Ending::BrokeProtocol { .. } => Outcome::BrokeProtocol,
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

    fn failed(
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
        }))
    }

    fn cannot(&self, error: &std::io::Error) -> Stop {
        let file = self.stage.file();
        Stop::Trouble(Trouble(format!("cannot make {}: {error}", file.display())))
    }
}

const RECORDS: FailureKind = FailureKind::Records(RecordsWord::Records);

/// What differs where the unit says wrongly whether a session goes on.
const OUTCOME: &str = "outcome";

fn of_writer(writer: &RingWriter, is_still: bool) -> Ring<'_> {
    let (index, ring_words) = (writer.ring(), writer.ring_words());
    Ring { index, journal: writer.journal(), ring_words, head: writer.head(), is_still }
}

fn broken(scenario: &Scenario, problem: &str) -> Trouble {
    Trouble(format!("the scenario {} is broken: {problem}", scenario.name))
}
