//! What our writer writes and our readers read, against a real OCaml. Started by `conformance/interop/run`, which makes
//! the programs of OCaml that it needs, and by the scripts `adversary`
//! and `bench-live` there.

mod adversary;
mod attached;
mod bench;
mod chance;
mod child;
mod commands;
mod eio;
mod eio_journal;
mod files;
mod journal;
#[path = "../tests/decoding/recordings/oracle.rs"]
mod lines;
mod observe;
mod oracle;
mod producers;
mod recorder;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use eventring::registry::Release;

use crate::bench::Bench;

const USAGE: &str = "usage: interop RELEASE PROGRAMS EVENTRING FOLDER
       interop adversary SECONDS
       interop bench PROGRAMS EVENTRING FOLDER PAIRS SECONDS";

/// What the comparisons work with.
struct Tools {
    /// Which OCaml.
    release: Release,
    /// Where its programs are.
    programs: PathBuf,
    /// The command line under test.
    eventring: PathBuf,
}

impl Tools {
    fn eventring(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.eventring);
        command.args(arguments);
        command
    }
}

/// How the comparisons came out, each in a folder of its own.
struct Results {
    folder: PathBuf,
    equal: usize,
    different: usize,
}

impl Results {
    fn add(&mut self, name: &str, compare: impl FnOnce(&Path) -> Result<String, String>) {
        let started = Instant::now();
        let folder = self.folder.join((self.equal + self.different).to_string());
        let made = std::fs::create_dir(&folder).map_err(|error| error.to_string());
        let took = |started: Instant| started.elapsed().as_secs_f32();
        match made.and_then(|()| compare(&folder)) {
            Ok(compared) => {
                self.equal += 1;
                println!("ok    {name}: {compared} ({:.1} s)", took(started));
            }
            Err(error) => {
                self.different += 1;
                // Records can be long.
                println!("WRONG {name}: {error:.2000} ({:.1} s)", took(started));
            }
        }
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let is_fine = match arguments.as_slice() {
        ["adversary", seconds] => seconds
            .parse()
            .ok()
            .map(|seconds| is_fine(adversary::run(Duration::from_secs(seconds)))),
        ["bench", programs, eventring, folder, pairs, seconds] => {
            seconds.parse().ok().zip(pairs.parse().ok()).map(|(seconds, pairs)| {
                let [programs, eventring, folder] = [programs, eventring, folder].map(Into::into);
                is_fine(Bench { programs, eventring, folder, seconds }.run(pairs))
            })
        }
        // What `bench` compares an idle reader with.
        ["sleep"] => bench::sleep_on(),
        [release, programs, eventring, folder] => release.parse().ok().map(|release| {
            let tools = Tools { release, programs: programs.into(), eventring: eventring.into() };
            compare(&tools, folder.into())
        }),
        _ => None,
    };
    match is_fine {
        Some(is_fine) => ExitCode::from(u8::from(!is_fine)),
        None => {
            eprintln!("{USAGE}");
            ExitCode::from(2)
        }
    }
}

fn compare(tools: &Tools, folder: PathBuf) -> bool {
    let mut results = Results { folder, equal: 0, different: 0 };
    files::check(tools, &mut results);
    eio::check(tools, &mut results);
    attached::check(tools, &mut results);
    producers::check(tools, &mut results);
    commands::check(tools, &mut results);
    let Results { equal, different, .. } = results;
    println!("OCaml {}: {equal} equal, {different} different", tools.release.name());
    different == 0
}

fn is_fine(outcome: Result<(), String>) -> bool {
    outcome.inspect_err(|error| eprintln!("{error}")).is_ok()
}
