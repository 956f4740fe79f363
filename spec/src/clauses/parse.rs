//! From the text of `SPEC.md` to its clauses. A block quote that is no clause is reported and left
//! out; the others are read all the same.

use super::lines::{Place, is_clause_name, lines};
use super::{Clause, Defect, DefectKind, Level, Role};

/// The clauses of a text, and the defects of those block quotes that are none.
pub(super) fn parse(spec: &str) -> (Vec<Clause>, Vec<Defect>) {
    let mut clauses = Vec::new();
    let mut defects = Vec::new();
    let mut open: Option<Clause> = None;
    let mut was_quoted = false;
    for line in lines(spec) {
        let is_quoted = line.place == Place::Quoted;
        if !is_quoted {
            clauses.extend(open.take());
        } else if !was_quoted {
            match head(line.text, line.number) {
                Ok(clause) => open = Some(clause),
                Err(kind) => defects.push(Defect { line: line.number, kind }),
            }
        } else if line.text.starts_with("**") {
            let kind = DefectKind::ClausesNotApart;
            defects.push(Defect { line: line.number, kind });
        } else if let Some(clause) = &mut open {
            clause.text.push(' ');
            clause.text.push_str(line.text);
        }
        was_quoted = is_quoted;
    }
    clauses.extend(open);
    (clauses, defects)
}

/// `**clause.name** (LEVEL, role): text`
fn head(line: &str, number: usize) -> Result<Clause, DefectKind> {
    let not_a_clause = || DefectKind::NotAClause(line.to_owned());
    let (name, rest) = line
        .strip_prefix("**")
        .and_then(|rest| rest.split_once("** ("))
        .ok_or_else(not_a_clause)?;
    let (level, rest) = rest.split_once(", ").ok_or_else(not_a_clause)?;
    let (role, text) = rest.split_once("): ").ok_or_else(not_a_clause)?;
    if !is_clause_name(name) {
        return Err(DefectKind::BadName(name.to_owned()));
    }
    let level = Level::ALL
        .into_iter()
        .find(|known| known.name() == level)
        .ok_or_else(|| DefectKind::UnknownLevel(level.to_owned()))?;
    let role = Role::ALL
        .into_iter()
        .find(|known| known.name() == role)
        .ok_or_else(|| DefectKind::UnknownRole(role.to_owned()))?;
    Ok(Clause { name: name.to_owned(), level, role, text: text.to_owned(), line: number })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins_lines_and_ends_at_the_quote() {
        let (clauses, defects) = parse(
            "Text.\n\n> **a.b** (MUST, both): One MUST\n> go on.\n\n> **a.c** (WITHDRAWN, producer): Gone.",
        );
        assert_eq!(defects, []);
        assert_eq!(
            clauses,
            [
                Clause {
                    name: "a.b".into(),
                    level: Level::Must,
                    role: Role::Both,
                    text: "One MUST go on.".into(),
                    line: 3
                },
                Clause {
                    name: "a.c".into(),
                    level: Level::Withdrawn,
                    role: Role::Producer,
                    text: "Gone.".into(),
                    line: 6
                },
            ]
        );
    }

    #[test]
    fn reads_on_after_a_bad_one() {
        let (clauses, defects) = parse("> what\n> ever\n\n> **a.c** (MAY, producer): It MAY.");
        assert_eq!(defects, [Defect { line: 1, kind: DefectKind::NotAClause("what".into()) }]);
        assert_eq!(clauses.len(), 1);
        assert_eq!(clauses[0].name(), "a.c");
    }
}
