//! The JSON Schema of the report of `eventring check` is what the types say, and real reports are valid by it.
//!
//! `EVENTRING_UPDATE=1 cargo test -p eventring-conformance --test check schema` writes the schema anew.

use std::path::Path;

use eventring_conformance::checks::{self, Subject};
use eventring_conformance::report::{Deviations, ReportBuilder, json, schema};
use eventring_conformance::vectors::load;
use eventring_spec::registry::Registry;
use serde_json::Value;

const SCHEMA: &str = "../spec/schema/check-report.json";

#[test]
fn the_schema_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(SCHEMA);
    let now = serde_json::to_string_pretty(&schema()).unwrap() + "\n";
    if std::env::var_os("EVENTRING_UPDATE").is_some() {
        std::fs::write(&path, &now).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap();
    assert!(written == now, "{} is out of date; write it with EVENTRING_UPDATE=1", path.display());
}

/// Every vector in one report, with a file that could not be read and a deviation.
fn report() -> Value {
    let entry = |about: &str| {
        format!(
            "[[deviation]]\n{about}\nkind = \"not-yet\"\nfailure = \"finding\"\nreason = \"r\"\nlink = \"https://example.org/1\"\n"
        )
    };
    let list = "implementation = \"x\"\n".to_owned()
        + &entry("clause = \"item.padding.id\"")
        + &entry("clause = \"item.type\"\ncase = \"file/minimal\"");
    let registry = Registry::load().unwrap();
    let mut deviations = Deviations::default();
    deviations.add(&list).unwrap();
    let mut builder = ReportBuilder::new(deviations, false);
    for vector in load().unwrap() {
        let given = vector.given_release();
        for case in &vector.cases {
            let order = vector.byte_orders().next().unwrap();
            let image = case.encode(order).unwrap();
            let subject = Subject::new(&image.bytes, &registry, given);
            builder.file(case.name.clone(), &subject, checks::run(&subject, checks::all(), 2));
        }
    }
    builder.unreadable("missing.events".to_owned(), "not there".to_owned(), 3);
    serde_json::from_str(&json(&builder.finish())).unwrap()
}

#[test]
fn real_reports_are_valid_and_wrong_ones_are_not() {
    let schema = serde_json::to_value(schema()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let report = report();
    let errors: Vec<String> =
        validator.iter_errors(&report).map(|error| error.to_string()).take(3).collect();
    assert!(errors.is_empty(), "{errors:?}");
    // The report shows every verdict and what can become of a check, so that all of the schema was used.
    let text = report.to_string();
    for word in [
        "\"conforms\"",
        "\"does-not-conform\"",
        "\"not-ready\"",
        "\"unreadable\"",
        "\"passed\"",
        "\"noted\"",
        "\"warned\"",
        "\"failed\"",
        "\"deviating\"",
        "\"masked\"",
        "\"idle\"",
    ] {
        assert!(text.contains(word), "{word}");
    }
    assert_eq!(report["unused_deviations"][0]["clause"], "item.type");
    for (pointer, wrong) in [
        ("/version", Value::from(2)),
        ("/exit", Value::from("1")),
        ("/files/0/verdict", Value::from("fine")),
        ("/files/0/checks/0/standing", Value::Null),
        ("/counts/planned", Value::from(-1)),
    ] {
        let mut report = report.clone();
        *report.pointer_mut(pointer).unwrap() = wrong;
        assert!(!validator.is_valid(&report), "{pointer}");
    }
}

#[test]
fn counts_are_those_of_the_checks() {
    let report = report();
    for file in report["files"].as_array().unwrap() {
        let count = |name: &str| file["counts"][name].as_u64().unwrap();
        let checks = file["checks"].as_array().unwrap();
        if file["verdict"] != "unreadable" {
            assert_eq!(count("planned"), checks.len() as u64);
            assert_eq!(count("planned"), count("ran") + count("masked") + count("idle"));
        }
        for name in ["passed", "noted", "warned", "failed", "deviating", "masked", "idle"] {
            let standing = checks.iter().filter(|check| check["standing"] == name).count();
            assert_eq!(count(name), standing as u64, "{name} of {}", file["file"]);
        }
    }
}
