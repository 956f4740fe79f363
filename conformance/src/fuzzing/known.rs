//! What lists of deviations expect of a unit.

use crate::certify::{Failure, Lists, full_name};
use crate::plain::ByteOrder;
use crate::{scenarios, vectors};

/// Lists of deviations, for files that no list can name: one is held for a vector of its byte order that is about the same
/// clause, and a made-up scenario for one that is.
#[derive(Debug)]
pub struct Known<'a> {
    lists: &'a Lists,
    vectors: Vec<Named>,
    scenarios: Vec<Named>,
}

#[derive(Debug)]
struct Named {
    name: String,
    order: ByteOrder,
    clauses: Vec<String>,
}

impl Named {
    fn parts(&self) -> (&str, &[String]) {
        (&self.name, &self.clauses)
    }
}

impl<'a> Known<'a> {
    /// Of these lists.
    ///
    /// # Errors
    ///
    /// A vector cannot be read; a message for its author.
    pub fn new(lists: &'a Lists) -> Result<Self, String> {
        let mut named = Vec::new();
        if !lists.is_empty() {
            for vector in vectors::load().map_err(|error| error.to_string())? {
                for (case, order) in vector
                    .cases
                    .iter()
                    .flat_map(|case| vector.byte_orders().map(move |order| (case, order)))
                {
                    let name = full_name(&case.name, order);
                    named.push(Named { name, order, clauses: vector.front.clauses.clone() });
                }
            }
        }
        let scenarios = scenarios::all().map(|scenario| Named {
            name: scenario.name.to_owned(),
            order: scenario.shape.order,
            clauses: scenario.clauses.iter().map(ToString::to_string).collect(),
        });
        Ok(Self { lists, vectors: named, scenarios: scenarios.collect() })
    }

    /// Whether they expect this failure in a file of this order.
    pub fn expects(&self, failure: &Failure, order: ByteOrder) -> bool {
        let of_order = self.vectors.iter().filter(|named| named.order == order);
        self.lists.expect(failure, of_order.map(Named::parts))
    }

    /// Whether they expect this failure while a file is written.
    pub fn expects_live(&self, failure: &Failure) -> bool {
        self.lists.expect(failure, self.scenarios.iter().map(Named::parts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certify::{FailureKind, Outcome};

    fn failure(outcome: Outcome, clause: &str) -> Failure {
        Failure {
            failure: FailureKind::Outcome(outcome),
            message: String::new(),
            clause: clause.to_owned(),
            record: None,
            member: None,
            offset_bytes: None,
            expected: String::new(),
            got: String::new(),
            output: None,
        }
    }

    fn list(entry: &str) -> Lists {
        let mut lists = Lists::default();
        let rest = "kind = \"not-yet\"\nreason = \"x\"\nlink = \"https://example.org\"";
        let text = format!("implementation = \"x\"\n[[deviation]]\n{entry}\n{rest}\n");
        lists.add("x", &text).unwrap();
        lists
    }

    #[test]
    fn a_file_is_held_for_a_vector_of_its_order_about_the_same_clause() {
        let (little, big) = (ByteOrder::Little, ByteOrder::Big);
        let wrong = failure(Outcome::Crashed, "custom.count.outside");
        for (entry, order, is_expected) in [
            ("clause = \"custom.count.outside\"\nfailure = \"crashed\"", little, true),
            ("clause = \"custom.count.outside\"\nfailure = \"hung\"", little, false),
            ("clause = \"custom.filler\"\nfailure = \"crashed\"", little, false),
            ("case = \"vectors/custom/count-outside/little\"\nfailure = \"crashed\"", little, true),
            ("case = \"vectors/custom/count-outside/little\"\nfailure = \"crashed\"", big, false),
            ("case = \"vectors/ring/*\"\nfailure = \"crashed\"", little, false),
            (
                "case = \"*/big\"\nclause = \"custom.count.outside\"\nfailure = \"crashed\"",
                big,
                true,
            ),
            (
                "case = \"*/big\"\nclause = \"custom.count.outside\"\nfailure = \"crashed\"",
                little,
                false,
            ),
        ] {
            let lists = list(entry);
            let known = Known::new(&lists).unwrap();
            assert_eq!(known.expects(&wrong, order), is_expected, "{entry} {order}");
        }
        assert!(!Known::new(&Lists::default()).unwrap().expects(&wrong, little));
    }
}
