//! Every check and every vector is proven able to fail: by wrong producers and consumers, each wrong in one thing.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use eventring_conformance::mutants::consumer::CONSUMERS;
use eventring_conformance::mutants::{Matrix, Side, text};
use eventring_conformance::vectors::load;
use eventring_spec::registry::Registry;

static MATRIX: LazyLock<Matrix> =
    LazyLock::new(|| Matrix::run(&load().unwrap(), &Registry::load().unwrap()).unwrap());

#[test]
fn every_must_is_broken_by_a_mutant_or_has_a_reason() {
    assert!(MATRIX.is_sound(), "{}", text(&MATRIX));
}

#[test]
fn the_page_shows_every_clause_and_every_mutant() {
    crate::html::check_matrix(&MATRIX);
}

#[test]
fn its_json_is_valid_by_its_schema() {
    let schema = serde_json::to_value(schemars::schema_for!(Matrix)).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let mut matrix = serde_json::to_value(&*MATRIX).unwrap();
    assert!(validator.is_valid(&matrix));
    matrix["mutants"][0]["side"] = "reader".into();
    assert!(!validator.is_valid(&matrix));
}

#[test]
fn what_does_nothing_wrong_fails_nothing() {
    assert_eq!(MATRIX.right_ones_fail, Vec::<String>::new());
}

#[test]
fn every_mutant_has_a_name_of_its_own_and_is_killed() {
    for side in Side::ALL {
        let mutants = || MATRIX.mutants.iter().filter(|mutant| mutant.side == side);
        let names: BTreeSet<&str> = mutants().map(|mutant| mutant.name).collect();
        assert_eq!(names.len(), mutants().count());
    }
    for mutant in &MATRIX.mutants {
        assert!(!mutant.failed.is_empty(), "nothing kills {}", mutant.name);
    }
}

/// Without vectors nothing kills a wrong consumer of files, and that is told. Live ones are killed by scenarios.
#[test]
fn a_suite_that_shows_nothing_is_not_sound() {
    let empty = Matrix::run(&[], &Registry::load().unwrap()).unwrap();
    assert!(!empty.is_sound());
    let of_files = |name: &str| CONSUMERS.iter().any(|mutant| mutant.name == name);
    let consumers = empty.mutants.iter().filter(|mutant| mutant.side == Side::Consumer);
    let mut of_files = consumers.filter(|mutant| of_files(mutant.name)).peekable();
    assert!(of_files.peek().is_some());
    assert!(of_files.all(|mutant| mutant.wrong.is_some()));
    let row = empty.clauses.iter().find(|row| row.clause == "item.length.zero").unwrap();
    assert_eq!(row.gaps, [Side::Consumer]);
    assert!(text(&empty).contains("GAP"));
}
