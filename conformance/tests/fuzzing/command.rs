//! `eventring fuzz` over consumers that are wrong on purpose, and over one that is right.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const EVENTRING: &str = env!("CARGO_BIN_EXE_eventring");

fn fuzz(folder: &Path, arguments: &[&str], mutant: Option<&str>) -> Output {
    let mut command = Command::new(EVENTRING);
    command.arg("fuzz").arg("--folder").arg(folder).args(["--jobs", "2"]).args(arguments);
    if let Some(mutant) = mutant {
        command.args(["--mode", "full", "--", EVENTRING, "mutant", mutant]);
    }
    command.output().unwrap()
}

fn text(output: &Output) -> String {
    let [out, err] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    format!("{out}{err}")
}

fn vectors(folder: &Path) -> Vec<PathBuf> {
    texts(folder, "vector")
}

fn texts(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let mut vectors: Vec<_> =
        files.filter(|path| path.extension().is_some_and(|end| end == extension)).collect();
    vectors.sort();
    vectors
}

#[test]
fn a_wrong_consumer_is_found_and_what_was_found_repeats() {
    let folder = tempfile::tempdir().unwrap();
    let found = fuzz(folder.path(), &["--seed", "5", "--runs", "400"], Some("count-masked"));
    assert_eq!(found.status.code(), Some(1), "{}", text(&found));
    let vectors = vectors(folder.path());
    assert!(!vectors.is_empty());
    for vector in vectors {
        // It is small: an event, its expected record and little more.
        let lines = fs::read_to_string(&vector).unwrap();
        assert!(lines.lines().count() < 16, "{lines}");
        assert!(vector.with_extension("events").exists());
        let again = ["--replay", vector.to_str().unwrap()];
        let (wrong, right) =
            (fuzz(folder.path(), &again, Some("count-masked")), fuzz(folder.path(), &again, None));
        assert_eq!(wrong.status.code(), Some(1), "{}", text(&wrong));
        assert_eq!(right.status.code(), Some(0), "{}", text(&right));
    }
    // The same findings are not found again, and the exit code still tells of them.
    let more = fuzz(folder.path(), &["--runs", "400"], Some("count-masked"));
    assert_eq!(more.status.code(), Some(1), "{}", text(&more));
    assert!(text(&more).contains("from case 400"), "{}", text(&more));
    let other_seed = fuzz(folder.path(), &["--seed", "6", "--runs", "1"], None);
    assert_eq!(other_seed.status.code(), Some(2), "{}", text(&other_seed));
}

#[test]
fn our_own_consumer_has_none() {
    let folder = tempfile::tempdir().unwrap();
    let found = fuzz(folder.path(), &["--seed", "5", "--runs", "500"], None);
    assert_eq!(found.status.code(), Some(0), "{}", text(&found));
    assert!(vectors(folder.path()).is_empty());
    let nothing = fuzz(folder.path(), &["--runs", "0"], None);
    assert_eq!(nothing.status.code(), Some(4), "{}", text(&nothing));
}

/// What neither answers nor ends as an answer does.
#[test]
fn crashes_hangs_and_noise_are_told_apart() {
    for (script, name) in [
        ("kill -SEGV $$", "crashed"),
        ("exec sleep 60", "hung"),
        ("echo no record", "broke-protocol"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let arguments =
            ["--seed", "5", "--runs", "1", "--timeout", "1", "--", "sh", "-c", script, "{file}"];
        let found = fuzz(folder.path(), &arguments, None);
        assert_eq!(found.status.code(), Some(1), "{}", text(&found));
        let vectors = vectors(folder.path());
        let stem = vectors[0].file_stem().unwrap().to_string_lossy();
        assert!(stem.starts_with(name), "{stem}");
    }
}

#[test]
fn a_wrong_live_consumer_is_found_and_its_scenario_repeats() {
    let folder = tempfile::tempdir().unwrap();
    let live = ["--live", "--seed", "5", "--runs", "60"];
    let found = fuzz(folder.path(), &live, Some("loss-from-tail"));
    assert_eq!(found.status.code(), Some(1), "{}", text(&found));
    let scenarios = texts(folder.path(), "scenario");
    let lines = |scenario: &PathBuf| fs::read_to_string(scenario).unwrap();
    // What a race shows need not show again.
    let scenarios: Vec<_> =
        scenarios.into_iter().filter(|path| !lines(path).contains("race")).collect();
    assert!(!scenarios.is_empty(), "{}", text(&found));
    for scenario in scenarios {
        let lines = lines(&scenario);
        assert!(
            lines.contains("eventring fuzz --mode full") && lines.contains("clause = "),
            "{lines}"
        );
        let again = ["--replay", scenario.to_str().unwrap()];
        let (wrong, right) = (
            fuzz(folder.path(), &again, Some("loss-from-tail")),
            fuzz(folder.path(), &again, None),
        );
        assert_eq!(wrong.status.code(), Some(1), "{}", text(&wrong));
        assert_eq!(right.status.code(), Some(0), "{}", text(&right));
    }
    let files = fuzz(folder.path(), &["--runs", "1"], None);
    assert_eq!(files.status.code(), Some(2), "{}", text(&files));
    // Who reads files at rest only cannot be asked.
    let folder = tempfile::tempdir().unwrap();
    let at_rest = fuzz(folder.path(), &["--live", "--runs", "1"], Some("count-masked"));
    assert_eq!(at_rest.status.code(), Some(2), "{}", text(&at_rest));
    let ours = fuzz(folder.path(), &["--live", "--seed", "6", "--runs", "30"], None);
    assert_eq!(ours.status.code(), Some(0), "{}", text(&ours));
}

#[test]
fn scenarios_that_cannot_be_played_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let scenario = folder.path().join("x.scenario");
    let plan = "clause = \"\"\npurpose = \"\"\nexpected = \"\"\ngot = \"\"\n[plan]\nscript = \"mixed\"\n\
                acts = [\"attach\"]\n[plan.shape]\nrings = 1\nring_words = 64\nhas_names = true\norder = \"little\"\n";
    for wrong in ["acts = []", plan] {
        fs::write(&scenario, wrong).unwrap();
        let replayed = fuzz(folder.path(), &["--replay", scenario.to_str().unwrap()], None);
        assert_eq!(replayed.status.code(), Some(2), "{}", text(&replayed));
    }
}

/// A unit that allocates without bound, started for each file and asked line by line.
#[test]
fn what_takes_too_much_memory_is_found_as_such() {
    let start = r#"{\"seq\":1,\"protocol\":1,\"name\":\"x\",\"version\":\"1\",\"releases\":[],\"options\":[]}"#;
    let grow = "x=aaaaaaaa; while :; do x=$x$x; done";
    let asked = format!("read line; echo \"{start}\"; read line; {grow}");
    for (mode, script, argument) in [("easy", grow, "{file}"), ("full", &asked, "none")] {
        let folder = tempfile::tempdir().unwrap();
        let arguments = [
            "--seed",
            "5",
            "--runs",
            "1",
            "--timeout",
            "60",
            "--memory",
            "64",
            "--mode",
            mode,
            "--",
            "sh",
            "-c",
            script,
            argument,
        ];
        let found = fuzz(folder.path(), &arguments, None);
        assert_eq!(found.status.code(), Some(1), "{}", text(&found));
        let vectors = vectors(folder.path());
        let stem = vectors[0].file_stem().unwrap().to_string_lossy();
        assert!(stem.starts_with("outgrew"), "{stem}: {}", text(&found));
        let vector = fs::read_to_string(&vectors[0]).unwrap();
        assert!(vector.contains("--memory 64"), "{vector}");
    }
}

#[test]
fn what_a_list_expects_is_counted_and_no_finding() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("known.toml");
    let entry = "implementation = \"x\"\n[[deviation]]\nclause = \"custom.count.outside\"\nkind = \"not-yet\"\n\
                 failure = \"records\"\nreason = \"x\"\nlink = \"https://example.org\"\n";
    fs::write(&list, entry).unwrap();
    let list = list.to_str().unwrap();
    let with_list = ["--seed", "5", "--runs", "400", "--deviations", list];
    let found = fuzz(folder.path(), &with_list, Some("count-masked"));
    assert!(!text(&found).contains(" 0 of them as is known"), "{}", text(&found));
    let names: Vec<_> =
        vectors(folder.path()).iter().map(|path| path.display().to_string()).collect();
    assert!(!names.iter().any(|name| name.contains("custom-count-outside")), "{names:?}");
}

/// Whoever has seen enough closes the pipe: the run stops, quietly.
#[test]
fn a_closed_pipe_ends_a_run() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(EVENTRING);
    command.arg("fuzz").arg("--folder").arg(folder.path()).args(["--jobs", "2", "--seed", "5"]);
    command.args(["--mode", "full", "--", EVENTRING, "mutant", "count-masked"]);
    let mut run = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let first = BufReader::new(run.stdout.take().unwrap()).lines().next().unwrap().unwrap();
    assert!(first.starts_with("seed 5"), "{first}");
    let ended = run.wait_with_output().unwrap();
    assert_eq!((ended.status.code(), text(&ended)), (Some(0), String::new()));
}

/// A run that is killed leaves its seed and what it found by then.
#[test]
fn a_run_that_is_killed_goes_on_later() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(EVENTRING);
    command.arg("fuzz").arg("--folder").arg(folder.path()).args(["--jobs", "1", "--seed", "5"]);
    command.args(["--mode", "full", "--", EVENTRING, "mutant", "count-masked"]);
    let mut killed = command.stdout(Stdio::piped()).spawn().unwrap();
    // It tells of a finding once that is kept.
    let lines = BufReader::new(killed.stdout.take().unwrap()).lines().map(Result::unwrap);
    let told = lines.map(|line| line.contains(" s: case ")).find(|told| *told);
    assert_eq!(told, Some(true));
    killed.kill().unwrap();
    killed.wait().unwrap();
    let state = fs::read_to_string(folder.path().join("state.json")).unwrap();
    let state: serde_json::Value = serde_json::from_str(&state).unwrap();
    let told = state["findings"][0][1].as_str().unwrap();
    let vector = folder.path().join(told).with_extension("vector");
    let before = fs::read_to_string(&vector).unwrap();
    let more = fuzz(folder.path(), &["--runs", "50"], Some("count-masked"));
    assert_eq!(more.status.code(), Some(1), "{}", text(&more));
    assert!(text(&more).contains("seed 5"), "{}", text(&more));
    assert_eq!(fs::read_to_string(&vector).unwrap(), before);
}

/// A reader that dies says nothing of any clause. Its last words are kept, and where time was over before its file was as
/// small as it could be, that is said.
#[test]
fn a_crash_is_about_no_clause_and_its_last_words_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(EVENTRING)
        .args(["fuzz", "--seed", "1", "--for", "1", "--jobs", "1", "--folder"])
        .arg(folder.path())
        .args(["--", "sh", "-c", "echo last words >&2; sleep 0.3; exit 9", "sh", "{file}"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", text(&output));
    let told = text(&output);
    assert!(told.contains("crashed (no clause: it gave no answer)"), "{told}");
    assert!(told.contains("cut down as far as time went"), "{told}");
    let vectors = vectors(folder.path());
    let vector = fs::read_to_string(&vectors[0]).unwrap();
    assert!(vector.contains("clauses = []") && vector.contains("# No clause"), "{vector}");
    assert!(vector.contains("# Time was over"), "{vector}");
    let log = fs::read_to_string(vectors[0].with_extension("stderr")).unwrap();
    assert_eq!(log, "last words\n");
}
