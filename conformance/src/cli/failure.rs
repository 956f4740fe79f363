//! Why a command did not do what it was asked for.

use std::fmt;
use std::io;
use std::path::PathBuf;

use eventring::error::Refusal;

use super::near::did_you_mean;
use crate::exit::Exit;
use crate::inspect::RecordError;
use crate::schema::SchemaError;
use crate::source;

/// Why a command did not do what it was asked for: the caller, the environment or a limit, or the data.
#[derive(Debug)]
pub(super) enum Failure {
    /// The caller asked for a ring that the file does not have.
    NoSuchRing { what: String, ring: u32, max_domains: u32 },
    /// The caller wants a file copied onto itself.
    SameFile { path: PathBuf },
    /// The caller asked for a vector that there is not.
    NoSuchVector { name: String, like: Vec<String> },
    /// The selection is empty.
    NothingSelected { select: String, all: &'static str },
    /// A file could not be written.
    Write { path: PathBuf, error: io::Error },
    /// The caller asked for something that cannot be.
    Usage(String),
    /// Something could not be read, started or written.
    Environment(String),
    /// The bytes could not be had.
    Source(source::Error),
    /// The output could not be written.
    Output(io::Error),
    /// A report could not be written.
    Report { path: String, error: io::Error },
    /// A file of event schemas is none.
    NoSchema { path: PathBuf, error: SchemaError },
    /// A file that the caller names could not be read.
    Read { what: String, error: io::Error },
    /// A list of deviations is not one.
    Deviations { what: String, error: String },
    /// The system does not let this program do what it has to.
    System { what: &'static str, error: io::Error },
    /// What belongs to this program is at fault: registry, vectors.
    Registry(String),
    /// Recordings could not be read.
    Recordings(String),
    /// The specification has no such clause.
    NoSuchClause { clause: String, like: Vec<String> },
    /// The program could not be started.
    Start { command: String, error: io::Error },
    /// A session could not be recorded.
    Recording(String),
    /// The program wrote no ring file.
    NothingRecorded { program: String },
    /// The data is one session after the other, without an event.
    NoSession { what: String },
    /// The data has no file header that can be read, or not yet.
    Refused { what: String, refusal: Refusal },
}

impl Failure {
    /// The exit code that this failure promises.
    pub(super) fn exit(&self) -> Exit {
        match self {
            Self::SameFile { .. }
            | Self::NoSuchRing { .. }
            | Self::Usage(_)
            | Self::NoSuchVector { .. }
            | Self::NoSuchClause { .. }
            | Self::NoSchema { .. }
            | Self::Deviations { .. } => Exit::Usage,
            Self::NothingSelected { .. } => Exit::NothingChecked,
            Self::Output(_) if self.is_closed_pipe() => Exit::Fine,
            Self::Source(_)
            | Self::Environment(_)
            | Self::Output(_)
            | Self::Report { .. }
            | Self::Read { .. }
            | Self::Write { .. }
            | Self::Recordings(_)
            | Self::System { .. }
            | Self::Start { .. }
            | Self::Recording(_)
            | Self::NothingRecorded { .. }
            | Self::Registry(_) => Exit::Environment,
            Self::Refused { refusal, .. } if refusal.is_not_ready() => Exit::NotReady,
            Self::NoSession { .. } | Self::Refused { .. } => Exit::NonConforming,
        }
    }

    /// Whether the reader of the output has gone, which is its right.
    pub(super) fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl From<&RecordError> for Failure {
    fn from(error: &RecordError) -> Self {
        match error {
            RecordError::Source(error) => Self::Recording(error.to_string()),
            RecordError::Refused { file, refusal } => {
                Self::Refused { what: file.display().to_string(), refusal: *refusal }
            }
            RecordError::Write { path, error } => {
                Self::Recording(format!("cannot write {}: {error}", path.display()))
            }
        }
    }
}

impl From<source::Error> for Failure {
    fn from(error: source::Error) -> Self {
        Self::Source(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchRing { what, ring, max_domains } => write!(
                f,
                "{what} has no ring {ring}: its rings are 0 to {}; `eventring info` lists those in use",
                max_domains.saturating_sub(1)
            ),
            Self::SameFile { path } => {
                write!(
                    f,
                    "{} is the file itself, which its program goes on writing",
                    path.display()
                )
            }
            Self::NoSuchVector { name, like } => {
                let like = did_you_mean(like);
                write!(f, "there is no vector {name}; `eventring vectors list` shows all{like}")
            }
            Self::NothingSelected { select, all } => {
                write!(f, "nothing matches {select}; `{all}` shows what there is")
            }
            Self::Write { path, error } => {
                write!(f, "cannot write {}: {error}{}", path.display(), advice(error))
            }
            Self::Usage(message) | Self::Environment(message) => f.write_str(message),
            Self::Source(error) => error.fmt(f),
            Self::Output(error) => write!(f, "cannot write the output: {error}"),
            Self::Report { path, error } => {
                write!(f, "cannot write the report to {path}: {error}{}", advice(error))
            }
            Self::NoSchema { path, error } => write!(f, "{}:{error}", path.display()),
            Self::Read { what, error } => write!(f, "cannot read {what}: {error}"),
            Self::Deviations { what, error } => write!(f, "{what}: {error}"),
            Self::System { what, error } => write!(f, "cannot {what}: {error}"),
            Self::Registry(error) => write!(f, "the data inside this program is at fault: {error}"),
            Self::Recordings(error) => f.write_str(error),
            Self::NoSuchClause { clause, like } if like.is_empty() => {
                write!(f, "no clause {clause}; `eventring spec list` shows them all")
            }
            Self::NoSuchClause { clause, like } => {
                write!(f, "no clause {clause}; there are {}", like.join(", "))
            }
            Self::Start { command, error } => write!(f, "cannot start {command}: {error}"),
            Self::Recording(error) => f.write_str(error),
            Self::NothingRecorded { program } => {
                write!(f, "{program} has made no ring file; is it an OCaml 5 program?")
            }
            Self::NoSession { what } => {
                write!(
                    f,
                    "{what}: its positions go back again and again, so nothing of it can be followed"
                )
            }
            Self::Refused { what, refusal } if refusal.is_not_ready() => write!(
                f,
                "{what}: {refusal}; its producer has not finished the file header, try again"
            ),
            Self::Refused { what, refusal } => write!(
                f,
                "{what}: {refusal} (byte {}, clause {}); is it a whole .events file?",
                refusal.offset_bytes(),
                refusal.clause()
            ),
        }
    }
}

/// What to do where something cannot be written.
fn advice(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::NotFound => "; make its folder first",
        io::ErrorKind::PermissionDenied => "; choose a place that you may write to",
        io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => {
            "; name a folder, not a file"
        }
        io::ErrorKind::IsADirectory => "; name a file in it",
        io::ErrorKind::DirectoryNotEmpty => "; name a new folder, or empty this one",
        io::ErrorKind::StorageFull => "; make room, or choose another place",
        _ => "",
    }
}
