//! What a snapshot holds as a whole.

use std::collections::BTreeMap;

use eventring::reader::{Ring, Snapshot};
use eventring::registry::VERSION;
use serde::Serialize;

use super::{Naming, Releases, RingRecords, is_short};
use crate::record::{Body, Corrupt, Name, Record};

/// What a snapshot holds as a whole. Its JSON form is what `info --format json` prints.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Info<'a> {
    /// Where the bytes are from.
    pub file: FileInfo,
    /// The file header.
    pub header: Header,
    /// The rings that were ever used.
    pub rings: Vec<RingInfo>,
    /// The name table.
    pub names: NamesInfo<'a>,
    /// The release, or those that remain, and why.
    #[cfg_attr(feature = "cli", schemars(with = "super::release::ReleasesForm"))]
    pub release: Releases,
    /// From the least to the greatest timestamp of the file; null without events.
    pub time: Option<TimeInfo>,
}

/// Where the bytes are from.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct FileInfo {
    /// What was read, as the command line names it.
    pub what: String,
    /// Its size, holes included, in bytes.
    pub bytes: u64,
    /// Its data, without holes, in bytes.
    pub data_bytes: u64,
}

/// What the file header says, and the byte order that its first word shows.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[expect(
    missing_docs,
    reason = "the members carry the names that SPEC.md gives them; the offset of the name table is null without one"
)]
pub struct Header {
    pub byte_order: &'static str,
    pub version: u64,
    pub max_domains: u32,
    pub ring_header_size_bytes: u64,
    pub ring_size_bytes: u64,
    pub ring_size_elements: u64,
    pub headers_offset: u64,
    pub data_offset: u64,
    pub names_offset: Option<u64>,
}

/// One ring.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct RingInfo {
    /// Its index.
    pub ring: u32,
    /// The position of the oldest item that is whole.
    pub head: u64,
    /// The position after the newest item.
    pub tail: u64,
    /// Words between head and tail; null where the window is corrupt.
    pub occupied_words: Option<u64>,
    /// Words evicted before this snapshot.
    pub lost_words: u64,
    /// Events, by kind.
    pub events: BTreeMap<&'static str, u64>,
    /// Events with fewer words than their type needs.
    pub short_events: u64,
    /// The first and last timestamp; null without events.
    pub time: Option<TimeInfo>,
    /// Where and why the ring ends early.
    pub corrupt: Option<CorruptInfo>,
}

/// A framing fault: the members of a `corrupt` record.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the members are those of the record")]
pub struct CorruptInfo {
    pub position: u64,
    pub offset: u64,
    pub clause: String,
    pub message: String,
}

/// The name table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct NamesInfo<'a> {
    /// Whether the file has one.
    pub table: bool,
    /// How many names are in it, also of events that are not in the rings.
    pub registered: u64,
    /// The events that are in the rings.
    pub used: Vec<UsedName<'a>>,
}

/// A user event that is in the rings.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct UsedName<'a> {
    /// Its event index.
    pub id: u16,
    /// Its name; null where the table has none.
    #[serde(flatten)]
    pub name: Name<'a>,
    /// How often.
    pub events: u64,
}

/// A stretch of time, in nanoseconds of the producer's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct TimeInfo {
    /// The first timestamp.
    pub first_ns: u64,
    /// The last timestamp.
    pub last_ns: u64,
    /// Between them.
    pub duration_ns: u64,
}

impl<'a> Info<'a> {
    /// Walks all rings once.
    pub fn new(snapshot: &Snapshot<'a>, file: FileInfo, release: Releases) -> Self {
        let naming = Naming::new(release.remaining(), snapshot.names());
        let ring_words = snapshot.geometry().ring_words();
        let mut uses = Uses::new();
        let rings: Vec<RingInfo> = snapshot
            .rings()
            .filter(|ring| (ring.head(), ring.tail()) != (0, 0))
            .map(|ring| RingInfo::new(&ring, ring_words, &naming, &mut uses))
            .collect();
        let time = rings.iter().filter_map(|ring| ring.time).reduce(TimeInfo::join);
        let names = NamesInfo {
            table: !snapshot.names().is_empty(),
            registered: snapshot.names().iter().count() as u64,
            used: uses
                .into_iter()
                .map(|(id, events)| UsedName { id, name: naming.user(id), events })
                .collect(),
        };
        Self { file, header: Header::new(snapshot), rings, names, release, time }
    }

    /// Rings that end with a framing fault.
    pub fn corrupt_rings(&self) -> u64 {
        self.rings.iter().filter(|ring| ring.corrupt.is_some()).count() as u64
    }

    /// Events with fewer words than their type needs, in all rings.
    pub fn short_events(&self) -> u64 {
        self.rings.iter().map(|ring| ring.short_events).sum()
    }
}

impl Header {
    fn new(snapshot: &Snapshot<'_>) -> Self {
        let geometry = snapshot.geometry();
        Self {
            byte_order: snapshot.byte_order().name(),
            version: VERSION,
            max_domains: geometry.max_domains(),
            ring_header_size_bytes: geometry.ring_header_bytes(),
            ring_size_bytes: geometry.ring_bytes(),
            ring_size_elements: geometry.ring_words(),
            headers_offset: geometry.headers_offset(),
            data_offset: geometry.data_offset(),
            names_offset: geometry.names_offset(),
        }
    }
}

/// How often each user event occurs, by event index.
type Uses = BTreeMap<u16, u64>;

impl RingInfo {
    /// Walks one ring, and counts the uses of each user event.
    fn new<'a>(ring: &Ring<'a>, ring_words: u64, naming: &Naming<'a>, uses: &mut Uses) -> Self {
        let (head, tail) = (ring.head(), ring.tail());
        let mut info = Self {
            ring: ring.index(),
            head,
            tail,
            occupied_words: tail.checked_sub(head).filter(|words| *words <= ring_words),
            lost_words: ring.lost_words(),
            events: BTreeMap::new(),
            short_events: 0,
            time: None,
            corrupt: None,
        };
        for record in RingRecords::new(ring, naming) {
            match record {
                Record::Event(event) => {
                    *info.events.entry(event.body.kind()).or_default() += 1;
                    info.short_events += u64::from(is_short(&event.body));
                    let now = TimeInfo::at(event.timestamp_ns);
                    info.time = Some(info.time.map_or(now, |time| time.join(now)));
                    if let Some(index) = user_index(&event.body) {
                        *uses.entry(index).or_default() += 1;
                    }
                }
                Record::Corrupt(corrupt) => info.corrupt = Some(corrupt.into()),
                Record::Lost { .. } | Record::Refused { .. } => {}
            }
        }
        info
    }

    /// Events of all kinds.
    pub fn event_count(&self) -> u64 {
        self.events.values().sum()
    }
}

impl TimeInfo {
    fn at(timestamp_ns: u64) -> Self {
        Self { first_ns: timestamp_ns, last_ns: timestamp_ns, duration_ns: 0 }
    }

    fn join(self, other: Self) -> Self {
        let first_ns = self.first_ns.min(other.first_ns);
        let last_ns = self.last_ns.max(other.last_ns);
        Self { first_ns, last_ns, duration_ns: last_ns - first_ns }
    }
}

impl From<Corrupt<'_>> for CorruptInfo {
    fn from(corrupt: Corrupt<'_>) -> Self {
        Self {
            position: corrupt.position,
            offset: corrupt.offset_bytes,
            clause: corrupt.clause.into_owned(),
            message: corrupt.message.into_owned(),
        }
    }
}

fn user_index(body: &Body<'_>) -> Option<u16> {
    match body {
        Body::Unit { id, .. }
        | Body::SpanBegin { id, .. }
        | Body::SpanEnd { id, .. }
        | Body::Int { id, .. }
        | Body::Custom { id, .. } => Some(*id),
        Body::Begin { .. }
        | Body::End { .. }
        | Body::Counter { .. }
        | Body::Alloc { .. }
        | Body::Lifecycle { .. }
        | Body::Unknown { .. } => None,
    }
}
