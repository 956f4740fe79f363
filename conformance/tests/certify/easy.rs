//! The easy mode: each outcome by a unit that does it, and only it.

use crate::run::{RECORDING, REFUSED, Script, certify, exists, first_failure};

/// What a conforming unit does.
const RIGHT: &str = r#"eventring dump --format jsonl "$1""#;

#[test]
fn a_unit_that_is_right_passes() {
    let unit = Script::new(RIGHT);
    for select in [RECORDING, REFUSED, "vectors/file/not-ready/*"] {
        let run = unit.certify(select, &[]);
        assert_eq!(run.code, Some(0), "{run:?}");
    }
}

#[test]
fn runtime_names_are_compared_where_a_release_is_declared() {
    const NAMED: &str = r#"eventring dump --format jsonl --release "$2" "$1""#;
    let nameless = format!("{NAMED} | sed 's/\"name\":\"minor\"/\"name\":null/'");
    for (text, release, code) in
        [(NAMED, "5.3", 0), (&nameless, "5.3", 1), (NAMED, "5.4", 0), (&nameless, "5.4", 0)]
    {
        let unit = Script::new(text);
        let path = unit.path();
        let run = certify(&[
            "consumer",
            "--release",
            release,
            "--select",
            "recordings/5.3/gc-*",
            "--report",
            "json",
            "--",
            path.to_str().unwrap(),
            "{file}",
            "{release}",
        ]);
        assert_eq!(run.code, Some(code), "{release}: {run:?}");
        if code == 1 {
            assert_eq!(first_failure(&run)["clause"], "release.given-wins");
        }
    }
}

#[test]
fn a_unit_that_prints_nothing_fails() {
    let run = Script::new("exit 0").certify(RECORDING, &[]);
    assert_eq!((run.code, run.outcomes()), (Some(1), vec!["accepted".to_owned()]));
    let failure = first_failure(&run);
    assert_eq!(
        (&failure["failure"], &failure["member"], &failure["record"]),
        (&"records".into(), &"missing".into(), &1.into())
    );
    assert_eq!(failure["got"], "no more records");
    assert!(
        failure["offset"].is_u64() && failure["expected"].as_str().unwrap().contains("lifecycle")
    );
}

/// Where nothing is expected silence is right, and a run of nothing else says nothing.
#[test]
fn a_run_that_a_silent_unit_passes_checks_nothing() {
    let run = Script::new("exit 0").certify("vectors/header/small-rings/one-word-empty/*", &[]);
    let counts = &run.json()["certificate"]["counts"];
    assert!(counts["ran"] == counts["passed"] && counts["ran"] != 0, "{counts}");
    assert_eq!(run.code, Some(4), "{run:?}");
}

#[test]
fn an_interpreter_that_dies_with_1_is_a_crash_and_no_rejection() {
    for select in [RECORDING, REFUSED] {
        let run = Script::new("echo 'Traceback' >&2; exit 1").certify(select, &[]);
        assert_eq!(run.code, Some(1));
        let failure = first_failure(&run);
        assert_eq!(failure["failure"], "crashed");
        assert!(
            failure["got"].as_str().unwrap().contains("no `corrupt` or `refused` record"),
            "{failure}"
        );
        // Standard error is a log, kept where something is wrong.
        assert!(run.out.contains("Traceback"));
    }
}

#[test]
fn other_ends_are_crashes() {
    for (end, how) in
        [("exit 2", "exited with 2"), ("exit 77", "exited with 77"), ("kill -SEGV $$", "signal 11")]
    {
        let run = Script::new(&format!("{RIGHT}\n{end}")).certify(RECORDING, &[]);
        assert_eq!((run.code, run.outcomes()), (Some(1), vec!["crashed".to_owned()]), "{end}");
        assert!(first_failure(&run)["got"].as_str().unwrap().contains(how), "{end}: {run:?}");
    }
}

#[test]
fn a_unit_that_does_not_end_is_hung_and_killed_with_its_children() {
    let unit = Script::new("");
    let alive = unit.folder.path().join("alive");
    // A child that would go on after the unit is killed.
    let text = format!("(sleep 5; touch '{}') & sleep 1000", alive.display());
    let unit = Script::new(&text);
    let run = unit.certify(RECORDING, &["--timeout", "1"]);
    assert_eq!((run.code, run.outcomes()), (Some(1), vec!["hung".to_owned()]));
    assert!(first_failure(&run)["got"].as_str().unwrap().contains("within 1 s"));
    assert!(!exists(&alive));
}

/// A child that is left behind keeps the pipe open, and does not keep the harness waiting.
#[test]
fn a_unit_that_leaves_a_child_behind_is_judged_by_itself() {
    let unit = Script::new(&format!("sleep 1000 &\n{RIGHT}"));
    let run = unit.certify(RECORDING, &["--timeout", "600"]);
    assert_eq!(run.code, Some(0), "{run:?}");
}

#[test]
fn a_line_that_is_no_record_breaks_the_protocol() {
    for line in
        ["hello", "{}", r#"{"kind":"unit"}"#, r#"{"kind":"odd","ring":0,"ts":0,"id":1}"#, "[]"]
    {
        let run = Script::new(&format!("{RIGHT}\necho '{line}'")).certify(RECORDING, &[]);
        assert_eq!(
            (run.code, run.outcomes()),
            (Some(1), vec!["broke-protocol".to_owned()]),
            "{line}"
        );
        assert!(first_failure(&run)["message"].as_str().unwrap().contains("is no event record"));
    }
}

#[test]
fn a_unit_that_prints_without_end_breaks_the_protocol() {
    let unit = Script::new("yes");
    let adapter =
        unit.file("a.toml", "command = [\"./unit\", \"{file}\"]\nmax_output_bytes = 100000");
    let run =
        certify(&["consumer", "--adapter", &adapter, "--select", RECORDING, "--report", "json"]);
    assert_eq!((run.code, run.outcomes()), (Some(1), vec!["broke-protocol".to_owned()]));
    assert!(first_failure(&run)["message"].as_str().unwrap().contains("more than 100000 bytes"));
}

#[test]
fn a_record_that_is_wrong_is_told_with_its_clause_and_place() {
    for (change, member, clause) in [
        ("s/\"ts\":1/\"ts\":2/", "ts", "item.timestamp"),
        ("s/\"name\":\"eio.fiber\"/\"name\":\"eio.fibre\"/", "name", "names.entry"),
        ("s/\"data\":\"0/\"data\":\"1/", "data", "record.custom"),
        ("s/\"value\":7}/\"value\":8}/", "value", "record.integer"),
        ("/span_begin/d;/\"unit\"/d", "kind", "item.category"),
    ] {
        let run = Script::new(&format!("{RIGHT} | sed '{change}'")).certify(RECORDING, &[]);
        assert_eq!((run.code, run.outcomes()), (Some(1), vec!["accepted".to_owned()]), "{change}");
        let failure = first_failure(&run);
        assert_eq!(failure["failure"], "records");
        if member != "kind" {
            assert_eq!(
                (&failure["member"], &failure["clause"]),
                (&member.into(), &clause.into()),
                "{failure}"
            );
        }
        assert!(failure["offset"].as_u64().unwrap().is_multiple_of(8));
        let json = run.json();
        let repeat = json["cases"][0]["repeat"].as_str().unwrap();
        assert!(
            repeat.starts_with("eventring certify consumer --select recordings/5.4/eio-basic -- /"),
            "{repeat}"
        );
    }
}

#[test]
fn not_ready_is_5_or_a_rejection_and_nothing_else() {
    const NOT_READY: &str = "vectors/file/not-ready/*";
    let refused = r#"echo '{"kind":"refused","clause":"","message":""}'; exit 1"#;
    for (text, code) in [("exit 5", 0), (refused, 0), ("exit 0", 1), ("exit 1", 1)] {
        let run = Script::new(text).certify(NOT_READY, &[]);
        assert_eq!(run.code, Some(code), "{text}: {run:?}");
    }
    // And a sound file is not to be called not ready.
    let run = Script::new("exit 5").certify(RECORDING, &[]);
    assert_eq!((run.code, run.outcomes()), (Some(1), vec!["not-ready".to_owned()]));
}

/// The exit code says what became of the file, and the records are held against that.
#[test]
fn records_do_not_change_what_an_exit_code_says() {
    let corrupt =
        r#"echo '{"ring":0,"kind":"corrupt","position":6,"offset":2744,"clause":"","message":""}'"#;
    let faulty = "vectors/item/length-zero/*";
    for (text, select, outcome) in [
        // All records right, the fault told, and yet it says that it decoded the file to its end.
        (format!("{RIGHT}; exit 0"), faulty, "accepted"),
        (format!("{RIGHT}; exit 1"), faulty, "rejected"),
        // A fault that is not there.
        (format!("{RIGHT}; {corrupt}; exit 0"), RECORDING, "accepted"),
        (format!("{RIGHT}; {corrupt}; exit 1"), RECORDING, "rejected"),
        // What is printed before 5 is not looked at.
        (format!("{RIGHT}; exit 5"), RECORDING, "not-ready"),
        (format!("{RIGHT}; exit 5"), faulty, "not-ready"),
    ] {
        let run = Script::new(&text).certify(select, &[]);
        let is_right = outcome == "rejected" && select == faulty;
        assert_eq!(run.code, Some(i32::from(!is_right)), "{text}: {run:?}");
        assert_eq!(run.outcomes(), [outcome], "{text}");
    }
    let garbage = Script::new("echo hello; exit 5").certify("vectors/file/not-ready/*", &[]);
    assert_eq!(garbage.code, Some(0), "{garbage:?}");
}

#[test]
fn a_rejection_needs_the_right_exit_code_and_record() {
    let refused = r#"echo '{"kind":"refused","clause":"","message":""}'"#;
    for (text, outcome) in [
        (format!("{refused}; exit 0"), "accepted"),
        (format!("{refused}; exit 3"), "crashed"),
        ("exit 1".to_owned(), "crashed"),
    ] {
        let run = Script::new(&text).certify("vectors/header/max-domains/zero/little", &[]);
        assert_eq!((run.code, run.outcomes()), (Some(1), vec![outcome.to_owned()]), "{text}");
    }
}

/// The line is shown as it stands, with its place in the output and the record that belongs there.
#[test]
fn a_line_that_is_no_record_is_shown_with_its_place() {
    const LINE: &str = r#"{"kind":"odd","name":"a\\b"}"#;
    let unit = Script::new(&format!(
        "eventring dump --format jsonl --release 5.4 \"$1\" | sed '3s/.*/{}/'",
        LINE.replace('\\', r"\\")
    ));
    let failure = first_failure(&unit.certify(RECORDING, &[]));
    assert_eq!((failure["got"].as_str(), &failure["record"]), (Some(LINE), &3.into()), "{failure}");
    let wanted = failure["expected"].as_str().unwrap();
    let record = wanted.strip_prefix("an event record: ").unwrap();
    assert!(serde_json::from_str::<serde_json::Value>(record).unwrap()["ts"].is_u64(), "{wanted}");
    let place = &failure["output"];
    assert_eq!(place["line"], 3);
    assert!(place["byte"].as_u64().unwrap() > 20, "{place}");
    assert!(failure["offset"].is_u64(), "{failure}");
}
