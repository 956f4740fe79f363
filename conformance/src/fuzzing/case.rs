//! Files by number.

use arbitrary::Unstructured;

use super::choices::choices;
use super::{Finding, Known, Subject, Trial, Wrong};
use crate::certify::unit::Trouble;
use crate::certify::{Failure, Outcome, expected_of};
use crate::generate::{Kind, Session, any, body_lines};
use crate::plain::RuntimeNames;
use crate::record::Record;

/// A file to be put to a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// What kind of file it is.
    pub kind: Kind,
    /// What is in it.
    pub session: Session,
}

impl Subject for Case {
    const EXTENSION: &'static str = "vector";

    fn new(seed: u64, number: u64) -> Result<Self, String> {
        let (kind, session) = any(&mut Unstructured::new(&choices(seed, number)))
            .map_err(|error| format!("no session for case {number} of seed {seed}: {error}"))?;
        Ok(Self { kind, session })
    }

    fn put(&self, trial: &mut Trial<'_>) -> Result<Option<Wrong>, Trouble> {
        trial.decode(&self.session, self.kind)
    }

    fn simpler(&self) -> Vec<Self> {
        let of = |session| Self { kind: self.kind, session };
        self.session.simpler().into_iter().map(of).collect()
    }

    fn is_known(&self, known: &Known<'_>, failure: &Failure) -> bool {
        known.expects(failure, self.session.order)
    }

    fn text(finding: &Finding<Self>, names: &RuntimeNames, repeat: &str) -> String {
        let Finding { wrong, subject: Self { session, .. }, case, .. } = finding;
        let failure = &wrong.failure;
        let (mut exit, mut lines) = (0, String::new());
        if let Ok(image) = session.encode() {
            let expected = expected_of(&image.bytes, names);
            exit = match expected.outcome {
                Outcome::Accepted => 0,
                Outcome::NotReady => 5,
                _ => 1,
            };
            for placed in expected.records {
                let record = serde_json::to_string(&without_message(placed.record));
                // A record is JSON always.
                lines.push_str(&record.unwrap_or_default());
                lines.push('\n');
            }
        }
        let quoted = |text: &str| toml::Value::from(text).to_string();
        let purpose = format!("{}.", failure.message.replace('\n', " "));
        let effect = format!("Found in case {case}: {}.", failure.got.replace('\n', " "));
        let clauses: Vec<String> = wrong.clause().iter().map(|clause| quoted(clause)).collect();
        format!(
            "+++\npurpose = {}\nclauses = [{}]\neffect = {}\nrelease = \"{}\"\nbyte_orders = [\"{}\"]\n+++\n\
             # {repeat}\n{}{}exit {exit}\n{lines}",
            quoted(&purpose),
            clauses.join(", "),
            quoted(&effect),
            session.release,
            session.order,
            finding.remarks(),
            body_lines(session),
        )
    }

    fn release(&self) -> Option<&str> {
        Some(self.session.release)
    }

    fn bytes(&self) -> Option<Vec<u8>> {
        Some(self.session.encode().ok()?.bytes)
    }
}

/// `message` is free, and vectors leave it out.
fn without_message(mut record: Record<'_>) -> Record<'_> {
    match &mut record {
        Record::Corrupt(corrupt) => corrupt.message = "".into(),
        Record::Refused { message, .. } => *message = "".into(),
        Record::Event(_) | Record::Lost { .. } => {}
    }
    record
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_gives_the_same_case_always_and_another_one_another() {
        let case = Case::new(7, 3).unwrap();
        assert_eq!(case, Case::new(7, 3).unwrap());
        assert!([Case::new(7, 4), Case::new(8, 3)].iter().all(|other| other.as_ref() != Ok(&case)));
        let kinds: Vec<Kind> = (0..64).map(|number| Case::new(1, number).unwrap().kind).collect();
        assert!(kinds.contains(&Kind::Valid) && kinds.contains(&Kind::Hostile));
        assert!(kinds.iter().any(|kind| matches!(kind, Kind::Broken(_))));
    }
}
