//! The release: given, stamped or narrowed, and what is said when they do not agree.

use serde_json::{Value, json};

use crate::run::{recording, run, run_with};
use crate::sample::{Ring, UNIT, bytes, item};

fn release(file: &[u8]) -> Value {
    run_with(["info", "-", "--format=json"], file).json()["release"].clone()
}

/// A file with an end of phase 10 and a unit event, and these names from index 0 on.
fn named(names: &[&str]) -> Vec<u8> {
    let mut file = bytes(&[Ring::new(0, &[&[item(2, false, 3, 10), 1], &[UNIT, 2]])]);
    let table = file.len() - 8192 * 128;
    for (index, name) in names.iter().enumerate() {
        file[table + 128 * index..][..128].fill(0);
        file[table + 128 * index..][..name.len()].copy_from_slice(name.as_bytes());
    }
    file
}

fn phase_name(file: &[u8], args: &[&str]) -> Value {
    let run = run_with(["dump", "-", "--format=jsonl"].iter().chain(args), file);
    assert_eq!(run.code, Some(0));
    run.records()[0]["name"].clone()
}

#[test]
fn a_real_file_is_narrowed_with_its_evidence() {
    let path = recording("5.4/eio-basic.events.zst");
    let json = run(["info".as_ref(), path.as_os_str(), "--format=json".as_ref()]).json();
    let release = &json["release"];
    assert_eq!(release["decision"], "narrowed");
    let remaining = release["remaining"].as_array().unwrap();
    assert!(remaining.contains(&json!("5.4")) && !remaining.contains(&json!("5.2")), "{release}");
    assert!(release["evidence"].as_array().unwrap().iter().any(|piece| piece["position"].is_u64()));
    assert_eq!(release["warning"], json!(null));
    let text = run(["info".as_ref(), path.as_os_str()]).out;
    assert!(text.contains("evidence") && text.contains("ring 0, position"), "{text}");
}

#[test]
fn a_given_release_wins_with_a_warning_where_the_file_speaks_against_it() {
    // A single ring is from 5.3 on.
    let file = named(&["a"]);
    assert_eq!(release(&file)["remaining"], json!(["5.3", "5.4", "5.5"]));
    let run = run_with(["dump", "-", "--format=jsonl", "--release=5.0"], &file);
    assert_eq!(run.code, Some(0));
    assert!(run.err.contains("given release 5.0") && run.err.contains("5.3, 5.4, 5.5"), "{run:?}");
    assert_eq!(run.records()[0]["name"], "minor");
    let fits = run_with(["dump", "-", "--release=5.4"], &file);
    assert_eq!((fits.code, fits.err.as_str()), (Some(0), ""));
}

#[test]
fn an_emitted_stamp_decides_unless_the_file_speaks_against_it() {
    let stamped = named(&["eventring.release:5.4"]);
    assert_eq!(
        (&release(&stamped)["decision"], &release(&stamped)["remaining"]),
        (&json!("stamped"), &json!(["5.4"]))
    );
    let foreign = named(&["eventring.release:none"]);
    assert_eq!(phase_name(&foreign, &[]), json!(null));
    let excluded = named(&["eventring.release:5.2"]);
    assert_eq!(release(&excluded)["decision"], "narrowed");
    assert!(run_with(["dump", "-"], &excluded).err.contains("its stamp of release 5.2"));
    assert_eq!(phase_name(&excluded, &["--release=5.2"]), "minor");
}
