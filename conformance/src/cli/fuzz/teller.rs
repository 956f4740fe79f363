//! What a run of `eventring fuzz` prints as it goes.

use std::io::{IsTerminal, stderr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::fuzzing::Progress;

/// Tells how far a run is: on a terminal at every moment, elsewhere now and then.
pub(super) struct Teller {
    bar: ProgressBar,
    what: &'static str,
    next: Mutex<Instant>,
    start: Instant,
}

/// How often a run is told of where nobody watches.
const EVERY: Duration = Duration::from_secs(10);

impl Teller {
    /// Of a run over these.
    pub(super) fn new(what: &'static str) -> Self {
        let bar = ProgressBar::new_spinner();
        if let Ok(style) =
            ProgressStyle::with_template(&format!("{{spinner}} {{pos}} {what}, {{per_sec}}"))
        {
            bar.set_style(style);
        }
        let start = Instant::now();
        Self { bar, what, next: Mutex::new(start + EVERY), start }
    }

    pub(super) fn tell(&self, progress: Progress<'_>) {
        match progress {
            Progress::Found { case, finding } => {
                let seconds = self.start.elapsed().as_secs_f64();
                self.bar.suspend(|| println!("{seconds:.1} s: case {case}: {finding}"));
            }
            Progress::Case(judged) => {
                self.bar.set_position(judged);
                let Ok(mut next) = self.next.try_lock() else { return };
                if !stderr().is_terminal() && *next <= Instant::now() {
                    *next += EVERY;
                    println!("{judged} {} in {} s", self.what, self.start.elapsed().as_secs());
                }
            }
        }
    }

    pub(super) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
