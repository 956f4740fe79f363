//! A reader of Chrome's JSON, by a strict parser.

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::seen::{Seen, Trace, What};

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct File<'a> {
    display_time_unit: String,
    #[serde(borrow)]
    trace_events: Vec<Event<'a>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Event<'a> {
    ph: String,
    pid: u32,
    tid: Option<u64>,
    #[serde(borrow)]
    ts: Option<&'a RawValue>,
    cat: Option<String>,
    name: String,
    s: Option<String>,
    id: Option<String>,
    bp: Option<String>,
    #[serde(default)]
    args: BTreeMap<String, Value>,
}

/// Counters have no track here, but a name: it stands in the place of a number.
pub(crate) fn read(bytes: &[u8], counters: &HashMap<String, u64>) -> Trace {
    let file: File<'_> = serde_json::from_slice(bytes).expect("strict JSON");
    assert_eq!(file.display_time_unit, "ns");
    let mut trace = Trace::default();
    for event in &file.trace_events {
        let name = event.args.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
        assert!(event.pid <= i32::MAX as u32);
        match (event.ph.as_str(), event.name.as_str()) {
            ("M", "process_name") => trace.tracks.insert(1, (None, name)),
            ("M", "thread_name") => {
                trace.tracks.insert(event.tid.expect("a thread"), (Some(1), name))
            }
            ("M", "thread_sort_index") => None,
            (ph, _) => {
                mark(ph, event, counters, &mut trace.marks);
                None
            }
        };
    }
    trace
}

fn mark(ph: &str, event: &Event<'_>, counters: &HashMap<String, u64>, marks: &mut Vec<Seen>) {
    let timestamp_ns = nanoseconds(event.ts.expect("a time").get());
    let track = || event.tid.expect("a thread");
    let what = match ph {
        "B" => What::Begin,
        "E" => What::End,
        "i" => {
            assert_eq!(event.s.as_deref(), Some("t"));
            What::Instant
        }
        "C" => {
            let mut seen = Seen::new(What::Counter, counters[&event.name], timestamp_ns, "");
            seen.details = event.args.clone();
            return marks.push(seen);
        }
        "s" | "f" => {
            // Arrows are bound to the mark before, at the same place.
            let number = event.id.as_ref().expect("a number").parse().expect("a number");
            let last = marks.last_mut().expect("a mark");
            assert_eq!((last.track, last.timestamp_ns), (track(), timestamp_ns));
            if ph == "s" {
                last.links.0 = Some(number);
            } else {
                assert_eq!(event.bp.as_deref(), Some("e"));
                last.links.1 = Some(number);
            }
            return;
        }
        other => panic!("{other}"),
    };
    assert!(event.cat.is_some());
    let mut seen = Seen::new(what, track(), timestamp_ns, &event.name);
    seen.details = event.args.clone();
    marks.push(seen);
}

/// Exactly: no number of this kind goes through a float here.
fn nanoseconds(microseconds: &str) -> u64 {
    let (whole, fraction) = microseconds.split_once('.').expect("a fraction");
    assert_eq!(fraction.len(), 3, "{microseconds}");
    format!("{whole}{fraction}").parse().expect("a number")
}
