//! Progress, shown where somebody looks.

use indicatif::{ProgressBar, ProgressStyle};

/// So many words to read; shown on a terminal only, and not for what is read at once.
pub(super) fn words_bar(words: u64) -> ProgressBar {
    let bar = if words < WORTH_A_BAR { ProgressBar::hidden() } else { ProgressBar::new(words) };
    let bytes = "{bar:30} {percent:>3} % of {len} words, {eta} left";
    bar.with_style(
        ProgressStyle::with_template(bytes).unwrap_or_else(|_| ProgressStyle::default_bar()),
    )
}

/// Fewer are read in a quarter of a second.
const WORTH_A_BAR: u64 = 1 << 22;
