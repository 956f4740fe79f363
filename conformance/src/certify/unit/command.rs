//! The command of a unit: a program and its arguments, in which places are filled for each case.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::{Place, Stage, Trouble};
use crate::record::Hex;

/// What is filled in for a case.
const FILE: &str = "{file}";
const FOLDER: &str = "{dir}";
const PID: &str = "{pid}";
const RELEASE: &str = "{release}";

/// What a release is called that is not given.
const AUTO: &str = "auto";

/// A program and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    words: Vec<OsString>,
    folder: Option<PathBuf>,
}

/// A file that a command consists of: the program, or an argument that is a file, such as a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// What the command calls it.
    pub word: String,
    /// SHA-256 of its bytes, in lower-case hex.
    pub sha256: String,
}

impl CommandLine {
    /// A command that is run in `folder`, or in that of the caller.
    ///
    /// # Errors
    ///
    /// There is no program.
    pub fn new(words: Vec<OsString>, folder: Option<PathBuf>) -> Result<Self, String> {
        if words.first().is_none_or(|program| program.is_empty()) {
            return Err("the command names no program".to_owned());
        }
        Ok(Self { words, folder })
    }

    /// Whether a word has a place for the file of a case.
    pub fn takes_file(&self) -> bool {
        self.has(FILE) || (self.has(FOLDER) && self.has(PID))
    }

    /// Whether a word has a place for the release of a case.
    pub fn takes_release(&self) -> bool {
        self.has(RELEASE)
    }

    /// The folder in which it is run.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// The program, as it is found from here: its file if it names one, else the first of that name on the path.
    ///
    /// # Errors
    ///
    /// There is no such program.
    pub fn program(&self) -> Result<PathBuf, Trouble> {
        let word = &self.words[0];
        let missing = || Trouble(format!("there is no program {}", word.display()));
        if word.as_bytes().contains(&b'/') {
            let path = self.path(word);
            return if path.exists() { Ok(path) } else { Err(missing()) };
        }
        let folders = env::var_os("PATH").unwrap_or_default();
        env::split_paths(&folders)
            .map(|folder| folder.join(word))
            .find(|path| path.is_file())
            .ok_or_else(missing)
    }

    /// The arguments as they are.
    pub fn arguments(&self) -> &[OsString] {
        &self.words[1..]
    }

    /// The arguments for the file on a stage, written by a release if it is given.
    pub fn filled(&self, stage: &Stage, release: Option<&str>) -> Vec<OsString> {
        let file = stage.file();
        let place = Place { file: &file, folder: stage.folder(), pid: stage.pid() };
        self.filled_at(&place, release)
    }

    /// The arguments for a file anywhere.
    pub fn filled_at(&self, place: &Place<'_>, release: Option<&str>) -> Vec<OsString> {
        let pid = place.pid.to_string();
        let places: [(&str, &OsStr); 4] = [
            (FILE, place.file.as_os_str()),
            (FOLDER, place.folder.as_os_str()),
            (PID, OsStr::new(&pid)),
            (RELEASE, OsStr::new(release.unwrap_or(AUTO))),
        ];
        self.arguments().iter().map(|word| fill(word, &places)).collect()
    }

    /// The files that the command consists of, with their digests.
    ///
    /// # Errors
    ///
    /// There is no such program, or it cannot be read.
    pub fn programs(&self) -> Result<Vec<Program>, Trouble> {
        let program = self.program()?;
        let arguments = self.arguments().iter().map(|word| (word, self.path(word)));
        let arguments = arguments.filter(|(word, path)| !word.is_empty() && path.is_file());
        let files = [(&self.words[0], program)].into_iter().chain(arguments);
        files
            .map(|(word, path)| {
                let bytes = fs::read(&path)
                    .map_err(|error| Trouble(format!("cannot read {}: {error}", path.display())))?;
                let sha256 = Hex(&Sha256::digest(&bytes)).to_string();
                Ok(Program { word: word.to_string_lossy().into_owned(), sha256 })
            })
            .collect()
    }

    /// A path as the command sees it.
    fn path(&self, word: &OsStr) -> PathBuf {
        let path = match &self.folder {
            Some(folder) => folder.join(word),
            None => PathBuf::from(word),
        };
        // A relative program would be looked for from the folder of the process that is started.
        std::path::absolute(&path).unwrap_or(path)
    }

    fn has(&self, place: &str) -> bool {
        self.arguments().iter().any(|word| find(word.as_bytes(), place.as_bytes()).is_some())
    }
}

/// As a shell takes it.
impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, word) in self.words.iter().enumerate() {
            let space = if place == 0 { "" } else { " " };
            write!(f, "{space}{}", quoted(&word.to_string_lossy()))?;
        }
        Ok(())
    }
}

/// A word as a shell takes it.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-+=:,@%{}".contains(&byte);
    if !word.is_empty() && word.bytes().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

fn fill(word: &OsStr, places: &[(&str, &OsStr)]) -> OsString {
    let mut filled = Vec::new();
    let mut rest = word.as_bytes();
    // From left to right, so that what is filled in is not looked at again.
    while !rest.is_empty() {
        let found = places.iter().find(|(place, _)| rest.starts_with(place.as_bytes()));
        let taken = match found {
            Some((place, value)) => {
                filled.extend_from_slice(value.as_bytes());
                place.len()
            }
            None => {
                filled.push(rest[0]);
                1
            }
        };
        rest = &rest[taken..];
    }
    OsString::from_vec(filled)
}

fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(words: &[&str]) -> CommandLine {
        CommandLine::new(words.iter().map(OsString::from).collect(), None).unwrap()
    }

    #[test]
    fn places_are_filled_wherever_they_stand() {
        let stage = Stage::new().unwrap();
        let command =
            command(&["reader", "--in={file}", "{dir}", "{pid}{pid}", "{other}", "{release}"]);
        let filled = command.filled(&stage, Some("5.3"));
        assert_eq!(filled[0].to_str().unwrap(), format!("--in={}", stage.file().display()));
        assert_eq!(filled[1], stage.folder());
        assert_eq!(filled[2], "41943044194304");
        assert_eq!(filled[3..], ["{other}", "5.3"]);
        assert_eq!(command.filled(&stage, None)[4], "auto");
        assert!(command.takes_file() && command.takes_release());
    }

    #[test]
    fn a_file_is_taken_by_its_path_or_by_folder_and_number() {
        for (words, takes) in [
            (&["reader"][..], false),
            (&["reader", "{dir}"], false),
            (&["{file}", "x"], false),
            (&["reader", "{dir}", "{pid}"], true),
            (&["reader", "{file}"], true),
        ] {
            assert_eq!(command(words).takes_file(), takes, "{words:?}");
        }
        assert!(CommandLine::new(vec![], None).is_err());
    }

    #[test]
    fn a_shell_takes_it_back() {
        assert_eq!(command(&["a/b", "{file}", "it's", ""]).to_string(), r"a/b {file} 'it'\''s' ''");
    }

    #[test]
    fn programs_are_found_and_digested() {
        let programs = command(&["sh", "-c", "exit 0"]).programs().unwrap();
        assert_eq!(programs.len(), 1);
        assert_eq!((programs[0].word.as_str(), programs[0].sha256.len()), ("sh", 64));
        assert!(command(&["no-such-program-anywhere"]).program().is_err());
        assert!(command(&["./no-such-program"]).program().is_err());
    }
}
