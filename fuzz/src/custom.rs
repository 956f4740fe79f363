//! The payload of custom events.

use eventring::payload::{custom_data, custom_words};
use eventring_conformance::plain::custom_payload;

/// What is found in any payload lies at its start and stops before its count byte; what the plain
/// writer makes of any data is found again.
pub fn body(input: &[u8]) {
    let (words, _) = input.as_chunks::<8>();
    let payload = words.as_flattened();
    match (payload.split_last(), custom_data(payload)) {
        (None, found) => assert_eq!(found, None),
        (Some((&count, before)), found) => {
            assert_eq!(found, before.len().checked_sub(count.into()).map(|len| &before[..len]));
        }
    }
    let filler = input.first().copied().unwrap_or(0);
    let payload = custom_payload(input, filler);
    assert_eq!(payload.len(), 8 * custom_words(input.len()));
    assert_eq!(custom_data(&payload), Some(input));
}
