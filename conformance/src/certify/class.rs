//! The conformance classes of `SPEC.md` that a unit is held to, by what it declares.

use super::options::{EIO, EIO_GENERATION_1, EIO_PROPOSAL, LIVE, ONLY_EIO, Side};
use super::unit::Declared;

/// The classes of a unit on this side, as the section on conformance calls them.
pub fn classes(side: Side, declared: &Declared) -> Vec<String> {
    let has = |option: &str| declared.options.iter().any(|declared| declared == option);
    let mut classes = match side {
        Side::Producer => {
            let is_ocaml = |release: &String| release != "none";
            let mut classes = Vec::new();
            if declared.releases.is_empty() || declared.releases.iter().any(|name| !is_ocaml(name))
            {
                classes.push("producer that is not OCaml");
            }
            if declared.releases.iter().any(is_ocaml) {
                classes.push("producer");
            }
            classes
        }
        // Who delivers Eio's events alone is held to the profile and to nothing else.
        Side::Consumer if has(ONLY_EIO) => Vec::new(),
        Side::Consumer if has(LIVE) => vec!["consumer of snapshots", "live consumer"],
        Side::Consumer => vec!["consumer of snapshots"],
    };
    if side == Side::Consumer && [EIO, EIO_GENERATION_1, EIO_PROPOSAL].into_iter().any(has) {
        classes.push("with the Eio profile");
    }
    classes.into_iter().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clauses::SPEC;

    #[test]
    fn what_is_declared_decides_the_class_and_the_document_has_each() {
        let declared = |releases: &[&str], options: &[&str]| Declared {
            releases: releases.iter().map(ToString::to_string).collect(),
            options: options.iter().map(ToString::to_string).collect(),
            ..Declared::default()
        };
        const SNAPSHOTS: &str = "consumer of snapshots";
        let (eio, plain) = ("with the Eio profile", "producer that is not OCaml");
        for (side, releases, options, wanted) in [
            (Side::Consumer, &["5.4"][..], &[][..], &[SNAPSHOTS][..]),
            (Side::Consumer, &[], &[LIVE], &[SNAPSHOTS, "live consumer"]),
            (Side::Consumer, &[], &[EIO_PROPOSAL], &[SNAPSHOTS, eio]),
            (Side::Consumer, &[], &[EIO, ONLY_EIO], &[eio]),
            (Side::Producer, &[], &[], &[plain]),
            (Side::Producer, &["5.4"], &[], &["producer"]),
            (Side::Producer, &["none", "5.4"], &[], &[plain, "producer"]),
        ] {
            let classes = classes(side, &declared(releases, options));
            assert_eq!(classes, wanted, "{side:?} {releases:?} {options:?}");
            for class in classes {
                assert!(SPEC.contains(&format!("\n| {class} |")), "{class}");
            }
        }
    }
}
