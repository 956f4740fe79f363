//! Sessions with less in them, for whoever looks for the smallest that still shows something.

use super::{Entry, EventPlan, Payload, RingPlan, Session};
use crate::plain::ByteOrder;

impl Session {
    /// Sessions that are simpler in one thing, those first in which most is left out. A session has no end of them only
    /// if each is taken: every one is smaller, has fewer exceptions or lower numbers than this.
    pub fn simpler(&self) -> Vec<Self> {
        let mut all = Vec::new();
        let mut changed = |change: &dyn Fn(&mut Self)| {
            let mut other = self.clone();
            change(&mut other);
            if other != *self {
                all.push(other);
            }
        };
        changed(&|session| session.rings.clear());
        changed(&|session| {
            session.names.clear();
            session.with_names = false;
        });
        changed(&|session| session.order = ByteOrder::Little);
        changed(&|session| session.names.clear());
        changed(&|session| session.patches.clear());
        changed(&|session| session.layout.clear());
        changed(&|session| session.header.clear());
        changed(&|session| session.len_bytes = None);
        for count in 0..self.rings.len() {
            changed(&|session| drop(session.rings.remove(count)));
        }
        for (from, to) in parts(self.patches.len()) {
            changed(&|session| drop(session.patches.drain(from..to)));
        }
        for (from, to) in parts(self.names.len()) {
            changed(&|session| drop(session.names.drain(from..to)));
        }
        for (from, to) in parts(self.header.len()) {
            changed(&|session| drop(session.header.drain(from..to)));
        }
        let used = self.rings.iter().map(|ring| u64::from(ring.index) + 1).max().unwrap_or(1);
        for count in [used, self.max_domains / 2] {
            changed(&|session| session.max_domains = session.max_domains.min(count.max(1)));
        }
        changed(&|session| session.ring_words = (session.ring_words / 2).max(1));
        for place in 0..self.names.len() {
            changed(&|session| session.names[place].1.truncate(1));
        }
        for (place, ring) in self.rings.iter().enumerate() {
            for simpler in simpler_rings(ring, self.ring_words) {
                changed(&|session| session.rings[place] = simpler.clone());
            }
        }
        all
    }
}

fn simpler_rings(ring: &RingPlan, ring_words: u64) -> Vec<RingPlan> {
    let mut all = Vec::new();
    let mut changed = |change: &dyn Fn(&mut RingPlan)| {
        let mut other = ring.clone();
        change(&mut other);
        if other != *ring {
            all.push(other);
        }
    };
    for (from, to) in parts(ring.entries.len()) {
        changed(&|ring| drop(ring.entries.drain(from..to)));
        // The same, with the others where they were.
        changed(&|ring| {
            let words: u64 = ring.entries.drain(from..to).map(|entry| entry.words()).sum();
            if from == 0 {
                ring.from = ring.from.wrapping_add(words);
            }
        });
    }
    changed(&|ring| ring.left_over.clear());
    for (from, to) in parts(ring.left_over.len()) {
        changed(&|ring| drop(ring.left_over.drain(from..to)));
    }
    for from in [0, ring.from % ring_words.max(1)] {
        changed(&|ring| ring.from = ring.from.min(from));
    }
    changed(&|ring| ring.head = None);
    changed(&|ring| ring.tail = None);
    for (place, entry) in ring.entries.iter().enumerate() {
        for simpler in simpler_entries(entry) {
            changed(&|ring| ring.entries[place] = simpler.clone());
        }
    }
    all
}

fn simpler_entries(entry: &Entry) -> Vec<Entry> {
    let Entry::Event(event) = entry else {
        return Vec::new();
    };
    let mut all = Vec::new();
    let mut changed = |change: &dyn Fn(&mut EventPlan)| {
        let mut other = event.clone();
        change(&mut other);
        if other != *event {
            all.push(Entry::Event(other));
        }
    };
    changed(&|event| event.length_words = None);
    changed(&|event| event.reserved = 0);
    changed(&|event| event.timestamp_ns = event.timestamp_ns.min(1));
    changed(&|event| event.id = event.id.min(1));
    changed(&|event| match &mut event.payload {
        Payload::Words(words) => words.truncate(words.len() / 2),
        // The count byte stays the last.
        Payload::Bytes(bytes) => drop(bytes.drain(..bytes.len() / 16 * 8)),
    });
    changed(&|event| match &mut event.payload {
        Payload::Words(words) => words.iter_mut().for_each(|word| *word = (*word).min(1)),
        Payload::Bytes(bytes) => {
            let data = bytes.len().saturating_sub(1);
            bytes[..data].fill(b'a');
        }
    });
    all
}

/// Parts of a list to leave out: the whole, its halves, their halves, and so on to the single ones.
fn parts(len: usize) -> Vec<(usize, usize)> {
    let mut parts = Vec::new();
    let mut size = len;
    while size > 0 {
        parts.extend((0..len).step_by(size).map(|from| (from, (from + size).min(len))));
        size /= 2;
    }
    parts
}
