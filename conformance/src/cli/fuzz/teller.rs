//! What a run of `eventring fuzz` prints as it goes.

use std::fmt;
use std::io::{IsTerminal, Write, stderr, stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::fuzzing::Progress;

/// Tells how far a run is: on a terminal at every moment, elsewhere now and then.
pub(super) struct Teller {
    bar: ProgressBar,
    what: &'static str,
    next: Mutex<Instant>,
    start: Instant,
    stop: Arc<AtomicBool>,
}

/// How often a run is told of where nobody watches.
const EVERY: Duration = Duration::from_secs(10);

impl Teller {
    /// Of a run over these, which is told to stop where nobody reads on.
    pub(super) fn new(what: &'static str, stop: Arc<AtomicBool>) -> Self {
        let bar = ProgressBar::new_spinner();
        if let Ok(style) =
            ProgressStyle::with_template(&format!("{{spinner}} {{pos}} {what}, {{per_sec}}"))
        {
            bar.set_style(style);
        }
        let start = Instant::now();
        Self { bar, what, next: Mutex::new(start + EVERY), start, stop }
    }

    pub(super) fn tell(&self, progress: Progress<'_>) {
        match progress {
            Progress::Found { case, finding } => {
                let seconds = self.start.elapsed().as_secs_f64();
                let line = format_args!("{seconds:.1} s: case {case}: {finding}");
                self.bar.suspend(|| self.print(line));
            }
            Progress::Case(judged) => {
                self.bar.set_position(judged);
                let Ok(mut next) = self.next.try_lock() else { return };
                if !stderr().is_terminal() && *next <= Instant::now() {
                    *next += EVERY;
                    let seconds = self.start.elapsed().as_secs();
                    self.print(format_args!("{judged} {} in {seconds} s", self.what));
                }
            }
        }
    }

    fn print(&self, line: fmt::Arguments<'_>) {
        if writeln!(stdout(), "{line}").is_err() {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
