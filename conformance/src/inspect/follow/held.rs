//! What was found, held back for a while and given on in the order of time.

use std::mem;
use std::ops::Range;

use eventring::error::Fault;
use eventring::event::{Event, Kind};
use eventring::live::Found;
use eventring::words::Words;

/// What was found in all rings and not given on yet.
#[derive(Debug)]
pub(super) struct Held {
    items: Vec<Item>,
    /// Bytes and words of the items.
    bytes: Vec<u8>,
    words: Vec<u64>,
    /// The time of each ring.
    rings: Vec<u64>,
}

#[derive(Debug)]
struct Item {
    timestamp_ns: u64,
    ring: u32,
    what: What,
}

#[derive(Debug)]
enum What {
    Event { position: u64, kind: Kept },
    Lost(u64),
    Fault(Box<Fault>),
}

/// The kind of an event, without what it borrows.
#[derive(Debug)]
enum Kept {
    Plain(Kind<'static>),
    Custom { index: u16, data: Range<usize> },
    Alloc { buckets: Range<usize> },
    Unknown { user: bool, kind: u8, id: u16, payload: Range<usize> },
}

impl Held {
    /// Of so many rings.
    pub(super) fn new(max_domains: u32) -> Self {
        let rings = vec![0; max_domains as usize];
        Self { items: Vec::new(), bytes: Vec::new(), words: Vec::new(), rings }
    }

    /// The time of the latest event of all; nothing before the first.
    pub(super) fn latest_ns(&self) -> Option<u64> {
        self.rings.iter().copied().max().filter(|latest_ns| *latest_ns > 0)
    }

    /// Holds what was found in a ring.
    pub(super) fn add(&mut self, ring: u32, found: Found<'_>) {
        // There are as many as rings.
        let now_ns = &mut self.rings[ring as usize];
        if let Found::Event(event) = &found {
            *now_ns = event.timestamp_ns.max(*now_ns);
        }
        let timestamp_ns = *now_ns;
        let what = match found {
            Found::Event(Event { position, kind, .. }) => {
                What::Event { position, kind: self.keep(kind) }
            }
            Found::Lost { words } => What::Lost(words),
            Found::Fault(fault) => What::Fault(Box::new(fault)),
        };
        self.items.push(Item { timestamp_ns, ring, what });
    }

    /// Gives on, in the order of (time, ring, position), what is no later than `until_ns`.
    pub(super) fn take(&mut self, until_ns: u64, mut give: impl FnMut(u32, Found<'_>)) {
        // Within a ring times never go back here, so its order stays.
        self.items.sort_by_key(|item| (item.timestamp_ns, item.ring));
        let count = self.items.partition_point(|item| item.timestamp_ns <= until_ns);
        let (bytes, words) = (&self.bytes, &self.words);
        for Item { timestamp_ns, ring, what } in self.items.drain(..count) {
            let found = match what {
                What::Lost(words) => Found::Lost { words },
                What::Fault(fault) => Found::Fault(*fault),
                What::Event { position, kind } => {
                    let of = |range: Range<usize>| Words::of_native(&words[range]);
                    let kind = match kind {
                        Kept::Plain(kind) => kind,
                        Kept::Custom { index, data } => {
                            Kind::Custom { index, data: Some(&bytes[data]) }
                        }
                        Kept::Alloc { buckets } => Kind::Alloc { buckets: of(buckets) },
                        Kept::Unknown { user, kind, id, payload } => {
                            Kind::Unknown { user, kind, id, payload: of(payload) }
                        }
                    };
                    Found::Event(Event { position, timestamp_ns, kind })
                }
            };
            give(ring, found);
        }
        self.shed();
    }

    /// Lets go of the bytes and words of items that were given on, once they are the larger part: where a program
    /// never pauses, something is always held.
    fn shed(&mut self) {
        let kept = |len: fn(&Kept) -> usize| -> usize {
            let events = self.items.iter().filter_map(|item| match &item.what {
                What::Event { kind, .. } => Some(kind),
                What::Lost(_) | What::Fault(_) => None,
            });
            events.map(len).sum()
        };
        if self.bytes.len() <= 2 * kept(Kept::len_bytes)
            && self.words.len() <= 2 * kept(Kept::len_words)
        {
            return;
        }
        let (bytes, words) = (mem::take(&mut self.bytes), mem::take(&mut self.words));
        for item in &mut self.items {
            if let What::Event { kind, .. } = &mut item.what {
                match kind {
                    Kept::Plain(_) => {}
                    Kept::Custom { data, .. } => {
                        *data = append(&mut self.bytes, &bytes[data.clone()])
                    }
                    Kept::Alloc { buckets: range } | Kept::Unknown { payload: range, .. } => {
                        *range = append(&mut self.words, &words[range.clone()]);
                    }
                }
            }
        }
    }

    fn keep(&mut self, kind: Kind<'_>) -> Kept {
        Kept::Plain(match kind {
            Kind::Custom { index, data: Some(data) } => {
                return Kept::Custom { index, data: append(&mut self.bytes, data) };
            }
            Kind::Alloc { buckets } => return Kept::Alloc { buckets: self.keep_words(buckets) },
            Kind::Unknown { user, kind, id, payload } => {
                let payload = self.keep_words(payload);
                return Kept::Unknown { user, kind, id, payload };
            }
            Kind::Custom { index, data: None } => Kind::Custom { index, data: None },
            Kind::Begin { phase } => Kind::Begin { phase },
            Kind::End { phase } => Kind::End { phase },
            Kind::Counter { counter, value } => Kind::Counter { counter, value },
            Kind::Lifecycle { lifecycle, value } => Kind::Lifecycle { lifecycle, value },
            Kind::Unit { index } => Kind::Unit { index },
            Kind::SpanBegin { index } => Kind::SpanBegin { index },
            Kind::SpanEnd { index } => Kind::SpanEnd { index },
            Kind::Int { index, value } => Kind::Int { index, value },
        })
    }

    fn keep_words(&mut self, words: Words<'_>) -> Range<usize> {
        let start = self.words.len();
        self.words.extend(words.iter());
        start..self.words.len()
    }
}

impl Kept {
    fn len_bytes(&self) -> usize {
        if let Self::Custom { data, .. } = self { data.len() } else { 0 }
    }

    fn len_words(&self) -> usize {
        match self {
            Self::Alloc { buckets: words } | Self::Unknown { payload: words, .. } => words.len(),
            Self::Plain(_) | Self::Custom { .. } => 0,
        }
    }
}

/// Where they stand.
fn append<T: Copy>(all: &mut Vec<T>, more: &[T]) -> Range<usize> {
    let start = all.len();
    all.extend_from_slice(more);
    start..all.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(position: u64, timestamp_ns: u64) -> Found<'static> {
        Found::Event(Event { position, timestamp_ns, kind: Kind::Unit { index: 0 } })
    }

    fn taken(held: &mut Held, until_ns: u64) -> Vec<String> {
        let mut taken = Vec::new();
        held.take(until_ns, |ring, found| {
            taken.push(match found {
                Found::Event(event) => format!("{ring}.{}", event.position),
                Found::Lost { words } => format!("{ring} lost {words}"),
                Found::Fault(_) => format!("{ring} fault"),
            });
        });
        taken
    }

    #[test]
    fn rings_come_in_the_order_of_time_and_each_in_its_own() {
        let mut held = Held::new(2);
        assert_eq!(held.latest_ns(), None);
        held.add(0, unit(0, 5));
        // The clock went back.
        held.add(0, unit(2, 3));
        held.add(0, Found::Lost { words: 9 });
        held.add(0, unit(13, 8));
        held.add(1, unit(0, 4));
        held.add(1, unit(2, 5));
        held.add(1, unit(4, 9));
        assert_eq!(held.latest_ns(), Some(9));
        assert_eq!(taken(&mut held, 8), ["1.0", "0.0", "0.2", "0 lost 9", "1.2", "0.13"]);
        held.add(0, unit(15, 9));
        assert_eq!(taken(&mut held, u64::MAX), ["0.15", "1.4"]);
        assert!(taken(&mut held, u64::MAX).is_empty());
    }

    /// Something is always held, as of a program that never pauses; what is held stays whole.
    #[test]
    fn what_was_given_on_is_let_go() {
        let words = [7; 20];
        let mut held = Held::new(1);
        let mut given = 0;
        for now_ns in 1..1000 {
            let data = [now_ns as u8; 100];
            let buckets = Words::of_native(&words);
            for kind in [Kind::Custom { index: 0, data: Some(&data) }, Kind::Alloc { buckets }] {
                held.add(0, Found::Event(Event { position: 0, timestamp_ns: now_ns, kind }));
            }
            held.take(now_ns - 1, |_, found| {
                given += 1;
                let data = [(now_ns - 1) as u8; 100];
                let kinds = [Kind::Custom { index: 0, data: Some(&data) }, Kind::Alloc { buckets }];
                let event = |kind| Event { position: 0, timestamp_ns: now_ns - 1, kind };
                assert!(kinds.map(event).map(Found::Event).contains(&found), "{found:?}");
            });
            assert!(held.bytes.len() <= 200 && held.words.len() <= 40, "{now_ns}");
        }
        assert_eq!(given, 2 * 998);
    }

    #[test]
    fn what_an_event_borrows_is_kept() {
        let words = [1, 2, 3];
        let kinds = [
            Kind::Custom { index: 1, data: Some(b"text") },
            Kind::Custom { index: 2, data: Some(b"") },
            Kind::Custom { index: 3, data: None },
            Kind::Alloc { buckets: Words::of_native(&words) },
            Kind::Unknown { user: true, kind: 9, id: 4, payload: Words::of_native(&words[1..]) },
            Kind::Int { index: 3, value: None },
        ];
        let mut held = Held::new(1);
        for kind in kinds {
            held.add(0, Found::Event(Event { position: 0, timestamp_ns: 1, kind }));
        }
        let mut given = 0;
        held.take(1, |_, found| {
            let event = Event { position: 0, timestamp_ns: 1, kind: kinds[given] };
            assert_eq!(found, Found::Event(event));
            given += 1;
        });
        assert_eq!(given, kinds.len());
    }
}
