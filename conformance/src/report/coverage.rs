//! Which clauses have a check, a vector, a scenario and mutants, and which real files exercise them.

use std::collections::BTreeMap;

use eventring_spec::clauses::{Clause, Level};
use eventring_spec::recordings::Recordings;
use eventring_spec::registry::Registry;
use schemars::JsonSchema;
use serde::Serialize;

use crate::checks::{self, Outcome, Subject};
use crate::clauses;
use crate::finding::Grade;
use crate::mutants::{Matrix, Side, reason};
use crate::scenarios;
use crate::source::{Argument, Limits, read};
use crate::vectors::Vector;

/// What stands behind one clause.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Coverage {
    /// The clause.
    pub clause: &'static str,
    /// Its level, such as `MUST`.
    pub level: &'static str,
    /// Whom it binds, such as `producer`.
    pub role: &'static str,
    /// Whether `eventring check` judges it.
    pub check: bool,
    /// Whether `eventring certify producer` judges it by a session, where a file alone does not show it.
    pub session: bool,
    /// Why neither can show it, if so.
    pub unshown: Option<&'static str>,
    /// The vectors that say that they show it.
    pub vectors: Vec<String>,
    /// The scenarios that say that they show it.
    pub scenarios: Vec<&'static str>,
    /// The cases of vectors in which its check finds it broken.
    pub broken_in: Vec<String>,
    /// The cases of vectors in which its check finds it broken although they do not say so.
    pub false_in: Vec<String>,
    /// The recordings in which its check has something to judge; none where no recordings are at hand.
    pub recordings: Option<Vec<String>>,
    /// The mutants that break it and are killed, such as `producer length-zero`; none where none was run.
    pub mutants: Option<Vec<String>>,
    /// What is missing.
    pub gap: Option<String>,
}

/// What the checks say of the cases of vectors and of recordings, by clause.
#[derive(Debug, Default)]
struct Hits {
    broken_in: BTreeMap<&'static str, Vec<String>>,
    false_in: BTreeMap<&'static str, Vec<String>>,
    exercised: BTreeMap<&'static str, Vec<String>>,
}

/// The coverage of every clause in force, in the order of `SPEC.md`.
///
/// # Errors
///
/// A vector is too large to be written, or a recording cannot be read: what it was, and why.
pub fn coverage(
    vectors: &[Vector],
    registry: &Registry,
    recordings: Option<&Recordings>,
    matrix: Option<&Matrix>,
) -> Result<Vec<Coverage>, String> {
    let mut hits = Hits::default();
    vectors.iter().try_for_each(|vector| hits.vector(vector, registry))?;
    if let Some(recordings) = recordings {
        hits.recordings(recordings, registry)?;
    }
    let of = |clause: &'static Clause| {
        let mut coverage = hits.coverage(clause, vectors, recordings.is_some());
        if let Some(matrix) = matrix {
            add_mutants(&mut coverage, matrix);
        }
        coverage
    };
    Ok(clauses::in_force().map(of).collect())
}

impl Hits {
    fn vector(&mut self, vector: &Vector, registry: &Registry) -> Result<(), String> {
        for case in &vector.cases {
            for order in vector.byte_orders() {
                let image =
                    case.encode(order).map_err(|error| format!("{}: {error}", case.name))?;
                let subject = Subject::new(&image.bytes, registry, vector.given_release());
                for outcome in checks::run(&subject, checks::all(), 0).iter().filter(counts) {
                    let clause = outcome.check.clause;
                    let said = case.breaks.iter().any(|said| said == clause);
                    let cases = if said { &mut self.broken_in } else { &mut self.false_in };
                    let cases = cases.entry(clause).or_default();
                    if cases.last() != Some(&case.name) {
                        cases.push(case.name.clone());
                    }
                }
            }
        }
        Ok(())
    }

    fn recordings(&mut self, recordings: &Recordings, registry: &Registry) -> Result<(), String> {
        for recording in recordings.list() {
            let path = Argument::File(recordings.path(&recording.file));
            let input = read(&path, None, Limits::default()).map_err(|error| error.to_string())?;
            let subject = Subject::new(&input.bytes, registry, Some(&recording.release));
            for outcome in checks::run(&subject, checks::all(), 0) {
                if outcome.judged > 0 {
                    let names = self.exercised.entry(outcome.check.clause).or_default();
                    names.push(recording.file.clone());
                }
            }
        }
        Ok(())
    }

    fn coverage(&self, clause: &'static Clause, vectors: &[Vector], recorded: bool) -> Coverage {
        let name = clause.name();
        let of = |hits: &BTreeMap<&'static str, Vec<String>>| {
            hits.get(name).cloned().unwrap_or_default()
        };
        let cites = |vector: &&Vector| vector.front.clauses.iter().any(|cited| cited == name);
        let mut coverage = Coverage {
            clause: name,
            level: clause.level().name(),
            role: clause.role().name(),
            check: checks::of(name).is_some(),
            session: checks::BY_SESSION.contains(&name),
            unshown: checks::reason(name),
            vectors: vectors.iter().filter(cites).map(|vector| vector.name.clone()).collect(),
            scenarios: scenarios::all()
                .filter(|scenario| scenario.clauses.contains(&name))
                .map(|scenario| scenario.name)
                .collect(),
            broken_in: of(&self.broken_in),
            false_in: of(&self.false_in),
            recordings: recorded.then(|| of(&self.exercised)),
            mutants: None,
            gap: None,
        };
        coverage.gap = gap(clause, &coverage);
        coverage
    }
}

fn add_mutants(coverage: &mut Coverage, matrix: &Matrix) {
    let own = || matrix.mutants.iter().filter(|mutant| mutant.clause == coverage.clause);
    let killed = own().filter(|mutant| mutant.wrong.is_none());
    let names = killed.map(|mutant| format!("{} {}", mutant.side.name(), mutant.name)).collect();
    let wrong = own().find_map(|mutant| Some((mutant.name, mutant.wrong.as_ref()?)));
    let rows = || matrix.clauses.iter().filter(|row| row.clause == coverage.clause);
    let missing = rows().flat_map(|row| &row.gaps).next();
    let gap = match (wrong, missing) {
        (Some((name, wrong)), _) => Some(format!("its mutant {name} is not killed: {wrong}")),
        (None, Some(side)) => Some(format!("no {} mutant, and no reason for that", side.name())),
        (None, None) => None,
    };
    coverage.gap = coverage.gap.take().or(gap);
    coverage.mutants = Some(names);
}

/// Whether a check found the clause broken: notes are for what a conforming producer may do.
fn counts(outcome: &&Outcome) -> bool {
    outcome.worst() > Some(Grade::Note)
}

fn gap(clause: &Clause, coverage: &Coverage) -> Option<String> {
    let case = coverage.false_in.first();
    if let Some(case) = case {
        return Some(format!("its check fails {case}, which does not say that it breaks it"));
    }
    let (must, role) = (clause.level() == Level::Must, clause.role());
    let is_live = !role.binds_producers() && !role.binds_snapshot_consumers();
    if must && is_live && coverage.scenarios.is_empty() {
        let known = reason(Side::Consumer, clause.name()).is_some();
        return (!known).then(|| "no scenario, and no reason for that".to_owned());
    }
    if !must || !role.binds_producers() || coverage.unshown.is_some() || coverage.session {
        return None;
    }
    match (coverage.check, coverage.broken_in.is_empty()) {
        (false, _) => Some("neither a check nor a session, and no reason for that".to_owned()),
        (true, true) => Some("no vector in which its check finds it broken".to_owned()),
        (true, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::vectors::load;

    fn gaps(coverage: &[Coverage]) -> BTreeSet<&'static str> {
        let gaps = coverage.iter().filter(|coverage| coverage.gap.is_some());
        gaps.map(|coverage| coverage.clause).collect()
    }

    fn is_must(check: &&checks::Check) -> bool {
        clauses::find(check.clause).is_some_and(|clause| clause.level() == Level::Must)
    }

    /// What waits for a check is a gap, and nothing else is.
    #[test]
    fn only_what_is_known_to_be_missing_is_missing() {
        let registry = Registry::load().unwrap();
        let coverage = coverage(&load().unwrap(), &registry, None, None).unwrap();
        assert_eq!(gaps(&coverage), checks::NOT_YET.iter().copied().collect());
    }

    #[test]
    fn without_vectors_every_must_with_a_check_is_a_gap() {
        let coverage = coverage(&[], &Registry::load().unwrap(), None, None).unwrap();
        let musts = checks::all().iter().filter(is_must).map(|check| check.clause);
        assert_eq!(gaps(&coverage), musts.chain(checks::NOT_YET.iter().copied()).collect());
    }

    #[test]
    fn a_vector_that_breaks_more_than_it_says_is_a_gap() {
        let mut vectors = load().unwrap();
        vectors.retain(|vector| vector.name == "item/padding");
        for case in vectors.iter_mut().flat_map(|vector| &mut vector.cases) {
            case.breaks.retain(|clause| clause != "item.padding.id");
        }
        let coverage = coverage(&vectors, &Registry::load().unwrap(), None, None).unwrap();
        let padding =
            coverage.iter().find(|coverage| coverage.clause == "item.padding.id").unwrap();
        assert!(padding.gap.as_ref().unwrap().contains("item/padding/with-id-1"));
        assert!(padding.broken_in.is_empty() && !padding.false_in.is_empty());
    }

    #[test]
    fn a_must_without_mutant_is_a_gap() {
        let registry = Registry::load().unwrap();
        let vectors = load().unwrap();
        let mut matrix =
            Matrix { mutants: Vec::new(), clauses: Vec::new(), right_ones_fail: Vec::new() };
        let found = coverage(&vectors, &registry, None, Some(&matrix)).unwrap();
        assert_eq!(found[0].mutants, Some(Vec::new()));
        matrix.clauses.push(crate::mutants::Row {
            clause: "item.padding.id",
            level: "MUST",
            role: "producer",
            producers: Vec::new(),
            consumers: Vec::new(),
            reasons: Vec::new(),
            not_yet: Vec::new(),
            gaps: vec![Side::Producer],
        });
        let found = coverage(&vectors, &registry, None, Some(&matrix)).unwrap();
        assert_eq!(gaps(&found), ["item.padding.id"].into());
    }
}
