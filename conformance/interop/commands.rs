//! The live commands over a program of OCaml that is running: what they leave behind is whole, and complete but for
//! what they say is lost.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use eventring::reader::Snapshot;
use eventring_conformance::record::Record;
use eventring_conformance::source::{Argument, Limits, read};
use serde_json::Value;

use crate::child::{Talking, output};
use crate::files::records;
use crate::observe::SeenEvent;
use crate::{Results, Tools};

/// Runs all of it.
pub(crate) fn check(tools: &Tools, results: &mut Results) {
    results.add("snapshot of a quiet program", |folder| quiet_snapshot(tools, folder));
    results.add("snapshots of a busy program", |folder| busy_snapshots(tools, folder));
    results.add("dump --follow of a busy program", |folder| follow(tools, folder));
    for format in ["jsonl", "events"] {
        for (program, files, least) in RECORDED {
            let name = format!("record --format {format}: {}", program[0]);
            results.add(&name, |folder| {
                let records = record(tools, folder, format, program, *files)?;
                if records < *least {
                    return Err(format!("{records} records, of {least} or more"));
                }
                Ok(format!("{records} records in {files} files, as they stand in the ring files"))
            });
        }
    }
    results.add("stats of a busy program", |folder| stats(tools, folder));
}

/// More than a ring of 2^16 words holds.
const MANY: u64 = 50_000;
/// Fewer than a ring of 2^18 words holds.
const FEW: u64 = 5_000;
/// Programs to record, with their arguments, how many ring files each leaves, and the fewest records in all.
const RECORDED: &[(&[&str], usize, usize)] = &[
    (&["journal", "5000", "2"], 1, 10_000),
    // Each process forks the next and waits for it.
    (&["fork", "3"], 4, 4 * 20),
];

/// `journal`, waiting until it is to write.
struct Program {
    talking: Talking,
    file: PathBuf,
}

impl Program {
    fn start(tools: &Tools, folder: &Path, count: u64, parameters: &str) -> Result<Self, String> {
        let mut journal = Command::new(tools.programs.join("journal"));
        journal.args([&count.to_string(), "2"]).env("OCAMLRUNPARAM", parameters);
        journal.env("OCAML_RUNTIME_EVENTS_DIR", folder).env("OCAML_RUNTIME_EVENTS_PRESERVE", "1");
        let mut talking = Talking::start(&mut journal)?;
        talking.line()?;
        let file = folder.join(format!("{}.events", talking.id()));
        Ok(Self { talking, file })
    }

    fn id(&self) -> String {
        self.talking.id().to_string()
    }
}

/// Twice, before and after the program writes: the copy has what the file has.
fn quiet_snapshot(tools: &Tools, folder: &Path) -> Result<String, String> {
    let mut program = Program::start(tools, folder, MANY, "e=12")?;
    let mut lines = 0;
    for name in ["before", "after"] {
        let copy = folder.join(name);
        snapshot(tools, folder, &program.id(), &copy)?;
        let dumps = [&copy, &program.file]
            .map(|file| output(tools.eventring(&["dump", "--format", "jsonl"]).arg(file)));
        let [of_copy, of_file] = dumps;
        let (of_copy, of_file) = (of_copy?, of_file?);
        if of_copy != of_file {
            return Err(format!("{name}: the copy has other events than the file"));
        }
        lines = of_copy.lines().count();
        program.talking.go_on()?;
        if name == "before" {
            program.talking.line()?;
        }
    }
    program.talking.finish()?;
    Ok(format!("{lines} records, as they stand in the file"))
}

fn snapshot(tools: &Tools, folder: &Path, id: &str, copy: &Path) -> Result<(), String> {
    let mut snapshot = tools.eventring(&["snapshot", id, "--dir"]);
    output(snapshot.arg(folder).arg("-o").arg(copy))?;
    output(tools.eventring(&["check"]).arg(copy)).map(drop)
}

/// One after the other while the program writes: each is whole, and has every number from its first to its last.
fn busy_snapshots(tools: &Tools, folder: &Path) -> Result<String, String> {
    let mut program = Program::start(tools, folder, MANY, "e=12")?;
    program.talking.go_on()?;
    let mut events = 0;
    // It does not end before it is told.
    for number in 0..5 {
        let copy = folder.join(format!("copy-{number}"));
        snapshot(tools, folder, &program.id(), &copy)?;
        let input = read(&Argument::File(copy), None, Limits::default());
        let input = input.map_err(|error| error.to_string())?;
        let snapshot = Snapshot::new(&input.bytes).map_err(|refusal| refusal.to_string())?;
        let names = snapshot.names();
        for ring in snapshot.rings() {
            let mut next = BTreeMap::new();
            for event in ring.events() {
                let event = event.map_err(|fault| fault.to_string())?;
                let name = |index| names.name(index).map(|name| name.as_bytes().to_vec());
                let event = SeenEvent::new(&event, name);
                events += 1;
                if let (Some(domain), Some(number)) = (event.domain(), event.number)
                    && next.insert(domain, number + 1).is_some_and(|next| next != number)
                {
                    return Err(format!("in ring {}, out of turn: {event:?}", ring.index()));
                }
            }
        }
    }
    program.talking.line()?;
    program.talking.finish()?;
    if events == 0 { Err("no events".to_owned()) } else { Ok(format!("{events} events in 5")) }
}

/// Where nothing can be lost, it prints what `dump` makes of the file that is left, ring by ring.
fn follow(tools: &Tools, folder: &Path) -> Result<String, String> {
    let mut program = Program::start(tools, folder, FEW, "e=18")?;
    let format = ["--format", "jsonl", "--release", tools.release.name()];
    let mut follow = tools.eventring(&["dump", "--follow", &program.id()]);
    let follow = Talking::start(follow.args(format).arg("--dir").arg(folder))?;
    follow.wait_until_mapped()?;
    program.talking.go_on()?;
    // It has more to print than a pipe holds, so it is read while the program writes.
    let followed = std::thread::spawn(move || follow.finish());
    program.talking.line()?;
    program.talking.finish()?;
    let followed = followed.join().map_err(|_| "the reading thread panicked")??;
    let dump = output(tools.eventring(&["dump"]).args(format).arg(&program.file))?;
    let records = same(&records(&followed)?, &records(&dump)?)?;
    if (records as u64) < 2 * FEW {
        return Err(format!("{records} records, fewer than were written"));
    }
    Ok(format!("{records} records, as they stand in the file"))
}

/// Where nothing can be lost, what is recorded is what `dump` makes of the ring files that are left, ring by ring. Gives
/// how many records that is.
fn record(
    tools: &Tools,
    folder: &Path,
    format: &str,
    program: &[&str],
    files: usize,
) -> Result<usize, String> {
    let recordings = folder.join("recordings");
    std::fs::create_dir(&recordings).map_err(|error| error.to_string())?;
    let asked_for = recordings.join("trace.out");
    let mut record = tools.eventring(&["record", "--format", format]);
    let [name, arguments @ ..] = program else { return Err("no program".to_owned()) };
    if format == "jsonl" {
        record.args(["--release", tools.release.name()]);
    }
    record.arg("-o").arg(&asked_for).arg("--").arg(tools.programs.join(name)).args(arguments);
    // The files of the program are kept, as it asks for.
    record.env("OCAMLRUNPARAM", "e=18").env("OCAML_RUNTIME_EVENTS_DIR", folder);
    output(record.env("OCAML_RUNTIME_EVENTS_PRESERVE", "1"))?;
    let left = files_in(folder, |path| path.extension().is_some_and(|e| e == "events"))?;
    let mut recorded = files_in(&recordings, |_| true)?;
    if left.len() != files || recorded.len() != files {
        return Err(format!("{left:?} are left, and {recorded:?} recorded"));
    }
    let dump = |file: &Path| {
        let format = ["--format", "jsonl", "--release", tools.release.name()];
        output(tools.eventring(&["dump"]).args(format).arg(file))
    };
    let mut records_in_all = 0;
    for left in left {
        // Of a process that was forked: trace.4712.out.
        let number = left.file_stem().ok_or("a file without a name")?.to_string_lossy();
        let of_child = asked_for.with_extension(format!("{number}.out"));
        let of_child = recorded.iter().position(|path| *path == of_child);
        let of_program = || recorded.iter().position(|path| *path == asked_for);
        let place = of_child.or_else(of_program).ok_or_else(|| format!("{number} is missing"))?;
        let recorded = recorded.swap_remove(place);
        let recorded = if format == "events" {
            output(tools.eventring(&["check"]).arg(&recorded))?;
            dump(&recorded)?
        } else {
            std::fs::read_to_string(&recorded).map_err(|error| error.to_string())?
        };
        records_in_all += same(&records(&recorded)?, &records(&dump(&left)?)?)?;
    }
    Ok(records_in_all)
}

fn files_in(folder: &Path, which: impl Fn(&Path) -> bool) -> Result<Vec<PathBuf>, String> {
    let files = std::fs::read_dir(folder).map_err(|error| error.to_string())?;
    Ok(files.filter_map(|file| Some(file.ok()?.path())).filter(|path| which(path)).collect())
}

/// Whether both have the same records in every ring; how many.
fn same(found: &[Record<'_>], file: &[Record<'_>]) -> Result<usize, String> {
    for ring in 0..=file.iter().filter_map(Record::ring).max().unwrap_or(0) {
        let in_ring = |record: &&Record<'_>| record.ring() == Some(ring);
        let mut found = found.iter().filter(in_ring);
        let mut file = file.iter().filter(in_ring);
        loop {
            match (found.next(), file.next()) {
                (None, None) => break,
                (one, other) if one == other => {}
                (one, other) => {
                    return Err(format!("ring {ring}: {one:?}, but in the file {other:?}"));
                }
            }
        }
    }
    if found.len() != file.len() {
        return Err(format!("{} records, but {} in the file", found.len(), file.len()));
    }
    Ok(file.len())
}

/// What it counts is what the program wrote, to the word.
fn stats(tools: &Tools, folder: &Path) -> Result<String, String> {
    let mut program = Program::start(tools, folder, MANY, "e=14")?;
    let mut stats = tools.eventring(&["stats", &program.id(), "--format", "json", "--dir"]);
    let stats = Talking::start(stats.arg(folder))?;
    stats.wait_until_mapped()?;
    program.talking.go_on()?;
    program.talking.line()?;
    program.talking.finish()?;
    let stats: Value = serde_json::from_str(&stats.finish()?).map_err(|error| error.to_string())?;
    let input = read(&Argument::File(program.file), None, Limits::default());
    let input = input.map_err(|error| error.to_string())?;
    let snapshot = Snapshot::new(&input.bytes).map_err(|refusal| refusal.to_string())?;
    let written: Vec<(u64, u64)> = snapshot
        .rings()
        .map(|ring| (ring.index().into(), ring.tail()))
        .filter(|ring| ring.1 > 0)
        .collect();
    let member = |ring: &Value, name: &str| ring[name].as_u64().unwrap_or(u64::MAX / 4);
    let words = ["words", "padding_words", "lost_words"];
    let rings = stats["rings"].as_array().ok_or("no rings")?;
    let counted: Vec<(u64, u64)> = rings
        .iter()
        .map(|ring| (member(ring, "ring"), words.iter().map(|name| member(ring, name)).sum()))
        .collect();
    if counted != written {
        return Err(format!("ring and words {counted:?}, but {written:?} were written"));
    }
    let [events, lost] = ["events", "lost_words"].map(|name| member(&stats["all"], name));
    Ok(format!("{events} events, {lost} words lost"))
}
