//! The folder in which a case's file is put for a unit that reads files.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::Trouble;

/// No process can have this number: Linux gives none above 4194303. So nobody is taken for the producer.
pub(in crate::certify) const NOBODY: u32 = 4_194_304;

/// Bytes that are looked at together when holes are made.
const PAGE_BYTES: usize = 4096;

/// A folder for one file at a time, called as its producer would call it.
#[derive(Debug)]
pub struct Stage {
    folder: TempDir,
}

impl Stage {
    /// An empty folder, removed with the stage.
    ///
    /// # Errors
    ///
    /// It cannot be made.
    pub fn new() -> Result<Self, Trouble> {
        let folder = tempfile::Builder::new()
            .prefix("eventring-")
            .tempdir()
            .map_err(|error| Trouble(format!("cannot make a folder for files: {error}")))?;
        Ok(Self { folder })
    }

    /// Puts a file there, in place of the one before.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn put(&self, bytes: &[u8]) -> Result<(), Trouble> {
        let path = self.file();
        write_sparse(&path, bytes)
            .map_err(|error| Trouble(format!("cannot write {}: {error}", path.display())))
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The number in the file's name.
    pub fn pid(&self) -> u32 {
        NOBODY
    }

    /// The file (clause file.name).
    pub fn file(&self) -> PathBuf {
        self.folder().join(format!("{NOBODY}.events"))
    }
}

/// Writes a file anew, with holes where pages are zero: most of a ring file is.
pub(in crate::certify) fn write_sparse(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Err(error) = fs::remove_file(path)
        && error.kind() != io::ErrorKind::NotFound
    {
        return Err(error);
    }
    let file = File::create_new(path)?;
    file.set_len(bytes.len() as u64)?;
    for (place, page) in bytes.chunks(PAGE_BYTES).enumerate() {
        if page != &[0; PAGE_BYTES][..page.len()] {
            file.write_all_at(page, (place * PAGE_BYTES) as u64)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_there_as_it_was_put() {
        let stage = Stage::new().unwrap();
        for len in [0, 1, PAGE_BYTES - 1, PAGE_BYTES, PAGE_BYTES + 1, 5 * PAGE_BYTES + 7] {
            let mut bytes = vec![0; len];
            for place in (0..len).step_by(3 * PAGE_BYTES / 2) {
                bytes[place] = 1;
            }
            stage.put(&bytes).unwrap();
            assert_eq!(fs::read(stage.file()).unwrap(), bytes);
        }
        let folder = stage.folder().to_owned();
        drop(stage);
        assert!(!folder.exists());
    }
}
