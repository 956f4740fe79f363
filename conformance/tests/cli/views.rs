//! `stats` and `tree`: a part of a run, a moment of it, and what cannot be.

use serde_json::Value;

use crate::run::{recording, run};
use crate::sample::{INT, Ring, UNIT, bytes, file};

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
