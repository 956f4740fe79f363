//! Files that our writer made, at rest: OCaml's consumer decodes them exactly as we do, and as they were written.

use std::num::NonZeroU32;
use std::path::Path;

use eventring::file::{EventsFile, Settings};
use eventring::registry::{ALLOC_BUCKETS, CUSTOM_MAX_BYTES, NAME_ENTRIES, Release};
use eventring::writer::{Config, Session};
use eventring_conformance::record::Record;

use crate::chance::Chance;
use crate::child;
use crate::journal::{Account, explain, explain_can_fail};
use crate::oracle;
use crate::recorder::{self, Named, Recorder, register, take};
use crate::{Results, Tools};

type Write = fn(&mut Session<'_>, &mut [Recorder<'_>], Release) -> Result<(), String>;

/// What is written: into how many rings, of how many words, with events of how many words at most.
struct Plan {
    name: &'static str,
    rings: &'static [u32],
    ring_words: u64,
    longest_event_words: u64,
    is_ocaml: bool,
    write: Write,
}

const LONGEST: u64 = 2 + CUSTOM_MAX_BYTES as u64 / 8 + 1;

#[rustfmt::skip]
const PLANS: [Plan; 9] = [
    Plan { name: "user events", rings: &[0], ring_words: 1 << 17, longest_event_words: LONGEST, is_ocaml: false, write: user_events },
    Plan { name: "all 8192 names", rings: &[0], ring_words: 1 << 16, longest_event_words: 3, is_ocaml: false, write: all_names },
    Plan { name: "pauses and forks", rings: &[0, 1], ring_words: 256, longest_event_words: 3, is_ocaml: false, write: lifecycles },
    Plan { name: "runtime events", rings: &[0, 127], ring_words: 1 << 10, longest_event_words: 22, is_ocaml: true, write: runtime_events },
    Plan { name: "laps of 8 words", rings: &[0, 1], ring_words: 8, longest_event_words: 3, is_ocaml: false, write: small_laps },
    Plan { name: "laps of 64 words", rings: &[0, 2], ring_words: 64, longest_event_words: 22, is_ocaml: true, write: alloc_laps },
    Plan { name: "laps of 256 words", rings: &[0, 1], ring_words: 256, longest_event_words: 128, is_ocaml: false, write: laps },
    Plan { name: "laps of 1024 words", rings: &[0, 1], ring_words: 1024, longest_event_words: LONGEST, is_ocaml: false, write: laps },
    Plan { name: "4096 rings", rings: &[0, 1, 4095], ring_words: 512, longest_event_words: LONGEST, is_ocaml: false, write: laps },
];

/// Runs all of it.
pub(crate) fn check(tools: &Tools, results: &mut Results) {
    for plan in &PLANS {
        results.add(&format!("our file, {}", plan.name), |folder| check_plan(tools, plan, folder));
    }
}

fn check_plan(tools: &Tools, plan: &Plan, folder: &Path) -> Result<String, String> {
    let rings = plan.rings.last().map_or(1, |last| last + 1);
    let config = Config {
        longest_event_words: plan.longest_event_words,
        release: plan.is_ocaml.then_some(tools.release),
        ..Config::new(rings, plan.ring_words)
    };
    let settings = Settings {
        folder: folder.to_owned(),
        preserve: true,
        ..Settings::from_variables(|_| None)
    };
    let mut file = EventsFile::create(&settings, &config).map_err(|error| error.to_string())?;
    let path = file.path().to_owned();
    let (mut session, first) = recorder::start(&mut file, config.release)?;
    let mut recorders = vec![first];
    for &ring in plan.rings.get(1..).unwrap_or_default() {
        recorders.push(take(&mut session, ring)?);
    }
    (plan.write)(&mut session, &mut recorders, tools.release)?;

    child::output(tools.eventring(&["check"]).arg(&path))?;
    // A session of no release has no runtime names; they are compared under that of OCaml's consumer.
    let dump = ["dump", "--format", "jsonl", "--release", tools.release.name()];
    let dump = child::output(tools.eventring(&dump).arg(&path))?;
    let ours = records(&dump)?;
    let theirs = oracle::decode(&tools.programs, folder, std::process::id(), tools.release)?;

    let mut sum = Account::default();
    for recorder in &recorders {
        let written = recorder.written();
        let told = |who: &str, error: String| format!("{who}, ring {}: {error}", recorder.ring());
        let in_ring = |record: &&Record<'_>| record.ring() == Some(recorder.ring());
        let ours: Vec<_> = ours.iter().filter(in_ring).collect();
        explain_can_fail(written, &ours)?;
        let ours = explain(written, ours).map_err(|e| told("ours", e))?;
        let theirs = theirs.iter().filter(in_ring);
        let theirs = explain(written, theirs).map_err(|e| told("OCaml's", e))?;
        if ours != theirs {
            return Err(format!("ours {ours:?}, OCaml's {theirs:?}"));
        }
        sum.add(ours);
    }
    // Both are equal to what was written; that nothing else is there, and in which order the rings come, is left.
    let order = |records: &[Record<'_>]| records.iter().map(Record::ring).collect::<Vec<_>>();
    if order(&ours) != order(&theirs) {
        return Err(format!("{} records of ours, {} of OCaml's", ours.len(), theirs.len()));
    }
    Ok(format!("{} events equal, {} words lost to both", sum.events, sum.lost_words))
}

/// The records of some JSON lines.
pub(crate) fn records(lines: &str) -> Result<Vec<Record<'_>>, String> {
    let record = |line| serde_json::from_str(line).map_err(|error| format!("{line}: {error}"));
    lines.lines().map(record).collect()
}

fn user_events(
    session: &mut Session<'_>,
    recorders: &mut [Recorder<'_>],
    _: Release,
) -> Result<(), String> {
    let names: [&[u8]; 8] = [
        b"a",
        b"",
        &[b'x'; 126],
        &[b'y'; 127],
        "événement.ωμέγα.事件.🐫".as_bytes(),
        b"quote\"back\\slash\ttab",
        b"\xff\xfe not UTF-8",
        b"a",
    ];
    let names = names.map(|name| register(session, name));
    let names = names.into_iter().collect::<Result<Vec<_>, _>>()?;
    let clock = register(session, b"eventring.clock")?;
    for recorder in recorders {
        recorder.int(&clock, 1_700_000_000_000_000_000);
        for name in &names {
            recorder.unit(name);
            recorder.span_begin(name);
            recorder.span_end(name);
            recorder.int(name, 7);
            recorder.custom(name, b"data")?;
        }
        let Some(name) = names.first() else { continue };
        for bit in 0..64 {
            let power = 1_i64.rotate_left(bit);
            for value in [power, power.wrapping_sub(1), power.wrapping_neg(), !power] {
                recorder.int(name, value);
            }
        }
        for len_bytes in 0..=CUSTOM_MAX_BYTES {
            let data: Vec<u8> =
                (0..len_bytes).map(|at| (at * 7 + len_bytes).to_le_bytes()[0]).collect();
            recorder.custom(name, &data)?;
        }
        for len_bytes in [1, 7, 8, 15, 16, 1023, 1024] {
            recorder.custom(name, &vec![0; len_bytes])?;
            recorder.custom(name, &vec![0xff; len_bytes])?;
        }
        recorder.ring_stop();
    }
    Ok(())
}

fn all_names(
    session: &mut Session<'_>,
    recorders: &mut [Recorder<'_>],
    _: Release,
) -> Result<(), String> {
    // The stamp has the first entry.
    for number in 1..NAME_ENTRIES {
        let name = register(session, format!("name.{number}").as_bytes())?;
        for recorder in &mut *recorders {
            recorder.int(&name, number as i64);
            recorder.unit(&name);
        }
    }
    match register(session, b"one too many") {
        Ok(_) => Err("more names than entries".to_owned()),
        Err(_) => Ok(()),
    }
}

fn lifecycles(
    session: &mut Session<'_>,
    recorders: &mut [Recorder<'_>],
    _: Release,
) -> Result<(), String> {
    let name = register(session, b"work")?;
    for recorder in recorders {
        recorder.fork_child();
        recorder.unit(&name);
        recorder.pause();
        recorder.int(&name, 1); // Not written.
        recorder.custom(&name, b"nor this")?;
        recorder.pause(); // Nor is this.
        recorder.resume();
        recorder.resume(); // Nor this.
        recorder.unit(&name);
        recorder.fork_parent(NonZeroU32::MAX);
        recorder.pause();
        recorder.ring_stop(); // This is.
    }
    Ok(())
}

fn runtime_events(
    session: &mut Session<'_>,
    recorders: &mut [Recorder<'_>],
    release: Release,
) -> Result<(), String> {
    for recorder in recorders {
        let mut counts = (0, 0);
        for id in 0..=u16::from(u8::MAX) {
            if let Some(phase) = session.phase(id) {
                recorder.begin(release, id, phase);
                recorder.end(release, id, phase);
                counts.0 += 1;
            }
            if let Some(counter) = session.counter(id) {
                recorder.counter(release, id, counter, u64::MAX - u64::from(id));
                counts.1 += 1;
            }
        }
        if counts != (release.phase_count(), release.counter_count()) {
            return Err(format!("{counts:?} phases and counters written"));
        }
        recorder.alloc(&[u64::MAX; ALLOC_BUCKETS])?;
        recorder.alloc(&std::array::from_fn(|bucket| bucket as u64))?;
        recorder.ring_stop();
    }
    Ok(())
}

fn small_laps(
    session: &mut Session<'_>,
    recorders: &mut [Recorder<'_>],
    _: Release,
) -> Result<(), String> {
    let name = register(session, b"small")?;
    let mut chance = Chance::new(8);
    for _ in 0..1001 {
        for recorder in &mut *recorders {
            match chance.below(3) {
                0 => recorder.unit(&name),
                1 => recorder.int(&name, -1),
                _ => recorder.custom(&name, &[0xff; 7])?,
            }
        }
    }
    Ok(())
}

fn alloc_laps(
    session: &mut Session<'_>,
    recorders: &mut [Recorder<'_>],
    release: Release,
) -> Result<(), String> {
    let phase = session.phase(0).ok_or("no phase 0")?;
    let counter = session.counter(0).ok_or("no counter 0")?;
    let mut chance = Chance::new(64);
    for _ in 0..999 {
        for recorder in &mut *recorders {
            match chance.below(4) {
                0 => recorder.alloc(&std::array::from_fn(|_| chance.word()))?,
                1 => recorder.begin(release, 0, phase),
                2 => recorder.end(release, 0, phase),
                _ => recorder.counter(release, 0, counter, u64::MAX),
            }
        }
    }
    Ok(())
}

fn laps(
    session: &mut Session<'_>,
    recorders: &mut [Recorder<'_>],
    _: Release,
) -> Result<(), String> {
    let names: [&[u8]; 3] = [b"one", b"two", b"three"];
    let names = names.map(|name| register(session, name));
    let names = names.into_iter().collect::<Result<Vec<_>, _>>()?;
    let mut chance = Chance::new(1024);
    for _ in 0..5003 {
        for recorder in &mut *recorders {
            any(recorder, &names, &mut chance)?;
        }
    }
    Ok(())
}

/// One event or another of a producer that is not OCaml, custom ones up to the longest that the ring takes.
pub(crate) fn any(
    recorder: &mut Recorder<'_>,
    names: &[Named],
    chance: &mut Chance,
) -> Result<(), String> {
    let name = names.get(chance.below(names.len().max(1))).ok_or("no names")?;
    match chance.below(8) {
        0 => recorder.unit(name),
        1 => recorder.span_begin(name),
        2 => recorder.span_end(name),
        3 => recorder.int(name, chance.word().cast_signed()),
        4 => recorder.int(name, -1),
        5 => recorder.custom(name, &vec![0xff; chance.below(24)])?,
        kind => {
            let limit = if kind == 6 { 64 } else { recorder.custom_max_bytes() + 1 };
            let data: Vec<u8> =
                (0..chance.below(limit)).map(|_| chance.word().to_le_bytes()[0]).collect();
            recorder.custom(name, &data)?;
        }
    }
    Ok(())
}
