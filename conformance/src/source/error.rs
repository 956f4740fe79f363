//! Why bytes could not be had: the environment failed, or a limit was hit. Wrong *data* is never told here.

use std::fmt;
use std::io;
use std::path::Path;

use eventring::file::NoEventsFile;

/// Why bytes could not be had. Each message ends with what to do next.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The system refused.
    Environment {
        /// What was being read.
        what: String,
        /// What the system said.
        error: io::Error,
    },
    /// The path is a folder, and folders are not searched.
    Folder {
        /// The path.
        what: String,
    },
    /// A `.zst` file that does not unpack.
    Compressed {
        /// What was being unpacked.
        what: String,
        /// What the decompressor said.
        error: io::Error,
    },
    /// A file that is packed, where one that is written is needed.
    Packed {
        /// What it was.
        what: String,
    },
    /// More data than allowed.
    TooLarge {
        /// What was being read.
        what: String,
        /// The limit.
        max_bytes: u64,
    },
    /// More address space than the system gives.
    TooFar {
        /// What was being read.
        what: String,
        /// Its size, with holes.
        size_bytes: u64,
    },
    /// No ring file of that process.
    NoEventsFile(NoEventsFile),
    /// What cannot be mapped: a pipe, a device.
    NotAFile {
        /// What it was.
        what: String,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Environment { what, error } => {
                write!(f, "cannot read {what}: {error}")?;
                match error.kind() {
                    io::ErrorKind::PermissionDenied => {
                        f.write_str("; ring files are private to their user: run as that user")
                    }
                    io::ErrorKind::NotFound => f.write_str(
                        "; a program removes its ring file when it exits, unless OCAML_RUNTIME_EVENTS_PRESERVE is set",
                    ),
                    _ => Ok(()),
                }
            }
            Self::Folder { what } => {
                write!(f, "{what} is a folder; name the .events file in it")
            }
            Self::Compressed { what, error } => {
                write!(f, "cannot unpack {what}: {error}; check it with zstd -t")
            }
            Self::Packed { what } => write!(
                f,
                "{what} is packed with zstd, and what is packed is not written any more; unpack it with zstd -d"
            ),
            Self::TooLarge { what, max_bytes } => write!(
                f,
                "{what} holds more than {max_bytes} bytes of data; allow more with --max-size"
            ),
            Self::TooFar { what, size_bytes } => write!(
                f,
                "{what} is {size_bytes} bytes long, more than the system gives this process; \
                 raise its limit of address space, or lower --max-size for a stream"
            ),
            Self::NoEventsFile(missing) if is_without_process(missing) => {
                write!(
                    f,
                    "there is no process {}; a file is named by its path, such as ./{0}.events",
                    missing.process_id
                )
            }
            Self::NoEventsFile(missing) => write!(
                f,
                "{missing}; is it an OCaml 5 program, started with OCAML_RUNTIME_EVENTS_START=1? \
                 A folder can be given with --dir"
            ),
            Self::NotAFile { what } => {
                write!(
                    f,
                    "{what} is not a file; what is written can only be followed in its .events file"
                )
            }
        }
    }
}

/// Whether there is no such process, and nobody said where a file of it would be all the same.
fn is_without_process(missing: &NoEventsFile) -> bool {
    let process = Path::new("/proc").join(missing.process_id.to_string());
    !process.exists() && missing.looked_for.iter().all(|path| path.starts_with(&process))
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Environment { error, .. } | Self::Compressed { error, .. } => Some(error),
            _ => None,
        }
    }
}
