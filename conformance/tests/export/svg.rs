//! The picture, by a reader of XML that checks the names of ends. What it looks like is looked at by people.

use std::collections::BTreeMap;

use eventring_conformance::inspect::export::{
    Category, Detail, Export, ExportFormat, Gap, Label, Link, Mark, Marks, Track, TrackId,
    TrackKind, Value, What,
};
use quick_xml::Reader;
use quick_xml::events::Event;

use crate::recordings::{exported, recordings};

/// Elements by name and class, and all texts.
#[derive(Debug, Default)]
struct Picture {
    elements: BTreeMap<String, usize>,
    texts: Vec<String>,
}

impl Picture {
    fn count(&self, element: &str) -> usize {
        self.elements.get(element).copied().unwrap_or(0)
    }

    fn has_text(&self, text: &str) -> bool {
        self.texts.iter().any(|other| other == text)
    }
}

fn read(bytes: &[u8]) -> Picture {
    let text = str::from_utf8(bytes).expect("UTF-8");
    let in_xml = |char: char| char == '\n' || !char.is_control();
    assert!(text.chars().all(in_xml), "XML has no control characters");
    let (mut reader, mut picture) = (Reader::from_str(text), Picture::default());
    let (mut depth, mut content) = (0, String::new());
    loop {
        match reader.read_event().expect("well-formed XML") {
            Event::Start(element) | Event::Empty(element)
                if element.name().as_ref() == b"svg" && depth > 0 =>
            {
                panic!("a picture in a picture")
            }
            Event::Start(element) => {
                depth += 1;
                content.clear();
                picture.add(&element);
            }
            Event::Empty(element) => picture.add(&element),
            Event::End(_) => {
                depth -= 1;
                picture.texts.push(std::mem::take(&mut content));
            }
            Event::Text(text) => content.push_str(&text.decode().expect("text")),
            Event::GeneralRef(name) => content.push(match &*name.decode().expect("text") {
                "quot" => '"',
                "apos" => '\'',
                "amp" => '&',
                "lt" => '<',
                "gt" => '>',
                other => panic!("{other}"),
            }),
            Event::Eof => break,
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(depth, 0);
    picture
}

impl Picture {
    fn add(&mut self, element: &quick_xml::events::BytesStart<'_>) {
        let mut name = str::from_utf8(element.name().as_ref()).expect("text").to_owned();
        for attribute in element.attributes() {
            let attribute = attribute.expect("an attribute");
            let value = str::from_utf8(&attribute.value).expect("text");
            assert!(!value.contains("NaN") && !value.contains("inf"), "{value}");
            if attribute.key.as_ref() == b"class" {
                name = format!("{name}.{value}");
            }
        }
        *self.elements.entry(name).or_default() += 1;
    }
}

#[test]
fn every_recording_is_a_picture() {
    for file in recordings() {
        let shown = file.display().to_string();
        let picture = read(&exported(&file, "svg"));
        assert_eq!(picture.count("svg"), 1);
        if shown.contains("/5.4/eio") {
            let is_shown = picture.count("rect.run") > 0 && picture.count("use") > 0;
            assert!(is_shown || shown.contains("wrap"), "{shown}");

            // Generation 1 has switches, but no other contexts.
            assert!(picture.count("path.context") > 0 || shown.contains("wrap"), "{shown}");
        }
        if shown.ends_with("/eio-cancel.events.zst") {
            assert!(picture.count("path.cancelled") > 5, "{shown}: {picture:?}");
        }
        let is_lapped = shown.ends_with("-wrap.events.zst");
        assert!(
            !is_lapped || picture.texts.iter().any(|text| text.starts_with("lost ")),
            "{shown}"
        );
    }
}

fn drawn(tell: impl Fn(&mut dyn Marks)) -> Picture {
    let mut bytes = Vec::new();
    let mut export = Export::new(&mut bytes, ExportFormat::Svg.encoder());
    tell(&mut export);
    export.finish().unwrap();
    drop(export);
    read(&bytes)
}

fn track(export: &mut dyn Marks, id: u64, parent: u64, kind: TrackKind, name: &str) {
    let parent = (parent != 0).then_some(TrackId(parent));
    export.track(&Track { id: TrackId(id), parent, kind, name }).unwrap();
}

fn mark(export: &mut dyn Marks, timestamp_ns: u64, track: u64, what: What<'_>) {
    export.mark(&Mark { ring: 0, timestamp_ns, track: TrackId(track), what }).unwrap();
}

const fn eio(name: &str) -> Label<'_> {
    Label::new(Category::Eio, name)
}

#[test]
fn nothing_and_one_moment_are_pictures() {
    assert_eq!(drawn(|_| {}).count("svg"), 1);
    let picture = drawn(|export| {
        track(export, 2, 0, TrackKind::Ring { ring: 0 }, "ring 0");
        mark(export, u64::MAX, 2, What::Instant(eio("once")));
    });
    assert!(picture.has_text("ring 0") && picture.has_text("0 ns"), "{picture:?}");
}

#[test]
fn what_happens_to_a_fiber_is_drawn() {
    let strange = "a \"name\" <of> & \n\0'more'";
    let picture = drawn(|export| {
        track(export, 2, 0, TrackKind::Ring { ring: 0 }, "ring 0");
        track(export, 3, 0, TrackKind::Context, "root 0");
        track(export, 4, 3, TrackKind::Fiber, strange);
        track(export, 5, 3, TrackKind::Fiber, "fiber 2");
        mark(export, 10, 3, What::Begin(eio("root 0")));
        mark(export, 10, 4, What::Begin(eio("running")));
        let link = Some(Link::Out(7));
        mark(export, 20, 4, What::Instant(Label { link, ..eio("makes fiber 2") }));
        mark(export, 20, 4, What::End(eio("running")));
        mark(export, 20, 4, What::Begin(eio("Promise.await")));
        let link = Some(Link::In(7));
        mark(export, 20, 5, What::Begin(Label { link, ..eio("running") }));
        let gc = Label::new(Category::Runtime, "minor");
        mark(export, 22, 2, What::Begin(gc));
        mark(export, 25, 2, What::End(gc));
        let details = [Detail { name: "exception", value: Value::Text("Exit") }];
        mark(export, 30, 3, What::Instant(Label { details: &details, ..eio("error") }));
        mark(export, 40, 5, What::End(eio("running")));
        mark(export, 40, 4, What::End(eio("Promise.await")));
        mark(export, 50, 3, What::End(eio("root 0")));
        let cause = Gap::Lost { words: 17 };
        mark(export, 60, 2, What::Gap { since_ns: Some(55), cause });
    });
    for (element, count) in [
        ("rect.run", 2),
        ("rect.wait", 1),
        ("rect.phase", 1),
        ("rect.gap", 1),
        ("path.context", 1),
        ("path.birth", 1),
        ("path.cancelled", 2),
        ("use", 2),
    ] {
        assert_eq!(picture.count(element), count, "{element}");
    }
    let shown = "a \"name\" <of> & \\n\\u{0}'more'";
    for text in ["minor: 3 ns", "Promise.await: 20 ns", "lost 17 words", "Exit", shown] {
        assert!(picture.has_text(text), "{text}: {:?}", picture.texts);
    }
}

#[test]
fn what_is_too_much_is_counted() {
    let picture = drawn(|export| {
        track(export, 1, 0, TrackKind::Process { process_id: None }, "many");
        for id in 10..2010 {
            track(export, id, 0, TrackKind::Fiber, "a fiber");
            mark(export, id, id, What::Begin(eio("running")));
            mark(export, id + 1, id, What::End(eio("running")));
        }
        for turn in 0..10_000 {
            mark(export, 3000 + 2 * turn, 10, What::Begin(eio("running")));
            mark(export, 3001 + 2 * turn, 10, What::End(eio("running")));
        }
    });
    let title = picture.texts.iter().find(|text| text.starts_with("many")).unwrap();
    assert!(title.ends_with("1000 more fibers and contexts are not shown"), "{title}");
    assert!(picture.count("rect.run") < 999 + 4097);
}
