//! A certification as TAP, version 14.

use std::io::{self, Write};

use crate::certify::{Certification, Verdict};

/// Writes a line for each case, with a YAML block where something is wrong.
///
/// # Errors
///
/// `out` could not be written.
pub fn tap(out: &mut dyn Write, run: &Certification) -> io::Result<()> {
    let breaches = run.breaches();
    let extra: Vec<&String> = run.unused.iter().chain(&breaches).collect();
    writeln!(out, "TAP version 14")?;
    writeln!(out, "1..{}", run.results.len() + extra.len())?;
    let mut number = 0;
    for result in &run.results {
        number += 1;
        let (ok, directive) = match &result.verdict {
            Verdict::Passed => ("ok", String::new()),
            Verdict::Failed(_) | Verdict::Unexpected(..) => ("not ok", String::new()),
            Verdict::Warned(failure) => ("ok", format!(" # SKIP broken SHOULD {}", failure.clause)),
            Verdict::Deviated(_, deviation) => (
                "not ok",
                format!(" # TODO {}: {}", deviation.kind.name(), one_line(&deviation.reason)),
            ),
            Verdict::Observed(why) | Verdict::NotApplicable(why) | Verdict::Skipped(why) => {
                ("ok", format!(" # SKIP {}", one_line(why)))
            }
        };
        writeln!(out, "{ok} {number} - {}{directive}", one_line(&result.name))?;
        let Some(failure) = result.failure() else { continue };
        writeln!(out, "  ---")?;
        for (key, value) in [
            ("message", failure.message.as_str()),
            ("clause", &failure.clause),
            ("expected", &failure.expected),
            ("got", &failure.got),
            ("repeat", &run.repeat_case(&result.name)),
        ] {
            // A JSON string is a YAML one.
            writeln!(out, "  {key}: {}", serde_json::to_string(value)?)?;
        }
        if let Some(kept) = &result.kept {
            writeln!(out, "  kept: {}", serde_json::to_string(kept)?)?;
        }
        if let Some(offset) = failure.offset_bytes {
            writeln!(out, "  byte: {offset}")?;
        }
        writeln!(out, "  ...")?;
    }
    for entry in extra {
        number += 1;
        writeln!(out, "not ok {number} - {}", one_line(entry))?;
    }
    Ok(())
}

/// A description: no line break, and no `#`, which would begin a directive.
pub(super) fn one_line(text: &str) -> String {
    text.chars()
        .flat_map(|char| match char {
            '#' | '\\' => vec!['\\', char],
            char if char.is_control() => vec![' '],
            char => vec![char],
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_is_one_line_without_directive() {
        assert_eq!(one_line("a # TODO b\nc\\"), r"a \# TODO b c\\");
    }
}
