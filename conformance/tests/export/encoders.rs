//! Marks made for the purpose, through every encoder and back.

use eventring_conformance::inspect::export::{
    Category, CtfFolder, Detail, Export, ExportFormat, Gap, Label, Link, Mark, Marks, Number,
    Track, TrackId, TrackKind, Value, What,
};

use crate::seen::{Trace, assert_same};
use crate::{chrome, ctf, fxt, lines, perfetto};

/// All that is told to an encoder.
type Telling<'t> = &'t dyn Fn(&mut dyn Marks);

fn bytes(format: ExportFormat, tell: Telling<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut export = Export::new(&mut bytes, format.encoder());
    tell(&mut export);
    export.finish().unwrap();
    drop(export);
    bytes
}

/// What the readers make of it, which must be the same for all.
fn seen(tell: Telling<'_>) -> Trace {
    let expected = lines::read(&bytes(ExportFormat::JsonLines, tell));
    let found = perfetto::read(&bytes(ExportFormat::Perfetto, tell));
    assert_same("made", "perfetto", &found.marks, &exact_or_float(&expected).marks);
    assert_eq!(found.tracks, expected.tracks);
    let found = fxt::read(&bytes(ExportFormat::Fxt, tell));
    assert_same("made", "fxt", &found.marks, &expected.marks);
    let found = chrome::read(&bytes(ExportFormat::Chrome, tell), &expected.counters());
    assert_same("made", "chrome", &found.marks, &expected.marks);
    let folder = tempfile::tempdir().unwrap();
    let mut export = CtfFolder::create(folder.path()).unwrap();
    tell(&mut export);
    export.finish().unwrap();
    let found = ctf::read(folder.path());
    assert_same("made", "ctf", &found.marks, &as_ctf(&expected).marks);
    expected
}

/// In a stream times do not go back and have 63 bits, and no text has a zero byte.
fn as_ctf(trace: &Trace) -> Trace {
    let mut trace = Trace { tracks: trace.tracks.clone(), marks: trace.marks.clone() };
    for mark in &mut trace.marks {
        mark.timestamp_ns = mark.timestamp_ns.min(i64::MAX as u64);
        mark.name = mark.name.replace('\0', "\\x00");
    }
    trace
}

/// Perfetto's counters have 63 bits; above, they are floats.
fn exact_or_float(trace: &Trace) -> Trace {
    let mut trace = Trace { tracks: trace.tracks.clone(), marks: trace.marks.clone() };
    for mark in &mut trace.marks {
        if mark.what == crate::seen::What::Counter
            && let Some(value) = mark.details.get_mut("value")
            && let Some(number) = value.as_u64().filter(|number| *number > i64::MAX as u64)
        {
            *value = (number as f64).into();
        }
    }
    trace
}

fn track(export: &mut dyn Marks, id: u64, kind: TrackKind, name: &str) {
    let parent = match kind {
        TrackKind::Process { .. } => None,
        TrackKind::Counter { .. } => Some(TrackId(2)),
        _ => Some(TrackId(1)),
    };
    export.track(&Track { id: TrackId(id), parent, kind, name }).unwrap();
}

fn process(export: &mut dyn Marks) {
    track(export, 1, TrackKind::Process { process_id: Some(4711) }, "a program");
}

fn mark(export: &mut dyn Marks, timestamp_ns: u64, track: u64, what: What<'_>) {
    export.mark(&Mark { ring: 0, timestamp_ns, track: TrackId(track), what }).unwrap();
}

const fn named(name: &str) -> Label<'_> {
    Label::new(Category::User, name)
}

#[test]
fn nothing_at_all_is_a_file_too() {
    assert_eq!(seen(&|_| {}), Trace::default());
    let trace = seen(&process);
    assert_eq!((trace.tracks.len(), trace.marks.len()), (1, 0));
}

#[test]
fn one_mark_and_two_marks() {
    for count in [1, 2] {
        let trace = seen(&|export| {
            process(export);
            track(export, 2, TrackKind::Ring { ring: 0 }, "ring 0");
            for timestamp_ns in 0..count {
                mark(export, timestamp_ns, 2, What::Instant(named("once")));
            }
        });
        assert_eq!(trace.marks.len() as u64, count);
    }
}

#[test]
fn names_are_kept_whatever_is_in_them() {
    let long = "x".repeat(129);
    let names = ["", "\"quoted\"", "two\nlines", "\\", "\0", "\u{7f}\u{1b}[2J", "é", "💡", &long];
    let trace = seen(&|export| {
        process(export);
        for (id, name) in (2..).zip(names) {
            track(export, id, TrackKind::Ring { ring: 0 }, name);
            for name in names {
                let details = [Detail { name: "text", value: Value::Text(name) }];
                mark(export, 5, id, What::Instant(Label { details: &details, ..named(name) }));
            }
        }
    });
    for (id, name) in (2..).zip(names) {
        assert_eq!(trace.tracks[&id].1, name);
    }
    for (mark, name) in trace.marks.iter().zip(names.iter().cycle()) {
        assert_eq!((&*mark.name, mark.details["text"].as_str().unwrap()), (*name, *name));
    }
}

#[test]
fn there_can_be_more_names_than_any_table_holds() {
    // Fuchsia's table ends at 32 767, ours for Perfetto at 65 536.
    let count = 66_000;
    let trace = seen(&|export| {
        process(export);
        track(export, 2, TrackKind::Ring { ring: 0 }, "ring 0");
        for round in 0..2 {
            for name in 0..count {
                let name = format!("name {name}");
                mark(export, round, 2, What::Instant(named(&name)));
            }
        }
    });
    assert_eq!(trace.marks.len(), 2 * count);
    assert_eq!(trace.marks[count - 1].name, format!("name {}", count - 1));
}

#[test]
fn there_can_be_more_threads_than_any_table_holds() {
    // Fuchsia's table ends at 255.
    let trace = seen(&|export| {
        process(export);
        for id in 2..302 {
            track(export, id, TrackKind::Ring { ring: id as u32 }, &format!("ring {id}"));
        }
        for id in (2..302).chain(2..302) {
            mark(export, 1, id, What::Instant(named("here")));
        }
    });
    assert_eq!((trace.tracks.len(), trace.marks.len()), (301, 600));
}

#[test]
fn nanoseconds_are_exact_and_in_order() {
    let start = u64::MAX - 100;
    let trace = seen(&|export| {
        process(export);
        track(export, 2, TrackKind::Ring { ring: 0 }, "ring 0");
        for timestamp_ns in (start..start + 50).step_by(2) {
            mark(export, timestamp_ns, 2, What::Begin(named("outer")));
            mark(export, timestamp_ns, 2, What::Begin(named("inner")));
            mark(export, timestamp_ns, 2, What::End(named("inner")));
            mark(export, timestamp_ns + 1, 2, What::End(named("outer")));
        }
    });
    trace.assert_nested("spans of 1 ns");
    assert!(trace.marks.is_sorted_by_key(|mark| mark.timestamp_ns));
    assert_eq!(trace.marks.last().unwrap().timestamp_ns, start + 49);
}

#[test]
fn numbers_are_exact_at_their_limits() {
    let numbers = [
        Number::Unsigned(0),
        Number::Unsigned(i64::MAX as u64),
        Number::Unsigned(i64::MAX as u64 + 1),
        Number::Unsigned(u64::MAX),
        Number::Signed(i64::MIN),
        Number::Signed(-1),
    ];
    let trace = seen(&|export| {
        process(export);
        track(export, 2, TrackKind::Ring { ring: 0 }, "ring 0");
        track(export, 3, TrackKind::Counter { unit: Some("bytes") }, "promoted");
        track(export, 4, TrackKind::Counter { unit: None }, "strange");
        for number in numbers {
            mark(export, 1, 3, What::Counter(number));
            let details = [Detail { name: "value", value: Value::Number(number) }];
            mark(export, 1, 2, What::Instant(Label { details: &details, ..named("an int") }));
        }
    });
    assert_eq!(trace.marks.len(), 2 * numbers.len());
    assert_eq!(trace.marks[7].details["value"].as_u64(), Some(u64::MAX));
    assert_eq!(trace.marks[8].details["value"].as_i64(), Some(i64::MIN));
}

#[test]
fn fractions_are_in_every_format() {
    let numbers = [0.0, -1.5, f64::MIN_POSITIVE, f64::MAX];
    let trace = seen(&|export| {
        process(export);
        track(export, 2, TrackKind::Ring { ring: 0 }, "ring 0");
        for number in numbers {
            let details = [Detail { name: "price", value: Value::Float(number) }];
            mark(export, 1, 2, What::Instant(Label { details: &details, ..named("sold") }));
        }
    });
    let found: Vec<_> = trace.marks.iter().map(|mark| mark.details["price"].as_f64()).collect();
    assert_eq!(found, numbers.map(Some));
}

/// JSON has no word for them.
#[test]
fn what_is_no_number_is_text_in_json() {
    let tell: Telling<'_> = &|export| {
        process(export);
        track(export, 2, TrackKind::Ring { ring: 0 }, "ring 0");
        for number in [f64::NAN, f64::NEG_INFINITY] {
            let details = [Detail { name: "price", value: Value::Float(number) }];
            mark(export, 1, 2, What::Instant(Label { details: &details, ..named("sold") }));
        }
    };
    let chrome = chrome::read(&bytes(ExportFormat::Chrome, tell), &Default::default());
    let lines = lines::read(&bytes(ExportFormat::JsonLines, tell));
    for trace in [chrome, lines] {
        let found: Vec<_> = trace.marks.iter().map(|mark| &mark.details["price"]).collect();
        assert_eq!(found, ["NaN", "-inf"]);
    }
}

#[test]
fn gaps_and_arrows_are_in_every_format() {
    let trace = seen(&|export| {
        process(export);
        track(export, 2, TrackKind::Ring { ring: 0 }, "ring 0");
        let lost = Gap::Lost { words: 17 };
        mark(export, 1, 2, What::Gap { since_ns: None, cause: lost });
        let out = Label { link: Some(Link::Out(7)), ..named("makes it") };
        mark(export, 2, 2, What::Instant(out));
        mark(export, 9, 2, What::Gap { since_ns: Some(2), cause: lost });
        mark(export, 9, 2, What::Gap { since_ns: Some(9), cause: Gap::Paused });
        let r#in = Label { link: Some(Link::In(7)), ..named("runs") };
        mark(export, 9, 2, What::Begin(r#in));
        mark(export, 10, 2, What::End(named("runs")));
    });
    trace.assert_nested("gaps");
    let names: Vec<&str> = trace.marks.iter().map(|mark| mark.name.as_str()).collect();
    let lost = "lost 17 words";
    assert_eq!(names, [lost, "makes it", lost, "", "paused", "", "runs", ""]);
    assert_eq!((trace.marks[1].links, trace.marks[6].links), ((Some(7), None), (None, Some(7))));
}

#[test]
fn a_record_that_would_be_too_large_is_cut() {
    let large = "é".repeat(12_000);
    let details = [Detail { name: "text", value: Value::Text(&large) }; 16];
    let tell: Telling<'_> = &|export| {
        process(export);
        track(export, 2, TrackKind::Ring { ring: 0 }, &large);
        mark(export, 1, 2, What::Instant(Label { details: &details, ..named(&large) }));
        mark(export, 2, 2, What::Instant(named("after")));
    };
    let trace = fxt::read(&bytes(ExportFormat::Fxt, tell));
    assert_eq!(trace.marks[1].name, "after");
    assert!(large.starts_with(&trace.marks[0].name) && trace.marks[0].name.len() >= 10_000);
}
