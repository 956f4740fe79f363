//! What `CONTRIBUTING.md` says of the sources, held against them. Only tests need this.

mod imports;
mod length;
pub(crate) mod sources;
mod words;

/// The text that shows the house.
const CONTRIBUTING: &str = include_str!("../../CONTRIBUTING.md");

/// The lines of a text from one that is `heading` to the next heading.
fn section(heading: &str) -> impl Iterator<Item = &'static str> {
    let lines = CONTRIBUTING.lines().skip_while(move |line| *line != heading).skip(1);
    lines.take_while(|line| !line.starts_with("## "))
}
