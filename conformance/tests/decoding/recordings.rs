//! Every recording decodes to what OCaml's own consumer made of it: event for event, names included.
//!
//! `spec/recordings/README.md` says what the recordings are. The same comparison runs over another folder laid out
//! like it with `EVENTRING_RECORDINGS=FOLDER cargo test -p eventring-conformance --test decoding recordings -- --ignored`.

mod compare;
mod oracle;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use eventring::event::Kind;
use eventring::reader::Snapshot;
use eventring::words;
use eventring_conformance::source::{Argument, Input, Limits, read};
use eventring_spec::recordings::{ByteOrder, ExceptionKind, Recording, Recordings, folder};
use sha2::{Digest, Sha256};

use compare::Tally;

#[test]
fn every_recording_equals_its_oracle() {
    check_folder(&folder());
}

#[test]
#[ignore = "needs EVENTRING_RECORDINGS, a folder laid out as spec/recordings"]
fn every_recording_of_another_folder_equals_its_oracle() {
    check_folder(&PathBuf::from(std::env::var_os("EVENTRING_RECORDINGS").unwrap()));
}

/// A change of any single word is seen, and so is a missing line: equality says something.
#[test]
fn a_changed_recording_is_told() {
    let recordings = Recordings::load(&folder()).unwrap();
    let recording = recordings.list().iter().find(|r| r.workload == "eio-basic").unwrap();
    let (input, oracle) = unpack(&recordings, recording).unwrap();
    assert!(check_bytes(recording, &input.bytes, &oracle).is_ok());
    let snapshot = Snapshot::new(&input.bytes).unwrap();
    let ring = snapshot.rings().find(|ring| ring.tail() > ring.head()).unwrap();
    let geometry = snapshot.geometry();
    assert_eq!(ring.head(), 0);
    let start =
        usize::try_from(geometry.data_offset() + u64::from(ring.index()) * geometry.ring_bytes())
            .unwrap();
    let words = usize::try_from(ring.tail()).unwrap();
    let mut bytes = input.bytes.to_vec();
    for word in 0..words {
        // The lowest byte that means something: bits 35..0 of an item header do not, nor does the
        // filler of a custom payload.
        let events = ring.events().map(Result::unwrap);
        let event = events.take_while(|event| event.position <= word as u64).last().unwrap();
        let payload_word = (word as u64 - event.position).checked_sub(2);
        if let (Kind::Custom { data: Some(data), .. }, Some(at)) = (event.kind, payload_word)
            && 8 * at >= data.len() as u64
        {
            continue;
        }
        let is_header = event.position == word as u64;
        let changed = start + 8 * word + if is_header { 5 } else { 0 };
        bytes[changed] ^= 1;
        assert!(check_bytes(recording, &bytes, &oracle).is_err(), "word {word}");
        bytes[changed] ^= 1;
    }
    let mut lines: Vec<&str> = oracle.lines().collect();
    lines.remove(lines.len() / 2);
    assert!(check_bytes(recording, &input.bytes, &lines.join("\n")).is_err());
}

/// An exception that the manifest lacks is told, and so is one that does not occur.
#[test]
fn exceptions_are_exact() {
    let recordings = Recordings::load(&folder()).unwrap();
    let kinds = [ExceptionKind::UnnamedPhase, ExceptionKind::StaleValue, ExceptionKind::AfterStop];
    for kind in kinds {
        let has = |r: &&Recording| r.exceptions.iter().any(|exception| exception.kind == kind);
        let mut recording = recordings.list().iter().find(has).unwrap().clone();
        let (input, oracle) = unpack(&recordings, &recording).unwrap();
        assert!(check_bytes(&recording, &input.bytes, &oracle).is_ok());
        recording.exceptions[0].events += 1;
        assert!(check_bytes(&recording, &input.bytes, &oracle).is_err(), "{kind:?} more often");
        let exception = recording.exceptions.pop().unwrap();
        assert!(check_bytes(&recording, &input.bytes, &oracle).is_err(), "{kind:?} not listed");
        let sound = recordings.list().iter().find(|r| r.exceptions.is_empty()).unwrap();
        let (input, oracle) = unpack(&recordings, sound).unwrap();
        let promising = Recording { exceptions: vec![exception], ..sound.clone() };
        assert!(check_bytes(&promising, &input.bytes, &oracle).is_err(), "{kind:?} does not occur");
    }
}

/// Checks every recording of a folder, on all cores.
fn check_folder(folder: &Path) {
    let recordings = Recordings::load(folder).unwrap();
    let queue = Mutex::new(recordings.list().iter());
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(recording) = { queue.lock().unwrap().next() } {
                    let result = check(&recordings, recording);
                    results.lock().unwrap().push((&recording.file, result));
                }
            });
        }
    });
    let results = results.into_inner().unwrap();
    let failed: Vec<String> = results
        .iter()
        .filter_map(|(file, r)| Some(format!("{file}: {}", r.as_ref().err()?)))
        .collect();
    let events: u64 = results.iter().filter_map(|(_, result)| result.as_ref().ok()).sum();
    println!("{} recordings, {events} events equal to their oracles", results.len() - failed.len());
    assert!(
        failed.is_empty(),
        "{} of {} failed:\n{}",
        failed.len(),
        results.len(),
        failed.join("\n")
    );
    assert!(!results.is_empty(), "nothing was compared");
    assert_eq!(results.len(), recordings.list().len(), "the manifest promises more");
}

/// Checks one recording; the number of its events.
fn check(recordings: &Recordings, recording: &Recording) -> Result<u64, String> {
    let (input, oracle) = unpack(recordings, recording)?;
    same("SHA-256", &hex(&Sha256::digest(&*input.bytes)), &recording.sha256)?;
    same("SHA-256 of the oracle", &hex(&Sha256::digest(&oracle)), &recording.oracle_sha256)?;
    check_bytes(recording, &input.bytes, &oracle)
}

/// The file, sparse in memory, and the oracle's text.
fn unpack(recordings: &Recordings, recording: &Recording) -> Result<(Input, String), String> {
    let unpack = |file: &str, max_bytes| {
        read(&Argument::File(recordings.path(file)), None, Limits { max_bytes })
            .map_err(|e| e.to_string())
    };
    let input = unpack(&recording.file, recording.size_bytes)?;
    let oracle = unpack(&recording.oracle, 64 << 20)?;
    let oracle = String::from_utf8(oracle.bytes.to_vec()).map_err(|e| e.to_string())?;
    Ok((input, oracle))
}

/// Compares the bytes of a file with the text of its oracle and with what the manifest says of both.
fn check_bytes(recording: &Recording, bytes: &[u8], oracle: &str) -> Result<u64, String> {
    same("size in bytes", &(bytes.len() as u64), &recording.size_bytes)?;
    let snapshot = Snapshot::new(bytes).map_err(|refusal| refusal.to_string())?;
    let order = match snapshot.byte_order() {
        words::ByteOrder::Little => ByteOrder::Little,
        words::ByteOrder::Big => ByteOrder::Big,
    };
    same("byte order", &order, &recording.byte_order)?;
    same("max_domains", &snapshot.geometry().max_domains(), &recording.max_domains)?;
    same("ring words", &snapshot.geometry().ring_words(), &recording.ring_words)?;

    let release =
        recording.release.parse().map_err(|_| format!("unknown release {}", recording.release))?;
    let (lines, status) = oracle::parse(oracle)?;
    same("status of the oracle", &status, &recording.oracle_status)?;
    let exceptions = recording.exceptions.iter().map(|e| ((e.kind, e.id), e.events));
    let expected = Tally {
        counts: recording.counts.clone(),
        lost_words: recording.lost_words,
        exceptions: exceptions.collect::<BTreeMap<_, _>>(),
    };
    let found = compare::compare(&snapshot, &lines, status != 0, release)?;
    same("counts and exceptions", &found, &expected)?;
    let events = |tally: &Tally| {
        tally.counts.iter().filter(|(kind, _)| *kind != "lost").map(|(_, n)| n).sum()
    };
    Ok(events(&found))
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: &T, promised: &T) -> Result<(), String> {
    if found == promised {
        Ok(())
    } else {
        Err(format!("{what}: found {found:?}, the manifest says {promised:?}"))
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
