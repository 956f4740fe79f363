//! Trees of recorded programs, held against what Eio's own library read from the same files.
//!
//! An independent fold over its lines says which fibers, contexts and objects there were, when each was made and ended,
//! what it was called, and for which of them the parent is told.

use std::collections::BTreeMap;
use std::path::Path;

use eventring::reader::Snapshot;
use eventring::release::ReleaseSet;
use eventring_conformance::inspect::{Replay, Tree};
use eventring_conformance::run::Retention;
use eventring_conformance::source::{Argument, Limits, read};
use eventring_spec::recordings::folder;
use serde_json::Value;

use crate::recordings;

/// What the lines say of an id.
#[derive(Debug, Default, PartialEq)]
struct Said {
    created_ns: Option<u64>,
    ended_ns: Option<u64>,
    name: Option<Value>,
    runs: u64,
}

#[test]
fn trees_hold_what_eio_says() {
    let mut compared = 0;
    for file in recordings(&folder()) {
        let decoding = file.to_str().unwrap().replace(".events.zst", ".eio.jsonl.zst");
        if Path::new(&decoding).exists() {
            compared += compare(&file, Path::new(&decoding));
        }
    }
    assert!(compared > 500, "{compared}");
}

fn compare(file: &Path, decoding: &Path) -> usize {
    let lines = lines(decoding);
    let theirs = said(&lines);
    let input = read(&Argument::parse(file.into()).unwrap(), None, Limits::default()).unwrap();
    let replay = Replay::new(Snapshot::new(&input.bytes).unwrap(), ReleaseSet::EMPTY);
    let (run, _) = replay.run(Retention::All, &mut (), |_| {});
    let tree = Tree::of(String::new(), &run, true, None);
    let tree = serde_json::to_value(&tree).unwrap();
    let things = tree["things"].as_array().unwrap();
    let by_key: BTreeMap<u64, &Value> =
        things.iter().map(|thing| (thing["key"].as_u64().unwrap(), thing)).collect();
    for thing in things {
        let what = || format!("{}: {thing}", file.display());
        let id = thing["id"].as_i64().unwrap();
        let Some(said) = theirs.get(&id) else {
            // Only mentioned, as what was wanted or what something is in.
            assert!(thing["created_ns"].is_null(), "{}", what());
            continue;
        };
        assert_eq!(thing["created_ns"].as_u64(), said.created_ns, "{}", what());
        assert_eq!(thing["name"], said.name.clone().unwrap_or_default(), "{}", what());
        if thing["class"] == "fiber" {
            assert_eq!(thing["runs"].as_u64(), Some(said.runs), "{}", what());
            let ended_ns = (thing["state"] == "ended").then(|| thing["since_ns"].as_u64().unwrap());
            assert_eq!(ended_ns, said.ended_ns, "{}", what());
        }
        if let Some(parent) = thing["parent"].as_u64() {
            assert_eq!(by_key[&parent]["class"], "context", "{}", what());
        }
        // Whoever made something was there before it ended.
        if let Some(creator) = thing["creator"].as_u64() {
            let creator = by_key[&creator];
            assert_eq!(creator["class"], "fiber", "{}", what());
            let is_ended = creator["state"] == "ended";
            assert!(!is_ended || creator["since_ns"].as_u64() >= thing["created_ns"].as_u64());
        }
    }
    // Each context that `create_fiber` names is the parent of that fiber.
    for line in lines.iter().filter(|line| line["eio"] == "create_fiber") {
        let fiber = things.iter().find(|thing| thing["id"] == line["id"]).unwrap();
        assert_eq!(by_key[&fiber["parent"].as_u64().unwrap()]["id"], line["cc"]);
    }
    things.len()
}

fn said(lines: &[Value]) -> BTreeMap<i64, Said> {
    let mut all = BTreeMap::<i64, Said>::new();
    let mut running = BTreeMap::new();
    // In the order of time, each ring in its own.
    let mut lines: Vec<&Value> = lines.iter().filter(|line| line["lost"].is_null()).collect();
    lines.sort_by_key(|line| (line["ts"].as_u64(), line["ring"].as_u64()));
    for line in &lines {
        let (Some(ts), ring) = (line["ts"].as_u64(), line["ring"].as_u64()) else { continue };
        let Some(id) = line["id"].as_i64() else {
            // Whatever stops a fiber without naming it.
            if matches!(line["eio"].as_str(), Some("suspend_fiber" | "suspend_domain" | "suspend"))
            {
                running.remove(&ring);
            }
            continue;
        };
        let is_fiber = |kind: &str| {
            let of_id = || lines.iter().filter(|line| line["id"] == id);
            let eio = |line: &Value| line["eio"].as_str().unwrap_or_default().to_owned();
            match of_id().find(|line| eio(line).starts_with("create")) {
                Some(created) => created["type"] == kind,
                // It was made in what was lost, but it ran.
                None => of_id().any(|line| matches!(&*eio(line), "fiber" | "switch")),
            }
        };
        match line["eio"].as_str().unwrap() {
            "create_obj" | "create_cc" | "create_fiber" | "create" | "created" => {
                let created = &mut all.entry(id).or_default().created_ns;
                // The system thread is created for each loop and is one thing.
                *created = created.or(Some(ts));
            }
            "name" => all.entry(id).or_default().name = Some(text(line)),
            "fiber" | "switch" if running.insert(ring, id) != Some(id) => {
                all.entry(id).or_default().runs += 1;
            }
            "exit_fiber" => {
                all.entry(id).or_default().ended_ns = Some(ts);
                running.remove(&ring);
            }
            "resolve" | "resolve_error" | "resolved" | "fail"
                if is_fiber("fiber") || is_fiber("task") =>
            {
                all.entry(id).or_default().ended_ns.get_or_insert(ts);
                running.remove(&ring);
            }
            _ => {}
        }
    }
    all
}

fn text(line: &Value) -> Value {
    match line.get("text") {
        Some(text) => text.clone(),
        None => serde_json::json!({ "hex": line["text_hex"] }),
    }
}

fn lines(decoding: &Path) -> Vec<Value> {
    let input = read(&Argument::parse(decoding.into()).unwrap(), None, Limits::default()).unwrap();
    let text = String::from_utf8(input.bytes.to_vec()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
