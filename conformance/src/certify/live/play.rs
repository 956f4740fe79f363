//! Plays one scenario to a unit, act by act.

use std::fs::{self, File};

use std::path::Path;

use super::child::Child;
use super::explain::Explained;
use crate::certify::judge::Failure;
use crate::certify::unit::{LiveUnit, Stage, Trouble};
use crate::scenarios::{Act, HaltAt, Producer, RingWriter, Scenario, Shape, Step};

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
    pub(super) stage: Stage,
    pub(super) scenario: &'u Scenario<'u>,
    /// What can play a producer that is a process of its own, and such a process.
    pub(super) program: Option<&'u Path>,
    pub(super) child: Option<Child>,
    pub(super) producer: Option<Producer>,
    /// What the unit is attached to, where another file has come under the name.
    pub(super) replaced: Option<Producer>,
    /// How far the history of each ring has been explained.
    pub(super) explained: Vec<Explained>,
    /// How many records the unit gave.
    pub(super) records: u64,
    /// The act at hand, from 1.
    pub(super) act: usize,
    /// Tail of each ring when the unit had nothing more.
    pub(super) read_to: Vec<u64>,
    /// Records that are judged when the producer is done.
    pub(super) unjudged: Vec<Vec<u8>>,
    /// What the unit said on standard error.
    pub(super) log: String,
}

impl<'u> Play<'u> {
    pub(super) fn new(
        unit: &'u mut dyn LiveUnit,
        scenario: &'u Scenario<'u>,
        program: Option<&'u Path>,
    ) -> Result<Self, Trouble> {
        Ok(Self {
            unit,
            stage: Stage::new()?,
            scenario,
            program,
            child: None,
            producer: None,
            replaced: None,
            explained: Vec::new(),
            records: 0,
            act: 0,
            read_to: Vec::new(),
            unjudged: Vec::new(),
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
            Act::PollOver => self.poll_over()?,
            Act::PollToEnd { clause } => self.poll_to_end(clause)?,
            Act::Race { rounds, events } => self.race(rounds, events)?,
            Act::Spawn => self.spawn()?,
            Act::Tell { events } => self.tell(events)?,
            Act::RaceProcess { rounds, events } => self.race_process(rounds, events)?,
            Act::Interrupt { events, how } => self.interrupt(events, how)?,
            Act::WriteWhileRead { rounds, events } => self.write_while_read(rounds, events)?,
            Act::ReadToEnd => self.read_to_end()?,
            Act::GoOn => self.go_on()?,
            Act::EndProcess => self.end_process()?,
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
        self.writing()?.begin(with_names);
        Ok(())
    }

    pub(super) fn writing(&mut self) -> Result<&mut Producer, Trouble> {
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

    pub(super) fn cannot(&self, error: &std::io::Error) -> Stop {
        let file = self.stage.file();
        Stop::Trouble(Trouble(format!("cannot make {}: {error}", file.display())))
    }
}

pub(super) fn broken(scenario: &Scenario<'_>, problem: &str) -> Trouble {
    Trouble(format!("the scenario {} is broken: {problem}", scenario.name))
}
