//! Coverage by clause as text.

use std::fmt::Write;

use super::Coverage;

/// The coverage of clauses as text: one line a clause, the gaps, and how many there are of each kind.
pub fn coverage_text(coverage: &[Coverage]) -> String {
    let mut out = String::new();
    let width = coverage.iter().map(|clause| clause.clause.len()).max().unwrap_or(0);
    for clause in coverage {
        let Coverage { clause: name, level, role, .. } = clause;
        let check = match (clause.check, clause.session, clause.unshown) {
            (true, _, _) => "check",
            (false, true, _) => "session",
            (false, false, Some(_)) => "unshown",
            (false, false, None) => "-",
        };
        let recordings = match &clause.recordings {
            Some(recordings) if clause.check => {
                format!(", judged in {} recordings", recordings.len())
            }
            _ => String::new(),
        };
        let (shown, played) = (clause.vectors.len(), clause.scenarios.len());
        let broken = clause.broken_in.len();
        let mutants = clause.mutants.as_ref().map_or(0, Vec::len);
        let _ = writeln!(
            out,
            "{name:width$}  {level:6}  {role:17}  {check:7}  vectors {shown:2}, scenarios {played:2}, breaking cases {broken:3}, mutants {mutants}{recordings}"
        );
    }
    let gaps: Vec<_> =
        coverage.iter().filter_map(|clause| Some((clause.clause, clause.gap.as_ref()?))).collect();
    out.push('\n');
    for (clause, gap) in &gaps {
        let _ = writeln!(out, "gap: {clause}: {gap}");
    }
    let checked = coverage.iter().filter(|clause| clause.check).count();
    let sessions = coverage.iter().filter(|clause| clause.session).count();
    let unshown = coverage.iter().filter(|clause| clause.unshown.is_some()).count();
    let _ = writeln!(
        out,
        "{} clauses: {checked} checked, {sessions} by sessions, {unshown} of producers that neither shows, {} gaps",
        coverage.len(),
        gaps.len()
    );
    out
}
