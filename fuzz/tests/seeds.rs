//! Every body over its seeds, on stable Rust; and those that take choices over some of them.

use std::fs;
use std::path::Path;

use eventring_fuzz::{
    custom, differential, eio, geometry, json, live, narrowing, sessions, snapshot, writes,
};

fn over(target: &str, body: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(target);
    let mut count = 0;
    for entry in fs::read_dir(&folder).unwrap() {
        body(&fs::read(entry.unwrap().path()).unwrap());
        count += 1;
    }
    assert!(count > 0, "no seeds for {target}");
}

/// Inputs of bytes by chance, the same each time, and the corpus of the target, where there is one.
fn choices(target: &str, count: u64, body: fn(&[u8])) {
    for seed in 0..count {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut input = vec![0; rng.usize(0..2048)];
        rng.fill(&mut input);
        body(&input);
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(target);
    for entry in fs::read_dir(folder).into_iter().flatten() {
        body(&fs::read(entry.unwrap().path()).unwrap());
    }
}

#[test]
fn differential_seeds() {
    over("differential", differential::body);
}

#[test]
fn snapshot_seeds() {
    over("snapshot", snapshot::body);
}

#[test]
fn geometry_seeds() {
    over("geometry", geometry::body);
}

#[test]
fn custom_choices() {
    choices("custom", 500, custom::body);
}

#[test]
fn eio_choices() {
    choices("eio", 2000, eio::body);
}

#[test]
fn json_choices() {
    choices("json", 200, json::body);
}

#[test]
fn live_choices() {
    choices("live", 2000, live::body);
}

#[test]
fn narrowing_choices() {
    choices("narrowing", 200, narrowing::body);
}

#[test]
fn sessions_choices() {
    choices("sessions", 200, sessions::body);
}

#[test]
fn writes_choices() {
    choices("writes", 200, writes::body);
}
