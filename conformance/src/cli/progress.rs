//! Progress, shown where somebody looks: on a terminal, and not for what is done at once. What takes minutes is told of in a
//! pipe too, a line now and then.

use std::io::{IsTerminal, Write, stderr};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressFinish, ProgressState, ProgressStyle};

/// So many words to read.
pub(super) fn words_bar(words: u64) -> ProgressBar {
    let bar = if words < WORTH_A_BAR { ProgressBar::hidden() } else { ProgressBar::new(words) };
    bar.with_style(style("{bar:30} {percent:>3} % of {len} words, {eta} left"))
}

/// What is being done, and for how long: for what does not know how far it is. It is gone when the value is.
pub(super) fn waiting(what: impl Into<String>) -> ProgressBar {
    let what = what.into();
    // An empty line for the first moment, so that nothing flashes up where it takes no time.
    let text = move |state: &ProgressState, line: &mut dyn std::fmt::Write| {
        if state.elapsed() >= WORTH_A_WORD {
            // The line is a string.
            let _ = write!(line, "{what}, {} s", state.elapsed().as_secs());
        }
    };
    let bar = ProgressBar::new_spinner()
        .with_style(style("{late}").with_key("late", text))
        .with_finish(ProgressFinish::AndClear);
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

/// How far something is that is done step by step, by several threads.
pub(super) struct Steps {
    bar: ProgressBar,
    told: Arc<Mutex<Told>>,
    /// Who tells of it where there is no terminal; it ends when the sender is gone.
    teller: Option<(Sender<()>, JoinHandle<()>)>,
}

/// What is told.
struct Told {
    done: usize,
    last: String,
}

impl Steps {
    /// So many steps, where that is known; `what` is the word for several. With `quiet` nothing is told.
    pub(super) fn new(what: &'static str, of: Option<usize>, quiet: bool) -> Self {
        let told = Arc::new(Mutex::new(Told { done: 0, last: String::new() }));
        let bar =
            match of {
                _ if quiet => ProgressBar::hidden(),
                Some(steps) => ProgressBar::new(steps as u64)
                    .with_style(style("{bar:30} {pos}/{len} {wide_msg}")),
                None => ProgressBar::new_spinner()
                    .with_style(style(&format!("{{spinner}} {{pos}} {what}"))),
            };
        let is_piped = !quiet && !stderr().is_terminal();
        let teller = is_piped.then(|| {
            let (stop, stopped) = channel();
            let (told, start) = (Arc::clone(&told), Instant::now());
            let tell = move || {
                while stopped.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
                    let line = told.lock().unwrap_or_else(PoisonError::into_inner).line(what, of);
                    // Who does not listen need not be told.
                    let _ = writeln!(stderr(), "{line}, {} s", start.elapsed().as_secs());
                }
            };
            (stop, thread::spawn(tell))
        });
        Self { bar, told, teller }
    }

    /// One more is done, which is called so.
    pub(super) fn done(&self, name: &str) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        told.done += 1;
        name.clone_into(&mut told.last);
        self.bar.set_message(name.to_owned());
        self.bar.set_position(told.done as u64);
    }
}

impl Told {
    fn line(&self, what: &str, of: Option<usize>) -> String {
        let of = of.map(|steps| format!(" of {steps}")).unwrap_or_default();
        let last = if self.last.is_empty() { String::new() } else { format!(", {}", self.last) };
        format!("{}{of} {what}{last}", self.done)
    }
}

impl Drop for Steps {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
        if let Some((stop, teller)) = self.teller.take() {
            drop(stop);
            // It has nothing to say but what it said.
            let _ = teller.join();
        }
    }
}

fn style(template: &str) -> ProgressStyle {
    // All of them are right; a wrong one is no reason to fail.
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// How often a pipe is told.
const EVERY: Duration = Duration::from_secs(5);

/// Fewer words are read in a quarter of a second.
const WORTH_A_BAR: u64 = 1 << 22;
/// For less nobody wonders.
const WORTH_A_WORD: Duration = Duration::from_secs(1);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_says_how_far_it_is_and_what_came_last() {
        let told = |done, last: &str| Told { done, last: last.to_owned() };
        assert_eq!(told(0, "").line("cases", Some(7)), "0 of 7 cases");
        assert_eq!(told(3, "vectors/a").line("cases", Some(7)), "3 of 7 cases, vectors/a");
        assert_eq!(told(12, "").line("samples", None), "12 samples");
        let steps = Steps::new("cases", Some(2), false);
        steps.done("a");
        steps.done("b");
        assert_eq!(steps.told.lock().unwrap().line("cases", Some(2)), "2 of 2 cases, b");
    }
}
