//! The JSON Schemas of what the commands print are what the types say, and what they print is valid by them.
//!
//! `EVENTRING_UPDATE=1 cargo test -p eventring-conformance --test cli published` writes the schemas anew.

use std::path::Path;

use eventring_conformance::inspect::Info;
use eventring_conformance::mutants::Matrix;
use eventring_conformance::record::Record;
use eventring_conformance::report::Coverage;
use eventring_conformance::vectors::{Entry, load};
use jsonschema::Validator;
use schemars::{Schema, schema_for};
use serde_json::{Value, json};

use crate::run::run;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../spec/schema");

#[test]
fn the_schemas_are_up_to_date() {
    let schemas: [(&str, Schema); 5] = [
        ("event-record.json", Record::schema()),
        ("info.json", schema_for!(Info<'_>)),
        ("self-test.json", schema_for!(Matrix)),
        ("spec-coverage.json", schema_for!(Vec<Coverage>)),
        ("vectors-index.json", schema_for!(Vec<Entry<'_>>)),
    ];
    for (name, schema) in schemas {
        let path = Path::new(FOLDER).join(name);
        let now = serde_json::to_string_pretty(&schema).unwrap() + "\n";
        if std::env::var_os("EVENTRING_UPDATE").is_some() {
            std::fs::write(&path, &now).unwrap();
        }
        let written = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(written == now, "{name} is out of date; write it with EVENTRING_UPDATE=1");
    }
}

fn validator(schema: &Schema) -> Validator {
    jsonschema::validator_for(&serde_json::to_value(schema).unwrap()).unwrap()
}

fn is_valid(validator: &Validator, value: &Value) {
    let errors: Vec<_> = validator.iter_errors(value).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{value}: {errors:?}");
}

#[test]
fn event_records_are_valid_and_others_are_not() {
    let validator = validator(&Record::schema());
    let mut kinds = std::collections::BTreeSet::new();
    for case in load().unwrap().iter().flat_map(|vector| &vector.cases) {
        for line in case.expected.lines() {
            let mut record: Value = serde_json::from_str(line).unwrap();
            // A vector leaves the message free.
            if let Some(clause) = record.get("clause").cloned() {
                record["message"] = clause;
            }
            is_valid(&validator, &record);
            kinds.insert(record["kind"].as_str().unwrap().to_owned());
        }
    }
    assert_eq!(kinds.len(), 14, "{kinds:?}");
    let recording =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../spec/recordings/5.4/eio-basic.events.zst");
    let dump = run(["dump", recording, "--format", "jsonl"]);
    for line in dump.out.lines() {
        is_valid(&validator, &serde_json::from_str(line).unwrap());
    }
    let int = json!({"ring":0,"ts":1,"kind":"int","id":1,"name":null,"value":"-5"});
    is_valid(&validator, &int);
    for (member, wrong) in [
        ("ring", json!(null)),
        ("ts", json!(1.5)),
        ("kind", json!("number")),
        ("kind", json!("custom")),
        ("id", json!("x")),
        ("name", json!(5)),
        ("name_hex", json!("00")),
        ("value", json!("five")),
        ("value", json!(2e20)),
    ] {
        let mut record = int.clone();
        record[member] = wrong;
        assert!(!validator.is_valid(&record), "{record}");
    }
    for member in ["ring", "ts", "kind", "id", "name", "value"] {
        let mut record = int.clone();
        record.as_object_mut().unwrap().remove(member);
        assert!(!validator.is_valid(&record), "{record}");
    }
}

#[test]
fn what_info_prints_is_valid() {
    let validator = validator(&schema_for!(Info<'_>));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    assert_eq!(
        run(["vectors", "export", path, "--select", "{names,release,item}/*"]).code,
        Some(0)
    );
    let index = std::fs::read_to_string(folder.path().join("index.json")).unwrap();
    let index: Value = serde_json::from_str(&index).unwrap();
    is_valid(&self::validator(&schema_for!(Vec<Entry<'_>>)), &index);
    let mut last = Value::Null;
    for entry in index.as_array().unwrap().iter().step_by(3) {
        let file = folder.path().join(entry["file"].as_str().unwrap());
        let info = run(["info", file.to_str().unwrap(), "--format", "json"]);
        last = info.json();
        is_valid(&validator, &last);
    }
    for (pointer, wrong) in [
        ("/header/version", json!("1")),
        ("/rings/0/head", json!(-1)),
        ("/release/remaining", json!("5.3")),
        ("/names", Value::Null),
    ] {
        let mut info = last.clone();
        *info.pointer_mut(pointer).unwrap() = wrong;
        assert!(!validator.is_valid(&info), "{pointer}");
    }
}
