//! A consumer of snapshots as `SPEC.md` describes it, with one switch that makes it wrong.
//!
//! It takes words, areas and names from [`crate::plain`], and walks over rings by itself, so that it can go wrong where
//! the plain reader cannot.

use std::collections::BTreeMap;

use super::body::body;
use super::mutant::Switch;
use crate::certify::Outcome;
use crate::plain::{
    ByteOrder, FILE_HEADER_BYTES, FileHeader, HeaderWord, Item, ItemHeader, NotOpen, RuntimeNames,
    open,
};
use crate::record::{Body, Corrupt, Event, Record};

/// What a consumer made of a file.
pub(super) struct Answer<'a> {
    pub(super) outcome: Outcome,
    pub(super) records: Vec<Record<'a>>,
}

/// More rings than any file can have: a consumer that judges no numbers must come to an end all the same.
const MOST_RINGS: u64 = 1 << 13;

/// Reads a file.
pub(super) fn read<'a>(
    bytes: &'a [u8],
    names: &'a RuntimeNames,
    switch: Option<Switch>,
) -> Answer<'a> {
    let header = match header(bytes, switch) {
        Ok(header) => header,
        Err(answer) => return answer,
    };
    let faults = header.faults(bytes.len() as u64);
    let ignored = switch.and_then(Switch::ignores);
    let fault = faults.iter().find(|fault| Some(fault.clause) != ignored);
    let picky = switch == Some(Switch::Only80)
        && header.word(HeaderWord::RingHeaderSizeBytes) != 80
        || switch == Some(Switch::NoRingOf1) && header.word(HeaderWord::RingSizeElements) == 1
        || switch == Some(Switch::TruncatedRefused)
            && header.rings_area().end > bytes.len() as u128
        || switch == Some(Switch::NamesNeeded) && header.names_area(bytes.len() as u64).is_none();
    let refused = fault.is_some() || picky;
    if refused && switch != Some(Switch::RefusesLate) {
        return refuse(fault.map_or("", |fault| fault.clause), switch);
    }
    let mut reader = Reader {
        bytes,
        header,
        names,
        switch,
        types: BTreeMap::new(),
        records: Vec::new(),
        is_faulty: false,
    };
    reader.rings();
    let Reader { mut records, mut is_faulty, .. } = reader;
    if refused {
        records.retain(|record| matches!(record, Record::Event(_)));
        records.extend(refuse("", None).records);
        is_faulty = true;
    }
    if switch == Some(Switch::ByTime) {
        records.sort_by_key(|record| match record {
            Record::Event(event) => event.timestamp_ns,
            _ => 0,
        });
    }
    if switch == Some(Switch::RelativeTime) {
        relative(&mut records);
    }
    Answer { outcome: if is_faulty { Outcome::Rejected } else { Outcome::Accepted }, records }
}

fn refuse(clause: &'static str, switch: Option<Switch>) -> Answer<'static> {
    let record = Record::Refused { clause: clause.into(), message: "".into() };
    let records = if switch == Some(Switch::RefusesSilently) { Vec::new() } else { vec![record] };
    Answer { outcome: Outcome::Rejected, records }
}

/// The file header, as far as it is judged to be one at all.
fn header(bytes: &[u8], switch: Option<Switch>) -> Result<FileHeader, Answer<'static>> {
    let answer = |outcome| Err(Answer { outcome, records: Vec::new() });
    let not_ready = || match switch {
        Some(Switch::NotReadyEmpty) => answer(Outcome::Accepted),
        _ => answer(Outcome::NotReady),
    };
    if matches!(open(bytes), Err(NotOpen::NotReady { .. })) {
        return not_ready();
    }
    if (bytes.len() as u64) < FILE_HEADER_BYTES {
        return match switch {
            Some(Switch::ShortNotReady) => answer(Outcome::NotReady),
            _ => Err(refuse("header.complete", switch)),
        };
    }
    let read = |order: ByteOrder| FileHeader {
        order,
        words: HeaderWord::ALL.map(|word| order.word_at(bytes, word.offset_bytes()).unwrap_or(0)),
    };
    let little_only = switch == Some(Switch::LittleOnly);
    let any_version = switch == Some(Switch::AnyVersion);
    let right = |header: &FileHeader| header.words[0] == 1;
    let little = Some(read(ByteOrder::Little)).filter(right);
    let big = Some(read(ByteOrder::Big)).filter(|header| right(header) && !little_only);
    let other = any_version.then(|| read(ByteOrder::Little));
    little.or(big).or(other).ok_or_else(|| refuse("header.version", switch))
}

fn relative(records: &mut [Record<'_>]) {
    let mut first = None;
    for record in records {
        if let Record::Event(event) = record {
            let first = *first.get_or_insert(event.timestamp_ns);
            event.timestamp_ns = event.timestamp_ns.wrapping_sub(first);
        }
    }
}

pub(super) struct Reader<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) header: FileHeader,
    pub(super) names: &'a RuntimeNames,
    pub(super) switch: Option<Switch>,
    /// The types of user events, by index, as they were first seen.
    pub(super) types: BTreeMap<u16, u8>,
    records: Vec<Record<'a>>,
    is_faulty: bool,
}

/// A ring that is being read.
struct Window {
    ring: u32,
    data_bytes: u64,
    words: u64,
    head: u64,
    tail: u64,
}

/// Why a ring ends.
enum End {
    /// With a fault of the ring or of an item.
    Fault,
    /// As if nothing were wrong.
    Quietly,
}

impl<'a> Reader<'a> {
    pub(super) fn is(&self, switch: Switch) -> bool {
        self.switch == Some(switch)
    }

    fn word(&self, offset_bytes: u64) -> Option<u64> {
        self.header.order.word_at(self.bytes, offset_bytes)
    }

    fn rings(&mut self) {
        let rings = self.header.word(HeaderWord::MaxDomains).min(MOST_RINGS);
        let rings: Vec<u64> = if self.is(Switch::RingsBackwards) {
            (0..rings).rev().collect()
        } else {
            (0..rings).collect()
        };
        for ring in rings {
            let size = self.header.word(HeaderWord::RingHeaderSizeBytes);
            let size = if self.is(Switch::Assumes80) { 80 } else { size };
            let start = self.header.word(HeaderWord::HeadersOffset);
            let start = start.wrapping_add(size.wrapping_mul(ring));
            let (Some(head), Some(tail)) = (self.word(start), self.word(start.wrapping_add(8)))
            else {
                return;
            };
            let data = self.header.word(HeaderWord::DataOffset);
            let ring_bytes = self.header.word(HeaderWord::RingSizeBytes);
            let words = self.header.word(HeaderWord::RingSizeElements);
            let data_bytes = data.wrapping_add(ring_bytes.wrapping_mul(ring));
            self.ring(&Window { ring: ring as u32, data_bytes, words, head, tail });
            if self.is_faulty && self.is(Switch::FirstFaultEndsAll) {
                return;
            }
        }
    }

    fn ring(&mut self, window: &Window) {
        let Window { ring, words, head, tail, .. } = *window;
        if words == 0 {
            return;
        }
        if tail.checked_sub(head).is_none_or(|len| len > words) {
            if !self.is(Switch::WindowQuiet) {
                self.fault(window, head);
            }
            return;
        }
        if tail - head == words && self.is(Switch::FullRefused) {
            return self.fault(window, head);
        }
        let first = self.records.len();
        let oldest = tail.saturating_sub(words);
        let lost = match self.switch {
            Some(Switch::NoLoss) => 0,
            Some(Switch::HeadIgnored) => oldest,
            Some(Switch::Loss32Bits) => u64::from(head as u32),
            _ => head,
        };
        if lost > 0 {
            self.records.push(Record::Lost { ring, words: lost });
        }
        let start = self.records.len();
        if self.is(Switch::HeadIgnored) || self.is(Switch::BeforeHead) {
            self.items(&Window { head: oldest, ..*window });
        } else {
            self.items(window);
        }
        if self.is(Switch::NewestFirst) {
            self.records[start..].reverse();
        }
        if self.is(Switch::SortsRing) {
            self.records[start..].sort_by_key(|record| match record {
                Record::Event(event) => event.timestamp_ns,
                _ => u64::MAX,
            });
        }
        if lost > 0 && self.is(Switch::LossLast) {
            self.records[first..].rotate_left(1);
        }
    }

    fn items(&mut self, window: &Window) {
        let mut position = window.head;
        loop {
            if position >= window.tail && !self.is(Switch::PastTail) {
                return;
            }
            if position - window.head >= window.words {
                return;
            }
            match self.item(window, position) {
                // Past tail there may be no end of positions.
                Ok(length) => match position.checked_add(length) {
                    Some(next) => position = next,
                    None => return,
                },
                // What comes after tail is nothing that this wrong reader tells.
                Err(_) if position >= window.tail => return,
                Err(End::Quietly) => return,
                Err(End::Fault) => {
                    self.fault(window, position);
                    if !self.is(Switch::GoesOn) {
                        return;
                    }
                    position += 1;
                }
            }
        }
    }

    fn fault(&mut self, window: &Window, position: u64) {
        self.is_faulty = true;
        if !self.is(Switch::FaultSilently) {
            self.records.push(Record::Corrupt(Corrupt {
                ring: window.ring,
                position,
                offset_bytes: 0,
                clause: "".into(),
                message: "".into(),
            }));
        }
    }

    /// Delivers the item at a position, if it is an event, and gives its length.
    fn item(&mut self, window: &Window, position: u64) -> Result<u64, End> {
        let base = if self.is(Switch::HeadIsSlot0) { position - window.head } else { position };
        let slot = base % window.words;
        let offset = window.data_bytes.wrapping_add(8 * slot);
        let header = ItemHeader { bits: self.word(offset).ok_or(End::Fault)? };
        let length = header.length_words();
        let is_padding = self.is_padding(header, slot + length == window.words);
        if length == 0 {
            return Err(if self.is(Switch::ZeroEnds) { End::Quietly } else { End::Fault });
        }
        if length == 1 && !is_padding {
            return if self.is(Switch::OneSkipped) { Ok(1) } else { Err(End::Fault) };
        }
        if slot + length > window.words && !self.is(Switch::CrossesEnd) {
            return Err(End::Fault);
        }
        if length > window.tail.saturating_sub(position)
            && !self.is(Switch::PastWindow)
            && !(self.is(Switch::PastTail) && position >= window.tail)
        {
            return Err(End::Fault);
        }
        let end = offset.wrapping_add(8 * length);
        let (Ok(from), Ok(to)) = (usize::try_from(offset), usize::try_from(end)) else {
            return Err(End::Fault);
        };
        let Some(bytes) = self.bytes.get(from..to) else { return Err(End::Fault) };
        if is_padding {
            return Ok(length);
        }
        if header.reserved() != 0 && self.is(Switch::ReservedRefused) {
            return Err(End::Fault);
        }
        let order = self.header.order;
        let ring = window.ring;
        let item = Item { ring, position, slot, offset_bytes: offset, header, bytes, order };
        // Padding that is taken for an event.
        let Some(timestamp_ns) = item.word(1) else { return Ok(length) };
        let timestamp_ns = match self.switch {
            Some(Switch::Time63Bits) => timestamp_ns & u64::MAX >> 1,
            _ => timestamp_ns,
        };
        let Some(body) = body(self, &item)?.or_else(|| self.padding_body(&item)) else {
            return Ok(length);
        };
        self.records.push(Record::Event(Event { ring, timestamp_ns, body }));
        Ok(length)
    }

    fn is_padding(&self, header: ItemHeader, ends_ring: bool) -> bool {
        match self.switch {
            Some(Switch::UnitIsPadding) => header.item_type() == 0,
            Some(Switch::PaddingById) => header.is_padding() && header.id() == 0,
            Some(Switch::PaddingAtEnd) => header.is_padding() && ends_ring,
            Some(Switch::PaddingIsEvent) => false,
            _ => header.is_padding(),
        }
    }

    fn padding_body(&self, item: &Item<'a>) -> Option<Body<'a>> {
        let (kind, id) = (item.header.item_type(), item.header.id());
        item.is_padding().then(|| Body::Unknown {
            user: false,
            kind,
            id,
            payload: (&[][..]).into(),
        })
    }
}

/// The item that is at fault ends its ring.
pub(super) struct AtFault;

impl From<AtFault> for End {
    fn from(AtFault: AtFault) -> Self {
        Self::Fault
    }
}
