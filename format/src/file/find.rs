//! Finds the ring file of a process: in its memory maps, else in the folder that it was told, else
//! where it runs.

extern crate std;

use core::error::Error;
use core::fmt::{self, Display, Formatter};
use std::borrow::ToOwned;
use std::ffi::{OsStr, OsString};
use std::format;
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::vec::Vec;

/// The environment variable that names the folder of ring files.
const FOLDER_VARIABLE: &[u8] = b"OCAML_RUNTIME_EVENTS_DIR=";

/// The path of the ring file of process `process_id`; `folder`, where given, is the only place
/// looked at.
///
/// The maps come first: they tell the file that the process really writes, whatever name it has in
/// its own process namespace. A file that is mapped but removed has no path and is not found.
///
/// # Errors
///
/// [`NoEventsFile`], with the places looked at.
pub fn find_events_file(process_id: u32, folder: Option<&Path>) -> Result<PathBuf, NoEventsFile> {
    let process = PathBuf::from(format!("/proc/{process_id}"));
    let name = format!("{process_id}.events");
    let mut candidates = Vec::new();
    match folder {
        Some(folder) => candidates.push(folder.join(&name)),
        None => {
            let maps = fs::read(process.join("maps")).unwrap_or_default();
            candidates.extend(mapped_events_file(&maps, &name));
            let working_folder = process.join("cwd");
            let environ = fs::read(process.join("environ")).unwrap_or_default();
            // Joining a folder that is absolute gives that folder; a relative one is seen from
            // where the process runs.
            candidates
                .extend(told_folder(&environ).map(|told| working_folder.join(told).join(&name)));
            candidates.push(working_folder.join(&name));
        }
    }
    match candidates.iter().position(|path| path.is_file()) {
        Some(place) => Ok(candidates.swap_remove(place)),
        None => Err(NoEventsFile { process_id, looked_for: candidates }),
    }
}

/// The ring file in a process's memory maps: the one named after the process, else the first that
/// looks like one.
fn mapped_events_file(maps: &[u8], name: &str) -> Option<PathBuf> {
    let paths = || {
        maps.split(|byte| *byte == b'\n').filter_map(|line| {
            let path = line.get(line.iter().position(|byte| *byte == b'/')?..)?;
            Some(Path::new(OsStr::from_bytes(path)))
        })
    };
    let own = paths().find(|path| path.file_name().is_some_and(|file| file == name));
    let other = || {
        paths().find(|path| {
            let file = path.file_name().map_or(&b""[..], |file| file.as_bytes());
            file.strip_suffix(b".events")
                .is_some_and(|pid| !pid.is_empty() && pid.iter().all(u8::is_ascii_digit))
        })
    };
    own.or_else(other).map(Path::to_owned)
}

/// The folder that the environment of a process names; set but empty counts, as for OCaml, and
/// means `/`.
fn told_folder(environ: &[u8]) -> Option<PathBuf> {
    let folder =
        environ.split(|byte| *byte == 0).find_map(|entry| entry.strip_prefix(FOLDER_VARIABLE))?;
    if folder.is_empty() {
        return Some(PathBuf::from("/"));
    }
    Some(PathBuf::from(OsString::from_vec(folder.to_vec())))
}

/// A process without a ring file, as far as could be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoEventsFile {
    /// The process.
    pub process_id: u32,
    /// Where its file was looked for.
    pub looked_for: Vec<PathBuf>,
}

impl Display for NoEventsFile {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "process {} has no ring file (looked for", self.process_id)?;
        for (index, path) in self.looked_for.iter().enumerate() {
            write!(f, "{} {}", if index == 0 { "" } else { "," }, path.display())?;
        }
        f.write_str(")")
    }
}

impl Error for NoEventsFile {}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::process::{Child, Command, Stdio};

    use super::*;

    /// A process that waits in `folder` until it is dropped, with the variable set where `told` is given.
    struct Waiting(Child);

    impl Waiting {
        fn new(folder: &Path, told: Option<&str>) -> Self {
            let mut command = Command::new("cat");
            command.current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped());
            if let Some(told) = told {
                command.env("OCAML_RUNTIME_EVENTS_DIR", told);
            } else {
                command.env_remove("OCAML_RUNTIME_EVENTS_DIR");
            }
            let mut child = command.spawn().unwrap();
            // Only an answer shows that the program runs, and not still what started it.
            child.stdin.as_mut().unwrap().write_all(b"?").unwrap();
            child.stdout.as_mut().unwrap().read_exact(&mut [0]).unwrap();
            Self(child)
        }

        fn make_file(&self, folder: &Path) -> PathBuf {
            let path = folder.join(format!("{}.events", self.0.id()));
            fs::write(&path, b"").unwrap();
            path
        }
    }

    impl Drop for Waiting {
        fn drop(&mut self) {
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }

    #[test]
    fn the_told_folder_comes_before_the_working_folder() {
        let folder = tempfile::tempdir().unwrap();
        let told = folder.path().join("told");
        fs::create_dir(&told).unwrap();
        for name in [told.to_str().unwrap(), "told"] {
            let waiting = Waiting::new(folder.path(), Some(name));
            waiting.make_file(folder.path());
            let expected = waiting.make_file(&told);
            let found = find_events_file(waiting.0.id(), None).unwrap();
            assert_eq!(found.canonicalize().unwrap(), expected.canonicalize().unwrap());
        }
    }

    #[test]
    fn without_any_file_the_places_are_told() {
        let folder = tempfile::tempdir().unwrap();
        let waiting = Waiting::new(folder.path(), None);
        let pid = waiting.0.id();
        let missing = find_events_file(pid, None).unwrap_err();
        assert_eq!(missing.looked_for, [PathBuf::from(format!("/proc/{pid}/cwd/{pid}.events"))]);
        let expected = waiting.make_file(folder.path());
        let found = find_events_file(pid, None).unwrap();
        assert_eq!(found.canonicalize().unwrap(), expected.canonicalize().unwrap());
        assert_eq!(find_events_file(pid, Some(folder.path())).unwrap(), expected);
        assert!(find_events_file(pid, Some(Path::new("/proc"))).is_err());
    }

    #[test]
    fn maps_tell_the_file_that_is_written() {
        let maps = b"5581-5582 r--p 00000000 08:01 1 /usr/bin/cat\n\
            7f00-7f01 rw-s 00000000 08:01 2 /a b/x.events\n\
            7f01-7f02 rw-s 00000000 08:01 3 /a b/17.events\n\
            7f02-7f03 rw-p 00000000 00:00 0 [stack]\n\
            7f03-7f04 rw-s 00000000 08:01 4 /c/42.events\n\
            7f04-7f05 rw-s 00000000 08:01 5 /d/43.events (deleted)\n";
        let found = |name| mapped_events_file(maps, name).unwrap();
        assert_eq!(found("42.events"), Path::new("/c/42.events"));
        assert_eq!(found("99.events"), Path::new("/a b/17.events"));
        assert_eq!(mapped_events_file(&maps[..90], "42.events"), None);
        assert_eq!(mapped_events_file(b"", "42.events"), None);
    }

    #[test]
    fn the_environment_is_cut_at_its_entries() {
        assert_eq!(told_folder(b"A=1\0OCAML_RUNTIME_EVENTS_DIR=/x y\0B=2\0"), Some("/x y".into()));
        assert_eq!(told_folder(b"OCAML_RUNTIME_EVENTS_DIR=\0"), Some("/".into()));
        assert_eq!(told_folder(b"XOCAML_RUNTIME_EVENTS_DIR=/x\0"), None);
        assert_eq!(told_folder(b""), None);
    }
}
