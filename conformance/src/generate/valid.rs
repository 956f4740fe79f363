//! Sessions that break no MUST.

use std::sync::LazyLock;

use arbitrary::{Result, Unstructured};
use eventring_spec::registry::{MaxDomains, Registry, Space};

use super::eio::Eio;
use super::numbers::{position, word};
use super::{Entry, EventPlan, Payload, RingPlan, Session};
use crate::plain::{ByteOrder, Category, custom_payload};

/// The release of a producer that is not OCaml.
const NO_OCAML: &str = "none";

const RING_START: u16 = 0;

/// Bytes of the longest custom event (clause custom.max).
const MOST_CUSTOM_BYTES: usize = 1024;

/// What a release may write, by its tables.
struct Ids {
    release: &'static str,
    phases: Vec<u16>,
    counters: Vec<u16>,
    lifecycles: Vec<u16>,
    /// The numbers of rings where there is no choice.
    max_domains: Vec<u64>,
    /// Whether its files end in a name table; none where it is free.
    name_table: Option<bool>,
}

static REGISTRY: LazyLock<Option<Registry>> = LazyLock::new(|| Registry::load().ok());

static IDS: LazyLock<Vec<Ids>> = LazyLock::new(|| {
    let Some(registry) = REGISTRY.as_ref() else { return vec![none(&[])] };
    let ids = |release, space| registry.table(release, space).iter().map(|row| row.id).collect();
    let mut all: Vec<Ids> = registry
        .complete()
        .map(|release| Ids {
            release: &release.name,
            phases: ids(release, Space::Phase),
            counters: ids(release, Space::Counter),
            lifecycles: ids(release, Space::Lifecycle),
            max_domains: match &release.max_domains {
                Some(MaxDomains::Fixed { one_of }) => {
                    one_of.iter().copied().map(u64::from).collect()
                }
                _ => Vec::new(),
            },
            name_table: Some(release.name_table),
        })
        .collect();
    let lifecycles = all.last().map_or_else(Vec::new, |newest| newest.lifecycles.clone());
    all.push(none(&lifecycles));
    all
});

fn none(lifecycles: &[u16]) -> Ids {
    Ids {
        release: NO_OCAML,
        phases: Vec::new(),
        counters: Vec::new(),
        lifecycles: lifecycles.to_vec(),
        max_domains: Vec::new(),
        name_table: None,
    }
}

/// A session that breaks no MUST: rings at any position, some of them full of events up to where the oldest had to make
/// way, with padding where an event did not fit.
///
/// # Errors
///
/// Only from the choices, which do not fail where they run out.
pub fn valid(choices: &mut Unstructured<'_>) -> Result<Session> {
    let ids = if choices.ratio(1, 3)? { IDS.last() } else { Some(choices.choose(&IDS)?) };
    // The list is never empty.
    let Some(ids) = ids else { return Err(arbitrary::Error::EmptyChoose) };
    let max_domains = match ids.max_domains.as_slice() {
        // Nearly always the smaller one: the rest of the file is zeros.
        [small, large, ..] => {
            if choices.ratio(1, 32)? {
                *large
            } else {
                *small
            }
        }
        [one] => *one,
        [] => *choices.choose(&[1, 1, 2, 2, 3, 4, 5, 16])?,
    };
    let ring_words = 1 << choices.int_in_range(1..=9)?;
    let mut session = Session {
        release: ids.release,
        order: if choices.ratio(1, 4)? { ByteOrder::Big } else { ByteOrder::Little },
        max_domains,
        ring_words,
        with_names: ids.name_table.map_or_else(|| choices.ratio(1, 2), Ok)?,
        layout: Vec::new(),
        header: Vec::new(),
        len_bytes: None,
        names: Vec::new(),
        rings: Vec::new(),
        patches: Vec::new(),
    };
    let mut eio = None;
    if session.with_names {
        session.names = names(choices)?;
        if choices.ratio(1, 3)? {
            eio = Eio::new(choices, 100)?;
            session.names.extend(eio.iter().flat_map(Eio::names));
        }
    }
    for index in rings(choices, max_domains)? {
        let ring = Writer::new(choices, ids, &session, index, session.rings.is_empty())?;
        let ring = ring.fill(choices, &mut eio)?;
        if !ring.entries.is_empty() {
            session.rings.push(ring);
        }
    }
    begin(&mut session);
    Ok(session)
}

/// Where nothing was evicted a session begins with a ring_start (clause runtime.lifecycle.ring-start). One without is
/// taken to have begun earlier.
fn begin(session: &mut Session) {
    let is_start = |ring: &RingPlan| match ring.entries.first() {
        Some(Entry::Event(EventPlan { category: Category::Runtime, item_type: 1, id, .. })) => {
            *id == RING_START
        }
        _ => false,
    };
    if session.rings.iter().all(|ring| ring.from == 0) && !session.rings.iter().any(is_start) {
        for ring in &mut session.rings {
            ring.from = session.ring_words;
        }
    }
}

/// Indices of up to three rings, the first one nearly always among them.
fn rings(choices: &mut Unstructured<'_>, max_domains: u64) -> Result<Vec<u32>> {
    let mut rings: Vec<u32> = Vec::new();
    for first in 0..choices.int_in_range(1..=3)? {
        // At most 4096 of them.
        let last = max_domains as u32 - 1;
        let ring = if choices.ratio(1, 8)? { last } else { u32::min(first, last) };
        if !rings.contains(&ring) {
            rings.push(ring);
        }
    }
    rings.sort_unstable();
    Ok(rings)
}

fn names(choices: &mut Unstructured<'_>) -> Result<Vec<(u16, Vec<u8>)>> {
    let mut names: Vec<(u16, Vec<u8>)> = Vec::new();
    for _ in 0..choices.int_in_range(1..=4)? {
        let index = match choices.int_in_range(0..=7)? {
            0 => 4095,
            1 => 4096,
            2 => 8191,
            3 => choices.int_in_range(200..=8190)?,
            low => low - 4,
        };
        let name = match choices.int_in_range(0..=7)? {
            0 => vec![b'x'; 127],
            1 => b" spaces and \"quotes\"\t".to_vec(),
            2 => vec![0xff, 0xc3, b'x'],
            3 => "name \u{1f42b}".into(),
            // The length is at most 126, and no byte is 0.
            4 => (1..=choices.int_in_range(1..=126)?).collect(),
            _ => format!("event{index}").into_bytes(),
        };
        if names.iter().all(|(other, _)| *other != index) {
            names.push((index, name));
        }
    }
    Ok(names)
}

/// A ring while it is being written.
struct Writer<'a> {
    ids: &'a Ids,
    names: Vec<u16>,
    ring_words: u64,
    ring: RingPlan,
    used_words: u64,
    now_ns: u64,
    open: Vec<u16>,
}

impl<'a> Writer<'a> {
    fn new(
        choices: &mut Unstructured<'_>,
        ids: &'a Ids,
        session: &Session,
        index: u32,
        is_first: bool,
    ) -> Result<Self> {
        let ring_words = session.ring_words;
        let from = position(choices, ring_words)?;
        let mut writer = Self {
            ids,
            names: session
                .names
                .iter()
                .map(|(index, _)| *index)
                .filter(|index| !(100..200).contains(index))
                .collect(),
            ring_words,
            ring: RingPlan { index, from, ..RingPlan::default() },
            used_words: 0,
            now_ns: choices.int_in_range(0..=1 << 40)?,
            open: Vec::new(),
        };
        if is_first && from == 0 {
            let process_id = choices.int_in_range(1..=i64::from(i32::MAX).cast_unsigned())?;
            let start = writer.event(Category::Runtime, 1, RING_START, vec![process_id]);
            if start.words() <= writer.most_words() {
                writer.write(start);
            }
        }
        Ok(writer)
    }

    /// Words of the longest event (clause item.half-ring).
    fn most_words(&self) -> u64 {
        self.ring_words / 2
    }

    fn fill(mut self, choices: &mut Unstructured<'_>, eio: &mut Option<Eio>) -> Result<RingPlan> {
        for _ in 0..choices.int_in_range(0..=24)? {
            self.now_ns += match choices.int_in_range(0..=7)? {
                0 => 0,
                1 => choices.int_in_range(0..=1 << 45)?,
                _ => choices.int_in_range(0..=2000)?,
            };
            let event = match eio {
                Some(eio) if choices.ratio(1, 2)? => {
                    eio.event(choices, self.now_ns, self.most_words())?
                }
                _ => self.any_event(choices)?,
            };
            if let Some(event) = event.filter(|event| event.words() <= self.most_words()) {
                self.write(event);
            }
        }
        Ok(self.ring)
    }

    fn any_event(&mut self, choices: &mut Unstructured<'_>) -> Result<Option<EventPlan>> {
        let kind =
            if self.ids.phases.is_empty() || (!self.names.is_empty() && choices.ratio(1, 2)?) {
                choices.int_in_range(4..=9)?
            } else {
                choices.int_in_range(0..=4)?
            };
        if kind > 4 && self.names.is_empty() {
            return Ok(None);
        }
        let runtime = Category::Runtime;
        Ok(Some(match kind {
            0 => {
                let phase = *choices.choose(&self.ids.phases)?;
                self.open.push(phase);
                self.event(runtime, 2, phase, Vec::new())
            }
            1 => match self.open.pop() {
                Some(phase) => self.event(runtime, 3, phase, Vec::new()),
                None => return Ok(None),
            },
            2 => self.event(runtime, 4, *choices.choose(&self.ids.counters)?, vec![word(choices)?]),
            3 => {
                let mut buckets = vec![0; 20];
                let bucket = choices.choose_index(20)?;
                buckets[bucket] = word(choices)?;
                buckets[19] = choices.int_in_range(0..=9)?;
                self.event(runtime, 5, 0, buckets)
            }
            4 => match *choices.choose(&self.ids.lifecycles)? {
                // A ring_stop has no payload, and a ring_start is the first event.
                id @ 1 => self.event(runtime, 1, id, Vec::new()),
                RING_START => return Ok(None),
                id => self.event(runtime, 1, id, vec![word(choices)?]),
            },
            kind => self.user_event(choices, kind)?,
        }))
    }

    fn user_event(&self, choices: &mut Unstructured<'_>, kind: u8) -> Result<EventPlan> {
        let index = *choices.choose(&self.names)?;
        let user = Category::User;
        Ok(match kind {
            5 => self.event(user, 0, index, Vec::new()),
            6 => self.event(user, 1, index, vec![word(choices)?]),
            7 => self.event(user, choices.int_in_range(2..=3)?, index, Vec::new()),
            _ => {
                let len = match choices.int_in_range(0..=15)? {
                    0 => MOST_CUSTOM_BYTES,
                    1 => choices.int_in_range(17..=300)?,
                    small => small - 2,
                };
                let first: u8 = choices.arbitrary()?;
                let data: Vec<u8> = (0..len).map(|at| first.wrapping_add(at as u8)).collect();
                let mut event = self.event(user, 4, index, Vec::new());
                event.payload = Payload::Bytes(custom_payload(&data, choices.arbitrary()?));
                event
            }
        })
    }

    fn event(&self, category: Category, item_type: u8, id: u16, words: Vec<u64>) -> EventPlan {
        let timestamp_ns = self.now_ns;
        let payload = Payload::Words(words);
        EventPlan {
            category,
            item_type,
            id,
            length_words: None,
            reserved: 0,
            timestamp_ns,
            payload,
        }
    }

    /// Makes room, pads where the event would cross the end of the ring, and writes it.
    fn write(&mut self, event: EventPlan) {
        let words = event.words();
        let left = self.ring_words - self.ring.end() % self.ring_words;
        if words > left {
            self.put(Entry::Padding { length_words: left, id: 0 });
        }
        self.put(Entry::Event(event));
    }

    /// A ring is never quite full (clause ring.occupancy).
    fn put(&mut self, entry: Entry) {
        while self.used_words + entry.words() >= self.ring_words && !self.ring.entries.is_empty() {
            let oldest = self.ring.entries.remove(0).words();
            self.ring.from += oldest;
            self.used_words -= oldest;
        }
        self.used_words += entry.words();
        self.ring.entries.push(entry);
    }
}
