//! Progress, shown where somebody looks: on a terminal, and not for what is done at once.

use std::time::Duration;

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

fn style(template: &str) -> ProgressStyle {
    // All of them are right; a wrong one is no reason to fail.
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Fewer words are read in a quarter of a second.
const WORTH_A_BAR: u64 = 1 << 22;
/// For less nobody wonders.
const WORTH_A_WORD: Duration = Duration::from_secs(1);
