//! What there is to see at one moment.

use super::Watched;
use crate::inspect::stats::time;
use crate::inspect::tree::TreeLines;
use crate::inspect::{Lengths, RunStats, Tree};
use crate::run::Run;

/// All texts of the screen.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// What is watched, how fast it writes, how it has ended.
    pub head: String,
    /// Fibers and contexts.
    pub tree: Vec<String>,
    /// How long the collector kept domains from running.
    pub pauses: Vec<String>,
    /// What is missing.
    pub losses: Vec<String>,
    /// What the program and the library say, latest last.
    pub log: Vec<String>,
}

impl Shown {
    /// Of a run as it is now. `events_per_second`: if it was watched for long enough. `ended`: why no more comes.
    pub fn of(
        what: &str,
        run: &Run,
        watched: &Watched,
        events_per_second: Option<f64>,
        with_ended: bool,
        ended: Option<&str>,
    ) -> Self {
        let stats = watched.summary.clone().finish(run);
        let first_ns = run.first_ns().unwrap_or(0);
        let lasted = time(run.now_ns().saturating_sub(first_ns));
        let state = match (ended, events_per_second) {
            (Some(ended), _) => ended.to_owned(),
            (None, Some(events_per_second)) => format!("{events_per_second:.0} events/s"),
            (None, None) => "just begun".to_owned(),
        };
        let log = watched.log.iter();
        Self {
            head: format!("{what}: {lasted}, {state}"),
            tree: tree(what, run, with_ended),
            pauses: pauses(&stats),
            losses: losses(&stats, first_ns),
            log: log
                .map(|(at_ns, text)| format!("{} {text}", time(at_ns.saturating_sub(first_ns))))
                .collect(),
        }
    }
}

fn tree(what: &str, run: &Run, with_ended: bool) -> Vec<String> {
    let tree = Tree::of(what.to_owned(), run, with_ended, None);
    let text = TreeLines::of(&tree).to_string();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if tree.ended > 0 {
        lines.extend([String::new(), format!("{} more have ended; a shows them", tree.ended)]);
    }
    if lines.is_empty() { vec!["no fibers of Eio".to_owned()] } else { lines }
}

fn pauses(stats: &RunStats) -> Vec<String> {
    let mut lines = vec![heading(), row("all", &stats.pauses)];
    let domains = stats.domains.iter();
    lines.extend(domains.map(|domain| row(&format!("ring {}", domain.ring), &domain.pauses)));
    lines.push(format!(
        "{} minor collections, {} major cycles",
        stats.minor_collections, stats.major_cycles
    ));
    lines
}

fn heading() -> String {
    format!("{:<9}{:>9}{:>11}{:>11}{:>11}", "", "count", "p50", "p99", "max")
}

fn row(name: &str, lengths: &Lengths) -> String {
    let shown = |length: Option<u64>| length.map_or_else(|| "-".to_owned(), time);
    format!(
        "{name:<9}{:>9}{:>11}{:>11}{:>11}",
        lengths.count,
        shown(lengths.p50_ns),
        shown(lengths.p99_ns),
        shown(lengths.max_ns)
    )
}

fn losses(stats: &RunStats, first_ns: u64) -> Vec<String> {
    let lines: Vec<String> = stats
        .incomplete
        .iter()
        .map(|missing| {
            let since = match missing.known_until_ns {
                Some(until_ns) => format!("since {}", time(until_ns.saturating_sub(first_ns))),
                None => "from the begin on".to_owned(),
            };
            let (ring, words, losses) = (missing.ring, missing.lost_words, missing.losses);
            let s = if losses == 1 { "loss" } else { "losses" };
            format!("ring {ring}: {words} words in {losses} {s}; incomplete {since}")
        })
        .collect();
    if lines.is_empty() { vec!["nothing was lost".to_owned()] } else { lines }
}
