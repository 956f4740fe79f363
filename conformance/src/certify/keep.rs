//! Keeps what a failure was about: the file, what the unit was told, and what it said.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::unit::{Transcript, Trouble, write_sparse};

/// A folder in which failures are kept, each in a folder of its own that is called as the case.
#[derive(Clone, Debug)]
pub struct Keep {
    folder: PathBuf,
}

/// What is kept of a failure. What is empty is left out, so that a unit that said nothing has no file for it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Remains<'a> {
    /// Ring files, with their names.
    pub files: &'a [(String, &'a [u8])],
    /// What went to and fro.
    pub transcript: &'a Transcript,
    /// What the unit said on standard error.
    pub log: &'a str,
    /// The records that a conforming consumer prints, one a line.
    pub expected: &'a str,
}

impl Keep {
    /// The folder, made where it is not there.
    ///
    /// # Errors
    ///
    /// It cannot be made.
    pub fn create(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        Ok(Self { folder: folder.to_owned() })
    }

    /// Keeps the failure of a case, in place of what was kept of it before, and says where.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub(super) fn failure(&self, case: &str, kept: Remains<'_>) -> Result<String, Trouble> {
        let folder = self.folder.join(case);
        self.write(&folder, kept).map_err(|error| {
            Trouble(format!("cannot keep a failure in {}: {error}", folder.display()))
        })?;
        Ok(folder.display().to_string())
    }

    /// Keeps the failure of a case whose ring files lie in a folder, if it has one.
    ///
    /// # Errors
    ///
    /// They cannot be read, or it cannot be written.
    pub(super) fn failure_in(
        &self,
        case: &str,
        folder: Option<&Path>,
        transcript: &Transcript,
        log: &str,
    ) -> Result<String, Trouble> {
        let files = folder.map_or_else(|| Ok(Vec::new()), ring_files)?;
        let files: Vec<_> = files.iter().map(|(name, bytes)| (name.clone(), &bytes[..])).collect();
        self.failure(case, Remains { files: &files, transcript, log, expected: "" })
    }

    fn write(&self, folder: &Path, kept: Remains<'_>) -> io::Result<()> {
        let Remains { files, transcript, log, expected } = kept;
        fs::create_dir_all(folder)?;
        for (name, bytes) in files {
            write_sparse(&folder.join(name), bytes)?;
        }
        for (name, bytes) in [
            ("stdin", &transcript.stdin[..]),
            ("stdout", &transcript.stdout),
            ("stderr", log.as_bytes()),
            ("expected.jsonl", expected.as_bytes()),
        ] {
            let path = folder.join(name);
            match fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
            if !bytes.is_empty() {
                fs::write(path, bytes)?;
            }
        }
        Ok(())
    }
}

/// The ring files of a folder, with their names.
fn ring_files(folder: &Path) -> Result<Vec<(String, Vec<u8>)>, Trouble> {
    let read = || -> io::Result<Vec<_>> {
        let mut files = Vec::new();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.ends_with(".events") {
                files.push((name, fs::read(entry.path())?));
            }
        }
        files.sort();
        Ok(files)
    };
    read().map_err(|error| Trouble(format!("cannot read {}: {error}", folder.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_takes_the_place_of_what_was_kept_before() {
        let folder = tempfile::tempdir().unwrap();
        let keep = Keep::create(&folder.path().join("a/b")).unwrap();
        let transcript = Transcript { stdin: b"in\n".to_vec(), stdout: b"out\n".to_vec() };
        let files = [("7.events".to_owned(), &[0, 1][..])];
        let kept = Remains { files: &files, transcript: &transcript, log: "log", expected: "" };
        let place = PathBuf::from(keep.failure("vectors/x/little", kept).unwrap());
        let text = |name: &str| fs::read_to_string(place.join(name)).ok();
        assert!(place.ends_with("a/b/vectors/x/little"));
        assert_eq!(text("7.events").as_deref(), Some("\0\u{1}"));
        assert_eq!(text("stdin").as_deref(), Some("in\n"));
        assert_eq!(text("expected.jsonl"), None);
        let nothing = Transcript::default();
        let kept = Remains { transcript: &nothing, expected: "{}\n", ..kept };
        keep.failure("vectors/x/little", kept).unwrap();
        assert_eq!((text("stdout"), text("stderr").as_deref()), (None, Some("log")));
        assert_eq!(text("expected.jsonl").as_deref(), Some("{}\n"));
        fs::write(folder.path().join("file"), "").unwrap();
        assert!(Keep::create(&folder.path().join("file")).is_err());
    }
}
