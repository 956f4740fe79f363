//! One file or scenario, one unit, one verdict.

use std::collections::BTreeMap;

use eventring_spec::clauses;
use eventring_spec::registry::Registry;

use super::{Key, Wrong};
use crate::certify::unit::{Declared, Ending, Request, Trouble, Unit};
use crate::certify::{FailureKind, Outcome, Probe, expected_of, is_should, judge, live};
use crate::generate::{Kind, Session};
use crate::plain::RuntimeNames;
use crate::scenarios::Plan;

/// Puts sessions to a unit, at rest or while they are written, again and again.
pub struct Trial<'a> {
    declared: &'a Declared,
    unit: Box<dyn Unit>,
    names: BTreeMap<&'static str, RuntimeNames>,
    none: RuntimeNames,
}

impl<'a> Trial<'a> {
    /// A trial of a unit that declares this.
    pub fn new(declared: &'a Declared, unit: Box<dyn Unit>, registry: &Registry) -> Self {
        let releases = crate::inspect::ReleaseChoice::names();
        let names = releases
            .filter_map(|release| Some((release, RuntimeNames::given(registry, release)?)))
            .collect();
        Self { declared, unit, names, none: RuntimeNames::none() }
    }

    /// What is wrong with what the unit makes of a session at rest, if anything is.
    ///
    /// # Errors
    ///
    /// The environment failed, so that nothing can be said of the unit.
    pub fn decode(&mut self, session: &Session, kind: Kind) -> Result<Option<Wrong>, Trouble> {
        let Ok(image) = session.encode() else {
            // Nobody is asked for a file of many GiB.
            return Ok(None);
        };
        let names = self.names.get(session.release).unwrap_or(&self.none);
        let expected = expected_of(&image.bytes, names);
        let release = Some(session.release);
        let reply = self.unit.decode(&Request { bytes: &image.bytes, release, limit: None })?;
        let with_names = self.declared.releases.iter().any(|name| name == session.release);
        let judgement = judge(&expected, &reply, Probe::Records, with_names);
        let Some(mut failure) = judgement.failure else { return Ok(None) };
        // No record tells what it is about; what is special about the file may, where that is anything to a consumer.
        if let (FailureKind::Outcome(_), None, Kind::Broken(clause)) =
            (failure.failure, failure.member, kind)
            && clauses::find(clause).is_some_and(|clause| clause.role().binds_snapshot_consumers())
        {
            failure.clause = clause.to_owned();
        }
        let crash = match (&reply.ending, judgement.outcome) {
            (Ending::Crashed { how }, Outcome::Crashed) => last_words(how, &reply.log),
            _ => String::new(),
        };
        Ok(Some(Wrong { key: Key::new(&failure, crash), failure, log: reply.log }))
    }

    /// What is wrong with what the unit makes of a session that is written meanwhile, if anything is. A SHOULD is none.
    ///
    /// # Errors
    ///
    /// The environment failed, or the unit cannot be asked.
    pub fn play(&mut self, plan: &Plan) -> Result<Option<Wrong>, Trouble> {
        let Some(unit) = self.unit.live() else {
            return Err(Trouble("the unit reads no files that are being written".to_owned()));
        };
        let (failure, log) = live::failure(&plan.scenario(), unit, None)?;
        let Some(failure) = failure.filter(|failure| !is_should(&failure.clause)) else {
            return Ok(None);
        };
        let crash = match failure.failure {
            FailureKind::Outcome(Outcome::Crashed) => last_words(&failure.got, &log),
            _ => String::new(),
        };
        let mut key = Key::new(&failure, crash);
        // One that shows each time is a finding of its own, even where a race showed the same before.
        key.in_race = plan.acts.iter().any(|act| act.is_race());
        Ok(Some(Wrong { key, failure, log }))
    }
}

/// How a unit ended and the last that it said, without numbers: what tells crashes apart. No verdict rests on it.
fn last_words(how: &str, log: &str) -> String {
    let last = log.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let text: String = last.chars().filter(|next| !next.is_ascii_digit()).take(200).collect();
    format!("{how} {text}")
}
