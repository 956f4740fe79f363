//! What can be wrong with a manifest and the folder around it.
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::{ByteOrder, ExceptionKind, MANIFEST, MAX_TOTAL_BYTES, Recording, Recordings};

impl Recordings {
    /// What the manifest and the folder get wrong, one sentence each; none when all is well.
    #[must_use]
    pub fn lint(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        if self.list.is_empty() {
            wrong.push("the manifest lists no recording".to_owned());
        }
        for recording in &self.list {
            let mut say = |what: String| wrong.push(format!("{}: {what}", recording.file));
            lint_recording(recording, &mut say);
        }
        self.lint_files(&mut wrong);
        wrong
    }

    /// Listed files exist, once each, and nothing else lies beside them.
    fn lint_files(&self, wrong: &mut Vec<String>) {
        let mut listed = BTreeSet::from([MANIFEST.to_owned(), "README.md".to_owned()]);
        for file in self.list.iter().flat_map(Recording::files) {
            if !listed.insert(file.to_owned()) {
                wrong.push(format!("{file}: listed twice"));
            }
        }
        let mut total_bytes = 0;
        match files_in(&self.folder) {
            Ok(found) => {
                for (file, size_bytes) in found {
                    total_bytes += size_bytes;
                    if !listed.remove(&file) {
                        wrong.push(format!("{file}: not in the manifest"));
                    }
                }
                wrong.extend(listed.iter().map(|file| format!("{file}: does not exist")));
            }
            Err(error) => wrong.push(format!("{}: {error}", self.folder.display())),
        }
        if total_bytes > MAX_TOTAL_BYTES {
            wrong.push(format!("{total_bytes} bytes in all, more than {MAX_TOTAL_BYTES}"));
        }
    }
}

/// The kinds of line that an oracle prints, but for its last line.
pub(super) const KINDS: [&str; 11] = [
    "alloc",
    "begin",
    "counter",
    "custom",
    "end",
    "int",
    "lifecycle",
    "lost",
    "span_begin",
    "span_end",
    "unit",
];

fn lint_recording(recording: &Recording, say: &mut impl FnMut(String)) {
    let stem = recording.file.strip_suffix(".events.zst");
    match stem {
        Some(stem) if stem.starts_with(&format!("{}/", recording.release)) => {
            if recording.oracle != format!("{stem}.oracle.jsonl.zst") {
                say(format!("its oracle is called {}", recording.oracle));
            }
            if recording.eio.as_ref().is_some_and(|eio| *eio != format!("{stem}.eio.jsonl.zst")) {
                say("its decoding by Eio has another name".to_owned());
            }
        }
        _ => say(format!("is not {}/NAME.events.zst", recording.release)),
    }
    if recording.eio.is_some() != recording.eio_library.is_some() {
        say("a decoding by Eio and the version of Eio go together".to_owned());
    }
    if !recording.ocaml.starts_with(&format!("{}.", recording.release)) {
        say(format!("OCaml {} is not of release {}", recording.ocaml, recording.release));
    }
    if (recording.byte_order == ByteOrder::Big) != (recording.arch == "s390x") {
        say(format!("{} has the other byte order", recording.arch));
    }
    for sum in [&recording.sha256, &recording.oracle_sha256] {
        if sum.len() != 64 || !sum.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')) {
            say(format!("{sum:?} is not a SHA-256 in lower-case hex"));
        }
    }
    for (kind, count) in &recording.counts {
        if *count == 0 || !KINDS.contains(&kind.as_str()) {
            say(format!("counts {count} of kind {kind:?}"));
        }
    }
    if recording.counts.contains_key("lost") != (recording.lost_words > 0) {
        say("lost words and records of them go together".to_owned());
    }
    let mut stopped = false;
    for exception in &recording.exceptions {
        stopped |= exception.kind == ExceptionKind::AfterStop;
        if exception.events == 0 || exception.note.is_empty() {
            say("an exception without an event or without a reason".to_owned());
        }
        if exception.id.is_some() != (exception.kind == ExceptionKind::UnnamedPhase) {
            say("an id is given for an unnamed phase, and only there".to_owned());
        }
    }
    if stopped != (recording.oracle_status != 0) {
        say("a stopped oracle and events after the stop go together".to_owned());
    }
}

/// Every file below `folder` with its size, as paths inside it with `/` between the parts.
fn files_in(folder: &Path) -> std::io::Result<Vec<(String, u64)>> {
    let mut found = Vec::new();
    let mut folders = vec![(folder.to_path_buf(), String::new())];
    while let Some((path, prefix)) = folders.pop() {
        for entry in fs::read_dir(path)? {
            let entry = entry?;
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            let metadata = entry.metadata()?;
            if metadata.is_dir() {
                folders.push((entry.path(), format!("{name}/")));
            } else {
                found.push((name, metadata.len()));
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::super::folder;
    use super::*;

    fn load() -> Recordings {
        Recordings::load(&folder()).expect("the manifest loads")
    }

    /// What the lint says after `change` was made to the first recording that `pick`s.
    fn lint_after(
        pick: impl Fn(&Recording) -> bool,
        change: impl FnOnce(&mut Recording),
    ) -> Vec<String> {
        let mut recordings = load();
        let picked = recordings.list.iter_mut().find(|r| pick(r));
        change(picked.expect("there is such a recording"));
        recordings.lint()
    }

    #[test]
    fn the_manifest_and_the_folder_agree() {
        assert_eq!(load().lint(), Vec::<String>::new());
    }

    #[test]
    fn a_file_that_is_not_there_or_not_listed_is_found() {
        let wrong = lint_after(|_| true, |r| r.file = format!("{}/gone.events.zst", r.release));
        assert!(wrong.iter().any(|w| w.ends_with("gone.events.zst: does not exist")));
        assert!(wrong.iter().any(|w| w.ends_with(": not in the manifest")));
        let mut twice = load();
        twice.list.push(twice.list[0].clone());
        assert!(twice.lint().iter().any(|w| w.ends_with(": listed twice")));
        let nothing = Recordings { folder: folder(), list: Vec::new() };
        assert!(nothing.lint().contains(&"the manifest lists no recording".to_owned()));
    }

    #[test]
    fn every_rule_of_a_single_recording_can_fail() {
        let any = |_: &Recording| true;
        let stops = |r: &Recording| r.oracle_status != 0;
        let eio = |r: &Recording| r.eio.is_some();
        let unnamed = |r: &Recording| r.exceptions.iter().any(|e| e.id.is_some());
        let one = |wrong: Vec<String>, what: &str| {
            assert!(wrong.iter().any(|w| w.contains(what)), "{what}: {wrong:?}");
        };
        one(lint_after(any, |r| r.release = "5.9".into()), "is not 5.9/NAME.events.zst");
        one(lint_after(any, |r| r.oracle.push('x')), "its oracle is called");
        one(lint_after(eio, |r| r.eio = Some("x".into())), "its decoding by Eio");
        one(lint_after(eio, |r| r.eio_library = None), "go together");
        one(lint_after(any, |r| r.ocaml = "5.10.0".into()), "is not of release");
        one(lint_after(any, |r| r.byte_order = ByteOrder::Big), "the other byte order");
        one(lint_after(any, |r| r.sha256.make_ascii_uppercase()), "is not a SHA-256");
        one(lint_after(any, |r| r.sha256.truncate(63)), "is not a SHA-256");
        one(
            lint_after(any, |r| {
                r.counts.insert("end".into(), 0);
            }),
            "counts 0 of kind",
        );
        one(
            lint_after(any, |r| {
                r.counts.insert("ends".into(), 1);
            }),
            "of kind \"ends\"",
        );
        one(lint_after(|r| r.lost_words == 0, |r| r.lost_words = 1), "lost words and records");
        one(lint_after(stops, |r| r.oracle_status = 0), "a stopped oracle");
        one(lint_after(stops, |r| r.exceptions[0].events = 0), "without an event");
        one(lint_after(stops, |r| r.exceptions[0].note.clear()), "without a reason");
        one(lint_after(unnamed, |r| r.exceptions[0].id = None), "an id is given");
    }
}
