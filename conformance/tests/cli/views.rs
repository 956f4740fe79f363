//! `stats` and `tree`: a part of a run, a moment of it, figures of the user's own events, and what cannot be.

use serde_json::{Value, json};

use crate::run::{recording, run};
use crate::sample::{INT, Ring, UNIT, bytes, file, item};

fn json(args: &[&str]) -> Value {
    let ran = run(args.iter().copied().chain(["--format", "json"]));
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{args:?}");
    serde_json::from_str(&ran.out).unwrap()
}

#[test]
fn figures_are_of_the_part_that_is_asked_for() {
    let path = recording("5.4/eio-domains.events.zst");
    let path = path.to_str().unwrap();
    let all = json(&["stats", path]);
    let names = |stats: &Value| {
        let phases = stats["run"]["phases"].as_array().unwrap().iter();
        phases.map(|phase| phase["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert!(names(&all).iter().any(|name| name == "major"));
    let minor = json(&["stats", path, "--event", "minor*"]);
    assert!(!names(&minor).is_empty());
    assert!(names(&minor).iter().all(|name| name.starts_with("minor")));
    assert_eq!(minor["run"]["counters"].as_array().unwrap().len(), 2);
    assert!(minor["run"]["scheduler"].is_null());
    // The table is of the file, whatever is chosen, but for the ring.
    assert_eq!(minor["all"], all["all"]);
    let ring = json(&["stats", path, "--ring", "1"]);
    assert_eq!(ring["rings"].as_array().unwrap().len(), 1);
    assert_eq!(ring["run"]["domains"].as_array().unwrap().len(), 1);
    assert_eq!(ring["run"]["domains"][0], all["run"]["domains"][1]);
    // All of the time is the same as two halves of it, less what goes across.
    let count = |stats: &Value| stats["run"]["pauses"]["count"].as_u64().unwrap();
    let halves = [json(&["stats", path, "--to", "10ms"]), json(&["stats", path, "--from", "10ms"])];
    let sum = count(&halves[0]) + count(&halves[1]);
    assert!(count(&halves[0]) > 0 && count(&halves[1]) > 0);
    assert!(count(&all).abs_diff(sum) <= 4, "{} {sum}", count(&all));
    assert!(json(&["stats", path, "--counts"])["run"].is_null());
}

#[test]
fn a_tree_is_of_a_moment() {
    let path = recording("5.4/eio-domains.events.zst");
    let path = path.to_str().unwrap();
    let whole = json(&["tree", path]);
    let things = |tree: &Value| tree["things"].as_array().unwrap().clone();
    let all = things(&whole).len();
    let mut seen = 0;
    for moment in ["0ns", "1ms", "5ms", "20ms", "1s"] {
        let tree = json(&["tree", path, "--at", moment]);
        assert!(things(&tree).iter().all(|thing| thing["state"] != "ended"));
        assert!(tree["at_ns"].as_u64() <= whole["at_ns"].as_u64());
        let known = things(&tree).len() + tree["ended"].as_u64().unwrap() as usize;
        assert!(seen <= known && known <= all, "{moment}");
        seen = known;
        let with_ended = json(&["tree", path, "--at", moment, "--all"]);
        assert_eq!(things(&with_ended).len(), known);
    }
    assert_eq!(seen, all);
    let ring = things(&json(&["tree", path, "--ring", "1"]));
    assert!(!ring.is_empty() && ring.iter().all(|thing| thing["ring"] == 1));
}

#[test]
fn people_see_who_is_in_what() {
    let path = recording("5.4/eio-domains.events.zst");
    let out = run(["tree", path.to_str().unwrap(), "--at", "1.48ms"]).out;
    for line in [
        "root 0: alive for ",
        "|- fiber 1: ready for ",
        "`- switch 2 \"eio_linux\": alive for ",
        "   |- fiber 3: suspended by \"read_eventfd\" for ",
        "   `- switch 5 \"workers\": alive for ",
        "      `- fiber 8: suspended by \"run-domain\" for ",
    ] {
        assert!(out.lines().any(|found| found.starts_with(line)), "{line}\n{out}");
    }
    assert!(out.contains("its domain was started by fiber 6"), "{out}");
    assert!(out.contains("wants promise 7"), "{out}");
}

#[test]
fn files_with_next_to_nothing_have_figures_and_a_tree() {
    for items in [vec![], vec![&[UNIT, 5][..]], vec![&[UNIT, 5][..], &[INT, 5, 7]]] {
        let file = file(&bytes(&[Ring::new(0, &items), Ring::default()]));
        let path = file.path().to_str().unwrap();
        let stats = json(&["stats", path]);
        assert_eq!(stats["all"]["events"], items.len());
        assert!(stats["all"]["events_per_second"].is_null());
        let run_stats = &stats["run"];
        assert_eq!(run_stats["pauses"]["count"], 0);
        assert!(run_stats["pauses"]["max_ns"].is_null() && run_stats["scheduler"].is_null());
        assert_eq!(run_stats["first_ns"].is_null(), items.is_empty());
        let tree = json(&["tree", path]);
        assert_eq!(tree["things"].as_array().unwrap().len(), 0);
        assert_eq!(tree["at_ns"].is_null(), items.is_empty());
        for command in ["stats", "tree"] {
            assert_eq!(run([command, path]).code, Some(0));
        }
    }
}

#[test]
fn events_of_the_user_have_figures() {
    const BEGIN: u64 = item(2, true, 2, 0);
    const END: u64 = item(2, true, 3, 0);
    // A span in another of the same name; one that has begun before, and one that does not end.
    let zero = Ring::new(6, &[&[END, 5], &[BEGIN, 10], &[BEGIN, 12], &[END, 15], &[END, 20]]);
    let one = Ring::new(0, &[&[INT, 6, 7], &[INT, 30, u64::MAX], &[INT, 40, 3], &[BEGIN, 50]]);
    let file = file(&bytes(&[zero, one]));
    let path = file.path().to_str().unwrap();
    let stats = json(&["stats", path]);
    let spans = json!([{
        "id": 0, "name": "a unit", "cut": 2,
        "lengths": {
            "count": 2, "total_ns": 13, "min_ns": 3, "p50_ns": 3, "p90_ns": 10, "p99_ns": 10,
            "p999_ns": 10, "max_ns": 10,
        },
    }]);
    assert_eq!(stats["run"]["user_spans"], spans);
    let ints = json!([{ "id": 1, "name": "an int", "events": 3, "min": -1, "max": 7, "last": 3 }]);
    assert_eq!(stats["run"]["user_ints"], ints);
    assert_eq!(stats["run"]["incomplete"][0]["lost_words"], 6);
    let text = run(["stats", path]).out;
    for line in [
        "user span                    count      total",
        "a unit                           2      13 ns       3 ns",
        "2 more of a unit whose begin or end is not known",
        "an int                                   3                   -1                    7",
        "ring 0 is incomplete from its beginning, 6 words lost at 1 place",
    ] {
        assert!(text.lines().any(|found| found.starts_with(line)), "{line}\n{text}");
    }
    // Of a part only what is in it; an int without a value is an event; without a name it has its number.
    let part = json(&["stats", path, "--to", "34ns", "--event", "an *"]);
    assert_eq!(part["run"]["user_spans"], json!([]));
    assert_eq!(part["run"]["user_ints"][0]["last"], -1);
    let short = file_of(&[&[item(2, true, 1, 2), 5]]);
    let stats = json(&["stats", short.path().to_str().unwrap()]);
    let ints = json!([
        { "id": 2, "name": null, "events": 1, "min": null, "max": null, "last": null }
    ]);
    assert_eq!(stats["run"]["user_ints"], ints);
    let text = run(["stats", short.path().to_str().unwrap()]).out;
    assert!(text.lines().any(|line| line.starts_with("event 2  ")), "{text}");
}

fn file_of(items: &[&[u64]]) -> tempfile::NamedTempFile {
    file(&bytes(&[Ring::new(0, items), Ring::default()]))
}

#[test]
fn what_cannot_be_is_refused() {
    let path = recording("5.4/eio-basic.events.zst");
    let path = path.to_str().unwrap();
    for args in [
        &["stats", path, "--ring", "4096"][..],
        &["tree", path, "--ring", "4096"],
        &["stats", path, "--from", "yesterday"],
        &["stats", path, "--event", "[a"],
        &["stats", path, "--counts", "--event", "minor"],
        &["tree", path, "--at", "-1"],
    ] {
        let ran = run(args.iter().copied());
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{args:?}: {}", ran.err);
    }
    let broken = Ring::new(0, &[&[UNIT, 5], &[0, 0]]);
    let file = file(&bytes(&[broken]));
    for command in ["stats", "tree"] {
        let ran = run([command, file.path().to_str().unwrap()]);
        assert_eq!(ran.code, Some(1), "{command}");
        assert!(ran.err.contains("1 ring ends early"), "{}", ran.err);
    }
}
