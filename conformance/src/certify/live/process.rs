//! The acts of a producer that is a process of its own. What it writes is known all the same: the events follow from their
//! numbers, so a replica that writes as many has the same journal.

use rustix::process::Signal;

use super::child::Child;
use super::play::{Play, Stop, broken};
use crate::certify::unit::{Stage, Trouble};
use crate::scenarios::{Interruption, Producer};

/// So often a unit may have nothing, before it is not asked any more whether it is over.
const QUIET_POLLS: u32 = 3;

impl Play<'_> {
    /// Starts the producer.
    pub(super) fn spawn(&mut self) -> Result<(), Stop> {
        let Some(program) = self.program else {
            return Err(broken(self.scenario, "no program can play the producer").into());
        };
        let child = Child::start(program, self.stage.folder(), self.scenario)?;
        let aside = Stage::new()?;
        let (shape, script) = (self.scenario.shape, self.scenario.script);
        let replica = Producer::create(&aside.file(), shape, script);
        let mut replica = replica.map_err(|error| self.cannot(&error))?;
        replica.begin(true);
        self.producer = Some(replica);
        self.child = Some(child);
        Ok(())
    }

    /// In each round the producer writes so many events while the unit is asked all the time; judges when all is done.
    pub(super) fn race_process(&mut self, rounds: u64, events: u64) -> Result<(), Stop> {
        let mut outputs = Vec::new();
        for _ in 0..rounds {
            self.running()?.tell(events)?;
            while !self.running()?.is_done()? {
                outputs.push(self.poll()?.1);
            }
        }
        self.catch_up()?;
        for output in outputs {
            self.explain(&output, false)?;
        }
        self.poll_to_quiet(false)?;
        self.finish(false)
    }

    /// In each round the producer writes so many events; what the unit gives meanwhile is kept for the end.
    pub(super) fn write_while_read(&mut self, rounds: u64, events: u64) -> Result<(), Stop> {
        for _ in 0..rounds {
            self.running()?.tell(events)?;
            let output = self.poll()?.1;
            self.unjudged.push(output);
            self.running()?.wait_done()?;
        }
        self.catch_up()
    }

    /// Polls until the unit says that it is over, and judges all that it gave.
    pub(super) fn read_to_end(&mut self) -> Result<(), Stop> {
        let (mut is_over, mut quiet) = (false, 0);
        while !is_over && quiet < QUIET_POLLS {
            let (over, output) = self.poll()?;
            (is_over, quiet) = (over, if output.is_empty() { quiet + 1 } else { 0 });
            self.unjudged.push(output);
        }
        for output in std::mem::take(&mut self.unjudged) {
            self.explain(&output, false)?;
        }
        self.finish(false)?;
        if is_over { Ok(()) } else { Err(self.not_over("live.end")) }
    }

    /// Stops or kills the producer inside of what it was told to write.
    pub(super) fn interrupt(&mut self, events: u64, how: Interruption) -> Result<(), Stop> {
        let child = self.running()?;
        let signal = match how {
            Interruption::Stop => Signal::STOP,
            Interruption::Kill => Signal::KILL,
        };
        child.interrupt(events, signal)?;
        self.catch_up()
    }

    /// Lets a stopped producer go on, and waits until it has written the rest.
    pub(super) fn go_on(&mut self) -> Result<(), Stop> {
        let child = self.running()?;
        child.signal(Signal::CONT)?;
        child.wait_done()?;
        self.catch_up()
    }

    /// Tells the producer to write, and waits until it has.
    pub(super) fn tell(&mut self, events: u64) -> Result<(), Stop> {
        let child = self.running()?;
        child.tell(events)?;
        child.wait_done()?;
        self.catch_up()
    }

    /// Tells the producer to end.
    pub(super) fn end_process(&mut self) -> Result<(), Stop> {
        Ok(self.running()?.end()?)
    }

    fn running(&mut self) -> Result<&mut Child, Trouble> {
        let scenario = self.scenario;
        self.child.as_mut().ok_or_else(|| broken(scenario, "no process writes"))
    }

    /// Has the replica write what the process has written, store by store.
    fn catch_up(&mut self) -> Result<(), Stop> {
        let (head, tail) = self.running()?.window();
        let scenario = self.scenario;
        let (memory, rings) = self.writing()?.parts();
        let Some(ring) = rings.first_mut() else { return Ok(()) };
        while ring.tail() < tail || ring.head() < head {
            ring.write_on(memory);
        }
        if (ring.head(), ring.tail()) != (head, tail) {
            return Err(broken(scenario, "its process writes something else").into());
        }
        Ok(())
    }
}
