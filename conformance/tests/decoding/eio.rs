//! Every recording of an Eio program is typed as Eio's own library decoded it: all three wires, both byte orders.
//!
//! The same comparison runs over another folder of `NAME.events.zst` and `NAME.eio.jsonl.zst`, however deep, with
//! `EVENTRING_RECORDINGS=FOLDER cargo test -p eventring-conformance --test decoding eio -- --ignored --nocapture`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use eventring::eio::Wire;
use eventring::reader::Snapshot;
use eventring::registry::Release;
use eventring::release::ReleaseSet;
use eventring::words::ByteOrder;
use eventring_conformance::inspect::{Naming, RingRecords, Typed, Typing};
use eventring_conformance::record::Record;
use eventring_conformance::source::{Argument, Input, Limits, read};
use eventring_conformance::vectors;
use eventring_spec::recordings::{Recordings, folder};
use serde_json::{Value, json};

#[test]
fn every_recording_is_typed_as_eio_does() {
    let counts = check_folder(&folder());
    let recordings = Recordings::load(&folder()).unwrap();
    let with_eio = recordings.list().iter().filter(|recording| recording.eio.is_some()).count();
    let files: usize = counts.values().map(|(files, _)| files).sum();
    assert_eq!(files, with_eio);
    let wires: Vec<Wire> = counts.keys().map(|(wire, _)| *wire).collect();
    assert!(Wire::ALL.iter().all(|wire| wires.contains(wire)), "{wires:?}");
    assert!(counts.contains_key(&(Wire::Generation2, "big-endian")), "{counts:?}");
}

#[test]
#[ignore = "needs EVENTRING_RECORDINGS, a folder of recordings"]
fn every_recording_of_another_folder_is_typed_as_eio_does() {
    check_folder(&PathBuf::from(std::env::var_os("EVENTRING_RECORDINGS").unwrap()));
}

/// The vectors of the Eio profile say what each event is, in both byte orders; where the wire is open or mixed, none is
/// typed and the reader is told why.
#[test]
fn every_vector_is_typed_as_it_says() {
    let mut warnings = BTreeMap::<_, usize>::new();
    let vectors = vectors::load().unwrap();
    let cases = vectors.iter().filter(|vector| vector.name.starts_with("eio/"));
    for (vector, case) in
        cases.flat_map(|vector| vector.cases.iter().map(move |case| (vector, case)))
    {
        for order in vector.byte_orders() {
            let image = case.encode(order).unwrap();
            let snapshot = Snapshot::new(&image.bytes).unwrap();
            let typing = Typing::of(&snapshot);
            let naming = Naming::new(ReleaseSet::only(Release::V5_4), snapshot.names());
            let records = snapshot.rings().flat_map(|ring| RingRecords::new(&ring, &naming));
            let ours: Vec<Value> = records
                .map(|record| {
                    let mut line = serde_json::to_value(&record).unwrap();
                    if let Some(typed) = typing.typed(&record) {
                        line["typed"] = serde_json::to_value(typed).unwrap();
                    }
                    line
                })
                .collect();
            let lines = case.expected.lines().iter();
            let theirs: Vec<Value> =
                lines.map(|line| serde_json::from_str(line).unwrap()).collect();
            assert_eq!(ours, theirs, "{} {order}", case.name);
            let is_mixed = case.breaks.iter().any(|clause| clause == "eio.wires-not-mixed");
            assert_eq!(
                typing.warning().is_some(),
                is_mixed || case.name.starts_with("eio/wires/open")
            );
            *warnings.entry(typing.warning()).or_default() += 1;
        }
    }
    assert_eq!(warnings.len(), 3, "{warnings:?}");
}

/// A file without Eio's events has none, whatever its other user events are.
#[test]
fn other_libraries_events_are_not_typed() {
    let recordings = Recordings::load(&folder()).unwrap();
    let mut user_events = 0;
    for recording in recordings.list().iter().filter(|recording| recording.eio.is_none()) {
        let input = unpack(&recordings.path(&recording.file));
        let snapshot = Snapshot::new(&input.bytes).unwrap();
        let typing = Typing::of(&snapshot);
        assert_eq!((typing.wire(), typing.warning()), (None, None), "{}", recording.file);
        let events = snapshot.rings().flat_map(|ring| ring.events()).flatten();
        user_events += events.filter(|event| event.kind.index().is_some()).count();
    }
    assert!(user_events > 10_000, "{user_events}");
}

type Counts = BTreeMap<(Wire, &'static str), (usize, usize)>;

/// Compares every file below `folder` that has a decoding by Eio's own library; files and events by wire and order.
fn check_folder(folder: &Path) -> Counts {
    let mut counts = Counts::new();
    for decoding in decodings(folder) {
        let file = decoding.to_str().unwrap().replace(".eio.jsonl.zst", ".events.zst");
        let (key, events) = check(Path::new(&file), &decoding);
        let count = counts.entry(key).or_default();
        *count = (count.0 + 1, count.1 + events);
    }
    assert!(!counts.is_empty(), "nothing was compared");
    for ((wire, order), (files, events)) in &counts {
        println!("{wire}, {order}: {files} files, {events} events");
    }
    counts
}

fn decodings(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(decodings(&path));
        } else if path.to_str().is_some_and(|path| path.ends_with(".eio.jsonl.zst")) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn check(file: &Path, decoding: &Path) -> ((Wire, &'static str), usize) {
    let input = unpack(file);
    let snapshot = Snapshot::new(&input.bytes).unwrap();
    let typing = Typing::of(&snapshot);
    let wire = typing.wire().unwrap_or_else(|| panic!("{}: {typing:?}", file.display()));
    let naming = Naming::new(ReleaseSet::EMPTY, snapshot.names());
    let lines = unpack(decoding);
    let mut lines = std::str::from_utf8(&lines.bytes).unwrap().lines();
    let mut events = 0;
    for record in snapshot.rings().flat_map(|ring| RingRecords::new(&ring, &naming)) {
        if let Some(ours) = line(&typing, &record) {
            events += 1;
            let theirs: Option<Value> =
                lines.next().map(|line| serde_json::from_str(line).unwrap());
            assert_eq!(Some(ours), theirs, "{}, line {events}", file.display());
        }
    }
    assert_eq!(lines.next(), None, "{}", file.display());
    let order =
        if snapshot.byte_order() == ByteOrder::Big { "big-endian" } else { "little-endian" };
    ((wire, order), events)
}

/// What Eio's library would say of a record.
fn line(typing: &Typing, record: &Record<'_>) -> Option<Value> {
    match record {
        Record::Lost { ring, words } => Some(json!({ "ring": ring, "lost": words })),
        Record::Event(event) => {
            let typed = typing.typed(record)?;
            assert!(matches!(typed, Typed::Event(_)), "{record:?}");
            let mut line = serde_json::to_value(typed).unwrap();
            line["ring"] = event.ring.into();
            line["ts"] = event.timestamp_ns.into();
            Some(line)
        }
        Record::Corrupt(_) | Record::Refused { .. } => panic!("{record:?}"),
    }
}

fn unpack(path: &Path) -> Input {
    read(&Argument::parse(path.into()).unwrap(), None, Limits { max_bytes: 1 << 30 }).unwrap()
}
