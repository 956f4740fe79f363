//! The forms of a report, each read by somebody else.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::Command;

use eventring_conformance::certify::protocol::Messages;
use eventring_conformance::certify::unit::AdapterFile;
use eventring_conformance::report::CertifyReport;
use schemars::{JsonSchema, schema_for};
use serde_json::Value;

use crate::run::{RECORDING, Script, certify};

const SCHEMAS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../spec/schema");

/// A unit that fails with a log full of what markup and terminals take for theirs.
fn failing() -> Script {
    Script::new(
        r#"printf ']]>&<\033[2J # TODO\n' >&2; eventring dump --format jsonl "$1" | sed 's/"ts":1/"ts":2/'"#,
    )
}

/// `EVENTRING_UPDATE=1 cargo test` writes them anew.
fn schema_is_up_to_date<T: JsonSchema>(name: &str) {
    let path = Path::new(SCHEMAS).join(name);
    let text = serde_json::to_string_pretty(&schema_for!(T)).unwrap() + "\n";
    if std::env::var_os("EVENTRING_UPDATE").is_some() {
        fs::create_dir_all(SCHEMAS).unwrap();
        fs::write(&path, &text).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == text, "{} is stale: EVENTRING_UPDATE=1 cargo test", path.display());
}

/// Says so past the test runner, which keeps to itself what a test prints that passes.
fn skipped(what: &str) {
    let mut stderr = io::stderr();
    writeln!(stderr, "SKIPPED: {what}").unwrap();
}

#[test]
fn schemas_are_those_of_the_types() {
    schema_is_up_to_date::<CertifyReport>("certify-report.json");
    schema_is_up_to_date::<Messages<'_>>("adapter-messages.json");
    schema_is_up_to_date::<AdapterFile>("adapter-file.json");
}

#[test]
fn a_report_fits_its_schema_and_the_certificate_is_part_of_it() {
    let schema: Value = serde_json::to_value(schema_for!(CertifyReport)).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let certificate = folder.path().join("certificate.json");
    let wrong = failing().certify(RECORDING, &["--certificate", certificate.to_str().unwrap()]);
    let right = certify(&["--report", "json", "--select", "recordings/5.*"]);
    for run in [&wrong, &right] {
        let errors: Vec<_> =
            validator.iter_errors(&run.json()).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{errors:?}");
    }
    let written: Value = serde_json::from_str(&fs::read_to_string(certificate).unwrap()).unwrap();
    assert_eq!(written, wrong.json()["certificate"]);
    let unit = &written["unit"];
    assert_eq!(unit["files"][0]["sha256"].as_str().unwrap().len(), 64);
    assert!(written["repeat"].as_str().unwrap().contains("--select recordings/5.4/eio-basic -- "));
    assert_eq!(written["complete"], false);
}

#[test]
fn a_certificate_does_not_depend_on_when_and_how_fast() {
    let run = |jobs: &str| {
        certify(&["--report", "json", "--select", "recordings/5.4/*", "--jobs", jobs]).out
    };
    assert_eq!(run("1"), run("2"));
}

#[test]
fn prove_reads_the_tap() {
    let failing = failing();
    let path = failing.path();
    for (consumer, fails) in [(None, false), (Some(path.to_str().unwrap()), true)] {
        let mut arguments = vec!["--report", "tap", "--select", "recordings/5.4/eio-*"];
        if let Some(path) = consumer {
            arguments.insert(0, "consumer");
            arguments.extend(["--", path, "{file}"]);
        }
        let run = certify(&arguments);
        assert_eq!(run.code, Some(i32::from(fails)));
        let planned =
            run.out.lines().nth(1).unwrap().strip_prefix("1..").unwrap().parse::<usize>().unwrap();
        let lines =
            run.out.lines().filter(|line| line.starts_with("ok ") || line.starts_with("not ok "));
        assert_eq!(lines.count(), planned);
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("run.t");
        // Most of its versions know only version 13, in which all that is used here is the same.
        fs::write(&file, run.out.replacen("TAP version 14", "TAP version 13", 1)).unwrap();
        let Ok(prove) = Command::new("prove").args(["--exec", "cat"]).arg(&file).output() else {
            skipped("prove is not on this machine, so nobody else has read the TAP");
            continue;
        };
        assert_eq!(prove.status.success(), !fails, "{prove:?}");
        let said = String::from_utf8_lossy(&prove.stdout).into_owned();
        assert!(said.contains(&format!("Tests={planned}")), "{said}");
        assert!(!said.contains("Parse errors"), "{said}");
    }
}

#[test]
fn junit_is_xml_with_each_failure_once() {
    let failing = failing();
    let run = certify(&[
        "consumer",
        "--report",
        "junit",
        "--select",
        "recordings/5.4/eio-*",
        "--",
        failing.path().to_str().unwrap(),
        "{file}",
    ]);
    assert_eq!(run.code, Some(1));
    assert!(!run.out.contains('\u{1b}'), "a control character is no XML");
    let failures = run.out.matches("<failure ").count();
    assert!(failures > 1, "{}", run.out);
    let cases = run.out.matches("<testcase ").count();
    assert_eq!(cases, failures + run.out.matches("<skipped").count(), "{}", run.out);
    assert!(run.out.contains("type=\"item.timestamp\""));
    // Somebody else's reader, where there is one.
    let read = "import sys, xml.etree.ElementTree as e; print(len(e.fromstring(sys.stdin.buffer.read()).findall('.//failure')))";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("report.xml");
    fs::write(&file, &run.out).unwrap();
    match Command::new("python3").args(["-c", read]).stdin(fs::File::open(&file).unwrap()).output()
    {
        Ok(output) => assert_eq!(
            String::from_utf8_lossy(&output.stdout).trim(),
            failures.to_string(),
            "{output:?}"
        ),
        Err(_) => skipped("python3 is not on this machine, so nobody else has read the XML"),
    }
}

#[test]
fn text_says_what_is_needed_and_cannot_steer_a_terminal() {
    let failing = failing();
    let path = failing.path();
    let run = certify(&["consumer", "--select", RECORDING, "--", path.to_str().unwrap(), "{file}"]);
    assert_eq!(run.code, Some(1));
    for part in [
        "FAIL  recordings/5.4/eio-basic",
        "record 1 (byte 10304) differs in `ts`",
        "expected  {\"ring\":0,",
        "item.timestamp (MUST): ",
        "repeat    eventring certify consumer --select recordings/5.4/eio-basic -- ",
        "1 planned, 1 ran: 0 passed, 1 failed",
        "does not conform",
        "stderr    ",
    ] {
        assert!(run.out.contains(part), "{part}: {}", run.out);
    }
    assert!(!run.out.contains('\u{1b}'));
}

#[test]
fn a_report_goes_to_its_file_and_the_text_is_shown_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report");
    let run =
        certify(&["--select", RECORDING, "--report", "tap", "--output", path.to_str().unwrap()]);
    assert_eq!(run.code, Some(0));
    assert!(run.out.contains("1 planned, 1 ran: 1 passed"));
    assert!(
        fs::read_to_string(path)
            .unwrap()
            .starts_with("TAP version 14\n1..1\nok 1 - recordings/5.4/eio-basic\n")
    );
}

/// `planned` means the same in every report: what was asked for, run or not.
#[test]
fn what_was_planned_is_the_sum_of_what_became_of_it() {
    let producer = ["producer", "--select", "sessions/{ints,fork,pause}*", "--report", "json"];
    let consumer = ["consumer", "--select", "{ring/*,scenarios/session/*}", "--report", "json"];
    let unit = ["--", "true", "{file}"];
    for arguments in [&producer[..], &consumer, &[&consumer[..], &unit].concat()] {
        let json = certify(arguments).json();
        let counts = json["certificate"]["counts"].as_object().unwrap();
        let sum: u64 = counts
            .iter()
            .filter(|(name, _)| !matches!(name.as_str(), "planned" | "ran"))
            .map(|(_, count)| count.as_u64().unwrap())
            .sum();
        assert_eq!(counts["planned"], sum, "{counts:?}");
        assert_eq!(json["cases"].as_array().unwrap().len() as u64, sum);
        assert!(counts["ran"].as_u64().unwrap() <= sum);
    }
}

/// A claim of conformance names a class, the version of the document, and what was declared.
#[test]
fn a_certificate_names_its_class_and_the_document() {
    let certificate = |arguments: &[&str]| certify(arguments).json()["certificate"].clone();
    let select = ["--report", "json", "--select", "{ring/boundary,sessions/ints}"];
    let both = certificate(&select);
    let classes = ["consumer of snapshots", "live consumer", "with the Eio profile"];
    let producers = ["producer that is not OCaml", "producer"];
    assert_eq!(both["classes"], Value::from([&classes[..], &producers].concat()));
    assert_eq!(both["specification"]["version"], 1);
    assert_eq!(both["specification"]["sha256"], both["digests"]["spec"]);
    let plain = certificate(&[&["consumer"][..], &select, &["--", "true", "{file}"]].concat());
    assert_eq!(plain["classes"], Value::from(vec!["consumer of snapshots"]));
    let text = certify(&["--select", "ring/boundary"]).out;
    assert!(text.contains("held to SPEC.md, version 1, as consumer of snapshots"), "{text}");
}

/// Who waits on a pipe is told every few seconds how far it is, unless he does not want to know.
#[test]
fn a_slow_unit_is_told_of_in_a_pipe() {
    let slow = Script::new("sleep 5.5; exit 5");
    let run = |more: &[&str]| slow.certify("file/not-ready/empty/little", more).err;
    let (quiet, told) = std::thread::scope(|scope| {
        let told = scope.spawn(|| run(&[]));
        (run(&["--quiet"]), told.join().unwrap())
    });
    assert!(told.starts_with("0 of 1 cases, 5 s"), "{told}");
    assert_eq!(quiet, "");
}

#[test]
fn a_selection_in_vain_says_what_is_near() {
    for (arguments, near) in [
        (&["--select", "ring/bundary"][..], "vectors/ring/boundary/little"),
        (&["producer", "--select", "sesions/ints"], "sessions/ints"),
        (&["consumer", "--select", "recordings/5.4/eio-basik"], "recordings/5.4/eio-basic"),
    ] {
        let run = certify(arguments);
        assert_eq!(run.code, Some(4), "{run:?}");
        assert!(run.err.contains("did you mean") && run.err.contains(near), "{run:?}");
    }
    assert!(!certify(&["--select", "sessions/ints/time.unit"]).err.contains("nothing is called"));
}

/// Each kind of unit has its own options, and nothing of the other.
#[test]
fn a_producer_declares_no_options_of_consumers_nor_the_other_way_round() {
    for (kind, own, other) in
        [("consumer", "narrows-release", "geometry"), ("producer", "geometry", "narrows-release")]
    {
        let help = certify(&[kind, "--help"]).out;
        assert!(help.contains(own) && !help.contains(other), "{help}");
        let run = certify(&[kind, "--option", other, "--", "true", "{file}"]);
        assert_eq!(run.code, Some(2), "{run:?}");
    }
    let help = certify(&["producer", "--help"]).out;
    assert!(!help.contains("consumer") && !help.contains("{file}"), "{help}");
}
