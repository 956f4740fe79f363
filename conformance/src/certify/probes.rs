//! Cases that ask for more than records: how many events there are, and at most so many.

use std::borrow::Cow;
use std::sync::Arc;

use super::options::{COUNTS_EVENTS, LIMITS_EVENTS};
use super::{Case, Expected, Origin, Probe};

/// The recordings that are asked about: user events of every type, and several rings.
const RECORDINGS: [&str; 3] =
    ["recordings/5.4/eio-basic", "recordings/5.4/domains-small", "recordings/5.4/names"];

/// The limits that are asked for.
const LIMITS: [u64; 3] = [1, 2, 5];

struct ProbeCase {
    name: String,
    case: Arc<dyn Case>,
    probe: Probe,
}

/// The cases for what is asked besides records.
///
/// # Errors
///
/// A recording is gone; a message for its author.
pub(super) fn probes(cases: &[Arc<dyn Case>]) -> Result<Vec<Arc<dyn Case>>, String> {
    let find = |name: &&str| {
        cases.iter().find(|case| case.name() == *name).ok_or_else(|| format!("there is no {name}"))
    };
    let asked = RECORDINGS.iter().map(find).collect::<Result<Vec<_>, _>>()?;
    let probe = |case: &Arc<dyn Case>, suffix: &str, probe| -> Arc<dyn Case> {
        Arc::new(ProbeCase {
            name: format!("{}/{suffix}", case.name()),
            case: Arc::clone(case),
            probe,
        })
    };
    let of_case = |case| {
        let limits =
            LIMITS.map(|limit| probe(case, &format!("at-most-{limit}"), Probe::Limit(limit)));
        [probe(case, "counted", Probe::Count)].into_iter().chain(limits)
    };
    Ok(asked.into_iter().flat_map(of_case).collect())
}

impl Case for ProbeCase {
    fn name(&self) -> &str {
        &self.name
    }

    fn origin(&self) -> Origin {
        self.case.origin()
    }

    fn purpose(&self) -> &str {
        self.case.purpose()
    }

    fn release(&self) -> Option<&str> {
        self.case.release()
    }

    fn option(&self) -> Option<&'static str> {
        Some(if self.probe == Probe::Count { COUNTS_EVENTS } else { LIMITS_EVENTS })
    }

    fn probe(&self) -> Probe {
        self.probe
    }

    fn sha256(&self) -> &str {
        self.case.sha256()
    }

    fn bytes(&self) -> Result<Cow<'_, [u8]>, String> {
        self.case.bytes()
    }

    fn expected<'a>(&'a self, bytes: &'a [u8]) -> Result<Expected<'a>, String> {
        let clause = if self.probe == Probe::Count { "record.count" } else { "record.limit" };
        Ok(Expected { clauses: [clause.into()].into(), ..self.case.expected(bytes)? })
    }
}
