//! `eventring certify producer -- COMMAND`: programs that write what they like.

use std::path::Path;

use crate::run::{Run, Script, certify, first_failure};

/// A session of the built-in producer, written into the folder of the run.
const SESSION: &str = r#"
{
  echo "{\"seq\":1,\"op\":\"open\",\"dir\":\"$OCAML_RUNTIME_EVENTS_DIR\",\"release\":\"none\",\"max_domains\":1,\"ring_words\":64,\"preserve\":true}"
  echo '{"seq":2,"op":"register","name_hex":"61","count":1}'
  for turn in 1 2 3 4 5 6 7 8 9; do
    echo '{"seq":3,"op":"write","ring":0,"kind":"unit","id":1,"count":1000}'
    sleep 0.01
  done
  echo '{"seq":4,"op":"stop"}'
} | eventring producer-unit"#;

fn run(text: &str, more: &[&str]) -> Run {
    let script = Script::new(text);
    let path = script.path();
    let mut arguments = vec!["producer", "--report", "json"];
    arguments.extend(more);
    arguments.extend(["--", path.to_str().unwrap()]);
    certify(&arguments)
}

#[test]
fn what_conforms_in_every_sample_conforms() {
    let run = run(SESSION, &["--release", "none"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let json = run.json();
    let cases = json["cases"].as_array().unwrap();
    assert!(cases.len() > 20, "{json}");
    // What was seen between two samples is never passed.
    let of_clause = |name: &str| cases.iter().find(|case| case["name"] == name);
    assert_eq!(of_clause("runs/time.unit").unwrap()["verdict"], "observed");
    if let Some(case) = of_clause("runs/ring.boundary") {
        assert_eq!(case["verdict"], "observed");
    }
}

#[test]
fn every_way_to_fail_is_told() {
    let broken = format!("{SESSION} > log\nfor file in \"$OCAML_RUNTIME_EVENTS_DIR\"/*; do");
    let zero = "printf '\\0' | dd of=\"$file\" conv=notrunc bs=1 seek=32 2> log; done";
    for (text, failure, clause) in [
        ("exit 0", "broke-protocol", "file.name"),
        (&format!("{SESSION}\nexit 3"), "crashed", "producer.no-wait"),
        (&format!("{SESSION}\nkill -ABRT $$"), "crashed", "producer.no-wait"),
        (&format!("{SESSION}\nsleep 100"), "hung", "producer.no-wait"),
        (&format!("cd \"${{0%/*}}\"\n{broken} {zero}"), "finding", "header.ring-elements"),
        (
            &format!("cd \"${{0%/*}}\"\n{broken} mv \"$file\" \"$file.1.events\"; done"),
            "finding",
            "file.name",
        ),
    ] {
        let select = format!("runs/{clause}");
        let budget = if failure == "hung" { "2" } else { "60" };
        let run = run(text, &["--timeout", budget, "--select", &select]);
        assert_eq!(run.code, Some(1), "{text}: {run:?}");
        let found = first_failure(&run);
        assert_eq!(
            (&found["failure"], &found["clause"]),
            (&failure.into(), &clause.into()),
            "{text}: {run:?}"
        );
    }
}

#[test]
fn what_a_program_started_ends_with_it() {
    let marker = tempfile::tempdir().unwrap();
    let alive = marker.path().join("alive");
    let text = format!("(sleep 3; touch '{}') &\n{SESSION}\nsleep 100", alive.display());
    assert_eq!(run(&text, &["--timeout", "1"]).code, Some(1));
    std::thread::sleep(std::time::Duration::from_secs(3));
    assert!(!Path::exists(&alive));
}

#[test]
fn nothing_selected_runs_nothing() {
    let marker = tempfile::tempdir().unwrap();
    let ran = marker.path().join("ran");
    let run = run(&format!("touch '{}'", ran.display()), &["--select", "sessions/*"]);
    assert_eq!(run.code, Some(4), "{run:?}");
    assert!(!Path::exists(&ran));
}
