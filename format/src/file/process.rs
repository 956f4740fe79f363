//! A process that can be told from a later one of the same number.

extern crate std;

use std::format;
use std::fs;
use std::path::Path;

/// A process of this machine: its id, and when it started (clause live.identity).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Process {
    id: u32,
    /// In ticks since the machine started.
    started: u64,
}

impl Process {
    /// The process that has this id now; `None` where there is none, or where the system does not
    /// tell when it started (other than Linux).
    #[must_use]
    pub fn with_id(id: u32) -> Option<Self> {
        let (started, is_over) = stat(id)?;
        (!is_over).then_some(Self { id, started })
    }

    /// Its id.
    #[must_use]
    pub const fn id(&self) -> u32 {
        self.id
    }

    /// Whether it still runs. One that has ended and waits for its parent to notice does not.
    #[must_use]
    pub fn is_running(&self) -> bool {
        stat(self.id) == Some((self.started, false))
    }

    /// Whether it has the file with this inode number mapped; no where that cannot be seen.
    pub(super) fn has_mapped(&self, inode: u64) -> bool {
        let maps = fs::read(format!("/proc/{}/maps", self.id)).unwrap_or_default();
        maps.split(|&byte| byte == b'\n').any(|line| inode_of(line) == Some(inode))
    }
}

/// The id in the name of a ring file (clause file.name).
pub(super) fn id_in_name(path: &Path) -> Option<u32> {
    let digits = path.file_name()?.to_str()?.strip_suffix(".events")?;
    let is_decimal = digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|_| is_decimal)
}

/// When the process with this id started, and whether it is over.
fn stat(id: u32) -> Option<(u64, bool)> {
    parse_stat(&fs::read(format!("/proc/{id}/stat")).ok()?)
}

fn parse_stat(stat: &[u8]) -> Option<(u64, bool)> {
    // The second field is the program's name in brackets, with whatever bytes it has.
    let after_name = stat.iter().rposition(|&byte| byte == b')')?.checked_add(1)?;
    let rest = str::from_utf8(stat.get(after_name..)?).ok()?;
    let mut fields = rest.split_ascii_whitespace();
    let state = fields.next()?; // Field 3.
    let started = fields.nth(18)?; // Field 22.
    Some((started.parse().ok()?, matches!(state, "Z" | "X" | "x")))
}

/// The fifth column of a line of maps.
fn inode_of(line: &[u8]) -> Option<u64> {
    let mut columns = line.split(|&byte| byte == b' ').filter(|column| !column.is_empty());
    str::from_utf8(columns.nth(4)?).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_found_behind_any_name() {
        let stat = b"17 (a) b (c) S 1 17 17 0 -1 4194560 99 0 0 0 0 0 0 0 20 0 1 0 4242 8 9";
        assert_eq!(parse_stat(stat), Some((4242, false)));
        let zombie = b"17 (\xff) Z 1 17 17 0 -1 4194560 99 0 0 0 0 0 0 0 20 0 1 0 7 8 9";
        assert_eq!(parse_stat(zombie), Some((7, true)));
        for short in [&b""[..], b"17 (a", b"17 (a) S 1 17", b"17 (a)"] {
            assert_eq!(parse_stat(short), None);
        }
    }

    #[test]
    fn names_tell_an_id_only_in_digits() {
        assert_eq!(id_in_name(Path::new("/a/17.events")), Some(17));
        for other in ["17.event", "+17.events", "x.events", ".events", "4294967296.events"] {
            assert_eq!(id_in_name(Path::new(other)), None, "{other}");
        }
    }

    #[test]
    fn inodes_stand_in_the_fifth_column() {
        let line = b"7f00-7f01 rw-s 00000000 08:01 1234                  /a b/17.events";
        assert_eq!(inode_of(line), Some(1234));
        assert_eq!(inode_of(b""), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn this_process_runs_and_another_start_is_another_process() {
        let own = Process::with_id(std::process::id()).unwrap();
        assert!(own.is_running());
        let later = Process { started: own.started + 1, ..own };
        assert!(!later.is_running());
    }
}
