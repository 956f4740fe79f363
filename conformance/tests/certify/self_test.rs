//! Every check and every vector is proven able to fail: by wrong producers and consumers, each wrong in one thing.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use eventring_conformance::mutants::consumer::CONSUMERS;
use eventring_conformance::mutants::{Matrix, Side, text};
use eventring_conformance::report::{coverage, coverage_text};
use eventring_conformance::vectors::load;
use eventring_spec::registry::Registry;

static MATRIX: LazyLock<Matrix> =
    LazyLock::new(|| Matrix::run(&load().unwrap(), &Registry::load().unwrap()).unwrap());

static SHOWS_NOTHING: LazyLock<Matrix> =
    LazyLock::new(|| Matrix::run(&[], &Registry::load().unwrap()).unwrap());

#[test]
fn every_must_is_broken_by_a_mutant_or_has_a_reason() {
    assert!(MATRIX.is_sound(), "{}", text(&MATRIX));
}

/// What is missing is told in both forms alike: here the matrix of a suite without vectors is held against all vectors.
#[test]
fn coverage_is_the_same_in_both_forms() {
    let vectors = load().unwrap();
    let registry = Registry::load().unwrap();
    for (matrix, some_missing) in [(&MATRIX, false), (&SHOWS_NOTHING, true)] {
        let coverage = coverage(&vectors, &registry, None, Some(matrix)).unwrap();
        let text = coverage_text(&coverage);
        let json = serde_json::to_value(&coverage).unwrap();
        let clauses = json.as_array().unwrap();
        let gaps = clauses.iter().filter(|clause| !clause["gap"].is_null()).count();
        assert_eq!(gaps > 0, some_missing, "{text}");
        assert_eq!(text.lines().filter(|line| line.starts_with("gap: ")).count(), gaps);
        assert!(text.contains(&format!("{} clauses: ", clauses.len())));
        assert!(text.ends_with(&format!("{gaps} gaps\n")));
    }
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
    let empty = &*SHOWS_NOTHING;
    assert!(!empty.is_sound());
    let of_files = |name: &str| CONSUMERS.iter().any(|mutant| mutant.name == name);
    let consumers = empty.mutants.iter().filter(|mutant| mutant.side == Side::Consumer);
    let mut of_files = consumers.filter(|mutant| of_files(mutant.name)).peekable();
    assert!(of_files.peek().is_some());
    assert!(of_files.all(|mutant| mutant.wrong.is_some()));
    let row = empty.clauses.iter().find(|row| row.clause == "item.length.zero").unwrap();
    assert_eq!(row.gaps, [Side::Consumer]);
    assert!(text(empty).contains("GAP"));
}

/// A consumer that does not look at head is wrong in almost everything; the reports name the clauses on head, and what follows
/// from it is blamed on nothing else.
#[test]
fn who_does_not_look_at_head_is_blamed_for_that() {
    for (name, clauses) in [
        ("head-ignored", &["ring.lost-at-start", "file.left-over"][..]),
        ("before-head", &["file.left-over"]),
    ] {
        let select = "vectors/{file/before-head,file/examples,ring/positions,ring/wrap-and-lap,runtime/ring-start}/*";
        let program = crate::run::PROGRAM;
        let unit = ["--", program, "mutant", name];
        let mut arguments =
            vec!["consumer", "--mode", "full", "--report", "json", "--select", select];
        arguments.extend(unit);
        let json = crate::run::certify(&arguments).json();
        let cases = json["cases"].as_array().unwrap();
        let blamed =
            |case: &serde_json::Value| case["failure"]["clause"].as_str().map(str::to_owned);
        let about_head =
            |case: &&serde_json::Value| case["name"].as_str().unwrap().contains("before-head");
        assert!(cases.iter().filter(about_head).all(|case| blamed(case).is_some()), "{name}");
        let others: Vec<_> = cases
            .iter()
            .filter_map(|case| Some((case["name"].clone(), blamed(case)?)))
            .filter(|(_, clause)| !clauses.contains(&clause.as_str()))
            .collect();
        assert!(others.is_empty(), "{name}: {others:?}");
    }
}
