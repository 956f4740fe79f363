//! Lists of deviations, applied to a unit that fails in a known way.

use crate::run::{RECORDING, Script};

/// A unit that loses the names of ints.
const NAMELESS: &str =
    r#"eventring dump --format jsonl "$1" | sed '/"int"/s/"name":"[^"]*"/"name":null/'"#;

fn list(entries: &[&str]) -> String {
    let mut text = "implementation = \"fake\"\n".to_owned();
    for entry in entries {
        text += &format!(
            "[[deviation]]\nreason = \"its table is\"\nlink = \"https://example.org/1\"\n{}\n",
            entry.replace("; ", "\n")
        );
    }
    text
}

fn run(unit: &str, entries: &[&str]) -> (Option<i32>, String, serde_json::Value) {
    let unit = Script::new(unit);
    let file = unit.file("list.toml", &list(entries));
    let run = unit.certify(RECORDING, &["--deviations", &file]);
    let json = if run.out.is_empty() { serde_json::Value::Null } else { run.json() };
    (run.code, run.err, json)
}

#[test]
fn an_expected_failure_is_fine_and_counted_by_kind() {
    for (entry, count) in [
        ("clause = \"names.entry\"; kind = \"not-yet\"; failure = \"records\"", "not-yet"),
        (
            "case = \"recordings/5.4/eio-*\"; kind = \"will-not-fix\"; failure = \"records\"; member = \"name\"",
            "will-not-fix",
        ),
    ] {
        let (code, _, json) = run(NAMELESS, &[entry]);
        assert_eq!(code, Some(0), "{json}");
        let certificate = &json["certificate"];
        assert_eq!(certificate["conclusion"], "conforms-but-for-deviations");
        assert_eq!(
            (&certificate["counts"][count], &certificate["deviations"][0]["cases"]),
            (&1.into(), &1.into())
        );
        assert_eq!(certificate["deviations"][0]["clauses"][0], "names.entry");
    }
}

#[test]
fn an_entry_that_no_longer_fits_is_an_error() {
    const RIGHT: &str = r#"eventring dump --format jsonl "$1""#;
    let stale = "case = \"recordings/5.4/eio-basic\"; kind = \"not-yet\"; failure = \"records\"";
    for (unit, entry) in [
        (RIGHT, stale),
        (
            NAMELESS,
            "case = \"recordings/5.4/eio-basic\"; kind = \"not-yet\"; failure = \"crashed\"",
        ),
        (NAMELESS, "case = \"*\"; kind = \"not-yet\"; failure = \"records\"; member = \"ts\""),
    ] {
        let (code, _, json) = run(unit, &[entry]);
        assert_eq!(code, Some(1), "{entry}: {json}");
        assert_eq!(json["certificate"]["counts"]["unexpected"], 1);
    }
    // A failure that no entry is about is a failure, whatever else is listed.
    let (code, _, json) =
        run(NAMELESS, &["clause = \"item.timestamp\"; kind = \"not-yet\"; failure = \"records\""]);
    assert_eq!((code, &json["certificate"]["counts"]["failed"]), (Some(1), &1.into()));
}

#[test]
fn an_entry_that_covers_nothing_is_an_error_in_a_whole_run() {
    let unit = Script::new("");
    let file = unit.file(
        "list.toml",
        &list(&["case = \"no/such/case\"; kind = \"not-yet\"; failure = \"crashed\""]),
    );
    let whole = crate::run::certify(&["producer", "--deviations", &file]);
    assert_eq!(whole.code, Some(1));
    assert!(
        whole.out.contains("entry 1 (no/such/case, crashed): it covers no failure"),
        "{}",
        whole.out
    );
    let part =
        crate::run::certify(&["producer", "--deviations", &file, "--select", "sessions/start/*"]);
    assert_eq!(part.code, Some(0), "{part:?}");
}

#[test]
fn a_list_that_is_none_is_2() {
    let (code, err, _) = run("", &["case = \"*\"; kind = \"never\"; failure = \"records\""]);
    assert_eq!(code, Some(2));
    assert!(err.contains("never"), "{err}");
}
