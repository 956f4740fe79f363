//! Scenarios: our own command line as a unit that follows, and followers that are wrong.

use std::fs;

use crate::run::{PROGRAM, Run, Script, certify};

const FOLLOWED: &str = "scenarios/process/followed";

/// Certifies a unit whose follower is a shell script, in which `$1` is the file.
fn followed_by(script: &str, options: &[&str]) -> Run {
    let unit = Script::new(script);
    let adapter = unit.folder.path().join("adapter.toml");
    let text = format!(
        "command = ['{PROGRAM}', 'dump', '{{file}}']\nfollow = ['./unit', '{{file}}']\nname = 'fake'\ntimeout_s = 20\n"
    );
    fs::write(&adapter, text).unwrap();
    let adapter = adapter.to_str().unwrap();
    let arguments = ["consumer", "--adapter", adapter, "--select", FOLLOWED, "--report", "json"];
    certify(&[&arguments[..], options].concat())
}

#[test]
fn dump_follow_conforms_as_a_unit_that_follows() {
    let run = followed_by("eventring dump --follow --format jsonl \"$1\"", &[]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert_eq!(run.json()["certificate"]["counts"]["passed"], 1);
}

#[test]
fn each_wrong_follower_is_told_from_the_others() {
    for (script, failure, clause) in [
        ("eventring dump --follow --format jsonl \"$1\" | sed -u 30d", "records", "live.lost"),
        ("eventring dump --follow --format jsonl \"$1\" | sed -u 30p", "records", "ring.order"),
        ("eventring dump --follow --format jsonl \"$1\" | sed -u 100q", "records", "ring.order"),
        ("eventring dump --follow --format jsonl \"$1\"; exit 1", "crashed", "live.lost"),
        ("exit 0", "crashed", "live.lost"),
        ("sleep 100", "hung", "live.lost"),
        (
            "echo hello; eventring dump --follow --format jsonl \"$1\"",
            "broke-protocol",
            "live.lost",
        ),
    ] {
        let options = if failure == "hung" { &["--timeout", "1"][..] } else { &[] };
        let run = followed_by(script, options);
        assert_eq!(run.code, Some(1), "{script}: {run:?}");
        let json = run.json();
        let found = &json["cases"][0]["failure"];
        assert_eq!(found["failure"], failure, "{script}: {json}");
        // Whether an event was missed because it was lost depends on who was faster.
        let clauses = [clause, "live.lost", "live.recheck"];
        assert!(clauses.iter().any(|clause| found["clause"] == *clause), "{script}: {json}");
    }
}

#[test]
fn who_cannot_follow_is_asked_nothing() {
    let arguments = ["consumer", "--select", "scenarios/lap/*", "--", PROGRAM, "dump", "{file}"];
    let run = certify(&arguments);
    assert_eq!(run.code, Some(4), "{run:?}");
    assert!(run.out.contains("not applicable"), "{run:?}");
}
