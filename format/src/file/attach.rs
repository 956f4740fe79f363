//! Attaching to a ring file that somebody else writes.

extern crate std;

use core::error::Error;
use core::fmt::{self, Display, Formatter};
use std::borrow::ToOwned;
use std::fs::{File, Metadata, OpenOptions, metadata};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;

use super::map::{CAN_BE_READ_ONLY, ReadMap};
use super::process::id_in_name;
use super::{NoEventsFile, Process, find_events_file};
use crate::shared::SharedView;

/// A ring file, mapped read-only (clause live.read-only).
///
/// The mapping outlives the name of the file and the process that writes it. Nothing is judged here:
/// that is what [`Live::new`](crate::live::Live::new) does with the memory, and it tells a file that
/// is not ready from a bad one.
#[derive(Debug)]
pub struct Attached {
    map: ReadMap,
    file: File,
    path: PathBuf,
    identity: Identity,
    process: Option<Process>,
}

/// What has become of an attached file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Standing {
    /// It stands where it stood.
    InPlace,
    /// There is no file of its name any more.
    Removed,
    /// Another file has come under its name: another session, which is not read from here
    /// (clause live.identity).
    Replaced,
    /// It is shorter than it was: the memory must not be read any more.
    CutShort,
}

impl Attached {
    /// Attaches to the file at `path`.
    ///
    /// # Errors
    ///
    /// [`AttachError`]; never because of what the bytes mean.
    pub fn to_file(path: &Path) -> Result<Self, AttachError> {
        let failed = |error| AttachError::System { path: path.to_owned(), error };
        let file = OpenOptions::new()
            .read(true)
            .write(!CAN_BE_READ_ONLY)
            // So that a pipe of this name does not block.
            .custom_flags(OFlags::NONBLOCK.bits().cast_signed())
            .open(path)
            .map_err(failed)?;
        let metadata = file.metadata().map_err(failed)?;
        if !metadata.is_file() {
            return Err(AttachError::NotAFile { path: path.to_owned() });
        }
        let identity = Identity::of(&metadata);
        let len_bytes = usize::try_from(metadata.len())
            .map_err(|_| failed(io::ErrorKind::FileTooLarge.into()))?;
        let map = ReadMap::new(&file, len_bytes).map_err(failed)?;
        let process = id_in_name(path).and_then(Process::with_id);
        let process = process.filter(|process| process.has_mapped(identity.inode));
        Ok(Self { map, file, path: path.to_owned(), identity, process })
    }

    /// Attaches to the file of a process: see [`find_events_file`].
    ///
    /// # Errors
    ///
    /// [`AttachError`]; [`AttachError::NoEventsFile`] where there is none, or none yet.
    pub fn to_process(process_id: u32, folder: Option<&Path>) -> Result<Self, AttachError> {
        // Looked at first, so that one that takes its number meanwhile is not taken for it.
        let process = Process::with_id(process_id);
        let path = find_events_file(process_id, folder).map_err(AttachError::NoEventsFile)?;
        let attached = Self::to_file(&path)?;
        Ok(Self { process: process.or(attached.process), ..attached })
    }

    /// The memory: whole words, as many as the file had when it was attached to.
    #[must_use]
    pub fn memory(&self) -> SharedView<'_> {
        self.map.view()
    }

    /// The bytes that the file had when it was attached to. Those after the last whole word are not in the memory.
    #[must_use]
    pub fn len_bytes(&self) -> u64 {
        self.map.len_bytes() as u64
    }

    /// Where the file was found.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The process that writes the file, where it is known: the one it was attached to by, or the
    /// one in the name of the file, if that has it mapped.
    #[must_use]
    pub const fn process(&self) -> Option<Process> {
        self.process
    }

    /// Whether the process that writes the file is known to have ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.process.is_some_and(|process| !process.is_running())
    }

    /// Whether the file still has all the bytes that are mapped: to be asked before each poll. One
    /// look at the open file, not at its name.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.file.metadata().is_ok_and(|now| now.len() >= self.len_bytes())
    }

    /// What has become of the file: a look at it and at its name, to be taken now and then.
    #[must_use]
    pub fn standing(&self) -> Standing {
        if !self.is_whole() {
            return Standing::CutShort;
        }
        match metadata(&self.path) {
            Ok(now) if Identity::of(&now) == self.identity => Standing::InPlace,
            Ok(_) => Standing::Replaced,
            Err(_) => Standing::Removed,
        }
    }
}

/// What tells two files apart, whatever their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Identity {
    device: u64,
    pub(super) inode: u64,
}

impl Identity {
    pub(super) fn of(metadata: &Metadata) -> Self {
        Self { device: metadata.dev(), inode: metadata.ino() }
    }
}

/// Why a file could not be attached to.
#[derive(Debug)]
#[non_exhaustive]
pub enum AttachError {
    /// The process has no ring file, or none yet.
    NoEventsFile(NoEventsFile),
    /// The path is that of a folder, a pipe or the like.
    NotAFile {
        /// The path.
        path: PathBuf,
    },
    /// The system refused.
    System {
        /// The path.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
}

impl Display for AttachError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoEventsFile(error) => error.fmt(f),
            Self::NotAFile { path } => write!(f, "{} is not a regular file", path.display()),
            Self::System { path, error } => write!(f, "cannot map {}: {error}", path.display()),
        }
    }
}

impl Error for AttachError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::NoEventsFile(error) => Some(error),
            Self::System { error, .. } => Some(error),
            Self::NotAFile { .. } => None,
        }
    }
}
