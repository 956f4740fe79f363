//! Totals as a table.

use std::fmt::{self, Display, Formatter};

use super::{RingTotals, Stats, Totals};

use crate::counted::Counted;

impl Display for Stats {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "file   {}", self.file)?;
        if let Some(watched_ns) = self.watched_ns {
            write!(f, ", watched for {} s", Seconds(watched_ns))?;
        }
        writeln!(f, "\n")?;
        writeln!(
            f,
            "ring {:>14} {:>14} {:>14} {:>14} {:>14} {:>16} {:>12}",
            "events", "words", "padding words", "lost words", "(before)", "time, s", "events/s"
        )?;
        for RingTotals { ring, totals, .. } in &self.rings {
            write_line(f, &ring.to_string(), totals)?;
        }
        write_line(f, "all", &self.all)?;
        if let Some(longest_ns) = self.losses.iter().map(|loss| loss.unwatched_ns).max() {
            let times = Counted(self.losses.len() as u64, "time");
            write!(f, "\nlost at {times}; longest without a look {} s\n", Seconds(longest_ns))?;
        }
        for ring in &self.rings {
            if let Some(fault) = &ring.fault {
                write!(f, "\nring {} ends early: {fault}\n", ring.ring)?;
            }
        }
        match &self.run {
            Some(run) => run.fmt(f),
            None => Ok(()),
        }
    }
}

fn write_line(f: &mut Formatter<'_>, ring: &str, totals: &Totals) -> fmt::Result {
    let rate = totals.events_per_second.map_or_else(|| "-".to_owned(), |rate| format!("{rate:.0}"));
    writeln!(
        f,
        "{ring:>4} {:>14} {:>14} {:>14} {:>14} {:>14} {:>16} {rate:>12}",
        totals.events,
        totals.words,
        totals.padding_words,
        totals.lost_words,
        totals.lost_before_words,
        Seconds(totals.duration_ns).to_string(),
    )
}

/// Nanoseconds, shown as seconds.
struct Seconds(u64);

impl Display for Seconds {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:09}", self.0 / 1_000_000_000, self.0 % 1_000_000_000)
    }
}
