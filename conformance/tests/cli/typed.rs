//! `dump --typed`: what Eio's events mean, beside their records.

use crate::run::{recording, run};

/// Without the member the records are those of a plain dump, and exactly Eio's events have it.
#[test]
fn records_gain_a_member_and_lose_nothing() {
    for name in [
        "5.4/eio-basic-wrap",
        "5.4/s390x-eio-domains",
        "5.4/eio013-basic",
        "5.4/eiopr-basic",
        "5.4/lwt",
    ] {
        let file = recording(&format!("{name}.events.zst"));
        let args = ["dump", file.to_str().unwrap(), "--format", "jsonl"];
        let plain = run(args);
        let typed = run(args.into_iter().chain(["--typed"]));
        assert_eq!((typed.code, typed.err.as_str()), (Some(0), ""), "{name}");
        let mut records = typed.records();
        let mut count = 0;
        for record in &mut records {
            let is_eio = record["name"].as_str().is_some_and(|name| name.starts_with("eio."));
            let member = record.as_object_mut().unwrap().remove("typed");
            assert_eq!(member.is_some(), is_eio, "{name}: {record}");
            if let Some(member) = member {
                let eio = format!("eio.{}", member["eio"].as_str().unwrap());
                assert_eq!(record["name"], eio);
                count += 1;
            }
        }
        assert_eq!(records, plain.records());
        assert_eq!(count > 0, name != "5.4/lwt", "{name}");
    }
}

/// The wire is that of the file, whichever ring is asked for and in whichever order.
#[test]
fn the_wire_is_told_by_the_whole_file() {
    let file = recording("5.4/eio-domains.events.zst");
    let file = file.to_str().unwrap();
    let all = run(["dump", file, "--typed", "--format", "jsonl"]).records();
    let ring = run(["dump", file, "--typed", "--format", "jsonl", "--ring", "1"]).records();
    assert!(ring.iter().any(|record| record.get("typed").is_some()));
    let of_ring = all.iter().filter(|record| record["ring"] == 1);
    assert_eq!(of_ring.cloned().collect::<Vec<_>>(), ring);
    let by_time = run(["dump", file, "--typed", "--format", "jsonl", "--order", "time"]).records();
    let count = |records: &[serde_json::Value]| {
        records.iter().filter(|record| record.get("typed").is_some()).count()
    };
    assert_eq!(count(&by_time), count(&all));
}

#[test]
fn people_see_fields_in_place_of_bytes() {
    let file = recording("5.4/eio-basic.events.zst");
    let out = run(["dump", file.to_str().unwrap(), "--typed"]).out;
    let line = out.lines().find(|line| line.contains("eio.create_fiber")).unwrap();
    assert!(line.ends_with("id 1, cc 0"), "{line}");
    let line = out.lines().find(|line| line.contains("eio.create_cc")).unwrap();
    assert!(line.ends_with("id 0, type root"), "{line}");
}
