//! The folder of a fuzzing run: what was found, and where it goes on.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{Finding, Key, Subject};
use crate::plain::RuntimeNames;

/// The file that says how far a run has come.
const STATE: &str = "state.json";

/// How far a run has come.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// The seed of all its cases.
    pub seed: u64,
    /// Whether its cases are scenarios.
    #[serde(default)]
    pub live: bool,
    /// The number of the next case.
    pub next_case: u64,
    /// What was found, and the name under which it is kept.
    pub findings: Vec<(Key, String)>,
}

/// A folder in which a run keeps its state and its findings.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// The folder, made where it is not there, and the state of the run that it holds; none where it holds none.
    ///
    /// # Errors
    ///
    /// It cannot be made or read.
    pub fn open(path: &Path) -> io::Result<(Self, Option<State>)> {
        fs::create_dir_all(path)?;
        let folder = Self { path: path.to_owned() };
        let state = match fs::read(path.join(STATE)) {
            Ok(text) => Some(serde_json::from_slice(&text)?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        Ok((folder, state))
    }

    /// Where the text of a finding of this name is.
    pub fn text<S: Subject>(&self, name: &str) -> PathBuf {
        self.path.join(format!("{name}.{}", S::EXTENSION))
    }

    /// Writes the text of a finding, and beside it the file that it describes, if it is about one, and what the unit said on
    /// standard error.
    ///
    /// # Errors
    ///
    /// They cannot be written.
    pub fn keep<S: Subject>(
        &self,
        finding: &Finding<S>,
        names: &RuntimeNames,
        repeat: &str,
    ) -> io::Result<()> {
        fs::write(self.text::<S>(&finding.name), S::text(finding, names, repeat))?;
        if !finding.wrong.log.is_empty() {
            fs::write(self.path.join(format!("{}.stderr", finding.name)), &finding.wrong.log)?;
        }
        match finding.subject.bytes() {
            Some(bytes) => fs::write(self.path.join(format!("{}.events", finding.name)), bytes),
            None => Ok(()),
        }
    }

    /// Writes how far the run has come. The state before stays if this one cannot be written.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn save(&self, state: &State) -> io::Result<()> {
        let aside = self.path.join(format!("{STATE}.new"));
        fs::write(&aside, serde_json::to_vec_pretty(state)?)?;
        fs::rename(aside, self.path.join(STATE))
    }
}
