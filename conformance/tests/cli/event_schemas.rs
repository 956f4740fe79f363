//! `--schema`: the fields of custom events, by the schema of the example in OCaml, on events as it writes them.

use std::num::NonZeroU32;
use std::path::PathBuf;

use eventring::shared::{Cell, WritableView};
use eventring::writer::{Config, Session, Writer};
use serde_json::Value;
use tempfile::NamedTempFile;

use crate::run::{Run, run};
use crate::sample::file;

/// The example.
fn example(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("adapters/ocaml-example").join(name)
}

/// A file with these custom events, in this order.
fn traced(events: &[(&str, &[u8])]) -> NamedTempFile {
    let config = Config { stamp: false, ..Config::new(1, 1024).longest_custom(1024) };
    let words = config.geometry().unwrap().file_bytes().div_ceil(8);
    let memory: Vec<Cell> = (0..words).map(|_| Cell::new(0)).collect();
    let mut now_ns = 0;
    let clock = move || {
        now_ns += 1000;
        now_ns
    };
    let (mut session, mut writer): (_, Writer<'_, _>) =
        Session::create(WritableView::new(&memory), &config, NonZeroU32::MIN, clock).unwrap();
    for (name, data) in events {
        let index = session.register(name.as_bytes()).unwrap();
        writer.custom(index, data).unwrap();
    }
    let bytes: Vec<u8> = memory
        .iter()
        .flat_map(|cell| cell.load(std::sync::atomic::Ordering::Relaxed).to_ne_bytes())
        .collect();
    file(&bytes)
}

/// An order as the example encodes it.
fn order(
    id: i64,
    state: u8,
    price: f64,
    urgent: u8,
    country: &[u8; 4],
    pieces: &[u16],
    note: &str,
) -> Vec<u8> {
    let mut data = id.to_le_bytes().to_vec();
    data.push(state);
    data.extend(price.to_le_bytes());
    data.push(urgent);
    data.extend(country);
    data.push(pieces.len() as u8);
    data.extend(pieces.iter().flat_map(|count| count.to_le_bytes()));
    data.extend(note.as_bytes());
    data
}

fn dump(file: &NamedTempFile, format: &str) -> Run {
    let schema = example("shop.toml");
    run([
        "dump".as_ref(),
        file.path().as_os_str(),
        "--format".as_ref(),
        format.as_ref(),
        "--schema".as_ref(),
        schema.as_os_str(),
    ])
}

/// What the example in OCaml is compared with, which is run where there is an OCaml.
#[test]
fn the_events_of_the_example_are_as_expected() {
    let first = order(1, 0, 12.5, 0, b"FR\0\0", &[3, 500], "");
    let paid = order(1, 1, 12.5, 0, b"FR\0\0", &[3, 500], "à emballer");
    let sent = order(-2, 2, 0.1, 1, b"LUXE", &[], "");
    let file = traced(&[
        ("shop.order", &first),
        ("shop.stock", b"\x03\0\0\0\x29\0\0\0"),
        ("shop.order", &paid),
        ("shop.order", &sent),
        ("shop.stock", b"\xf4\x01\0\0\xff\xff\xff\xff"),
    ]);
    let run = dump(&file, "jsonl");
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let found: Vec<String> = run
        .out
        .lines()
        .filter(|line| line.contains("\"custom\""))
        .map(|line| {
            let (_, from_name) = line.split_once("\"name\"").unwrap();
            let (name, rest) = from_name.split_once(",\"data\":\"").unwrap();
            let (_, fields) = rest.split_once('"').unwrap();
            format!("\"name\"{name}{}", fields.trim_end_matches('}').to_owned() + "}")
        })
        .collect();
    let expected = std::fs::read_to_string(example("expected")).unwrap();
    // The first line is the stamp.
    assert_eq!(found, expected.lines().skip(1).collect::<Vec<_>>());

    let text = dump(&file, "text").out;
    let line = text.lines().find(|line| line.contains("state paid")).unwrap();
    assert!(line.contains(
        "id 1, state paid, price 12.5, urgent false, country \"FR\" (2 bytes), pieces [3 500]"
    ));
}

/// They are shown as far as they go, and counted; an event of another name is left as it is.
#[test]
fn data_that_does_not_fit_is_shown_as_such() {
    let whole = order(1, 7, f64::NAN, 2, b"\xff\0\0\0", &[1], "");
    let file = traced(&[
        ("shop.order", &whole[..9]),
        ("shop.order", &whole),
        ("shop.order", &[]),
        ("shop.stock", &[0; 9]),
        ("shop.orders", &whole),
    ]);
    let run = dump(&file, "jsonl");
    assert_eq!(run.code, Some(0));
    assert!(run.err.contains("3 custom events do not fit the schema"), "{run:?}");
    let records = run.records();
    let customs: Vec<&Value> = records.iter().filter(|record| record["kind"] == "custom").collect();
    let misfits: Vec<_> = customs.iter().map(|record| record["misfit"].as_str()).collect();
    assert_eq!(misfits, [Some("short"), None, Some("short"), Some("long"), None]);
    assert_eq!(customs[0]["fields"]["state"], 7, "a code without a name stays a number");
    assert!(customs[0]["fields"]["price"].is_null() && customs[0]["fields"]["note"].is_null());
    let fields = &customs[1]["fields"];
    assert_eq!((&fields["price"], &fields["urgent"]), (&"NaN".into(), &2.into()));
    assert_eq!(fields["country_hex"], "ff");
    assert!(customs[4].get("fields").is_none() && customs[4].get("data").is_some());
}

#[test]
fn exports_have_the_fields() {
    let whole = order(-5, 1, 12.5, 1, b"FR\0\0", &[3, 500], "gift");
    let file = traced(&[("shop.order", &whole), ("shop.order", &whole[..1])]);
    let schema = example("shop.toml");
    let run = run([
        "export".as_ref(),
        file.path().as_os_str(),
        "--format=jsonl".as_ref(),
        "--schema".as_ref(),
        schema.as_os_str(),
    ]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let marks = run.records();
    let orders: Vec<_> = marks
        .iter()
        .filter(|mark| mark["kind"] == "instant" && mark["name"] == "shop.order")
        .map(|mark| &mark["details"])
        .collect();
    let expected = serde_json::json!({
        "id": -5, "state": "paid", "price": 12.5, "urgent": "true", "country": "FR", "pieces": "[3 500]", "note": "gift"
    });
    assert_eq!(orders[0], &expected);
    assert_eq!((&orders[1]["id"], &orders[1]["data"]), (&"missing".into(), &"fb".into()));
    assert_eq!(orders[1]["misfit"], "the data is too short");
}

#[test]
fn a_schema_that_is_none_is_told_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.toml");
    std::fs::write(&path, "[[event]]\nname = \"a\"\nfields = [{ name = \"b\", type = \"int\" }]\n")
        .unwrap();
    let dump = |schemas: &[&PathBuf]| {
        let flags =
            schemas.iter().flat_map(|path| ["--schema".into(), path.as_os_str().to_owned()]);
        run(["dump".into(), "-".into()].into_iter().chain(flags))
    };
    let wrong = dump(&[&path]);
    assert_eq!(wrong.code, Some(2));
    let place = format!("{}:3:32: unknown variant `int`", path.display());
    assert!(wrong.err.contains(&place) && wrong.err.contains("`u8`"), "{wrong:?}");
    let shop = example("shop.toml");
    let twice = dump(&[&shop, &shop]);
    assert_eq!(twice.code, Some(2));
    assert!(twice.err.contains("shop.order has a schema already"), "{twice:?}");
    let missing = dump(&[&folder.path().join("none.toml")]);
    assert_eq!(missing.code, Some(3));
    assert!(missing.err.contains("cannot read"), "{missing:?}");
}
