//! Making the ring file of this process.

extern crate std;

use core::error::Error;
use core::fmt::{self, Display, Formatter};
use core::num::NonZeroU32;
use std::borrow::ToOwned;
use std::format;
use std::fs::{File, OpenOptions, remove_file, rename, symlink_metadata};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf, absolute};
use std::process;

use super::attach::Identity;
use super::map::WriteMap;
use super::{Process, Settings};
use crate::writer::{Clock, Config, Session, Unworkable, Writer};

/// The ring file of this process (clauses file.name and file.private).
///
/// Until [`start`](Self::start) it has another name, made for it alone, so that whoever finds
/// `<pid>.events` finds a whole file header (clause producer.aside). What an earlier process of the
/// same number left under that name, or a link that somebody put there, is replaced and not
/// followed. Dropping the file removes it, unless it is to be preserved (clause producer.end).
///
/// After a fork the child must not use it (clause producer.fork); it makes a file of its own. Nor
/// does the child remove it.
#[derive(Debug)]
pub struct EventsFile {
    map: WriteMap,
    config: Config,
    process_id: NonZeroU32,
    path: PathBuf,
    /// The name it has until it is started.
    aside: Option<Removal>,
    removal: Option<Removal>,
}

impl EventsFile {
    /// Makes the file, with room for a session as `config` says, in the folder that `settings` says.
    ///
    /// # Errors
    ///
    /// [`CreateError`]. Nothing is left behind then.
    pub fn create(settings: &Settings, config: &Config) -> Result<Self, CreateError> {
        let file_bytes = config.geometry().map_err(CreateError::Unworkable)?.file_bytes();
        let process_id = NonZeroU32::new(process::id()).unwrap_or(NonZeroU32::MIN); // Never 0.
        let name = format!("{process_id}.events");
        // Absolute, so that it is found again when the program works elsewhere.
        let path = absolute(settings.folder.join(&name))
            .map_err(|error| CreateError::System { path: name.into(), error })?;
        let failed = |error| CreateError::System { path: path.clone(), error };
        let (file, aside) = make_aside(&path).map_err(failed)?;
        file.set_len(file_bytes).map_err(failed)?;
        let len_bytes =
            usize::try_from(file_bytes).map_err(|_| failed(io::ErrorKind::FileTooLarge.into()))?;
        let map = WriteMap::new(&file, len_bytes).map_err(failed)?;
        let removal = (!settings.preserve).then(|| aside.renamed(&path));
        Ok(Self { map, config: *config, process_id, path, aside: Some(aside), removal })
    }

    /// Where the file is, once it is started.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Begins the session, and gives the file its name. The writer is that of ring 0, with
    /// ring_start in it.
    ///
    /// A second session begins in the same file (clause producer.reuse); the first cannot be in use
    /// any more.
    ///
    /// # Errors
    ///
    /// [`CreateError::System`], if the file cannot be given its name; [`CreateError::InUse`], if
    /// this process has a ring file already, made by us or by an OCaml runtime in it.
    pub fn start<C: Clock>(
        &mut self,
        clock: C,
    ) -> Result<(Session<'_>, Writer<'_, C>), CreateError> {
        let session = Session::create(self.map.view(), &self.config, self.process_id, clock)
            .map_err(CreateError::Unworkable)?;
        if let Some(aside) = self.aside.take() {
            if is_in_use(&self.path, process::id()) {
                return Err(CreateError::InUse { path: self.path.clone() });
            }
            rename(&aside.path, &self.path)
                .map_err(|error| CreateError::System { path: self.path.clone(), error })?;
            aside.keep();
        }
        Ok(session)
    }

    /// Takes over the duty to remove the file: for a program that keeps its session for all its
    /// life, by `Box::leak`, and still has an end. `None` where the file is to be preserved, and
    /// from the second time on.
    pub fn take_removal(&mut self) -> Option<Removal> {
        self.removal.take()
    }
}

/// Whether this process has the file at `path` mapped.
fn is_in_use(path: &Path, process_id: u32) -> bool {
    symlink_metadata(path).is_ok_and(|there| {
        Process::with_id(process_id).is_some_and(|own| own.has_mapped(Identity::of(&there).inode))
    })
}

/// Makes an empty file beside `path`, that nobody has had before.
fn make_aside(path: &Path) -> io::Result<(File, Removal)> {
    let mut attempt = 0_u32;
    loop {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".{attempt}"));
        let made = OpenOptions::new()
            .read(true)
            .write(true)
            // Neither an existing file nor a link is opened.
            .create_new(true)
            .mode(0o600)
            .open(&name);
        match made {
            // Left over from one that was killed just here, or put there by somebody.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && attempt < MOST_ASIDE => {
                attempt = attempt.saturating_add(1);
            }
            made => {
                let file = made?;
                let identity = Identity::of(&file.metadata()?);
                let removal = Removal { path: name.into(), identity, process_id: process::id() };
                return Ok((file, removal));
            }
        }
    }
}

/// So many names are tried.
const MOST_ASIDE: u32 = 1000;

/// Removes a file when it is dropped: that very file, by the process that made it.
#[derive(Debug)]
pub struct Removal {
    path: PathBuf,
    identity: Identity,
    process_id: u32,
}

impl Removal {
    fn renamed(&self, path: &Path) -> Self {
        Self { path: path.to_owned(), identity: self.identity, process_id: self.process_id }
    }

    /// Does not remove it after all.
    pub fn keep(mut self) {
        self.process_id = 0; // No process has it.
    }
}

impl Drop for Removal {
    fn drop(&mut self) {
        let is_own = |found| Identity::of(&found) == self.identity;
        if self.process_id == process::id() && symlink_metadata(&self.path).is_ok_and(is_own) {
            // There is nobody to tell.
            let _ = remove_file(&self.path);
        }
    }
}

/// Why a ring file could not be made.
#[derive(Debug)]
#[non_exhaustive]
pub enum CreateError {
    /// The session cannot work as it was asked for.
    Unworkable(Unworkable),
    /// This process has a ring file of that name already.
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// The system refused.
    System {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
}

impl Display for CreateError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unworkable(unworkable) => unworkable.fmt(f),
            Self::InUse { path } => {
                write!(f, "this process already has a ring file, {}", path.display())
            }
            Self::System { path, error } => write!(f, "cannot make {}: {error}", path.display()),
        }
    }
}

impl Error for CreateError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Unworkable(unworkable) => Some(unworkable),
            Self::System { error, .. } => Some(error),
            Self::InUse { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests;
