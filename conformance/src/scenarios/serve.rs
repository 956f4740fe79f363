//! The plain producer as a process of its own, told by lines what to write: it can be stopped, killed and outlived.

use std::fs;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::process;

use super::{Producer, Script, Shape};

/// What it says when its file can be attached to.
pub const READY: &str = "ready";

/// What it says when it has written what it was told to.
pub const DONE: &str = "done";

/// What tells it to end.
pub const END: &str = "end";

/// Makes `<pid>.events` in a folder, and writes so many events to ring 0 for each line that is a number. The file is
/// removed at `end`, and stays where the input ends before that.
///
/// # Errors
///
/// The environment failed.
pub fn serve(
    folder: &Path,
    shape: Shape,
    script: Script,
    input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    let path = folder.join(format!("{}.events", process::id()));
    let mut producer = Producer::create(&path, shape, script)?;
    producer.begin(true);
    let mut say = |word: &str| {
        writeln!(output, "{word}")?;
        output.flush()
    };
    say(READY)?;
    for line in input.lines() {
        let line = line?;
        if line == END {
            return fs::remove_file(&path);
        }
        let events: u64 = line.parse().map_err(io::Error::other)?;
        let (memory, rings) = producer.parts();
        if let Some(ring) = rings.first_mut() {
            (0..events).for_each(|_| ring.write(memory));
        }
        say(DONE)?;
    }
    Ok(())
}
