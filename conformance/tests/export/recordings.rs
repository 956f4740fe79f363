//! Every recording, in every format.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::seen::{Trace, What, assert_same};
use crate::{chrome, fxt, lines, perfetto};

/// What `export` writes; most recordings are sound.
fn exported(file: &Path, format: &str) -> Vec<u8> {
    let output = Command::new(env!("CARGO_BIN_EXE_eventring"))
        .args(["export", "--format", format])
        .arg(file)
        .output()
        .expect("it runs");
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}: {output:?}", file.display());
    output.stdout
}

/// Every recording; a variable can name a folder of more of them.
fn recordings() -> Vec<PathBuf> {
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
    let trace = lines::read(&exported(file, "jsonl"));
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
