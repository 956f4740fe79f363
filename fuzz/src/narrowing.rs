//! Which release wrote a session.

use arbitrary::Unstructured;
use eventring::reader::Snapshot;
use eventring::registry::Release;
use eventring_conformance::generate::{Entry, EventPlan, Session, valid};
use eventring_conformance::inspect::{ReleaseChoice, Releases};
use eventring_conformance::plain::Category;

/// What is found out never contradicts what wrote it: the release is among those that remain.
pub fn body(input: &[u8]) {
    let Ok(mut session) = valid(&mut Unstructured::new(input)) else { return };
    let Ok(release) = session.release.parse::<Release>() else { return };
    for ring in &mut session.rings {
        ring.entries.retain(|entry| match entry {
            Entry::Event(event) => does_write(release, event),
            Entry::Padding { .. } => true,
        });
    }
    check(release, &session);
}

/// Whether a runtime of the release writes such an event wherever it may stand. The tables have
/// phases that are never written, and generators know nothing of what stands inside what.
fn does_write(release: Release, event: &EventPlan) -> bool {
    match (event.category, event.item_type) {
        (Category::User, _) => true,
        (Category::Runtime, 1) => false,
        (Category::Runtime, 2) => release.emits_phase(event.id),
        (Category::Runtime, 3) => release.ends_phase(event.id),
        (Category::Runtime, 4) => !matches!(event.id, 4 | 5),
        _ => true,
    }
}

fn check(release: Release, session: &Session) {
    let bytes = session.encode().expect("a valid session is not too large").bytes;
    let snapshot = Snapshot::new(&bytes).expect("a valid session can be read");
    let releases = Releases::of(&snapshot, ReleaseChoice::default());
    assert!(releases.remaining().contains(release), "{release} is struck: {releases:?}");
    for phase in 0..64 {
        // A name is shown only where all that remain agree.
        if let Some(name) = releases.remaining().phase_name(phase) {
            assert_eq!(release.phase_name(phase), Some(name));
        }
    }
}
