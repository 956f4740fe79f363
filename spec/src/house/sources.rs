//! The files of the repository.

use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// Every file below a folder of the repository whose name ends so, without what was built.
pub(crate) fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    collect(&root().join(folder), ending, &mut found);
    found
}

fn collect(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let (path, name) = (entry.path(), entry.file_name());
        let name = name.to_str().unwrap();
        // A link leads to a file that is looked at where it stands.
        let kind = entry.file_type().unwrap();
        if kind.is_dir() && name != "target" && !name.starts_with('.') {
            collect(&path, ending, found);
        } else if kind.is_file() && name.ends_with(ending) {
            found.push(path);
        }
    }
}

/// Whether a file is written by a program.
pub(crate) fn is_generated(text: &str) -> bool {
    text.starts_with("// Generated from ")
}
