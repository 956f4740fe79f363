//! Generated sessions: the two readers, and the two byte orders.

use arbitrary::Unstructured;
use eventring::event::{Event, Kind};
use eventring::reader::Snapshot;
use eventring_conformance::generate::{Session, any};
use eventring_conformance::plain::ByteOrder;

use crate::differential;

/// Both readers make the same of a session in either byte order, and the library makes the same
/// events of both.
pub fn body(input: &[u8]) {
    let Ok((_, session)) = any(&mut Unstructured::new(input)) else { return };
    let [little, big] = ByteOrder::ALL.map(|order| {
        let bytes = Session { order, ..session.clone() }.encode().map(|image| image.bytes);
        bytes.unwrap_or_default()
    });
    differential::check(&little);
    differential::check(&big);
    match (Snapshot::new(&little), Snapshot::new(&big)) {
        (Ok(little), Ok(big)) => {
            for (one, other) in little.rings().zip(big.rings()) {
                assert_eq!((one.head(), one.tail()), (other.head(), other.tail()));
                let mut others = other.events();
                for event in one.events() {
                    let other = others.next().expect("an event for each of the other order");
                    match (event, other) {
                        (Ok(event), Ok(other)) => agree(&event, &other),
                        (event, other) => assert_eq!(event.err(), other.err()),
                    }
                }
                assert!(others.next().is_none(), "an event that the other order does not have");
            }
        }
        (little, big) => assert_eq!(
            little.err().map(|refusal| refusal.clause()),
            big.err().map(|refusal| refusal.clause())
        ),
    }
}

/// All is equal but bytes whose words mean nothing to the reader.
fn agree(event: &Event<'_>, other: &Event<'_>) {
    assert_eq!((event.position, event.timestamp_ns), (other.position, other.timestamp_ns));
    match (event.kind, other.kind) {
        (Kind::Unknown { payload, .. }, Kind::Unknown { payload: swapped, .. }) => {
            assert_eq!(payload.len(), swapped.len());
        }
        // An event that was made a custom one by chance may have its bytes in words.
        (Kind::Custom { index, .. }, Kind::Custom { index: other, .. }) => assert_eq!(index, other),
        (Kind::Alloc { buckets }, Kind::Alloc { buckets: swapped }) => {
            assert!(buckets.iter().eq(swapped.iter()));
        }
        (kind, other) => assert_eq!(kind, other),
    }
}
