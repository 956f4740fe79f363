//! The JSON Schemas of `stats`, `tree`, lines of `export` and event schemas are what the types say; what `stats` and `tree`
//! print of every recording is valid by them, and so is the schema of the example.
//!
//! `EVENTRING_UPDATE=1 cargo test -p eventring-conformance --test cli schemas` writes the schemas anew.

use std::path::Path;

use eventring::reader::Snapshot;
use eventring::release::ReleaseSet;
use eventring_conformance::inspect::export::line_schema;
use eventring_conformance::inspect::{Replay, Stats, Summary, Tree};
use eventring_conformance::run::Retention;
use eventring_conformance::schema::{SchemaFile, Schemas};
use eventring_conformance::source::{Argument, Limits, read};
use eventring_spec::recordings::{Recordings, folder};
use serde_json::{Value, json};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../spec/schema");

#[test]
fn the_schemas_are_up_to_date() {
    for (name, schema) in [
        ("event-schemas.json", SchemaFile::json_schema()),
        ("export-line.json", line_schema()),
        ("stats.json", Stats::schema()),
        ("tree.json", Tree::schema()),
    ] {
        let path = Path::new(FOLDER).join(name);
        let now = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        if std::env::var_os("EVENTRING_UPDATE").is_some() {
            std::fs::write(&path, &now).unwrap();
        }
        let written = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(written == now, "{name} is out of date; write it with EVENTRING_UPDATE=1");
    }
}

/// What the one takes, the other takes.
#[test]
fn event_schemas_are_valid_by_their_schema() {
    let schema = serde_json::to_value(SchemaFile::json_schema()).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    let example = include_str!("../../adapters/ocaml-example/shop.toml");
    for (from, to, valid) in [
        ("", "", true),
        ("byte_order = \"little\"", "byte_order = \"middle\"", false),
        ("[[event]]", "[[events]]", false),
        ("type = \"f64\"", "type = \"float\"", false),
        ("count = 4", "count = 0", false),
        ("count = 4", "count = 8168", false),
        ("count = \"u8\"", "count = \"i8\"", false),
        ("name = \"urgent\"", "name = \"ur gent\"", false),
        ("name = \"shop.order\"", "name = \"\"", false),
        ("name = \"shop.order\"", "title = \"shop.order\"", false),
    ] {
        assert!(example.contains(from), "{from}");
        let text = example.replacen(from, to, 1);
        let json = serde_json::to_value(toml::from_str::<toml::Value>(&text).unwrap()).unwrap();
        assert_eq!(schema.is_valid(&json), valid, "{to}");
        assert_eq!(SchemaFile::add(&text, &mut Schemas::default()).is_ok(), valid, "{to}");
    }
}

#[test]
fn what_is_printed_of_every_recording_is_valid() {
    let schema =
        |schema| jsonschema::validator_for(&serde_json::to_value(schema).unwrap()).unwrap();
    let (stats_schema, tree_schema) = (schema(Stats::schema()), schema(Tree::schema()));
    let recordings = Recordings::load(&folder()).unwrap();
    let (mut last_stats, mut last_tree) = (Value::Null, Value::Null);
    for recording in recordings.list() {
        let path = Argument::parse(recordings.path(&recording.file).into()).unwrap();
        let input = read(&path, None, Limits::default()).unwrap();
        let Ok(snapshot) = Snapshot::new(&input.bytes) else { continue };
        let mut summary = Summary::default();
        let replay = Replay::new(snapshot, ReleaseSet::narrowable());
        let (run, replayed) = replay.run(Retention::All, &mut summary, |_| {});
        let mut stats = Stats::of_snapshot(recording.file.clone(), &input.bytes, &snapshot);
        stats.run = Some(summary.finish(&run));
        let stats = serde_json::to_value(&stats).unwrap();
        assert!(stats_schema.is_valid(&stats), "{}", recording.file);
        assert_eq!(stats["all"]["events"], replayed.events);
        check_figures(&stats);
        let tree = serde_json::to_value(Tree::of(String::new(), &run, true, None)).unwrap();
        assert!(tree_schema.is_valid(&tree), "{}", recording.file);
        if recording.eio.is_some() {
            (last_stats, last_tree) = (stats, tree);
        }
    }
    for (pointer, wrong) in [
        ("/run/pauses/count", json!(-1)),
        ("/run/scheduler", json!([])),
        ("/run/phases/0/id", json!("1")),
        ("/all/lost_words", Value::Null),
    ] {
        let mut stats = last_stats.clone();
        *stats.pointer_mut(pointer).unwrap() = wrong;
        assert!(!stats_schema.is_valid(&stats), "{pointer}");
    }
    for (pointer, wrong) in [("/things/0/key", Value::Null), ("/things/0/parent", json!(-1))] {
        let mut tree = last_tree.clone();
        *tree.pointer_mut(pointer).unwrap() = wrong;
        assert!(!tree_schema.is_valid(&tree), "{pointer}");
    }
}

/// No figure is more than what it is a part of.
fn check_figures(stats: &Value) {
    let of = |value: &Value, name: &str| value[name].as_u64().unwrap();
    let run = &stats["run"];
    let duration_ns = run["last_ns"].as_u64().unwrap_or(0) - run["first_ns"].as_u64().unwrap_or(0);
    let domains = run["domains"].as_array().unwrap();
    let sum = |name: &str| domains.iter().map(|domain| of(&domain["pauses"], name)).sum::<u64>();
    assert_eq!(sum("count"), of(&run["pauses"], "count"));
    assert_eq!(sum("total_ns"), of(&run["pauses"], "total_ns"));
    for domain in domains {
        let idle_ns = of(&domain["idle"], "total_ns");
        assert!(of(domain, "running_ns") + idle_ns <= duration_ns, "{domain}");
        assert!(of(&domain["pauses"], "total_ns") <= duration_ns, "{domain}");
    }
    for phase in run["phases"].as_array().unwrap() {
        let longest = phase["max_ns"].as_u64();
        assert!(
            longest.unwrap_or(0) <= duration_ns && longest.is_some() == (of(phase, "count") > 0)
        );
        assert!(of(phase, "total_ns") >= longest.unwrap_or(0));
    }
    for counter in run["counters"].as_array().unwrap() {
        let [min, max, last] = ["min", "max", "last"].map(|name| counter[name].as_u64());
        assert!(min <= last && last <= max && max <= counter["sum"].as_u64());
    }
    let lost = stats["all"]["lost_words"].as_u64() > Some(0);
    let told = |missing: &Value| of(missing, "lost_words") > 0;
    assert_eq!(run["incomplete"].as_array().unwrap().iter().any(told), lost);
}
