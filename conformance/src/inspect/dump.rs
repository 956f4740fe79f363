//! Records, one line each.

use std::fmt;
use std::io::{self, Write};

use eventring::reader::Snapshot;

use super::fields::WithFields;
use super::line::{write_heading, write_line};
use super::merge::by_time;
use super::typed::TypedRecord;
use super::{FieldReader, Naming, RingRecords, Typed, Typing, is_short};
use crate::record::Record;

/// How a record is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Columns for people.
    Text,
    /// The event record, one JSON object a line.
    JsonLines,
}

/// In which order the records come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Ring by ring, each by position.
    Ring,
    /// By timestamp, then ring, then position.
    Time,
}

/// What was written, so far as a caller has to say something about it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Events.
    pub events: u64,
    /// Events with fewer words than their type needs, written with null for what is missing.
    pub short: u64,
    /// Rings that ended with a framing fault.
    pub corrupt_rings: u64,
    /// Events of Eio whose data ends before their last field, typed as null.
    pub typed_short: u64,
    /// Custom events whose data does not fit their schema.
    pub misfits: u64,
}

/// Written once this much is there.
const BUFFER_BYTES: usize = 64 * 1024;

/// Writes records, many at once.
#[derive(Debug)]
pub struct Dump<W> {
    out: W,
    format: Format,
    typing: Option<Typing>,
    fields: Option<FieldReader>,
    buffer: Vec<u8>,
    tally: Tally,
}

impl<W: Write> Dump<W> {
    /// A dump to `out`.
    pub fn new(out: W, format: Format) -> Self {
        let buffer = Vec::with_capacity(BUFFER_BYTES + BUFFER_BYTES / 4);
        Self { out, format, typing: None, fields: None, buffer, tally: Tally::default() }
    }

    /// Says of Eio's events what they mean.
    #[must_use]
    pub fn typed(self, typing: Option<Typing>) -> Self {
        Self { typing, ..self }
    }

    /// Says of custom events with a schema what their fields hold.
    #[must_use]
    pub fn with_fields(self, fields: Option<FieldReader>) -> Self {
        Self { fields, ..self }
    }

    /// Writes all rings of a snapshot.
    ///
    /// # Errors
    ///
    /// `out` could not be written.
    pub fn snapshot<'a>(
        self,
        snapshot: &Snapshot<'a>,
        naming: &Naming<'a>,
        order: Order,
    ) -> io::Result<Tally> {
        self.rings(snapshot.rings().map(|ring| RingRecords::new(&ring, naming)), order)
    }

    /// Writes all records of some rings.
    ///
    /// # Errors
    ///
    /// `out` could not be written.
    pub fn rings<'a>(
        mut self,
        rings: impl IntoIterator<Item: Iterator<Item = Record<'a>>>,
        order: Order,
    ) -> io::Result<Tally> {
        self.heading()?;
        match order {
            Order::Ring => rings
                .into_iter()
                .try_for_each(|mut ring| ring.try_for_each(|record| self.record(&record)))?,
            Order::Time => by_time(rings, |record| self.record(&record))?,
        }
        self.finish()
    }

    /// Writes the only record of a file that is refused.
    ///
    /// # Errors
    ///
    /// `out` could not be written.
    pub fn refused(mut self, refused: &Record<'_>) -> io::Result<Tally> {
        self.record(refused)?;
        self.finish()
    }

    /// The line above the records, where the format has one.
    ///
    /// # Errors
    ///
    /// `out` could not be written.
    pub fn heading(&mut self) -> io::Result<()> {
        if self.format == Format::Text {
            write_heading(&mut self.buffer)?;
        }
        Ok(())
    }

    /// Writes a record, in time.
    ///
    /// # Errors
    ///
    /// `out` could not be written.
    pub fn record(&mut self, record: &Record<'_>) -> io::Result<()> {
        match record {
            Record::Event(event) => {
                self.tally.events += 1;
                self.tally.short += u64::from(is_short(&event.body));
            }
            Record::Corrupt(_) => self.tally.corrupt_rings += 1,
            Record::Lost { .. } | Record::Refused { .. } => {}
        }
        let typed = self.typing.and_then(|typing| typing.typed(record));
        self.tally.typed_short += u64::from(typed == Some(Typed::Short));
        let fields = self.fields.as_ref().and_then(|fields| fields.of_record(record));
        self.tally.misfits += u64::from(fields.is_some_and(|fields| fields.is_misfit()));
        match self.format {
            Format::Text => {
                // What the user says goes before what is known of a library.
                let fields = fields.as_ref().map(|fields| fields as &dyn fmt::Display);
                let typed = typed.as_ref().map(|typed| typed as &dyn fmt::Display);
                write_line(&mut self.buffer, record, fields.or(typed))?;
            }
            Format::JsonLines => {
                let out = &mut self.buffer;
                match (self.typing, fields) {
                    (None, None) => serde_json::to_writer(out, record)?,
                    (None, Some(fields)) => {
                        serde_json::to_writer(out, &WithFields::new(record, fields))?
                    }
                    (Some(_), None) => serde_json::to_writer(out, &TypedRecord { record, typed })?,
                    (Some(_), Some(fields)) => serde_json::to_writer(
                        out,
                        &WithFields::new(TypedRecord { record, typed }, fields),
                    )?,
                }
                self.buffer.push(b'\n');
            }
        }
        if self.buffer.len() >= BUFFER_BYTES {
            self.write_buffer()?;
        }
        Ok(())
    }

    fn write_buffer(&mut self) -> io::Result<()> {
        self.out.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }

    /// Writes what was kept for later.
    ///
    /// # Errors
    ///
    /// `out` could not be written.
    pub fn flush(&mut self) -> io::Result<()> {
        if !self.buffer.is_empty() {
            self.write_buffer()?;
            self.out.flush()?;
        }
        Ok(())
    }

    /// What was written so far.
    pub fn tally(&self) -> Tally {
        self.tally
    }

    fn finish(mut self) -> io::Result<Tally> {
        self.flush()?;
        Ok(self.tally)
    }
}
