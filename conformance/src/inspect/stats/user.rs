//! User events that have a figure: how long their spans are, what their integers say.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::latency::{Gathered, Lengths};
use crate::record::Name;
use crate::run::{Change, End, Origin, Run, What};

/// The spans of one user event.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct UserSpanStats {
    /// Its event index.
    pub id: u16,
    /// Its name; null where the table has none.
    #[serde(flatten)]
    pub name: Name<'static>,
    /// How long the spans were whose begin and end are known, in all rings; those inside of others of the same name are
    /// counted too. Beyond the first 256 user events that have one, percentiles are left out.
    pub lengths: Lengths,
    /// How often a begin or an end is not known.
    pub cut: u64,
}

/// The integers of one user event.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct UserIntStats {
    /// Its event index.
    pub id: u16,
    /// Its name; null where the table has none.
    #[serde(flatten)]
    pub name: Name<'static>,
    /// How many events there are.
    pub events: u64,
    /// The least value; nothing where no event has one.
    pub min: Option<i64>,
    /// The greatest.
    pub max: Option<i64>,
    /// The latest, of whatever ring.
    pub last: Option<i64>,
}

/// Takes user events in that are none of Eio's.
#[derive(Clone, Debug, Default)]
pub(super) struct UserEvents {
    spans: BTreeMap<u16, Spans>,
    ints: BTreeMap<u16, Ints>,
}

#[derive(Clone, Debug, Default)]
struct Spans {
    lengths: Gathered,
    cut: u64,
}

#[derive(Clone, Debug, Default)]
struct Ints {
    events: u64,
    /// The least, the greatest and the latest value.
    values: Option<[i64; 3]>,
}

impl UserEvents {
    /// Takes a change in, if it is of one.
    pub(super) fn change(&mut self, change: &Change<'_>) {
        match change.what {
            What::SpanEnded { index, began_ns, end, .. } => {
                let place = self.spans.len();
                let spans = self
                    .spans
                    .entry(index)
                    .or_insert_with(|| Spans { lengths: Gathered::at_place(place), cut: 0 });
                match (began_ns, end) {
                    (Some(began_ns), End::Told) => {
                        spans.lengths.add(change.timestamp_ns - began_ns)
                    }
                    _ => spans.cut += 1,
                }
            }
            What::Int { index, value } => {
                let ints = self.ints.entry(index).or_default();
                ints.events += 1;
                if let Some(value) = value {
                    let [min, max, _] = ints.values.unwrap_or([value; 3]);
                    ints.values = Some([min.min(value), max.max(value), value]);
                }
            }
            _ => {}
        }
    }

    /// What it came to, in order of event indices.
    pub(super) fn finish(&self, run: &Run) -> (Vec<UserSpanStats>, Vec<UserIntStats>) {
        let name = |index| {
            let bytes = run.name(Origin::User(index)).unwrap_or_default();
            Name::from_bytes(bytes).into_owned()
        };
        let spans = self.spans.iter().map(|(&id, spans)| UserSpanStats {
            id,
            name: name(id),
            lengths: spans.lengths.lengths(),
            cut: spans.cut,
        });
        let ints = self.ints.iter().map(|(&id, ints)| UserIntStats {
            id,
            name: name(id),
            events: ints.events,
            min: ints.values.map(|[min, ..]| min),
            max: ints.values.map(|[_, max, _]| max),
            last: ints.values.map(|[.., last]| last),
        });
        (spans.collect(), ints.collect())
    }
}
