//! What a unit has allocated, by what the system says of its processes.

use std::cell::Cell;
use std::fs;
use std::time::{Duration, Instant};

use rustix::process::Pid;

/// How often is looked: the memory of a unit that allocates as fast as it can grows by some ten MiB meanwhile.
pub(super) const EVERY: Duration = Duration::from_millis(10);

/// Watches the memory of a process and of all that it started. Pages of files count nothing: a ring file is mapped whole.
#[derive(Debug)]
pub(super) struct Memory {
    most_bytes: u64,
    next_look: Cell<Instant>,
}

impl Memory {
    /// Lets it have so many bytes.
    pub(super) fn new(most_bytes: u64) -> Self {
        Self { most_bytes, next_look: Cell::new(Instant::now()) }
    }

    /// What it may have, in bytes.
    pub(super) fn most_bytes(&self) -> u64 {
        self.most_bytes
    }

    /// Whether it has more. Between two looks nothing is known, and the answer is no.
    pub(super) fn is_exceeded(&self, pid: Pid) -> bool {
        let now = Instant::now();
        if now < self.next_look.get() {
            return false;
        }
        self.next_look.set(now + EVERY);
        allocated_bytes(pid.as_raw_pid().cast_unsigned(), MOST_DEPTH) > self.most_bytes
    }
}

/// Nobody starts one that starts one, and so on, as deep as this.
const MOST_DEPTH: u32 = 8;

/// Of a process and those that it started; what is gone has nothing.
fn allocated_bytes(pid: u32, depth: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let own = status.lines().find_map(kibibytes).unwrap_or(0).saturating_mul(1024);
    if depth == 0 {
        return own;
    }
    let threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    let children = threads
        .map(|thread| fs::read_to_string(thread.path().join("children")).unwrap_or_default());
    let of_children: u64 = children
        .flat_map(|line| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
        .filter_map(|child| child.parse().ok())
        .map(|child| allocated_bytes(child, depth - 1))
        .fold(0, u64::saturating_add);
    own.saturating_add(of_children)
}

/// Of the line about what is resident and belongs to no file.
fn kibibytes(line: &str) -> Option<u64> {
    line.strip_prefix("RssAnon:")?.trim().strip_suffix(" kB")?.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    use super::*;

    /// What a shell that runs this has when it says that it is ready.
    fn allocated_by(script: &str) -> u64 {
        let mut child = Command::new("sh")
            .args(["-c", script])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert_eq!(line, "ready\n");
        let bytes = allocated_bytes(child.id(), MOST_DEPTH);
        drop(child.stdin.take());
        child.wait().unwrap();
        bytes
    }

    #[test]
    fn what_a_process_and_its_children_allocate_is_seen() {
        const BYTES: u64 = 32 << 20;
        let grown = format!("x=$(head -c {BYTES} /dev/zero | tr '\\0' a); echo ready; read line");
        let small = allocated_by("echo ready; read line");
        assert!(small > 0 && small < BYTES / 2, "{small}");
        let own = allocated_by(&grown);
        assert!(own >= BYTES, "{own}");
        // One that waits for the other.
        let of_child = allocated_by(&format!("sh -c \"{}\"; true", grown.replace('$', "\\$")));
        assert!(of_child >= BYTES, "{of_child}");
        assert_eq!(allocated_bytes(u32::MAX, MOST_DEPTH), 0);
        assert_eq!(kibibytes("RssAnon:\t    1234 kB"), Some(1234));
        assert_eq!(kibibytes("RssFile:\t    1234 kB"), None);
    }
}
