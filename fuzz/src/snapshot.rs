//! Any file through the whole reader: every accessor, and what a ring's events promise.

use eventring::reader::Snapshot;

use crate::{digest, file};

/// Holds for every input:
///
/// * reading is a function of the bytes;
/// * events come in order of position, inside the window, and a fault is the last of its ring;
/// * rings do not depend on each other.
pub fn body(input: &[u8]) {
    check(&file::make(input));
    check(input);
}

fn check(bytes: &[u8]) {
    assert_eq!(digest::digest(bytes), digest::digest(bytes));
    let Ok(snapshot) = Snapshot::new(bytes) else { return };
    for ring in snapshot.rings() {
        let (mut next, mut over) = (ring.head(), false);
        for event in ring.events() {
            assert!(!over, "nothing follows a fault");
            let position = match event {
                Ok(event) => event.position,
                Err(fault) => {
                    over = true;
                    assert_eq!(fault.ring(), ring.index());
                    assert!(fault.offset_bytes() < snapshot.geometry().rings_end());
                    fault.position()
                }
            };
            assert!(next <= position, "positions go up");
            assert!(over || position < ring.tail(), "an event begins before tail");
            next = position + u64::from(!over);
        }
        assert_eq!(ring.events().count(), ring.events().fold(0usize, |count, _| count + 1));
    }
}
