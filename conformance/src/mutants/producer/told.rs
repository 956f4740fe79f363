//! A producer model that is told what to do, and the ways in which it does otherwise.

use std::fs::{OpenOptions, Permissions};
use std::io::Write;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::PathBuf;

use super::model::{
    BEGIN, COUNTER, END, INT, Kind, LIFECYCLE, Producer, SPAN_BEGIN, SPAN_END, UNIT,
};
use super::mutant::Switch;
use super::told_mutant::Fault;
use crate::certify::producer::{self, now_ns};
use crate::certify::protocol::{Ask, Done, DoneOutcome, Event, is_user};
use crate::certify::unit::{Ending, Trouble};
use crate::plain::{ByteOrder, custom_payload};
use crate::record::parse_hex;

/// No process can have this number: Linux gives none above 4194303.
const PROCESS_ID: u32 = 4_194_400;

/// Entries of the name table, bytes of a name, bytes of a custom event.
const NAMES: usize = 8192;
const NAME_BYTES: usize = 127;
const CUSTOM_BYTES: usize = 1024;

/// A session that is told what to do.
pub(super) struct Told {
    fault: Option<Fault>,
    folder: PathBuf,
    size: (usize, usize),
    producer: Option<Producer>,
    names: Vec<Vec<u8>>,
    is_paused: bool,
    is_kept: bool,
    asked: u32,
}

impl Told {
    pub(super) fn new(fault: Option<Fault>) -> Self {
        Self {
            fault,
            folder: PathBuf::new(),
            size: (0, 0),
            producer: None,
            names: Vec::new(),
            is_paused: false,
            is_kept: true,
            asked: 0,
        }
    }

    fn is(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    fn switch(&self) -> Option<Switch> {
        match self.fault {
            Some(Fault::HeadInsideItem) => Some(Switch::HeadByWords),
            _ => None,
        }
    }

    fn now_ns(&self) -> u64 {
        let now_ns = now_ns();
        if self.is(Fault::Microseconds) { now_ns / 1000 } else { now_ns }
    }

    fn open(&mut self, max_domains: u32, ring_words: u64) -> Result<(), &'static str> {
        if !(1..=4096).contains(&max_domains) {
            return Err("so many rings there cannot be");
        }
        if !ring_words.is_power_of_two() || ring_words < 8 {
            return Err("rings of that size there cannot be");
        }
        self.size = (max_domains as usize, ring_words as usize);
        self.producer = Some(self.session(PROCESS_ID));
        Ok(())
    }

    fn session(&self, process_id: u32) -> Producer {
        let mut session = Producer::new(self.switch(), self.size.0, self.size.1);
        session.at(self.now_ns());
        session.event(0, LIFECYCLE, 0, &[process_id.into()]);
        session
    }

    fn register(&mut self, name: &[u8], count: u32) -> Result<u32, &'static str> {
        let cut = name.iter().position(|byte| *byte == 0).unwrap_or(name.len()).min(NAME_BYTES);
        if cut < name.len() && !self.is(Fault::NamesCut) {
            return Err("such a name there cannot be");
        }
        for _ in 0..count {
            if self.names.len() >= NAMES && !self.is(Fault::IndexBeyond) {
                return Err("the table is full");
            }
            self.names.push(name[..cut].to_vec());
        }
        Ok(self.names.len() as u32 - 1)
    }

    fn write(&mut self, event: &Event) -> Result<(), &'static str> {
        let Some((kind, payload)) = content(event) else { return Err("there is no such event") };
        let now_ns = self.now_ns();
        let is = |fault| self.fault == Some(fault);
        let (cut, swaps) = (is(Fault::Cuts32), is(Fault::TimestampLast));
        let (loses, doubles, elsewhere) =
            (is(Fault::LosesEvents), is(Fault::DoublesEvents), is(Fault::OtherRing));
        let (too_long, far_too_long) = (is(Fault::TakesTooLong), is(Fault::TakesOverHalf));
        let rings = self.size.0;
        if is_user(event.kind) && usize::from(event.id) >= self.names.len() {
            let takes = is(Fault::TakesAnyIndex);
            return if takes { Ok(()) } else { Err("no name has this event index") };
        }
        let Some(producer) = &mut self.producer else { return Err("there is no session") };
        let ring = (event.ring as usize + usize::from(elsewhere)) % rings;
        if let Content::Data(data) = &payload {
            let length = custom_payload(data, 0).len() / 8 + 2;
            let is_too_long = data.len() > CUSTOM_BYTES;
            let is_over_half = length > producer.most_words(ring);
            if is_too_long && !too_long {
                return Err("custom events have at most 1024 bytes");
            }
            if is_over_half && !far_too_long {
                return Err("no event is longer than half its ring");
            }
            if is_too_long || is_over_half {
                return Ok(());
            }
        }
        if self.is_paused && self.fault != Some(Fault::IgnoresPause) {
            return Ok(());
        }
        producer.at(now_ns);
        for _ in 0..event.count {
            self.asked += 1;
            if loses && self.asked.is_multiple_of(3) {
                continue;
            }
            for _ in 0..if doubles && self.asked.is_multiple_of(3) { 2 } else { 1 } {
                match &payload {
                    Content::None => producer.event(ring, kind, event.id.into(), &[]),
                    // Not -1: its clock has to go on from there.
                    Content::Word(word) if swaps && *word < 1 << 62 => {
                        producer.at(*word);
                        producer.event(ring, kind, event.id.into(), &[now_ns]);
                    }
                    Content::Word(word) => {
                        let word = if cut { i64::from(*word as i32) as u64 } else { *word };
                        producer.event(ring, kind, event.id.into(), &[word]);
                    }
                    Content::Data(data) => producer.custom_data(ring, event.id.into(), data),
                }
            }
        }
        if self.is(Fault::GoesBack) && self.asked > 10 {
            // Once: its rings begin again.
            self.asked = 0;
            self.producer = Some(self.session(PROCESS_ID));
        }
        Ok(())
    }

    /// A lifecycle event with a payload.
    fn lifecycle(&mut self, id: u64, payload: u64) {
        let now_ns = self.now_ns();
        if let Some(producer) = &mut self.producer {
            producer.at(now_ns);
            producer.event(0, LIFECYCLE, id, &[payload]);
        }
    }

    fn fork(&mut self, event: u16) -> Result<u32, Trouble> {
        let child = PROCESS_ID + 1;
        if !self.is(Fault::NoForkEvents) {
            self.lifecycle(4, child.into());
        }
        if self.is(Fault::ForkIntoParent) {
            let now_ns = self.now_ns();
            if let Some(producer) = &mut self.producer {
                producer.at(now_ns);
                producer.event(0, UNIT, event.into(), &[]);
            }
        }
        let mut session = self.session(child);
        if !self.is(Fault::NoForkEvents) {
            session.event(0, LIFECYCLE, 5, &[0]);
        }
        session.event(0, UNIT, event.into(), &[]);
        let names = self.names.iter().enumerate();
        let shift = usize::from(self.is(Fault::ForkForgetsIndices));
        for (index, name) in names {
            session.name((index + shift) as u16, name);
        }
        if shift > 0 {
            session.name(0, b"first");
        }
        self.store(&session, child)?;
        Ok(child)
    }

    /// Makes the file what the session is.
    fn publish(&mut self) -> Result<(), Trouble> {
        let Some(mut producer) = self.producer.take() else { return Ok(()) };
        producer.clear_names();
        let shift = usize::from(self.is(Fault::NamesOneOff));
        for (index, name) in self.names.iter().enumerate().filter(|(index, _)| *index < NAMES) {
            let rewritten = self.is(Fault::RewritesNames) && index == 0 && self.names.len() > 2;
            let name = if rewritten { &self.names[1] } else { name };
            if let Ok(index) = u16::try_from(index + shift) {
                producer.name(index, name);
            }
        }
        self.store(&producer, PROCESS_ID)?;
        self.producer = Some(producer);
        Ok(())
    }

    fn store(&self, session: &Producer, process_id: u32) -> Result<(), Trouble> {
        let zero = if self.is(Fault::OtherName) { "0" } else { "" };
        let path = self.folder.join(format!("{zero}{process_id}.events"));
        let mode = if self.is(Fault::ForEverybody) { 0o644 } else { 0o600 };
        let image =
            session.finish(ByteOrder::Little).map_err(|error| Trouble(error.to_string()))?;
        let file =
            OpenOptions::new().write(true).create(true).truncate(true).mode(mode).open(&path);
        // What may be done with a new file depends on who runs this, too.
        file.and_then(|mut file| {
            file.set_permissions(Permissions::from_mode(mode))?;
            file.write_all(&image.bytes)
        })
        .map_err(|error| Trouble(format!("cannot write {}: {error}", path.display())))
    }

    fn answer(&mut self, ask: Ask<'_>) -> Result<Result<Done, &'static str>, Trouble> {
        let mut done = Done::default();
        let result = match ask {
            Ask::Open { dir, max_domains, ring_words, preserve, .. } => {
                self.is_kept = preserve;
                self.folder = PathBuf::from(dir);
                done.pid = Some(PROCESS_ID);
                self.open(max_domains, ring_words)
            }
            Ask::Register { name_hex, count, .. } => {
                let name = parse_hex(&name_hex).unwrap_or_default();
                self.register(&name, count).map(|index| done.index = Some(index))
            }
            Ask::Write(event) => self.write(&event),
            Ask::Pause => {
                self.lifecycle(2, 0);
                self.is_paused = true;
                Ok(())
            }
            Ask::Resume => {
                self.is_paused = false;
                if !self.is(Fault::NoResumeEvent) {
                    self.lifecycle(3, 0);
                }
                Ok(())
            }
            Ask::Fork { id } => {
                done.pid = Some(self.fork(id)?);
                Ok(())
            }
            _ => Err("there is no such request"),
        };
        self.publish()?;
        Ok(result.map(|()| done))
    }
}

/// What an event carries.
enum Content {
    None,
    Word(u64),
    Data(Vec<u8>),
}

fn content(event: &Event) -> Option<(Kind, Content)> {
    let value = event.value.as_ref();
    let word = value.and_then(|value| value.as_u64().or(value.as_i64().map(i64::cast_unsigned)));
    Some(match event.kind {
        "unit" => (UNIT, Content::None),
        "int" => (INT, Content::Word(word?)),
        "span_begin" => (SPAN_BEGIN, Content::None),
        "span_end" => (SPAN_END, Content::None),
        "begin" => (BEGIN, Content::None),
        "end" => (END, Content::None),
        "counter" => (COUNTER, Content::Word(word?)),
        "custom" => (super::model::CUSTOM, Content::Data(parse_hex(event.data.as_deref()?)?)),
        _ => return None,
    })
}

impl producer::Producer for Told {
    fn ask(&mut self, ask: Ask<'_>) -> Result<Done, Ending> {
        let waits = self.is(Fault::WaitsForReader)
            && matches!(&ask, Ask::Write(event) if event.count as usize * 3 > self.size.1);
        if waits {
            return Err(Ending::Hung { budget: std::time::Duration::from_secs(1) });
        }
        match self.answer(ask) {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(why)) => {
                let message = Some(why.to_owned());
                Ok(Done { outcome: DoneOutcome::Refused, message, ..Done::default() })
            }
            Err(Trouble(how)) => Err(Ending::Crashed { how }),
        }
    }

    fn process_id(&self) -> Option<u32> {
        None
    }

    fn stop(&mut self) -> Result<Result<(), Ending>, Trouble> {
        if !self.is(Fault::NoRingStop)
            && let Some(producer) = &mut self.producer
        {
            producer.at(now_ns());
            producer.event(0, LIFECYCLE, 1, &[]);
        }
        self.publish()?;
        if !self.is_kept && self.producer.is_some() && !self.is(Fault::KeepsFile) {
            // Nobody but this unit knows of it.
            let _ = std::fs::remove_file(self.folder.join(format!("{PROCESS_ID}.events")));
        }
        Ok(Ok(()))
    }

    fn end(self: Box<Self>, ending: Option<Ending>) -> Result<producer::Ended, Trouble> {
        Ok(producer::Ended { ending, ..producer::Ended::default() })
    }
}
