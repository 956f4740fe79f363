//! From the body of a text to plain lines: comments gone, loops written out.

use super::substitute::{Variables, substitute};

/// A line to be read, and where it stands in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) number: usize,
    pub(super) text: String,
}

/// More lines than this are a mistake.
const MOST_LINES: usize = 100_000;

/// The lines of a body that begins on line `first` of its text.
///
/// # Errors
///
/// The line at fault, and what is wrong with it.
pub(super) fn expand(body: &str, first: usize) -> Result<Vec<Line>, (usize, String)> {
    let lines = (first..)
        .zip(body.lines())
        .map(|(number, text)| Line { number, text: without_comment(text).trim().to_owned() });
    let lines: Vec<Line> = lines.filter(|line| !line.text.is_empty()).collect();
    let mut out = Vec::new();
    block(&lines, &mut Vec::new(), &mut out)?;
    Ok(out)
}

/// The text up to a `#` that stands at the start or after a space, outside quotes. Records have no comments.
fn without_comment(text: &str) -> &str {
    if text.trim_start().starts_with('{') {
        return text;
    }
    let (mut quoted, mut before) = (false, ' ');
    for (index, next) in text.char_indices() {
        match next {
            '"' if before != '\\' => quoted = !quoted,
            '#' if !quoted && before.is_whitespace() => return text.split_at(index).0,
            _ => {}
        }
        before = next;
    }
    text
}

fn block(
    mut lines: &[Line],
    variables: &mut Variables,
    out: &mut Vec<Line>,
) -> Result<(), (usize, String)> {
    while let Some((line, rest)) = lines.split_first() {
        lines = rest;
        let number = line.number;
        let text = substitute(&line.text, variables).map_err(|message| (number, message))?;
        let Some(head) = text.strip_prefix("each ") else {
            if text == "done" {
                return Err((number, "`done` without `each`".to_owned()));
            }
            if out.len() >= MOST_LINES {
                return Err((number, format!("more than {MOST_LINES} lines")));
            }
            out.push(Line { number, text });
            continue;
        };
        let end = matching_done(lines).ok_or((number, "`each` without `done`".to_owned()))?;
        let (inside, after) = lines.split_at(end);
        for values in rounds(head).map_err(|message| (number, message))? {
            let count = values.len();
            variables.extend(values);
            block(inside, variables, out)?;
            variables.truncate(variables.len() - count);
        }
        lines = after.get(1..).unwrap_or_default();
    }
    Ok(())
}

fn matching_done(lines: &[Line]) -> Option<usize> {
    let mut open = 1_usize;
    lines.iter().position(|line| {
        if line.text.starts_with("each ") {
            open += 1;
        } else if line.text == "done" {
            open -= 1;
        }
        open == 0
    })
}

/// The variables of each round of `NAME .. in VALUE ..`: a value is a range `1..9`, or one part for each name,
/// with `:` between them.
fn rounds(head: &str) -> Result<Vec<Variables>, String> {
    let (names, values) = head.split_once(" in ").ok_or("`each` without `in`")?;
    let names: Vec<&str> = names.split_whitespace().collect();
    let mut rounds = Vec::new();
    for value in values.split_whitespace() {
        if let Some((from, to)) = value.split_once("..") {
            let number = |text: &str| text.parse::<u64>().map_err(|_| format!("range {value}"));
            let (from, to) = (number(from)?, number(to)?);
            let [name] = names.as_slice() else {
                return Err(format!("range {value} for more than one name"));
            };
            if to.saturating_sub(from) >= MOST_LINES as u64 {
                return Err(format!("range {value} is too long"));
            }
            rounds.extend((from..=to).map(|value| vec![((*name).to_owned(), value.to_string())]));
            continue;
        }
        let parts: Vec<&str> = value.split(':').collect();
        if parts.len() != names.len() {
            return Err(format!("{value} has {} parts for {} names", parts.len(), names.len()));
        }
        let pairs = names.iter().zip(parts);
        rounds.push(pairs.map(|(name, part)| ((*name).to_owned(), part.to_owned())).collect());
    }
    Ok(rounds)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(body: &str) -> Result<Vec<String>, (usize, String)> {
        Ok(expand(body, 1)?.into_iter().map(|line| line.text).collect())
    }

    #[test]
    fn loops_are_written_out() {
        let body = "a # comment\neach x y in 1:u 2:v\n  each z in 0..1 7\n    $x$y$z\n  done\ndone\n\nname 1 \"a # b\"\n{#";
        let lines = ["a", "1u0", "1u1", "1u7", "2v0", "2v1", "2v7", "name 1 \"a # b\"", "{#"];
        assert_eq!(texts(body).unwrap(), lines);
    }

    #[test]
    fn the_line_at_fault_is_told() {
        for (body, line) in [
            ("a\ndone", 2),
            ("a\neach x in 1", 2),
            ("each x in 1\n$y\ndone", 2),
            ("each x y in 1\ndone", 1),
            ("each x in 0..9999999\ndone", 1),
            ("each x\ndone", 1),
        ] {
            assert_eq!(texts(body).unwrap_err().0, line, "{body}");
        }
    }
}
