//! Attaches to a ring file that is written.

use std::path::Path;

use eventring::file::{AttachError, Attached};

use super::{Argument, Error};

/// Maps what an argument names: a file, or that of a process.
///
/// # Errors
///
/// The environment failed; never because of what the bytes mean. Standard input cannot be mapped.
pub fn attach(argument: &Argument, folder: Option<&Path>) -> Result<Attached, Error> {
    match argument {
        Argument::StandardInput => Err(Error::NotAFile { what: argument.to_string() }),
        Argument::File(path) => Ok(Attached::to_file(path)?),
        Argument::Process(pid) => Ok(Attached::to_process(*pid, folder)?),
    }
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
