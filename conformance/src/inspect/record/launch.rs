//! Starting a program with its events on.

use std::env::{current_dir, var_os};
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::{Child, Command};

use eventring::file::Settings;
use tempfile::TempDir;

/// The variables of the OCaml runtime.
const START: &str = "OCAML_RUNTIME_EVENTS_START";
const FOLDER: &str = "OCAML_RUNTIME_EVENTS_DIR";
const PRESERVE: &str = "OCAML_RUNTIME_EVENTS_PRESERVE";

/// A program to be started.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The program, and its arguments.
    pub command: Vec<OsString>,
}

/// A program that was started.
#[derive(Debug)]
pub struct Launched {
    /// The process.
    pub child: Child,
    /// Where it and what it starts make their ring files.
    pub(super) folder: PathBuf,
    /// Whether the files stay when the recording ends, because the user wants them to.
    pub(super) preserve: bool,
    /// The folder, where it was made for this program alone. It goes when this goes.
    pub(super) own_folder: Option<TempDir>,
}

impl Launch {
    /// Starts the program, with input and output of this one.
    ///
    /// All variables of the user stay as they are. Those that are not set are: recording begins with the program; files
    /// are kept until they have been read, also those of a process that ends at once; and they are made in a folder of
    /// their own, unless the user wants to find them in the one he named or works in.
    ///
    /// # Errors
    ///
    /// The system does not start it.
    pub fn start(&self) -> io::Result<Launched> {
        let settings = Settings::from_environment();
        let own_folder = match (var_os(FOLDER), settings.preserve) {
            (None, false) => Some(tempfile::Builder::new().prefix("eventring-").tempdir()?),
            _ => None,
        };
        let folder = match (&own_folder, var_os(FOLDER)) {
            (Some(folder), _) => folder.path().to_owned(),
            (None, Some(_)) => settings.folder,
            (None, None) => current_dir()?,
        };
        let [program, arguments @ ..] = &self.command[..] else {
            return Err(io::ErrorKind::InvalidInput.into());
        };
        let mut command = Command::new(program);
        command.args(arguments);
        if var_os(FOLDER).is_none() {
            command.env(FOLDER, &folder);
        }
        for variable in [START, PRESERVE] {
            if var_os(variable).is_none() {
                command.env(variable, "1");
            }
        }
        let child = command.spawn()?;
        Ok(Launched { child, folder, preserve: settings.preserve, own_folder })
    }
}
