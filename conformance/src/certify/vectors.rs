//! Vectors as cases: each case of each, in each of its byte orders.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use eventring_spec::clauses::{self, Clause};
use eventring_spec::vectors::Front;
use sha2::{Digest, Sha256};

use super::expected::of_file;
use super::options::NARROWS_RELEASE;
use super::typed;
use super::{Case, Expected, Origin, Outcome, Placed};
use crate::exit::Exit;
use crate::plain::{ByteOrder, RuntimeNames};
use crate::record::Hex;
use crate::vectors::{self, Vector};

/// What the release of a vector is called that is to be narrowed.
const AUTO: &str = "auto";

/// A case of a vector in one byte order.
struct VectorCase {
    name: String,
    vector: Arc<(Front, String)>,
    case: vectors::Case,
    order: ByteOrder,
}

/// All cases of all vectors, by name.
///
/// # Errors
///
/// A vector cannot be read; a message for its author.
pub fn vectors() -> Result<Vec<Arc<dyn Case>>, String> {
    let vectors = vectors::load().map_err(|error| error.to_string())?;
    Ok(vectors.into_iter().flat_map(cases_of).collect())
}

/// The name of a vector's case in one byte order.
pub fn full_name(case: &str, order: ByteOrder) -> String {
    format!("vectors/{case}/{order}")
}

/// All cases of one vector, each in each of its byte orders, and again for what Eio's events say where it is about that.
pub fn cases_of(vector: Vector) -> Vec<Arc<dyn Case>> {
    let orders: Vec<_> = vector.byte_orders().collect();
    let sha256 = Hex(&Sha256::digest(&vector.text)).to_string();
    let shared = Arc::new((vector.front, sha256));
    let mut cases: Vec<Arc<dyn Case>> = Vec::new();
    for case in vector.cases {
        for order in orders.iter().copied() {
            let name = full_name(&case.name, order);
            let (vector, lines) = (Arc::clone(&shared), case.expected.lines());
            let one: Arc<dyn Case> =
                Arc::new(VectorCase { name, vector, case: case.clone(), order });
            let typed = typed::of_vector(&one, lines, &shared.0.clauses);
            cases.push(one);
            cases.extend(typed);
        }
    }
    cases
}

impl Case for VectorCase {
    fn name(&self) -> &str {
        &self.name
    }

    fn origin(&self) -> Origin {
        Origin::Vector
    }

    fn purpose(&self) -> &str {
        &self.vector.0.purpose
    }

    fn release(&self) -> Option<&str> {
        Some(self.vector.0.release.as_str()).filter(|release| *release != AUTO)
    }

    fn option(&self) -> Option<&'static str> {
        // Only what shows how a release is narrowed; elsewhere the names are not what the vector is about.
        let about_releases =
            self.vector.0.clauses.iter().any(|clause| clause.starts_with("release."));
        (self.release().is_none() && about_releases).then_some(NARROWS_RELEASE)
    }

    fn sha256(&self) -> &str {
        &self.vector.1
    }

    fn bytes(&self) -> Result<Cow<'_, [u8]>, String> {
        let image = self.case.encode(self.order).map_err(|error| error.to_string())?;
        Ok(Cow::Owned(image.bytes))
    }

    fn expected<'a>(&'a self, bytes: &'a [u8]) -> Result<Expected<'a>, String> {
        static UNNAMED: std::sync::LazyLock<RuntimeNames> =
            std::sync::LazyLock::new(RuntimeNames::none);
        let exit = self.case.expected.exit;
        let outcome = if exit == Exit::Fine.code() {
            Outcome::Accepted
        } else if exit == Exit::NonConforming.code() {
            Outcome::Rejected
        } else if exit == Exit::NotReady.code() {
            Outcome::NotReady
        } else {
            return Err(format!("exit {exit} is none of a consumer"));
        };
        // The vector says what is expected, the plain reader only where it lies.
        let records = self.case.expected.records();
        let plain = of_file(bytes, &UNNAMED);
        let places = plain.records;
        let known = places.len() == records.len();
        let offset = |place: usize| {
            places.get(place).filter(|_| known).and_then(|placed| placed.offset_bytes)
        };
        let records = records.into_iter().enumerate();
        let records =
            records.map(|(place, record)| Placed { record, offset_bytes: offset(place) }).collect();
        // Those of the Eio profile are for who interprets its events.
        let of_consumers = |clause: &&String| {
            let binds = |clause: &Clause| clause.role().binds_snapshot_consumers();
            !clause.starts_with("eio.") && clauses::find(clause).is_some_and(binds)
        };
        let mut clauses: BTreeSet<_> = self
            .vector
            .0
            .clauses
            .iter()
            .filter(of_consumers)
            .map(|name| Cow::Borrowed(name.as_str()))
            .collect();
        if clauses.is_empty() {
            clauses = plain.clauses;
        }
        Ok(Expected { outcome, records, readings: Vec::new(), clauses })
    }
}
