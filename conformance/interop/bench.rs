//! How much our reader loses beside OCaml's own, and how much either slows the writer, a real OCaml.

use std::fs::read_to_string;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::child::Talking;

/// Turns to be taken: each is a writer of its own with one reader, or none, beside it.
pub(crate) struct Bench {
    pub(crate) programs: PathBuf,
    pub(crate) eventring: PathBuf,
    pub(crate) folder: PathBuf,
    pub(crate) seconds: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Beside {
    Nobody,
    C,
    OCaml,
    Ours,
}

impl Beside {
    const ALL: [Self; 4] = [Self::Nobody, Self::C, Self::OCaml, Self::Ours];

    const fn name(self) -> &'static str {
        match self {
            Self::Nobody => "alone",
            Self::C => "OCaml, C API",
            Self::OCaml => "OCaml, OCaml API",
            Self::Ours => "eventring stats",
        }
    }
}

/// One turn.
struct Turn {
    nanoseconds: f64,
    written: u64,
    delivered: u64,
    lost_words: u64,
    /// Of the lost words, those for which the reader's own log has no time without a look that was longer than a lap.
    unexplained_words: u64,
}

impl Bench {
    /// `pairs` turns of each reader, in alternation; prints medians and ranges.
    pub(crate) fn run(&self, pairs: usize) -> Result<(), String> {
        for parameters in ["e=16", "e=12"] {
            let mut turns = Beside::ALL.map(|_| Vec::new());
            for _ in 0..pairs {
                for (beside, turns) in Beside::ALL.into_iter().zip(&mut turns) {
                    let turn = self.turn(beside, parameters);
                    turns.push(turn.map_err(|error| format!("{}: {error}", beside.name()))?);
                }
            }
            println!(
                "{parameters}, {pairs} turns of {} s each: median (least to most)",
                self.seconds
            );
            let alone = spread(turns[0].iter().map(|turn| turn.nanoseconds)).1;
            for (beside, turns) in Beside::ALL.into_iter().zip(&turns) {
                let (least, median, most) = spread(turns.iter().map(|turn| turn.nanoseconds));
                print!(
                    "{:<18}{median:>7.1} ns an event ({least:.1} to {most:.1}), {:.2} x alone",
                    beside.name(),
                    median / alone
                );
                if beside != Beside::Nobody {
                    // Of unit events, which have two words.
                    let of_turn = |turn: &Turn| 50.0 * turn.lost_words as f64 / turn.written as f64;
                    let (least, median, most) = spread(turns.iter().map(of_turn));
                    print!(", lost {median:.3} % ({least:.3} to {most:.3})");
                }
                if beside == Beside::Ours {
                    let of_turn =
                        |turn: &Turn| 50.0 * turn.unexplained_words as f64 / turn.written as f64;
                    let (least, median, most) = spread(turns.iter().map(of_turn));
                    print!("; while it had a core {median:.4} % ({least:.4} to {most:.4})");
                }
                println!();
            }
        }
        self.idle()
    }

    fn writer(&self, parameters: &str) -> Result<Talking, String> {
        let mut writer = Command::new(self.programs.join("bench_unit"));
        writer.arg(self.seconds.to_string());
        writer.env("OCAML_RUNTIME_EVENTS_DIR", &self.folder).env("OCAMLRUNPARAM", parameters);
        let mut writer = Talking::start(&mut writer)?;
        writer.line()?; // It is ready.
        Ok(writer)
    }

    fn stats(&self, process_id: u32, time: Option<u64>) -> Result<Talking, String> {
        let mut stats = Command::new(&self.eventring);
        stats
            .arg("stats")
            .arg(process_id.to_string())
            .args(["--counts", "--format", "json", "--dir"]);
        stats.arg(&self.folder);
        if let Some(seconds) = time {
            stats.arg("--for").arg(seconds.to_string());
        }
        let stats = Talking::start(&mut stats)?;
        stats.wait_until_mapped()?;
        Ok(stats)
    }

    fn turn(&self, beside: Beside, parameters: &str) -> Result<Turn, String> {
        let mut writer = self.writer(parameters)?;
        let reader = match beside {
            Beside::Nobody => None,
            Beside::Ours => Some(self.stats(writer.id(), None)?),
            Beside::C | Beside::OCaml => {
                let mut attach = Command::new(self.programs.join("bench_attach"));
                attach.arg(&self.folder).arg(writer.id().to_string());
                attach.arg(if beside == Beside::C { "c" } else { "ocaml" });
                let mut reader = Talking::start(&mut attach)?;
                reader.line()?; // It is attached.
                Some(reader)
            }
        };
        writer.go_on()?;
        let written = numbers(&writer.line()?)?;
        let [count, nanoseconds] = written.as_slice() else {
            return Err(format!("the writer says {written:?}"));
        };
        // OCaml's readers end when they are told, ours with the writer.
        let (mut unexplained_words, lap_ns) = (0, nanoseconds / 2.0 * ring_words(parameters));
        let counts = match (beside, reader) {
            (Beside::Ours, Some(reader)) => {
                writer.finish()?;
                let stats: Value =
                    serde_json::from_str(&reader.finish()?).map_err(|e| e.to_string())?;
                for loss in stats["losses"].as_array().ok_or("no losses")? {
                    if loss["unwatched_ns"].as_f64().is_none_or(|time_ns| time_ns <= lap_ns) {
                        unexplained_words += loss["words"].as_u64().ok_or("no words")?;
                    }
                }
                ["events", "lost_words"].map(|name| stats["all"][name].as_u64().unwrap_or(u64::MAX))
            }
            (_, reader) => {
                let text = reader.map(Talking::finish).transpose()?;
                writer.finish()?;
                match numbers(&text.unwrap_or_default())?.as_slice() {
                    [events, lost_words] => [*events as u64, *lost_words as u64],
                    _ => [0, 0],
                }
            }
        };
        let [delivered, lost_words] = counts;
        let turn = Turn {
            nanoseconds: *nanoseconds,
            written: *count as u64,
            delivered,
            lost_words,
            unexplained_words,
        };
        // All but a little padding, and what the runtime wrote beside.
        let known = turn.delivered + turn.lost_words / 2;
        if beside != Beside::Nobody && known.abs_diff(turn.written) > turn.written / 100 + 1000 {
            return Err(format!(
                "{} written, {delivered} delivered, {lost_words} words lost",
                turn.written
            ));
        }
        Ok(turn)
    }

    /// What our reader takes of a core where nothing is written, and what a program takes that sleeps as often as it
    /// looks and does nothing else.
    fn idle(&self) -> Result<(), String> {
        let writer = self.writer("d=128")?;
        // Longer than it is looked at.
        let stats = self.stats(writer.id(), Some(2 * self.seconds + 10))?;
        let ours = self.share_of_a_core(stats.id())?;
        drop(stats);
        writer.finish()?;
        let interop = std::env::current_exe().map_err(|error| error.to_string())?;
        let sleeper = Talking::start(Command::new(interop).arg("sleep"))?;
        let sleeping = self.share_of_a_core(sleeper.id())?;
        println!(
            "eventring stats on 128 idle rings, looking a thousand times a second: {ours:.2} % of a core; a program that \
             sleeps a thousand times a second: {sleeping:.2} %"
        );
        Ok(())
    }

    /// In percent, once the process has settled.
    fn share_of_a_core(&self, process_id: u32) -> Result<f64, String> {
        let schedule = Path::new("/proc").join(process_id.to_string()).join("schedstat");
        let on_core = || -> Result<f64, String> {
            let text = read_to_string(&schedule).map_err(|error| error.to_string())?;
            numbers(&text)?.first().copied().ok_or_else(|| text.clone())
        };
        sleep(Duration::from_secs(1));
        let (started, before) = (Instant::now(), on_core()?);
        sleep(Duration::from_secs(self.seconds));
        Ok(100.0 * (on_core()? - before) / started.elapsed().as_nanos() as f64)
    }
}

/// Sleeps a millisecond at a time, for ever.
pub(crate) fn sleep_on() -> ! {
    loop {
        sleep(Duration::from_millis(1));
    }
}

/// Of `e=16`.
fn ring_words(parameters: &str) -> f64 {
    parameters.strip_prefix("e=").and_then(|log2| log2.parse().ok()).map_or(f64::NAN, f64::exp2)
}

fn numbers(text: &str) -> Result<Vec<f64>, String> {
    let words = text.split_ascii_whitespace();
    words.map(|word| word.parse().map_err(|_| format!("no number: {word}"))).collect()
}

/// Least, median and most.
fn spread(values: impl Iterator<Item = f64>) -> (f64, f64, f64) {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let at = |index: usize| values.get(index).copied().unwrap_or(f64::NAN);
    (at(0), at(values.len() / 2), at(values.len().saturating_sub(1)))
}
