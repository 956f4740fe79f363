//! A reader of the lines of JSON, and what their schema makes of them.

use std::collections::HashSet;
use std::sync::LazyLock;

use eventring_conformance::inspect::export::line_schema;
use jsonschema::Validator;
use serde_json::{Value, json};

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

static SCHEMA: LazyLock<Validator> = LazyLock::new(|| {
    let schema = serde_json::to_value(line_schema()).expect("a schema is JSON");
    jsonschema::validator_for(&schema).expect("a schema")
});

/// So many lines of an export are looked at, and every one that has other members than those before it.
const LOOKED_AT: usize = 100;

/// What is exported is valid by the schema of its lines.
pub(crate) fn assert_valid(what: &str, bytes: &[u8]) {
    let mut shapes = HashSet::new();
    for (number, line) in str::from_utf8(bytes).expect("UTF-8").lines().enumerate() {
        let line: Value = serde_json::from_str(line).expect("a JSON object");
        let members = line.as_object().expect("an object").keys().cloned();
        let is_new = shapes.insert((line["kind"].to_string(), members.collect::<Vec<_>>()));
        if is_new || number < LOOKED_AT {
            let errors: Vec<_> = SCHEMA.iter_errors(&line).map(|error| error.to_string()).collect();
            assert!(errors.is_empty(), "{what}: {line}: {errors:?}");
        }
    }
}

#[test]
fn what_is_no_line_is_not_valid() {
    let line = json!({
        "kind": "instant", "ring": 0, "track": 1, "ts": 5, "category": "user", "name": "a",
        "details": { "value": -1, "text": "b" },
    });
    assert!(SCHEMA.is_valid(&line));
    for (member, wrong) in [
        ("kind", json!("moment")),
        ("ring", json!(-1)),
        ("ts", Value::Null),
        ("name", json!(1)),
        ("link_out", json!("1")),
        ("details", json!([])),
        ("details", json!({ "value": [] })),
    ] {
        let mut line = line.clone();
        line[member] = wrong.clone();
        assert!(!SCHEMA.is_valid(&line), "{member} {wrong}");
    }
    for wrong in [
        json!({ "kind": "lost", "ring": 0, "track": 1, "ts": 5, "since": null }),
        json!({ "kind": "counter", "ring": 0, "track": 1, "ts": 5, "value": "5" }),
        json!({ "kind": "track", "track": 1, "parent": null, "what": "ring" }),
        json!({}),
    ] {
        assert!(!SCHEMA.is_valid(&wrong), "{wrong}");
    }
}
