//! Every recording, in every format.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::seen::{Trace, What, assert_same};
use crate::{chrome, ctf, fxt, lines, perfetto};

/// What `export` writes; most recordings are sound.
pub(crate) fn exported(file: &Path, format: &str) -> Vec<u8> {
    exported_part(file, format, &[])
}

/// A part of it.
fn exported_part(file: &Path, format: &str, select: &[&str]) -> Vec<u8> {
    let output = Command::new(env!("CARGO_BIN_EXE_eventring"))
        .args(["export", "--format", format])
        .args(select)
        .arg(file)
        .output()
        .expect("it runs");
    let is_fine = match output.status.code() {
        Some(0 | 1) => true,
        // Nothing fits what was selected.
        Some(4) => !select.is_empty(),
        _ => false,
    };
    assert!(is_fine, "{}: {output:?}", file.display());
    output.stdout
}

/// Every recording; a variable can name a folder of more of them.
pub(crate) fn recordings() -> Vec<PathBuf> {
    let mut folders = vec![eventring_spec::recordings::folder()];
    folders.extend(std::env::var_os("EVENTRING_CORPUS").map(PathBuf::from));
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(".events.zst") {
                files.push(path);
            }
        }
    }
    assert!(files.len() >= 100, "{}", files.len());
    files.sort();
    files
}

/// How many events of each kind `dump` prints.
fn dumped(file: &Path) -> BTreeMap<String, usize> {
    let output = Command::new(env!("CARGO_BIN_EXE_eventring"))
        .args(["dump", "--format", "jsonl"])
        .arg(file)
        .output()
        .expect("it runs");
    let mut counts = BTreeMap::new();
    for line in str::from_utf8(&output.stdout).expect("UTF-8").lines() {
        let kind = line.split("\"kind\":\"").nth(1).expect("a kind").split('"').next();
        *counts.entry(kind.expect("a kind").to_owned()).or_default() += 1;
    }
    counts
}

fn count(trace: &Trace, what: What, fits: impl Fn(&str) -> bool) -> usize {
    trace.marks.iter().filter(|mark| mark.what == what && fits(&mark.name)).count()
}

fn check(file: &Path) {
    let shown = file.display().to_string();
    let bytes = exported(file, "jsonl");
    lines::assert_valid(&shown, &bytes);
    let trace = lines::read(&bytes);
    trace.assert_nested(&shown);
    trace.assert_tracks_known(&shown);

    let dumped = dumped(file);
    let of_kind = |kind: &str| dumped.get(kind).copied().unwrap_or(0);
    assert_eq!(count(&trace, What::Counter, |_| true), of_kind("counter"), "{shown}");
    assert_eq!(count(&trace, What::Instant, |name| name == "alloc"), of_kind("alloc"), "{shown}");
    let lost = trace.marks.iter().filter(|mark| mark.name.starts_with("lost ")).count();
    assert_eq!(lost, of_kind("lost"), "{shown}");
    // Phases are on the tracks of the rings, each begin and each end once: an end whose begin was lost as a moment.
    let rings = |mark: &&crate::seen::Seen| {
        trace.tracks.get(&mark.track).is_some_and(|(_, name)| name.starts_with("ring "))
    };
    let begins = trace.marks.iter().filter(rings).filter(|mark| mark.what == What::Begin);
    let begins = begins.filter(|mark| !mark.name.starts_with("lost ") && mark.name != "paused");
    assert_eq!(begins.count(), of_kind("begin"), "{shown}");

    let other = perfetto::read(&exported(file, "perfetto"));
    assert_same(&shown, "perfetto", &other.marks, &trace.marks);
    assert_eq!(other.tracks, trace.tracks, "{shown}");
    assert_same(&shown, "fxt", &fxt::read(&exported(file, "fxt")).marks, &trace.marks);
    let counters: HashMap<String, u64> = trace.counters();
    let other = chrome::read(&exported(file, "chrome"), &counters);
    assert_same(&shown, "chrome", &other.marks, &trace.marks);
    let folder = tempfile::tempdir().unwrap();
    ctf::export(file, folder.path());
    let mut expected = trace.marks;
    expected.sort_by_key(|mark| mark.ring);
    assert_same(&shown, "ctf", &ctf::read(folder.path()).marks, &expected);
}

/// In a few threads: the binary under test is not optimised.
#[test]
fn every_reader_sees_the_same() {
    let files = recordings();
    let next = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(file) =
                    files.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed))
                {
                    check(file);
                }
            });
        }
    });
}

/// Whatever is chosen, all that begins ends, and what had begun before is told as a moment.
#[test]
fn a_part_of_a_run_is_whole_in_itself() {
    let folder = eventring_spec::recordings::folder();
    for name in ["5.4/eio-domains", "5.4/eiopr-cancel", "5.4/eio-basic-wrap", "5.3/domains-small"] {
        let file = folder.join(format!("{name}.events.zst"));
        let whole = lines::read(&exported(&file, "jsonl"));
        let times = whole.marks.iter().map(|mark| mark.timestamp_ns);
        let (first, last) = (times.clone().min().unwrap(), times.max().unwrap());
        let at = |part: u64| (first + (last - first) / 7 * part).to_string();
        let mut counts = Vec::new();
        for select in [
            &["--from", &at(2)][..],
            &["--to", &at(3)],
            &["--from", &at(2), "--to", &at(3)],
            &["--from", &at(8)],
            &["--ring", "1"],
            &["--event", "eio.*", "--event", "eio.fiber"],
            &["--event", "minor*"],
            &["--event", "nothing"],
        ] {
            let shown = format!("{name} {select:?}");
            let part = lines::read(&exported_part(&file, "jsonl", select));
            part.assert_nested(&shown);
            part.assert_tracks_known(&shown);
            let other = perfetto::read(&exported_part(&file, "perfetto", select));
            assert_same(&shown, "perfetto", &other.marks, &part.marks);
            assert!(part.marks.len() < whole.marks.len(), "{shown}");
            counts.push(part.marks.len());
        }
        assert!(counts[0] > 0 && counts[1] > 0 && counts[6] > 0, "{name} {counts:?}");
        assert_eq!(counts[4] > 0, name.contains("domains"), "{name} {counts:?}");
        // Losses are told whatever is chosen.
        let lost = whole.marks.iter().any(|mark| mark.name.starts_with("lost "));
        assert_eq!((counts[3], counts[7] > 0), (0, lost), "{name} {counts:?}");
    }
}
