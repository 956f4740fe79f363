//! Which program a unit is, how it is driven, and what it declares.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use schemars::JsonSchema;
use serde::Deserialize;

use super::{CommandLine, Easy, Full, Limits, Trouble, Unit};
use crate::certify::options;
use crate::certify::protocol::Started;

/// How a unit is driven.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// A program that is started for every case.
    #[default]
    Easy,
    /// A program that is started once and asked line by line.
    Full,
}

impl Mode {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Full => "full",
        }
    }
}

/// What a unit says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declared {
    /// What it is called.
    pub name: String,
    /// Its version.
    pub version: Option<String>,
    /// Where the public can read about it.
    pub homepage: Option<String>,
    /// The releases whose runtime ids it can name.
    pub releases: Vec<String>,
    /// The options that it takes up.
    pub options: Vec<String>,
}

/// An adapter file, `A.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AdapterFile {
    /// Program and arguments; in the easy mode with `{file}`, or `{dir}` and `{pid}`, and `{release}` where it takes one.
    pub command: Vec<String>,
    /// In the easy mode, the same for a file that is being written: it prints records while they come, and exits when the
    /// session has ended. Who has it declares `live` by that.
    #[serde(default)]
    pub follow: Vec<String>,
    /// How it is driven.
    #[serde(default)]
    pub mode: Mode,
    /// The folder to run it in, from that of this file, which is where it is run without it.
    pub cwd: Option<PathBuf>,
    /// What the unit is called. In the full mode it says so itself.
    pub name: Option<String>,
    /// Its version.
    pub version: Option<String>,
    /// Where the public can read about it.
    pub homepage: Option<String>,
    /// The releases whose runtime ids it can name.
    #[serde(default)]
    pub releases: Vec<String>,
    /// The options that it takes up.
    #[serde(default)]
    pub options: Vec<String>,
    /// Seconds for a case.
    pub timeout_s: Option<u64>,
    /// Seconds to start, in the full mode.
    pub start_timeout_s: Option<u64>,
    /// The most bytes that it may print for a case.
    pub max_output_bytes: Option<usize>,
    /// Lists of deviations: files from the folder of this one, or names of lists that the harness has.
    #[serde(default)]
    pub deviations: Vec<String>,
}

/// A program to certify.
#[derive(Clone, Debug)]
pub struct Adapter {
    /// The command.
    pub command: CommandLine,
    /// In the easy mode, the command for a file that is being written.
    pub follow: Option<CommandLine>,
    /// How it is driven.
    pub mode: Mode,
    /// What it may take.
    pub limits: Limits,
    /// What it declares, so far as that is known before it is started.
    pub declared: Declared,
    /// Its lists of deviations.
    pub deviations: Vec<String>,
    /// The folder from which those are named.
    pub folder: PathBuf,
}

impl Adapter {
    /// What the text of an adapter file says, which lies at `path`.
    ///
    /// # Errors
    ///
    /// It is none; a message.
    pub fn parse(path: &Path, text: &str) -> Result<Self, String> {
        let what = path.display();
        let file: AdapterFile = toml::from_str(text)
            .map_err(|error| format!("{what}: {}", error.to_string().trim_end()))?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        Self::of_file(file, folder.unwrap_or(Path::new(".")))
            .map_err(|problem| format!("{what}: {problem}"))
    }

    fn of_file(file: AdapterFile, folder: &Path) -> Result<Self, String> {
        let run_in = file.cwd.map_or_else(|| folder.to_owned(), |cwd| folder.join(cwd));
        let words: Vec<OsString> = file.command.into_iter().map(Into::into).collect();
        let name =
            file.name.or_else(|| words.first().map(|word| word.to_string_lossy().into_owned()));
        let usual = Limits::default();
        let limits = Limits {
            case: file.timeout_s.map_or(usual.case, Duration::from_secs),
            start: file.start_timeout_s.map_or(usual.start, Duration::from_secs),
            output_bytes: file.max_output_bytes.unwrap_or(usual.output_bytes),
            memory_bytes: usual.memory_bytes,
        };
        let (version, homepage) = (file.version, file.homepage);
        let mut options = file.options;
        if !file.follow.is_empty() {
            options.push(options::LIVE.to_owned());
        }
        let declared = Declared {
            name: name.unwrap_or_default(),
            version,
            homepage,
            releases: file.releases,
            options,
        };
        let follow: Vec<OsString> = file.follow.into_iter().map(Into::into).collect();
        let follow = (!follow.is_empty()).then(|| CommandLine::new(follow, Some(run_in.clone())));
        let follow = follow.transpose()?;
        let command = CommandLine::new(words, Some(run_in))?;
        let adapter = Self {
            command,
            follow,
            mode: file.mode,
            limits,
            declared,
            deviations: file.deviations,
            folder: folder.to_owned(),
        };
        check_declared(&adapter.declared)?;
        Ok(adapter)
    }

    /// A command as it stands on a command line, run from the folder of the caller.
    ///
    /// # Errors
    ///
    /// It names no program; a message.
    pub fn of_command(words: Vec<OsString>, mode: Mode) -> Result<Self, String> {
        let command = CommandLine::new(words, None)?;
        let name = command.to_string();
        Ok(Self {
            command,
            follow: None,
            mode,
            limits: Limits::default(),
            declared: Declared { name, ..Declared::default() },
            deviations: Vec::new(),
            folder: PathBuf::from("."),
        })
    }

    /// Starts a unit in the full mode and takes over what it says of itself. One in the easy mode says nothing.
    ///
    /// # Errors
    ///
    /// The environment failed. What the unit itself did wrong is the inner result, a message.
    pub fn ask(&mut self) -> Result<Result<(), String>, Trouble> {
        if self.mode == Mode::Easy {
            return Ok(Ok(()));
        }
        let started = Full::new(self.command.clone(), self.limits)?.start()?;
        Ok(match started {
            Ok(started) => {
                // What the harness is told about a unit goes before what the unit says.
                let told = std::mem::replace(&mut self.declared, started.into());
                if !told.releases.is_empty() {
                    self.declared.releases = told.releases;
                }
                if !told.options.is_empty() {
                    self.declared.options = told.options;
                }
                check_declared(&self.declared)
            }
            Err(reply) => Err(reply.ending.to_string()),
        })
    }

    /// What is wrong with the adapter of a consumer before it is used.
    ///
    /// # Errors
    ///
    /// A message.
    pub fn check(&self) -> Result<(), String> {
        let follows_nothing = self.follow.as_ref().is_some_and(|follow| !follow.takes_file());
        if self.mode == Mode::Easy && (!self.command.takes_file() || follows_nothing) {
            return Err(
                "the command has no place for the file: add {file}, or {dir} and {pid}".to_owned()
            );
        }
        check_declared(&self.declared)
    }

    /// The unit, not yet started.
    ///
    /// # Errors
    ///
    /// The environment failed.
    pub fn unit(&self) -> Result<Box<dyn Unit>, Trouble> {
        Ok(match self.mode {
            Mode::Easy => {
                Box::new(Easy::new(self.command.clone(), self.follow.clone(), self.limits)?)
            }
            Mode::Full => Box::new(Full::new(self.command.clone(), self.limits)?),
        })
    }
}

/// What a unit in the full mode said of itself.
impl From<Started> for Declared {
    fn from(started: Started) -> Self {
        let Started { name, version, homepage, releases, options, .. } = started;
        Self { name, version, homepage, releases, options }
    }
}

/// What is wrong with what a unit declares.
///
/// # Errors
///
/// A message.
fn check_declared(declared: &Declared) -> Result<(), String> {
    if let Some(unknown) = declared.options.iter().find(|id| options::find(id).is_none()) {
        let known: Vec<_> = options::OPTIONS.iter().map(|option| option.id).collect();
        return Err(format!("there is no option {unknown}; there is {}", known.join(", ")));
    }
    let known = |name: &String| {
        crate::inspect::ReleaseChoice::names().any(|known| known == name && known != "auto")
    };
    match declared.releases.iter().find(|name| !known(name)) {
        Some(unknown) => Err(format!("there is no release {unknown}")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Adapter, String> {
        let file = toml::from_str(text).map_err(|error: toml::de::Error| error.to_string())?;
        let adapter = Adapter::of_file(file, Path::new("/adapters"))?;
        adapter.check().map(|()| adapter)
    }

    #[test]
    fn an_adapter_is_a_command_and_what_it_declares() {
        let adapter = read(
            "command = [\"./reader\", \"{file}\"]\nreleases = [\"5.3\"]\ntimeout_s = 2\ncwd = \"x\"\n\
             options = [\"narrows-release\"]",
        )
        .unwrap();
        assert_eq!(adapter.mode, Mode::Easy);
        assert_eq!(adapter.limits.case, Duration::from_secs(2));
        assert_eq!(adapter.limits.output_bytes, Limits::default().output_bytes);
        assert_eq!(adapter.command.folder(), Some(Path::new("/adapters/x")));
        assert_eq!(
            (adapter.declared.name.as_str(), adapter.declared.releases.len()),
            ("./reader", 1)
        );
    }

    #[test]
    fn what_cannot_be_used_is_refused_with_a_reason() {
        for (text, message) in [
            ("command = []", "no program"),
            ("command = [\"reader\"]", "{file}"),
            ("command = [\"reader\", \"{file}\"]\nreleases = [\"5.9\"]", "no release 5.9"),
            ("command = [\"reader\", \"{file}\"]\nreleases = [\"auto\"]", "no release auto"),
            ("command = [\"reader\", \"{file}\"]\noptions = [\"x\"]", "no option x"),
            ("command = [\"reader\", \"{file}\"]\nmode = \"fast\"", "fast"),
            ("comand = [\"reader\", \"{file}\"]", "comand"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(message), "{error}");
        }
        assert!(read("command = [\"reader\"]\nmode = \"full\"").is_ok());
    }
}
