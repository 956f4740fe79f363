//! Every body over its seeds, on stable Rust.

use std::fs;
use std::path::Path;

use eventring_fuzz::{differential, geometry, snapshot};

fn over(target: &str, body: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(target);
    let mut count = 0;
    for entry in fs::read_dir(&folder).unwrap() {
        body(&fs::read(entry.unwrap().path()).unwrap());
        count += 1;
    }
    assert!(count > 0, "no seeds for {target}");
}

/// Its inputs are those of the snapshot target.
#[test]
fn differential_seeds() {
    over("snapshot", differential::body);
}

#[test]
fn snapshot_seeds() {
    over("snapshot", snapshot::body);
}

#[test]
fn geometry_seeds() {
    over("geometry", geometry::body);
}
