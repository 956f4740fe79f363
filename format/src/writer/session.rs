//! A session: the file header, the ring headers, the names.

use core::error::Error;
use core::fmt::{self, Display, Formatter};
use core::num::NonZeroU32;

use zerocopy::transmute;

use super::{Clock, Config, Unworkable, Writer};
use crate::geometry::Geometry;
use crate::layout::NameEntry;
use crate::names::LOST_NAME;
use crate::registry::{
    ID_MASK, MAX_DOMAINS, NAME_ENTRIES, NAME_ENTRY_BYTES, NAME_MAX_BYTES, Release,
};
use crate::release::STAMP_PREFIX;
use crate::shared::WritableView;
use crate::sync::{Cell, Step, load, release_fence, store, store_release};

/// A session in memory of the caller: what a file is, from creation to removal.
///
/// It gives out names and rings. Its end is the caller's: whoever made the file removes it
/// (clause producer.end). After a fork the child makes a session of its own
/// (clause producer.fork).
#[derive(Debug)]
pub struct Session<'a> {
    memory: WritableView<'a>,
    geometry: Geometry,
    release: Option<Release>,
    names: u16,
    stamp: Option<EventIndex>,
    /// One bit a ring: whether it has been handed out.
    taken: [u64; MAX_DOMAINS as usize / 64],
}

impl<'a> Session<'a> {
    /// Lays a session out and writes ring_start, and the stamp if there is one, into ring 0, whose
    /// writer is returned too.
    ///
    /// The file header becomes one that a reader accepts when it is whole, and before there is an
    /// event (clauses order.header and file.header-first). The memory may hold anything, an earlier
    /// session too: what has to be zero is made so, where it is not (clause producer.reuse). Old
    /// words of rings are left.
    ///
    /// # Errors
    ///
    /// [`Unworkable`]; nothing has been written then.
    pub fn create<C: Clock>(
        memory: WritableView<'a>,
        config: &Config,
        process_id: NonZeroU32,
        clock: C,
    ) -> Result<(Self, Writer<'a, C>), Unworkable> {
        let geometry = config.geometry()?;
        let header: [u64; 8] = transmute!(config.header()?);
        let needed_words = geometry.file_bytes().div_ceil(8);
        let found_words = memory.len_words() as u64;
        let too_small = Unworkable::Memory { found_words, needed_words };
        let cells = usize::try_from(needed_words).ok().and_then(|len| memory.cells(0, len));
        let cells = cells.ok_or(too_small)?;

        clear(cells, &geometry);
        publish(cells, &header);
        let mut session = Self {
            memory,
            geometry,
            release: config.release,
            names: 0,
            stamp: None,
            taken: [0; MAX_DOMAINS as usize / 64],
        };
        if config.stamp && config.has_names() {
            session.stamp = session.add_name(stamp(config.release).name().as_bytes()).ok();
        }
        let mut writer = session.take_writer(0, clock).ok_or(too_small)?;
        writer.ring_start(process_id);
        if let Some(stamp) = session.stamp {
            writer.unit(stamp);
        }
        Ok((session, writer))
    }

    /// Sizes and offsets.
    #[must_use]
    pub const fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The stamp, if it is registered. Whoever wants it to be found in a ring that has lapped emits
    /// it again.
    #[must_use]
    pub const fn stamp(&self) -> Option<EventIndex> {
        self.stamp
    }

    /// Puts a name into the table, under the next event index.
    ///
    /// A name that is refused uses up no index. The same name may be registered twice
    /// (clause names.index-not-identity).
    ///
    /// # Errors
    ///
    /// [`NameError`], with the clause it would break.
    pub fn register(&mut self, name: &[u8]) -> Result<EventIndex, NameError> {
        if name.starts_with(b"eventring.") && !FREE_RESERVED_NAMES.contains(&name) {
            return Err(NameError::Reserved);
        }
        self.add_name(name)
    }

    /// The only writer of ring `index`; `None` where there is no such ring, and from the second
    /// time on (clause producer.one-writer).
    pub fn take_writer<C: Clock>(&mut self, index: u32, clock: C) -> Option<Writer<'a, C>> {
        if index >= self.geometry.max_domains() {
            return None;
        }
        let bits = self.taken.get_mut(index as usize / 64)?;
        let bit = 1 << (index % 64);
        if *bits & bit != 0 {
            return None;
        }
        let writer = Writer::new(self.memory, &self.geometry, index, clock)?;
        *bits |= bit;
        Some(writer)
    }

    /// The phase `id`, if the release of this session has it (clause runtime.id).
    #[must_use]
    pub fn phase(&self, id: u16) -> Option<Phase> {
        self.has_id(id, |release| release.phase_name(id).is_some()).then_some(Phase(id))
    }

    /// The counter `id`, if the release of this session has it (clause runtime.id).
    #[must_use]
    pub fn counter(&self, id: u16) -> Option<Counter> {
        self.has_id(id, |release| release.counter_name(id).is_some()).then_some(Counter(id))
    }

    /// Of a release whose tables are not complete, every id may be one.
    fn has_id(&self, id: u16, known: impl FnOnce(Release) -> bool) -> bool {
        let allowed = |release: Release| !release.is_complete() || known(release);
        u64::from(id) <= ID_MASK && self.release.is_some_and(allowed)
    }

    fn add_name(&mut self, name: &[u8]) -> Result<EventIndex, NameError> {
        let mut entry = [0; NAME_ENTRY_BYTES];
        let room = entry.get_mut(..name.len()).filter(|room| room.len() <= NAME_MAX_BYTES);
        let Some(room) = room else { return Err(NameError::TooLong { len_bytes: name.len() }) };
        if let Some(offset_bytes) = name.iter().position(|&byte| byte == 0) {
            return Err(NameError::Nul { offset_bytes });
        }
        room.copy_from_slice(name);
        if usize::from(self.names) >= NAME_ENTRIES {
            return Err(NameError::TableFull);
        }
        let words: [u64; NAME_ENTRY_BYTES / 8] = transmute!(entry);
        let table = self.geometry.names_offset().ok_or(NameError::NoTable)?;
        // Below the end of the table, which is inside the memory.
        let offset_bytes = usize::from(self.names).wrapping_mul(size_of::<NameEntry>());
        let cells = usize::try_from(table)
            .ok()
            .map(|table| table.wrapping_add(offset_bytes) / 8)
            .and_then(|start| self.memory.cells(start, words.len()))
            .ok_or(NameError::NoTable)?;
        for (cell, word) in cells.iter().zip(words) {
            store(cell, word);
        }
        let index = EventIndex(self.names);
        self.names = self.names.wrapping_add(1); // At most 8192.
        Ok(index)
    }
}

/// Reserved names that any producer may use (section "Reserved names" of SPEC.md).
const FREE_RESERVED_NAMES: [&[u8]; 2] = [LOST_NAME, b"eventring.clock"];

/// The name of the stamp of a release.
fn stamp(release: Option<Release>) -> NameEntry {
    let release = release.map_or("none", Release::name);
    let mut entry = NameEntry { name: [0; NAME_MAX_BYTES], last: 0 };
    let bytes = STAMP_PREFIX.as_bytes().iter().chain(release.as_bytes());
    entry.name.iter_mut().zip(bytes).for_each(|(room, &byte)| *room = byte);
    entry
}

/// Withdraws an earlier session and clears what has to be zero (clause producer.reuse).
fn clear(cells: &[Cell], geometry: &Geometry) {
    // The offset goes first, so that whoever comes now finds nothing ready. Then tails, then the
    // rest: a reader of the old session sees a tail that went back before it sees a new item.
    if let Some(data_offset) = cells.get(DATA_OFFSET) {
        zero(data_offset);
    }
    release_fence(Step::A);
    let rings = cells.get(geometry.ring_headers_words()).unwrap_or_default();
    for header in rings.chunks_exact(crate::registry::RING_HEADER_BYTES / 8) {
        if let [head, tail, reserved @ ..] = header {
            zero(tail);
            zero(head);
            reserved.iter().for_each(zero);
        }
    }
    release_fence(Step::A);
    let names = geometry.names_offset().and_then(|offset| usize::try_from(offset / 8).ok());
    names.and_then(|at| cells.get(at..)).unwrap_or_default().iter().for_each(zero);
}

fn zero(cell: &Cell) {
    set(cell, 0);
}

/// Gives a cell a value; one that has it already is not written, so that a hole of a file stays one.
fn set(cell: &Cell, word: u64) {
    if load(cell) != word {
        store(cell, word);
    }
}

/// Writes the file header: the data offset last, so that it is not ready before it is whole
/// (clause order.header, steps A and B).
fn publish(cells: &[Cell], header: &[u64; 8]) {
    for (index, (cell, &word)) in cells.iter().zip(header).enumerate() {
        if index != DATA_OFFSET {
            set(cell, word);
        }
    }
    if let (Some(cell), Some(&word)) = (cells.get(DATA_OFFSET), header.get(DATA_OFFSET)) {
        store_release(cell, word, Step::B);
    }
}

/// Which word of the file header is the data offset.
const DATA_OFFSET: usize = 6;

/// The index of a user event whose name is in the table: 0 to 8191.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EventIndex(pub(super) u16);

impl EventIndex {
    /// The number.
    #[must_use]
    pub const fn get(self) -> u16 {
        self.0
    }
}

/// A phase that the release of a session has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Phase(pub(super) u16);

/// A counter that the release of a session has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Counter(pub(super) u16);

/// Why a name was not registered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NameError {
    /// The name has more than 127 bytes (clause names.length).
    TooLong {
        /// Its length.
        len_bytes: usize,
    },
    /// The name has a byte 0 (clause names.length).
    Nul {
        /// Where the first one is.
        offset_bytes: usize,
    },
    /// All 8192 entries are used (clause user.index).
    TableFull,
    /// The name begins with `eventring.` and is not for everybody's use (clause names.reserved).
    Reserved,
    /// The release of the session has no name table (clause names.none).
    NoTable,
}

impl Display for NameError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { len_bytes } => {
                write!(f, "name of {len_bytes} bytes, at most {NAME_MAX_BYTES} are possible")
            }
            Self::Nul { offset_bytes } => write!(f, "name with a byte 0 at {offset_bytes}"),
            Self::TableFull => write!(f, "all {NAME_ENTRIES} names are used"),
            Self::Reserved => write!(f, "names that begin with \"eventring.\" are reserved"),
            Self::NoTable => write!(f, "the release of this session has no name table"),
        }
    }
}

impl Error for NameError {}
