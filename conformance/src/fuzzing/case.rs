//! Cases by number: what is put to a unit.

use arbitrary::Unstructured;
use fastrand::Rng;

use crate::generate::{Kind, Session, any};

/// A file to be put to a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// What kind of file it is.
    pub kind: Kind,
    /// What is in it.
    pub session: Session,
}

/// Bytes behind the choices of a case. More of them would make larger files, not more different ones.
const CHOICE_BYTES: usize = 2048;

impl Case {
    /// The case of a number, for one seed always the same.
    ///
    /// # Errors
    ///
    /// The generators have no session for it; a message for their author.
    pub fn new(seed: u64, number: u64) -> Result<Self, String> {
        // An odd factor, so that no two numbers of a seed meet.
        let mut rng = Rng::with_seed(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut bytes = vec![0; CHOICE_BYTES];
        rng.fill(&mut bytes);
        let mut choices = Unstructured::new(&bytes);
        let (kind, session) = any(&mut choices)
            .map_err(|error| format!("no session for case {number} of seed {seed}: {error}"))?;
        Ok(Self { kind, session })
    }
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
