//! The recordings as they were when this package was built, for programs that must do without its folder.

use std::path::PathBuf;
use std::sync::OnceLock;

use include_dir::{Dir, include_dir};

use super::{MANIFEST, Recordings};

static FOLDER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/recordings");

/// The manifest that was compiled in. Its [`Recordings::path`] leads nowhere: [`bytes`] has the files.
pub fn manifest() -> &'static Recordings {
    static MANIFEST_READ: OnceLock<Recordings> = OnceLock::new();
    MANIFEST_READ.get_or_init(|| {
        let text =
            FOLDER.get_file(MANIFEST).and_then(|file| file.contents_utf8()).unwrap_or_default();
        // A test proves that this text is sound.
        Recordings::parse(PathBuf::new(), text).unwrap_or_else(|_| Recordings::none())
    })
}

/// The compressed bytes of a file that the manifest names.
pub fn bytes(file: &str) -> Option<&'static [u8]> {
    FOLDER.get_file(file).map(include_dir::File::contents)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recordings::folder;

    #[test]
    fn what_is_compiled_in_is_what_the_folder_holds() {
        let there = Recordings::load(&folder()).expect("the manifest loads");
        assert_eq!(manifest().list(), there.list());
        assert!(!manifest().list().is_empty());
        for file in there.list().iter().flat_map(super::super::Recording::files) {
            assert_eq!(bytes(file), std::fs::read(there.path(file)).ok().as_deref(), "{file}");
        }
    }
}
