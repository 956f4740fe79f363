//! `eventring check` as its users meet it: exit codes, what is printed, deviations, selection.

use std::path::{Path, PathBuf};

use crate::run::{Run, run};
use eventring_conformance::plain::ByteOrder;
use eventring_conformance::vectors::load;
use tempfile::TempDir;

/// Files of vectors, in a folder of their own.
struct Files(TempDir);

impl Files {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// The file of a case.
    fn case(&self, name: &str) -> PathBuf {
        let vectors = load().unwrap();
        let case = vectors.iter().flat_map(|vector| &vector.cases).find(|case| case.name == name);
        let image = case.unwrap_or_else(|| panic!("no case {name}")).encode(ByteOrder::Little);
        self.file(&format!("{}.events", name.replace('/', "-")), &image.unwrap().bytes)
    }

    fn file(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    }
}

fn check(files: &[&Path], options: &[&str]) -> Run {
    let options = options.iter().map(|option| option.as_ref());
    run([Path::new("check").as_os_str()]
        .into_iter()
        .chain(options)
        .chain(files.iter().map(|file| file.as_os_str())))
}

const SOUND: &str = "file/minimal";
const BROKEN: &str = "item/padding/with-id-1";
const NOT_READY: &str = "file/not-ready/zero-header";

#[test]
fn each_exit_code_means_what_is_documented() {
    let files = Files::new();
    let (sound, broken) = (files.case(SOUND), files.case(BROKEN));
    let (not_ready, missing) = (files.case(NOT_READY), files.0.path().join("missing.events"));
    assert_eq!(check(&[&sound], &[]).code, Some(0));
    assert_eq!(check(&[&broken], &[]).code, Some(1));
    assert_eq!(check(&[&not_ready], &[]).code, Some(5));
    assert_eq!(check(&[&missing], &[]).code, Some(3));
    assert_eq!(check(&[&sound], &["--select", "no.such.*"]).code, Some(4));
    // There is no custom event in it.
    assert_eq!(check(&[&sound], &["--select", "custom.*"]).code, Some(4));
    assert_eq!(check(&[&sound], &["--select", "file.*"]).code, Some(0));
    assert_eq!(check(&[&broken], &["--select", "file.*"]).code, Some(0));
    assert_eq!(check(&[&broken], &["--max-size", "8"]).code, Some(3));
    // Of several files the worst: 3, 1, 5, 0, whatever their order.
    assert_eq!(check(&[&sound, &not_ready], &[]).code, Some(5));
    assert_eq!(check(&[&broken, &not_ready], &[]).code, Some(1));
    assert_eq!(check(&[&missing, &broken, &sound], &[]).code, Some(3));
}

#[test]
fn wrong_usage_is_told_before_anything_is_read() {
    let files = Files::new();
    let sound = files.case(SOUND);
    for options in [
        &["--release", "5.9"][..],
        &["--select", "item.["],
        &["--report", "yaml"],
        &["--max-size", "x"],
        &["4711"],
    ] {
        let run = check(&[&sound], options);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{options:?}");
    }
    assert_eq!(check(&[], &[]).code, Some(2));
    assert!(check(&[], &["4711"]).err.contains("eventring snapshot 4711 -o F"));
}

#[test]
fn the_text_can_be_read_without_the_specification() {
    let files = Files::new();
    let run = check(&[&files.case(BROKEN)], &[]);
    for part in [
        "error[item.padding.id]: The id of padding MUST be 0.",
        "ring 0, position 14, byte 256 (0x100)",
        "= found: id 1",
        "= allowed: 0",
        "00 00 00 00 10 00 80 00",
        "^^^^^^^^^^^^^^^^^^^^^^^ id 1",
        "item header: 2 words, runtime type 0, id 1",
        ": does not conform",
        "checks planned",
    ] {
        assert!(run.out.contains(part), "{part} is not in\n{}", run.out);
    }
    assert!(!run.out.contains('\u{1b}'), "no colours in a pipe");
}

#[test]
fn a_framing_fault_says_how_to_take_a_true_copy() {
    let files = Files::new();
    let hint = "eventring snapshot PID -o F";
    assert!(check(&[&files.case("item/within-ring/one-word-over")], &[]).out.contains(hint));
    assert!(check(&[&files.case("ring/window/turned-by-one")], &[]).out.contains(hint));
    assert!(!check(&[&files.case(BROKEN)], &[]).out.contains(hint));
}

#[test]
fn a_head_inside_of_an_item_is_told_where_a_ring_ends_at_it() {
    let files = Files::new();
    let hint = "head points here, perhaps into the middle of an item (ring.boundary)";
    assert!(check(&[&files.case("ring/boundary")], &[]).out.contains(hint));
    // Behind it, a head that is right leads to every item.
    assert!(!check(&[&files.case("item/length-zero")], &[]).out.contains(hint));
}

#[test]
fn a_file_without_its_names_says_where_it_ends() {
    let files = Files::new();
    let whole = std::fs::read(files.case("names/spaces")).unwrap();
    let rings_end = whole.len() - 8192 * 128;
    let cut = files.file("cut.events", &whole[..rings_end - 8]);
    let out = check(&[&cut], &["--select", "header.names-offset"]).out;
    let ends_before = format!("{rings_end}, in a file that ends before, at byte {}", rings_end - 8);
    let allowed = format!("with one, a file of {} bytes", whole.len());
    assert!(out.contains(&ends_before) && out.contains(&allowed), "{out}");
    let cut = files.file("cut.events", &whole[..rings_end]);
    let out = check(&[&cut], &["--select", "header.names-offset"]).out;
    assert!(out.contains(&format!("{rings_end}, in a file that ends there")), "{out}");
}

#[test]
fn many_findings_of_a_clause_are_counted_and_few_are_shown() {
    let files = Files::new();
    let many = files.case("custom/count-byte");
    let run = check(&[&many], &["--show", "2"]);
    assert_eq!(run.out.matches("error[custom.count]").count(), 2);
    // 248 of the payloads of 1 word and 224 of those of 4 words.
    assert!(run.out.contains("... and 470 more findings of custom.count"), "{}", run.out);
    let run = check(&[&many], &["--report", "json", "--show", "0"]);
    let checks = run.json()["files"][0]["checks"].as_array().unwrap().clone();
    let count = checks.iter().find(|check| check["clause"] == "custom.count").unwrap();
    assert_eq!((count["found"]["must"].as_u64(), count["judged"].as_u64()), (Some(472), Some(768)));
}

#[test]
fn notes_count_when_strict() {
    let files = Files::new();
    let noted = files.case("runtime/balance");
    assert_eq!(check(&[&noted], &[]).code, Some(0));
    assert!(check(&[&noted], &[]).out.contains("note[runtime.balance]"));
    assert_eq!(check(&[&noted], &["--strict"]).code, Some(1));
    assert_eq!(check(&[&files.case(SOUND)], &["--strict"]).code, Some(0));
}

#[test]
fn an_unknown_id_is_a_note_unless_the_release_is_known() {
    let files = Files::new();
    let vectors = load().unwrap();
    let case = &vectors.iter().find(|vector| vector.name == SOUND).unwrap().cases[0];
    let mut bytes = case.encode(ByteOrder::Little).unwrap().bytes;
    // The ring_start becomes counter 100, which has 3 words too.
    let header = (3_u64 << 54 | 4 << 49 | 100 << 36).to_le_bytes();
    bytes[144..152].copy_from_slice(&header);
    let file = files.file("id.events", &bytes);
    let select = ["--select", "runtime.id"];
    let run = check(&[&file], &select);
    assert_eq!(run.code, Some(0));
    assert!(run.out.contains("note[runtime.id]") && run.out.contains("counter 100"), "{}", run.out);
    for (release, exit) in [("5.0", 1), ("5.5", 1), ("none", 1), ("trunk", 0), ("oxcaml", 0)] {
        let given = [&select[..], &["--release", release]].concat();
        assert_eq!(check(&[&file], &given).code, Some(exit), "{release}");
    }
}

#[test]
fn the_report_goes_where_it_is_told_or_the_run_fails() {
    let files = Files::new();
    let sound = files.case(SOUND);
    let path = files.0.path().join("report.json");
    let run = check(&[&sound], &["--report", "json", "--output", path.to_str().unwrap()]);
    assert_eq!((run.code, run.out.as_str()), (Some(0), ""));
    let report: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(report["files"][0]["verdict"], "conforms");
    let nowhere = files.0.path().join("no/such/folder");
    let run = check(&[&sound], &["--output", nowhere.to_str().unwrap()]);
    assert_eq!(run.code, Some(3));
    assert!(run.err.contains("cannot write the report"), "{}", run.err);
}

#[test]
fn deviations_cover_and_have_to_be_needed() {
    let files = Files::new();
    let (sound, broken) = (files.case(SOUND), files.case(BROKEN));
    let list = |name: &str, text: &str| files.file(name, text.as_bytes());
    let entry = |clause: &str, file: &str| {
        format!(
            "implementation = \"x\"\n[[deviation]]\nclause = \"{clause}\"\n{file}\nkind = \"not-yet\"\nfailure = \"finding\"\nreason = \"padding is marked\"\nlink = \"https://example.org/1\"\n"
        )
    };
    let with =
        |files: &[&Path], list: &Path| check(files, &["--deviations", list.to_str().unwrap()]);
    let padding = list("padding.toml", &entry("item.padding.id", ""));
    let run = with(&[&broken], &padding);
    assert_eq!(run.code, Some(0), "{}", run.out);
    assert!(
        run.out.contains("padding is marked") && run.out.contains("1 deviating"),
        "{}",
        run.out
    );
    // One file where it is found is enough; in a file without padding nothing could be.
    assert_eq!(with(&[&sound, &broken], &padding).code, Some(0));
    assert_eq!(with(&[&sound], &padding).code, Some(0));
    let elsewhere = list("elsewhere.toml", &entry("item.padding.id", "case = \"a*\""));
    assert_eq!(with(&[&broken], &elsewhere).code, Some(1));
    let unused = list("unused.toml", &entry("item.type", ""));
    let run = with(&[&sound], &unused);
    assert_eq!(run.code, Some(1));
    assert!(run.out.contains("unused deviation: item.type"), "{}", run.out);
    for text in
        [&entry("no.clause", "")[..], "deviation = 1", "[[deviation]]\nclause = \"item.type\"\n"]
    {
        assert_eq!(with(&[&sound], &list("wrong.toml", text)).code, Some(2), "{text}");
    }
    assert_eq!(with(&[&sound], Path::new("missing.toml")).code, Some(3));
}

#[test]
fn a_refused_file_names_its_clause_and_masks_the_rest() {
    let files = Files::new();
    let run = check(&[&files.case("header/max-domains/zero")], &["--report", "json"]);
    assert_eq!(run.code, Some(1));
    let file = run.json()["files"][0].clone();
    let standing = |clause: &str| {
        let checks = file["checks"].as_array().unwrap();
        checks.iter().find(|check| check["clause"] == clause).unwrap().clone()
    };
    assert_eq!(standing("header.max-domains")["standing"], "failed");
    assert_eq!(standing("item.type")["standing"], "masked");
    assert_eq!(standing("item.type")["masked"]["clause"], "header.max-domains");
}

#[test]
fn other_peoples_programs_count_what_check_counts() {
    let files = Files::new();
    let (sound, broken) = (files.case(SOUND), files.case(BROKEN));
    for (strict, more) in [(false, &[][..]), (true, &["--strict"][..])] {
        let json = check(&[&sound, &broken], &[&["--report", "json"], more].concat()).json();
        let standing = |words: &[&str]| -> usize {
            let checks = json["files"].as_array().unwrap().iter();
            let checks = checks.flat_map(|file| file["checks"].as_array().unwrap());
            checks.filter(|check| words.contains(&check["standing"].as_str().unwrap())).count()
        };
        let against: &[&str] = if strict { &["failed", "warned", "noted"] } else { &["failed"] };
        let planned = json["counts"]["planned"].as_u64().unwrap();

        let tap = check(&[&sound, &broken], &[&["--report", "tap"], more].concat());
        assert_eq!(tap.code, Some(1));
        assert!(tap.out.starts_with(&format!("TAP version 14\n1..{planned}\n")), "{}", tap.out);
        let lines = |start: &str| tap.out.lines().filter(|line| line.starts_with(start)).count();
        assert_eq!(lines("not ok "), standing(against), "{}", tap.out);
        assert_eq!(lines("ok ") + lines("not ok "), planned as usize);
        let skipped = tap.out.lines().filter(|line| line.contains(" # SKIP ")).count();
        let not_counted: &[&str] =
            if strict { &["masked", "idle"] } else { &["masked", "idle", "warned"] };
        assert_eq!(skipped, standing(not_counted));
        assert!(tap.out.contains("item.padding.id: ring 0, position "), "{}", tap.out);

        let junit = check(&[&sound, &broken], &[&["--report", "junit"], more].concat());
        assert_eq!(junit.code, Some(1));
        let tags = |tag: &str| junit.out.matches(tag).count();
        assert_eq!(tags("<testsuite "), 2, "{}", junit.out);
        assert_eq!(tags("<testcase "), planned as usize);
        assert_eq!(tags("<failure"), standing(against));
        assert_eq!(tags("<skipped"), standing(not_counted));
    }
}
