//! The Eio profile: the member `typed`, compared where a unit declares that it interprets Eio's events.

use crate::run::{Run, Script, first_failure};

/// A unit that prints it.
const TYPED: &str = r#"eventring dump --format jsonl --typed "$1""#;

/// A unit that prints Eio's events and nothing else.
const ALONE: &str = r#"eventring dump --format jsonl --typed "$1" | grep '"typed"' | sed 's/"kind".*"typed"/"typed"/'; true"#;

const RECORDING: &str = "recordings/5.4/{eio-basic,eio-basic/typed}";
const WIRES: &str = "vectors/eio/wires/*/little/typed";

fn run(unit: &str, select: &str, options: &[&str]) -> Run {
    let options: Vec<&str> = options.iter().flat_map(|option| ["--option", option]).collect();
    Script::new(unit).certify(select, &options)
}

fn verdicts(run: &Run) -> Vec<(String, String)> {
    let json = run.json();
    let cases = json["cases"].as_array().unwrap().iter();
    let text = |case: &serde_json::Value, member| case[member].as_str().unwrap().to_owned();
    cases.map(|case| (text(case, "name"), text(case, "verdict"))).collect()
}

fn is_verdict(run: &Run, name: &str, verdict: &str) -> bool {
    verdicts(run).contains(&(name.to_owned(), verdict.to_owned()))
}

#[test]
fn who_does_not_declare_it_is_not_asked() {
    for unit in [TYPED, r#"eventring dump --format jsonl "$1""#] {
        let run = run(unit, RECORDING, &[]);
        assert_eq!(run.code, Some(0), "{run:?}");
        assert!(is_verdict(&run, "recordings/5.4/eio-basic", "passed"), "{run:?}");
        assert!(is_verdict(&run, "recordings/5.4/eio-basic/typed", "not-applicable"), "{run:?}");
    }
}

#[test]
fn who_declares_it_is_held_to_it() {
    assert_eq!(run(TYPED, RECORDING, &["eio"]).code, Some(0));
    let silent = run(r#"eventring dump --format jsonl "$1""#, RECORDING, &["eio"]);
    assert_eq!(silent.code, Some(1), "{silent:?}");
    assert!(is_verdict(&silent, "recordings/5.4/eio-basic", "passed"), "{silent:?}");
    for (change, member, clause) in [
        ("s/\"type\":\"switch\"/\"type\":3/", "type", "eio.unknown-enum"),
        ("s/\"eio\":\"get\"/\"eio\":\"put\"/", "eio", "eio.by-name"),
        ("s/\"cc\":0}/\"cc\":1}/", "cc", "eio.record.typed"),
        ("s/\"typed\":{\"eio\":\"exit_cc\"}/\"typed\":null/", "typed", "eio.payload.extra"),
        ("/\"eio\":\"fiber\"/d", "missing", "eio.record.typed"),
    ] {
        let run =
            run(&format!("{TYPED} | sed '{change}'"), "recordings/5.4/eio-basic/typed", &["eio"]);
        assert_eq!(run.code, Some(1), "{change}: {run:?}");
        let failure = first_failure(&run);
        assert_eq!(
            (&failure["failure"], &failure["member"], &failure["clause"]),
            (&"records".into(), &member.into(), &clause.into()),
            "{failure}"
        );
        assert!(failure["offset"].as_u64().unwrap().is_multiple_of(8), "{failure}");
    }
}

#[test]
fn a_wire_that_is_not_declared_is_not_asked_for() {
    let run =
        run(TYPED, "vectors/eio/{generation-*,proposal}/little/typed", &["eio", "eio-proposal"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    for (name, verdict) in
        [("generation-1", "not-applicable"), ("generation-2", "passed"), ("proposal", "passed")]
    {
        assert!(is_verdict(&run, &format!("vectors/eio/{name}/little/typed"), verdict), "{run:?}");
    }
}

/// It prints `ring`, `ts` and `typed` alone, and is asked for nothing else.
#[test]
fn a_unit_of_eio_alone_is_asked_for_that_alone() {
    let right = run(ALONE, RECORDING, &["eio", "only-eio"]);
    assert_eq!(right.code, Some(0), "{right:?}");
    assert!(is_verdict(&right, "recordings/5.4/eio-basic", "not-applicable"), "{right:?}");
    assert!(is_verdict(&right, "recordings/5.4/eio-basic/typed", "passed"), "{right:?}");
    // Without the declaration the rest is missed.
    assert_eq!(run(ALONE, RECORDING, &["eio"]).code, Some(1));
    // And a unit that prints nothing fails, but for files in which nothing is to be interpreted.
    let silent = run("exit 0", WIRES, &["eio", "only-eio"]);
    assert_eq!(silent.code, Some(1), "{silent:?}");
    assert!(is_verdict(&silent, "vectors/eio/wires/mixed/little/typed", "passed"), "{silent:?}");
    let shared = "vectors/eio/wires/shared-by-generations/little/typed";
    assert!(is_verdict(&silent, shared, "failed"), "{silent:?}");
}

#[test]
fn a_typed_member_that_is_none_breaks_the_protocol() {
    let unit = format!("{TYPED} | sed 's/\"typed\":{{\"eio\":\"exit_cc\"}}/\"typed\":7/'");
    let run = run(&unit, "recordings/5.4/eio-basic/typed", &["eio"]);
    assert_eq!((run.code, run.outcomes()), (Some(1), vec!["broke-protocol".to_owned()]));
    assert!(
        first_failure(&run)["message"].as_str().unwrap().contains("is no event record"),
        "{run:?}"
    );
}
