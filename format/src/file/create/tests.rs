use std::borrow::ToOwned;
use std::fs::{self, symlink_metadata};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::Command;
use std::string::ToString;

use tempfile::TempDir;

use super::*;
use crate::file::{AttachError, Attached, MonotonicClock, Standing};
use crate::live::Live;

/// Small, in a folder of its own: tests share the process, and so the name of its file.
fn small(folder: &TempDir) -> Settings {
    Settings {
        folder: folder.path().to_owned(),
        start: true,
        preserve: false,
        ring_words: 64,
        max_domains: 2,
    }
}

/// What the system said, where an error has that as its source.
fn io_kind(error: &dyn Error) -> Option<io::ErrorKind> {
    Some(error.source()?.downcast_ref::<io::Error>()?.kind())
}

fn create(settings: &Settings) -> EventsFile {
    EventsFile::create(settings, &settings.config()).unwrap()
}

fn names_in(folder: &TempDir) -> std::vec::Vec<std::string::String> {
    let entries = fs::read_dir(folder.path()).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn it_is_found_only_when_its_header_is_whole() {
    let folder = TempDir::new().unwrap();
    let settings = small(&folder);
    let mut file = create(&settings);
    let path = file.path().to_owned();
    assert_eq!(path, folder.path().join(format!("{}.events", process::id())));
    assert!(!path.exists());
    let before = names_in(&folder);
    assert_eq!(before.len(), 1);
    file.start(MonotonicClock).unwrap();
    assert_eq!(names_in(&folder), [path.file_name().unwrap().to_str().unwrap()]);
    let metadata = fs::metadata(&path).unwrap();
    assert_eq!(metadata.permissions().mode() & 0o7777, 0o600);
    assert_eq!(metadata.len(), settings.config().geometry().unwrap().file_bytes());
    drop(file);
    assert!(names_in(&folder).is_empty());
}

#[test]
fn a_file_that_is_never_started_leaves_nothing() {
    let folder = TempDir::new().unwrap();
    drop(create(&small(&folder)));
    let preserve = Settings { preserve: true, ..small(&folder) };
    drop(create(&preserve));
    assert!(names_in(&folder).is_empty());
}

#[test]
fn a_preserved_file_stays_and_is_whole() {
    let folder = TempDir::new().unwrap();
    let mut file = create(&Settings { preserve: true, ..small(&folder) });
    assert!(file.take_removal().is_none());
    let path = file.path().to_owned();
    let (mut session, mut writer) = file.start(MonotonicClock).unwrap();
    let event = session.register(b"kept").unwrap();
    writer.int(event, -1);
    drop(file);
    let bytes = fs::read(&path).unwrap();
    let snapshot = crate::reader::Snapshot::new(&bytes).unwrap();
    // ring_start, the stamp, and ours.
    assert_eq!(snapshot.ring(0).unwrap().events().filter(Result::is_ok).count(), 3);
}

#[test]
fn what_was_there_is_replaced_and_not_followed() {
    let folder = TempDir::new().unwrap();
    let other = folder.path().join("other");
    fs::write(&other, b"mine").unwrap();
    let mut file = create(&small(&folder));
    let path = file.path().to_owned();
    symlink(&other, &path).unwrap();
    file.start(MonotonicClock).unwrap();
    assert!(symlink_metadata(&path).unwrap().is_file());
    assert_eq!(fs::read(&other).unwrap(), b"mine");
    drop(file);

    // A left-over, and a link where the file is made aside.
    fs::write(&path, b"left over").unwrap();
    symlink(&other, folder.path().join(format!("{}.events.0", process::id()))).unwrap();
    let mut file = create(&small(&folder));
    file.start(MonotonicClock).unwrap();
    assert!(Live::new(Attached::to_file(&path).unwrap().memory()).is_ok());
    assert_eq!(fs::read(&other).unwrap(), b"mine");
}

#[test]
fn a_process_has_one_ring_file_of_a_name() {
    let folder = TempDir::new().unwrap();
    let mut first = create(&small(&folder));
    let mut second = create(&small(&folder));
    first.start(MonotonicClock).unwrap();
    let error = second.start(MonotonicClock).map(drop).unwrap_err();
    assert!(matches!(error, CreateError::InUse { .. }), "{error}");
    assert_eq!(names_in(&folder).len(), 1);
    // The same file may have one session after the other.
    first.start(MonotonicClock).unwrap();
}

#[test]
fn only_the_file_itself_is_removed() {
    let folder = TempDir::new().unwrap();
    let mut file = create(&small(&folder));
    file.start(MonotonicClock).unwrap();
    let path = file.path().to_owned();
    let attached = Attached::to_file(&path).unwrap();
    assert_eq!(attached.standing(), Standing::InPlace);
    remove_file(&path).unwrap();
    assert_eq!(attached.standing(), Standing::Removed);
    fs::write(&path, b"another").unwrap();
    assert_eq!(attached.standing(), Standing::Replaced);
    drop(file);
    assert_eq!(fs::read(&path).unwrap(), b"another");
}

#[test]
fn the_duty_to_remove_can_be_taken_over() {
    let folder = TempDir::new().unwrap();
    let mut file = create(&small(&folder));
    file.start(MonotonicClock).unwrap();
    let removal = file.take_removal().unwrap();
    assert!(file.take_removal().is_none());
    drop(file);
    assert_eq!(names_in(&folder).len(), 1);
    drop(removal);
    assert!(names_in(&folder).is_empty());

    let mut file = create(&small(&folder));
    file.start(MonotonicClock).unwrap();
    file.take_removal().unwrap().keep();
    drop(file);
    assert_eq!(names_in(&folder).len(), 1);
}

/// A process that wrote a file and is known by its number alone.
#[test]
fn a_process_that_has_ended_has_nothing_more_to_say() {
    let folder = TempDir::new().unwrap();
    let mut child = Command::new("sleep").arg("100").spawn().unwrap();
    let mut file = create(&small(&folder));
    file.start(MonotonicClock).unwrap();
    fs::copy(file.path(), folder.path().join(format!("{}.events", child.id()))).unwrap();
    let attached = Attached::to_process(child.id(), Some(folder.path())).unwrap();
    assert_eq!(attached.process().map(|process| process.id()), Some(child.id()));
    assert!(!attached.is_over());
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(attached.is_over());
}

#[test]
fn the_clock_goes_on() {
    let clock = || MonotonicClock.now_ns();
    let (first, second) = (clock(), clock());
    assert!(1 < first && first <= second);
}

#[test]
fn what_cannot_be_made_is_refused_and_leaves_nothing() {
    let folder = TempDir::new().unwrap();
    let too_small = Settings { ring_words: 4, ..small(&folder) };
    let error = EventsFile::create(&too_small, &too_small.config()).unwrap_err();
    assert!(error.to_string().contains("the smallest that works is 8"), "{error}");
    let nowhere = Settings { folder: folder.path().join("nowhere"), ..small(&folder) };
    let error = EventsFile::create(&nowhere, &nowhere.config()).unwrap_err();
    assert!(matches!(error, CreateError::System { .. }), "{error}");
    assert_eq!(io_kind(&error), Some(io::ErrorKind::NotFound));
    assert!(names_in(&folder).is_empty());
}

#[test]
fn a_file_that_was_cut_short_is_told() {
    let folder = TempDir::new().unwrap();
    let mut file = create(&small(&folder));
    file.start(MonotonicClock).unwrap();
    let attached = Attached::to_file(file.path()).unwrap();
    assert!(attached.is_whole() && !attached.is_over());
    assert_eq!(attached.process().map(|process| process.id()), Some(process::id()));
    OpenOptions::new().write(true).open(file.path()).unwrap().set_len(100).unwrap();
    assert!(!attached.is_whole());
    assert_eq!(attached.standing(), Standing::CutShort);
}

#[test]
fn an_empty_file_is_not_ready_and_a_folder_is_none() {
    let folder = TempDir::new().unwrap();
    let empty = folder.path().join("1.events");
    fs::write(&empty, b"").unwrap();
    let attached = Attached::to_file(&empty).unwrap();
    assert!(Live::new(attached.memory()).unwrap_err().is_not_ready());
    for (len_bytes, len_words) in [(7, 0), (8, 1), (15, 1), (4096, 512), (4103, 512)] {
        fs::write(&empty, std::vec![0; len_bytes]).unwrap();
        let attached = Attached::to_file(&empty).unwrap();
        assert_eq!(attached.len_bytes(), len_bytes as u64);
        assert_eq!(attached.memory().len_words(), len_words, "{len_bytes}");
    }
    let error = Attached::to_file(folder.path()).unwrap_err();
    assert!(matches!(error, AttachError::NotAFile { .. }), "{error}");
    assert!(error.to_string().ends_with(" is not a regular file") && error.source().is_none());
    let error = Attached::to_file(&folder.path().join("2.events")).unwrap_err();
    assert!(matches!(error, AttachError::System { .. }), "{error}");
    assert_eq!(io_kind(&error), Some(io::ErrorKind::NotFound));
    let error = Attached::to_process(process::id(), Some(folder.path())).unwrap_err();
    assert!(matches!(error, AttachError::NoEventsFile(_)), "{error}");
    assert!(error.source().is_some_and(|source| source.to_string() == error.to_string()));
    assert!(error.to_string().contains(&process::id().to_string()), "{error}");
}
