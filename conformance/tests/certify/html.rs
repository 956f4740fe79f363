//! A certification and the matrix of the mutants as pages for a browser.

use eventring_conformance::mutants::Matrix;
use eventring_conformance::report::matrix_html;

use crate::page::read;
use crate::run::{Script, certify};

#[test]
fn a_page_shows_every_failure_and_escapes_what_the_unit_says() {
    let unit = Script::new(
        r#"printf ']]>&<script>x</script>\033 # TODO\n' >&2; eventring dump --format jsonl "$1" | sed 's/"ts":1,/"ts":2,/'"#,
    );
    let select = "vectors/item/padding*";
    let path = unit.path();
    let as_form = |form| {
        let path = path.to_str().unwrap();
        certify(&["consumer", "--report", form, "--select", select, "--", path, "{file}"])
    };
    let (html, json) = (as_form("html"), as_form("json").json());
    assert_eq!(html.code, Some(1), "{}", html.err);
    let page = read(&html.out);
    assert!(page.text.contains("does not conform, in the selected part of the suite"));
    // The control character that steers a terminal is shown, not sent.
    let said = r"]]>&<script>x</script>\u{1b} # TODO";
    assert!(page.text.contains(said) && !html.out.contains('\u{1b}'), "{}", page.text);
    let mut failures = 0;
    for case in json["cases"].as_array().unwrap() {
        let Some(failure) = case.get("failure") else { continue };
        failures += 1;
        let of_case = [
            &case["name"],
            &case["repeat"],
            &failure["expected"],
            &failure["got"],
            &failure["message"],
        ];
        for text in of_case {
            assert!(page.text.contains(text.as_str().unwrap()), "{text} is not shown");
        }
    }
    assert!(failures > 2 && page.text.contains("ring_size_elements 16"), "{failures} failures");
}

#[test]
fn a_page_shows_the_bytes_of_a_recording_and_what_went_to_and_fro() {
    // Wrong in every time, and so in the first event of each ring.
    let unit = Script::new(r#"eventring dump --format jsonl "$1" | sed 's/"ts":1/"ts":2/'"#);
    let select = ["--select", "recordings/5.4/custom-small"];
    let path = unit.path();
    let path = path.to_str().unwrap();
    let of = |form: &str| {
        certify(&[&["consumer", "--report", form], &select[..], &["--", path, "{file}"]].concat())
    };
    let (html, json) = (of("html"), of("json").json());
    let offset = json["cases"][0]["failure"]["offset"].as_u64().unwrap();
    let page = read(&html.out);
    assert!(page.text.contains(&format!("{offset:x}  ")), "{offset:x}: {}", page.text);
    assert!(page.text.contains("timestamp ") && page.text.contains("slot "), "{}", page.text);
    assert!(html.out.contains("<mark>"), "the item is marked");

    // It answers `start`, and to all else it says what is no answer.
    let unit = Script::new(
        r#"read line; echo '{"seq":1,"protocol":1,"name":"mute","releases":[],"options":["live"]}'
           while read line; do echo '<nothing>'; done"#,
    );
    let adapter = unit.path().with_extension("toml");
    let text =
        format!("name = \"mute\"\nmode = \"full\"\ncommand = [\"{}\"]\n", unit.path().display());
    std::fs::write(&adapter, text).unwrap();
    let adapter = adapter.to_str().unwrap();
    let select = ["--select", "scenarios/session/*"];
    let html =
        certify(&[&["consumer", "--report", "html", "--adapter", adapter], &select[..]].concat());
    let page = read(&html.out);
    assert!(page.text.contains("What the unit was told, at the end"), "{}", page.text);
    assert!(
        page.text.contains("\"op\":\"attach\"") && page.text.contains("<nothing>"),
        "{}",
        page.text
    );
}

/// The page of a matrix that was run.
pub(crate) fn check_matrix(matrix: &Matrix) {
    let page = read(&matrix_html(matrix).unwrap());
    for mutant in &matrix.mutants {
        assert!(page.text.contains(mutant.does), "{} is not shown", mutant.name);
    }
    for row in &matrix.clauses {
        assert!(page.text.contains(row.clause), "{} is not shown", row.clause);
    }
    let marks = page.text.matches('●').count();
    // One more explains them.
    assert_eq!(marks, matrix.mutants.len() + 1);
    let mut wrong = matrix.clone();
    wrong.mutants[0].wrong = Some("no <check> finds anything".to_owned());
    wrong.right_ones_fail.push("a & b".to_owned());
    let page = read(&matrix_html(&wrong).unwrap());
    assert!(page.text.contains("no <check> finds anything") && page.text.contains("a & b"));
    assert_eq!(page.text.matches('✕').count(), 2);
}
