//! Any bytes through the whole reader: every accessor, and what a ring's events promise.

use eventring::reader::Snapshot;

use crate::digest;

/// Holds for every input:
///
/// * every accessor comes to an end;
/// * events come in order of position, inside the window, and a fault is the last of its ring;
/// * rings do not depend on each other.
pub fn body(input: &[u8]) {
    std::hint::black_box(digest::digest(input));
    let Ok(snapshot) = Snapshot::new(input) else { return };
    for ring in snapshot.rings() {
        let (mut next, mut over) = (ring.head(), false);
        for event in ring.events() {
            assert!(!over, "nothing follows a fault");
            let position = match event {
                Ok(event) => event.position,
                Err(fault) => {
                    over = true;
                    assert_eq!(fault.ring(), ring.index());
                    assert!(is_of_rings(&snapshot, fault.offset_bytes()), "{fault}");
                    fault.position()
                }
            };
            assert!(next <= position, "positions go up");
            assert!(over || position < ring.tail(), "an event begins before tail");
            next = position + u64::from(!over);
        }
    }
}

/// Whether a byte is one of a ring or of a ring header, which may stand in either order.
fn is_of_rings(snapshot: &Snapshot<'_>, offset_bytes: u64) -> bool {
    let geometry = snapshot.geometry();
    let headers = geometry.headers_offset();
    let headers_bytes = u64::from(geometry.max_domains()) * geometry.ring_header_bytes();
    (geometry.data_offset()..geometry.rings_end()).contains(&offset_bytes)
        || (headers..headers + headers_bytes).contains(&offset_bytes)
}
