//! A live consumer as `SPEC.md` describes it, with one switch that makes it wrong. It loads words one by one, so that a
//! producer can come in between any two.

use std::sync::atomic::{Ordering, fence};

use eventring::shared::SharedView;

use super::mutant::Switch;
use crate::plain::{ByteOrder, FileHeader, HeaderWord, Item, ItemHeader, NAME_BYTES, RuntimeNames};
use crate::record::{Body, Corrupt, Name, Record};

/// Memory that somebody writes, and who comes in before each load.
pub(super) struct Memory<'m> {
    pub(super) view: SharedView<'m>,
    pub(super) between: &'m mut dyn FnMut(),
}

impl Memory<'_> {
    /// A word as it lies there; 0 outside.
    fn load(&mut self, index: u64) -> u64 {
        (self.between)();
        usize::try_from(index).ok().and_then(|index| self.view.load(index)).unwrap_or(0)
    }

    fn len_bytes(&self) -> u64 {
        self.view.len_words() as u64 * 8
    }
}

/// Why nothing is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Not {
    Ready,
    ARingFile,
}

/// A reader of all rings.
#[derive(Debug)]
pub(super) struct Reader {
    switch: Option<Switch>,
    header: FileHeader,
    rings: Vec<Cursor>,
    /// The name table as it was at first.
    kept_names: Vec<u8>,
}

/// Where the reader is in one ring.
#[derive(Clone, Copy, Debug, Default)]
struct Cursor {
    position: u64,
    head: u64,
    tail: u64,
    latest_ns: u64,
    /// Items had been overwritten when it came, and nothing was read since.
    is_late: bool,
    is_over: bool,
}

/// Words that were copied, from a position on, below a tail.
#[derive(Clone, Copy, Debug)]
struct Batch<'b> {
    ring: usize,
    position: u64,
    words: &'b [u64],
    tail: u64,
}

/// Event records, one a line.
#[derive(Debug, Default)]
pub(super) struct Lines {
    pub(super) bytes: Vec<u8>,
}

impl Lines {
    fn push(&mut self, record: &Record<'_>) {
        // Writing into memory cannot fail.
        let _ = serde_json::to_writer(&mut self.bytes, record);
        self.bytes.push(b'\n');
    }
}

/// Another session has taken the place of this one.
pub(super) struct Restarted;

impl Reader {
    pub(super) fn attach(memory: &mut Memory<'_>, switch: Option<Switch>) -> Result<Self, Not> {
        let Some((order, header)) = load_header(memory) else { return Err(Not::Ready) };
        let mut header = FileHeader { order, words: header };
        let is_unready = header.word(HeaderWord::DataOffset) == 0 && header.words[0] <= 1;
        match switch {
            Some(Switch::UnreadyEmpty) if is_unready => header.words = [0; 8],
            Some(Switch::UnreadyRefused) if is_unready => return Err(Not::ARingFile),
            _ if is_unready => return Err(Not::Ready),
            _ if !header.faults(memory.len_bytes()).is_empty() => return Err(Not::ARingFile),
            _ => {}
        }
        let rings = vec![Cursor::default(); header.word(HeaderWord::MaxDomains) as usize];
        let mut reader = Self { switch, header, rings, kept_names: Vec::new() };
        for ring in 0..reader.rings.len() {
            reader.rings[ring].is_late = reader.head(ring, memory) > 0;
        }
        if switch == Some(Switch::NamesKept) {
            let area = header.names_area(memory.len_bytes());
            let words = area.map_or(0..0, |area| (area.start / 8) as u64..(area.end / 8) as u64);
            reader.kept_names = words.flat_map(|word| memory.load(word).to_ne_bytes()).collect();
        }
        Ok(reader)
    }

    fn is(&self, switch: Switch) -> bool {
        self.switch == Some(switch)
    }

    /// Reads what there is, once round all rings.
    pub(super) fn poll(
        &mut self,
        memory: &mut Memory<'_>,
        lines: &mut Lines,
    ) -> Result<(), Restarted> {
        self.watch_header(memory)?;
        for ring in 0..self.rings.len() {
            // To the end of the ring, and then from its start.
            for _ in 0..2 {
                self.batch(ring, memory, lines)?;
            }
        }
        Ok(())
    }

    fn watch_header(&mut self, memory: &mut Memory<'_>) -> Result<(), Restarted> {
        if self.rings.is_empty() {
            return Ok(());
        }
        let Some((_, now)) = load_header(memory) else { return Err(Restarted) };
        let was = self.header.words;
        if self.is(Switch::HeaderUnwatched) && was[7] != 0 {
            return Ok(());
        }
        if now == was {
            return Ok(());
        }
        let only_names_came = now[..7] == was[..7] && was[7] == 0;
        if !only_names_came || self.is(Switch::NamesAreRestart) {
            return Err(Restarted);
        }
        self.header.words = now;
        Ok(())
    }

    fn batch(
        &mut self,
        ring: usize,
        memory: &mut Memory<'_>,
        lines: &mut Lines,
    ) -> Result<(), Restarted> {
        let ring_words = self.header.word(HeaderWord::RingSizeElements);
        let mut cursor = self.rings[ring];
        let tail = self.tail(ring, memory); // S
        fence(Ordering::Acquire); // T
        if tail < cursor.tail && !self.is(Switch::PositionsUnwatched) {
            return Err(Restarted);
        }
        if cursor.is_over || tail < cursor.position {
            return Ok(());
        }
        if tail == cursor.position && !self.is(Switch::ReadsPastTail) {
            return Ok(());
        }
        let early_head = if self.is(Switch::HeadFirst) { self.head(ring, memory) } else { 0 };
        let mut words = self.copy(ring, cursor.position, tail, memory); // U
        fence(Ordering::Acquire); // V
        if self.is(Switch::JudgesEarly)
            && fault(&words, cursor.position, tail, ring_words).is_some()
        {
            self.corrupt(ring, cursor.position, "item.within-ring", lines);
            self.rings[ring].is_over = true;
            return Ok(());
        }
        let head = match self.switch {
            Some(Switch::NoHead) if tail - cursor.position <= ring_words => cursor.position,
            Some(Switch::HeadFirst) if tail - cursor.position <= ring_words => early_head,
            _ => self.head(ring, memory), // W
        };
        fence(Ordering::Acquire); // X
        let tail_now = match self.switch {
            Some(Switch::NoSecondTail) => tail,
            _ => self.tail(ring, memory), // Y
        };
        let went_back = tail_now < tail || head < cursor.head;
        if went_back && !matches!(self.switch, Some(Switch::PositionsUnwatched | Switch::NoHead)) {
            return Err(Restarted);
        }
        (cursor.head, cursor.tail) = (head, tail_now);
        if head > tail_now || tail.saturating_sub(head) > ring_words {
            self.corrupt(ring, head, "ring.window", lines);
            self.rings[ring].is_over = true;
            return Ok(());
        }
        let passed = head.saturating_sub(cursor.position);
        if passed > 0 {
            self.lap(ring, &mut cursor, tail_now, lines);
            if !self.is(Switch::KeepsDropped) {
                words.drain(..words.len().min(passed as usize));
            }
            if cursor.position != head {
                words.clear(); // It goes on elsewhere, with the next batch.
            }
        }
        let position = cursor.position - if self.is(Switch::KeepsDropped) { passed } else { 0 };
        self.items(&mut cursor, Batch { ring, position, words: &words, tail }, memory, lines);
        self.rings[ring] = cursor;
        Ok(())
    }

    /// Goes on after head has passed the cursor.
    fn lap(&self, ring: usize, cursor: &mut Cursor, tail: u64, lines: &mut Lines) {
        let (from, head) = (cursor.position, cursor.head);
        let ring_words = self.header.word(HeaderWord::RingSizeElements);
        let is_first = cursor.is_late;
        let to = match self.switch {
            Some(Switch::BeginsAtTail) if is_first => tail,
            Some(Switch::ResumesInside) if !is_first => (tail - ring_words / 2).max(head),
            Some(Switch::ResumesByRing) if !is_first => {
                head + (ring_words - (head - from) % ring_words) % ring_words
            }
            _ => head,
        };
        let to = to.min(tail);
        let words = match self.switch {
            Some(Switch::BeginsAtHead) if is_first => 0,
            Some(Switch::LapUncounted) if !is_first => 0,
            Some(Switch::CountsItems) if !is_first => (to - from).div_ceil(2),
            Some(Switch::Loss32Bits) if !is_first => u64::from((to - from) as u32),
            Some(Switch::LossFromTail) if !is_first => tail - from,
            _ => to - from,
        };
        if words > 0 {
            lines.push(&Record::Lost { ring: ring as u32, words });
        }
        cursor.position = to;
        cursor.is_late = false;
    }

    /// The words from a position on, up to tail or the end of the ring; none where all may be gone.
    fn copy(&self, ring: usize, position: u64, tail: u64, memory: &mut Memory<'_>) -> Vec<u64> {
        let ring_words = self.header.word(HeaderWord::RingSizeElements);
        let (slot, new) = (position % ring_words, tail - position);
        let to_end = ring_words - slot;
        let count = match self.switch {
            _ if new > ring_words => 0,
            Some(Switch::ReadsPastTail) => to_end,
            _ => new.min(to_end),
        };
        let start = self.header.word(HeaderWord::DataOffset) / 8 + ring as u64 * ring_words + slot;
        (start..start + count).map(|index| self.value(memory.load(index))).collect()
    }

    /// Delivers the items of a copy, whose first word is at `position`.
    fn items(
        &self,
        cursor: &mut Cursor,
        batch: Batch<'_>,
        memory: &mut Memory<'_>,
        lines: &mut Lines,
    ) {
        let ring_words = self.header.word(HeaderWord::RingSizeElements);
        let Batch { ring, mut position, words: mut rest, tail } = batch;
        while let Some(first) = rest.first() {
            let header = ItemHeader { bits: *first };
            let fault = fault(rest, position, tail, ring_words);
            let is_newer = rest.get(1).is_some_and(|time| *time > cursor.latest_ns);
            if position >= tail && (fault.is_some() || !is_newer || header.is_padding()) {
                return;
            }
            if let Some(clause) = fault {
                self.corrupt(ring, position, clause, lines);
                cursor.is_over = true;
                return;
            }
            let length = header.length_words();
            let (item, after) = rest.split_at((length as usize).min(rest.len()));
            if !header.is_padding() {
                cursor.latest_ns = item[1];
                self.event(ring, item, memory, lines);
            }
            cursor.is_late = false;
            position += length;
            cursor.position = cursor.position.max(position);
            rest = after;
        }
    }

    fn event(&self, ring: usize, item: &[u64], memory: &mut Memory<'_>, lines: &mut Lines) {
        let order = self.header.order;
        let bytes: Vec<u8> = item.iter().flat_map(|word| order.bytes(*word)).collect();
        let (ring, position, slot, offset_bytes) = (ring as u32, 0, 0, 0);
        let header = ItemHeader { bits: item[0] };
        let item = Item { ring, position, slot, offset_bytes, header, bytes: &bytes, order };
        let names = RuntimeNames::none();
        let Some(Record::Event(mut event)) = item.record(&names, None) else { return };
        let entry;
        if let Body::Unit { id, name }
        | Body::Int { id, name, .. }
        | Body::SpanBegin { id, name }
        | Body::SpanEnd { id, name }
        | Body::Custom { id, name, .. } = &mut event.body
        {
            entry = self.name(*id, memory);
            *name = Name::from_bytes(&entry);
        }
        lines.push(&Record::Event(event));
    }

    fn name(&self, index: u16, memory: &mut Memory<'_>) -> Vec<u8> {
        let Some(area) = self.header.names_area(memory.len_bytes()) else { return Vec::new() };
        let entry = NAME_BYTES * u64::from(index);
        let bytes: Vec<u8> = if self.is(Switch::NamesKept) {
            let from = entry as usize;
            self.kept_names.get(from..from + NAME_BYTES as usize).unwrap_or_default().to_vec()
        } else {
            let start = (area.start as u64 + entry) / 8;
            (start..start + NAME_BYTES / 8)
                .flat_map(|word| memory.load(word).to_ne_bytes())
                .collect()
        };
        bytes.split(|byte| *byte == 0).next().unwrap_or_default().to_vec()
    }

    fn corrupt(&self, ring: usize, position: u64, clause: &'static str, lines: &mut Lines) {
        lines.push(&Record::Corrupt(Corrupt {
            ring: ring as u32,
            position,
            offset_bytes: 0,
            clause: clause.into(),
            message: "".into(),
        }));
    }

    fn head(&self, ring: usize, memory: &mut Memory<'_>) -> u64 {
        let loaded = memory.load(self.ring_header(ring));
        self.value(loaded)
    }

    fn tail(&self, ring: usize, memory: &mut Memory<'_>) -> u64 {
        let loaded = memory.load(self.ring_header(ring) + 1);
        self.value(loaded)
    }

    fn ring_header(&self, ring: usize) -> u64 {
        let size = self.header.word(HeaderWord::RingHeaderSizeBytes);
        (self.header.word(HeaderWord::HeadersOffset) + ring as u64 * size) / 8
    }

    fn value(&self, loaded: u64) -> u64 {
        self.header.order.word(loaded.to_ne_bytes())
    }
}

/// The byte order and the words of the file header, the data offset first (steps P to R); none for an empty file.
fn load_header(memory: &mut Memory<'_>) -> Option<(ByteOrder, [u64; 8])> {
    if memory.len_bytes() == 0 {
        return None;
    }
    let data_offset = memory.load(6);
    fence(Ordering::Acquire);
    let mut words = [0; 8];
    for (index, word) in words.iter_mut().enumerate() {
        *word = if index == 6 { data_offset } else { memory.load(index as u64) };
    }
    let is_in = |order: &ByteOrder| order.word(words[0].to_ne_bytes()) == 1;
    let order = ByteOrder::ALL.into_iter().find(is_in).unwrap_or(ByteOrder::Little);
    Some((order, words.map(|word| order.word(word.to_ne_bytes()))))
}

/// What is wrong with the framing of the first item of these words.
fn fault(words: &[u64], position: u64, tail: u64, ring_words: u64) -> Option<&'static str> {
    let header = ItemHeader { bits: *words.first()? };
    let length = header.length_words();
    match () {
        () if length == 0 => Some("item.length.zero"),
        () if length == 1 && !header.is_padding() => Some("item.length.one"),
        () if position % ring_words + length > ring_words => Some("item.within-ring"),
        () if position < tail && length > tail - position => Some("item.within-window"),
        () if length > words.len() as u64 => Some("item.within-window"),
        () => None,
    }
}
