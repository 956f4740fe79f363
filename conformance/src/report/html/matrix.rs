//! The matrix of clauses and mutants, as a page.

use serde::Serialize;

use super::{RenderError, page};
use crate::mutants::{Matrix, Mutant, Row};

/// So many of the cases that see a mutant are named.
const MOST_NAMED: usize = 4;

#[derive(Serialize)]
struct Page<'a> {
    matrix: &'a Matrix,
    sound: bool,
    wrong: Vec<&'a Mutant>,
    gaps: usize,
    families: Vec<Family<'a>>,
}

/// The clauses whose names begin alike, and the mutants that break them.
#[derive(Serialize)]
struct Family<'a> {
    name: &'static str,
    mutants: Vec<MutantView<'a>>,
    rows: Vec<RowView>,
}

#[derive(Serialize)]
struct MutantView<'a> {
    name: &'static str,
    side: &'static str,
    does: &'static str,
    seen: String,
    #[serde(skip)]
    mutant: &'a Mutant,
}

#[derive(Serialize)]
struct RowView {
    clause: &'static str,
    cells: Vec<Cell>,
    remarks: Vec<Remark>,
}

#[derive(Serialize)]
struct Cell {
    mark: &'static str,
    class: &'static str,
}

#[derive(Serialize)]
struct Remark {
    class: &'static str,
    text: String,
}

/// The page of a matrix.
///
/// # Errors
///
/// The template does not take it, which a test excludes.
pub fn matrix_html(matrix: &Matrix) -> Result<String, RenderError> {
    let mut families: Vec<Family<'_>> = Vec::new();
    for row in &matrix.clauses {
        let name = family(row.clause);
        if families.iter().all(|family| family.name != name) {
            let of_family = matrix.mutants.iter().filter(|mutant| family(mutant.clause) == name);
            let mutants = of_family.map(view).collect();
            families.push(Family { name, mutants, rows: Vec::new() });
        }
        if let Some(family) = families.iter_mut().find(|family| family.name == name) {
            let cells = family.mutants.iter().map(|view| cell(row, view.mutant)).collect();
            let remarks = remarks(row);
            family.rows.push(RowView { clause: row.clause, cells, remarks });
        }
    }
    page(
        "matrix.html",
        Page {
            matrix,
            sound: matrix.is_sound(),
            wrong: matrix.mutants.iter().filter(|mutant| mutant.wrong.is_some()).collect(),
            gaps: matrix.clauses.iter().filter(|row| !row.gaps.is_empty()).count(),
            families,
        },
    )
}

fn family(clause: &'static str) -> &'static str {
    clause.split('.').next().unwrap_or(clause)
}

fn view(mutant: &Mutant) -> MutantView<'_> {
    let mut seen: Vec<&str> = mutant.failed.iter().map(String::as_str).take(MOST_NAMED).collect();
    let more = mutant.failed.len().saturating_sub(seen.len());
    let rest = format!("{more} more");
    if more > 0 {
        seen.push(&rest);
    }
    let seen = if seen.is_empty() { "nothing".to_owned() } else { seen.join(", ") };
    let Mutant { name, does, .. } = *mutant;
    MutantView { name, side: mutant.side.name(), does, seen, mutant }
}

fn cell(row: &Row, mutant: &Mutant) -> Cell {
    match (mutant.clause == row.clause, &mutant.wrong) {
        (true, None) => Cell { mark: "●", class: "good" },
        (true, Some(_)) => Cell { mark: "✕", class: "bad" },
        // Of a producer it is clauses that see it, of a consumer cases.
        (false, _) if mutant.failed.contains(row.clause) => Cell { mark: "○", class: "" },
        (false, _) => Cell { mark: "", class: "" },
    }
}

fn remarks(row: &Row) -> Vec<Remark> {
    let reasons = row.reasons.iter().map(|(side, reason)| Remark {
        class: "quiet",
        text: format!("no {}: {reason}", side.name()),
    });
    let not_yet = row
        .not_yet
        .iter()
        .map(|side| Remark { class: "warn", text: format!("no {} yet", side.name()) });
    let gaps =
        row.gaps.iter().map(|side| Remark { class: "bad", text: format!("no {}", side.name()) });
    reasons.chain(not_yet).chain(gaps).collect()
}
