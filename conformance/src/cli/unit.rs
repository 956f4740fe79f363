//! The arguments that say which unit is under test.

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

use super::failure::Failure;
use crate::certify::unit::{Adapter, Mode, quoted};

/// A unit: an adapter file, or a command.
#[derive(clap::Args, Debug)]
pub(super) struct UnitArgs {
    /// A file that says which program it is, how it is driven and what it declares
    #[arg(long, value_name = "A.toml", conflicts_with = "command")]
    adapter: Option<PathBuf>,

    /// How the command is driven: started for every case, or once and asked line by line
    #[arg(long, value_enum, default_value_t = ModeArg::Easy, conflicts_with = "adapter")]
    mode: ModeArg,

    /// The program and its arguments, with {file} where the file goes (or {dir} and {pid}), and {release} if it takes one
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum ModeArg {
    Easy,
    Full,
}

/// A unit, and which arguments name it again.
#[derive(Clone, Debug)]
pub(super) struct Named {
    /// The unit.
    pub(super) adapter: Adapter,
    /// The options, each after a space.
    pub(super) options: String,
    /// What stands at the end of the command line, after a space; empty for an adapter file.
    pub(super) command: String,
}

impl Named {
    /// The adapter, the options and the end of the command line; of the built-in unit there is nothing.
    pub(super) fn parts(named: Option<Self>) -> (Option<Adapter>, String, String) {
        named.map_or_else(Default::default, |Self { adapter, options, command }| {
            (Some(adapter), options, command)
        })
    }
}

impl UnitArgs {
    /// Whether it is a command, and no adapter file.
    pub(super) fn is_command(&self) -> bool {
        !self.command.is_empty()
    }

    /// The consumer that is named, if one is: it must be told which file to read.
    pub(super) fn consumer(&self) -> Result<Option<Named>, Failure> {
        let named = self.named()?;
        if let Some(named) = &named {
            named.adapter.check().map_err(Failure::Usage)?;
        }
        Ok(named)
    }

    /// The unit; none where none is named.
    pub(super) fn named(&self) -> Result<Option<Named>, Failure> {
        if let Some(path) = &self.adapter {
            let text = fs::read_to_string(path)
                .map_err(|error| Failure::Read { what: path.display().to_string(), error })?;
            let adapter = Adapter::parse(path, &text).map_err(Failure::Usage)?;
            let options = format!(" --adapter {}", quoted(&path.to_string_lossy()));
            return Ok(Some(Named { adapter, options, command: String::new() }));
        }
        if self.command.is_empty() {
            return Ok(None);
        }
        let (mode, options) = match self.mode {
            ModeArg::Easy => (Mode::Easy, ""),
            ModeArg::Full => (Mode::Full, " --mode full"),
        };
        let adapter = Adapter::of_command(self.command.clone(), mode).map_err(Failure::Usage)?;
        let command = format!(" -- {}", adapter.command);
        Ok(Some(Named { adapter, options: options.to_owned(), command }))
    }
}
