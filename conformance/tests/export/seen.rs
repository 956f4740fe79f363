//! What a reader of a format has seen, in the words that all of them share.

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;

/// A mark.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Seen {
    /// The ring that tells it, where the format says so.
    pub(crate) ring: Option<u32>,
    pub(crate) track: u64,
    pub(crate) timestamp_ns: u64,
    pub(crate) what: What,
    /// Of ends nothing, since not every format has it.
    pub(crate) name: String,
    /// The details; of a counter its value.
    pub(crate) details: BTreeMap<String, Value>,
    /// Of arrows that start here and those that end here.
    pub(crate) links: (Option<u64>, Option<u64>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum What {
    Begin,
    End,
    Instant,
    Counter,
}

/// A track: its parent where the format tells it, and its latest name.
pub(crate) type Tracks = BTreeMap<u64, (Option<u64>, String)>;

/// A whole file.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Trace {
    pub(crate) tracks: Tracks,
    pub(crate) marks: Vec<Seen>,
}

impl Seen {
    pub(crate) fn new(what: What, track: u64, timestamp_ns: u64, name: &str) -> Self {
        let name = if what == What::End { String::new() } else { name.to_owned() };
        Self {
            ring: None,
            track,
            timestamp_ns,
            what,
            name,
            details: BTreeMap::new(),
            links: (None, None),
        }
    }
}

impl Trace {
    /// Spans nest on every track: each end has a begin before it, nothing is left open, and no end is before its begin.
    pub(crate) fn assert_nested(&self, what: &str) {
        let mut open: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
        for mark in &self.marks {
            let stack = open.entry(mark.track).or_default();
            match mark.what {
                What::Begin => stack.push(mark.timestamp_ns),
                What::End => {
                    let began_ns = stack.pop().unwrap_or_else(|| panic!("{what}: {mark:?}"));
                    assert!(began_ns <= mark.timestamp_ns, "{what}: {mark:?}");
                }
                What::Instant | What::Counter => {}
            }
        }
        open.retain(|_, stack| !stack.is_empty());
        assert!(open.is_empty(), "{what}: {open:?} is left open");
    }

    /// Every mark is on a track that was told.
    pub(crate) fn assert_tracks_known(&self, what: &str) {
        for mark in &self.marks {
            assert!(self.tracks.contains_key(&mark.track), "{what}: {mark:?}");
        }
        for (parent, _) in self.tracks.values() {
            assert!(parent.is_none_or(|parent| self.tracks.contains_key(&parent)), "{what}");
        }
    }

    /// Tracks by the names that counters have where they have no track of their own: after their parent.
    pub(crate) fn counters(&self) -> HashMap<String, u64> {
        let counters = self.tracks.iter().filter_map(|(track, (parent, name))| {
            let (_, parent) = self.tracks.get(&(*parent)?)?;
            Some((format!("{parent}: {name}"), *track))
        });
        counters.collect()
    }
}

/// A gap, which is a span in the formats that have no word for it: lost words, or a pause.
pub(crate) fn gap(
    (ring, track, timestamp_ns): (Option<u32>, u64, u64),
    since_ns: Option<u64>,
    words: Option<u64>,
) -> Vec<Seen> {
    let name = match words {
        Some(1) => "lost 1 word".to_owned(),
        Some(words) => format!("lost {words} words"),
        None => "paused".to_owned(),
    };
    let details = words.map(|words| ("words".to_owned(), words.into())).into_iter().collect();
    let new = |what, timestamp_ns| Seen { ring, ..Seen::new(what, track, timestamp_ns, &name) };
    match since_ns {
        Some(since_ns) => {
            vec![Seen { details, ..new(What::Begin, since_ns) }, new(What::End, timestamp_ns)]
        }
        None => vec![Seen { details, ..new(What::Instant, timestamp_ns) }],
    }
}

/// Marks are the same; shows the first that is not.
pub(crate) fn assert_same(what: &str, format: &str, found: &[Seen], expected: &[Seen]) {
    // Not every format says which ring tells it.
    let mut pairs = found.iter().zip(expected);
    let differs = pairs.find(|(found, expected)| match found.ring {
        Some(_) => found != expected,
        None => **found != Seen { ring: None, ..(*expected).clone() },
    });
    assert_eq!(differs, None, "{what} as {format}");
    assert_eq!(found.len(), expected.len(), "{what} as {format}");
}
