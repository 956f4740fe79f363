//! The folder of a session: its files, their names, and whose they are.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::evidence::{Broken, Evidence};
use crate::certify::unit::{Trouble, write_sparse};
use crate::plain::{ByteOrder, Description, File, Layout};
use crate::source::{self, Argument, Bytes, Limits};

const SUFFIX: &str = ".events";

/// An empty folder.
pub(super) fn make() -> Result<TempDir, Trouble> {
    tempfile::Builder::new()
        .prefix("eventring-")
        .tempdir()
        .map_err(|error| Trouble(format!("cannot make a folder for files: {error}")))
}

/// The file of a process (clause file.name).
pub(super) fn file(folder: &Path, process_id: u32) -> PathBuf {
    folder.join(format!("{process_id}{SUFFIX}"))
}

/// The bytes of a file that nobody writes; none where there is no such file.
pub(super) fn read(path: &Path) -> Result<Option<Bytes>, Trouble> {
    if !path.exists() {
        return Ok(None);
    }
    let input = source::read(&Argument::File(path.to_owned()), None, Limits::default());
    input.map(|input| Some(input.bytes)).map_err(|error| Trouble(error.to_string()))
}

/// The ring files in a folder, with the process ids in their names; none where the name has no such number.
pub(super) fn files(folder: &Path) -> Result<Vec<(PathBuf, Option<u32>)>, Trouble> {
    let failed = |error| Trouble(format!("cannot read {}: {error}", folder.display()));
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        if let Some(number) = name.as_deref().and_then(|name| name.strip_suffix(SUFFIX)) {
            let process_id = number.parse().ok().filter(|id: &u32| id.to_string() == number);
            files.push((path, process_id));
        }
    }
    files.sort();
    Ok(files)
}

/// Judges the names of the files of a session and its children, and who may read them.
pub(super) fn judge(
    folder: &Path,
    process_id: u32,
    children: &[u32],
    evidence: &mut Evidence,
) -> Result<(), Trouble> {
    let files = files(folder)?;
    let own = files.iter().any(|(_, id)| *id == Some(process_id));
    let other = files
        .iter()
        .find(|(_, id)| id.is_none_or(|id| id != process_id && !children.contains(&id)));
    evidence.judge("file.name", own && other.is_none(), || {
        let names: Vec<String> = files
            .iter()
            .filter_map(|(path, _)| Some(path.file_name()?.to_string_lossy().into_owned()))
            .collect();
        let names = if names.is_empty() { "nothing".to_owned() } else { names.join(", ") };
        Broken::new(format!("{names} in the folder"), format!("{process_id}{SUFFIX}"))
    });
    for (path, _) in files {
        private(&path, evidence);
    }
    Ok(())
}

/// Only its owner can read a file (clause file.private).
pub(super) fn private(path: &Path, evidence: &mut Evidence) {
    // It may have been removed.
    let Ok(metadata) = fs::metadata(path) else { return };
    let mode = metadata.mode() & 0o777;
    evidence.judge("file.private", mode & 0o077 == 0, || {
        Broken::new(format!("mode {mode:03o}"), "none for group and others, as in 600")
    });
}

/// A ring_start that is seen has the number of the process in the file's name (clause file.name); where a session
/// `has_started` and nothing was evicted, it is there.
pub(super) fn process(
    file: &File<'_>,
    process_id: u32,
    has_started: bool,
    evidence: &mut Evidence,
) {
    let items = file.rings().flat_map(|ring| ring.items().map_while(Result::ok));
    let start =
        items.into_iter().find(|item| super::compare::is_lifecycle(item) && item.header.id() == 0);
    if has_started && file.rings().all(|ring| ring.head() == 0) {
        evidence.judge("runtime.lifecycle.ring-start", start.is_some(), || {
            Broken::new("no ring_start, and nothing was evicted", "one, as the first event")
        });
    }
    let Some(start) = start else { return };
    let found = start.payload_word(0);
    evidence.judge("file.name", found == Some(u64::from(process_id)), || {
        Broken::new(
            format!("ring_start of process {}", found.unwrap_or(0)),
            format!("process {process_id}, as in the name of the file"),
        )
        .at(start.word_offset_bytes(2))
    });
}

/// Leaves a file of an earlier process of that number, with names of its own: of this size, or as large as OCaml makes it.
pub(super) fn left_over(
    folder: &Path,
    process_id: u32,
    size: Option<(u32, u64)>,
) -> Result<(), Trouble> {
    let (max_domains, ring_words) = size.unwrap_or((128, 65_536));
    let layout = Layout::regular(max_domains.into(), ring_words, true);
    let names = (0..100).map(|index| (index, format!("old {index}").into_bytes())).collect();
    let old =
        Description { header: Some(layout.header()), layout, names, ..Description::default() };
    let path = file(folder, process_id);
    let cannot = |why: String| Trouble(format!("cannot write {}: {why}", path.display()));
    let image = old.encode(ByteOrder::Little).map_err(|error| cannot(error.to_string()))?;
    write_sparse(&path, &image.bytes).map_err(|error| cannot(error.to_string()))
}
