//! See `eventring_fuzz::snapshot`.
#![no_main]

use eventring_fuzz::mutator::mutate;
use libfuzzer_sys::fuzzer_mutate;

libfuzzer_sys::fuzz_target!(|data: &[u8]| eventring_fuzz::snapshot::body(data));

// Half of the changes are of bytes, so that what is no ring file is reached too.
libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let changed = if seed & 1 == 0 { mutate(data, size, seed >> 1) } else { None };
    changed.unwrap_or_else(|| fuzzer_mutate(data, size, max_size))
});
