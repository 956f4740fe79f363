//! Writes a snapshot to a file of its own.

use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;

use tempfile::NamedTempFile;

/// Makes the file at `path`, or replaces it: `len_bytes` long, with `pages` at their offsets and holes elsewhere. It
/// gets its name when it is whole, and is private to its user.
///
/// # Errors
///
/// The system refuses. Nothing is left behind then.
pub fn write_sparse<'a>(
    path: &Path,
    len_bytes: u64,
    pages: impl IntoIterator<Item = (u64, &'a [u8])>,
) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    // Asked for itself, so that an error does not name a file that nobody asked for.
    folder.metadata()?;
    let file = NamedTempFile::new_in(folder)?;
    file.as_file().set_len(len_bytes)?;
    for (offset, page) in pages {
        file.as_file().write_all_at(page, offset)?;
    }
    file.persist(path)?;
    Ok(())
}
