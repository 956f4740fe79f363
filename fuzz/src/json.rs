//! What the command line prints for programs.

use std::sync::LazyLock;

use arbitrary::Unstructured;
use eventring::reader::Snapshot;
use eventring_conformance::generate::any;
use eventring_conformance::inspect::{
    Dump, FileInfo, Format, Info, Naming, Order, ReleaseChoice, Releases,
};
use eventring_conformance::record::Record;

static CHOICES: LazyLock<Vec<ReleaseChoice>> =
    LazyLock::new(|| ReleaseChoice::names().filter_map(|name| name.parse().ok()).collect());

/// Whatever is in a file, `info --format json` is one JSON text, and each line of
/// `dump --format jsonl` is an event record that prints as it was read.
pub fn body(input: &[u8]) {
    let mut choices = Unstructured::new(input);
    let Ok((_, session)) = any(&mut choices) else { return };
    let choice = choices.choose(&CHOICES).copied().unwrap_or_default();
    let Ok(image) = session.encode() else { return };
    let Ok(snapshot) = Snapshot::new(&image.bytes) else { return };
    let releases = Releases::of(&snapshot, choice);
    for order in [Order::Ring, Order::Time] {
        let naming = Naming::new(releases.remaining(), snapshot.names());
        let mut lines = Vec::new();
        let dump = Dump::new(&mut lines, Format::JsonLines);
        dump.snapshot(&snapshot, &naming, order).expect("a vector can be written to");
        let text = str::from_utf8(&lines).expect("JSON is UTF-8");
        for line in text.lines() {
            let record: Record<'_> = serde_json::from_str(line).expect("a line is a record");
            let printed = serde_json::to_string(&record).expect("a record is JSON");
            let again: Record<'_> = serde_json::from_str(&printed).expect("it is one again");
            assert_eq!(again, record);
        }
    }
    let (what, bytes) = ("-".to_owned(), image.bytes.len() as u64);
    let info = Info::new(&snapshot, FileInfo { what, bytes, data_bytes: bytes }, releases);
    let text = serde_json::to_string(&info).expect("it is JSON");
    let value: serde_json::Value = serde_json::from_str(&text).expect("it is JSON again");
    assert!(value.is_object());
    assert!(!info.to_string().is_empty());
}
