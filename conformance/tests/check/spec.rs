//! `eventring spec` as its users meet it.

use eventring_conformance::report::Coverage;

use crate::run::run;

#[test]
fn list_has_every_clause_once_and_can_be_narrowed() {
    let all = run(["spec", "list"]);
    assert_eq!(all.code, Some(0));
    let names: Vec<&str> = all.out.lines().filter_map(|line| line.split(' ').next()).collect();
    let clauses: Vec<&str> =
        eventring_conformance::clauses::in_force().map(|clause| clause.name()).collect();
    assert_eq!(names, clauses);
    let padding = run(["spec", "list", "--select", "item.padding.*"]);
    assert_eq!((padding.code, padding.out.lines().count()), (Some(0), 4));
    assert_eq!(run(["spec", "list", "--select", "nothing.*"]).code, Some(4));
}

#[test]
fn show_tells_the_clause_its_check_and_its_vectors() {
    let shown = run(["spec", "show", "item.padding.id"]);
    assert_eq!(shown.code, Some(0));
    for part in
        ["(MUST, producer)", "The id of padding MUST be 0.", "check: yes", "vector item/padding"]
    {
        assert!(shown.out.contains(part), "{part} is not in\n{}", shown.out);
    }
    let shown = run(["spec", "show", "producer.one-writer"]);
    assert!(shown.out.contains("two writers leave the words of one"), "{}", shown.out);
    let unknown = run(["spec", "show", "padding"]);
    assert_eq!(unknown.code, Some(2));
    assert!(unknown.err.contains("item.padding.needed"), "{}", unknown.err);
}

#[test]
fn without_a_gap_coverage_is_fine() {
    // The recordings have tests of their own.
    let empty = tempfile::tempdir().unwrap();
    std::fs::write(empty.path().join("manifest.toml"), "recording = []\n").unwrap();
    let folder = empty.path().to_str().unwrap();
    let json = run(["spec", "coverage", "--recordings", folder, "--format", "json"]);
    assert_eq!(json.code, Some(0), "{}", json.out);
    let clauses = json.json();
    let schema = serde_json::to_value(schemars::schema_for!(Vec<Coverage>)).unwrap();
    assert!(jsonschema::is_valid(&schema, &clauses));
    assert!(clauses.as_array().unwrap().iter().all(|clause| clause["gap"].is_null()));
    assert_eq!(run(["spec", "coverage", "--recordings", "no/such/folder"]).code, Some(3));
}
