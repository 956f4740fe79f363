//! Attaches to a ring file that is written.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use eventring::file::{AttachError, Attached};

use super::read::ZSTD_MAGIC;
use super::{Argument, Error};

/// Maps what an argument names: a file, or that of a process.
///
/// # Errors
///
/// The environment failed; never because of what the bytes mean. Standard input cannot be mapped.
pub fn attach(argument: &Argument, folder: Option<&Path>) -> Result<Attached, Error> {
    match argument {
        Argument::StandardInput => Err(Error::NotAFile { what: argument.to_string() }),
        Argument::File(path) if is_packed(path) => {
            Err(Error::Packed { what: argument.to_string() })
        }
        Argument::File(path) => Ok(Attached::to_file(path)?),
        Argument::Process(pid) => Ok(Attached::to_process(*pid, folder)?),
    }
}

/// Whether a file starts as one that zstd packed. What cannot be read is left to who attaches.
fn is_packed(path: &Path) -> bool {
    let mut start = [0; ZSTD_MAGIC.len()];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && start == ZSTD_MAGIC
}

impl From<AttachError> for Error {
    fn from(error: AttachError) -> Self {
        match error {
            AttachError::NoEventsFile(missing) => Self::NoEventsFile(missing),
            AttachError::NotAFile { path } if path.is_dir() => {
                Self::Folder { what: path.display().to_string() }
            }
            AttachError::NotAFile { path } => Self::NotAFile { what: path.display().to_string() },
            AttachError::System { path, error } => {
                Self::Environment { what: path.display().to_string(), error }
            }
            other => Self::NotAFile { what: other.to_string() },
        }
    }
}
