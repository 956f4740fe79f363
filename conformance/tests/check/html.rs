//! `SPEC.md` and the report of `eventring check` as pages for a browser.

use std::fs;

use eventring_conformance::clauses::in_force;
use eventring_conformance::plain::ByteOrder;
use eventring_conformance::vectors::load;
use eventring_spec::clauses::{SPEC, sections};

use crate::page::read;
use crate::run::run;

#[test]
fn every_clause_and_every_section_can_be_linked_to() {
    let printed = run(["spec", "html"]);
    assert_eq!(printed.code, Some(0), "{}", printed.err);
    let page = read(&printed.out);
    let clauses = in_force().map(|clause| clause.name().to_owned());
    let anchors = sections().into_iter().map(|section| section.anchor);
    for id in clauses.chain(anchors) {
        assert!(page.ids.contains(&id), "{id} is no target");
    }
    // Each section but the title is in the contents, and each citation of a clause is a link.
    let linked = |id: &str| page.links.iter().filter(|link| link[1..] == *id).count();
    for section in sections().iter().filter(|section| section.level == 2 || section.level == 3) {
        assert!(linked(&section.anchor) > 0, "{} is not in the contents", section.anchor);
    }
    for clause in in_force() {
        let cited = SPEC.matches(&format!("`{}`", clause.name())).count();
        // One more is the name of the clause itself.
        assert_eq!(linked(clause.name()), cited + 1, "{}", clause.name());
    }
    // Comments of the source and links to files beside it are left out.
    assert!(!printed.out.contains("<!--") && page.links.iter().all(|link| link.starts_with('#')));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("spec.html");
    assert_eq!(run(["spec", "html", "--output", path.to_str().unwrap()]).code, Some(0));
    assert_eq!(fs::read_to_string(&path).unwrap(), printed.out);
    let nowhere = folder.path().join("no/such/folder");
    assert_eq!(run(["spec", "html", "--output", nowhere.to_str().unwrap()]).code, Some(3));
}

#[test]
fn a_page_shows_every_finding_and_escapes_what_is_not_ours() {
    let vectors = load().unwrap();
    let case = |name: &str| {
        let mut cases = vectors.iter().flat_map(|vector| &vector.cases);
        let case = cases.find(|case| case.name == name).unwrap();
        case.encode(ByteOrder::Little).unwrap().bytes
    };
    let folder = tempfile::tempdir().unwrap();
    let name = "<img src=x onerror=alert(1)>&\"'{{ 1 }}<!--.events";
    let hostile = folder.path().join(name);
    fs::write(&hostile, case("item/reserved-bits")).unwrap();
    let sound = folder.path().join("sound.events");
    fs::write(&sound, case("file/minimal")).unwrap();
    let paths = [hostile.to_str().unwrap(), sound.to_str().unwrap(), "no/such/<b>file"];
    let printed = run(["check", "--report", "html", paths[0], paths[1], paths[2]]);
    let json = run(["check", "--report", "json", paths[0], paths[1], paths[2]]).json();
    assert_eq!(printed.code, Some(3));
    let page = read(&printed.out);
    for path in paths {
        assert!(page.text.contains(path), "{path} is not shown");
    }
    let mut findings = 0;
    for check in
        json["files"].as_array().unwrap().iter().flat_map(|file| file["checks"].as_array().unwrap())
    {
        for finding in check["shown"].as_array().unwrap() {
            findings += 1;
            for member in ["found", "allowed"] {
                assert!(page.text.contains(finding[member].as_str().unwrap()), "{finding}");
            }
            for row in finding["excerpt"]["rows"].as_array().unwrap() {
                assert!(page.text.contains(row["meaning"].as_str().unwrap()), "{row}");
            }
        }
    }
    assert!(findings > 0 && page.elements.contains("mark"), "{findings} findings");
}
