//! The choices of a number.

use fastrand::Rng;

/// Bytes behind the choices of a case. More of them would make larger files, not more different ones.
const BYTES: usize = 2048;

/// For one seed and one number always the same.
pub(super) fn choices(seed: u64, number: u64) -> Vec<u8> {
    // An odd factor, so that no two numbers of a seed meet.
    let mut rng = Rng::with_seed(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut bytes = vec![0; BYTES];
    rng.fill(&mut bytes);
    bytes
}
