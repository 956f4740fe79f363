//! See `eventring_fuzz::snapshot`.
#![no_main]

use eventring_fuzz::mutator::mutate;
use libfuzzer_sys::fuzzer_mutate;

libfuzzer_sys::fuzz_target!(|data: &[u8]| eventring_fuzz::snapshot::body(data));

// Half of the changes are of bytes, so that what is no ring file is reached too.
libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    let file = data.get_mut(..size).filter(|_| seed & 1 == 0);
    match file.and_then(|file| mutate(file, seed >> 1)) {
        Some(()) => size,
        None => fuzzer_mutate(data, size, max_size),
    }
});
