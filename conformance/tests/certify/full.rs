//! The full mode: who keeps to the messages, and each way not to.

use crate::run::{RECORDING, Script, first_failure};

/// Answers `start`, and then what `decode` says: a shell function that is given the number and the file.
fn unit(decode: &str) -> Script {
    Script::new(&format!(
        r#"
field() {{ printf '%s' "$line" | sed "s/.*\"$1\":\"*\([^\",}}]*\).*/\1/"; }}
decode() {{
{decode}
}}
while read -r line; do
  seq=$(field seq)
  case $(field op) in
    start) echo "{{\"seq\":$seq,\"protocol\":1,\"name\":\"fake\",\"releases\":[\"5.4\"],\"more\":1}}" ;;
    decode) decode "$seq" "$(field file)" "$(field release)" ;;
    *) exit 0 ;;
  esac
done"#
    ))
}

const RIGHT: &str = r#"
records=$(eventring dump --format jsonl --release "$3" "$2" | paste -sd, -)
echo "{\"seq\":$1,\"outcome\":\"decoded\",\"records\":[$records]}""#;

#[test]
fn a_unit_that_is_right_passes_and_says_who_it_is() {
    let run = unit(RIGHT).certify_mode("full", "recordings/5.4/eio-*", &["--jobs", "2"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let unit = &run.json()["certificate"]["unit"];
    assert_eq!(
        (&unit["name"], &unit["releases"][0], &unit["mode"]),
        (&"fake".into(), &"5.4".into(), &"full".into())
    );
}

#[test]
fn each_breach_is_told_and_the_next_case_is_asked_again() {
    for (decode, outcome, how) in [
        (r#"echo "{\"seq\":7,\"outcome\":\"decoded\"}""#, "broke-protocol", "answered request 7"),
        ("echo hello", "broke-protocol", "what is no reply"),
        (r#"echo "{\"seq\":$1,\"outcome\":\"perhaps\"}""#, "broke-protocol", "perhaps"),
        (
            r#"echo "{\"seq\":$1,\"outcome\":\"decoded\",\"records\":[{\"kind\":\"odd\"}]}""#,
            "broke-protocol",
            "is no event record",
        ),
        (
            r#"echo "{\"seq\":$1,\"outcome\":\"rejected\"}""#,
            "broke-protocol",
            "no `corrupt` or `refused`",
        ),
        (
            r#"echo "{\"seq\":$1,\"outcome\":\"failed\",\"message\":\"out of luck\"}""#,
            "crashed",
            "out of luck",
        ),
        ("exit 1", "crashed", "exited with 1"),
        ("exit 0", "crashed", "exited with 0"),
        ("printf '{'; exit 0", "crashed", "exited with 0"),
        ("kill -ABRT $$", "crashed", "signal 6"),
        ("sleep 1000", "hung", "within 1 s"),
        ("exec 1>&-; sleep 1000", "crashed", "it is gone"),
    ] {
        let run = unit(decode).certify_mode("full", "recordings/5.4/eio-*", &["--timeout", "1"]);
        assert_eq!(
            (run.code, run.outcomes()),
            (Some(1), vec![outcome.to_owned()]),
            "{decode}: {run:?}"
        );
        assert!(
            first_failure(&run)["message"].as_str().unwrap().contains(how),
            "{decode}: {run:?}"
        );
        assert!(run.json()["cases"].as_array().unwrap().len() > 1);
    }
}

#[test]
fn a_unit_that_prints_without_end_breaks_the_protocol() {
    let unit = unit("yes | tr -d '\\n'");
    let adapter =
        unit.file("a.toml", "command = [\"./unit\"]\nmode = \"full\"\nmax_output_bytes = 100000");
    let run = crate::run::certify(&[
        "consumer",
        "--adapter",
        &adapter,
        "--select",
        RECORDING,
        "--report",
        "json",
    ]);
    assert_eq!((run.code, run.outcomes()), (Some(1), vec!["broke-protocol".to_owned()]), "{run:?}");
}

#[test]
fn a_unit_that_does_not_start_fails_and_nothing_is_run() {
    for (text, how) in [
        ("exit 1", "exited with 1"),
        ("read -r line; echo '{\"seq\":1,\"protocol\":2,\"name\":\"x\"}'; sleep 1000", "version 2"),
        (
            "read -r line; echo '{\"seq\":2,\"protocol\":1,\"name\":\"x\"}'; sleep 1000",
            "answered request 2",
        ),
        (
            "read -r line; echo '{\"seq\":1,\"protocol\":1,\"name\":\"x\",\"options\":[\"y\"]}'; sleep 1000",
            "no option y",
        ),
        ("cat", "no reply"),
    ] {
        let run = Script::new(text).certify_mode("full", RECORDING, &[]);
        let json = run.json();
        assert_eq!(run.code, Some(1), "{text}: {run:?}");
        assert!(json["start"].as_str().unwrap().contains(how), "{text}: {json}");
        let counts = &json["certificate"]["counts"];
        assert_eq!(
            (&counts["planned"], &counts["ran"], &counts["skipped"]),
            (&1.into(), &0.into(), &1.into())
        );
    }
}

/// A unit says how many events it delivered, and is held to it; so with a limit.
#[test]
fn what_a_unit_declares_it_is_tested_for() {
    const COUNTING: &str = r#"
eventring dump --format jsonl "$2" > records
events=$(grep -vc '"lost"' records)
echo "{\"seq\":$1,\"outcome\":\"decoded\",\"delivered\":COUNT,\"records\":[$(paste -sd, records)]}""#;
    const COUNTED: &str = "recordings/5.4/*/counted";
    let run = |count: &str, option: &str, select: &str| {
        let unit = unit(&format!("cd \"${{0%/*}}\"{}", COUNTING.replace("COUNT", count)));
        unit.certify_mode("full", select, &["--jobs", "1", "--option", option])
    };
    assert_eq!(run("$events", "counts-events", COUNTED).code, Some(0));
    for count in ["$((events - 1))", "null", "0"] {
        let run = run(count, "counts-events", COUNTED);
        assert_eq!(run.code, Some(1), "{count}: {run:?}");
        let failure = first_failure(&run);
        assert_eq!(
            (&failure["clause"], &failure["member"]),
            (&"record.count".into(), &"delivered".into())
        );
    }
    // It does not look at the limit.
    let limited = run("$events", "limits-events", "recordings/5.4/*/at-most-*");
    assert_eq!(limited.code, Some(1), "{limited:?}");
    assert_eq!(first_failure(&limited)["clause"], "record.limit");
    // What it does not declare is not asked, so that nothing is checked.
    assert_eq!(run("$events", "counts-events", "recordings/5.4/*/at-most-*").code, Some(4));
}

/// What it said is shown as it stands, with its place and with what the protocol wants, and all of it is kept.
#[test]
fn a_breach_is_shown_where_it_stands_and_kept() {
    let first = r#"[ "$1" = 2 ] && { echo "{\"seq\":2,\"outcome\":\"not-ready\"}"; return; }"#;
    let unit = unit(&format!("{first}\necho broken >&2\nprintf '%s\\n' '{{\"seq\":\"a\\\\b\"}}'"));
    let folder = unit.folder.path().join("kept");
    let run = unit.certify_mode(
        "full",
        "recordings/5.4/eio-{basic,cancel}",
        &["--jobs", "1", "--keep", folder.to_str().unwrap()],
    );
    let json = run.json();
    let case = &json["cases"][1];
    let failure = &case["failure"];
    assert_eq!(failure["got"], r#"{"seq":"a\\b"}"#, "{run:?}");
    assert!(
        failure["expected"].as_str().unwrap().starts_with(r#"one line {"seq":3,"#),
        "{failure}"
    );
    assert_eq!(failure["output"]["line"], 3, "{failure}");
    let kept = std::path::Path::new(case["kept"].as_str().unwrap());
    let text = |name: &str| std::fs::read_to_string(kept.join(name)).unwrap();
    assert_eq!(kept, folder.join(case["name"].as_str().unwrap()));
    assert!(text("stdin").starts_with(r#"{"seq":3,"op":"decode","#), "{}", text("stdin"));
    assert_eq!(text("stdout"), "{\"seq\":\"a\\\\b\"}\n");
    assert_eq!(text("stderr"), "broken\nbroken\n".split_at(7).0);
    assert!(kept.join("4194304.events").exists());
    assert!(text("expected.jsonl").lines().count() > 10);
}

/// Who answers everything and does not exit, or exits badly, is no conforming unit, and is told with the budget.
#[test]
fn a_unit_that_does_not_exit_well_at_stop_fails() {
    for (end, how) in [
        ("sleep 1000", "it did not answer within 1 s"),
        ("exit 3", "it exited with 3"),
        ("kill -ABRT $$", "signal 6"),
    ] {
        let text = std::fs::read_to_string(unit(RIGHT).path()).unwrap();
        let unit = Script::new(&text.replace("*) exit 0 ;;", &format!("*) {end} ;;")));
        let run = unit.certify_mode("full", RECORDING, &["--timeout", "1"]);
        let json = run.json();
        assert_eq!(
            (run.code, &json["cases"][0]["verdict"]),
            (Some(1), &"passed".into()),
            "{run:?}"
        );
        assert!(json["stop"].as_str().unwrap().contains(how), "{json}");
    }
}
