//! The arguments of every command that reads one ring file.

use std::path::PathBuf;

use clap::builder::{OsStringValueParser, PossibleValuesParser, TypedValueParser};
use eventring::error::Refusal;
use eventring::reader::Snapshot;

use super::failure::Failure;
use super::message;
use super::progress::waiting;
use super::size::parse_size;
use crate::inspect::{ReleaseChoice, Releases};
use crate::source::{Argument, Input, Limits, read};

/// What is read, and where it is.
#[derive(clap::Args, Debug)]
pub(super) struct PlaceArgs {
    /// A .events file, packed (.zst) or not; - for standard input; all digits for the process of that number (./123
    /// is a file)
    #[arg(value_name = "FILE|PID", value_parser = OsStringValueParser::new().try_map(Argument::parse))]
    pub(super) file: Argument,

    /// Look for the file of a process in this folder only
    #[arg(long, value_name = "FOLDER")]
    pub(super) dir: Option<PathBuf>,
}

#[derive(clap::Args, Debug)]
pub(super) struct InputArgs {
    #[command(flatten)]
    pub(super) place: PlaceArgs,

    /// Name runtime events as this release of OCaml does, whatever the file says; auto shows a name only where all
    /// releases that can have written the file agree
    #[arg(long, value_name = "R", default_value = "auto",
        value_parser = PossibleValuesParser::new(ReleaseChoice::names()).try_map(|name| name.parse::<ReleaseChoice>()))]
    release: ReleaseChoice,

    /// Read at most this much data: holes of a file do not count, unpacked zeros do (K, M, G, T)
    #[arg(long, value_name = "SIZE", default_value = "2G", value_parser = parse_size)]
    max_size: u64,
}

impl InputArgs {
    pub(super) fn read(&self) -> Result<Input, Failure> {
        self.read_other(&self.place.file)
    }

    /// Reads another file in the same way.
    pub(super) fn read_other(&self, file: &Argument) -> Result<Input, Failure> {
        let _waiting = waiting(format!("reading {file}"));
        Ok(read(file, self.place.dir.as_deref(), self.limits())?)
    }

    /// What is asked for.
    pub(super) fn choice(&self) -> ReleaseChoice {
        self.release
    }

    pub(super) fn limits(&self) -> Limits {
        Limits { max_bytes: self.max_size }
    }

    /// The releases that may have written the file.
    pub(super) fn releases(&self, snapshot: &Snapshot<'_>) -> Releases {
        Releases::of(snapshot, self.release)
    }
}

/// The failure of a file header that was attached to.
pub(super) fn attached_refused(what: &str, refusal: Refusal) -> Failure {
    Failure::Refused { what: what.to_owned(), refusal }
}

/// The snapshot in what was read.
pub(super) fn snapshot(input: &Input) -> Result<Snapshot<'_>, Failure> {
    let snapshot = Snapshot::new(&input.bytes)
        .map_err(|refusal| Failure::Refused { what: input.what.clone(), refusal })?;
    message::warn_of_size(&input.what, input.bytes.len(), snapshot.geometry().file_bytes());
    Ok(snapshot)
}

/// The number of a ring.
pub(super) fn parse_ring(text: &str) -> Result<u32, String> {
    text.parse()
        .map_err(|_| "a ring is a number, from 0 on; `eventring info` lists them".to_owned())
}

/// That a ring that is asked for is one of a file with so many.
pub(super) fn check_ring(ring: Option<u32>, what: &str, max_domains: u32) -> Result<(), Failure> {
    match ring.filter(|ring| *ring >= max_domains) {
        Some(ring) => Err(Failure::NoSuchRing { what: what.to_owned(), ring, max_domains }),
        None => Ok(()),
    }
}
