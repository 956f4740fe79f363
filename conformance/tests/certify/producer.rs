//! `eventring certify producer`: the built-in one, and units that do not answer as they should.

use crate::run::{Script, certify, first_failure};

#[test]
fn the_built_in_producer_conforms() {
    let run = certify(&["producer", "--report", "json"]);
    let json = run.json();
    let counts = &json["certificate"]["counts"];
    assert_eq!(run.code, Some(0), "{}", certify(&["producer"]).out);
    assert_eq!(json["certificate"]["conclusion"], "conforms");
    // It cannot fork.
    assert_eq!(counts["not-applicable"], 2);
    assert_eq!(counts["passed"], counts["ran"]);
    assert!(counts["ran"].as_u64().unwrap() > 500, "{counts}");
}

#[test]
fn a_scenario_and_a_clause_of_it_can_be_selected() {
    let all = certify(&["producer", "--select", "sessions/ints", "--report", "json"]);
    let one = certify(&["producer", "--select", "sessions/ints/time.unit", "--report", "json"]);
    let names = |json: serde_json::Value| -> Vec<String> {
        let cases = json["cases"].as_array().unwrap().clone();
        cases.iter().map(|case| case["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(one.json()), ["sessions/ints/time.unit"]);
    assert!(names(all.json()).contains(&"sessions/ints/time.unit".to_owned()));
    assert_eq!(certify(&["producer", "--select", "nothing"]).code, Some(4));
    assert_eq!(certify(&["producer", "--select", "["]).code, Some(2));
}

/// Answers `start`, and then what `rest` says for each other request but `stop`.
fn unit(rest: &str) -> Script {
    Script::new(&format!(
        r#"
while read -r line; do
  seq=$(printf '%s' "$line" | sed 's/.*"seq":\([0-9]*\).*/\1/')
  dir=$(printf '%s' "$line" | sed 's/.*"dir":"\([^"]*\)".*/\1/')
  case "$line" in
    *'"op":"start"'*) echo "{{\"seq\":$seq,\"protocol\":1,\"name\":\"fake\"}}" ;;
    *'"op":"stop"'*) exit 0 ;;
    *) {rest} ;;
  esac
done"#
    ))
}

#[test]
fn each_way_not_to_answer_is_told_apart() {
    const DONE: &str = r#"{\"seq\":$seq,\"outcome\":\"done\",\"pid\":$$,\"index\":0}"#;
    for (rest, failure, clause) in [
        ("exit 3", "crashed", "producer.events"),
        ("sleep 100", "hung", "producer.events"),
        ("echo '{}'", "broke-protocol", "producer.events"),
        (
            r#"echo "{\"seq\":$seq,\"outcome\":\"refused\",\"message\":\"no\"}""#,
            "rejected",
            "producer.events",
        ),
        (r#"echo "{\"seq\":$seq,\"outcome\":\"failed\"}""#, "crashed", "producer.events"),
        (r#"echo "{\"seq\":$seq,\"outcome\":\"done\"}""#, "broke-protocol", "producer.events"),
        // It says that it did, and did nothing.
        (&format!("echo \"{DONE}\""), "finding", "file.name"),
        // What it makes is no ring file.
        (
            &format!("umask 077; head -c 4096 /dev/zero > \"$dir/$$.events\" && echo \"{DONE}\""),
            "finding",
            "producer.events",
        ),
    ] {
        let budget = if failure == "hung" { "1" } else { "60" };
        let run = unit(rest).certify_producer("sessions/start", &["--timeout", budget]);
        assert_eq!(run.code, Some(1), "{rest}: {run:?}");
        let found = first_failure(&run);
        assert_eq!(
            (&found["failure"], &found["clause"]),
            (&failure.into(), &clause.into()),
            "{rest}"
        );
    }
}

/// As one does whose memory is looked through for leaks at its end.
#[test]
fn a_bad_end_after_a_good_session_is_a_failure_and_the_rest_goes_on() {
    for (end, how) in [("exit 7", "exited with 7"), ("kill -ABRT $$", "signal 6")] {
        let script =
            Script::new(&format!("'{}' producer-unit; {end}", env!("CARGO_BIN_EXE_eventring")));
        let run = script.certify_producer("sessions/ints/*", &[]);
        assert_eq!(run.code, Some(1), "{run:?}");
        let found = first_failure(&run);
        assert_eq!(found["failure"], "crashed");
        assert_eq!(found["clause"], "producer.end");
        assert!(found["message"].as_str().unwrap().contains(how), "{found}");
    }
}

#[test]
fn what_a_failed_session_left_is_kept_once_for_all_its_clauses() {
    let builtin = env!("CARGO_BIN_EXE_eventring");
    // It does what it is told, and ends badly.
    let unit = Script::new(&format!(
        "echo hello >&2\n'{builtin}' producer-unit | while read -r line; do echo \"$line\"; done; exit 7"
    ));
    let folder = unit.folder.path().join("kept");
    let keep = ["--keep", folder.to_str().unwrap()];
    let run = unit.certify_producer("sessions/ints/*", &keep);
    let json = run.json();
    let wrong = json["cases"].as_array().unwrap().iter().filter(|case| case["failure"].is_object());
    let kept: Vec<_> = wrong.map(|case| case["kept"].as_str().unwrap()).collect();
    assert_eq!(kept, [folder.join("sessions/ints").to_str().unwrap()], "{run:?}");
    let kept = folder.join("sessions/ints");
    let text = |name: &str| std::fs::read_to_string(kept.join(name)).unwrap();
    let (asked, said) = (text("stdin"), text("stdout"));
    assert!(asked.lines().last().unwrap().contains(r#""op":"stop""#), "{asked}");
    assert_eq!(said.lines().count(), asked.lines().count() - 1);
    assert_eq!(text("stderr"), "hello\n");
    let files = std::fs::read_dir(&kept).unwrap();
    let names = files.map(|file| file.unwrap().file_name().to_string_lossy().into_owned());
    assert_eq!(names.filter(|name| name.ends_with(".events")).count(), 1);
}
