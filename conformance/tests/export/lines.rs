//! A reader of the lines of JSON.

use serde_json::Value;

use crate::seen::{Seen, Trace, What, gap};

pub(crate) fn read(bytes: &[u8]) -> Trace {
    let mut trace = Trace::default();
    for line in str::from_utf8(bytes).expect("UTF-8").lines() {
        let line: Value = serde_json::from_str(line).expect("a JSON object");
        let text = |name: &str| line[name].as_str().unwrap_or_default().to_owned();
        let (track, ts) = (line["track"].as_u64().expect("a track"), line["ts"].as_u64());
        let ring = line["ring"].as_u64().unwrap_or_default() as u32;
        let mark = |what, name: &str| Seen {
            ring: Some(ring),
            ..Seen::new(what, track, ts.expect("a time"), name)
        };
        let labelled = |what| {
            let mut seen = mark(what, &text("name"));
            if let Some(details) = line["details"].as_object() {
                seen.details = details.clone().into_iter().collect();
            }
            seen.links = (line["link_out"].as_u64(), line["link_in"].as_u64());
            seen
        };
        match line["kind"].as_str().expect("a kind") {
            "track" => {
                trace.tracks.insert(track, (line["parent"].as_u64(), text("name")));
            }
            "begin" => trace.marks.push(labelled(What::Begin)),
            "end" => trace.marks.push(labelled(What::End)),
            "instant" => trace.marks.push(labelled(What::Instant)),
            "counter" => {
                let mut seen = mark(What::Counter, "");
                seen.details.insert("value".to_owned(), line["value"].clone());
                trace.marks.push(seen);
            }
            "lost" | "paused" => {
                let at = (Some(ring), track, ts.expect("a time"));
                trace.marks.extend(gap(at, line["since"].as_u64(), line["words"].as_u64()));
            }
            other => panic!("{other}"),
        }
    }
    trace
}
