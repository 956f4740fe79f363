//! Several programs in one trace: each as it is alone, with numbers of its own.

use std::collections::BTreeSet;
use std::process::{Command, Output};

use crate::seen::assert_same;
use crate::{lines, perfetto};

const FILES: [&str; 2] = ["5.4/eio-domains.events.zst", "5.3/custom-small.events.zst"];

fn export(format: &str, files: &[&str], more: &[&str]) -> Output {
    let folder = eventring_spec::recordings::folder();
    let mut command = Command::new(env!("CARGO_BIN_EXE_eventring"));
    command.args(["export", "--format", format]).args(more);
    command.args(files.iter().map(|file| folder.join(file))).output().unwrap()
}

#[test]
fn each_program_is_shown_as_it_is_alone() {
    let both = export("jsonl", &FILES, &[]);
    assert_eq!((both.status.code(), both.stderr.as_slice()), (Some(0), &b""[..]));
    let together = lines::read(&both.stdout);
    let alone = FILES.map(|file| lines::read(&export("jsonl", &[file], &[]).stdout));
    assert_eq!(together.marks.len(), alone[0].marks.len() + alone[1].marks.len());
    let (first, second) = together.marks.split_at(alone[0].marks.len());
    assert_same("first", "together", first, &alone[0].marks);
    let shift = 1 << 40;
    for (found, expected) in second.iter().zip(&alone[1].marks) {
        assert_eq!((found.track, &found.name), (expected.track + shift, &expected.name));
        assert_eq!(found.timestamp_ns, expected.timestamp_ns);
    }
    assert_eq!(together.tracks.len(), alone[0].tracks.len() + alone[1].tracks.len());
    let in_perfetto = perfetto::read(&export("perfetto", &FILES, &[]).stdout);
    assert_same("both", "perfetto", &in_perfetto.marks, &together.marks);
    assert_eq!(in_perfetto.tracks, together.tracks);
}

/// Arrows of one program never lead into another.
#[test]
fn arrows_have_numbers_of_their_own() {
    let twice = [FILES[0], FILES[0]];
    let trace = lines::read(&export("jsonl", &twice, &[]).stdout);
    let (first, second) = trace.marks.split_at(trace.marks.len() / 2);
    let arrows = |marks: &[crate::seen::Seen]| -> BTreeSet<u64> {
        marks.iter().flat_map(|mark| [mark.links.0, mark.links.1]).flatten().collect()
    };
    let (first, second) = (arrows(first), arrows(second));
    assert!(first.len() > 1 && first.len() == second.len());
    assert!(first.is_disjoint(&second));
}

#[test]
fn what_cannot_be_shown_together_is_refused() {
    for (format, more) in
        [("chrome", &[][..]), ("svg", &[]), ("fxt", &[]), ("perfetto", &["--for", "1"])]
    {
        let run = export(format, &FILES, more);
        assert_eq!(run.status.code(), Some(2), "{format}");
        let told = String::from_utf8(run.stderr).unwrap();
        assert!(told.contains("several"), "{told}");
    }
}
