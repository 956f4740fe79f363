//! The built-in consumer, and what holds for every run.

use crate::run::{RECORDING, certify};

#[test]
fn the_built_in_pair_conforms_on_everything() {
    let run = certify(&["--report", "json", "--quiet"]);
    let json = run.json();
    let counts = &json["certificate"]["counts"];
    assert_eq!(run.code, Some(0), "{}", certify(&[""; 0]).out);
    assert_eq!(json["certificate"]["conclusion"], "conforms");
    assert_eq!(counts["passed"], counts["ran"]);
    // The consumer cannot be asked for at most so many events, nor the producer to fork; all else is asked of them.
    for case in json["cases"].as_array().unwrap() {
        let name = case["name"].as_str().unwrap();
        let not_asked = name.contains("/at-most-") || name.starts_with("sessions/fork");
        assert_eq!(case["verdict"], if not_asked { "not-applicable" } else { "passed" }, "{case}");
    }
    assert!(counts["planned"].as_u64().unwrap() > 1400, "{counts}");
    assert_eq!(run.err, "");
}

#[test]
fn nothing_selected_is_4() {
    for arguments in [&["--select", "nothing"][..], &["consumer", "--select", "nothing"]] {
        let run = certify(arguments);
        assert_eq!(run.code, Some(4), "{run:?}");
        assert!(run.out.contains("0 planned"), "{run:?}");
    }
}

#[test]
fn usage_is_2() {
    for arguments in [
        &["--select", "["][..],
        &["--report", "pdf"],
        &["--jobs", "0"],
        &["--release", "auto"],
        &["consumer", "--", "sh", "-c", "exit 0"],
        &["consumer", "--adapter", "a.toml", "--", "x", "{file}"],
    ] {
        assert_eq!(certify(arguments).code, Some(2), "{arguments:?}");
    }
}

#[test]
fn what_cannot_be_started_read_or_written_is_3() {
    for arguments in [
        &["--select", RECORDING, "--output", "/no/such/folder/report"][..],
        &["--select", RECORDING, "--output", "/dev/full"],
        &["--select", RECORDING, "--certificate", "/dev/full"],
        &["--select", RECORDING, "--deviations", "no-such-list"],
        &["consumer", "--adapter", "no-such-adapter.toml"],
        &["consumer", "--", "no-such-program-anywhere", "{file}"],
        &["consumer", "--mode", "full", "--", "./no-such-program"],
    ] {
        let run = certify(arguments);
        assert_eq!(run.code, Some(3), "{arguments:?}: {run:?}");
        assert!(run.err.starts_with("error: "), "{run:?}");
    }
}
