//! A file that is mapped to be written, whatever it is called and whatever it holds.

extern crate std;

use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use super::map::WriteMap;
use crate::shared::WritableView;

/// A file mapped writable, for whoever plays a producer of his own: a harness, or a tool that stores
/// every word itself. Programs that record make an [`EventsFile`](super::EventsFile).
///
/// The name is the caller's, and the file stays when this is dropped.
#[derive(Debug)]
pub struct WritableFile {
    map: WriteMap,
}

impl WritableFile {
    /// Makes a file of so many zero bytes, not 0, where none is.
    ///
    /// # Errors
    ///
    /// What the system said: there is one, or none can be made or mapped.
    pub fn create(path: &Path, len_bytes: u64) -> io::Result<Self> {
        if len_bytes == 0 {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create_new(true).mode(0o600).open(path)?;
        file.set_len(len_bytes)?;
        Self::map(&file, len_bytes)
    }

    /// Maps a file that is there, as long as it is.
    ///
    /// # Errors
    ///
    /// What the system said: there is none, it is empty, or it cannot be mapped.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().read(true).write(true).open(path)?;
        let len_bytes = file.metadata()?.len();
        if len_bytes == 0 {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        Self::map(&file, len_bytes)
    }

    fn map(file: &File, len_bytes: u64) -> io::Result<Self> {
        let len_bytes =
            usize::try_from(len_bytes).map_err(|_| io::Error::from(io::ErrorKind::FileTooLarge))?;
        Ok(Self { map: WriteMap::new(file, len_bytes)? })
    }

    /// The memory: whole words. To be its only writer is the caller's part, as for every view.
    #[must_use]
    pub fn memory(&self) -> WritableView<'_> {
        self.map.view()
    }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;
    use crate::file::Attached;

    #[test]
    fn what_is_stored_is_seen_by_whoever_attaches() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("1.events");
        let file = WritableFile::create(&path, 21).unwrap();
        assert_eq!(file.memory().len_words(), 2);
        assert!(file.memory().store(1, 7) && !file.memory().store(2, 7));
        assert_eq!(Attached::to_file(&path).unwrap().memory().load(1), Some(7));
        assert!(WritableFile::create(&path, 8).is_err());
        drop(file);
        let file = WritableFile::open(&path).unwrap();
        assert_eq!(file.memory().as_shared().load(1), Some(7));
        assert!(WritableFile::create(&folder.path().join("2.events"), 0).is_err());
        assert!(WritableFile::open(&folder.path().join("3.events")).is_err());
    }
}
