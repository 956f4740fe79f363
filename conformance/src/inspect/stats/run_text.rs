//! What a run shows, for people.

use std::fmt::{self, Display, Formatter};

use super::latency::Lengths;
use super::run::{CounterStats, DomainStats, Incomplete, PhaseStats, RunStats};
use super::scheduler::SchedulerStats;
use super::user::{UserIntStats, UserSpanStats};
use crate::counted::Counted;
use crate::record::Name;

impl Display for RunStats {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_incomplete(f, &self.incomplete)?;
        write_collector(f, self)?;
        write_phases(f, &self.phases)?;
        write_counters(f, &self.counters)?;
        write_user_spans(f, &self.user_spans)?;
        write_user_ints(f, &self.user_ints)?;
        if let Some(scheduler) = &self.scheduler {
            write_scheduler(f, scheduler, &self.domains)?;
        }
        for (flaw, count) in &self.flaws {
            let fit = if *count == 1 { "event that does" } else { "events that do" };
            writeln!(f, "\n{count} {fit} not fit: {flaw}")?;
        }
        Ok(())
    }
}

fn write_incomplete(f: &mut Formatter<'_>, all: &[Incomplete]) -> fmt::Result {
    for missing in all {
        write!(f, "\nring {} is incomplete", missing.ring)?;
        match missing.known_until_ns {
            Some(at_ns) => write!(f, " after {at_ns} ns")?,
            None => f.write_str(" from its beginning")?,
        }
        if missing.losses > 0 {
            let places = Counted(missing.losses, "place");
            write!(f, ", {} lost at {places}", Counted(missing.lost_words, "word"))?;
        }
        if missing.pauses > 0 {
            write!(f, ", recording paused {}", Counted(missing.pauses, "time"))?;
        }
        if missing.is_faulted {
            f.write_str(", it ends early")?;
        }
    }
    let incomplete = !all.is_empty();
    if incomplete { writeln!(f, "\nThe figures below are of what was read.") } else { Ok(()) }
}

fn write_lengths_heading(f: &mut Formatter<'_>, what: &str) -> fmt::Result {
    writeln!(
        f,
        "\n{what:<24} {:>9} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10}",
        "count", "total", "median", "90 %", "99 %", "99.9 %", "longest"
    )
}

fn write_lengths(f: &mut Formatter<'_>, what: &str, lengths: &Lengths) -> fmt::Result {
    let shown = |length_ns: Option<u64>| length_ns.map_or_else(|| "-".to_owned(), time);
    writeln!(
        f,
        "{what:<24} {:>9} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10}",
        lengths.count,
        time(lengths.total_ns),
        shown(lengths.p50_ns),
        shown(lengths.p90_ns),
        shown(lengths.p99_ns),
        shown(lengths.p999_ns),
        shown(lengths.max_ns)
    )
}

fn write_collector(f: &mut Formatter<'_>, stats: &RunStats) -> fmt::Result {
    write_lengths_heading(f, "pauses")?;
    for domain in &stats.domains {
        write_lengths(f, &format!("ring {}", domain.ring), &domain.pauses)?;
    }
    write_lengths(f, "all", &stats.pauses)?;
    let cut: u64 = stats.domains.iter().map(|domain| domain.cut_pauses).sum();
    let unnamed: u64 = stats.domains.iter().map(|domain| domain.unnamed_pauses).sum();
    if cut > 0 {
        writeln!(f, "{cut} more whose begin is not known")?;
    }
    if unnamed > 0 {
        let releases = stats.releases.join(" or ");
        writeln!(
            f,
            "{unnamed} more that have no name in common in OCaml {releases}; see --release"
        )?;
    }
    writeln!(
        f,
        "\nminor collections {}, cycles of the major collector {}",
        stats.minor_collections, stats.major_cycles
    )
}

fn write_phases(f: &mut Formatter<'_>, phases: &[PhaseStats]) -> fmt::Result {
    if phases.is_empty() {
        return Ok(());
    }
    writeln!(
        f,
        "\n{:<32} {:>9} {:>10} {:>10} {:>7}",
        "phase, inner ones included", "count", "total", "longest", "cut"
    )?;
    phases.iter().try_for_each(|phase| {
        let longest = phase.max_ns.map_or_else(|| "-".to_owned(), time);
        writeln!(
            f,
            "{:<32} {:>9} {:>10} {longest:>10} {:>7}",
            named(phase.name.as_deref(), "phase", phase.id),
            phase.count,
            time(phase.total_ns),
            phase.cut
        )
    })
}

fn write_counters(f: &mut Formatter<'_>, counters: &[CounterStats]) -> fmt::Result {
    if counters.is_empty() {
        return Ok(());
    }
    writeln!(
        f,
        "\n{:<32} {:<12} {:>9} {:>16} {:>12} {:>12} {:>12}",
        "counter", "unit", "events", "sum", "least", "greatest", "latest"
    )?;
    let shown =
        |value: Option<u64>| value.map_or_else(|| "-".to_owned(), |value| value.to_string());
    counters.iter().try_for_each(|counter| {
        writeln!(
            f,
            "{:<32} {:<12} {:>9} {:>16} {:>12} {:>12} {:>12}",
            named(counter.name.as_deref(), "counter", counter.id),
            counter.unit.as_deref().unwrap_or("-"),
            counter.events,
            shown(counter.sum),
            shown(counter.min),
            shown(counter.max),
            shown(counter.last)
        )
    })
}

fn write_user_spans(f: &mut Formatter<'_>, all: &[UserSpanStats]) -> fmt::Result {
    if all.is_empty() {
        return Ok(());
    }
    write_lengths_heading(f, "user span")?;
    for spans in all {
        write_lengths(f, &user_named(&spans.name, spans.id), &spans.lengths)?;
    }
    for spans in all.iter().filter(|spans| spans.cut > 0) {
        let name = user_named(&spans.name, spans.id);
        writeln!(f, "{} more of {name} whose begin or end is not known", spans.cut)?;
    }
    Ok(())
}

fn write_user_ints(f: &mut Formatter<'_>, all: &[UserIntStats]) -> fmt::Result {
    if all.is_empty() {
        return Ok(());
    }
    writeln!(
        f,
        "\n{:<32} {:>9} {:>20} {:>20} {:>20}",
        "user int", "events", "least", "greatest", "latest"
    )?;
    let shown =
        |value: Option<i64>| value.map_or_else(|| "-".to_owned(), |value| value.to_string());
    all.iter().try_for_each(|ints| {
        writeln!(
            f,
            "{:<32} {:>9} {:>20} {:>20} {:>20}",
            user_named(&ints.name, ints.id),
            ints.events,
            shown(ints.min),
            shown(ints.max),
            shown(ints.last)
        )
    })
}

fn write_scheduler(
    f: &mut Formatter<'_>,
    stats: &SchedulerStats,
    domains: &[DomainStats],
) -> fmt::Result {
    write!(f, "\nfibers made {}, ended {}", stats.created, stats.ended)?;
    if stats.found > 0 {
        write!(f, ", found without a begin {}", stats.found)?;
    }
    writeln!(f, ", failures {}, lines of log {}", stats.failures, stats.logs)?;
    let runs = &stats.runs_per_fiber;
    if let (Some(min), Some(p50), Some(p99), Some(max)) = (runs.min, runs.p50, runs.p99, runs.max) {
        writeln!(f, "runs of a fiber: least {min}, median {p50}, 99 % {p99}, most {max}")?;
    }
    write_lengths_heading(f, "scheduler")?;
    write_lengths(f, "runs", &stats.runs)?;
    write_lengths(f, "waits between runs", &stats.waits)?;
    for domain in domains.iter().filter(|domain| domain.running_ns > 0 || domain.idle.count > 0) {
        write_lengths(f, &format!("idle, ring {}", domain.ring), &domain.idle)?;
    }
    Ok(())
}

fn named(name: Option<&str>, what: &str, id: u16) -> String {
    name.map_or_else(|| format!("{what} {id}"), str::to_owned)
}

fn user_named(name: &Name<'_>, index: u16) -> String {
    if name.is_none() { format!("event {index}") } else { name.to_string() }
}

/// Nanoseconds in the unit that shows them with four digits.
pub(in crate::inspect) fn time(length_ns: u64) -> String {
    let length = length_ns as f64;
    match length_ns {
        0..1_000 => format!("{length_ns} ns"),
        1_000..1_000_000 => format!("{:.2} us", length / 1e3),
        1_000_000..1_000_000_000 => format!("{:.2} ms", length / 1e6),
        _ => format!("{:.2} s", length / 1e9),
    }
}
