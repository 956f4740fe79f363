//! The matrix for people.

use std::fmt::Write;

use super::{Matrix, Row, Side};

/// A line for each clause that must hold or has mutants, with its mutants by side, and what is wrong at the end.
pub fn text(matrix: &Matrix) -> String {
    let mut out = String::new();
    // Writing into a string cannot fail.
    let _ = write(matrix, &mut out);
    out
}

fn write(matrix: &Matrix, out: &mut String) -> std::fmt::Result {
    let rows: Vec<&Row> =
        matrix.clauses.iter().filter(|row| row.level == "MUST" || has_mutants(row)).collect();
    let width = rows.iter().map(|row| row.clause.len()).max().unwrap_or(0);
    for row in &rows {
        write!(out, "{:width$}  {:6}", row.clause, row.level)?;
        for (side, names) in [(Side::Producer, &row.producers), (Side::Consumer, &row.consumers)] {
            if !names.is_empty() {
                write!(out, "  {}: {}", side.name(), names.join(", "))?;
            }
        }
        for (side, reason) in &row.reasons {
            write!(out, "  no {}: {reason}", side.name())?;
        }
        for side in &row.not_yet {
            write!(out, "  no {} yet", side.name())?;
        }
        for side in &row.gaps {
            write!(out, "  GAP: no {}", side.name())?;
        }
        writeln!(out)?;
    }
    writeln!(out)?;
    for mutant in &matrix.mutants {
        if let Some(wrong) = &mutant.wrong {
            let side = mutant.side.name();
            writeln!(out, "wrong: {side} {} of {}: {wrong}", mutant.name, mutant.clause)?;
        }
    }
    for what in &matrix.right_ones_fail {
        writeln!(out, "wrong: a right producer or consumer fails {what}")?;
    }
    let count = |test: fn(&Row) -> bool| rows.iter().filter(|row| test(row)).count();
    let wrong = matrix.mutants.iter().filter(|mutant| mutant.wrong.is_some()).count();
    writeln!(
        out,
        "{} mutants, {wrong} wrong; {} clauses: {} with a mutant, {} with a reason, {} to come, {} gaps",
        matrix.mutants.len(),
        rows.len(),
        count(has_mutants),
        count(|row| !row.reasons.is_empty()),
        count(|row| !row.not_yet.is_empty()),
        count(|row| !row.gaps.is_empty()),
    )
}

fn has_mutants(row: &Row) -> bool {
    !row.producers.is_empty() || !row.consumers.is_empty()
}
